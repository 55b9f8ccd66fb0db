#include "table/rope_amplitude.h"

/* The logarithm of a factor 1 is 0, and changes nothing. */
static bool factor_above_1(const struct scaling *scaling) {
    return mpq_cmp_ui(scaling->value[ROPE_FACTOR], 1, 1) > 0;
}

static void square_attention(const struct scaling *scaling, mpq_t square) {
    mpq_mul(square, scaling->value[ROPE_ATTENTION], scaling->value[ROPE_ATTENTION]);
}

static const struct rope_amplitude attention = {
    .square = square_attention, .phrase = ", whose attention multiplies the entries"};

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
    static const struct rope_amplitude
        usual = {.factor = yarn_factor,
                 .phrase = ", which multiplies the entries by 1 + ln(factor)/10"},
        scaled = {.factor = yarn_factor,
                  .phrase = ", which multiplies the entries by 1 + mscale*ln(factor)/10"},
        both = {.factor = yarn_factor,
                .phrase = ", which multiplies the entries by (1 + mscale*ln(factor)/10) / (1 + "
                          "mscale-all-dim*ln(factor)/10)"};
    mpq_srcptr m = scaling->value[ROPE_MSCALE], all = scaling->value[ROPE_MSCALE_ALL_DIM];
    if (mpq_sgn(scaling->value[ROPE_ATTENTION]) != 0)
        return &attention;
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

/* If factor and original are powers of one number, the logarithms' quotient is rational, and so is the square. */
static bool longrope_square(const struct scaling *scaling, mpq_t square) {
    bool rational =
        rational_logarithm(square, scaling->value[ROPE_FACTOR], scaling->value[ROPE_ORIGINAL]);
    mpz_add(mpq_numref(square), mpq_numref(square), mpq_denref(square));
    return rational;
}

static void square_longrope(const struct scaling *scaling, mpq_t square) {
    longrope_square(scaling, square);
}

const struct rope_amplitude *rope_longrope_amplitude(const struct scaling *scaling) {
#define PHRASE ", which multiplies the entries by sqrt(1 + ln(factor)/ln(original))"
    static const struct rope_amplitude real = {.factor = longrope_factor, .phrase = PHRASE},
                                       root = {.square = square_longrope, .phrase = PHRASE};
#undef PHRASE
    if (mpq_sgn(scaling->value[ROPE_ATTENTION]) != 0)
        return &attention;
    if (!factor_above_1(scaling))
        return NULL;
    mpq_t square;
    mpq_init(square);
    bool rational = longrope_square(scaling, square);
    mpq_clear(square);
    return rational ? &root : &real;
}
