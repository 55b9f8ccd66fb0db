#include "fit/simplest.h"
#include "base/die.h"
#include "base/integer.h"
#include "base/text.h"
#include "exact/number.h"

#include <float.h>
#include <gmp.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* Numbers in an interval, of which the simplest are taken. */

/* q or q*pi; of equally simple numbers the first kind wins. */
enum kind { KIND_RATIONAL, KIND_PI };

struct simple_number {
    struct number x;
    enum kind kind;
    long bits;       /* that say it */
    double distance; /* from the middle of the interval */
};

struct candidates {
    struct simple_number *list;
    size_t count;

    /* Of those that are added next: are they negated, and periods, which divide a turn; where is the middle of the interval
     * without its sign? */
    bool negative, periods;
    double middle;
    long most; /* more bits than these aren't simple enough, */
    bool one;  /* nor more than the simplest one's has if only that is wanted */
};

/* What a sign that isn't a digit counts, in bits: pi, exp() or sqrt(), the 10^-n of k + 10^-n... */
enum {
    BITS_POINT = 1,
    BITS_MINUS = 2,
    BITS_SLASH = 2,
    BITS_POWER = 2,
    BITS_PI = 3,
    BITS_GUARD = 3,
    BITS_FUNCTION = 4
};

static long bits_of(uint64_t n) {
    long bits = 0;
    for (; n; n >>= 1)
        bits++;
    return bits;
}

static long least(long a, long b) {
    return a < b ? a : b;
}

/* A higher power of two isn't simple as a text. */
enum { POWER_MAX = 64 };

/* The same as below, of a small one. */
static long small_bits(uint64_t n) {
    uint64_t m = n, zeros = 0;
    for (; m % 10 == 0; m /= 10)
        zeros++;
    const long bits = bits_of(m) + bits_of(zeros);
    return (n & (n - 1)) == 0 ? least(bits, BITS_POWER + bits_of((uint64_t)bits_of(n) - 1)) : bits;
}

/* z > 0, as digits, as m * 10^e or as 2^e */
static long integer_bits(const mpz_t z) {
    if (mpz_sizeinbase(z, 2) <= 64)
        return small_bits(integer_get_unsigned(z));
    mpz_t m, ten;
    mpz_init_set(m, z);
    mpz_init_set_ui(ten, 10);
    const unsigned long zeros = mpz_divisible_ui_p(z, 10) ? mpz_remove(m, z, ten) : 0;
    long bits = (long)mpz_sizeinbase(m, 2) + bits_of(zeros);
    mpz_clear(ten);
    if (mpz_popcount(z) == 1 && mpz_scan1(z, 0) <= POWER_MAX)
        bits = least(bits, BITS_POWER + bits_of(mpz_scan1(z, 0)));
    mpz_clear(m);
    return bits;
}

/* q > 0, as m / 10^places; NUMBER_BITS_MANY if it has too many places, or never ends */
static long decimal_bits(const mpq_t q) {
    mpz_t m, five;
    const mp_bitcnt_t twos = mpz_scan1(mpq_denref(q), 0);
    mpz_init(m);
    mpz_init_set_ui(five, 5);
    const mp_bitcnt_t fives = mpz_remove(m, mpq_denref(q), five),
                      places = twos > fives ? twos : fives;
    long bits = NUMBER_BITS_MANY;
    if (places <= NUMBER_BITS_MANY && mpz_sizeinbase(m, 2) == twos + 1) { /* m is 2^twos */
        integer_power(m, 10, (unsigned)places);
        mpz_mul(m, m, mpq_numref(q));
        mpz_divexact(m, m, mpq_denref(q));
        bits = (long)mpz_sizeinbase(m, 2) + BITS_POINT + bits_of(places);
    }
    mpz_clear(m);
    mpz_clear(five);
    return bits;
}

/* Of a fraction the simpler of its two numbers counts twice: a person writes 1/384, but 374450/17 as a decimal. Halves,
 * quarters... are as simple as decimals. */
long rational_bits(const mpq_t q) {
    if (mpz_cmp_ui(mpq_denref(q), 1) == 0)
        return integer_bits(mpq_numref(q));
    long over = integer_bits(mpq_numref(q)), under = integer_bits(mpq_denref(q));
    const bool halves = mpz_popcount(mpq_denref(q)) == 1;
    return least(over + BITS_SLASH + under + (halves ? 0 : least(over, under)), decimal_bits(q));
}

/* Code that divides by a size k adds 10^-n to it, lest it be 0: such numbers are times/(k + 10^-n). */
enum { GUARD_LEAST = 3, GUARD_MOST = 12 };

/* Those of 1/k, 2/k or, with that little more, 10^n or 2*10^n by k*10^n + 1; NUMBER_BITS_MANY of other numbers. Only parts
 * of a turn are as simple as k without it. */
static long divided_bits(const mpq_t q, bool of_turn) {
    mpz_t k, power;
    unsigned n = 0;
    if (!of_turn && !mpz_divisible_ui_p(mpq_numref(q), 10))
        return NUMBER_BITS_MANY;
    mpz_init(k);
    mpz_init_set(power, mpq_numref(q));
    for (; mpz_divisible_ui_p(power, 10) && n <= GUARD_MOST; n++)
        mpz_divexact_ui(power, power, 10);
    bool found =
        (n == 0 ? of_turn : n >= GUARD_LEAST && n <= GUARD_MOST) && mpz_cmp_ui(power, 2) <= 0;
    integer_power(power, 10, n);
    mpz_set(k, mpq_denref(q));
    if (n > 0)
        mpz_sub_ui(k, k, 1);
    found = found && mpz_sgn(k) > 0 && mpz_divisible_p(k, power);
    if (found)
        mpz_divexact(k, k, power);
    const long bits = found ? integer_bits(k) + (n > 0 ? BITS_GUARD : 0) : NUMBER_BITS_MANY;
    mpz_clears(k, power, NULL);
    return bits;
}

/* The days of a year, which anyone knows: 365.25 or 365.2425. */
enum { YEARS = 2, BITS_YEAR = 10 };
static void set_year(mpq_t year, int k) {
    mpq_set_ui(year, 146097, 400);
    if (k == 0)
        mpq_set_ui(year, 1461, 4);
}

/* Those of a turn divided by a period, of a few decimals or a year. */
static long period_bits(const mpq_t q) {
    mpq_t period, year;
    mpq_inits(period, year, NULL);
    mpq_set_ui(period, 2, 1);
    mpq_div(period, period, q);
    long bits = rational_bits(period);
    for (int k = 0; k < YEARS; k++) {
        set_year(year, k);
        bits = mpq_equal(period, year) ? BITS_YEAR : bits;
    }
    mpq_clears(period, year, NULL);
    return bits;
}

/* Those of the multiple of pi, or of the other part of a number, with its sign. */
static long part_bits(const mpq_t part, bool of_turn) {
    mpq_t q;
    mpq_init(q);
    mpq_abs(q, part);
    long bits = mpq_sgn(q) == 0 ? 0 : least(rational_bits(q), divided_bits(q, of_turn));
    if (of_turn && mpq_sgn(q) != 0)
        bits = least(bits, period_bits(q));
    mpq_clear(q);
    bits += of_turn && mpq_sgn(part) != 0 ? BITS_PI : 0;
    return bits + (mpq_sgn(part) < 0 ? BITS_MINUS : 0);
}

static long bits_of_number(const struct number *x) {
    return part_bits(x->rational, false) + part_bits(x->pi, true);
}

/* The simplest fraction is a node of the Stern-Brocot tree, and its continued fraction begins as those of both ends
 * do [1]. While low and high have the same whole part k, it is k + 1/y, with y the simplest between the reciprocals
 * of the rests. The matrix (a b; c d) gathers these steps: x = (a y + b)/(c y + d).
 *
 * [1] R. Graham, D. Knuth, O. Patashnik, Concrete Mathematics, 2nd ed., 1994, section 4.5 and exercise 4.39 */
void fraction_simplest(mpq_t x, const mpq_t low, const mpq_t high) {
    mpq_t from, to, rest;
    mpz_t a, b, c, d, k, next;
    mpq_inits(from, to, rest, NULL);
    mpz_inits(b, c, k, next, NULL);
    mpz_init_set_ui(a, 1);
    mpz_init_set_ui(d, 1);
    mpq_set(from, low);
    mpq_set(to, high);
    for (;;) {
        mpz_cdiv_q(k, mpq_numref(from), mpq_denref(from));
        if (mpz_sgn(k) == 0)
            mpz_set_ui(k, 1);
        mpq_set_z(rest, k);
        if (mpq_cmp(rest, to) <= 0)
            break; /* y = k */
        mpz_sub_ui(k, k, 1);
        mpq_set_z(rest, k);
        mpq_sub(from, from, rest);
        mpq_sub(to, to, rest);
        mpq_inv(rest, to); /* reciprocals exchange the ends */
        mpq_inv(to, from);
        mpq_set(from, rest);
        mpz_set(next, a); /* (a b; c d) = (a b; c d)(k 1; 1 0) */
        mpz_mul(a, a, k);
        mpz_add(a, a, b);
        mpz_set(b, next);
        mpz_set(next, c);
        mpz_mul(c, c, k);
        mpz_add(c, c, d);
        mpz_set(d, next);
    }
    mpz_mul(a, a, k);
    mpz_add(mpq_numref(x), a, b);
    mpz_mul(c, c, k);
    mpz_add(mpq_denref(x), c, d);
    mpq_canonicalize(x);
    mpq_clears(from, to, rest, NULL);
    mpz_clears(a, b, c, d, k, next, NULL);
}

bool fraction_with_denominator(mpq_t x, const mpq_t low, const mpq_t high, const mpz_t under) {
    mpz_mul(mpq_numref(x), mpq_numref(low), under);
    mpz_cdiv_q(mpq_numref(x), mpq_numref(x), mpq_denref(low));
    mpz_set(mpq_denref(x), under);
    mpq_canonicalize(x);
    return mpq_cmp(x, high) <= 0;
}

static const double pi = 3.14159265358979323846;

/* A distance only decides between numbers of the same bits. */
static double rough_value(const mpq_t q, enum kind kind) {
    return mpq_get_d(q) * (kind == KIND_PI ? pi : 1);
}

/* Adds a number, unless it takes too many bits. */
static void candidates_add(struct candidates *found, const mpq_t q, enum kind kind) {
    struct simple_number number = {.kind = kind,
                                   .distance = fabs(rough_value(q, kind) - found->middle)};
    if (!found->periods && part_bits(q, kind == KIND_PI) > found->most)
        return;
    number_init(&number.x);
    if (found->periods)
        number.kind = KIND_PI;
    mpq_ptr part = number.kind == KIND_PI ? number.x.pi : number.x.rational;
    mpq_set(part, q);
    if (found->periods) {
        mpq_inv(part, part);
        mpq_mul_2exp(part, part, 1);
    }
    if (found->negative)
        mpq_neg(part, part);
    number.bits = bits_of_number(&number.x);
    if (number.bits > found->most) {
        number_clear(&number.x);
        return;
    }
    found->most = found->one ? number.bits : found->most;
    found->list = die_grow(found->list, found->count, sizeof *found->list);
    found->list[found->count++] = number;
}

static bool is_equal(const struct simple_number *x, const struct simple_number *y) {
    return x->kind == y->kind && mpq_equal(x->x.rational, y->x.rational) &&
           mpq_equal(x->x.pi, y->x.pi);
}

static int compare(const void *a, const void *b) {
    const struct simple_number *x = a, *y = b;
    if (x->bits != y->bits)
        return x->bits < y->bits ? -1 : 1;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    if (x->distance != y->distance)
        return x->distance < y->distance ? -1 : 1;
    return mpq_cmp(x->x.rational, y->x.rational);
}

/* The simplest of them, each once, and at most that many. Returns how many; the caller frees each. Frees the list. */
static size_t candidates_take(struct candidates *found, char *texts[], size_t most) {
    if (found->count > 0)
        qsort(found->list, found->count, sizeof *found->list, compare);
    size_t count = 0;
    for (size_t k = 0; k < found->count && count < most; k++) {
        bool known = false;
        for (size_t j = 0; j < k && !known; j++)
            known = is_equal(&found->list[j], &found->list[k]);
        if (!known)
            texts[count++] = number_text(&found->list[k].x);
    }
    for (size_t k = 0; k < found->count; k++)
        number_clear(&found->list[k].x);
    free(found->list);
    return count;
}

/* --- the kinds of numbers between low and high, both above 0 */

enum { EACH = 12 }; /* of a kind, this many are enough */

/* The multiples of 10^e, or those next to the middle if there are many. Returns whether there is one. */
static bool add_multiples(struct candidates *found, const mpq_t low, const mpq_t high, long e) {
    mpq_t unit, x;
    mpz_t first, last;
    mpq_inits(unit, x, NULL);
    mpz_inits(first, last, NULL);
    integer_power(e < 0 ? mpq_denref(unit) : mpq_numref(unit), 10, (unsigned)labs(e));
    mpz_set_ui(e < 0 ? mpq_numref(unit) : mpq_denref(unit), 1);
    mpq_div(x, low, unit);
    mpz_cdiv_q(first, mpq_numref(x), mpq_denref(x));
    mpq_div(x, high, unit);
    mpz_fdiv_q(last, mpq_numref(x), mpq_denref(x));
    bool any = mpz_cmp(first, last) <= 0;

    mpz_sub(mpq_numref(x), last, first);
    if (mpz_cmp_ui(mpq_numref(x), EACH) > 0) {
        mpz_fdiv_q_2exp(mpq_numref(x), mpq_numref(x), 1);
        mpz_add(first, first, mpq_numref(x));
        mpz_sub_ui(first, first, EACH / 2);
    }
    for (int k = 0; k < EACH && mpz_cmp(first, last) <= 0; k++) {
        mpq_set_z(x, first);
        mpq_mul(x, x, unit);
        candidates_add(found, x, KIND_RATIONAL);
        mpz_add_ui(first, first, 1);
    }
    mpq_clears(unit, x, NULL);
    mpz_clears(first, last, NULL);
    return any;
}

/* The multiples of the largest power of ten that has any, and of the next. */
static void add_decimals(struct candidates *found, const mpq_t low, const mpq_t high) {
    long over = (long)mpz_sizeinbase(mpq_numref(high), 10),
         under = (long)mpz_sizeinbase(mpq_denref(high), 10);
    long e = over - under + 1; /* 10^e > high */
    for (int digits = 0; digits < 18; digits++, e--)
        if (add_multiples(found, low, high, e)) {
            add_multiples(found, low, high, e - 1);
            return;
        }
}

static void add_powers_of_two(struct candidates *found, const mpq_t low, const mpq_t high) {
    long over = (long)mpz_sizeinbase(mpq_numref(high), 2),
         under = (long)mpz_sizeinbase(mpq_denref(high), 2);
    mpq_t x;
    mpq_init(x);
    mpq_set_ui(x, 1, 1);
    long e = over - under + 1; /* 2^e > high */
    if (e < 0)
        mpq_div_2exp(x, x, (unsigned long)-e);
    else
        mpq_mul_2exp(x, x, (unsigned long)e);
    for (int k = 0; k < EACH && mpq_cmp(x, low) >= 0; k++, mpq_div_2exp(x, x, 1))
        if (mpq_cmp(x, high) <= 0)
            candidates_add(found, x, KIND_RATIONAL);
    mpq_clear(x);
}

static void add_fractions(struct candidates *found, const mpq_t low, const mpq_t high,
                          enum kind kind) {
    enum { DENOMINATORS = 32 };
    mpq_t x;
    mpz_t under;
    mpq_init(x);
    mpz_init(under);
    fraction_simplest(x, low, high);
    mpz_set(under, mpq_denref(x));
    for (int k = 0; k < DENOMINATORS; k++, mpz_add_ui(under, under, 1))
        if (fraction_with_denominator(x, low, high, under))
            candidates_add(found, x, kind);
    mpq_clear(x);
    mpz_clear(under);
}

/* The numbers 2pi/q in the interval. */
static void add_periods(struct candidates *found, double low, double high) {
    const double from = 2 * pi / high, to = 2 * pi / low, rounding = 4 * DBL_EPSILON;
    mpq_t least, most, year;
    if (!(from > 0) || !isfinite(to))
        return;
    mpq_inits(least, most, year, NULL);
    mpq_set_d(least, from * (1 + rounding));
    mpq_set_d(most, to * (1 - rounding));
    found->periods = true;
    if (mpq_cmp(least, most) <= 0)
        add_decimals(found, least, most);
    for (int k = 0; k < YEARS; k++) {
        set_year(year, k);
        if (mpq_cmp(least, year) <= 0 && mpq_cmp(year, most) <= 0)
            candidates_add(found, year, KIND_PI);
    }
    found->periods = false;
    mpq_clears(least, most, year, NULL);
}

/* The numbers q*pi in the interval: ends move inwards by more than they are rounded. */
static void add_turns(struct candidates *found, double low, double high) {
    const double rounding = 4 * DBL_EPSILON, from = low / pi * (1 + rounding),
                 to = high / pi * (1 - rounding);
    mpq_t least, most;
    if (!(from > 0) || !(from <= to))
        return;
    mpq_inits(least, most, NULL);
    mpq_set_d(least, from);
    mpq_set_d(most, to);
    add_fractions(found, least, most, KIND_PI);
    mpq_clears(least, most, NULL);
}

/* Looks between 0 and infinity. */
static void search_positive(struct candidates *found, const mpq_t low, const mpq_t high,
                            unsigned kinds) {
    const double from = mpq_get_d(low), to = mpq_get_d(high);
    found->middle = (from + to) / 2;
    add_decimals(found, low, high);
    add_powers_of_two(found, low, high);
    add_fractions(found, low, high, KIND_RATIONAL);
    if (kinds & SIMPLEST_PI) {
        add_turns(found, from, to);
        add_periods(found, from, to);
    }
}

/* The part of the interval that is above 0; of one that begins at 0, numbers within 1024 of the largest. */
static void search_half(struct candidates *found, double low, double high, unsigned kinds) {
    if (high <= 0)
        return;
    mpq_t from, to;
    mpq_inits(from, to, NULL);
    mpq_set_d(to, high);
    if (low > 0)
        mpq_set_d(from, low);
    else
        mpq_div_2exp(from, to, 10);
    search_positive(found, from, to, kinds);
    mpq_clears(from, to, NULL);
}

static size_t simplest_of(double low, double high, unsigned kinds, char *texts[], size_t most) {
    if (!isfinite(low) || !isfinite(high) || !(low <= high))
        return 0;
    struct candidates found = {.most = NUMBER_BITS_MANY - 1, .one = most == 1};
    if (low <= 0 && high >= 0) {
        mpq_t zero;
        mpq_init(zero);
        candidates_add(&found, zero, KIND_RATIONAL);
        mpq_clear(zero);
    }
    search_half(&found, low, high, kinds);
    found.negative = true;
    search_half(&found, -high, -low, kinds);
    return candidates_take(&found, texts, most);
}

size_t simplest_numbers(double low, double high, unsigned kinds, char *texts[SIMPLEST_MAX]) {
    return simplest_of(low, high, kinds, texts, SIMPLEST_MAX);
}

char *simplest_number(double low, double high, unsigned kinds) {
    char *text;
    return simplest_of(low, high, kinds, &text, 1) > 0 ? text : NULL;
}

/* --- how much there is to say */

static const double BITS_OF_DIGIT = 3.32, COST_OF_SYMBOLS = 2;

/* Reads a number that a function may have around it: "exp(10)", "sqrt(2/d)". */
enum function { NO_FUNCTION, EXP, SQRT };
static bool read_number(struct number *x, const char *text, const struct sizes *sizes,
                        enum function *function) {
    static const char *const names[] = {"", "exp(", "sqrt("};
    *function = SQRT;
    while (*function != NO_FUNCTION &&
           strncmp(text, names[*function], strlen(names[*function])) != 0)
        --*function;
    const char *from = text + strlen(names[*function]);
    char *inner = text_format("%.*s", (int)strlen(from) - (*function != NO_FUNCTION), from);
    const bool known = !expression_parse(x, inner, sizes);
    free(inner);
    return known;
}

static double cost_of_one(const char *text) {
    struct number x;
    enum function function;
    number_init(&x);
    const bool known = read_number(&x, text, NULL, &function);
    const long bits = bits_of_number(&x) + (function != NO_FUNCTION ? BITS_FUNCTION : 0);
    number_clear(&x);
    return known ? (double)bits / BITS_OF_DIGIT : COST_OF_SYMBOLS;
}

char *number_next(const char **list) {
    const size_t length = strcspn(*list, ",: ");
    char *one = **list ? text_format("%.*s", (int)length, *list) : NULL;
    *list += length + ((*list)[length] != 0);
    return one;
}

double number_value(const struct number *x) {
    return mpq_get_d(x->rational) + mpq_get_d(x->pi) * pi;
}

double text_value(const char *text, const struct sizes *sizes) {
    struct number x;
    enum function function;
    number_init(&x);
    const double value = read_number(&x, text, sizes, &function) ? number_value(&x) : NAN;
    number_clear(&x);
    return function == EXP ? exp(value) : function == SQRT ? sqrt(value) : value;
}

char *number_simplified(const char *text) {
    struct number x;
    number_init(&x);
    char *simplified = expression_parse(&x, text, NULL) ? NULL : number_text(&x);
    number_clear(&x);
    return simplified;
}

double text_cost(const char *text) {
    double cost = 0;
    for (char *one; (one = number_next(&text)) != NULL; free(one))
        cost += *one ? cost_of_one(one) : 0;
    return cost;
}

double words_dearest(const char *const given[WORDS], word_set set) {
    const word_set numbers = set & (WORD_SET(BASE) | WORD_SET(FIRST) | WORD_SET(STEP) |
                                    WORD_SET(CLAMP) | WORD_SET(AMPLITUDE));
    double most = 0;
    for (int k = 0; k < WORDS; k++) {
        const char *list = (numbers & WORD_SET(k)) && given[k] ? given[k] : "";
        for (char *one; (one = number_next(&list)) != NULL; free(one))
            most = fmax(most, *one ? cost_of_one(one) : 0);
    }
    return most;
}
