/* SPDX-License-Identifier: MIT */
#include "fit/simplest.h"
#include "base/integer.h"
#include "base/text.h"
#include "exact/expression.h"
#include "exact/frequency.h"
#include "exact/number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

/* --- how much there is to say in a number, in bits */

/* More bits than these aren't simple. */
enum { BITS_MANY = 56 };

/* What signs that are no digits count; and the 1e-6 of k + 1e-6, which code divides by lest k be 0. */
enum { BITS_POINT = 1, BITS_MINUS = 2, BITS_SLASH = 2, BITS_PI = 3, BITS_GUARD = 3 };

static long least(long a, long b) {
    return a < b ? a : b;
}

static long bits_of(uint64_t n) {
    long bits = 0;
    for (; n; n >>= 1)
        bits++;
    return bits;
}

/* n > 0, as digits, as m * 10^e or as 2^e */
static long integer_bits(uint64_t n) {
    enum { BITS_POWER = 2 };
    const long of_power =
        (n & (n - 1)) == 0 ? BITS_POWER + bits_of((uint64_t)bits_of(n) - 1) : BITS_MANY;
    uint64_t zeros = 0;
    for (; n % 10 == 0; n /= 10)
        zeros++;
    return least(bits_of(n) + bits_of(zeros), of_power);
}

/* over/under, as m / 10^places */
static long decimal_bits(uint64_t over, uint64_t under) {
    uint64_t rest = under, twos = 0, fives = 0;
    for (; rest % 2 == 0; rest /= 2)
        twos++;
    for (; rest % 5 == 0; rest /= 5)
        fives++;
    const uint64_t places = twos > fives ? twos : fives;
    const double m = (double)over * pow(10, (double)places) / (double)under;
    return rest == 1 ? ilogb(m) + 1 + BITS_POINT + bits_of(places) : BITS_MANY;
}

/* q > 0. Of a fraction the simpler of its two numbers counts twice: a person writes 1/384, but 374450/17 as a decimal.
 * Halves, quarters... are as simple as decimals. */
static long rational_bits(const mpq_t q) {
    if (mpz_sizeinbase(mpq_numref(q), 2) > 64 || mpz_sizeinbase(mpq_denref(q), 2) > 64)
        return BITS_MANY;
    const uint64_t over = integer_get_unsigned(mpq_numref(q)),
                   under = integer_get_unsigned(mpq_denref(q));
    const long a = integer_bits(over), b = integer_bits(under);
    const bool halves = (under & (under - 1)) == 0;
    return under == 1
               ? a
               : least(a + BITS_SLASH + b + (halves ? 0 : least(a, b)), decimal_bits(over, under));
}

/* q > 0, as 1/k or 2/k, or with a little more than k. */
static long divided_bits(const mpq_t q, int over) {
    mpq_t k, guard;
    mpq_inits(k, guard, NULL);
    rational_set(k, over, 1);
    mpq_div(k, k, q);
    long bits = rational_bits(k);
    rational_set(guard, 1, 1000000);
    mpq_sub(k, k, guard);
    if (mpz_cmp_ui(mpq_denref(k), 1) == 0 && mpq_sgn(k) > 0)
        bits = least(bits, rational_bits(k) + BITS_GUARD);
    mpq_clears(k, guard, NULL);
    return bits;
}

/* Those of the days of a year, which anyone knows: a turn divided by 365.25 or 365.2425. */
static long year_bits(const mpq_t q) {
    enum { BITS_YEAR = 10 };
    const bool is_year = mpq_cmp_ui(q, 8, 1461) == 0 || mpq_cmp_ui(q, 800, 146097) == 0;
    return is_year ? BITS_YEAR : BITS_MANY;
}

/* Those of the multiple of pi, or of the other part of a number, with its sign. */
static long part_bits(const mpq_t part, bool of_turn) {
    mpq_t q;
    if (mpq_sgn(part) == 0)
        return 0;
    mpq_init(q);
    mpq_abs(q, part);
    long bits = rational_bits(q) + (of_turn ? BITS_PI : 0);
    for (int over = 1; over <= 2 && of_turn; over++)
        bits = least(bits, divided_bits(q, over) + BITS_PI);
    if (of_turn)
        bits = least(bits, year_bits(q) + BITS_PI);
    mpq_clear(q);
    return bits + (mpq_sgn(part) < 0 ? BITS_MINUS : 0);
}

static long bits_of_number(const struct number *x) {
    return part_bits(x->rational, false) + part_bits(x->pi, true);
}

/* --- the simplest number in an interval */

struct simple {
    char *text; /* NULL: none yet */
    long bits;
    bool turns;      /* is it a multiple of pi? Of equally simple numbers the others come first */
    double distance; /* from the middle */
};

struct simplest {
    struct simple best;
    struct number low, high;
    double middle;
    const char *sign;
};

static bool is_simpler(const struct simple *a, const struct simple *b) {
    return a->bits != b->bits     ? a->bits < b->bits
           : a->turns != b->turns ? b->turns
                                  : a->distance < b->distance;
}

/* Takes the number of an expression if it is in the interval, and simpler than the best so far. */
static void consider(struct simplest *found, char *expression) {
    char *text = text_format("%s%s", found->sign, expression);
    struct number x;
    number_init(&x);
    struct simple one = {.bits = BITS_MANY};
    if (!expression_parse(&x, text, NULL))
        one = (struct simple){.bits = bits_of_number(&x),
                              .turns = mpq_sgn(x.pi) != 0,
                              .distance = fabs(number_value(&x) - found->middle)};
    if (one.bits < BITS_MANY && (!found->best.text || is_simpler(&one, &found->best)) &&
        real_compare(&found->low, &x) <= 0 && real_compare(&x, &found->high) <= 0) {
        free(found->best.text);
        one.text = number_text(&x);
        found->best = one;
    }
    number_clear(&x);
    free(text);
    free(expression);
}

/* The multiples of the largest power of ten that has any, and of the next: those next to the middle. They are what
 * `form` says of them: themselves, or the period of a turn. */
static void add_decimals(struct simplest *found, double low, double high, const char *form) {
    enum { HALF = 4, DIGITS = 17 };
    int e = (int)floor(log10(high)) + 1, levels = 0;
    for (int digits = 0; digits <= DIGITS && levels < 2; digits++, e--) {
        const double unit = pow(10, e), slack = 1e-12,
                     first = ceil(low / unit - slack * low / unit),
                     last = floor(high / unit + slack * high / unit),
                     from = fmax(first, rint((low + high) / 2 / unit) - HALF);
        levels += first <= last;
        for (int n = 0; n < 2 * HALF && from + n <= last; n++)
            if (from + n > 0 && from + n < 0x1p53)
                consider(found, text_format("%s%.0fe%d", form, from + n, e));
    }
}

/* The fraction with the smallest denominator is a node of the Stern-Brocot tree: while low and high have the same whole part
 * k, it is k + 1/y, with y the simplest between the reciprocals of the rests [1].
 *
 * [1] R. Graham, D. Knuth, O. Patashnik, Concrete Mathematics, 2nd ed., 1994, section 4.5 and exercise 4.39 */
static double simplest_denominator(double low, double high) {
    double a = 0, b = 1; /* the denominator is a*y + b */
    for (int depth = 0; depth < 40; depth++) {
        const double k = floor(low), rest = fmax(1, ceil(low));
        if (rest <= high || !(low - k > 0))
            return a * rest + b;
        const double from = 1 / (high - k), next = a * k + b;
        high = 1 / (low - k);
        low = from;
        b = a;
        a = next;
    }
    return INFINITY;
}

/* Those fractions, and some with larger denominators; `form` is "" or "pi*". */
static void add_fractions(struct simplest *found, double low, double high, const char *form) {
    enum { DENOMINATORS = 24 };
    const double least = simplest_denominator(low, high), slack = 1e-12;
    for (int n = 0; n < DENOMINATORS && least + n < 0x1p40; n++) {
        const double under = least + n, over = fmax(1, ceil(low * under * (1 - slack)));
        if (over <= high * under * (1 + slack) && over < 0x1p53)
            consider(found, text_format("%s%.0f/%.0f", form, over, under));
    }
}

/* The part of the interval that is above 0; of one that begins at 0, numbers within 1024 of the largest. */
static void search_half(struct simplest *found, double low, double high, unsigned kinds) {
    if (high <= 0 || high < 1e-290 || low > 1e290)
        return;
    const double from = low > 0 ? low : high / 1024;
    add_decimals(found, from, high, "");
    add_fractions(found, from, high, "");
    if (kinds & SIMPLEST_PI) {
        add_fractions(found, from / pi, high / pi, "pi*");
        add_decimals(found, 2 * pi / high, 2 * pi / from, "2pi/");
    }
}

char *simplest_number(double low, double high, unsigned kinds) {
    if (!isfinite(low) || !isfinite(high) || !(low <= high))
        return NULL;
    struct simplest found = {.middle = low / 2 + high / 2, .sign = ""};
    number_init(&found.low);
    number_init(&found.high);
    mpq_set_d(found.low.rational, low);
    mpq_set_d(found.high.rational, high);
    if (low <= 0 && high >= 0)
        consider(&found, text_format("0"));
    search_half(&found, low, high, kinds);
    found.sign = "-";
    search_half(&found, -high, -low, kinds);
    number_clear(&found.low);
    number_clear(&found.high);
    return found.best.text;
}

/* --- texts */

/* Reads a number, or the one of which "sqrt(...)" takes the root. */
static bool read_number(struct number *x, const char *text, const struct sizes *sizes, bool *root) {
    *root = strncmp(text, "sqrt(", strlen("sqrt(")) == 0;
    const char *from = *root ? text + strlen("sqrt(") : text;
    char *inner = text_format("%.*s", (int)strlen(from) - *root, from);
    const bool known = !expression_parse(x, inner, sizes);
    free(inner);
    return known;
}

static double cost_of_one(const char *text) {
    const double bits_of_digit = 3.32, of_symbols = 2;
    const long of_root = 4;
    struct number x;
    bool root;
    number_init(&x);
    const bool known = read_number(&x, text, NULL, &root);
    const long bits = bits_of_number(&x) + (root ? of_root : 0);
    number_clear(&x);
    return known ? (double)bits / bits_of_digit : of_symbols;
}

/* The next number of a list, with commas, colons or blanks between them, or NULL. The caller frees it. */
static char *number_next(const char **list) {
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
    bool root;
    number_init(&x);
    const double value = read_number(&x, text, sizes, &root) ? number_value(&x) : NAN;
    number_clear(&x);
    return root ? sqrt(value) : value;
}

char *number_simplified(const char *expression) {
    struct number x;
    number_init(&x);
    char *simplified = expression_parse(&x, expression, NULL) ? NULL : number_text(&x);
    number_clear(&x);
    return simplified;
}

double text_cost(const char *text) {
    double cost = 0;
    for (char *one; (one = number_next(&text)) != NULL; free(one))
        cost += *one ? cost_of_one(one) : 0;
    return cost;
}

double words_dearest(const char *const given[WORDS], word_set numbers) {
    double most = 0;
    for (int k = 0; k < WORDS; k++) {
        const char *list = (numbers & WORD_SET(k)) && given[k] ? given[k] : "";
        for (char *one; (one = number_next(&list)) != NULL; free(one))
            most = fmax(most, *one ? cost_of_one(one) : 0);
    }
    return most;
}
