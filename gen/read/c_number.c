#include "base/text.h"
#include "read/c_source.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static char *read_integer(const char *text, struct c_number *number) {
    const bool binary = text[0] == '0' && (text[1] == 'b' || text[1] == 'B');
    const char *digits = binary ? text + 2 : text;
    char *end;
    errno = 0;
    number->whole = strtoull(digits, &end, binary ? 2 : 0);
    if (end == digits || end[strspn(end, "uUlLzZ")])
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

/* strtof and strtod round once, and read hexadecimal numbers too. The program never leaves the C locale. */
static char *read_floating(const char *text, struct c_number *number) {
    const bool single = text[strlen(text) - 1] == 'f' || text[strlen(text) - 1] == 'F';
    char *end;
    number->value = single ? strtof(text, &end) : strtod(text, &end);
    if (end[single])
        return text_format("'%.60s' is not a number of C, or has a suffix other than f", text);
    return isinf(number->value) ? text_format("'%.60s' is too large for its type", text) : NULL;
}

char *c_number_read(const char *text, struct c_number *number) {
    *number = (struct c_number){0};
    const bool hexadecimal = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    if (!strpbrk(text, hexadecimal ? "pP" : ".eE"))
        return read_integer(text, number);
    if (!hexadecimal)
        count_digits(text, number);
    return read_floating(text, number);
}

static struct expansion expand(const struct c_number *number) {
    struct expansion v = {.negative = number->negative};
    int exponent = 64;
    if (number->integer) {
        v.negative = number->negative && number->whole > 0; /* there is no integer -0 */
        v.significand = number->whole;
        for (; v.significand && !(v.significand >> 63); exponent--)
            v.significand <<= 1;
    } else {
        v.significand = (uint64_t)ldexp(frexp(number->value, &exponent), 64);
    }
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
    const int width = 8 * (code[1] - '0'); /* a code has one digit */
    const uint64_t half = UINT64_C(1) << (width - 1), all = half - 1 + half;
    const uint64_t most = *code == 'i' && number->decimal ? half - 1 : all;
    if (number->whole > (number->negative ? *code == 'i' ? half : 0 : most))
        return text_format("%s%llu doesn't fit into %s integer of %d bits",
                           number->negative ? "-" : "", (unsigned long long)number->whole,
                           *code == 'i' ? "a signed" : "an unsigned", width);
    *bits = (number->negative ? -number->whole : number->whole) & all;
    return NULL;
}
