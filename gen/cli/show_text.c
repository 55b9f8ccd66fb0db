#include "cli/show_text.h"
#include "base/text.h"
#include "element/element_value.h"
#include "element/literal.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void add_zeros(struct text *text, int64_t count) {
    for (; count > 0; count--)
        text_print(text, "0");
}

/* With the point after `whole` digits, which may be none or more than there are. */
static void add_with_point(struct text *text, const char *digits, int64_t whole) {
    const int64_t length = (int64_t)strlen(digits), before = whole < length ? whole : length;
    if (whole <= 0)
        text_print(text, "0");
    else
        text_add(text, digits, (size_t)before);
    add_zeros(text, whole - length);
    if (whole >= length)
        return;
    text_print(text, ".");
    add_zeros(text, -whole);
    text_print(text, digits + (whole > 0 ? whole : 0));
}

char *show_digits(const struct exact_digits *digits, size_t count, enum show_sign sign) {
    static const char *const signs[] = {[SIGN_NONE] = "", [SIGN_BLANK] = " ", [SIGN_PLUS] = "+"};
    struct text text = {NULL, 0, 0};
    const int64_t power = digits->exponent - 1;
    if (!*digits->digits) {
        text_print(&text, sign == SIGN_BLANK ? " 0" : "0");
    } else {
        text_print(&text, digits->negative ? "-" : signs[sign]);
        bool plain = power >= -4 && power < (int64_t)count;
        add_with_point(&text, digits->digits, plain ? digits->exponent : 1);
        char *exponent =
            text_format("e%c%02" PRId64, power < 0 ? '-' : '+', power < 0 ? -power : power);
        text_print(&text, plain ? "" : exponent);
        free(exponent);
    }
    text_add(&text, "", 1);
    return text.bytes;
}

char *show_value(struct exact_value *value, const struct affine *affine, size_t count,
                 enum show_sign sign) {
    struct exact_digits digits;
    if (!exact_value_digits(value, affine, count, &digits))
        return NULL;
    char *text = show_digits(&digits, count, sign);
    exact_digits_clear(&digits);
    return text;
}

char *show_function(const struct table *table, const struct exact_entry *entry) {
    char p = 'p';
    if (table->grid.axes > 0)
        p = grid_letter(&table->grid, entry->axis);
    switch (entry->function) {
    case CHANNEL_SINE:
        return text_format("sin %c*w%" PRIu64, p, entry->frequency);
    case CHANNEL_COSINE:
        return text_format("cos %c*w%" PRIu64, p, entry->frequency);
    case CHANNEL_FREQUENCY:
        return text_format("%sw%" PRIu64, table->component == COMPONENT_FACTOR ? "factor of " : "",
                           entry->frequency);
    case CHANNEL_ZERO:
        break;
    }
    return text_format("zero");
}

char *show_position(const struct exact_entry *entry) {
    bool has = entry->function == CHANNEL_SINE || entry->function == CHANNEL_COSINE;
    return has ? number_text(&entry->position) : text_format("%s", "");
}

enum { BINARY64 = 1 }; /* of the element types */

/* The element as a double, if it is a float of 16 bits. Its own shortest decimal is up to half an ulp away from it, so
 * nobody could check the error with that. */
static bool is_half(const struct element *type, uint64_t bits, uint64_t *as_double) {
    if (type->fixed || type->bytes != sizeof(uint16_t))
        return false;
    int exponent;
    double value = (double)element_significand(type, bits, &exponent);
    value = ldexp(bits & element_sign(type) ? -value : value, exponent);
    memcpy(as_double, &value, sizeof value);
    return true;
}

char *show_element(const struct element *type, uint64_t bits, bool csv) {
    char text[LITERAL_MAX];
    uint64_t as_double;
    if (is_half(type, bits, &as_double))
        element_literal(&elements[BINARY64], LITERAL_SHORTEST, as_double, text);
    else
        element_literal(type, LITERAL_SHORTEST, bits, text);
    return text_format("%s%s", !csv && !type->fixed && *text != '-' ? " " : "", text);
}

struct sheet_column show_element_column(const struct element *type) {
    return (struct sheet_column){type->fixed ? "element" : " element", "element", type->fixed};
}

char *show_bits(const struct element *type, uint64_t bits) {
    char text[LITERAL_MAX];
    element_literal(type, LITERAL_BITS, bits, text);
    return text_format("0x%s", text);
}
