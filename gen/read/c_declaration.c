#include "read/c_declaration.h"
#include "read/c_number.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- types */

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

const char *c_types_code(const struct c_types *types, const c_word words[], size_t count) {
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

/* --- tokens */

static bool is_any_of(const char *word, const char *const words[]) {
    while (*words && strcmp(word, *words) != 0)
        words++;
    return *words != NULL;
}

static void add_name(struct c_declaration *d, const char *word) {
    static const char *const qualifiers[] = {
        "const",         "static",   "constexpr", "constinit",     "inline",
        "extern",        "volatile", "register",  "__thread",      "thread_local",
        "_Thread_local", "restrict", "typename",  "__extension__", NULL};
    static const char *const others[] = {"struct", "enum",     "class", "namespace", "return",
                                         "auto",   "operator", "case",  "new",       NULL};
    d->named = true;
    bool *kind = strcmp(word, "union") == 0     ? &d->is_union
                 : strcmp(word, "typedef") == 0 ? &d->is_typedef
                 : strcmp(word, "using") == 0   ? &d->is_using
                                                : NULL;
    if (kind)
        *kind = true;
    if (kind || is_any_of(word, qualifiers) || d->sizes > d->of_containers)
        return; /* names after brackets are macros of attributes */
    d->other |= is_any_of(word, others) || d->count == C_WORDS || strlen(word) >= C_NAME_MAX;
    d->added = !d->other;
    if (d->added)
        snprintf(d->words[d->count++], C_NAME_MAX, "%s", word);
}

static void add_length(struct c_declaration *d, uint64_t length) {
    if (d->sizes == C_DIMENSIONS)
        d->other = true;
    else
        d->size[d->sizes++] = length;
}

static void close_container(struct c_declaration *d, uint64_t length) {
    add_length(d, length);
    d->of_containers = d->sizes;
    d->containers--;
}

static void begin_length(struct c_declaration *d, char end) {
    memset(&d->length, 0, sizeof d->length);
    d->length.end = end;
    d->length.brackets = 1;
}

/* The length that was read: 0 unless it is one number. */
static uint64_t length_value(struct c_declaration *d) {
    struct c_number number;
    if (d->length.tokens != 1 || !*d->length.number)
        return 0;
    char *wrong = c_number_read(d->length.number, &number);
    bool possible = !wrong && number.integer && number.whole > 0 && !d->length.negative;
    free(wrong);
    if (!possible && !*d->impossible)
        snprintf(d->impossible, C_NAME_MAX, "%s%.200s", d->length.negative ? "-" : "",
                 d->length.number);
    return possible ? number.whole : 0;
}

/* A token of a length or of an attribute, or the sign that ends it. */
static void read_length(struct c_declaration *d, const struct c_lexer *t) {
    d->length.brackets += c_lexer_is(t, "[");
    d->length.brackets -= c_lexer_is(t, "]");
    if (d->length.end == '>' ? c_lexer_is(t, ">") : d->length.brackets == 0) {
        if (d->length.end == '>')
            close_container(d, length_value(d));
        else if (!d->length.attribute)
            add_length(d, length_value(d));
        d->length.end = 0;
        return;
    }
    if (d->length.tokens == 0 && c_lexer_is(t, "-") && !d->length.negative) {
        d->length.negative = true;
        return;
    }
    if (d->length.tokens++ == 0) {
        d->length.attribute = c_lexer_is(t, "[");
        if (t->kind == C_NUMBER)
            snprintf(d->length.number, C_NAME_MAX, "%.*s", C_NAME_MAX - 1, t->text);
    }
}

static void read_sign(struct c_declaration *d, int sign) {
    const char *last = d->count > 0 ? d->words[d->count - 1] : "";
    if (sign == '[') {
        begin_length(d, ']');
    } else if (sign == '<' && (strcmp(last, "array") == 0 || strcmp(last, "vector") == 0)) {
        d->count--;
        d->containers++;
    } else if (sign == ',' && d->containers > 0) {
        begin_length(d, '>');
    } else if (sign == '>' && d->containers > 0) {
        close_container(d, 0);
    } else if (sign == '*') {
        d->pointer = true;
    } else if (sign == '=') {
        d->assigned = !d->is_using;
    } else {
        d->other = true;
    }
}

void c_declaration_add(struct c_declaration *d, const struct c_lexer *t) {
    if (d->assigned || t->kind == C_STRING) { /* such as "C" after extern */
        d->valued = d->assigned;
        return;
    }
    if (d->length.end) {
        read_length(d, t);
        return;
    }
    if (d->colon && !c_lexer_is(t, ":")) /* that of a label, such as public: */
        *d = (struct c_declaration){.count = 0};
    const bool named = d->named, added = d->added, colon = d->colon;
    d->named = d->added = d->colon = false;
    d->pointers |= c_lexer_is(t, "*");
    if (d->parentheses > 0 || (named && c_lexer_is(t, "("))) {
        d->count -= added;
        d->parentheses += c_lexer_is(t, "(");
        d->parentheses -= c_lexer_is(t, ")");
    } else if (c_lexer_is(t, ":")) { /* of std:: */
        d->count -= colon && d->scoped;
        d->colon = !colon;
        d->scoped = added;
    } else if (t->kind == C_NAME) {
        add_name(d, t->text);
    } else {
        read_sign(d, t->kind == C_SIGN ? *t->text : '\0');
    }
}

/* --- what was declared */

/* Finds the words to call the type by: those that are known here, or else the last one. */
static void name_type(const struct c_declaration *d, const struct c_types *types, c_word type) {
    size_t used = 0;
    for (size_t k = 0; k + 1 < d->count; k++)
        if (*c_types_code(types, &d->words[k], 1) && used < C_NAME_MAX)
            used += (size_t)snprintf(type + used, C_NAME_MAX - used, "%s%s", used > 0 ? " " : "",
                                     d->words[k]);
    if (used == 0)
        memcpy(type, d->words[d->count - 2], C_NAME_MAX);
}

bool c_declaration_array(const struct c_declaration *d, const struct c_types *types,
                         struct c_array *array) {
    bool ends = !d->valued && !d->length.end && d->parentheses == 0 && d->containers == 0;
    if (!ends || d->other || d->pointer || d->count < 2 || (d->sizes == 0 && !d->is_union))
        return false;
    *array = (struct c_array){.dimensions = d->sizes};
    memcpy(array->name, d->words[d->count - 1], C_NAME_MAX);
    memcpy(array->impossible, d->impossible, C_NAME_MAX);
    name_type(d, types, array->type);
    snprintf(array->code, sizeof array->code, "%s", c_types_code(types, d->words, d->count - 1));
    size_t inner = d->of_containers, brackets = d->sizes - inner;
    memcpy(array->size, d->size + inner, brackets * sizeof *d->size);
    for (size_t k = 0; k < inner; k++)
        array->size[brackets + k] = d->size[inner - 1 - k];
    return true;
}

void c_declaration_typedef(const struct c_declaration *d, struct c_types *types) {
    if (!(d->is_typedef || d->is_using) || d->other || d->pointer || d->sizes > 0 || d->count < 2)
        return;
    const char *code = c_types_code(types, &d->words[d->is_using], d->count - 1);
    if (*code)
        c_types_add(types, d->words[d->is_using ? 0 : d->count - 1], code);
}
