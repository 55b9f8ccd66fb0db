#include "base/text.h"
#include "read/c_source.h"

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

/* --- tokens */

void c_tokens_clear(struct c_tokens *t) {
    t->count = t->used = 0;
    t->full = t->renames = t->assigned = t->valued = false;
}

void c_tokens_add(struct c_tokens *t, const struct c_lexer *lexer) {
    const size_t size = strlen(lexer->text) + 1;
    t->valued = t->assigned;
    t->renames = t->renames || c_lexer_is(lexer, "using");
    t->assigned = t->assigned || (c_lexer_is(lexer, "=") && !t->renames);
    t->full = t->full || t->count == C_TOKENS || size > C_LETTERS - t->used;
    if (t->assigned || t->full)
        return;
    t->token[t->count].kind = lexer->kind;
    t->token[t->count++].text = memcpy(t->letters + t->used, lexer->text, size);
    t->used += size;
}

/* Is token k, which may not be there, this sign or this name? */
static bool is(const struct c_tokens *t, size_t k, const char *text) {
    return k < t->count && (t->token[k].kind == C_SIGN || t->token[k].kind == C_NAME) &&
           strcmp(t->token[k].text, text) == 0;
}

/* The token after the parentheses or brackets that token k opens; beyond all tokens if they stay open. */
static size_t past(const struct c_tokens *t, size_t k, const char *open, const char *close) {
    for (size_t depth = 0; k < t->count; k++) {
        depth += is(t, k, open);
        depth -= is(t, k, close);
        if (depth == 0)
            return k + 1;
    }
    return t->count + 1;
}

static void add_name(struct c_declaration *d, const char *word) {
    static const char qualifiers[] = "const static constexpr constinit inline extern volatile "
                                     "register __thread thread_local _Thread_local restrict "
                                     "typename __extension__";
    static const char others[] = "struct enum class namespace return auto operator case new";
    bool *kind = strcmp(word, "union") == 0     ? &d->is_union
                 : strcmp(word, "typedef") == 0 ? &d->is_typedef
                 : strcmp(word, "using") == 0   ? &d->is_using
                                                : NULL;
    if (kind)
        *kind = true;
    if (kind || text_lists(qualifiers, word) || d->sizes > d->of_containers)
        return; /* names after brackets are macros of attributes */
    d->other |= text_lists(others, word) || d->count == C_WORDS || strlen(word) >= C_NAME_MAX;
    if (!d->other)
        d->words[d->count++] = word;
}

/* Adds the length that tokens [from, end) say: 0 unless it is one number. */
static void add_length(struct c_declaration *d, const struct c_tokens *t, size_t from, size_t end) {
    struct c_number number;
    const bool negative = is(t, from, "-");
    uint64_t length = 0;
    from += negative;
    if (from + 1 == end && t->token[from].kind == C_NUMBER) {
        char *wrong = c_number_read(t->token[from].text, &number);
        if (!wrong && number.integer && number.whole > 0 && !negative)
            length = number.whole;
        else if (!*d->impossible)
            snprintf(d->impossible, C_NAME_MAX, "%s%.200s", negative ? "-" : "",
                     t->token[from].text);
        free(wrong);
    }
    if (d->sizes == C_DIMENSIONS)
        d->other = true;
    else
        d->size[d->sizes++] = length;
}

/* Reads what begins with token k. Returns the token after it. */
static size_t read_part(struct c_declaration *d, const struct c_tokens *t, size_t k) {
    const bool name = t->token[k].kind == C_NAME, contained = d->containers > 0;
    size_t end = k + 1;
    if (name && is(t, k + 1, "(")) { /* an attribute or a call */
        end = past(t, k + 1, "(", ")");
        for (size_t n = k; n < end; n++)
            d->pointers |= is(t, n, "*");
    } else if (name && is(t, k + 1, ":") && is(t, k + 2, ":")) { /* std:: */
        end = k + 3;
    } else if (is(t, k, ":") && is(t, k + 1, ":")) {
        end = k + 2;
    } else if (is(t, k, ":")) { /* that of a label, such as public: */
        if (end < t->count)
            *d = (struct c_declaration){.count = 0};
    } else if (is(t, k, "[")) {
        end = past(t, k, "[", "]");
        if (!is(t, k + 1, "[")) /* of an [[attribute]] */
            add_length(d, t, k + 1, end - 1);
    } else if (is(t, k + 1, "<") && (is(t, k, "array") || is(t, k, "vector"))) {
        d->containers++;
        end = k + 2;
    } else if (contained && (is(t, k, ",") || is(t, k, ">"))) {
        for (end = k; end < t->count && !is(t, end, ">");)
            end++;
        add_length(d, t, k + 1, end++);
        d->of_containers = d->sizes;
        d->containers--;
    } else if (is(t, k, "*")) {
        d->pointer = d->pointers = true;
    } else if (name) {
        add_name(d, t->token[k].text);
    } else if (t->token[k].kind != C_STRING && !is(t, k, "=")) { /* extern "C", using a = b */
        d->other = true;
    }
    return end;
}

void c_declaration_read(struct c_declaration *d, const struct c_tokens *t) {
    size_t k = 0;
    *d = (struct c_declaration){.count = 0};
    while (k < t->count)
        k = read_part(d, t, k);
    d->other |= t->full || t->valued || k > t->count || d->containers > 0;
}

/* --- what was declared */

/* Finds the words that messages call the type by: those that are known here, or else the last one. */
static void name_type(const struct c_declaration *d, const struct c_types *types, c_word type) {
    size_t used = 0;
    for (size_t k = 0; k + 1 < d->count; k++)
        if (*c_types_code(types, &d->words[k], 1) && used < C_NAME_MAX)
            used += (size_t)snprintf(type + used, C_NAME_MAX - used, "%s%s", used > 0 ? " " : "",
                                     d->words[k]);
    if (used == 0)
        snprintf(type, C_NAME_MAX, "%s", d->words[d->count - 2]);
}

bool c_declaration_array(const struct c_declaration *d, const struct c_types *types,
                         struct c_array *array) {
    if (d->other || d->pointer || d->count < 2 || (d->sizes == 0 && !d->is_union))
        return false;
    *array = (struct c_array){.dimensions = d->sizes};
    snprintf(array->name, C_NAME_MAX, "%s", d->words[d->count - 1]);
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
