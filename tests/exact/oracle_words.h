/* SPDX-License-Identifier: MIT */
/* The words of a table as the oracles read them, and the numbers in them: sums and products with the sizes d, n and
 * max-len as symbols, hexadecimals, and files of numbers. */
#ifndef ORACLE_WORDS_H
#define ORACLE_WORDS_H

#include "oracle_number.h"

#include <getopt.h>

/* The first PLAIN_WORDS are those of the oracle of every type. */
enum {
    MAX_LEN,
    D_MODEL,
    BASE,
    SPACING,
    LAYOUT,
    ORDER,
    AXES,
    FIRST,
    STEP,
    ODD,
    AMPLITUDE,
    TYPE,
    SCALE,
    ZERO_POINT,
    ROUNDING,
    BITS,
    PLAIN_WORDS,
    GRID = PLAIN_WORDS,
    COLUMNS,
    NESTING,
    ROWS,
    BLOCKS,
    SHARING,
    FREQUENCIES,
    SCALING,
    COMPONENT,
    REPEAT,
    CLAMP,
    POSITIONS,
    POSITIONS_FILE,
    ZERO_ROWS,
    WORDS
};

static const struct {
    const char *name, *fallback;
} words[WORDS] = {{"max-len", ""},
                  {"d-model", ""},
                  {"base", "10000"},
                  {"spacing", "pair"},
                  {"layout", "interleaved"},
                  {"order", "sin-cos"},
                  {"axes", "position-major"},
                  {"first", "0"},
                  {"step", "1"},
                  {"odd", "sin"},
                  {"amplitude", "1"},
                  {"type", "f32"},
                  {"scale", "1"},
                  {"zero-point", "0"},
                  {"rounding", "nearest"},
                  {"bits", "0"},
                  {"grid", "none"},
                  {"grid-columns", "grid"},
                  {"grid-nesting", "outer"},
                  {"grid-rows", "grid"},
                  {"grid-blocks", "none"},
                  {"grid-frequencies", "axis"},
                  {"frequencies", "none"},
                  {"scaling", "none"},
                  {"component", "both"},
                  {"repeat", "none"},
                  {"clamp", "none"},
                  {"positions", "signed"},
                  {"positions-file", "none"},
                  {"zero-rows", "none"}};
static const char *word[WORDS];

static bool is(int k, const char *value) {
    return strcmp(word[k], value) == 0;
}

/* Reads a command of the first `count` words. */
static void read_words(int argc, char *argv[], int count) {
    struct option options[WORDS + 1] = {{0}};
    for (int k = 0; k < WORDS; k++)
        word[k] = words[k].fallback;
    for (int k = 0; k < count; k++)
        options[k] = (struct option){words[k].name, required_argument, NULL, k};
    for (int k; (k = getopt_long(argc, argv, "", options, NULL)) != -1;) {
        if (k == '?')
            exit(2);
        word[k] = optarg;
    }
    if (optind < argc)
        usage(argv[optind]);
}

/* a + b*pi */
struct real {
    fmpq_t a, b;
};

/* The values of the symbols. */
struct symbols {
    unsigned long d, n, max_len;
};

static const char *read_hexadecimal(fmpq_t q, const char *at) {
    long exponent = 0;
    bool point = false;
    fmpq_zero(q);
    for (at += 2; isxdigit((unsigned char)*at) || (*at == '.' && !point); at++) {
        if (*at == '.') {
            point = true;
            continue;
        }
        const char digit[2] = {*at, 0};
        fmpz_mul_ui(fmpq_numref(q), fmpq_numref(q), 16);
        fmpz_add_ui(fmpq_numref(q), fmpq_numref(q), strtoul(digit, NULL, 16));
        exponent -= 4 * point;
    }
    if (*at == 'p' || *at == 'P') {
        char *end;
        exponent += strtol(at + 1, &end, 10);
        at = end;
    }
    if (exponent >= 0)
        fmpq_mul_2exp(q, q, (ulong)exponent);
    else
        fmpq_div_2exp(q, q, (ulong)-exponent);
    return at;
}

static const char *read_plain(fmpq_t q, const char *at, const struct symbols *symbols) {
    bool max_len = symbols && strncmp(at, "max-len", 7) == 0;
    if (max_len || (symbols && (*at == 'd' || *at == 'n'))) {
        fmpq_set_ui(q, max_len ? symbols->max_len : *at == 'd' ? symbols->d : symbols->n, 1);
        return at + (max_len ? 7 : 1);
    }
    if (at[0] == '0' && (at[1] == 'x' || at[1] == 'X'))
        return read_hexadecimal(q, at);
    return read_decimal(q, at);
}

/* NUMBER, then *NUMBER or /NUMBER, each with a sign, and pi as a factor. */
static const char *read_product(fmpq_t q, bool *pi, const char *at, const struct symbols *symbols) {
    fmpq_t factor;
    fmpq_init(factor);
    fmpq_one(q);
    *pi = false;
    for (char sign = '*'; sign == '*' || sign == '/'; at += sign == '*' || sign == '/') {
        bool minus = *at == '-';
        at += *at == '-' || *at == '+';
        if (strncmp(at, "pi", 2) == 0) {
            if (*pi || sign == '/')
                usage(at);
            fmpq_one(factor);
            *pi = true;
            at += 2;
        } else {
            at = read_plain(factor, at, symbols);
        }
        if (sign == '/' && fmpq_is_zero(factor))
            usage(at);
        (sign == '/' ? fmpq_div : fmpq_mul)(q, q, factor);
        if (minus)
            fmpq_neg(q, q);
        if (strncmp(at, "pi", 2) == 0) { /* 2pi */
            *pi = true;
            at += 2;
        }
        sign = *at;
    }
    fmpq_clear(factor);
    return at;
}

/* Product after product, each with its sign; ends at one of the characters in `ends`. */
static const char *read_sum(struct real *x, const char *text, const struct symbols *symbols,
                            const char *ends) {
    const char *at = text;
    fmpq_t term;
    fmpq_init(term);
    fmpq_zero(x->a);
    fmpq_zero(x->b);
    while (*at && !strchr(ends, *at)) {
        bool pi;
        at = read_product(term, &pi, at, symbols);
        if (pi)
            fmpq_add(x->b, x->b, term);
        else
            fmpq_add(x->a, x->a, term);
        if (*at && *at != '+' && *at != '-' && !strchr(ends, *at))
            usage(text);
    }
    fmpq_clear(term);
    return at;
}

/* A sum without pi, to the text's end. */
static void read_rational_sum(fmpq_t q, const char *text, const struct symbols *symbols) {
    struct real x;
    fmpq_init(x.a);
    fmpq_init(x.b);
    read_sum(&x, text, symbols, "");
    if (!fmpq_is_zero(x.b))
        usage(text);
    fmpq_swap(q, x.a);
    fmpq_clear(x.a);
    fmpq_clear(x.b);
}

/* The numbers of a file, one a line, at most `room`. */
static inline unsigned long read_file(fmpq_t *list, unsigned long room, const char *path) {
    char line[10000];
    unsigned long count = 0;
    FILE *file = fopen(path, "r");
    if (!file)
        usage(path);
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "#\r\n")] = 0;
        const char *at = line + strspn(line, " \t");
        if (!*at)
            continue;
        if (count == room)
            usage(path);
        bool pi;
        at = read_product(list[count], &pi, at, NULL);
        count++;
        if (pi || at[strspn(at, " \t")])
            usage(line);
    }
    fclose(file);
    return count;
}

#endif
