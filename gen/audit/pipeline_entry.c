#include "audit/pipeline_entry.h"

/* --- amplitudes */

static struct factor factor_of(struct amplitude *exact) {
    struct factor factor = {.exact = exact, .pair = rounded_pair_of_amplitude(exact)};
    factor.one = factor.pair.high == 1 && factor.pair.low == 0;
    return factor;
}

/* The table's multiplier without what an integer type adds to it. */
static struct amplitude *plain_amplitude(const struct table *table, double steps,
                                         const mpq_t scale) {
    mpq_t square, unit;
    mpq_inits(square, unit, (mpq_ptr)NULL);
    mpq_set_d(unit, steps);
    mpq_div(unit, scale, unit);
    mpq_mul(square, table->multiplier_squared, unit);
    mpq_mul(square, square, unit);
    struct amplitude *plain =
        amplitude_new(square, table->multiplier_rule, &table->frequencies.scaling);
    mpq_clears(square, unit, (mpq_ptr)NULL);
    return plain;
}

void pipeline_entry_init(struct pipeline_entry *entry, const struct table *table) {
    mpq_t scale;
    mpq_init(scale);
    mpq_set_ui(scale, 1, 1);
    if (table->type->scaled && mpq_sgn(table->scale) > 0)
        mpq_set(scale, table->scale);
    *entry = (struct pipeline_entry){.type = table->type, .steps = 1};
    if (table->type->fixed)
        entry->steps = table->type->factor;
    entry->scale = rounded_rational(ROUND_F64, scale);
    entry->whole = factor_of(table_amplitude(table));
    entry->plain = factor_of(plain_amplitude(table, entry->steps, scale));
    mpq_clear(scale);
}

void pipeline_entry_clear(struct pipeline_entry *entry) {
    amplitude_free(entry->whole.exact);
    amplitude_free(entry->plain.exact);
}

/* --- types */

static struct expansion expansion_of(double x) {
    struct expansion v = {.negative = signbit(x)};
    if (x == 0)
        return v;
    int exponent;
    double fraction = frexp(fabs(x), &exponent); /* in [1/2, 1) */
    v.significand = (uint64_t)ldexp(fraction, 53) << 11;
    v.exponent = exponent - 64;
    return v;
}

static uint64_t special_bits(const struct element *type, double x) {
    if (type->fixed && isnan(x))
        return element_zero(type);
    /* far beyond every type: infinity, or the end of an integer type */
    struct expansion v = {
        .negative = !isnan(x) && x < 0, .significand = UINT64_C(1) << 63, .exponent = 1 << 20};
    uint64_t bits = element_round(type, v);
    return isnan(x) ? bits | UINT64_C(1) << (type->precision - 2) : bits;
}

uint64_t pipeline_bits(const struct element *type, double x) {
    if (!isfinite(x))
        return special_bits(type, x);
    if (type->fixed || type->bytes == 2)
        return element_round(type, expansion_of(x));
    float narrow = (float)x;
    uint32_t low;
    uint64_t bits;
    memcpy(&low, &narrow, sizeof low);
    memcpy(&bits, &x, sizeof bits);
    return type->bytes == 4 ? low : bits;
}

uint64_t pipeline_stored(const struct pipeline_entry *entry, double value) {
    return pipeline_bits(entry->type,
                         entry->type->fixed ? value * entry->steps / entry->scale : value);
}

/* --- entries */

uint64_t pipeline_entry_bits(const struct pipeline_entry *entry, const struct pipeline_row *row,
                             double sine) {
    enum rounding format = (enum rounding)row->sine;
    if (!entry->plain.one)
        sine = rounded(format, sine * rounded(format, entry->plain.pair.high));
    return pipeline_stored(
        entry, row->value == row->sine ? sine : rounded((enum rounding)row->value, sine));
}

/* x = high + low, each of at most 26 bits. */
static struct double_double halves(double x) {
    double t = 0x8000001p0 * x, high = t - (t - x);
    return (struct double_double){high, x - high};
}

/* Shares of 2^-106: 1 for either product of a high and a low part, 2 for their sum, 3 for that with what is cut of the
 * high parts' product, and 1 for the product of the low parts, which is left out (tests/exact/proofs/pair_product.gappa). */
struct double_double pair_product(struct double_double x, struct double_double y) {
    double p = x.high * y.high;
    struct double_double a = halves(x.high), b = halves(y.high);
    double rest = ((a.high * b.high - p) + a.high * b.low + a.low * b.high) + a.low * b.low;
    rest += x.high * y.low + x.low * y.high;
    double high = p + rest;
    return (struct double_double){high, rest - (high - p)};
}

static struct sine times(struct sine sine, const struct factor *factor) {
    if (factor->one)
        return sine;
    struct double_double v =
        pair_product((struct double_double){sine.high, sine.low}, factor->pair);
    double error = 1.001 * sine.error * fabs(factor->pair.high) +
                   2 * (PAIR_PRODUCT_ERROR + ROUNDED_PAIR_ERROR) * fabs(v.high);
    return (struct sine){v.high, v.low, error};
}

/* The ends of the enclosure, moved outwards to doubles, are rounded to the same if everything between is. */
static bool decided_once(const struct element *type, const struct sine *v, uint64_t *bits) {
    double x = 0;
    if (!type->fixed && type->bytes == 8) {
        bool decided = sines_decided(ROUND_F64, v, &x);
        *bits = pipeline_bits(type, x);
        return decided;
    }
    double reach = v->error > 0 || v->low != 0 ? 0x1p-52 * fabs(v->high) + v->error : 0;
    *bits = pipeline_bits(type, v->high + reach);
    return pipeline_bits(type, v->high - reach) == *bits && !isnan(reach);
}

bool pipeline_entry_exact(const struct pipeline_entry *entry, const struct pipeline_row *row,
                          struct sine sine, uint64_t *bits) {
    if (row->sine == ROUND_NOT) {
        sine = times(sine, &entry->whole);
        return decided_once(entry->type, &sine, bits);
    }
    enum rounding format = (enum rounding)row->sine;
    double value = 0;
    bool decided;
    sine = times(sine, &entry->plain);
    if (format == ROUND_F32 || format == ROUND_F64) {
        decided = sines_decided(format, &sine, &value);
    } else {
        decided = decided_once(&elements[format], &sine, bits);
        value = rounded_value(format, *bits);
    }
    *bits = pipeline_stored(entry, value);
    return decided;
}
