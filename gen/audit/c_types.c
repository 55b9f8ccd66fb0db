#include "audit/c_types.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Types with a name of one word: of C, C++23, compilers, Arm's CMSIS-DSP. */
static const struct {
    const char *name, *code;
} known[] = {
    {"float", "f4"},    {"float32_t", "f4"},  {"_Float32", "f4"}, {"float64_t", "f8"},
    {"_Float64", "f8"}, {"_Float16", "f2"},   {"__fp16", "f2"},   {"float16_t", "f2"},
    {"__bf16", "b2"},   {"bfloat16_t", "b2"}, {"int8_t", "i1"},   {"int16_t", "i2"},
    {"int32_t", "i4"},  {"int64_t", "i8"},    {"uint8_t", "u1"},  {"uint16_t", "u2"},
    {"uint32_t", "u4"}, {"uint64_t", "u8"},   {"q7_t", "i1"},     {"q15_t", "i2"},
    {"q31_t", "i4"},
};

static const char *one_word(const struct c_types *types, const char *word) {
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (strcmp(known[k].name, word) == 0)
            return known[k].code;
    for (size_t k = 0; k < types->count; k++)
        if (strcmp(types->list[k].name, word) == 0)
            return types->list[k].code;
    return "";
}

const char *c_types_code(const struct c_types *types, const char *const words[], size_t count) {
    enum { CHAR, SHORT, INT, LONG, SIGNED, UNSIGNED, DOUBLE, NAMES };
    static const char *const names[] = {"char",   "short",    "int",   "long",
                                        "signed", "unsigned", "double"};
    int times[NAMES] = {0};
    const char *code = "";
    for (size_t k = 0; k < count; k++) {
        for (int name = 0; name < NAMES; name++)
            times[name] += strcmp(words[k], names[name]) == 0;
        const char *one = one_word(types, words[k]);
        if (*one && *code && strcmp(one, code) != 0)
            return ""; /* of two branches of an #if */
        code = *one ? one : code;
    }
    bool is_unsigned = times[UNSIGNED] > 0;
    if (*code)
        return times[DOUBLE] ? "" : code;
    if (times[DOUBLE])
        return times[LONG] ? "" : "f8";
    if (times[CHAR])
        return is_unsigned ? "u1" : "i1";
    if (times[SHORT])
        return is_unsigned ? "u2" : "i2";
    if (times[LONG] > 1)
        return is_unsigned ? "u8" : "i8";
    if (times[LONG])
        return is_unsigned ? "u?" : "i?";
    return is_unsigned ? "u4" : times[INT] || times[SIGNED] ? "i4" : "";
}

void c_types_add(struct c_types *types, const char *name, const char *code) {
    enum { MOST = sizeof types->list / sizeof *types->list };
    if (types->count == MOST || strlen(name) >= sizeof types->list->name)
        return;
    for (size_t k = 0; k < types->count; k++)
        if (strcmp(types->list[k].name, name) == 0) {
            if (strcmp(types->list[k].code, code) != 0)
                types->list[k].code[0] = 0;
            return;
        }
    snprintf(types->list[types->count].name, sizeof types->list->name, "%s", name);
    snprintf(types->list[types->count].code, sizeof types->list->code, "%s", code);
    types->count++;
}
