#include "base/die.h"
#include "base/text.h"
#include "read/array_source.h"
#include "read/c_source.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The arrays of a source of C or C++, in one pass: the array that may be meant is read where it stands, and the end of the
 * source tells whether it was. */

enum { NESTING = 32, PARENTHESES = 8, BATCH = 1024, UNIONS = 8, NAMES = 64 };

/* Why the array that is meant isn't read, the most telling reason first. */
enum reason { ELSEWHERE, NOT_IN_BRACES, MACRO, NO_ARRAY, NO_REASON };

/* Lengths without those of 1. */
struct shape {
    size_t dimensions;
    uint64_t size[NESTING];
};

struct definition {
    struct c_array declared;
    size_t line;               /* of its declaration's end; 0: there is none */
    struct c_condition within; /* what decides whether it is compiled */
    char *wrong;               /* why its initialiser isn't read, or NULL */
    struct scratch *elements;  /* in the order of the source */
    uint64_t count;            /* of all of them */
    size_t depth;              /* of the braces around each number */
    uint64_t size[NESTING];    /* how many parts each brace of a depth has, from the outermost on */
    char code[4]; /* how elements are stored; "" until the first number of an unknown type tells */
};

struct reader {
    struct c_lexer lexer;
    struct array *array;
    const char *given; /* the type that the user names, or NULL */
    struct c_types types;
    struct c_tokens tokens;

    c_word wanted; /* the array's name; "" if it is the only one */
    struct definition found;
    size_t again; /* the line of another one of that name */

    /* Of all definitions. Those of unknown types count only if there are no others. */
    size_t count, unknown;
    char *names[NAMES]; /* the first ones */
    bool differ;

    enum reason reason;
    char *explained; /* "FILE:LINE: the reason", or NULL */

    c_word tag; /* of a union whose first member comes next */
    size_t unions;
    struct {
        c_word tag;
        struct c_array member;
    } union_of[UNIONS];

    /* Of the initialiser that is being read. */
    size_t depth;            /* of the open braces */
    uint64_t parts[NESTING]; /* of each */
    uint64_t batch[BATCH];   /* elements of the type that aren't in the scratch yet */
    size_t batched;
};

/* --- the numbers of an initialiser */

/* Sets what is wrong with the initialiser. Takes the phrase. Returns false. */
static bool fail_at(struct reader *r, size_t line, char *phrase) {
    r->found.wrong = text_format("%s:%zu: %s", r->array->path, line, phrase);
    free(phrase);
    return false;
}

static bool __attribute__((format(printf, 2, 3))) fail(struct reader *r, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *phrase = text_vformat(format, arguments);
    va_end(arguments);
    return fail_at(r, r->lexer.line, phrase);
}

/* A token that can't be there. */
static bool fail_token(struct reader *r) {
    const char *text = r->lexer.text;
    switch (r->lexer.kind) {
    case C_END:
        return fail(r, "the file ends within the initialiser");
    case C_NAME:
        return fail(r, "'%.60s' in the initialiser: macros and names aren't read, only numbers",
                    text);
    case C_STRING:
        return fail(r, "a string in the initialiser: only numbers are read");
    case C_CHARACTER:
        return fail(r, "a character in the initialiser: only numbers are read");
    case C_DIRECTIVE:
        if (strncmp(text, "if", 2) != 0)
            return fail(r, "#%.*s in the initialiser: only numbers are read",
                        (int)strcspn(text, " <\""), text);
        return fail(r,
                    "#%.60s is within '%.60s': preprocess the source first (cc -E %s > one.i), and "
                    "audit that",
                    text, r->found.declared.name, r->array->path);
    default:
        return fail(r, "'%.60s' in the initialiser: only numbers, braces and commas are read",
                    text);
    }
}

/* The next token. #line and #pragma say nothing of the numbers. */
static void next(struct reader *r) {
    const char *text = r->lexer.text;
    while (c_lexer_next(&r->lexer) == C_DIRECTIVE &&
           (strncmp(text, "line", 4) == 0 || strncmp(text, "pragma", 6) == 0 ||
            (*text >= '0' && *text <= '9')))
        ;
}

static bool is(const struct reader *r, const char *text) {
    return c_lexer_is(&r->lexer, text);
}

/* The rest of a cast, (float). It must be to the type of the elements, so that it doesn't round. */
static bool read_cast(struct reader *r) {
    struct c_declaration d;
    c_tokens_clear(&r->tokens);
    for (; r->lexer.kind == C_NAME; next(r))
        c_tokens_add(&r->tokens, &r->lexer);
    if (!is(r, ")"))
        return fail_token(r);
    c_declaration_read(&d, &r->tokens);
    const char *code = c_types_code(&r->types, d.words, d.count),
               *last = d.count > 0 ? d.words[d.count - 1] : "";
    if (*code ? strcmp(code, r->found.code) != 0 : strcmp(last, r->found.declared.type) != 0)
        return fail(r, "a cast to '%.60s': only one to the type of the elements is read", last);
    next(r);
    return true;
}

static bool read_difference(struct reader *r, struct c_number *number, size_t parentheses);

/* A number, with signs, casts and parentheses around it. */
static bool read_value(struct reader *r, struct c_number *number, size_t parentheses) {
    bool negative = false;
    *number = (struct c_number){.negative = false};
    for (; is(r, "-") || is(r, "+"); next(r))
        negative ^= is(r, "-");
    if (is(r, "(")) {
        next(r);
        if (r->lexer.kind == C_NAME) {
            if (!read_cast(r) || !read_value(r, number, parentheses))
                return false;
        } else {
            if (parentheses == PARENTHESES)
                return fail(r, "parentheses are nested too deeply");
            if (!read_difference(r, number, parentheses + 1))
                return false;
            if (!is(r, ")"))
                return fail_token(r);
            next(r);
        }
    } else {
        if (r->lexer.kind != C_NUMBER)
            return fail_token(r);
        char *phrase = c_number_read(r->lexer.text, number);
        if (phrase)
            return fail_at(r, r->lexer.line, phrase);
        next(r);
    }
    number->negative ^= negative;
    return true;
}

/* The same, or -a - b of integers: INT_MIN is -2147483647-1. */
static bool read_difference(struct reader *r, struct c_number *number, size_t parentheses) {
    struct c_number other;
    if (!read_value(r, number, parentheses))
        return false;
    while (is(r, "-")) {
        if (!number->integer)
            return fail_token(r);
        next(r);
        if (!read_value(r, &other, parentheses))
            return false;
        if (!other.integer || !number->negative || other.negative || other.whole > INT64_MAX ||
            number->whole > INT64_MAX - other.whole)
            return fail(r, "a difference that isn't read");
        number->whole += other.whole;
    }
    return true;
}

/* --- its braces */

static void flush(struct reader *r) {
    scratch_write(r->found.elements, r->batch, r->batched * r->array->type->bytes);
    r->batched = 0;
}

static bool read_number(struct reader *r) {
    struct definition *found = &r->found;
    const struct element *type = r->array->type;
    const size_t line = r->lexer.line;
    struct c_number number;
    uint64_t bits = 0;
    if (!read_difference(r, &number, 0))
        return false;
    if (found->depth > 0 && found->depth != r->depth)
        return fail_at(r, line,
                       text_format("a number where others are in braces, or the other way round"));
    found->depth = r->depth;
    if (!*found->code) /* of an unknown type */
        snprintf(found->code, sizeof found->code, "%c%u",
                 number.integer         ? 'u'
                 : type->precision == 8 ? 'b'
                                        : 'f',
                 type->bytes);
    char *phrase = c_number_convert(&number, found->code, type, &bits);
    if (phrase)
        return fail_at(r, line, phrase);
    if (number.places > r->array->places)
        r->array->places = number.places;
    if (number.digits > r->array->digits)
        r->array->digits = number.digits;
    element_store(type, r->batch, r->batched++, bits);
    if (r->batched == BATCH)
        flush(r);
    found->count++;
    r->parts[r->depth - 1]++;
    return true;
}

static bool open_brace(struct reader *r) {
    if (r->depth == NESTING)
        return fail(r, "braces are nested more than %d deep", NESTING);
    r->parts[r->depth++] = 0;
    next(r);
    return true;
}

static bool close_brace(struct reader *r) {
    uint64_t parts = r->parts[r->depth - 1], *size = &r->found.size[r->depth - 1];
    if (parts == 0)
        return fail(r, "braces with nothing in them");
    if (*size > 0 && *size != parts)
        return fail(r, "these braces have %" PRIu64 " parts, those before have %" PRIu64, parts,
                    *size);
    *size = parts;
    if (--r->depth == 0)
        return true;
    r->parts[r->depth - 1]++;
    next(r);
    return true;
}

/* Finds the element type of an array. */
static bool choose_type(struct reader *r) {
    struct array *array = r->array;
    char *code = r->found.code;
    const char *type = r->found.declared.type;
    if (*code && code[1] == '?') /* of long, --type f64 tells that it has 64 bits */
        code[1] = r->given && strcmp(r->given, "f64") == 0 ? '8' : '4';
    bool good =
        *code ? array_choose_type(array, code, type, r->given, NULL)
        : r->given
            ? array_choose_raw_type(array, r->given)
            : array_fail(array, "the size of '%.60s' depends on the target: give --type", type);
    if (good && !*code && array->type->fixed)
        snprintf(code, sizeof r->found.code, "%s", array->type->numpy + 1);
    r->found.wrong = array->source->wrong; /* it may be another array that is meant */
    array->source->wrong = NULL;
    return good;
}

/* Reads the initialiser of `found`, whose first brace is the token, up to the brace that ends it. Braces of one depth must
 * have equally many parts. Returns false if it can't be; then found.wrong says why, at the token. */
static bool read_initializer(struct reader *r) {
    r->depth = r->batched = 0;
    r->array->places = r->array->digits = 0;
    while (is(r, "{"))
        if (!open_brace(r))
            return false;
    if (r->lexer.kind == C_STRING || r->lexer.kind == C_CHARACTER || r->lexer.kind == C_NAME)
        return fail_token(r);
    if (!choose_type(r))
        return false;
    r->found.elements = scratch_new(NULL);
    for (;;) {
        if (is(r, "{")) {
            if (!open_brace(r))
                return false;
            continue;
        }
        if (is(r, "}") ? !close_brace(r) : !read_number(r))
            return false;
        if (r->depth == 0)
            break;
        if (is(r, ","))
            next(r); /* it may be the last */
        else if (!is(r, "}"))
            return fail_token(r);
    }
    flush(r);
    return true;
}

/* --- definitions */

static void forget(struct definition *d) {
    free(d->wrong);
    scratch_free(d->elements);
    *d = (struct definition){.line = 0};
}

/* Keeps the most telling reason; of several, the first. Takes the phrase. */
static void explain(struct reader *r, enum reason reason, char *phrase) {
    if (reason < r->reason) {
        free(r->explained);
        r->reason = reason;
        r->explained = text_format("%s:%zu: %s", r->array->path, r->lexer.line, phrase);
    }
    free(phrase);
}

static void explain_elsewhere(struct reader *r, const char *how) {
    explain(r, ELSEWHERE, text_format("%s takes the elements from elsewhere: audit that", how));
}

/* A variable of a union is initialised as the union's first member. */
static void use_union(const struct reader *r, struct c_array *declared) {
    for (size_t k = 0; k < r->unions && declared->dimensions == 0; k++)
        if (strcmp(r->union_of[k].tag, declared->type) == 0) {
            c_word name;
            memcpy(name, declared->name, sizeof name);
            *declared = r->union_of[k].member;
            memcpy(declared->name, name, sizeof name);
        }
}

/* Takes note of a definition. Returns whether it may be the one that is meant. */
static bool add_definition(struct reader *r, const struct c_array *declared) {
    struct definition *found = &r->found;
    bool known = *declared->code, wanted = strcmp(r->wanted, declared->name) == 0;
    bool first = known ? r->count == r->unknown : r->count == 0;
    bool same = found->line > 0 && strcmp(found->declared.name, declared->name) == 0;
    if (same && !r->again)
        r->again = r->lexer.line;
    if (r->count < NAMES)
        r->names[r->count] = text_format("%s", declared->name);
    r->differ |= r->count > 0 && strcmp(r->names[0], declared->name) != 0;
    r->count++;
    r->unknown += !known;
    if (*r->wanted ? !wanted || same : !first)
        return false;
    forget(found);
    found->declared = *declared;
    found->line = r->lexer.line;
    found->within = c_lexer_condition(&r->lexer);
    memcpy(found->code, declared->code, sizeof found->code);
    return true;
}

/* A brace opens the initialiser of an array, or a union, or something else. Returns false if a token after it is to be read
 * as part of the source. */
static bool read_brace(struct reader *r) {
    struct c_declaration d;
    struct c_array declared;
    c_declaration_read(&d, &r->tokens);
    *r->tag = 0;
    if (d.is_union && !r->tokens.assigned && d.count == 1) {
        snprintf(r->tag, sizeof r->tag, "%s", d.words[0]);
    } else if (c_declaration_array(&d, &r->types, &declared)) {
        use_union(r, &declared);
        if (add_definition(r, &declared)) {
            if (!*d.impossible)
                return read_initializer(r);
            fail(r, "'%.60s' is declared with the size %.60s, which no array has", declared.name,
                 d.impossible);
        }
    } else if (d.pointers && d.sizes > 0 && r->tokens.assigned && !r->tokens.valued) {
        explain_elsewhere(r, "an array of pointers"); /* as to the parts of a split table */
    }
    return true;
}

/* A declaration that ends with ; is that of a type, or of a union's first member. */
static void end_declaration(struct reader *r) {
    struct c_declaration d;
    c_declaration_read(&d, &r->tokens);
    if (*r->tag && r->unions < UNIONS &&
        c_declaration_array(&d, &r->types, &r->union_of[r->unions].member))
        memcpy(r->union_of[r->unions++].tag, r->tag, sizeof r->tag);
    *r->tag = 0;
    c_declaration_typedef(&d, &r->types);
}

/* "char a[] = "..."", "const char *a = "..."" and "float a[] = MACRO": an array that isn't in braces. */
static void refuse_value(struct reader *r) {
    const bool text = r->lexer.kind == C_STRING;
    struct c_declaration d;
    struct c_array declared;
    if (!r->tokens.assigned || r->tokens.valued)
        return;
    c_declaration_read(&d, &r->tokens);
    const char *name = d.count > 0 ? d.words[d.count - 1] : "";
    const bool pointer = text && d.pointer && !d.other && d.sizes == 0;
    if ((!pointer && !c_declaration_array(&d, &r->types, &declared)) ||
        (*r->wanted && strcmp(name, r->wanted) != 0))
        return;
    explain(r, NOT_IN_BRACES,
            text ? text_format("'%.60s' is initialised by a string: only numbers are read", name)
                 : text_format(
                       "'%.60s' initialises '%.60s': macros and names aren't read, only numbers",
                       r->lexer.text, name));
}

/* "#define pe (pe_storage.values)" gives an array another name; "#define real float", a type. */
static void read_directive(struct reader *r) {
    c_word name, other;
    const char *text = r->lexer.text, *const type = other;
    char rest[2];
    if (strncmp(text, "embed", 5) == 0)
        explain_elsewhere(r, "#embed");
    if (sscanf(text, "define %255[A-Za-z0-9_]", name) != 1)
        return;
    if (*r->wanted && strcmp(name, r->wanted) == 0) {
        explain(r, MACRO, text_format("'%.60s' is a macro: only arrays are read", r->array->name));
        if (sscanf(text, "define %*s ( %255[A-Za-z0-9_] . %*[A-Za-z0-9_] )", other) == 1)
            memcpy(r->wanted, other, sizeof r->wanted);
    } else if (sscanf(text, "define %*[A-Za-z0-9_] %255[A-Za-z0-9_] %1s", other, rest) == 1) {
        const char *code = c_types_code(&r->types, &type, 1);
        if (*code)
            c_types_add(&r->types, name, code);
    }
}

/* Takes a token. Returns false if the one after it is already there. */
static bool take_token(struct reader *r) {
    const struct c_lexer *t = &r->lexer;
    if (t->no_guard.line > 0 && r->found.line > t->no_guard.line && r->found.within.line == 0)
        r->found.within = t->no_guard;
    if (t->kind == C_STRING || t->kind == C_NAME)
        refuse_value(r);
    if (t->kind == C_STRING && strstr(t->text, ".incbin"))
        explain_elsewhere(r, ".incbin");
    if (t->kind == C_DIRECTIVE) {
        read_directive(r);
        return true;
    }
    bool brace = is(r, "{"), end = is(r, ";");
    if (!brace && !end && !is(r, "}")) {
        if (*r->wanted && is(r, r->wanted))
            explain(r, NO_ARRAY,
                    text_format("'%.60s' is not an array with an initialiser of numbers",
                                r->array->name));
        c_tokens_add(&r->tokens, t);
        return true;
    }
    if (end)
        end_declaration(r);
    bool taken = !brace || read_brace(r);
    c_tokens_clear(&r->tokens);
    return taken;
}

/* --- what was found */

/* How many names are kept. */
static size_t kept(const struct reader *r) {
    return r->count < NAMES ? r->count : NAMES;
}

static bool fail_choice(const struct reader *r) {
    return array_fail_choice(r->array, "array", r->names, kept(r), r->count);
}

static bool fail_found(const struct reader *r) {
    if (r->explained && (r->reason == ELSEWHERE || *r->wanted || r->count == 0))
        return array_take_fault(r->array, text_format("%s", r->explained));
    return r->count == 0 ? array_fail(r->array, "has no array with an initialiser of numbers")
                         : fail_choice(r);
}

/* Is the array that was found in the whole source the one that is meant, and could it be read? */
static bool judge(struct reader *r) {
    const struct definition *found = &r->found;
    const char *path = r->array->path, *name = found->declared.name;
    const size_t known = r->count - r->unknown;
    char *wrong = NULL;
    if (found->line == 0 || (r->reason == ELSEWHERE && !*found->declared.code))
        return fail_found(r);
    if (!*r->wanted && r->differ && (known > 0 ? known : r->unknown) != 1)
        return fail_choice(r);
    if (found->within.line)
        wrong = text_format("%s:%zu: '%.60s' is within the #%.60s of line %zu: preprocess the "
                            "source first (cc -E %s > one.i), and audit that",
                            path, found->line, name, found->within.text, found->within.line, path);
    else if (r->again)
        wrong = text_format("%s:%zu: '%.60s' is defined in line %zu already: preprocess the source "
                            "first (cc -E %s > one.i), and audit that",
                            path, r->again, name, found->line, path);
    else if (found->wrong)
        wrong = text_format("%s", found->wrong);
    return array_take_fault(r->array, wrong);
}

/* --- its shape */

static void add_length(struct shape *shape, uint64_t length) {
    if (length != 1)
        shape->size[shape->dimensions++] = length;
}

static bool wrong_shape(const struct reader *r, const char *what) {
    return array_take_fault(r->array,
                            text_format("%s:%zu: the braces of '%.60s' %s", r->array->path,
                                        r->found.line, r->found.declared.name, what));
}

/* The product of the known lengths, or 0 if it has more than 64 bits; how many are unknown. */
static uint64_t known_product(const struct shape *shape, size_t *unknown) {
    uint64_t product = 1;
    *unknown = 0;
    for (size_t k = 0; k < shape->dimensions; k++) {
        uint64_t length = shape->size[k];
        if (length > 0 && product > UINT64_MAX / length)
            return 0;
        *unknown += length == 0;
        product *= length > 0 ? length : 1;
    }
    return product;
}

/* Is each length of the braces the product of some declared ones, in their order? Braces may be left out. */
static bool agree(const struct shape *braces, const struct shape *declared) {
    size_t next = 0;
    for (size_t k = 0; k < braces->dimensions; k++) {
        uint64_t product = 1;
        while (product < braces->size[k] && next < declared->dimensions)
            product *= declared->size[next++];
        if (product != braces->size[k])
            return false;
    }
    return true;
}

/* Finds the shape: the declared one, if it has at most one length that isn't a number, and else that of the braces. */
static bool choose_shape(const struct reader *r, struct shape *shape) {
    const struct definition *found = &r->found;
    struct shape braces = {0}, declared = {0};
    for (size_t k = 0; k < found->depth; k++)
        add_length(&braces, found->size[k]);
    for (size_t k = 0; k < found->declared.dimensions; k++)
        add_length(&declared, found->declared.size[k]);
    size_t unknown;
    const uint64_t product = known_product(&declared, &unknown), count = found->count;
    *shape = braces;
    if (found->declared.dimensions == 0)
        return true;
    if (unknown > 1) {
        bool same = declared.dimensions == braces.dimensions;
        for (size_t k = 0; k < declared.dimensions && same; k++)
            if (declared.size[k] != 0 && declared.size[k] != braces.size[k])
                return wrong_shape(r, "aren't those of its declared shape");
        return true;
    }
    if (product == 0)
        return wrong_shape(r, "can't have the 2^64 or more numbers of its declared shape");
    if ((unknown == 1 ? count % product != 0 : count != product)) {
        char *what = text_format("have %" PRIu64 " numbers, not the %s%" PRIu64
                                 " of its declared shape: a compiler would add zeros or fail",
                                 count, unknown ? "multiple of " : "", product);
        wrong_shape(r, what);
        free(what);
        return false;
    }
    *shape = (struct shape){0};
    for (size_t k = 0; k < declared.dimensions; k++)
        add_length(shape, declared.size[k] > 0 ? declared.size[k] : count / product);
    return agree(&braces, shape) || wrong_shape(r, "aren't those of its declared shape");
}

/* --- the source */

/* Finds the array that is meant, or, if no name is, the only array of numbers that the source has. */
static bool read_source(struct reader *r) {
    struct array *array = r->array;
    struct shape shape = {0};
    c_lexer_begin(&r->lexer, array->source->input, array->path);
    c_lexer_next(&r->lexer);
    while (r->lexer.kind != C_END)
        if (take_token(r))
            c_lexer_next(&r->lexer);
    c_lexer_end(&r->lexer);
    bool good = array_take_fault(array, r->lexer.wrong) && judge(r) && choose_shape(r, &shape);
    for (size_t k = 0; good && k < shape.dimensions; k++)
        good = array_add_length(array, shape.size[k]);
    if (good && !array->name)
        array->name = text_format("%s", r->found.declared.name);
    array->source->elements = r->found.elements;
    r->found.elements = NULL;
    return good;
}

/* Compilers take no larger ones: Clang counts the bytes of sources with 31 bits. */
#define LARGEST INT32_MAX

bool array_open_c(struct array *array, struct array_words said) {
    const uint64_t size = input_size(array->source->input);
    if (size > LARGEST)
        return array_fail(array, "has %" PRIu64 " bytes: sources of more than %d aren't read", size,
                          LARGEST);
    if (said.endian)
        return array_fail(array, "a source of C has no byte order: leave out endian");
    struct reader *r = die_malloc(sizeof *r);
    memset(r, 0, sizeof *r);
    r->array = array;
    r->given = said.type;
    r->reason = NO_REASON;
    snprintf(r->wanted, sizeof r->wanted, "%s", array->name ? array->name : "");
    bool good = read_source(r);
    forget(&r->found);
    free(r->explained);
    for (size_t k = 0; k < NAMES; k++)
        free(r->names[k]);
    free(r);
    return good;
}
