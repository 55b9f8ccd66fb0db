/* SPDX-License-Identifier: MIT */
/* Compares the output of `posenc show` with ball arithmetic, for the entries of oracle_entries.h.
 *
 *     posenc show --csv --digits N WORDS... | oracle_show digits N WORDS...
 *         every decimal, element and error of the lines is the correctly rounded one. Silent if so.
 *     oracle_show midpoints WORDS...      a line for each entry: how near it is to a midpoint of the type,
 *     oracle_show angles WORDS...         or its angle to a multiple of pi/2; then its row and column, and 60 digits of its
 *                                         value, or of its angle, up to the sign of a cosine's
 *
 * Exit status: 0 agreement, 1 difference, 2 bad usage. */
#include "../exact/oracle_entries.h"

#include <inttypes.h>
#include <math.h>

enum { ERROR_DIGITS = 4, BITS_MOST = 1 << 20 };

/* An entry A * f(p*w), as it is rounded: times the type's factor over the scale. */
struct value {
    char function;
    const struct real *p;
    struct frequency *w;
    bool rational;
    fmpq_t q;
};

static fmpq_t factor;

static void set_factor(void) {
    fmpq_init(factor);
    fmpq_one(factor);
    if (!type->precision) {
        fmpq_set_si(factor, type->factor, 1);
        fmpq_div(factor, factor, scale);
    }
}

static void set_value(struct value *v, unsigned long j, const struct real *p) {
    v->function = column[j].function;
    v->p = p;
    v->w = &column[j].w;
    fmpq_init(v->q);
    v->rational = v->function == '0' || rational_entry(v->q, v->function, p, v->w);
    if (v->function == '0')
        fmpq_zero(v->q);
    fmpq_mul(v->q, v->q, factor);
}

static void enclose_value(arb_t y, const struct value *v, slong bits) {
    arb_t q;
    arb_init(q);
    if (v->rational) {
        arb_set_fmpq(y, v->q, bits);
    } else {
        enclose(y, v->function, v->p, v->w, bits);
        arb_set_fmpq(q, factor, bits);
        arb_mul(y, y, q, bits);
    }
    arb_clear(q);
}

/* --- digits */

static void read_text(fmpq_t q, const char *text, slong *places, size_t *digits) {
    const char *e = strchr(text, 'e'), *point = strchr(text, '.');
    char plain[100000];
    size_t length = 0;
    *digits = 0;
    for (const char *at = text + (*text == '-'); *at && at != e; at++)
        if (*at != '.')
            plain[length++] = *at;
    plain[length] = 0;
    *digits = strlen(plain + strspn(plain, "0"));
    *places = (point ? (e ? e : text + strlen(text)) - point - 1 : 0) - (e ? atol(e + 1) : 0);
    fmpz_set_str(fmpq_numref(q), plain, 10);
    fmpz_one(fmpq_denref(q));
    if (*text == '-')
        fmpq_neg(q, q);
    fmpz_t ten;
    fmpz_init_set_ui(ten, 10);
    fmpz_pow_ui(ten, ten, (ulong)labs(*places));
    if (*places > 0)
        fmpq_div_fmpz(q, q, ten);
    else
        fmpq_mul_fmpz(q, q, ten);
    fmpz_clear(ten);
}

/* Is `text` times * v + plus with `count` digits? */
static bool is_rounded(const char *text, size_t count, const struct value *v, const fmpq_t times,
                       const fmpq_t plus) {
    fmpq_t shown, half, exact;
    slong places;
    size_t digits;
    bool right = false, decided = false;
    fmpq_init(shown);
    fmpq_init(half);
    fmpq_init(exact);
    read_text(shown, text, &places, &digits);
    fmpq_mul(exact, v->q, times);
    fmpq_add(exact, exact, plus);
    if (v->rational && fmpq_equal(exact, shown))
        decided = right = digits <= count && (fmpq_is_zero(shown) ||
                                              text[strlen(text) - 1] != '0' || !strchr(text, '.'));
    fmpq_set_si(half, 1, 2);
    fmpz_t ten;
    fmpz_init_set_ui(ten, 10);
    fmpz_pow_ui(ten, ten, (ulong)labs(places));
    (places > 0 ? fmpq_div_fmpz : fmpq_mul_fmpz)(half, half, ten);
    arb_t y, x, limit;
    arb_init(y);
    arb_init(x);
    arb_init(limit);
    for (slong bits = 64; !decided && bits <= BITS_MOST; bits *= 2) {
        enclose_value(y, v, bits);
        arb_set_fmpq(x, times, bits);
        arb_mul(y, y, x, bits);
        arb_set_fmpq(x, plus, bits);
        arb_add(y, y, x, bits);
        arb_set_fmpq(x, shown, bits);
        arb_sub(y, y, x, bits);
        arb_abs(y, y);
        arb_set_fmpq(limit, half, bits);
        decided = arb_lt(y, limit) || arb_gt(y, limit);
        right = digits == count && arb_lt(y, limit);
    }
    arb_clear(y);
    arb_clear(x);
    arb_clear(limit);
    fmpz_clear(ten);
    fmpq_clear(shown);
    fmpq_clear(half);
    fmpq_clear(exact);
    return right;
}

/* The element as a number, and its ulp. */
static slong element_of(fmpq_t q, uint64_t bits) {
    slong ulp = -type->scale;
    uint64_t sign = UINT64_C(1) << (8 * type->bytes - 1);
    if (!type->precision) {
        int64_t integer = (int64_t)bits;
        if (type->low < 0 && bits & sign)
            integer -= (int64_t)(2 * sign);
        fmpq_set_si(q, integer, 1);
        fmpq_sub(q, q, zero_point);
    } else {
        uint64_t hidden = UINT64_C(1) << (type->precision - 1), magnitude = bits & (sign - 1);
        uint64_t field = magnitude / hidden,
                 significand = magnitude % hidden + (field ? hidden : 0);
        ulp = type->least + (field ? (slong)field - 1 : 0);
        fmpq_set_ui(q, significand, 1);
        if (bits & sign)
            fmpq_neg(q, q);
    }
    (ulp < 0 ? fmpq_div_2exp : fmpq_mul_2exp)(q, q, (ulong)labs(ulp));
    return ulp;
}

struct line {
    char *text;
} * lines_of; /* by position and column */
static unsigned long count_wanted, differ;
static size_t digits_wanted;

static char *field(char *text, int k) {
    char *copy = strdup(text), *at = copy;
    for (; k > 0; k--)
        at = strchr(at, ',') + 1;
    at[strcspn(at, ",\n")] = 0;
    char *result = strdup(at);
    free(copy);
    return result;
}

static void read_lines(void) {
    bool swap = is(AXES, "channel-major");
    char *text = NULL;
    size_t room = 0;
    lines_of = room_for(max_len * columns, sizeof *lines_of);
    if (getline(&text, &room, stdin) < 0 ||
        strcmp(text, "row,position,column,entry,decimal,element,bits,error,note\n") != 0)
        usage("the header of the CSV");
    while (getline(&text, &room, stdin) > 0) {
        unsigned long r = strtoul(field(text, 0), NULL, 10), j = strtoul(field(text, 2), NULL, 10);
        unsigned long at = swap ? j * columns + r : r * columns + j;
        if (at >= max_len * columns || lines_of[at].text)
            usage("a line of each entry");
        bool zero = zero_row(swap ? j : r);
        if (zero && (strcmp(field(text, 3), "zero") != 0 || strcmp(field(text, 4), "0") != 0 ||
                     strcmp(field(text, 7), "0") != 0 ||
                     strtoull(field(text, 6), NULL, 16) != rounded_zero(type)))
            usage("a row of zeros");
        lines_of[at].text = strdup(text);
        count_wanted += !zero;
    }
}

static void hold(unsigned long r, unsigned long j, const struct real *p) {
    char *text = lines_of[r * columns + j].text;
    if (!text)
        return;
    count_wanted--;
    struct value v;
    fmpq_t times, plus;
    set_value(&v, j, p);
    fmpq_init(times);
    fmpq_init(plus);
    fmpq_inv(times, factor);
    uint64_t bits = strtoull(field(text, 6), NULL, 16);
    bool right = is_rounded(field(text, 4), digits_wanted, &v, times, plus);
    right = right && bits == entry(v.function, p, v.w);
    slong ulp = element_of(plus, bits);
    fmpq_set_si(times, -1, 1);
    (ulp < 0 ? fmpq_mul_2exp : fmpq_div_2exp)(plus, plus, (ulong)labs(ulp));
    (ulp < 0 ? fmpq_mul_2exp : fmpq_div_2exp)(times, times, (ulong)labs(ulp));
    right = right && is_rounded(field(text, 7), ERROR_DIGITS, &v, times, plus);
    if (!right && differ++ < 5)
        printf("wrong: %s", text);
    fmpq_clear(times);
    fmpq_clear(plus);
    fmpq_clear(v.q);
}

/* --- hard entries */

static void print_measure(unsigned long r, unsigned long j, const arb_t measure,
                          const arb_t number) {
    bool swap = is(AXES, "channel-major");
    char *digits = arb_get_str(number, 60, ARB_STR_NO_RADIUS);
    printf("%.9e %lu %lu %s\n", arf_get_d(arb_midref(measure), ARF_RND_NEAR), swap ? j : r,
           swap ? r : j, digits);
    flint_free(digits);
}

enum { PRECISION = 1024 };

static void midpoint(unsigned long r, unsigned long j, const struct real *p) {
    struct value v;
    arb_t y, unit, number;
    fmpz_t floor;
    set_value(&v, j, p);
    arb_init(y);
    arb_init(number);
    arb_init(unit);
    fmpz_init(floor);
    enclose_value(y, &v, PRECISION);
    arb_set(number, y);
    bool below = arb_is_negative(y);
    arb_abs(y, y);
    slong exponent = -type->scale;
    if (type->precision && !arb_is_zero(y)) {
        slong binade = arf_abs_bound_lt_2exp_si(arb_midref(y)) - 1;
        exponent = binade - type->precision + 1;
        exponent = exponent < type->least ? type->least : exponent;
    }
    arb_mul_2exp_si(y, y, -exponent);
    arf_get_fmpz(floor, arb_midref(y), ARF_RND_FLOOR);
    const int64_t zero = fmpz_get_si(fmpq_numref(zero_point)); /* whole in the tests of show */
    int64_t most = below ? zero - type->low : type->high - zero;
    if (!type->precision && fmpz_cmp_si(floor, most) >= 0)
        fmpz_set_si(floor, most - 1);
    arb_sub_fmpz(y, y, floor, PRECISION);
    fmpq_t half;
    fmpq_init(half);
    fmpq_set_si(half, 1, 2);
    arb_set_fmpq(unit, half, PRECISION);
    arb_sub(y, y, unit, PRECISION);
    arb_abs(y, y);
    bool exact = v.rational && (arb_is_zero(y) || arb_equal(y, unit));
    if (!exact)
        print_measure(r, j, y, number);
    arb_clear(number);
    arb_clear(y);
    arb_clear(unit);
    fmpz_clear(floor);
}

static void angle(unsigned long r, unsigned long j, const struct real *p) {
    char function = column[j].function;
    if (function != 's' && function != 'c')
        return;
    arb_t x, y, pi, number;
    fmpz_t quarters;
    arb_init(x);
    arb_init(number);
    arb_init(y);
    arb_init(pi);
    fmpz_init(quarters);
    arb_const_pi(pi, PRECISION);
    arb_set_fmpq(x, p->b, PRECISION);
    arb_mul(x, x, pi, PRECISION);
    arb_set_fmpq(y, p->a, PRECISION);
    arb_add(x, x, y, PRECISION);
    frequency_ball(y, &column[j].w, &rule, base, PRECISION);
    arb_mul(x, x, y, PRECISION);
    (function == 'c' ? arb_abs : arb_set)(number, x);
    arb_mul_2exp_si(pi, pi, -1);
    arb_div(y, x, pi, PRECISION);
    arf_get_fmpz(quarters, arb_midref(y), ARF_RND_NEAR);
    if (!fmpz_is_zero(quarters) && fmpz_is_odd(quarters) == (function == 'c')) {
        arb_submul_fmpz(x, pi, quarters, PRECISION);
        if (!arb_contains_zero(x)) {
            arb_mul(y, y, pi, PRECISION);
            arb_div(x, x, y, PRECISION);
            arb_abs(x, x);
            print_measure(r, j, x, number);
        }
    }
    arb_clear(number);
    arb_clear(x);
    arb_clear(y);
    arb_clear(pi);
    fmpz_clear(quarters);
}

int main(int argc, char *argv[]) {
    if (argc < 3)
        usage("a mode");
    const char *mode = argv[1];
    bool digits = strcmp(mode, "digits") == 0;
    if (digits)
        digits_wanted = strtoul(argv[2], NULL, 10);
    read_table(argc - 1 - digits, argv + 1 + digits);
    set_factor();
    if (!digits) {
        each_entry(strcmp(mode, "angles") == 0 ? angle : midpoint);
        return 0;
    }
    read_lines();
    unsigned long lines_read = count_wanted;
    each_entry(hold);
    if (count_wanted || lines_read == 0)
        printf("%lu of %lu lines are not of the table\n", count_wanted, lines_read);
    return differ > 0 || count_wanted || lines_read == 0;
}
