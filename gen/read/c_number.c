#include "base/text.h"
#include "read/c_source.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static bool is_integer_suffix(const char *suffix) {
    static const char *const suffixes[] = {"",    "u",   "l", "ul", "lu", "ll",
                                           "ull", "llu", "z", "uz", "zu"};
    for (size_t k = 0; k < sizeof suffixes / sizeof *suffixes; k++)
        if (strcasecmp(suffix, suffixes[k]) == 0)
            return true;
    return false;
}

static char *read_integer(const char *text, struct c_number *number) {
    bool binary = text[0] == '0' && (text[1] == 'b' || text[1] == 'B');
    const char *digits = binary ? text + 2 : text;
    char *end;
    errno = 0;
    number->whole = strtoull(digits, &end, binary ? 2 : 0);
    if (end == digits || !is_integer_suffix(end))
        return text_format("'%.60s' is not a number of C", text);
    if (errno == ERANGE)
        return text_format("'%.60s' has more than 64 bits", text);
    number->integer = true;
    number->decimal = *text != '0';
    return NULL;
}

/* Counts the digits of a decimal. */
static void count_digits(const char *text, struct c_number *number) {
    bool point = false;
    for (; (*text >= '0' && *text <= '9') || *text == '.'; text++) {
        point |= *text == '.';
        number->places += point && *text != '.';
        number->digits += *text != '.' && (number->digits > 0 || *text != '0');
    }
    if (*text == 'e' || *text == 'E')
        number->places -= (int)strtol(text + 1, NULL, 10);
}

/* strtof, strtod and strtold round once, and read hexadecimal numbers too. The program never leaves the C locale. */
static char *read_floating(const char *text, struct c_number *number) {
    char *end;
    number->value = strtod(text, &end);
    if (strcasecmp(end, "f") == 0 || strcasecmp(end, "f32") == 0)
        number->value = strtof(text, &end);
    else if (strcasecmp(end, "l") == 0)
        number->value = strtold(text, &end);
    else if (*end && strcasecmp(end, "f64") != 0)
        return text_format("'%.60s' is not a number of C with a suffix f, l, f32, f64 or none",
                           text);
    return isinf(number->value) ? text_format("'%.60s' is too large for its type", text) : NULL;
}

char *c_number_read(const char *text, struct c_number *number) {
    *number = (struct c_number){0};
    bool hexadecimal = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    bool floating = strpbrk(text, hexadecimal ? "pP" : ".eE") != NULL;
    if (floating && !hexadecimal)
        count_digits(text, number);
    return floating ? read_floating(text, number) : read_integer(text, number);
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
