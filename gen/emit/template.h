/* Templates: text of the target language with holes. A template says how a table looks; it knows no
 * numbers, and the program knows no language.
 *
 * @name@ inside a line is the scalar of that name; where its value has several lines, each starts with
 * what stands before the hole. A line with %% and a word is an instruction; what surrounds it is the
 * target language's comment:
 *     %% if NAME=VALUE   the lines up to its end (or else) only if that scalar has that value;
 *     %% else            ifs nest
 *     %% end
 *     %% rows            the lines up to its end once a row. The one line that holds @value@ is the
 *                        element: once an entry, several to a line, in lines of at most 99 bytes. If
 *                        it holds @bytes@ it is a string: the row's bytes, as C escapes them, in as
 *                        many such lines as it takes; rows of more than 4095 bytes are then repeated
 *                        in equal parts. Lines before it open a row and may hold row scalars; lines
 *                        after it close it.
 *     %% parts           the lines up to its end once a part of the table
 *
 * With %% rows unbroken a row is one line, whatever its length, and its entries stand side by side with
 * nothing between them but what the element's line says; what stands before @each@ there is written once,
 * and may hold row scalars.
 *
 * The row scalars are @row@, its number; @position@; and @comma@, a comma, but nothing after the last row.
 * In the element's line @comma@ is a comma, but nothing after the last entry of a row. What stands before
 * @each@ there starts each line that is made of it, rather than each entry, and then the last entry of a
 * line has no comma either.
 *
 * A template is parsed into a sequence of steps, which template_fill.h fills with scalars. */
#ifndef POSENC_TEMPLATE_H
#define POSENC_TEMPLATE_H

#include "emit/template_text.h"

#include <stdbool.h>
#include <stddef.h>

struct template_step {
    enum template_step_kind {
        STEP_TEXT,  /* `text` as it is */
        STEP_HOLE,  /* the scalar that `text` names; `number` bytes stand before it in its line */
        STEP_IF,    /* `text` is NAME=VALUE; goes on at step `number` if it doesn't hold */
        STEP_ELSE,  /* goes on at step `number` */
        STEP_PARTS, /* once a part: */
        STEP_END_PARTS, /* back to step `number` if there is another part */
        STEP_ROWS,      /* a row section: how a row of the array that `text` names opens, */
        STEP_ELEMENT,   /* what starts a line of its elements, */
        STEP_BEFORE,    /* what stands before each entry, */
        STEP_AFTER,     /* after it, */
        STEP_CLOSING,   /* and how the row closes */
        STEP_END_ROWS,
    } kind;
    enum template_place {
        OUTSIDE,
        IN_PART,    /* may use a part's scalars, */
        IN_ROW,     /* a row's, */
        IN_ELEMENT, /* or only @comma@ of these */
    } place;
    const char *text;
    size_t length, number;
    int line;
    bool unbroken;      /* of ROWS: a row is one line */
    bool strings, each; /* of ELEMENT: it is @bytes@; it has @each@ */
};

/* The one array that a row section can name so far. */
#define TEMPLATE_TABLE "table"

struct template {
    const char *name;
    struct template_step *step;
    size_t count;
};

/* Parses a template, which then points into its text. Returns NULL, or the first line that is wrong,
 * "NAME:LINE: what 'where'"; then there is nothing to free but that. */
char *template_parse(const struct template_text *, struct template *);
void template_free(struct template *);

/* What is wrong with a line: "NAME:LINE: what 'text'". */
char *template_wrong(const struct template *, int line, const char *what, const char *text,
                     size_t length);

#endif
