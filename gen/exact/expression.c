/* SPDX-License-Identifier: MIT */
#include "exact/expression.h"
#include "base/die.h"
#include "base/integer.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* These limits bound the time that a text can take. Sums of number_text have two terms, and users' sums hardly more. No
 * number of NUMBER_BITS has a decimal exponent beyond 1233, but a quotient of larger numbers may fit. */
enum { TERMS_MAX = 8, FACTORS_MAX = 16, DIGITS_MAX = 20000, EXPONENT_MAX = 9999 };

static const char no_number[] = "is not a number";
static const char zero_division[] = "divides by zero";
static const char out_of_range[] = "is too large or too small: over 4096 bits";

/* The notation of decimals, or of hexadecimals after their 0x. */
struct notation {
    int radix;
    const char *digits, *marks; /* a mark begins the exponent */
    unsigned scale;             /* the base of the exponent */
    long each;                  /* a digit counts for scale^each */
    long most;                  /* larger exponents are refused before the power is computed */
};
static const struct notation decimal = {10, "0123456789", "eE", 10, 1, EXPONENT_MAX};
static const struct notation hexadecimal = {16, "0123456789abcdefABCDEF", "pP", 2,
                                            4,  4L * EXPONENT_MAX};

/* over/under, perhaps times pi; under > 0. It is reduced only when it is complete, to save time. */
struct term {
    mpz_t over, under;
    bool pi;
};

/* Reads the exponent after its mark, and advances *text past it; false if there is none. */
static bool exponent_parse(long *exponent, long most, const char **text) {
    const char *digits = *text + (**text == '-' || **text == '+');
    const long beyond = most + DIGITS_MAX * 4L + 1; /* more than `most`, whatever the places take */
    char *end;
    const long value = strtol(*text, &end, 10);
    *exponent = value > beyond ? beyond : value < -beyond ? -beyond : value;
    *text = end;
    return isdigit((unsigned char)*digits);
}

/* Reads DIGITS[.DIGITS][eN] as coefficient * scale^exponent. One of the two DIGITS may be empty. */
static const char *plain_parse(mpz_t coefficient, long *exponent, const struct notation *notation,
                               const char **text) {
    const char *at = *text;
    size_t whole = strspn(at, notation->digits);
    const char *fraction = at + whole + (at[whole] == '.');
    size_t places = at[whole] == '.' ? strspn(fraction, notation->digits) : 0;
    if (whole + places == 0)
        return no_number;
    if (whole + places > DIGITS_MAX)
        return out_of_range;
    char *digits = text_format("%.*s%.*s", (int)whole, at, (int)places, fraction);
    mpz_set_str(coefficient, digits, notation->radix);
    free(digits);

    at = fraction + places;
    *exponent = 0;
    if (*at && strchr(notation->marks, *at)) {
        at++;
        if (!exponent_parse(exponent, notation->most, &at))
            return no_number;
    }
    *exponent -= notation->each * (long)places;
    *text = at;
    if (mpz_sgn(coefficient) == 0)
        *exponent = 0;
    return labs(*exponent) > notation->most ? out_of_range : NULL;
}

static bool in_word(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '.';
}

/* Reads the value of a symbol, and advances *text past the symbol; false if there is none. */
static bool symbol_parse(unsigned long long *value, const char **text, const struct sizes *sizes) {
    if (!sizes)
        return false;
    const struct {
        const char *name;
        unsigned long long value;
    } symbols[] = {{"max-len", sizes->max_len},
                   {"d", sizes->d_model},
                   {"n", sizes->pairs},
                   {"size", sizes->axis_size}};
    size_t count = sizeof symbols / sizeof *symbols - (sizes->axis_size == 0);
    for (size_t k = 0; k < count; k++) {
        size_t length = strlen(symbols[k].name);
        if (strncmp(*text, symbols[k].name, length) == 0 && !in_word((*text)[length])) {
            *value = symbols[k].value;
            *text += length;
            return true;
        }
    }
    return false;
}

static bool at_pi(const char *text) {
    return strncmp(text, "pi", 2) == 0;
}

static const char *sum_parse(struct number *x, const char **text, const struct sizes *sizes,
                             bool in_floor);

static const char floor_of[] = "floor(";

/* Reads what is in the parentheses of a floor, and advances *text past them. */
static const char *floor_parse(mpz_t x, const char **text, const struct sizes *sizes) {
    struct number sum;
    number_init(&sum);
    const char *wrong = sum_parse(&sum, text, sizes, true);
    if (!wrong && **text != ')')
        wrong = no_number;
    if (!wrong && mpq_sgn(sum.pi) != 0)
        wrong = "has pi in a floor";
    if (!wrong) {
        mpz_fdiv_q(x, mpq_numref(sum.rational), mpq_denref(sum.rational));
        ++*text;
    }
    number_clear(&sum);
    return wrong;
}

/* Reads [+-]FACTOR, and multiplies or divides the term by it. */
static const char *factor_parse(struct term *term, bool divides, const char **text,
                                const struct sizes *sizes, bool in_floor) {
    if (**text == '-')
        mpz_neg(term->over, term->over);
    *text += **text == '-' || **text == '+';
    if (at_pi(*text)) {
        *text += 2;
        const char *wrong = divides    ? "has pi in a denominator"
                            : term->pi ? "has pi twice in a product"
                                       : NULL;
        term->pi = true;
        return wrong;
    }

    bool hex = (*text)[0] == '0' && ((*text)[1] == 'x' || (*text)[1] == 'X');
    const struct notation *notation = hex ? &hexadecimal : &decimal;
    unsigned long long value;
    long exponent = 0;
    mpz_t x;
    mpz_init(x);
    const char *wrong = NULL;
    if (symbol_parse(&value, text, sizes)) {
        integer_set_unsigned(x, value);
    } else if (sizes && !in_floor && strncmp(*text, floor_of, strlen(floor_of)) == 0) {
        *text += strlen(floor_of);
        wrong = floor_parse(x, text, sizes);
    } else {
        *text += hex ? 2 : 0;
        wrong = plain_parse(x, &exponent, notation, text);
    }
    if (!wrong && divides && mpz_sgn(x) == 0)
        wrong = zero_division;
    if (!wrong) {
        mpz_ptr to = divides ? term->under : term->over, other = divides ? term->over : term->under;
        mpz_mul(to, to, x);
        integer_power(x, notation->scale, (unsigned)labs(exponent));
        to = exponent < 0 ? other : to;
        mpz_mul(to, to, x);
    }
    mpz_clear(x);
    return wrong;
}

/* Reads FACTOR{*FACTOR|/FACTOR|pi}, and advances *text past it. */
static const char *term_parse(struct number *x, const char **text, const struct sizes *sizes,
                              bool in_floor) {
    struct term term = {.pi = false};
    const char *wrong = NULL;
    mpz_init_set_ui(term.over, 1);
    mpz_init_set_ui(term.under, 1);
    bool divides = false, more = true;
    for (int k = 0; more && !wrong; k++) {
        wrong = k < FACTORS_MAX ? factor_parse(&term, divides, text, sizes, in_floor)
                                : "has too many factors";
        bool sign = **text == '*' || **text == '/';
        more = sign || at_pi(*text);
        divides = **text == '/';
        *text += sign;
    }
    if (!wrong) {
        number_set_zero(x);
        mpq_ptr q = term.pi ? x->pi : x->rational;
        mpz_swap(mpq_numref(q), term.over);
        mpz_swap(mpq_denref(q), term.under);
        mpq_canonicalize(q);
        wrong = number_fits(x) ? NULL : out_of_range;
    }
    mpz_clear(term.over);
    mpz_clear(term.under);
    return wrong;
}

/* Reads TERM{+TERM|-TERM}, and advances *text past it. */
static const char *sum_parse(struct number *x, const char **text, const struct sizes *sizes,
                             bool in_floor) {
    struct number term;
    number_init(&term);
    number_set_zero(x);
    const char *wrong = NULL;
    int terms = 0;
    do {
        wrong =
            terms++ < TERMS_MAX ? term_parse(&term, text, sizes, in_floor) : "has too many terms";
        mpq_add(x->rational, x->rational, term.rational);
        mpq_add(x->pi, x->pi, term.pi);
    } while (!wrong && (**text == '+' || **text == '-'));
    number_clear(&term);
    return wrong || number_fits(x) ? wrong : out_of_range;
}

const char *expression_parse(struct number *x, const char *text, const struct sizes *sizes) {
    const char *wrong = sum_parse(x, &text, sizes, false);
    return !wrong && *text ? no_number : wrong;
}

const char *expression_rational(mpq_t q, const char *text, const struct sizes *sizes) {
    struct number x;
    number_init(&x);
    const char *wrong = expression_parse(&x, text, sizes);
    if (!wrong && mpq_sgn(x.pi) != 0)
        wrong = "is not a rational number";
    mpq_set(q, x.rational);
    number_clear(&x);
    return wrong;
}

const char *rational_parse(mpq_t q, const char *text) {
    struct number x;
    number_init(&x);
    const char *wrong = term_parse(&x, &text, NULL, false);
    if (!wrong && (*text || mpq_sgn(x.pi) != 0))
        wrong = no_number;
    mpq_set(q, x.rational);
    number_clear(&x);
    return wrong;
}
