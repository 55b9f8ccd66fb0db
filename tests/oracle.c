/* Holds a table of raw f32 against the exact one: oracle --max-len N --d-model N ... < table.bin
 *
 * The words are posenc's; all else is independent of it: its own reading of the words, its own
 * order of the columns, sine and cosine by ball arithmetic (Arb), and its own rounding. Silent
 * where every bit agrees. Exit status: 0 agreement, 1 difference, 2 bad usage. */
#include "oracle_number.h"

#include <getopt.h>
#include <inttypes.h>

#if __has_include(<flint/arb.h>)
#include <flint/arb.h>
#else
#include <arb.h>
#endif

enum { MAX_LEN, D_MODEL, BASE, SPACING, LAYOUT, ORDER, AXES, FIRST, STEP, ODD, WORDS };

static const struct option options[] = {{"max-len", required_argument, NULL, MAX_LEN},
                                        {"d-model", required_argument, NULL, D_MODEL},
                                        {"base", required_argument, NULL, BASE},
                                        {"spacing", required_argument, NULL, SPACING},
                                        {"layout", required_argument, NULL, LAYOUT},
                                        {"order", required_argument, NULL, ORDER},
                                        {"axes", required_argument, NULL, AXES},
                                        {"first", required_argument, NULL, FIRST},
                                        {"step", required_argument, NULL, STEP},
                                        {"odd", required_argument, NULL, ODD},
                                        {NULL, 0, NULL, 0}};

static const char *word[WORDS] = {
    "", "", "10000", "pair", "interleaved", "sin-cos", "position-major", "0", "1", "sin"};

/* a + b*pi */
struct position {
    fmpq_t a, b;
};

/* w = base^(-e), and as balls of 64 << k bits */
struct frequency {
    fmpq_t e;
    arb_t ball[32];
    int balls;
};

static fmpq_t base;
static struct position first, step;
static struct frequency *frequencies;

static bool is(int k, const char *value) {
    return strcmp(word[k], value) == 0;
}

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
        read_rational(divisor, word[SPACING] + 5);
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

/* Is w rational, and not so long that no multiple of pi comes out even? Then sets it. */
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

/* Rounds to nearest, ties to even. */
static uint32_t round_f32(const arf_t x) {
    uint32_t sign = arf_sgn(x) < 0 ? UINT32_C(1) << 31 : 0;
    if (arf_cmpabs_2exp_si(x, -150) <= 0)
        return sign;
    slong binade = arf_abs_bound_lt_2exp_si(x) - 1;
    if (binade < -126)
        binade = -126;
    arf_t scaled;
    fmpz_t units;
    arf_init(scaled);
    fmpz_init(units);
    arf_mul_2exp_si(scaled, x, 23 - binade);
    arf_get_fmpz(units, scaled, ARF_RND_NEAR);
    uint32_t magnitude = (uint32_t)labs(fmpz_get_si(units));
    fmpz_clear(units);
    arf_clear(scaled);
    return sign | (magnitude + ((uint32_t)(binade + 126) << 23));
}

/* The sine or cosine of x*w at a level's precision; exact where Niven's theorem makes it so. */
static void enclose(arb_t y, char function, const struct position *p, struct frequency *w,
                    int level) {
    slong bits = (slong)64 << level;
    fmpq_t turns;
    fmpq_init(turns);
    if (fmpq_is_zero(p->a) && (fmpq_is_zero(p->b) || frequency_rational(turns, w))) {
        fmpq_mul(turns, turns, p->b);
        (function == 's' ? arb_sin_pi_fmpq : arb_cos_pi_fmpq)(y, turns, bits);
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
        arb_clear(x);
    }
    fmpq_clear(turns);
}

static uint32_t exact_f32(char function, const struct position *p, struct frequency *w) {
    uint32_t below = 0, above = 1;
    arb_t y;
    arf_t lower, upper;
    arb_init(y);
    arf_init(lower);
    arf_init(upper);
    for (int level = 0; below != above; level++) {
        enclose(y, function, p, w, level);
        arb_get_interval_arf(lower, upper, y, (slong)64 << level);
        below = round_f32(lower);
        above = round_f32(upper);
    }
    arf_clear(lower);
    arf_clear(upper);
    arb_clear(y);
    return below;
}

static bool read_f32(uint32_t *bits) {
    unsigned char byte[4];
    size_t count = fread(byte, 1, sizeof byte, stdin);
    *bits = byte[0] | (uint32_t)byte[1] << 8 | (uint32_t)byte[2] << 16 | (uint32_t)byte[3] << 24;
    return count == sizeof byte;
}

/* The exact entry of position r and channel j. */
static uint32_t entry(unsigned long r, unsigned long j, unsigned long d) {
    unsigned long pair;
    char function = channel(j, d, &pair);
    if (function == '0')
        return 0;
    struct frequency *w = &frequencies[j];
    if (w->balls == 0)
        set_exponent(w->e, pair, j, d);
    static struct position p;
    fmpq_mul_ui(p.a, step.a, r);
    fmpq_add(p.a, p.a, first.a);
    fmpq_mul_ui(p.b, step.b, r);
    fmpq_add(p.b, p.b, first.b);
    return exact_f32(function, &p, w);
}

static int compare(unsigned long max_len, unsigned long d) {
    enum { SHOWN = 5 };
    bool swap = is(AXES, "channel-major");
    unsigned long rows = swap ? d : max_len, columns = swap ? max_len : d, wrong = 0;
    for (unsigned long r = 0; r < rows; r++)
        for (unsigned long j = 0; j < columns; j++) {
            uint32_t got, want = entry(swap ? j : r, swap ? r : j, d);
            if (!read_f32(&got)) {
                printf("the table ends at row %lu, column %lu\n", r, j);
                return 1;
            }
            if (got != want && wrong++ < SHOWN)
                printf("row %lu, column %lu: got %08" PRIx32 ", want %08" PRIx32 "\n", r, j, got,
                       want);
        }
    bool longer = getchar() != EOF;
    if (longer)
        printf("the table goes on behind its last entry\n");
    if (wrong)
        printf("%lu of %lu entries differ\n", wrong, rows * columns);
    return wrong > 0 || longer;
}

int main(int argc, char *argv[]) {
    for (int k; (k = getopt_long(argc, argv, "", options, NULL)) != -1;) {
        if (k == '?')
            return 2;
        word[k] = optarg;
    }
    unsigned long max_len = read_size(word[MAX_LEN]), d = read_size(word[D_MODEL]);
    read_rational(base, word[BASE]);
    read_position(first.a, first.b, word[FIRST]);
    read_position(step.a, step.b, word[STEP]);
    if (fmpq_sgn(base) <= 0 || optind < argc || (d % 2 == 1 && is(ODD, "error")))
        usage(optind < argc ? argv[optind] : fmpq_sgn(base) <= 0 ? word[BASE] : word[ODD]);
    frequencies = calloc(d, sizeof *frequencies);
    if (!frequencies)
        return 2;
    return compare(max_len, d);
}
