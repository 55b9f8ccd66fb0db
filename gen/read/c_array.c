#include "base/die.h"
#include "base/text.h"
#include "read/array_source.h"
#include "read/c_source.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The arrays of a source of C or C++, in one pass: an array that may be the wanted one is read at once, and the end of
 * the source decides whether it was. */

enum { NESTING = 32, NAMES = 64 };

struct reader {
    struct c_source source;
    const struct c_lexer *token; /* that of the source */
    struct array *array;
    const char *given; /* the type that the user names, or NULL */

    /* All definitions with different names, the first of which are kept. */
    size_t count;
    char *names[NAMES];

    /* The first definition that may be the wanted one. */
    c_word name;
    struct c_type type; /* if its code is unknown, the first number decides it */
    size_t line;        /* of its declaration's end; 0: there is no such definition */
    char *wrong;        /* "FILE:LINE: why it isn't read", or NULL */

    /* Its initialiser. */
    struct scratch *elements; /* in the order of the source */
    uint64_t numbers;         /* how many */
    size_t depth;             /* of the open braces */
    uint64_t parts[NESTING];  /* of each */
    uint64_t size
        [NESTING]; /* how many parts each brace of a depth has, from the outermost on; 0: there is none */
};

/* --- messages */

#define PREPROCESS "preprocess the source first (cc -E %s > one.i), and audit that"

/* Keeps the first fault of the definition. Returns false. */
static bool __attribute__((format(printf, 3, 4)))
fail(struct reader *r, size_t line, const char *format, ...) {
    struct text text = {NULL, 0, 0};
    va_list arguments;
    text_put(&text, "%s:%zu: ", r->array->path, line);
    va_start(arguments, format);
    text_vput(&text, format, arguments);
    va_end(arguments);
    if (r->wrong)
        text_free(&text);
    else
        r->wrong = text_string(&text);
    return false;
}

/* The token can't be there. */
static bool fail_token(struct reader *r) {
    const char *text = r->token->text, *path = r->array->path;
    const size_t line = r->token->line;
    const bool directive = r->token->kind == C_DIRECTIVE;
    if (r->token->kind == C_END)
        return fail(r, line, "the file ends within the initialiser");
    if (r->token->kind == C_STRING)
        return fail(r, line, "a string in the initialiser: only numbers are read");
    if (directive && strncmp(text, "embed", 5) == 0)
        return fail(r, line, "#embed takes the elements from elsewhere: audit that");
    if (directive)
        return fail(r, line, "#%.60s is within '%.60s': " PREPROCESS, text, r->name, path);
    return fail(r, line, "'%.60s' in the initialiser: only numbers, braces and commas are read",
                text);
}

/* --- numbers */

/* The next token. #line and #pragma don't matter to numbers. */
static void next(struct reader *r) {
    const char *text = r->token->text;
    while (c_lexer_next(&r->source.lexer) == C_DIRECTIVE &&
           (strncmp(text, "line", 4) == 0 || strncmp(text, "pragma", 6) == 0 ||
            (*text >= '0' && *text <= '9')))
        ;
}

/* The rest of a cast, (float). It must be to the type of the elements, so that it doesn't round. */
static bool read_cast(struct reader *r) {
    struct c_type type;
    char words[C_WORDS] = "";
    for (size_t used = 0; r->token->kind == C_NAME && used < C_TEXT; next(r))
        used += (size_t)snprintf(words + used, sizeof words - used, " %s", r->token->text);
    if (r->token->kind != ')')
        return fail_token(r);
    c_type_find(&r->source, words, &type);
    if (strcmp(type.text, r->type.text) != 0 &&
        (!*type.code || strcmp(type.code, r->type.code) != 0))
        return fail(r, r->token->line,
                    "a cast to '%.60s': only one to the type of the elements is read", type.text);
    next(r);
    return true;
}

static bool read_literal(struct reader *r, struct c_number *number) {
    if (r->token->kind != C_NUMBER)
        return fail_token(r);
    char *wrong = c_number_read(r->token->text, number);
    if (wrong)
        fail(r, r->token->line, "%s", wrong);
    free(wrong);
    next(r);
    return !r->wrong;
}

/* A number with signs, casts and parentheses around it, or -a - b of integers: INT_MIN is -2147483647 - 1. */
static bool read_value(struct reader *r, struct c_number *number) {
    const size_t line = r->token->line;
    struct c_number other;
    bool negative = false, around = false; /* a minus is before a parenthesis */
    size_t parentheses = 0;
    while (r->token->kind == '(' || r->token->kind == '-' || r->token->kind == '+') {
        const int sign = r->token->kind;
        next(r);
        negative ^= sign == '-';
        if (sign == '(' && r->token->kind == C_NAME) {
            if (!read_cast(r))
                return false;
        } else if (sign == '(') {
            around |= negative;
            parentheses++;
        }
    }
    if (!read_literal(r, number))
        return false;
    number->negative = negative;
    if (r->token->kind == '-') {
        next(r);
        if (!read_literal(r, &other))
            return false;
        if (!number->integer || !other.integer || !negative || around || other.whole > INT64_MAX ||
            number->whole > INT64_MAX - other.whole)
            return fail(r, line, "a difference that isn't read");
        number->whole += other.whole;
    }
    for (; parentheses > 0; parentheses--) {
        if (r->token->kind != ')')
            return fail_token(r);
        next(r);
    }
    return true;
}

static bool read_number(struct reader *r) {
    const struct element *type = r->array->type;
    const size_t line = r->token->line;
    struct c_number number;
    uint64_t bits, stored;
    if (!read_value(r, &number))
        return false;
    if (!*r->type.code)
        snprintf(r->type.code, sizeof r->type.code, "%c%u",
                 number.integer         ? 'u'
                 : type->precision == 8 ? 'b'
                                        : 'f',
                 type->bytes);
    char *wrong = c_number_convert(&number, r->type.code, type, &bits);
    if (wrong) {
        fail(r, line, "%s", wrong);
        free(wrong);
        return false;
    }
    if (number.places > r->array->places)
        r->array->places = number.places;
    if (number.digits > r->array->digits)
        r->array->digits = number.digits;
    element_store(type, &stored, 0, bits);
    scratch_write(r->elements, &stored, type->bytes);
    r->numbers++;
    r->parts[r->depth - 1]++;
    return true;
}

/* --- an initialiser */

/* Finds the element type. */
static bool choose_type(struct reader *r) {
    struct array *array = r->array;
    char *code = r->type.code;
    if (*code && code[1] == '?') /* a long has 64 bits if --type is f64 */
        code[1] = r->given && strcmp(r->given, "f64") == 0 ? '8' : '4';
    const bool good =
        *code      ? array_choose_type(array, code, r->type.text, r->given, NULL)
        : r->given ? array_choose_raw_type(array, r->given)
                   : array_fail(array, "the size of '%.60s' depends on the target: give --type",
                                r->type.text);
    if (good && !*code && array->type->fixed)
        snprintf(code, sizeof r->type.code, "%s", array->type->numpy + 1);
    r->wrong = array->source->wrong; /* another array may be the wanted one */
    array->source->wrong = NULL;
    return good;
}

/* Braces of one depth must have equally many parts. */
static bool close_brace(struct reader *r) {
    const uint64_t parts = r->parts[--r->depth];
    uint64_t *size = &r->size[r->depth];
    if (parts == 0)
        return fail(r, r->token->line, "braces with nothing in them");
    if (*size > 0 && *size != parts)
        return fail(r, r->token->line,
                    "these braces have %" PRIu64 " parts, those before have %" PRIu64, parts,
                    *size);
    *size = parts;
    if (r->depth > 0) {
        r->parts[r->depth - 1]++;
        next(r);
    }
    return true;
}

/* Reads from the first brace up to the one that ends it. Returns false if it can't be read; then r->wrong says why. */
static bool read_initializer(struct reader *r) {
    do {
        if (r->token->kind == '{') {
            if (r->depth == NESTING)
                return fail(r, r->token->line, "braces are nested more than %d deep", NESTING);
            r->parts[r->depth++] = 0;
            next(r);
            continue;
        }
        if (!r->elements) {
            if (r->token->kind >= C_NAME && r->token->kind != C_NUMBER)
                return fail_token(r);
            if (!choose_type(r))
                return false;
            r->elements = scratch_new(NULL);
        }
        if (r->token->kind == '}' ? !close_brace(r) : !read_number(r))
            return false;
        if (r->token->kind == ',')
            next(r); /* it may be the last */
        else if (r->token->kind != '}')
            return fail_token(r);
    } while (r->depth > 0);
    return true;
}

/* --- definitions */

/* Counts a definition. Returns whether it is the first one that may be the wanted one. */
static bool add_definition(struct reader *r, const struct c_declaration *d) {
    const char *wanted = r->source.wanted;
    if (r->line > 0 && strcmp(r->name, d->name) == 0)
        return fail(r, r->token->line, "'%.60s' is defined in line %zu already: " PREPROCESS,
                    d->name, r->line, r->array->path);
    for (size_t k = 0; k < r->count && k < NAMES; k++)
        if (strcmp(r->names[k], d->name) == 0)
            return false;
    if (r->count < NAMES)
        r->names[r->count] = text_format("%s", d->name);
    r->count++;
    if (r->line > 0 || (*wanted && strcmp(wanted, d->name) != 0))
        return false;
    memcpy(r->name, d->name, sizeof r->name);
    r->type = d->type;
    r->line = r->token->line;
    return true;
}

/* Reads a declaration, and the initialiser of the array that it may define. */
static void read_definition(struct reader *r) {
    struct c_source *s = &r->source;
    struct c_declaration d;
    c_declaration_read(s, &d);
    const bool assigned = r->token->kind == '=',
               meant = !*s->wanted || strcmp(d.name, s->wanted) == 0;
    if (assigned)
        c_source_next(s);
    if (r->token->kind == '{' && d.array) {
        if (!add_definition(r, &d))
            return;
        if (r->token->depth > 0)
            fail(r, r->line, "'%.60s' is within the #%.60s of line %zu: " PREPROCESS, r->name,
                 r->token->condition, r->token->condition_line, r->array->path);
        else
            read_initializer(r);
    } else if (r->token->kind == '{' && assigned && d.pointer && d.type.dimensions > 0) {
        c_source_explain(s, text_format("an array of pointers takes the elements from elsewhere: "
                                        "audit that")); /* the parts of a split table */
    } else if (assigned && meant && (d.array || (d.pointer && r->token->kind == C_STRING))) {
        c_source_explain(s, text_format("'%.60s' isn't initialised by numbers in braces", d.name));
    }
}

/* --- what was found */

/* After the whole source: is the array that was found the wanted one, and could it be read? */
static bool judge(struct reader *r) {
    const size_t kept = r->count < NAMES ? r->count : NAMES;
    if (r->line == 0 && r->source.explained)
        return array_take_fault(r->array, text_format("%s", r->source.explained));
    if (r->count == 0)
        return array_fail(r->array, "has no array with an initialiser of numbers");
    if (r->line == 0 || (!*r->source.wanted && r->count > 1))
        return array_fail_choice(r->array, "array", r->names, kept, sizeof *r->names, r->count);
    return array_take_fault(r->array, r->wrong ? text_format("%s", r->wrong) : NULL);
}

/* Lengths without those of 1. */
struct shape {
    size_t dimensions;
    uint64_t size[NESTING];
};

static struct shape shape_of(const uint64_t size[], size_t dimensions) {
    struct shape shape = {0};
    for (size_t k = 0; k < dimensions; k++)
        if (size[k] != 1)
            shape.size[shape.dimensions++] = size[k];
    return shape;
}

/* Finds the shape: the declared one, whose lengths that aren't numbers follow from how many numbers or parts there are,
 * or else that of the braces. Inner braces are all there, or none of them. */
static bool choose_shape(struct reader *r) {
    struct array *array = r->array;
    size_t depth = 0, unknown = 0;
    while (depth < NESTING && r->size[depth] > 0)
        depth++;
    const struct shape braces = shape_of(r->size, depth);
    struct shape shape = shape_of(r->type.size, r->type.dimensions);
    uint64_t rest = r->numbers; /* divided by the lengths that are numbers */
    for (size_t k = 0; k < shape.dimensions; k++) {
        unknown += shape.size[k] == 0;
        rest /= shape.size[k] > 0 ? shape.size[k] : 1;
    }
    if (r->type.dimensions == 0 || (unknown > 1 && shape.dimensions != braces.dimensions))
        shape = braces;
    for (size_t k = 0; k < shape.dimensions; k++)
        if (shape.size[k] == 0)
            shape.size[k] = unknown > 1 ? braces.size[k] : rest;
    shape = shape_of(shape.size, shape.dimensions);
    const bool same = braces.dimensions <= 1 || memcmp(&shape, &braces, sizeof shape) == 0;
    for (size_t k = 0; same && rest > 0 && k < shape.dimensions; k++)
        if (!array_add_length(array, shape.size[k]))
            return false;
    if (same && rest > 0 && array->count == r->numbers)
        return true;
    return array_take_fault(
        array, text_format("%s:%zu: the numbers and braces of '%.60s' aren't those of its declared "
                           "shape: a compiler would add zeros or fail",
                           array->path, r->line, r->name));
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
    r->source.lexer.input = array->source->input;
    r->source.lexer.path = array->path;
    r->token = &r->source.lexer;
    r->array = array;
    r->given = said.type;
    snprintf(r->source.wanted, sizeof r->source.wanted, "%s", array->name ? array->name : "");
    do
        read_definition(r);
    while (r->token->kind != C_END);
    const bool good = array_take_fault(array, r->token->wrong) && judge(r) && choose_shape(r);
    if (good && !array->name)
        array->name = text_format("%s", r->name);
    array->source->elements = r->elements;
    free(r->wrong);
    free(r->source.explained);
    for (size_t k = 0; k < NAMES; k++)
        free(r->names[k]);
    free(r);
    return good;
}
