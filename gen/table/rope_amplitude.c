#include "table/rope_amplitude.h"

/* The logarithm of a factor 1 is 0, and changes nothing. */
static bool factor_above_1(const struct scaling *scaling) {
    return mpq_cmp_ui(scaling->value[ROPE_FACTOR], 1, 1) > 0;
}

/* y = 1 + m * ln(factor)/10 */
static void set_mscale(const struct scaling *scaling, const mpq_t m, struct interval *y) {
    interval_set_rational(y, scaling->value[ROPE_FACTOR]);
    interval_log(y);
    interval_divide_integer(y, 10);
    interval_multiply_rational(y, m);
    interval_add_integer(y, 1);
}

static void yarn_factor(const void *context, uint64_t i, struct interval *x) {
    const struct scaling *scaling = context;
    mpq_srcptr m = scaling->value[ROPE_MSCALE], all = scaling->value[ROPE_MSCALE_ALL_DIM];
    struct interval *y = interval_new(interval_bits(x));
    mpq_t one;
    (void)i;
    mpq_init(one);
    mpq_set_ui(one, 1, 1);
    set_mscale(scaling, mpq_sgn(m) != 0 ? m : one, y);
    interval_multiply(x, x, y);
    if (mpq_sgn(all) != 0) {
        set_mscale(scaling, all, y);
        interval_divide(x, x, y);
    }
    mpq_clear(one);
    interval_free(y);
}

/* With equal mscales the amplitude is 1 exactly. */
const struct rope_amplitude *rope_yarn_amplitude(const struct scaling *scaling) {
    static const struct rope_amplitude given = {true, NULL,
                                                ", whose attention multiplies the entries"},
                                       usual = {false, yarn_factor,
                                                ", which multiplies the entries by 1 + "
                                                "ln(factor)/10"},
                                       scaled = {false, yarn_factor,
                                                 ", which multiplies the entries by 1 + "
                                                 "mscale*ln(factor)/10"},
                                       both = {false, yarn_factor,
                                               ", which multiplies the entries by (1 + "
                                               "mscale*ln(factor)/10) / (1 + "
                                               "mscale-all-dim*ln(factor)/10)"};
    mpq_srcptr m = scaling->value[ROPE_MSCALE], all = scaling->value[ROPE_MSCALE_ALL_DIM];
    if (mpq_sgn(scaling->value[ROPE_ATTENTION]) != 0)
        return &given;
    if (!factor_above_1(scaling) || (mpq_sgn(m) != 0 && mpq_equal(m, all)))
        return NULL;
    return mpq_sgn(all) != 0 ? &both : mpq_sgn(m) != 0 ? &scaled : &usual;
}

/* sqrt(1 + ln(factor)/ln(original)) */
static void longrope_factor(const void *context, uint64_t i, struct interval *x) {
    const struct scaling *scaling = context;
    long bits = interval_bits(x);
    struct interval *y = interval_new(bits), *original = interval_new(bits);
    (void)i;
    interval_set_rational(y, scaling->value[ROPE_FACTOR]);
    interval_log(y);
    interval_set_rational(original, scaling->value[ROPE_ORIGINAL]);
    interval_log(original);
    interval_divide(y, y, original);
    interval_add_integer(y, 1);
    interval_sqrt(y);
    interval_multiply(x, x, y);
    interval_free(y);
    interval_free(original);
}

const struct rope_amplitude *rope_longrope_amplitude(const struct scaling *scaling) {
    static const struct rope_amplitude given = {
        false, longrope_factor,
        ", which multiplies the entries by sqrt(1 + ln(factor)/ln(original))"};
    static const struct rope_amplitude attention = {true, NULL,
                                                    ", whose attention multiplies the entries"};
    return mpq_sgn(scaling->value[ROPE_ATTENTION]) != 0 ? &attention
           : factor_above_1(scaling)                    ? &given
                                                        : NULL;
}
