/* SPDX-License-Identifier: MIT */
#include "base/die.h"
#include "base/text.h"
#include "read/array_source.h"
#include "read/c_lexer.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The arrays of a source of C or C++, in one pass. The first array that may be the wanted one is read at once, and the
 * end of the source decides whether it was.
 *
 * Read are arrays, std::array and std::vector of numbers, and what posenc writes besides: unions whose first member is an
 * array, and the names that a typedef gives to types of numbers. The user must give any other type. An initialiser has
 * numbers, casts to the type of the elements, and braces; all else in it is refused by name. */

enum { WORD = 256, WORDS = 2 * C_TEXT, DIMENSIONS = 16, NESTING = 32, NAMES = 64, TYPES = 256 };

struct declaration {
    /* Of the type and then, until all is read, the name: a blank before each. Qualifiers, scopes, attributes and calls are
     * left out. */
    char words[WORDS];
    char name[WORD];
    char code[4]; /* how a number is stored (array_source.h), or "" if the words don't say it */

    size_t dimensions;
    uint64_t size[DIMENSIONS]; /* slowest first; 0 if it isn't a number, or isn't there */
    size_t brackets;           /* that have a length */
    size_t containers;         /* std::array and std::vector, whose > isn't there yet */
    bool is_union, is_typedef;
    bool pointer; /* it has a * */
    bool macro;   /* something in parentheses is before the name, such as CONST_TABLE(int8_t) */
    bool other;   /* it has what no array of numbers has */
};

/* A name of a type of numbers, or of a union, which counts as the type of its first member. */
struct type {
    char name[WORD], code[4];
};

struct reader {
    struct c_lexer token; /* the last one that was read */
    struct array *array;
    const char *given; /* the type that the user names, or NULL */

    struct type type[TYPES]; /* those that are known anyway, then those of the source */
    size_t types;
    char tag[WORD]; /* of a union whose first member comes next, or "" */

    /* The definitions of arrays, the first of which have their names kept. */
    size_t count;
    char *names[NAMES];

    /* The first definition that may be the wanted one. */
    struct declaration found;
    size_t line; /* of its declaration's end; 0: there is no such definition */

    /* Its initialiser. */
    struct scratch *elements; /* in the order of the source; NULL before the first number */
    char kind;                /* how they are stored: the letter of a code (array_source.h) */
    uint64_t numbers;         /* how many */
    char literal[61];         /* the beginning of the last one */
    size_t depth;             /* of the open braces */
    uint64_t parts[NESTING];  /* of each */

    /* How many parts each brace of a depth has, from the outermost on; 0: there is none. */
    uint64_t size[NESTING];
};

/* --- messages */

/* without the headers, which a file that is alone lacks */
#define PREPROCESS "preprocess it (grep -v '#include' %s | cc -E -xc - > one.i), and audit that"

/* Keeps the first message about a line: why the definition that was found isn't read, or, as long as there is none, why
 * what may be the wanted array isn't one. Returns false. */
static bool __attribute__((format(printf, 3, 4)))
fail(const struct reader *r, size_t line, const char *format, ...) {
    struct text text = {NULL, 0, 0};
    va_list arguments;
    if (r->array->source->wrong)
        return false;
    text_put(&text, "%s:%zu: ", r->array->path, line);
    va_start(arguments, format);
    text_vput(&text, format, arguments);
    va_end(arguments);
    return array_take_fault(r->array, text_string(&text));
}

/* The token can't be in an initialiser. */
static bool fail_token(struct reader *r) {
    const char *text = r->token.text, *path = r->array->path;
    const size_t line = r->token.line;
    if (r->token.kind == C_END)
        return fail(r, line, "the file ends within the initialiser");
    if (r->token.kind == C_STRING)
        return fail(r, line, "a string in the initialiser: only numbers are read");
    if (r->token.kind != C_DIRECTIVE)
        return fail(r, line, "'%.60s' in the initialiser: only numbers, braces and commas are read",
                    text);
    if (strncmp(text, "embed", 5) == 0)
        return fail(r, line, "#embed takes the elements from elsewhere: audit that");
    return fail(r, line, "#%.60s is within '%.60s': " PREPROCESS, text, r->found.name, path);
}

/* --- types */

/* Types with a name of one word: of C, C++23, compilers, Arm's CMSIS-DSP. */
static const struct type known[] = {
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

/* Finds how numbers of a type are stored, which these words name, with blanks between them. The code is "" if they don't
 * say it: the size of long depends on the target. */
static void find_code(const struct reader *r, const char *words, char code[4]) {
    *code = 0;
    for (size_t k = 0; k < r->types; k++)
        if (text_lists(words, r->type[k].name))
            take_code(code, r->type[k].code);
    if (text_lists(words, "long"))
        take_code(code, strstr(words, "long long") ? "i8" : "?");
    else if (!*code && (text_lists(words, "int") || text_lists(words, "signed") ||
                        text_lists(words, "unsigned")))
        take_code(code, "i4");
    if (*code == 'i' && text_lists(words, "unsigned"))
        *code = 'u';
    if (*code == '?')
        *code = 0;
}

/* Remembers a name for a type. Ignores names beyond the limit. A name of two types, as in two branches of an #if, is
 * unknown. */
static void add_type(struct reader *r, const char *name, const char *code) {
    size_t k = 0;
    while (k < r->types && strcmp(r->type[k].name, name) != 0)
        k++;
    if (!*code || k == TYPES)
        return;
    r->types += k == r->types;
    snprintf(r->type[k].name, WORD, "%s", name);
    take_code(r->type[k].code, code);
}

/* --- declarations */

/* Finds the next token. Skips directives, except those in an initialiser that may change its numbers. */
static void next(struct reader *r) {
    const char *text = r->token.text;
    while (c_lexer_next(&r->token) == C_DIRECTIVE &&
           (r->depth == 0 || strncmp(text, "line", 4) == 0 || strncmp(text, "pragma", 6) == 0 ||
            (*text >= '0' && *text <= '9')))
        ;
    if (r->token.kind == C_STRING && r->line == 0 && strstr(r->token.text, ".incbin"))
        fail(r, r->token.line, ".incbin takes the elements from elsewhere: audit that");
}

/* Is the token one that ends every declaration? */
static bool ends(const struct reader *r) {
    return r->token.kind == C_END || r->token.kind == '{' || r->token.kind == '}' ||
           r->token.kind == ';';
}

static void add_word(struct declaration *d, const char *text) {
    static const char qualifiers[] = "const static constexpr constinit inline extern volatile "
                                     "register __thread thread_local _Thread_local restrict "
                                     "typename __extension__ union typedef";
    static const char others[] = "struct enum class namespace return operator new";
    const size_t used = strlen(d->words), length = strlen(text);
    d->is_union |= strcmp(text, "union") == 0;
    d->is_typedef |= strcmp(text, "typedef") == 0;
    if (text_lists(qualifiers, text) || d->brackets > 0)
        return; /* names after brackets are macros of attributes */
    d->other |= text_lists(others, text) || length >= WORD || used + 1 + length >= WORDS;
    if (!d->other)
        snprintf(d->words + used, WORDS - used, " %s", text);
}

/* The last word, or "" if there is none. */
static const char *last_word(const struct declaration *d) {
    const char *last = strrchr(d->words, ' ');
    return last ? last + 1 : "";
}

static void drop_word(struct declaration *d) {
    char *last = strrchr(d->words, ' ');
    if (last)
        *last = 0;
}

static bool is_known(const struct reader *r, const char *name) {
    size_t k = 0;
    while (k < r->types && strcmp(r->type[k].name, name) != 0)
        k++;
    return k < r->types;
}

/* Skips up to the sign that closes the open bracket. */
static void skip(struct reader *r, struct declaration *d, int open, int close) {
    size_t depth = 1;
    for (; depth > 0 && !ends(r); next(r)) {
        depth += r->token.kind == open;
        depth -= r->token.kind == close;
    }
    d->other |= depth > 0;
}

/* Inserts a length before number `at`. */
static void add_length(struct declaration *d, size_t at, uint64_t length) {
    d->other |= d->dimensions == DIMENSIONS;
    if (d->other)
        return;
    memmove(d->size + at + 1, d->size + at, (d->dimensions++ - at) * sizeof length);
    d->size[at] = length;
}

/* Reads a length, and up to the sign that closes it. Inserts it before number `at`: 0 unless it is one number. */
static void read_length(struct reader *r, struct declaration *d, size_t at, int open, int close) {
    struct c_number number = {.integer = false};
    if (r->token.kind == C_NUMBER) {
        c_number_read(r->token.text, &number);
        next(r);
    }
    add_length(d, at, r->token.kind == close && number.integer ? number.whole : 0);
    skip(r, d, open, close);
}

/* Reads a name or a sign, and what belongs to it. */
static void read_part(struct reader *r, struct declaration *d) {
    const int kind = r->token.kind;
    if (kind == C_NAME)
        add_word(d, r->token.text);
    next(r);
    if (kind == '(') { /* an attribute, a call, or an array of pointers */
        d->pointer |= r->token.kind == '*';
        if (d->brackets == 0)
            drop_word(d);
        d->macro = true;
        if (r->token.kind == C_NAME && is_known(r, r->token.text))
            add_word(d, r->token.text);
        skip(r, d, '(', ')');
    } else if (kind == '[' && r->token.kind == '[') { /* an [[attribute]] */
        skip(r, d, '[', ']');
    } else if (kind == '[') {
        read_length(r, d, d->brackets++, '[', ']');
    } else if (kind == '<' && text_lists("array vector", last_word(d))) {
        drop_word(d);
        d->containers++;
    } else if (kind == ',' && d->containers > 0) {
        read_length(r, d, 0, '<', '>');
        d->containers--;
    } else if (kind == '>' && d->containers > 0) { /* a vector has no length */
        add_length(d, 0, 0);
        d->containers--;
    } else if (kind == ':' && r->token.kind == ':') { /* std:: */
        drop_word(d);
        next(r);
    } else if (kind == ':') { /* a label, such as public: */
        *d = (struct declaration){.brackets = 0};
    } else if (kind == '*') {
        d->pointer = true;
    } else if (kind != C_NAME && kind != C_STRING) { /* extern "C" */
        d->other = true;
    }
}

/* Reads what comes after the token, up to the = { } ; or end that ends a declaration, and remembers the type that it may
 * name. */
static void read_declaration(struct reader *r, struct declaration *d) {
    *d = (struct declaration){.brackets = 0};
    do
        next(r);
    while (r->token.kind != C_END && ends(r));
    while (!ends(r) && r->token.kind != '=')
        read_part(r, d);
    snprintf(d->name, sizeof d->name, "%s", last_word(d));
    drop_word(d);
    find_code(r, d->words, d->code);
    d->other |= d->containers > 0 || (!*d->words && !(d->macro && *d->name));
    const bool number = r->token.kind == ';' && !d->other && !d->pointer;
    if (number && *r->tag)
        add_type(r, r->tag, d->code);
    else if (number && d->is_typedef && d->dimensions == 0)
        add_type(r, d->name, d->code);
    snprintf(r->tag, sizeof r->tag, "%s",
             r->token.kind == '{' && d->is_union && !*d->words ? d->name : "");
}

/* --- numbers */

/* The rest of a cast, (float). It must be to the type of the elements, so that it doesn't round. */
static bool read_cast(struct reader *r) {
    const struct declaration *d = &r->found;
    char code[4], words[WORDS] = "";
    for (size_t used = 0; r->token.kind == C_NAME && used < C_TEXT; next(r))
        used += (size_t)snprintf(words + used, sizeof words - used, " %s", r->token.text);
    if (r->token.kind != ')')
        return fail_token(r);
    find_code(r, words, code);
    if (*d->code ? strcmp(code, d->code) != 0 : !text_lists(d->words, words + 1))
        return fail(r, r->token.line,
                    "a cast to '%.60s': only one to the type of the elements is read", words + 1);
    next(r);
    return true;
}

/* A number with a sign, in parentheses, after casts. The least integer of 32 bits is written as -2147483647 - 1. */
static bool read_value(struct reader *r, struct c_number *number) {
    size_t parentheses = 0;
    while (r->token.kind == '(') {
        next(r);
        if (r->token.kind != C_NAME)
            parentheses++;
        else if (!read_cast(r))
            return false;
    }
    const int sign = r->token.kind;
    if (sign == '-' || sign == '+')
        next(r);
    if (r->token.kind != C_NUMBER)
        return fail_token(r);
    const char *wrong = c_number_read(r->token.text, number);
    if (wrong)
        return fail(r, r->token.line, "'%.60s' %s", r->token.text, wrong);
    number->negative = sign == '-';
    memcpy(r->literal, r->token.text, sizeof r->literal - 1);
    next(r);
    if (r->token.kind == '-' && number->negative && number->whole == INT32_MAX) {
        next(r);
        if (strcmp(r->token.text, "1") != 0)
            return fail_token(r);
        number->whole++;
        next(r);
    }
    for (; parentheses > 0; parentheses--) {
        if (r->token.kind != ')')
            return fail_token(r);
        next(r);
    }
    return true;
}

/* Finds the element type. An unknown type holds what its first number is: integers are the bits of numbers. */
static bool choose_type(struct reader *r, bool integer) {
    struct array *array = r->array;
    const char *code = r->found.code, *words = *r->found.words ? r->found.words + 1 : "a macro";
    if (!*code && !r->given)
        return array_fail(array, "the size of '%.60s' isn't known: give --type", words);
    if (*code ? !array_choose_type(array, code, words, r->given, NULL)
              : !array_choose_raw_type(array, r->given))
        return false;
    r->kind = integer ? 'u' : 'f';
    if (*code)
        r->kind = *code;
    else if (array->type->fixed)
        r->kind = array->type->numpy[1];
    r->elements = scratch_new();
    return true;
}

static bool read_number(struct reader *r) {
    struct array *array = r->array;
    const size_t line = r->token.line;
    struct c_number number = {.negative = false};
    uint64_t bits, stored;
    if (!read_value(r, &number) || (!r->elements && !choose_type(r, number.integer)))
        return false;
    if (!c_number_convert(&number, r->kind, array->type, &bits))
        return fail(r, line, "'%s%s' doesn't fit into %s of type '%.60s'",
                    number.negative ? "-" : "", r->literal,
                    r->kind == 'i' || r->kind == 'u' ? "integers" : "numbers", r->found.words + 1);
    if (number.places > array->places)
        array->places = number.places;
    if (number.digits > array->digits)
        array->digits = number.digits;
    element_store(array->type, &stored, 0, bits);
    scratch_write(r->elements, &stored, array->type->bytes);
    r->numbers++;
    r->parts[r->depth - 1]++;
    return true;
}

/* --- an initialiser */

static bool open_brace(struct reader *r) {
    if (r->depth == NESTING)
        return fail(r, r->token.line, "braces are nested more than %d deep", NESTING);
    r->parts[r->depth++] = 0;
    next(r);
    return true;
}

/* Braces of one depth must have equally many parts. */
static bool close_brace(struct reader *r) {
    const uint64_t parts = r->parts[--r->depth];
    uint64_t *size = &r->size[r->depth];
    if (parts == 0)
        return fail(r, r->token.line, "braces with nothing in them");
    if (*size > 0 && *size != parts)
        return fail(r, r->token.line,
                    "these braces have %" PRIu64 " parts, those before have %" PRIu64, parts,
                    *size);
    *size = parts;
    if (r->depth == 0)
        return true;
    r->parts[r->depth - 1]++;
    next(r);
    return true;
}

/* Reads from the first brace up to the one that ends it. Returns false if it can't be read. */
static bool read_initializer(struct reader *r) {
    do {
        if (r->token.kind == '{') {
            if (!open_brace(r))
                return false;
            continue;
        }
        if (r->token.kind == '}' ? !close_brace(r) : !read_number(r))
            return false;
        if (r->token.kind == ',')
            next(r); /* it may be the last */
        else if (r->token.kind != '}')
            return fail_token(r);
    } while (r->depth > 0);
    return true;
}

/* --- definitions */

/* May the declaration be that of the wanted array? posenc writes a table in a union as NAME_storage. */
static bool is_wanted(const struct reader *r, const struct declaration *d) {
    const char *wanted = r->array->name;
    const size_t length = wanted ? strlen(wanted) : 0;
    return !wanted || strcmp(d->name, wanted) == 0 ||
           (d->is_union && strncmp(d->name, wanted, length) == 0 &&
            strcmp(d->name + length, "_storage") == 0);
}

/* Counts a definition of an array, and reads the first that may be the wanted one. */
static void read_definition(struct reader *r, const struct declaration *d) {
    if (r->line > 0 && strcmp(r->found.name, d->name) == 0) {
        fail(r, r->token.line, "'%.60s' is defined in line %zu already: " PREPROCESS, d->name,
             r->line, r->array->path);
        return;
    }
    if (r->count < NAMES)
        r->names[r->count] = text_format("%s", d->name);
    r->count++;
    if (r->line > 0 || !is_wanted(r, d))
        return;
    array_take_fault(r->array, NULL); /* of what isn't it */
    r->found = *d;
    r->line = r->token.line;
    read_initializer(r); /* if it is within an #if, its name stands once, or else that is refused */
    r->depth = 0;
}

/* Reads a declaration, and the initialiser of the array that it may define. */
static void read_part_of_source(struct reader *r) {
    struct declaration d;
    read_declaration(r, &d);
    const bool array = !d.other && !d.pointer && (d.dimensions > 0 || d.is_union);
    const bool assigned = r->token.kind == '=';
    if (assigned)
        next(r);
    if (array && r->token.kind == '{')
        read_definition(r, &d);
    else if (!assigned || r->line > 0)
        return;
    else if (r->token.kind == '{' && d.pointer && d.dimensions > 0) /* parts of a split table */
        fail(r, r->token.line,
             "an array of pointers takes the elements from elsewhere: audit that");
    else if (is_wanted(r, &d) && (array || (d.pointer && r->token.kind == C_STRING)))
        fail(r, r->token.line, "'%.60s' isn't initialised by numbers in braces", d.name);
}

/* After the whole source: is the array that was found the wanted one, and could it be read? */
static bool judge(struct reader *r) {
    struct array *array = r->array;
    const size_t kept = r->count < NAMES ? r->count : NAMES;
    if (r->token.wrong)
        return array_take_fault(array, text_format("%s", r->token.wrong));
    if (r->line > 0 ? array->name || r->count == 1 : array->source->wrong != NULL)
        return !array->source->wrong;
    return r->count == 0
               ? array_fail(array, "has no array with an initialiser of numbers")
               : array_fail_choice(array, "array", r->names, kept, sizeof *r->names, r->count);
}

/* --- the shape */

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
    struct shape shape = shape_of(r->found.size, r->found.dimensions);
    uint64_t rest = r->numbers; /* divided by the lengths that are numbers */
    for (size_t k = 0; k < shape.dimensions; k++) {
        unknown += shape.size[k] == 0;
        rest /= shape.size[k] > 0 ? shape.size[k] : 1;
    }
    if (r->found.dimensions == 0 || (unknown > 1 && shape.dimensions != braces.dimensions))
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
                           array->path, r->line, r->found.name));
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
    r->token.input = array->source->input;
    r->token.path = array->path;
    r->array = array;
    r->given = said.type;
    memcpy(r->type, known, sizeof known);
    r->types = sizeof known / sizeof *known;
    do
        read_part_of_source(r);
    while (r->token.kind != C_END);
    const bool good = judge(r) && choose_shape(r);
    if (good && !array->name)
        array->name = text_format("%s", r->found.name);
    array->source->elements = r->elements;
    free(r->token.wrong);
    for (size_t k = 0; k < NAMES; k++)
        free(r->names[k]);
    free(r);
    return good;
}
