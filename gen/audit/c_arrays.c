#include "audit/c_arrays.h"
#include "audit/c_conditions.h"
#include "base/die.h"
#include "base/text.h"
#include "words/nearest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { UNIONS = 8, NAMES = 64, SHOWN = 4 };

struct finder {
    struct c_tokens tokens;
    struct c_types *types;
    struct c_declaration declaration;
    struct c_conditions conditions;
    struct c_condition within; /* what decides whether the found array is compiled */

    char wanted[C_NAME_MAX]; /* the array's name; "" if it is the only one */
    struct c_definition *found;
    size_t again; /* the line of another one of that name */

    /* Of all definitions. Those of unknown types count only if there are no others. */
    size_t count, unknown;
    char names[NAMES][C_NAME_MAX];

    size_t mentioned,
        elsewhere;   /* lines: of the wanted name; of what takes bytes from another file */
    const char *how; /* it does so */

    /* The first array whose initialiser isn't in braces, its line and why it isn't read; the line of a macro of the wanted
     * name. */
    size_t refused, macro;
    char reason[2 * C_NAME_MAX];

    char tag[C_NAME_MAX]; /* of a union whose first member comes next */
    size_t unions;
    struct {
        char tag[C_NAME_MAX];
        struct c_array member;
    } union_of[UNIONS];
};

/* "#define pe (pe_storage.values)" gives an array another name; "#define real float", a type. */
static void read_directive(struct finder *f) {
    static const char letters[] = " define %255[A-Za-z0-9_] ( %255[A-Za-z0-9_] . %*[A-Za-z0-9_] )";
    char name[C_NAME_MAX], other[C_NAME_MAX], rest[2];
    const char *text = f->tokens.text, *const word = other;
    bool defines = sscanf(text, " define %255[A-Za-z0-9_]", name) == 1;
    if (defines && *f->wanted && strcmp(name, f->wanted) == 0)
        f->macro = f->tokens.line;
    if (sscanf(text, letters, name, other) == 2) {
        if (strcmp(name, f->wanted) == 0)
            memcpy(f->wanted, other, sizeof other);
    } else if (sscanf(text, " define %255[A-Za-z0-9_] %255[A-Za-z0-9_] %1s", name, other, rest) ==
               2) {
        const char *code = c_types_code(f->types, &word, 1);
        if (*code)
            c_types_add(f->types, name, code);
    } else if (strncmp(text + strspn(text, " "), "embed", 5) == 0 && !f->elsewhere) {
        f->elsewhere = f->tokens.line;
        f->how = "#embed";
    }
}

/* A declaration that ends with ; is that of a type, or of a union's first member. */
static void end_declaration(struct finder *f) {
    struct c_declaration *d = &f->declaration;
    c_declaration_clean(d);
    if (*f->tag && f->unions < UNIONS &&
        c_declaration_array(d, f->types, &f->union_of[f->unions].member))
        memcpy(f->union_of[f->unions++].tag, f->tag, sizeof f->tag);
    *f->tag = 0;
    c_declaration_typedef(d, f->types);
}

/* A variable of a union is initialised as the union's first member. */
static void use_union(const struct finder *f, struct c_array *array) {
    for (size_t k = 0; k < f->unions && array->dimensions == 0; k++)
        if (strcmp(f->union_of[k].tag, array->type) == 0) {
            char name[C_NAME_MAX];
            memcpy(name, array->name, sizeof name);
            *array = f->union_of[k].member;
            memcpy(array->name, name, sizeof name);
        }
}

static void add_definition(struct finder *f, const struct c_array *array) {
    bool known = *array->code, wanted = strcmp(f->wanted, array->name) == 0;
    bool first = known ? f->count == f->unknown : f->count == 0;
    bool same = f->found->line > 0 && strcmp(f->found->array.name, array->name) == 0;
    if (same && !f->again)
        f->again = f->tokens.line;
    if (*f->wanted && same)
        ; /* the first one stays */
    else if (*f->wanted ? wanted : first) {
        *f->found = (struct c_definition){*array, f->tokens.line, c_tokens_place(&f->tokens)};
        f->within = c_conditions_here(&f->conditions);
    }
    if (f->count < NAMES)
        memcpy(f->names[f->count], array->name, C_NAME_MAX);
    f->count++;
    f->unknown += !known;
}

/* Is it "float (*const parts[2])[6] ="? */
static bool declares_pointers(const struct c_declaration *d) {
    bool pointer = false, bracket = false;
    for (size_t k = 0; k < d->count; k++) {
        pointer = pointer || c_declaration_has(d, k, "*");
        bracket = bracket || c_declaration_has(d, k, "[");
    }
    return pointer && bracket && c_declaration_has(d, d->count - 1, "=");
}

/* A brace opens the initialiser of an array, or a union, or something else. */
static void open_brace(struct finder *f) {
    struct c_declaration *d = &f->declaration;
    struct c_array array;
    bool pointers = declares_pointers(d);
    c_declaration_clean(d);
    bool assigned = d->count > 0 && c_declaration_has(d, d->count - 1, "=");
    *f->tag = 0;
    if (!assigned && d->count >= 2 && c_declaration_has(d, d->count - 2, "union")) {
        snprintf(f->tag, sizeof f->tag, "%s", d->parts[d->count - 1].text);
        return;
    }
    d->count -= assigned;
    if (c_declaration_array(d, f->types, &array)) {
        use_union(f, &array);
        add_definition(f, &array);
        return;
    }
    if (pointers && !f->elsewhere) { /* as to the parts of a split table */
        f->elsewhere = f->tokens.line;
        f->how = "an array of pointers";
    }
}

/* "char a[] = "..."", "const char *a = "..."" and "float a[] = MACRO": an array that isn't in braces. */
static void refuse_value(struct finder *f) {
    const struct c_tokens *t = &f->tokens;
    struct c_declaration d = f->declaration; /* its parts keep their texts */
    struct c_array array;
    bool text = t->kind == C_STRING;
    if (f->refused || !c_declaration_has(&d, d.count - 1, "="))
        return;
    d.count--;
    bool pointer = false;
    for (size_t k = 0; k < d.count && text; k++)
        pointer = pointer || c_declaration_has(&d, k, "*");
    pointer = pointer && d.parts[d.count - 1].kind == C_NAME;
    const char *name = pointer ? d.parts[d.count - 1].text : array.name;
    c_declaration_clean(&d);
    if ((!pointer && !c_declaration_array(&d, f->types, &array)) ||
        (*f->wanted && strcmp(name, f->wanted) != 0))
        return;
    f->refused = t->line;
    snprintf(f->reason, sizeof f->reason,
             text ? "%s'%.60s' is initialised by a string: only numbers are read"
                  : "'%.60s' initialises '%.60s': macros and names aren't read, only numbers",
             text ? "" : t->text, name);
}

static void read_token(struct finder *f) {
    struct c_tokens *t = &f->tokens;
    struct c_condition first = c_conditions_take(&f->conditions, t);
    if (first.line > 0 && f->found->line > first.line && f->within.line == 0)
        f->within = first;
    if (t->kind == C_STRING || t->kind == C_NAME)
        refuse_value(f);
    if (t->kind == C_DIRECTIVE) {
        read_directive(f);
    } else if (t->kind == C_STRING) {
        if (strstr(t->text, ".incbin") && !f->elsewhere) {
            f->elsewhere = t->line;
            f->how = ".incbin";
        }
    } else if (c_tokens_is(t, ";") || c_tokens_is(t, "{") || c_tokens_is(t, "}")) {
        if (c_tokens_is(t, "{"))
            open_brace(f);
        else if (c_tokens_is(t, ";"))
            end_declaration(f);
        c_declaration_clear(&f->declaration);
    } else {
        if (!f->mentioned && *f->wanted && c_tokens_is(t, f->wanted))
            f->mentioned = t->line;
        c_declaration_add(&f->declaration, t);
    }
}

/* The names of some arrays: "a, b and 5 more". */
static char *list_names(const struct finder *f) {
    struct text list = {NULL, 0, 0};
    size_t shown = f->count < SHOWN ? f->count : SHOWN;
    for (size_t k = 0; k < shown; k++) {
        text_print(&list, k > 0 ? ", " : "");
        text_print(&list, f->names[k]);
    }
    char *rest = f->count > shown ? text_format(" and %zu more", f->count - shown) : NULL;
    text_print(&list, rest ? rest : "");
    free(rest);
    text_add(&list, "", 1);
    return list.bytes;
}

static char *not_found(const struct finder *f, const char *path, const char *name) {
    if (f->elsewhere)
        return text_format("%s:%zu: %s takes the elements from elsewhere: audit that", path,
                           f->elsewhere, f->how);
    if (f->refused && (*f->wanted || f->count == 0))
        return text_format("%s:%zu: %s", path, f->refused, f->reason);
    if (f->macro)
        return text_format("%s:%zu: '%.60s' is a macro: only arrays are read", path, f->macro,
                           name);
    if (f->mentioned)
        return text_format("%s:%zu: '%.60s' is no array with an initialiser of numbers", path,
                           f->mentioned, name);
    if (f->count == 0)
        return text_format("%s: has no array with an initialiser of numbers", path);
    char *names = list_names(f);
    size_t most = f->count < NAMES ? f->count : NAMES;
    const char *rows[NAMES];
    for (size_t k = 0; k < most; k++)
        rows[k] = f->names[k];
    const char *meant = nearest(name, rows, most, sizeof *rows);
    char *wrong =
        text_format("%s: has no array '%.60s', but %s%s%s%s", path, name, names,
                    meant ? " (did you mean " : "", meant ? meant : "", meant ? "?)" : "");
    free(names);
    return wrong;
}

static bool all_the_same(const struct finder *f) {
    for (size_t k = 1; k < f->count && k < NAMES; k++)
        if (strcmp(f->names[k], f->names[0]) != 0)
            return false;
    return true;
}

/* What is wrong with what was found in the whole source. */
static char *judge(const struct finder *f, const char *path, const char *name) {
    if (f->found->line == 0 || (f->elsewhere && !*f->found->array.code))
        return not_found(f, path, name);
    size_t known = f->count - f->unknown;
    bool only = *f->wanted || all_the_same(f) || (known > 0 ? known : f->unknown) == 1;
    if (f->within.line && only)
        return text_format("%s:%zu: '%.60s' is within the #%s of line %zu: preprocess the source "
                           "first (cc -E %s > one.i), and audit that",
                           path, f->found->line, f->found->array.name, f->within.text,
                           f->within.line, path);
    if (f->again && only)
        return text_format("%s:%zu: '%.60s' is defined in line %zu already: preprocess the source "
                           "first (cc -E %s > one.i), and audit that",
                           path, f->again, f->found->array.name, f->found->line, path);
    if (only)
        return NULL;
    char *names = list_names(f);
    char *wrong = text_format("%s: has several arrays: %s: %s:NAME says which", path, names, path);
    free(names);
    return wrong;
}

char *c_arrays_find(const struct input *input, const char *path, const char *name,
                    struct c_definition *definition, struct c_types *types) {
    struct finder *f = die_malloc(sizeof *f);
    memset(f, 0, sizeof *f);
    *definition = (struct c_definition){.line = 0};
    f->types = types;
    f->found = definition;
    snprintf(f->wanted, sizeof f->wanted, "%s", name ? name : "");
    c_tokens_begin(&f->tokens, input, path);
    while (c_tokens_next(&f->tokens) != C_END)
        read_token(f);
    char *wrong = f->tokens.wrong ? f->tokens.wrong : judge(f, path, name);
    c_tokens_end(&f->tokens);
    free(f);
    return wrong;
}
