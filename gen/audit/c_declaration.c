#include "audit/c_declaration.h"
#include "audit/c_number.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void c_declaration_clear(struct c_declaration *d) {
    d->count = d->used = 0;
    d->full = false;
}

void c_declaration_add(struct c_declaration *d, const struct c_tokens *t) {
    size_t length = strlen(t->text) + 1;
    d->full =
        d->full || d->count == C_PARTS || length > sizeof d->text - d->used || length > C_NAME_MAX;
    if (d->full)
        return;
    memcpy(d->text + d->used, t->text, length);
    d->parts[d->count++] = (struct c_part){t->kind, d->text + d->used};
    d->used += length;
}

static bool is(const struct c_part *part, const char *text) {
    return part->kind != C_NUMBER && strcmp(part->text, text) == 0;
}

bool c_declaration_has(const struct c_declaration *d, size_t k, const char *text) {
    return k < d->count && is(&d->parts[k], text);
}

/* The part after the bracket that closes the one at part k, or `count` if there is none. */
static size_t after_group(const struct c_declaration *d, size_t k, const char *open,
                          const char *close) {
    size_t depth = 0;
    for (; k < d->count; k++) {
        depth += is(&d->parts[k], open);
        if (is(&d->parts[k], close) && --depth == 0)
            return k + 1;
    }
    return d->count;
}

void c_declaration_clean(struct c_declaration *d) {
    size_t kept = 0, k = 0;
    while (k < d->count) {
        bool name = d->parts[k].kind == C_NAME;
        bool scope = c_declaration_has(d, k + name, ":") && c_declaration_has(d, k + name + 1, ":");
        if (name && c_declaration_has(d, k + 1, "(")) {
            k = after_group(d, k + 1, "(", ")");
        } else if (scope) { /* std:: */
            k += name + 2;
        } else if (c_declaration_has(d, k, ":")) { /* public: */
            kept = 0;
            k++;
        } else if (c_declaration_has(d, k, "[") && c_declaration_has(d, k + 1, "[")) {
            k = after_group(d, k, "[", "]");
        } else {
            d->parts[kept++] = d->parts[k++];
        }
    }
    d->count = kept;
}

/* --- arrays */

static const char *const qualifiers[] = {"const",    "static",       "constexpr",     "constinit",
                                         "inline",   "extern",       "volatile",      "register",
                                         "__thread", "thread_local", "_Thread_local", "union",
                                         "restrict", "typename",     "__extension__", NULL};

struct parser {
    const struct c_declaration *d;
    size_t at;
    const char *words[C_PARTS]; /* of the type */
    size_t count;
    uint64_t size[C_DIMENSIONS]; /* of brackets, or of templates, fastest first */
    int dimensions;
    struct c_array *array;
};

static bool is_any_of(const char *word, const char *const words[]) {
    while (*words && strcmp(word, *words) != 0)
        words++;
    return *words != NULL;
}

static bool is_name(const struct parser *p) {
    return p->at < p->d->count && p->d->parts[p->at].kind == C_NAME;
}

static bool accept(struct parser *p, const char *text) {
    bool there = c_declaration_has(p->d, p->at, text);
    p->at += there;
    return there;
}

/* Reads a size up to the sign that ends it: 0 unless it is one number. */
static bool take_size(struct parser *p, const char *end) {
    struct c_number number = {.integer = false};
    const struct c_part *parts = p->d->parts;
    bool negative = accept(p, "-");
    size_t first = p->at;
    while (p->at < p->d->count && !c_declaration_has(p->d, p->at, end))
        p->at++;
    if (p->at == first + 1 && parts[first].kind == C_NUMBER) {
        char *wrong = c_number_read(parts[first].text, &number);
        if ((wrong || negative || !number.integer || number.whole == 0) && !*p->array->impossible)
            snprintf(p->array->impossible, sizeof p->array->impossible, "%s%s", negative ? "-" : "",
                     parts[first].text);
        free(wrong);
    }
    if (p->dimensions == C_DIMENSIONS)
        return false;
    p->size[p->dimensions++] = number.integer && !negative ? number.whole : 0;
    return accept(p, end);
}

static bool is_container(const char *name) {
    return strcmp(name, "array") == 0 || strcmp(name, "vector") == 0;
}

/* Reads the words of a type: of a container, those of its elements. */
static bool take_type(struct parser *p) {
    for (; is_name(p); p->at++) {
        const char *word = p->d->parts[p->at].text;
        if (!c_declaration_has(p->d, p->at + 1, "<")) {
            p->words[p->count++] = word;
            continue;
        }
        p->at += 2;
        if (!is_container(word) || !take_type(p))
            return false;
        if (!accept(p, ","))
            return p->dimensions < C_DIMENSIONS && (p->size[p->dimensions++] = 0, accept(p, ">"));
        return take_size(p, ">");
    }
    return true;
}

/* Finds what stores the words' type, and the words to call it by. Returns false if no number can be of it. */
static bool name_type(const struct parser *p, const struct c_types *types, struct c_array *array) {
    static const char *const others[] = {"struct", "enum",    "class",    "namespace",
                                         "return", "auto",    "operator", "using",
                                         "case",   "typedef", "new",      NULL};
    const char *unknown = NULL;
    size_t used = 0;
    for (size_t k = 0; k < p->count; k++) {
        if (is_any_of(p->words[k], others))
            return false;
        if (*c_types_code(types, &p->words[k], 1) && used < sizeof array->type)
            used += (size_t)snprintf(array->type + used, sizeof array->type - used, "%s%s",
                                     used > 0 ? " " : "", p->words[k]);
        else if (!is_any_of(p->words[k], qualifiers))
            unknown = p->words[k];
    }
    if (used == 0 && unknown)
        snprintf(array->type, sizeof array->type, "%s", unknown);
    snprintf(array->code, sizeof array->code, "%s", c_types_code(types, p->words, p->count));
    return *array->type;
}

bool c_declaration_array(const struct c_declaration *d, const struct c_types *types,
                         struct c_array *array) {
    struct parser p = {.d = d, .array = array};
    *array = (struct c_array){.dimensions = 0};
    if (d->full || !take_type(&p))
        return false;
    int inner = p.dimensions; /* those of containers */
    const char *name = inner == 0 && p.count > 0 ? p.words[--p.count] : NULL;
    while (inner > 0 && is_name(&p) && (!name || is_any_of(name, qualifiers)))
        name = d->parts[p.at++].text;
    bool in_union = false;
    for (size_t k = 0; k < p.count; k++)
        in_union = in_union || strcmp(p.words[k], "union") == 0;
    while (accept(&p, "["))
        if (!take_size(&p, "]"))
            return false;
    while (is_name(&p)) /* macros of attributes */
        p.at++;
    if (!name || p.at < d->count || !name_type(&p, types, array) ||
        (p.dimensions == 0 && !in_union))
        return false;
    snprintf(array->name, sizeof array->name, "%s", name);
    for (int k = inner; k < p.dimensions; k++)
        array->size[array->dimensions++] = p.size[k];
    for (int k = inner - 1; k >= 0; k--)
        array->size[array->dimensions++] = p.size[k];
    return true;
}

void c_declaration_typedef(const struct c_declaration *d, struct c_types *types) {
    struct c_array array = {.dimensions = 0};
    struct parser p = {.d = d, .array = &array};
    const char *name = NULL;
    if (d->full)
        return;
    if (c_declaration_has(d, 0, "using") && c_declaration_has(d, 2, "=")) {
        name = d->parts[1].text;
        p.at = 3;
    }
    if (!take_type(&p) || p.at < d->count || p.dimensions > 0 || p.count == 0)
        return;
    bool is_typedef = name != NULL;
    for (size_t k = 0; k < p.count; k++)
        is_typedef = is_typedef || strcmp(p.words[k], "typedef") == 0;
    const char *code = c_types_code(types, p.words, name ? p.count : p.count - 1);
    if (is_typedef && *code)
        c_types_add(types, name ? name : p.words[p.count - 1], code);
}
