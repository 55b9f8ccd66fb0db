/* Templates: text of the target language with holes. A template knows how a table looks but no numbers; the program
 * knows numbers but no language.
 *
 * @name@ inside a line is a hole for the value of that name. If the value has several lines, each begins with the
 * text before the hole. A line with %% is an instruction; whatever surrounds it is the target language's comment:
 *     %% if NAME=VALUE   the lines up to its end (or else) only if the value NAME is VALUE;
 *     %% else            ifs nest
 *     %% end
 *     %% rows            the lines up to its end, once for each row. One of them is the element's line: it holds
 *                        @value@, and is written once for each entry, as often as fits into a line of 99 bytes.
 *                        With @bytes@ instead it is a string: the row's bytes with C's escapes, on as many lines as
 *                        they take; a row of more than 4095 bytes becomes several strings of equal length. Lines
 *                        before the element's open a row, lines after it close the row. Both may have holes for row
 *                        values.
 *     %% parts           the lines up to its end, once for each object that the table consists of: the parts of a
 *                        split table, or the arrays
 *     %% arrays          the lines up to its end, once for each array: one, or the two of a pair. The rows in it are
 *                        those of that array.
 *
 * The row values are @row@, its number; @position@; and @comma@, a comma except after the last row. In the element's
 * line @comma@ is a comma except after the last entry of a row. @each@ there separates the text that begins each
 * line from the text of each entry; the last entry of a line then has no comma either.
 *
 * With %% rows unbroken a row is one line of any length, with nothing between the entries except what the element's
 * line has. The text before @each@ is then written once for each row, and may have holes for row values.
 *
 * A template is parsed into a sequence of steps, which template_fill.h goes through. */
#ifndef POSENC_TEMPLATE_H
#define POSENC_TEMPLATE_H

#include "base/die.h"
#include "base/name_set.h"

#include <stdbool.h>
#include <stddef.h>

/* The texts of templates: the built-in ones, and the user's own. */

/* Consists of lines, each with its newline. */
struct template_text {
    const char *name; /* of a language, or of the user's file */
    const char *text;
    size_t length;
};

/* The files of templates/, which the build embeds. The last entry has no name. */
extern const struct template_text built_in_templates[];

const struct template_text *template_named(const char *name);

struct template_step {
    enum template_step_kind {
        STEP_TEXT,       /* `text` as it is */
        STEP_HOLE,       /* the value that `text` names, after `number` bytes of its line */
        STEP_IF,         /* `text` is NAME=VALUE; goes on at step `number` if it doesn't hold */
        STEP_ELSE,       /* goes on at step `number` */
        STEP_PARTS,      /* once a part: */
        STEP_END_PARTS,  /* back to step `number` if there is another part */
        STEP_ARRAYS,     /* once an array: */
        STEP_END_ARRAYS, /* back to step `number` if there is another array */
        STEP_ROWS,       /* a row section: how a row of the array that `text` names opens, */
        STEP_ELEMENT,    /* what starts a line of its elements, */
        STEP_BEFORE,     /* what comes before each entry, */
        STEP_AFTER,      /* after it, */
        STEP_CLOSING,    /* and how the row closes */
        STEP_END_ROWS,
    } kind;
    enum template_place {
        OUTSIDE,
        IN_ROW,     /* may use a row's values, */
        IN_ELEMENT, /* or only @comma@ of these */
    } place;
    enum template_loop { NO_LOOP, IN_PARTS, IN_ARRAYS } loop; /* whose values it may use too */
    const char *text;
    size_t length, number;
    int line;
    bool unbroken;      /* of ROWS: a row is one line */
    bool strings, each; /* of ELEMENT: it is @bytes@; it has @each@ */
};

/* What a row section can name: the only array of a table, or the one that the lines are repeated for. */
#define TEMPLATE_TABLE "table"
#define TEMPLATE_ARRAY "array"

struct template {
    const char *name;
    char *own; /* the text of a file; NULL if it is built in */
    struct template_step *step;
    size_t count;
};

/* Parses a text, into which the template then points. Returns NULL, or a fault in the first line that is wrong; then
 * there is nothing else to free. */
struct fault *template_parse(const struct template_text *, struct template *);
void template_free(struct template *);

/* A fault in a line: "what 'text'". */
struct fault *template_wrong(const struct template *, int line, const char *what, const char *text,
                             size_t length);

/* Are these `length` bytes that word? */
bool template_is(const char *word, const char *text, size_t length);

/* The templates of a run. Each is read and parsed once, however many tables are written with it. */

/* {0} is the empty set. Its templates stay where they are until it is freed. */
struct template_set {
    struct template **list;
    size_t count;
    struct names built_in, files; /* numbers are places in the list */
};

/* The template in a file, or the built-in one of that name. Returns NULL with a fault if it can't be read or a line of it is
 * wrong. The name of a file must last. */
const struct template *template_set_find(struct template_set *, const char *name, bool file,
                                         struct faults *);
void template_set_free(struct template_set *);

#endif
