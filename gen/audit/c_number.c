#include "audit/c_number.h"
#include "base/text.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { DIGITS_MAX = 1200 };

/* Copies a text without the quotes between its digits. */
static void without_quotes(const char *text, char plain[DIGITS_MAX]) {
    size_t length = 0;
    for (; *text && length < DIGITS_MAX - 1; text++)
        if (*text != '\'')
            plain[length++] = *text;
    plain[length] = 0;
}

static int digit_of(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 'a' - 'A';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 16;
}

static bool is_integer_suffix(const char *suffix) {
    static const char *const suffixes[] = {"",    "u",   "l", "ul", "lu", "ll",
                                           "ull", "llu", "z", "uz", "zu"};
    for (size_t k = 0; k < sizeof suffixes / sizeof *suffixes; k++)
        if (strcasecmp(suffix, suffixes[k]) == 0)
            return true;
    return false;
}

static char *read_integer(const char *text, struct c_number *number) {
    const char *at = text;
    unsigned base = 10;
    if (at[0] == '0' && (at[1] == 'x' || at[1] == 'X'))
        base = 16;
    else if (at[0] == '0' && (at[1] == 'b' || at[1] == 'B'))
        base = 2;
    else if (at[0] == '0')
        base = 8;
    at += base == 16 || base == 2 ? 2 : 0;
    const char *digits = at;
    number->whole = 0;
    for (; (unsigned)digit_of(*at) < base; at++) {
        uint64_t digit = (uint64_t)digit_of(*at);
        if (number->whole > (UINT64_MAX - digit) / base)
            return text_format("'%.60s' has more than 64 bits", text);
        number->whole = base * number->whole + digit;
    }
    if (at == digits || !is_integer_suffix(at))
        return text_format("'%.60s' is no number of C", text);
    number->integer = true;
    number->decimal = base == 10;
    return NULL;
}

/* Does the text end so, in either case? */
static bool has_suffix(const char *text, size_t length, const char *suffix) {
    size_t most = strlen(suffix);
    return length > most && strcasecmp(text + length - most, suffix) == 0;
}

/* strtof, strtod and strtold round once, and read hexadecimal numbers too. The program never leaves the C locale. */
static char *read_floating(const char *text, struct c_number *number) {
    char *end;
    size_t length = strlen(text), suffix = 1;
    if (has_suffix(text, length, "f")) {
        number->value = strtof(text, &end);
    } else if (has_suffix(text, length, "l")) {
        number->value = strtold(text, &end);
    } else if (has_suffix(text, length, "f32") || has_suffix(text, length, "f64")) {
        number->value = text[length - 1] == '2' ? strtof(text, &end) : strtod(text, &end);
        suffix = 3;
    } else {
        number->value = strtod(text, &end);
        suffix = 0;
    }
    if (end == text || end + suffix != text + length)
        return text_format("'%.60s' is no number of C with a suffix f, l, f32, f64 or none", text);
    if (isinf(number->value))
        return text_format("'%.60s' is too large for its type", text);
    number->integer = false;
    return NULL;
}

char *c_number_read(const char *text, struct c_number *number) {
    char plain[DIGITS_MAX];
    without_quotes(text, plain);
    *number = (struct c_number){0};
    bool hexadecimal = plain[0] == '0' && (plain[1] == 'x' || plain[1] == 'X');
    bool floating = strpbrk(plain, hexadecimal ? ".pP" : ".eE") != NULL;
    return floating ? read_floating(plain, number) : read_integer(plain, number);
}

/* A long double has at most 113 bits: what is below the first 64 becomes `more`. */
static struct expansion expand(const struct c_number *number) {
    struct expansion v = {.negative = number->negative};
    if (number->integer) {
        v.negative = number->negative && number->whole > 0; /* there is no integer -0 */
        v.significand = number->whole;
        while (v.significand && !(v.significand >> 63)) {
            v.significand <<= 1;
            v.exponent--;
        }
        return v;
    }
    int exponent;
    long double shifted = ldexpl(frexpl(number->value, &exponent), 64);
    v.significand = (uint64_t)shifted;
    v.more = (long double)v.significand != shifted;
    v.exponent = exponent - 64;
    return v;
}

char *c_number_convert(const struct c_number *number, const char *code, const struct element *type,
                       uint64_t *bits) {
    if (*code == 'f' || *code == 'b') {
        *bits = element_round(type, expand(number));
        return element_is_infinite(type, *bits)
                   ? text_format("a number is too large for type %s", type->name)
                   : NULL;
    }
    if (!number->integer)
        return text_format("a number with a point, where elements are integers");
    int width = 8 * (code[1] - '0'); /* a code has one digit */
    uint64_t half = UINT64_C(1) << (width - 1), most = half - 1 + half;
    if (*code == 'i' && number->decimal)
        most = half - 1;
    if (number->whole > (number->negative ? *code == 'i' ? half : 0 : most))
        return text_format("%s%llu doesn't fit into %s integer of %d bits",
                           number->negative ? "-" : "", (unsigned long long)number->whole,
                           *code == 'i' ? "a signed" : "an unsigned", width);
    *bits = (number->negative ? -number->whole : number->whole) & (half - 1 + half);
    return NULL;
}
