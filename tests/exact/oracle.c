/* SPDX-License-Identifier: MIT */
/* Compares a raw table with the exact one: oracle --max-len N --d-model N ... < table.bin
 *
 * The words are posenc's; all else is independent of it: the oracles' own reading of the words, its own order of the
 * columns, sine and cosine by ball arithmetic (Arb), and its own rounding. Silent if every bit agrees. Exit status: 0
 * agreement, 1 difference, 2 bad usage. */
#include "oracle_round.h"
#include "oracle_words.h"

#include <inttypes.h>

#if __has_include(<flint/arb.h>)
#include <flint/arb.h>
#else
#include <arb.h>
#endif

/* w = base^(-e), and as balls of 64 << k bits */
struct frequency {
    fmpq_t e;
    arb_t ball[32];
    int balls;
};

static const struct type *type;
static fmpq_t base;
static fmpq_t square; /* of what sines are multiplied by before they are rounded */
static bool negative; /* is that below 0? */
static arb_t amplitude[32];
static int amplitudes;
static struct real first, step;
static struct frequency *frequencies;

/* The function and the pair of channel j of d: 's', 'c', or '0' for a column of zeros. */
static char channel(unsigned long j, unsigned long d, unsigned long *pair) {
    unsigned long n = d / 2, sines = n + (d % 2 == 1 && is(ODD, "sin"));
    bool sine_first = is(ORDER, "sin-cos");
    *pair = 0;
    if (j >= n + sines)
        return '0';
    if (is(LAYOUT, "interleaved")) {
        *pair = j / 2;
        return *pair == n || (j % 2 == 0) == sine_first ? 's' : 'c';
    }
    unsigned long half = sine_first ? sines : n;
    *pair = j < half ? j : j - half;
    return (j < half) == sine_first ? 's' : 'c';
}

static void set_exponent(fmpq_t e, unsigned long pair, unsigned long j, unsigned long d) {
    fmpq_t divisor;
    fmpq_init(divisor);
    fmpq_set_ui(e, is(SPACING, "column") ? j : pair, 1);
    if (is(SPACING, "endpoint"))
        fmpq_set_ui(divisor, d / 2 - 1, 1);
    else if (is(SPACING, "column"))
        fmpq_set_ui(divisor, d, 1);
    else if (is(SPACING, "pair"))
        fmpq_set_ui(divisor, d, 2);
    else if (strncmp(word[SPACING], "over:", 5) == 0)
        read_rational_sum(divisor, word[SPACING] + 5, NULL);
    fmpq_canonicalise(divisor);
    if (fmpq_is_zero(divisor))
        usage(word[SPACING]);
    fmpq_div(e, e, divisor);
    fmpq_clear(divisor);
}

static arb_srcptr frequency_ball(struct frequency *w, int level) {
    for (; w->balls <= level; w->balls++) {
        slong bits = ((slong)64 << w->balls) + 32;
        arb_ptr ball = w->ball[w->balls];
        fmpq_t minus_e;
        fmpq_init(minus_e);
        fmpq_neg(minus_e, w->e);
        arb_init(ball);
        arb_set_fmpq(ball, base, bits);
        arb_pow_fmpq(ball, ball, minus_e, bits);
        fmpq_clear(minus_e);
    }
    return w->ball[level];
}

/* Is w rational, and short enough that p*w can be a simple multiple of pi? Then sets q. */
static bool frequency_rational(fmpq_t q, const struct frequency *w) {
    fmpq_one(q);
    if (fmpq_is_one(base) || fmpq_is_zero(w->e))
        return true;
    if (fmpz_bits(fmpq_numref(w->e)) > 22 || fmpz_bits(fmpq_denref(w->e)) > 22)
        return false;
    slong degree = fmpz_get_si(fmpq_denref(w->e)), power = fmpz_get_si(fmpq_numref(w->e));
    if (!fmpz_root(fmpq_numref(q), fmpq_numref(base), degree) ||
        !fmpz_root(fmpq_denref(q), fmpq_denref(base), degree))
        return false;
    fmpq_pow_si(q, q, -power);
    return true;
}

static arb_srcptr amplitude_ball(int level) {
    for (; amplitudes <= level; amplitudes++) {
        slong bits = ((slong)64 << amplitudes) + 32;
        arb_init(amplitude[amplitudes]);
        arb_set_fmpq(amplitude[amplitudes], square, bits);
        arb_sqrt(amplitude[amplitudes], amplitude[amplitudes], bits);
    }
    return amplitude[level];
}

/* Is A * sin(turns * pi) rational? Its square is A^2 * (1 - cos(2 * turns * pi)) / 2, and a rational
 * cosine of a rational angle is 0, +-1/2 or +-1 (Niven). Then sets y. */
static bool rational_sine(fmpq_t y, const fmpq_t turns) {
    static const int twice_cosine[12] = {2,  9, 1,  0, -1, 9,
                                         -2, 9, -1, 0, 1,  9}; /* of k*pi/6; 9: irrational */
    fmpq_t twelfths;
    fmpq_init(twelfths);
    fmpq_mul_ui(twelfths, turns, 12);
    bool rational = fmpz_is_one(fmpq_denref(twelfths));
    ulong k = rational ? fmpz_fdiv_ui(fmpq_numref(twelfths), 24) : 0;
    rational = rational && twice_cosine[k % 12] != 9;
    if (rational) {
        fmpq_set_si(y, 2 - twice_cosine[k % 12], 4);
        fmpq_mul(y, y, square);
        rational = fmpz_is_square(fmpq_numref(y)) && fmpz_is_square(fmpq_denref(y));
    }
    if (rational) {
        fmpz_sqrt(fmpq_numref(y), fmpq_numref(y));
        fmpz_sqrt(fmpq_denref(y), fmpq_denref(y));
        if (k > 12)
            fmpq_neg(y, y);
    }
    fmpq_clear(twelfths);
    return rational;
}

/* The sine or cosine of a multiple of pi, exact where it is rational and the level holds it. */
static void enclose_turns(arb_t y, char function, fmpq_t turns, int level) {
    slong bits = (slong)64 << level;
    fmpq_t exact;
    fmpq_init(exact);
    if (function == 'c') {
        fmpq_set_si(exact, 1, 2);
        fmpq_add(turns, turns, exact);
    }
    if (rational_sine(exact, turns)) {
        arb_set_fmpq(y, exact, bits);
    } else {
        arb_sin_pi_fmpq(y, turns, bits);
        arb_mul(y, y, amplitude_ball(level), bits);
    }
    fmpq_clear(exact);
}

/* A times the sine or cosine of p*w at a level's precision. */
static void enclose(arb_t y, char function, const struct real *p, struct frequency *w, int level) {
    slong bits = (slong)64 << level;
    fmpq_t turns;
    fmpq_init(turns);
    if (fmpq_is_zero(p->a) && (fmpq_is_zero(p->b) || frequency_rational(turns, w))) {
        fmpq_mul(turns, turns, p->b);
        enclose_turns(y, function, turns, level);
    } else {
        arb_t x;
        arb_init(x);
        arb_const_pi(x, bits);
        arb_set_fmpq(y, p->b, bits);
        arb_mul(x, x, y, bits);
        arb_set_fmpq(y, p->a, bits);
        arb_add(x, x, y, bits);
        arb_mul(x, x, frequency_ball(w, level), bits);
        (function == 's' ? arb_sin : arb_cos)(y, x, bits);
        if (!fmpq_is_one(square))
            arb_mul(y, y, amplitude_ball(level), bits);
        arb_clear(x);
    }
    fmpq_clear(turns);
}

static uint64_t exact_bits(char function, const struct real *p, struct frequency *w) {
    uint64_t below = 0, above = 1;
    arb_t y;
    arf_t lower, upper;
    arb_init(y);
    arf_init(lower);
    arf_init(upper);
    for (int level = 0; below != above; level++) {
        enclose(y, function, p, w, level);
        if (negative)
            arb_neg(y, y);
        arb_get_interval_arf(lower, upper, y, (slong)64 << level);
        below = round_to(type, lower);
        above = round_to(type, upper);
    }
    arf_clear(lower);
    arf_clear(upper);
    arb_clear(y);
    return below;
}

static bool read_bits(uint64_t *bits) {
    unsigned char byte[8];
    size_t count = fread(byte, 1, (size_t)type->bytes, stdin);
    *bits = 0;
    for (size_t k = count; k-- > 0;)
        *bits = *bits << 8 | byte[k];
    return count == (size_t)type->bytes;
}

/* The exact entry of position r and channel j. */
static uint64_t entry(unsigned long r, unsigned long j, unsigned long d) {
    unsigned long pair;
    char function = channel(j, d, &pair);
    if (function == '0')
        return rounded_zero(type);
    struct frequency *w = &frequencies[j];
    if (w->balls == 0)
        set_exponent(w->e, pair, j, d);
    static struct real p;
    fmpq_mul_ui(p.a, step.a, r);
    fmpq_add(p.a, p.a, first.a);
    fmpq_mul_ui(p.b, step.b, r);
    fmpq_add(p.b, p.b, first.b);
    return exact_bits(function, &p, w);
}

static int compare(unsigned long max_len, unsigned long d) {
    enum { SHOWN = 5 };
    bool swap = is(AXES, "channel-major");
    unsigned long rows = swap ? d : max_len, columns = swap ? max_len : d, wrong = 0;
    for (unsigned long r = 0; r < rows; r++)
        for (unsigned long j = 0; j < columns; j++) {
            uint64_t got, want = entry(swap ? j : r, swap ? r : j, d);
            if (!read_bits(&got)) {
                printf("the table ends at row %lu, column %lu\n", r, j);
                return 1;
            }
            if (got != want && wrong++ < SHOWN)
                printf("row %lu, column %lu: got %0*" PRIx64 ", want %0*" PRIx64 "\n", r, j,
                       2 * type->bytes, got, 2 * type->bytes, want);
        }
    bool longer = getchar() != EOF;
    if (longer)
        printf("the table goes on after its last entry\n");
    if (wrong)
        printf("%lu of %lu entries differ\n", wrong, rows * columns);
    return wrong > 0 || longer;
}

/* Q, or sqrt(Q) */
static void read_amplitude(const char *text) {
    size_t length = strlen(text);
    bool root = strncmp(text, "sqrt(", 5) == 0 && text[length - 1] == ')';
    char *inner = strdup(root ? text + 5 : text);
    if (inner && root)
        inner[length - 6] = 0;
    if (!inner)
        exit(2);
    read_rational_sum(square, inner, NULL);
    free(inner);
    if (fmpq_sgn(square) == 0)
        usage(text);
    negative = fmpq_sgn(square) < 0;
    if (!root)
        fmpq_mul(square, square, square);
    fmpq_mul_ui(square, square, (ulong)(type->factor * type->factor));
    fmpq_t scale;
    fmpq_init(scale);
    read_rational_sum(scale, word[SCALE], NULL);
    fmpq_mul(scale, scale, scale);
    fmpq_div(square, square, scale);
    fmpq_clear(scale);
    read_integers(word[ZERO_POINT], word[ROUNDING], word[BITS]);
}

int main(int argc, char *argv[]) {
    read_words(argc, argv, PLAIN_WORDS);
    unsigned long max_len = read_size(word[MAX_LEN]), d = read_size(word[D_MODEL]);
    type = find_type(word[TYPE]);
    if (!type)
        usage(word[TYPE]);
    read_rational_sum(base, word[BASE], NULL);
    read_amplitude(word[AMPLITUDE]);
    read_sum(&first, word[FIRST], NULL, "");
    read_sum(&step, word[STEP], NULL, "");
    if (fmpq_sgn(base) <= 0 || (d % 2 == 1 && is(ODD, "error")))
        usage(fmpq_sgn(base) <= 0 ? word[BASE] : word[ODD]);
    frequencies = calloc(d, sizeof *frequencies);
    if (!frequencies)
        return 2;
    return compare(max_len, d);
}
