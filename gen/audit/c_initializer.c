#include "audit/c_initializer.h"
#include "audit/c_number.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH = 1024, PARENTHESES = 8 };

struct reader {
    struct c_tokens tokens;
    const char *path;
    const struct c_types *types;
    const struct element *type;
    const char *array; /* its name */
    const char *name;  /* of the elements' type in the source */
    char code[4]; /* how elements are stored; "" until the first number of an unknown type tells */
    struct c_initializer *out;
    int depth;                     /* of the open braces */
    uint64_t parts[C_NESTING + 1]; /* of each */
    uint64_t batch[BATCH];         /* elements of the type that aren't in the scratch yet */
    size_t batched;
    char *wrong;
};

/* Sets what is wrong, with the token's line. Takes the phrase. Returns false. */
static bool fail(struct reader *r, char *phrase) {
    if (!r->wrong)
        r->wrong = r->tokens.wrong ? text_format("%s", r->tokens.wrong)
                                   : text_format("%s:%zu: %s", r->path, r->tokens.line, phrase);
    free(phrase);
    return false;
}

/* A directive, which no compiler has been asked about. */
static bool fail_directive(struct reader *r, const char *text) {
    enum { SHOWN = 60 };
    size_t length = strlen(text);
    while (length > 0 && strchr(" \t\r\v\f", text[length - 1]))
        length--;
    if (strncmp(text, "if", 2) == 0)
        return fail(r, text_format("#%.*s is within '%.60s': preprocess the source first (cc -E %s "
                                   "> one.i), and audit that",
                                   length < SHOWN ? (int)length : SHOWN, text, r->array, r->path));
    return fail(r, text_format("#%.*s in the initialiser: only numbers are read",
                               (int)strcspn(text, " \t\r<\""), text));
}

/* A token that can't be there. */
static bool fail_token(struct reader *r) {
    const char *text = r->tokens.text;
    text += strspn(text, " \t");
    switch (r->tokens.kind) {
    case C_END:
        return fail(r, text_format("the file ends within the initialiser"));
    case C_NAME:
        return fail(r, text_format("'%.60s' in the initialiser: macros and names aren't read, "
                                   "only numbers",
                                   text));
    case C_STRING:
        return fail(r, text_format("a string in the initialiser: only numbers are read"));
    case C_CHARACTER:
        return fail(r, text_format("a character in the initialiser: only numbers are read"));
    case C_DIRECTIVE:
        return fail_directive(r, text);
    default:
        return fail(r, text_format("'%.60s' in the initialiser: only numbers, braces and commas "
                                   "are read",
                                   text));
    }
}

/* The next token. #line and #pragma say nothing of the numbers. */
static void next(struct reader *r) {
    for (;;) {
        const char *text = r->tokens.text;
        if (c_tokens_next(&r->tokens) != C_DIRECTIVE)
            return;
        text += strspn(text, " \t");
        if (strncmp(text, "line", 4) != 0 && strncmp(text, "pragma", 6) != 0 &&
            !(*text >= '0' && *text <= '9'))
            return;
    }
}

/* --- a number */

/* The rest of a cast, (float). It must be to the type of the elements, so that it doesn't round. */
static bool read_cast(struct reader *r) {
    char names[4][C_NAME_MAX], *wrong;
    const char *words[4];
    size_t count = 0;
    for (; r->tokens.kind == C_NAME && count < 4; next(r)) {
        snprintf(names[count], C_NAME_MAX, "%.*s", C_NAME_MAX - 1, r->tokens.text);
        words[count] = names[count];
        count++;
    }
    if (!c_tokens_is(&r->tokens, ")"))
        return fail_token(r);
    const char *code = c_types_code(r->types, words, count);
    if (*code ? strcmp(code, r->code) == 0 : strcmp(words[count - 1], r->name) == 0) {
        next(r);
        return true;
    }
    wrong = text_format("a cast to '%.60s': only one to the type of the elements is read",
                        names[count - 1]);
    return fail(r, wrong);
}

static bool read_signed(struct reader *r, int depth, struct c_number *number);

/* A number, perhaps with a sign, a cast or parentheses, or the difference of two integers: INT_MIN is -2147483647-1. */
static bool read_value(struct reader *r, int depth, struct c_number *number) {
    struct c_number other = {.integer = false};
    if (!read_signed(r, depth, number))
        return false;
    while (number->integer && c_tokens_is(&r->tokens, "-")) {
        next(r);
        if (!read_signed(r, depth, &other))
            return false;
        if (!number->negative || !other.integer || other.negative ||
            other.whole > INT64_MAX - number->whole)
            return fail(r, text_format("a difference that isn't read"));
        number->whole += other.whole;
    }
    return true;
}

static bool read_signed(struct reader *r, int depth, struct c_number *number) {
    bool negative = false;
    for (; c_tokens_is(&r->tokens, "-") || c_tokens_is(&r->tokens, "+"); next(r))
        negative ^= c_tokens_is(&r->tokens, "-");
    if (c_tokens_is(&r->tokens, "(")) {
        if (depth == PARENTHESES)
            return fail(r, text_format("parentheses are nested too deeply"));
        next(r);
        if (r->tokens.kind == C_NAME) {
            if (!read_cast(r) || !read_signed(r, depth + 1, number))
                return false;
        } else {
            if (!read_value(r, depth + 1, number))
                return false;
            if (!c_tokens_is(&r->tokens, ")"))
                return fail_token(r);
            next(r);
        }
    } else {
        if (r->tokens.kind != C_NUMBER)
            return fail_token(r);
        char *phrase = c_number_read(r->tokens.text, number);
        if (phrase)
            return fail(r, phrase);
        next(r);
    }
    number->negative ^= negative;
    return true;
}

/* --- braces */

static void flush(struct reader *r) {
    scratch_write(r->out->elements, r->batch, r->batched * r->type->bytes);
    r->batched = 0;
}

static bool begins_number(const struct reader *r) {
    const struct c_tokens *t = &r->tokens;
    return t->kind == C_NUMBER || c_tokens_is(t, "-") || c_tokens_is(t, "+") || c_tokens_is(t, "(");
}

static bool add_number(struct reader *r) {
    struct c_initializer *out = r->out;
    struct c_number number = {.integer = false};
    uint64_t bits;
    if (!begins_number(r))
        return fail_token(r);
    if (out->depth > 0 && out->depth != r->depth)
        return fail(r, text_format("a number where others are in braces, or the other way round"));
    out->depth = r->depth;
    size_t line = r->tokens.line;
    if (!read_value(r, 0, &number))
        return false;
    if (!*r->code) /* of an unknown type */
        snprintf(r->code, sizeof r->code, "%c%u",
                 number.integer            ? 'u'
                 : r->type->precision == 8 ? 'b'
                                           : 'f',
                 r->type->bytes);
    char *phrase = c_number_convert(&number, r->code, r->type, &bits);
    if (phrase) {
        r->tokens.line = line;
        return fail(r, phrase);
    }
    element_store(r->type, r->batch, r->batched++, bits);
    if (r->batched == BATCH)
        flush(r);
    out->count++;
    r->parts[r->depth]++;
    return true;
}

static bool open_brace(struct reader *r) {
    if (r->depth == C_NESTING)
        return fail(r, text_format("braces are nested more than %d deep", C_NESTING));
    r->parts[++r->depth] = 0;
    next(r);
    return true;
}

static bool close_brace(struct reader *r) {
    uint64_t parts = r->parts[r->depth], *size = &r->out->size[r->depth];
    if (parts == 0)
        return fail(r, text_format("braces with nothing in them"));
    if (*size > 0 && *size != parts)
        return fail(r,
                    text_format("these braces have %" PRIu64 " parts, those before have %" PRIu64,
                                parts, *size));
    *size = parts;
    r->depth--;
    r->parts[r->depth]++;
    if (r->depth > 0)
        next(r);
    return true;
}

/* What follows a part: a comma, which may be the last, or the brace that closes. */
static bool read_separator(struct reader *r) {
    bool comma = c_tokens_is(&r->tokens, ",");
    if (comma)
        next(r);
    return comma || c_tokens_is(&r->tokens, "}") || fail_token(r);
}

static void begin(struct reader *r, const struct input *input,
                  const struct c_definition *definition) {
    c_tokens_begin(&r->tokens, input, r->path);
    c_tokens_go_to(&r->tokens, definition->place);
    next(r);
}

static char *end(struct reader *r) {
    free(r->tokens.wrong);
    c_tokens_end(&r->tokens);
    return r->wrong;
}

char *c_initializer_refuse(const struct input *input, const char *path,
                           const struct c_definition *definition) {
    struct reader r = {.path = path, .array = definition->array.name};
    begin(&r, input, definition);
    while (c_tokens_is(&r.tokens, "{"))
        next(&r);
    if (r.tokens.kind == C_STRING || r.tokens.kind == C_CHARACTER || r.tokens.kind == C_NAME)
        fail_token(&r);
    return end(&r);
}

char *c_initializer_read(const struct input *input, const char *path,
                         const struct c_definition *definition, const struct c_types *types,
                         const struct element *type, struct c_initializer *initializer) {
    struct reader r = {.path = path, .types = types, .type = type, .out = initializer, .depth = 1};
    *initializer = (struct c_initializer){.elements = scratch_new(NULL)};
    r.array = definition->array.name;
    r.name = definition->array.type;
    memcpy(r.code, definition->array.code, sizeof r.code);
    begin(&r, input, definition);
    for (bool good = true; good && r.depth > 0;) {
        bool inner = c_tokens_is(&r.tokens, "{");
        if (inner)
            good = open_brace(&r);
        else if (c_tokens_is(&r.tokens, "}"))
            good = close_brace(&r) && (r.depth == 0 || read_separator(&r));
        else
            good = add_number(&r) && read_separator(&r);
    }
    flush(&r);
    return end(&r);
}
