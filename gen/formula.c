#include "formula.h"
#include "die.h"
#include "text.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Sums that number_text writes have two terms, and users' hardly more. */
enum { TERMS_MAX = 8 };

static bool in_word(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '.';
}

/* The text with numbers for its symbols. */
static char *substitute(const char *text, const struct sizes *sizes) {
    const struct {
        const char *name;
        unsigned long long value;
    } symbols[] = {{"max-len", sizes->max_len}, {"d", sizes->d_model}, {"n", sizes->pairs}};
    enum { SYMBOLS = sizeof symbols / sizeof symbols[0] };
    struct text out = {NULL, 0, 0};
    for (const char *at = text; *at;) {
        size_t k = 0, length = 0;
        for (; k < SYMBOLS; k++) {
            length = strlen(symbols[k].name);
            if (strncmp(at, symbols[k].name, length) == 0 && !in_word(at[length]) &&
                (at == text || !in_word(at[-1])))
                break;
        }
        if (k == SYMBOLS) {
            text_add(&out, at++, 1);
            continue;
        }
        char *digits = die_sprintf("%llu", symbols[k].value);
        text_print(&out, digits);
        free(digits);
        at += length;
    }
    text_add(&out, "", 1);
    return out.bytes;
}

/* The length of the first term: up to a sign that is neither its own nor an exponent's nor a divisor's. */
static size_t term_length(const char *text) {
    bool hex = false;
    for (size_t k = 0; text[k]; k++) {
        int before = k > 0 ? text[k - 1] : '/';
        hex = hex || ((text[k] == 'x' || text[k] == 'X') && before == '0');
        bool exponent = hex ? before == 'p' || before == 'P' : before == 'e' || before == 'E';
        bool sign = text[k] == '+' || text[k] == '-';
        if (sign && k > 0 && before != '/' &&
            !(exponent && k > 1 && (isxdigit((unsigned char)text[k - 2]) || text[k - 2] == '.')))
            return k;
    }
    return strlen(text);
}

const char *formula_parse(struct number *x, const char *text, const struct sizes *sizes) {
    char *digits = substitute(text, sizes);
    struct number term;
    number_init(&term);
    mpq_set_ui(x->rational, 0, 1);
    mpq_set_ui(x->pi, 0, 1);
    const char *wrong = *digits ? NULL : "is no number", *at = digits;
    for (int k = 0; *at && !wrong; k++) {
        size_t length = term_length(at);
        char *one = die_sprintf("%.*s", (int)length, at);
        wrong = k < TERMS_MAX ? number_parse(&term, one) : "has too many terms";
        free(one);
        mpq_add(x->rational, x->rational, term.rational);
        mpq_add(x->pi, x->pi, term.pi);
        at += length;
    }
    number_clear(&term);
    free(digits);
    if (!wrong && !number_fits(x))
        wrong = "is too large or too small: over 4096 bits";
    return wrong;
}

const char *formula_rational(mpq_t q, const char *text, const struct sizes *sizes) {
    struct number x;
    number_init(&x);
    const char *wrong = formula_parse(&x, text, sizes);
    if (!wrong && mpq_sgn(x.pi) != 0)
        wrong = "is no rational number";
    mpq_set(q, x.rational);
    number_clear(&x);
    return wrong;
}
