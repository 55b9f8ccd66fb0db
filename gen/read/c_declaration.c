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
    {"float", "f4"},      {"double", "f8"},   {"char", "i1"},      {"short", "i2"},
    {"float32_t", "f4"},  {"_Float32", "f4"}, {"float64_t", "f8"}, {"_Float64", "f8"},
    {"_Float16", "f2"},   {"__fp16", "f2"},   {"float16_t", "f2"}, {"__bf16", "b2"},
    {"bfloat16_t", "b2"}, {"int8_t", "i1"},   {"int16_t", "i2"},   {"int32_t", "i4"},
    {"int64_t", "i8"},    {"uint8_t", "u1"},  {"uint16_t", "u2"},  {"uint32_t", "u4"},
    {"uint64_t", "u8"},   {"q7_t", "i1"},     {"q15_t", "i2"},     {"q31_t", "i4"},
};

/* Adds to a code what one word says. "?": words contradict each other. */
static void take_code(char code[4], const char *said) {
    const bool agrees = !*code || strcmp(code, said) == 0;
    snprintf(code, 4, "%s", agrees ? said : "?");
}

void c_type_find(const struct c_source *s, const char *words, struct c_type *type) {
    char code[4] = "";
    *type = (struct c_type){.dimensions = 0};
    for (size_t k = 0; k < s->types; k++)
        if (text_lists(words, s->type[k].name)) {
            *type = s->type[k].type;
            take_code(code, type->code);
        }
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (text_lists(words, known[k].name))
            take_code(code, known[k].code);
    if (text_lists(words, "long"))
        take_code(code, strstr(words, "long long") ? "i8" : "i?");
    if (!*code &&
        (text_lists(words, "int") || text_lists(words, "signed") || text_lists(words, "unsigned")))
        take_code(code, "i4");
    if (*code == 'i' && text_lists(words, "unsigned"))
        *code = 'u';
    const char *last = strrchr(words, ' ');
    if (!*code && last)
        snprintf(type->text, sizeof type->text, "%.255s", last + 1);
    else if (!*type->text || *code == '?')
        snprintf(type->text, sizeof type->text, "%.255s", words + strspn(words, " "));
    snprintf(type->code, sizeof type->code, "%s", *code == '?' ? "" : code);
}

/* Remembers a name for a known type. Ignores names beyond the limit. A name of two types, as in two branches of an #if,
 * is unknown. */
static void add_type(struct c_source *s, const c_word name, const struct c_type *type) {
    size_t k = 0;
    while (k < s->types && strcmp(s->type[k].name, name) != 0)
        k++;
    if (!*type->code || k == C_TYPES)
        return;
    if (k < s->types) {
        take_code(s->type[k].type.code, type->code);
        return;
    }
    memcpy(s->type[k].name, name, sizeof s->type->name);
    s->type[s->types++].type = *type;
}

/* --- directives */

void c_source_explain(struct c_source *s, char *phrase) {
    if (!s->explained)
        s->explained = text_format("%s:%zu: %s", s->lexer.path, s->lexer.line, phrase);
    free(phrase);
}

/* "#define pe (pe_storage.values)" gives an array another name; "#define real float", a type. */
static void take_define(struct c_source *s) {
    c_word name, other;
    char rest[2];
    struct c_type type;
    const char *text = s->lexer.text;
    if (sscanf(text, "define %255[A-Za-z0-9_] ( %255[A-Za-z0-9_] . %*[A-Za-z0-9_]", name, other) ==
        2) {
        if (strcmp(name, s->wanted) == 0)
            memcpy(s->wanted, other, sizeof s->wanted);
    } else if (sscanf(text, "define %255[A-Za-z0-9_] %255[A-Za-z0-9_] %1s", name, other, rest) ==
               2) {
        c_type_find(s, other, &type);
        add_type(s, name, &type);
    }
}

void c_source_next(struct c_source *s) {
    while (c_lexer_next(&s->lexer) == C_DIRECTIVE)
        take_define(s);
    if (s->lexer.kind == C_STRING && strstr(s->lexer.text, ".incbin"))
        c_source_explain(s, text_format(".incbin takes the elements from elsewhere: audit that"));
}

/* --- declarations */

/* Is the token one that ends every declaration? */
static bool ends(const struct c_source *s) {
    return s->lexer.kind == C_END || s->lexer.kind == '{' || s->lexer.kind == '}' ||
           s->lexer.kind == ';';
}

static void add_word(struct c_declaration *d, const char *word) {
    static const char qualifiers[] = "const static constexpr constinit inline extern volatile "
                                     "register __thread thread_local _Thread_local restrict "
                                     "typename __extension__";
    static const char others[] = "struct enum class namespace return auto operator case new";
    const size_t used = strlen(d->words), length = strlen(word);
    bool *kind = strcmp(word, "union") == 0     ? &d->is_union
                 : strcmp(word, "typedef") == 0 ? &d->is_typedef
                 : strcmp(word, "using") == 0   ? &d->is_using
                                                : NULL;
    if (kind)
        *kind = true;
    if (kind || text_lists(qualifiers, word) || d->brackets > 0)
        return; /* names after brackets are macros of attributes */
    d->other |= text_lists(others, word) || length >= C_NAME_MAX || used + 1 + length >= C_WORDS;
    if (!d->other)
        snprintf(d->words + used, C_WORDS - used, " %s", word);
}

/* The last word, or "" if there is none. */
static const char *last_word(const struct c_declaration *d) {
    const char *last = strrchr(d->words, ' ');
    return last ? last + 1 : "";
}

static void drop_word(struct c_declaration *d) {
    char *last = strrchr(d->words, ' ');
    if (last)
        *last = 0;
}

static void take_name(struct c_declaration *d) {
    snprintf(d->name, sizeof d->name, "%s", last_word(d));
    drop_word(d);
}

/* Inserts a length before number `at`. */
static void add_length(struct c_declaration *d, size_t at, uint64_t length) {
    struct c_type *type = &d->type;
    d->other |= type->dimensions == C_DIMENSIONS;
    if (d->other)
        return;
    memmove(type->size + at + 1, type->size + at, (type->dimensions++ - at) * sizeof length);
    type->size[at] = length;
}

/* Skips up to the sign that closes the outermost of `depth` open brackets. */
static void skip(struct c_source *s, struct c_declaration *d, size_t depth, int open, int close) {
    for (; depth > 0 && !ends(s); c_source_next(s)) {
        depth += s->lexer.kind == open;
        depth -= s->lexer.kind == close;
    }
    d->other |= depth > 0;
}

/* Reads a length, and up to the sign that closes it. Inserts it before number `at`: 0 unless it is one number. */
static void read_length(struct c_source *s, struct c_declaration *d, size_t at, int open,
                        int close) {
    const bool negative = s->lexer.kind == '-';
    struct c_number number = {.integer = false};
    uint64_t length = 0;
    if (negative)
        c_source_next(s);
    if (s->lexer.kind == C_NUMBER) {
        free(c_number_read(s->lexer.text, &number));
        length = number.integer && number.whole > 0 && !negative ? number.whole : C_IMPOSSIBLE;
        c_source_next(s);
    }
    add_length(d, at, s->lexer.kind == close ? length : 0);
    skip(s, d, 1, open, close);
}

/* Reads a name or a sign, and what belongs to it. */
static void read_part(struct c_source *s, struct c_declaration *d) {
    const int kind = s->lexer.kind;
    if (kind == C_NAME)
        add_word(d, s->lexer.text);
    c_source_next(s);
    if (kind == '(') { /* an attribute, a call, or an array of pointers */
        d->pointer |= s->lexer.kind == '*';
        if (d->brackets == 0)
            drop_word(d);
        skip(s, d, 1, '(', ')');
    } else if (kind == '[' && s->lexer.kind == '[') { /* an [[attribute]] */
        skip(s, d, 1, '[', ']');
    } else if (kind == '[') {
        read_length(s, d, d->brackets++, '[', ']');
    } else if (kind == '<' && text_lists("array vector", last_word(d))) {
        drop_word(d);
        d->containers++;
    } else if (kind == ',' && d->containers > 0) {
        read_length(s, d, 0, '<', '>');
        d->containers--;
    } else if (kind == '>' && d->containers > 0) {
        add_length(d, 0, 0);
        d->containers--;
    } else if (kind == ':' && s->lexer.kind == ':') { /* std:: */
        drop_word(d);
        c_source_next(s);
    } else if (kind == ':') { /* a label, such as public: */
        *d = (struct c_declaration){.brackets = 0};
    } else if (kind == '*') {
        d->pointer = true;
    } else if (kind == '=') { /* using NAME = TYPE */
        take_name(d);
    } else if (kind != C_NAME && kind != C_STRING) { /* extern "C" */
        d->other = true;
    }
}

/* Separates the name from the type, finds the type, and remembers the types that are named here. */
static void finish(struct c_source *s, struct c_declaration *d) {
    const bool end = s->lexer.kind == ';', begin = s->lexer.kind == '{';
    struct c_type base;
    if (!*d->name)
        take_name(d);
    d->other |= d->containers > 0 || !*d->words;
    if (!d->other) {
        c_type_find(s, d->words, &base);
        memcpy(d->type.text, base.text, sizeof base.text);
        memcpy(d->type.code, base.code, sizeof base.code);
        for (size_t k = 0; k < base.dimensions; k++)
            add_length(d, d->type.dimensions, base.size[k]);
    }
    d->array = !d->other && !d->pointer && (d->type.dimensions > 0 || d->is_union);
    if (end && *s->tag && d->array)
        add_type(s, s->tag, &d->type);
    if (end && (d->is_typedef || d->is_using) && !d->other && !d->pointer)
        add_type(s, d->name, &d->type);
    snprintf(s->tag, sizeof s->tag, "%s", begin && d->is_union && !*d->words ? d->name : "");
}

void c_declaration_read(struct c_source *s, struct c_declaration *d) {
    *d = (struct c_declaration){.brackets = 0};
    do
        c_source_next(s);
    while (s->lexer.kind != C_END && ends(s));
    while (!ends(s) && (s->lexer.kind != '=' || d->is_using))
        read_part(s, d);
    finish(s, d);
}
