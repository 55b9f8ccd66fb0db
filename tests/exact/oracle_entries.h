/* SPDX-License-Identifier: MIT */
/* The entries of a table in oracle_words. Columns are written out one after the other, where posenc computes what each
 * one is. Frequencies and scaling are those of oracle_rope.h, sine and cosine those of Arb. Part of oracle_words.c and
 * oracle_show.c. */
#ifndef ORACLE_ENTRIES_H
#define ORACLE_ENTRIES_H

#include "oracle_rope.h"
#include "oracle_round.h"

static void *room_for(unsigned long count, size_t size) {
    void *room = calloc(count ? count : 1, size);
    if (!room)
        exit(2);
    return room;
}

/* --- axes: s, t, y, x, or the last three or two of these, or one axis without a name */

struct axis {
    char name;
    unsigned long size, share, pairs; /* pairs that it owns */
    unsigned long block, in_block;    /* a block's size, and how far into it the row at hand is */
    struct real first, step;
    unsigned long at; /* the coordinate of the row at hand */
};
enum { AXES_MOST = 4 };
static struct axis axis[AXES_MOST];
static int axes, owners, by_column[AXES_MOST], by_row[AXES_MOST]; /* owners: of columns */
static unsigned long max_len, d;

static int axis_named(char name) {
    for (int k = 0; k < axes; k++)
        if (axis[k].name == name)
            return k;
    usage("an axis");
}

/* The last size belongs to the last axis, and so on backwards. */
static void read_blocks(void) {
    char *copy = strdup(word[BLOCKS]), *x = copy;
    for (int k = axes - 1; !is(BLOCKS, "none") && x; k--) {
        x = strrchr(copy, 'x');
        axis[k].block = strtoul(x ? x + 1 : copy, NULL, 10);
        if (x)
            *x = 0;
    }
    free(copy);
}

static void read_grid(void) {
    axes = is(GRID, "none") ? 1 : 0;
    if (isalpha((unsigned char)*word[GRID]) && !is(GRID, "none")) {
        axes = (int)strlen(word[GRID]);
        for (int k = 0; k < axes; k++)
            axis[k].size = max_len;
    }
    for (const char *at = word[GRID]; isdigit((unsigned char)*at);) {
        char *end;
        axis[axes++].size = strtoul(at, &end, 10);
        at = end + (*end == 'x');
    }
    unsigned long sum = 0;
    for (int k = 0; k < axes; k++) {
        axis[k].name = (axes == 4 ? "styx" : axes == 3 ? "tyx" : "yx")[k];
        axis[k].share = is(COLUMNS, "grid");
        axis[k].block = 1;
        by_column[k] = by_row[k] = k;
    }
    for (int k = 0; !is(ROWS, "grid") && k < axes; k++)
        by_row[k] = axis_named(word[ROWS][k]);
    owners = is(COLUMNS, "grid") ? axes : 0;
    for (const char *at = word[COLUMNS]; !is(COLUMNS, "grid") && *at;) {
        char *end;
        int k = owners++;
        by_column[k] = axis_named(*at++);
        unsigned long share = strtoul(at, &end, 10);
        axis[by_column[k]].share = end > at ? share : 1;
        at = end;
    }
    for (int k = 0; k < axes; k++)
        sum += axis[k].share;
    for (int k = 0; k < axes; k++)
        axis[k].pairs = d * axis[k].share / sum / 2;
    read_blocks();
}

/* The lines of the file, position by position: one a line, or one for each axis. */
static struct real *listed;
static bool *minus_zero, at_minus_zero; /* is a line of one position -0; is the current one */
static unsigned long lines;

static void read_positions_file(void) {
    char line[10000];
    FILE *file = is(POSITIONS_FILE, "none") ? NULL : fopen(word[POSITIONS_FILE], "r");
    if (!file)
        return;
    unsigned long room = 1, count = 0;
    for (int c; (c = getc(file)) != EOF;)
        room += c == ' ' || c == '\t' || c == '\n';
    rewind(file);
    listed = room_for(room, sizeof *listed);
    minus_zero = room_for(room, sizeof *minus_zero);
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "#\r\n")] = 0;
        const char *at = line + strspn(line, " \t");
        lines += *at != 0;
        for (; *at; at += strspn(at, " \t")) {
            fmpq_init(listed[count].a);
            fmpq_init(listed[count].b);
            minus_zero[count] = *at == '-';
            at = read_sum(&listed[count], at, NULL, " \t");
            minus_zero[count] &= fmpq_is_zero(listed[count].a) && fmpq_is_zero(listed[count].b);
            count++;
        }
    }
    fclose(file);
}

static void read_positions(int k) {
    const char *text = word[k];
    const struct symbols symbols = {d, d / 2, max_len};
    for (int n = 0; n < axes; n++) {
        const char *end = read_sum(k == STEP ? &axis[n].step : &axis[n].first, text, &symbols, ",");
        text = *end ? end + 1 : strchr(word[k], ',') ? end : text;
    }
}

/* --- columns, one after the other */

struct column {
    char function; /* s, c, f or 0; f also for the quotient of frequencies */
    int axis;
    unsigned long pair;
    struct frequency w, plain;
};
static struct column *column;
static unsigned long columns;

static void put(char function, int k, unsigned long pair) {
    column[columns].function = function;
    column[columns].axis = k;
    column[columns++].pair = pair;
}

/* One axis's pairs, and an odd sine of pair `odd` where that is not 0. */
static void put_block(int k, unsigned long pairs, bool odd) {
    const char *functions = is(ORDER, "sin-cos") ? "sc" : "cs";
    if (is(LAYOUT, "interleaved")) {
        for (unsigned long i = 0; i < pairs; i++)
            for (int f = 0; f < 2; f++)
                put(functions[f], k, i);
        if (odd)
            put('s', k, pairs);
        return;
    }
    for (int f = 0; f < 2; f++)
        for (unsigned long i = 0; i < pairs + (odd && functions[f] == 's'); i++)
            put(functions[f], k, i);
}

/* A row of pairs. Each has an axis, and one of the frequencies of its axis, or of the whole table. */
struct pair {
    int axis;
    unsigned long frequency;
};

/* The axes own sections, or get pairs in turn until each has its share; the first axis gets the rest. */
static unsigned long deal_shared(struct pair *row) {
    unsigned long wanted[AXES_MOST], all = 0, i = 0;
    for (int k = 0; k < owners; k++)
        all += wanted[k] = axis[by_column[k]].pairs;
    for (int k = 0; is(NESTING, "outer") && k < owners; k++)
        for (; wanted[k] > 0; wanted[k]--, i++)
            row[i] = (struct pair){by_column[k], i};
    for (int turn = 0; i < all; i++, turn = (turn + 1) % owners) {
        int k = wanted[turn] > 0 ? turn : 0;
        if (wanted[k]-- == 0)
            usage("shares that can be dealt");
        row[i] = (struct pair){by_column[k], i};
    }
    return all;
}

/* Sections one after the other, or one pair of each axis after the other. */
static unsigned long deal_own(struct pair *row) {
    unsigned long count = 0;
    for (int k = 0; is(NESTING, "outer") && k < owners; k++)
        for (unsigned long i = 0; i < axis[by_column[k]].pairs; i++)
            row[count++] = (struct pair){by_column[k], i};
    for (unsigned long i = 0; is(NESTING, "inner") && i < axis[by_column[0]].pairs; i++)
        for (int k = 0; k < owners; k++)
            row[count++] = (struct pair){by_column[k], i};
    return count;
}

/* Every pair of the row on an axis, in its order; k = -1: on any axis. */
static void put_row(char function, const struct pair *row, unsigned long count, int k, int twins) {
    for (unsigned long i = 0; i < count; i++)
        for (int twin = 0; (k < 0 || row[i].axis == k) && twin < twins; twin++)
            put(function, row[i].axis, row[i].frequency);
}

static void sort_by_axis(struct pair *row, unsigned long count) {
    struct pair *from = room_for(count, sizeof *from);
    memcpy(from, row, count * sizeof *from);
    for (int k = 0; k < owners; k++)
        for (unsigned long i = 0; i < count; i++)
            if (from[i].axis == by_column[k])
                *row++ = from[i];
    free(from);
}

/* A grid of one component, or whose axes share frequencies. */
static void put_dealt(void) {
    struct pair *row = room_for(d, sizeof *row);
    unsigned long count = is(SHARING, "shared") ? deal_shared(row) : deal_own(row);
    const char *functions = is(ORDER, "sin-cos") ? "sc" : "cs";
    char function = word[COMPONENT][0];
    if (is(NESTING, "middle"))
        sort_by_axis(row, count);
    if (is(COMPONENT, "both") && is(LAYOUT, "halves")) {
        put_row(functions[0], row, count, -1, 1);
        put_row(functions[1], row, count, -1, 1);
    } else if (is(COMPONENT, "both")) {
        for (unsigned long i = 0; i < count; i++)
            for (int f = 0; f < 2; f++)
                put(functions[f], row[i].axis, row[i].frequency);
    } else if (is(REPEAT, "axis")) {
        for (int k = 0; k < 2 * owners; k++)
            put_row(function, row, count, by_column[k / 2], 1);
    } else {
        for (int copy = 0; copy < (is(REPEAT, "halves") ? 2 : 1); copy++)
            put_row(function, row, count, -1, is(REPEAT, "interleave") ? 2 : 1);
    }
    while (is(COMPONENT, "both") && columns < d) /* odd zero */
        put('0', 0, 0);
    free(row);
}

static void put_grid(void) {
    const char *functions = is(ORDER, "sin-cos") ? "sc" : "cs";
    unsigned long n = axis[by_column[0]].pairs;
    bool halves = is(LAYOUT, "halves");
    if (is(NESTING, "outer"))
        for (int k = 0; k < owners; k++)
            put_block(by_column[k], axis[by_column[k]].pairs, false);
    if (is(NESTING, "middle") && halves)
        for (int f = 0; f < 2; f++)
            for (int k = 0; k < owners; k++)
                for (unsigned long i = 0; i < n; i++)
                    put(functions[f], by_column[k], i);
    if (is(NESTING, "middle") && !halves)
        for (unsigned long i = 0; i < n; i++)
            for (int k = 0; k < owners; k++)
                for (int f = 0; f < 2; f++)
                    put(functions[f], by_column[k], i);
    if (is(NESTING, "inner") && halves)
        for (int f = 0; f < 2; f++)
            for (unsigned long i = 0; i < n; i++)
                for (int k = 0; k < owners; k++)
                    put(functions[f], by_column[k], i);
    if (is(NESTING, "inner") && !halves)
        for (unsigned long i = 0; i < n; i++)
            for (int f = 0; f < 2; f++)
                for (int k = 0; k < owners; k++)
                    put(functions[f], by_column[k], i);
    while (columns < d) /* odd zero */
        put('0', 0, 0);
}

static void put_component(unsigned long pairs) {
    char function = word[COMPONENT][0];
    for (int copy = 0; copy < (is(REPEAT, "halves") ? 2 : 1); copy++)
        for (unsigned long i = 0; i < pairs; i++)
            for (int twin = 0; twin < (is(REPEAT, "interleave") ? 2 : 1); twin++)
                put(function, 0, i);
}

static void put_columns(void) {
    unsigned long pairs = d / 2 + (d % 2 == 1 && is(ODD, "extend"));
    column = room_for(d + 2, sizeof *column);
    if (!is(GRID, "none") && (!is(COMPONENT, "both") || is(SHARING, "shared"))) {
        put_dealt();
    } else if (!is(GRID, "none")) {
        put_grid();
    } else if (!is(COMPONENT, "both") && is(SPACING, "column")) {
        unsigned long count = is(ODD, "drop") || is(ODD, "extend") ? 2 * pairs : d;
        for (unsigned long j = 0; j < count; j++)
            put(word[COMPONENT][0], 0, j);
    } else if (!is(COMPONENT, "both")) {
        put_component(pairs);
    } else {
        put_block(0, pairs, d % 2 == 1 && is(ODD, "sin"));
        if (d % 2 == 1 && is(ODD, "zero"))
            put('0', 0, 0);
    }
}

/* --- frequencies */

static fmpq_t base, *list;
static bool natural; /* base is the base's logarithm */
static struct rule rule;

static void read_base(void) {
    const struct symbols symbols = {d, d / 2, max_len};
    char *copy = strdup(word[BASE]);
    natural = strncmp(copy, "exp(", 4) == 0;
    if (natural)
        copy[strlen(copy) - 1] = 0;
    read_rational_sum(base, copy + (natural ? 4 : 0), &symbols);
    free(copy);
    if (natural && fmpq_is_zero(base)) {
        natural = false;
        fmpq_one(base);
    }
}

/* w of pair i along an axis, or of column j */
static void set_frequency(struct frequency *w, struct frequency *plain, int k, unsigned long i,
                          unsigned long j) {
    bool grid = !is(GRID, "none") && is(SHARING, "axis");
    const struct symbols own = {grid ? 2 * axis[k].pairs : d, grid ? axis[k].pairs : d / 2,
                                grid ? axis[k].size : max_len};
    fmpq_t over;
    fmpq_init(over);
    w->i = i;
    fmpq_one(w->ratio);
    fmpq_set(w->power, base);
    fmpq_set_ui(w->exponent, is(SPACING, "column") ? j : i, 1);
    if (is(SPACING, "pair"))
        fmpq_set_ui(over, own.d, 2);
    else if (is(SPACING, "endpoint"))
        fmpq_set_ui(over, own.n - 1, 1);
    else if (is(SPACING, "column"))
        fmpq_set_ui(over, own.d, 1);
    else
        read_rational_sum(over, word[SPACING] + 5, &own);
    fmpq_canonicalise(over);
    fmpq_neg(over, over);
    fmpq_div(w->exponent, w->exponent, over);
    if (list) {
        fmpq_zero(w->exponent);
        fmpq_set(w->ratio, list[i]);
    }
    w->natural = natural && !fmpq_is_zero(w->exponent);
    w->d = own.d;
    if (!is(COMPONENT, "factor")) {
        apply_rule(w, &rule, base);
    } else {
        fmpq_set(plain->ratio, w->ratio);
        fmpq_set(plain->power, w->power);
        fmpq_set(plain->exponent, w->exponent);
        plain->natural = w->natural;
        plain->d = w->d;
        plain->i = i;
        apply_rule(w, &rule, base);
        make_quotient(w, plain);
    }
    fmpq_clear(over);
}

/* --- entries */

static const struct type *type;
static fmpq_t square; /* of the amplitude, without a factor of the rule that isn't rational */
static fmpq_t scale;
static bool transcendental, negative; /* the amplitude is below 0 */

static void read_amplitude(void) {
    const struct symbols symbols = {d, d / 2, max_len};
    char *copy = strdup(word[AMPLITUDE]);
    bool root = strncmp(copy, "sqrt(", 5) == 0;
    if (root)
        copy[strlen(copy) - 1] = 0;
    read_rational_sum(square, copy + (root ? 5 : 0), &symbols);
    negative = fmpq_sgn(square) < 0 && !is(COMPONENT, "factor");
    if (!root)
        fmpq_mul(square, square, square);
    free(copy);
    fmpq_t q;
    fmpq_init(q);
    transcendental = !is(COMPONENT, "factor") && rule_amplitude(q, &rule);
    if (!is(COMPONENT, "factor")) {
        fmpq_mul(square, square, q);
        fmpq_mul(square, square, q);
    }
    fmpq_clear(q);
}

/* Rounds 2^-places * numerator/denominator to an integer, to nearest, ties to even. */
static void round_ratio(fmpz_t units, const fmpq_t q, slong places) {
    fmpz_t over, under, twice;
    fmpz_init_set(over, fmpq_numref(q));
    fmpz_init_set(under, fmpq_denref(q));
    fmpz_init(twice);
    fmpz_mul_2exp(places < 0 ? over : under, places < 0 ? over : under, (ulong)labs(places));
    fmpz_fdiv_qr(units, over, over, under);
    fmpz_mul_2exp(twice, over, 1);
    int above = fmpz_cmp(twice, under);
    if (above > 0 || (above == 0 && fmpz_is_odd(units)))
        fmpz_add_ui(units, units, 1);
    fmpz_clear(over);
    fmpz_clear(under);
    fmpz_clear(twice);
}

/* The bits of |q| in a type of floats. */
static uint64_t round_magnitude(const fmpq_t q) {
    slong digits = type->precision, least = type->least;
    fmpq_t x, power;
    fmpz_t units;
    fmpq_init(x);
    fmpq_init(power);
    fmpz_init(units);
    fmpq_abs(x, q);
    slong unit = (slong)fmpz_bits(fmpq_numref(x)) - (slong)fmpz_bits(fmpq_denref(x)) - 1;
    fmpq_one(power); /* 2^unit <= x < 2^(unit + 2) */
    if (unit >= 0)
        fmpq_mul_2exp(power, power, (ulong)unit + 1);
    else
        fmpq_div_2exp(power, power, (ulong)(-unit - 1));
    unit += fmpq_cmp(x, power) >= 0;
    unit = unit - digits + 1 < least ? least : unit - digits + 1;
    round_ratio(units, x, unit);
    /* the implicit bit carries into the exponent's field */
    uint64_t half = UINT64_C(1) << (digits - 1),
             fields = (UINT64_C(1) << (8 * type->bytes - 1)) / half;
    uint64_t infinity = (fields - 1) * half, bits = infinity;
    if (unit - least < (slong)fields)
        bits = fmpz_get_ui(units) + (uint64_t)(unit - least) * half;
    fmpq_clear(x);
    fmpq_clear(power);
    fmpz_clear(units);
    return bits < infinity ? bits : infinity;
}

static uint64_t round_integer(const fmpq_t q) {
    fmpq_t x;
    fmpq_init(x);
    fmpq_mul_si(x, q, type->factor);
    fmpq_div(x, x, scale);
    fmpq_mul_2exp(x, x, (ulong)type->scale);
    const uint64_t bits = rounded_integer(type, x);
    fmpq_clear(x);
    return bits;
}

static uint64_t round_rational(const fmpq_t q) {
    if (!type->precision)
        return round_integer(q);
    uint64_t sign = fmpq_sgn(q) < 0 ? UINT64_C(1) << (8 * type->bytes - 1) : 0;
    return fmpq_is_zero(q) ? 0 : sign | round_magnitude(q);
}

/* For numbers far below those of the type only the sign matters. */
static uint64_t round_arf(const arf_t x) {
    fmpq_t q;
    fmpq_init(q);
    if (arf_cmpabs_2exp_si(x, -4000) < 0) {
        fmpq_set_si(q, arf_sgn(x), 1);
        fmpq_div_2exp(q, q, 4000);
    } else {
        arf_get_fmpq(q, x);
    }
    uint64_t bits = round_rational(q);
    fmpq_clear(q);
    return bits;
}

/* Is the entry a rational? By Niven's theorem 4 sin^2 is, of rational turns, only of multiples of pi/12. */
static bool rational_entry(fmpq_t q, char function, const struct real *p, struct frequency *w) {
    static const int fourfold[12] = {0, -1, 1, 2, 3, -1, 4, -1, 3, 2, 1, -1};
    fmpq_t turn;
    bool below = false, rational = !transcendental;
    fmpq_init(turn);
    if (function == 'f') { /* (A*w)^2 */
        fmpq_add(turn, w->exponent, w->exponent);
        rational = rational && !w->blended && !w->natural && rational_power(q, w->power, turn);
        fmpq_mul(q, q, w->ratio);
        fmpq_mul(q, q, w->ratio);
        rational = rational || fmpq_is_zero(w->ratio);
    } else if (fmpq_is_zero(w->ratio) ||
               (fmpq_is_zero(p->a) && (fmpq_is_zero(p->b) || frequency_rational(w)))) {
        if (!fmpq_is_zero(w->ratio) && !fmpq_is_zero(p->b))
            fmpq_mul(turn, p->b, w->value);
        fmpq_mul_ui(turn, turn, 12);
        rational = fmpz_is_one(fmpq_denref(turn));
        long k = rational ? (long)fmpz_fdiv_ui(fmpq_numref(turn), 24) : 0;
        k = (k + (function == 'c' ? 6 : 0)) % 24;
        below = k > 12;
        rational = rational && fourfold[k % 12] >= 0 && (!transcendental || k % 12 == 0);
        fmpq_set_si(q, fourfold[k % 12], 4);
        fmpq_canonicalise(q);
    } else {
        rational = false;
    }
    fmpq_mul(q, q, square);
    rational = rational && fmpz_is_square(fmpq_numref(q)) && fmpz_is_square(fmpq_denref(q));
    if (rational) {
        fmpz_sqrt(fmpq_numref(q), fmpq_numref(q));
        fmpz_sqrt(fmpq_denref(q), fmpq_denref(q));
    }
    if (below)
        fmpq_neg(q, q);
    fmpq_clear(turn);
    return rational;
}

static void enclose(arb_t y, char function, const struct real *p, struct frequency *w, slong bits) {
    arb_t x;
    arb_init(x);
    frequency_ball(y, w, &rule, base, bits);
    if (function != 'f') {
        arb_t part;
        arb_init(part);
        arb_const_pi(x, bits);
        arb_set_fmpq(part, p->b, bits);
        arb_mul(x, x, part, bits);
        arb_set_fmpq(part, p->a, bits);
        arb_add(x, x, part, bits);
        arb_mul(x, x, y, bits);
        (function == 's' ? arb_sin : arb_cos)(y, x, bits);
        arb_clear(part);
    }
    arb_set_fmpq(x, square, bits);
    arb_sqrt(x, x, bits);
    arb_mul(y, y, x, bits);
    if (transcendental) {
        rule_amplitude_ball(x, &rule, bits);
        arb_mul(y, y, x, bits);
    }
    arb_clear(x);
}

static uint64_t entry(char function, const struct real *p, struct frequency *w) {
    static fmpq_t q;
    if (function == '0')
        return rounded_zero(type);
    if (at_minus_zero && function == 's' && type->precision) /* IEEE 754 */
        return UINT64_C(1) << (8 * type->bytes - 1);
    if (rational_entry(q, function, p, w)) {
        if (negative)
            fmpq_neg(q, q);
        return round_rational(q);
    }
    uint64_t below = 0, above = 1;
    arb_t y;
    arf_t lower, upper;
    arb_init(y);
    arf_init(lower);
    arf_init(upper);
    for (slong bits = 64; below != above; bits *= 2) {
        if (bits > 1 << 20)
            usage("an entry that 2^20 bits don't decide");
        enclose(y, function, p, w, bits);
        if (negative)
            arb_neg(y, y);
        arb_get_interval_arf(lower, upper, y, bits);
        below = round_arf(lower);
        above = round_arf(upper);
    }
    arf_clear(lower);
    arf_clear(upper);
    arb_clear(y);
    return below;
}

/* --- rows */

static int sign_of_difference(const struct real *x, const struct real *y) {
    arb_t pi, a, b;
    arb_init(pi);
    arb_init(a);
    arb_init(b);
    fmpq_t q;
    fmpq_init(q);
    arb_const_pi(pi, 2048);
    fmpq_sub(q, x->b, y->b);
    arb_set_fmpq(b, q, 2048);
    arb_mul(b, b, pi, 2048);
    fmpq_sub(q, x->a, y->a);
    arb_set_fmpq(a, q, 2048);
    arb_add(a, a, b, 2048);
    int sign = arb_is_positive(a) - arb_is_negative(a);
    fmpq_clear(q);
    arb_clear(pi);
    arb_clear(a);
    arb_clear(b);
    return sign;
}

static void set_real(struct real *x, const struct real *y) {
    fmpq_set(x->a, y->a);
    fmpq_set(x->b, y->b);
}

/* |clamp(first + k*step)|, or the position in line r */
static void position(struct real *p, const struct axis *along, unsigned long r) {
    unsigned long k = is(GRID, "none") ? r : along->at;
    if (listed) {
        set_real(p, &listed[r * (unsigned long)axes + (unsigned long)(along - axis)]);
        at_minus_zero = is(GRID, "none") && minus_zero[r];
        return;
    }
    static struct real bound, zero;
    const struct symbols symbols = {d, d / 2, max_len};
    fmpq_init(zero.a);
    fmpq_init(zero.b);
    fmpq_mul_ui(p->a, along->step.a, k);
    fmpq_add(p->a, p->a, along->first.a);
    fmpq_mul_ui(p->b, along->step.b, k);
    fmpq_add(p->b, p->b, along->first.b);
    if (!is(CLAMP, "none")) {
        const char *colon = strchr(word[CLAMP], ':');
        read_sum(&bound, word[CLAMP], &symbols, ":");
        if (colon > word[CLAMP] && sign_of_difference(p, &bound) < 0)
            set_real(p, &bound);
        read_sum(&bound, colon + 1, &symbols, "");
        if (colon[1] && sign_of_difference(p, &bound) > 0)
            set_real(p, &bound);
    }
    if (is(POSITIONS, "absolute") && sign_of_difference(p, &zero) < 0) {
        fmpq_neg(p->a, p->a);
        fmpq_neg(p->b, p->b);
    }
}

static bool zero_row(unsigned long r) {
    for (const char *at = word[ZERO_ROWS]; *at && !is(ZERO_ROWS, "none");) {
        char *end;
        if (strtoul(at, &end, 10) == r)
            return true;
        at = end + (*end == ',');
    }
    return false;
}

/* The grid's next point: the last axis of its rows is the fastest. First within the block, which begins again where it
 * ends; then from block to block. */
static void next_point(void) {
    for (int k = axes - 1; k >= 0; k--) {
        struct axis *along = &axis[by_row[k]];
        along->at++;
        if (++along->in_block < along->block)
            return;
        along->at -= along->block;
        along->in_block = 0;
    }
    for (int k = axes - 1; k >= 0; k--) {
        struct axis *along = &axis[by_row[k]];
        along->at += along->block;
        if (along->at < along->size)
            return;
        along->at = 0;
    }
}

/* Visits the entries that aren't 0 by zero-rows, row by row of positions. */
static void each_entry(void (*visit)(unsigned long r, unsigned long j, const struct real *p)) {
    static struct real p;
    for (unsigned long r = 0; r < max_len; r++) {
        if (!is(GRID, "none") && !listed && zero_row(r))
            continue;
        for (unsigned long j = 0; j < columns && !zero_row(r); j++) {
            position(&p, &axis[column[j].axis], r);
            visit(r, j, &p);
        }
        next_point();
    }
}

/* The program handles one table and frees nothing; a sanitizer should not report that. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) {
    return "detect_leaks=0";
}

/* Reads the words of a table, and makes its columns. */
static void read_table(int argc, char *argv[]) {
    read_words(argc, argv, WORDS);
    type = find_type(word[TYPE]);
    if (!type)
        usage(word[TYPE]);
    read_positions_file();
    max_len = listed && is(MAX_LEN, "") ? lines : read_size(word[MAX_LEN]);
    d = read_size(word[D_MODEL]);
    read_grid();
    if (listed && lines != max_len)
        usage(word[POSITIONS_FILE]);
    read_positions(FIRST);
    read_positions(STEP);
    read_base();
    read_rule(&rule, word[SCALING], d + 2);
    read_amplitude();
    const struct symbols symbols = {d, d / 2, max_len};
    read_rational_sum(scale, word[SCALE], &symbols);
    read_integers(word[ZERO_POINT], word[ROUNDING], word[BITS]);
    if (!is(FREQUENCIES, "none")) {
        list = room_for(d + 2, sizeof *list);
        read_file(list, d + 2, word[FREQUENCIES]);
    }
    put_columns();
    for (unsigned long j = 0; j < columns; j++)
        if (column[j].function != '0')
            set_frequency(&column[j].w, &column[j].plain, column[j].axis, column[j].pair, j);
}

#endif
