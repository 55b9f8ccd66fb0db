/* SPDX-License-Identifier: MIT */
/* Templates: text of the target language with holes. A template has the language but no numbers; the program has the
 * numbers but no language.
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
 * The row values are @row@, its number; @position@; @index@, that of its first entry in the array; @comma@, a comma except
 * after the last row; and @semicolon@, a semicolon after the last row alone. In the element's line @comma@ is a comma except
 * after the last entry of a row. @each@ there separates the text that begins each line from the text of each entry; the last
 * entry of a line then has no comma either. @end@ separates the text of each entry from the text that ends each line.
 *
 * With %% rows unbroken a row is one line of any length, with nothing between the entries except what the element's
 * line has. The text before @each@ is then written once for each row, and may have holes for row values.
 *
 * %% lines is %% rows unbroken for each line of a power of two of entries, as many as fit: only the end of a row of several
 * columns makes a line shorter. Its row values are those of the line's first entry; they may be in the text before @each@
 * and after @end@, where @comma@ lacks only in the last line. */
#ifndef POSENC_TEMPLATE_H
#define POSENC_TEMPLATE_H

#include "base/die.h"
#include "base/names.h"
#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>

/* The text of a language's template, which consists of lines, each with its newline. */
struct template_text {
    const char *name; /* of the language */
    const char *text;
    size_t length;
};

/* The files of templates/, which the build embeds. The last entry has no name. */
extern const struct template_text built_in_templates[];

/* A template as it was parsed: lines of text and instructions, in the order of the file. */
struct template {
    const char *name; /* of a language, or of the user's file */
    struct template_node *node;
    size_t count;
    char *own; /* the text of the user's file, or NULL */
};

/* Parses the lines of a text, which must stay as long as the template, like its name. Returns NULL, or a fault in the first
 * line that is wrong; then there is nothing to free. */
struct fault *template_parse(struct template *, const char *name, const char *text, size_t length);
void template_free(struct template *);

/* The templates of a run. Each is parsed once, however many tables are written with it. */

/* {0} is the empty set. Its templates stay where they are until it is freed. */
struct template_set {
    struct template **list;
    size_t count;
    struct names names; /* with places in the list */
};

/* The template of a language. */
const struct template *template_of_language(struct template_set *, const char *language);

/* A template that the user wrote. Returns NULL, and sets a fault, if it can't be read or parsed. The name must outlive the
 * set. */
const struct template *template_of_file(struct template_set *, const char *name, struct faults *);
void template_set_free(struct template_set *);

/* The values for a template: texts for the holes of the same names; for each turn of a loop, others that go before those of
 * the table. */
struct template_values {
    struct template_value {
        char *name, *text;
    } * list;
    size_t count;
    struct template_turns {
        struct template_values *list;
        size_t count;
    } parts, arrays;
};

/* Sets the text of a name, and takes it. */
void template_value(struct template_values *, const char *name, char *text);

/* Adds a turn, and returns its values, which move when another one is added. */
struct template_values *template_turn(struct template_turns *);
void template_turns_free(struct template_turns *);
void template_values_free(struct template_values *);

/* The values that differ from row to row. Their texts are single lines. */
enum row_value { ROW_POSITION, ROW_NUMBER, ROW_INDEX, ROW_COMMA, ROW_SEMICOLON, ROW_VALUES };

/* The pattern of a row. Whole lines open and close it; `start` begins each line of entries; `before` and `after`
 * surround each entry, except that `last` follows the last one; `ending` ends each line of entries. In the first three, a
 * byte 0 (which templates don't contain) and a byte with the number of a row value stand for that value; in `start` only
 * if unbroken, and in `start` and `ending` if it is of lines. */
struct row_pattern {
    struct text opening, closing, start;
    struct text before, after, last, ending;
    bool strings;  /* the element is @bytes@ */
    bool each;     /* lines have a start of their own */
    bool unbroken; /* each row is one line */
    bool lines;    /* it is repeated for each line of entries, not for each row */
};

/* The longest line of entries, in bytes. */
enum { TEMPLATE_LINE = 99 };

/* A file consists of sections: a text followed by the rows of an array. The last section is only a text. */
struct filled_section {
    struct text text;
    bool has_rows;
    size_t array;         /* the number of the array whose rows they are */
    size_t rows, element; /* the lines %% rows and @value@ */
    struct row_pattern pattern;
};
struct filled {
    struct filled_section *section;
    size_t count;
};

/* Fills a template with such values. With `needs_rows` there must be rows of each array. Names in lines under false
 * conditions must have values too. Returns NULL, or a fault in a line; then there is nothing to free. The result refers
 * to neither the template nor the values. */
struct fault *template_fill(const struct template *, const struct template_values *,
                            bool needs_rows, struct filled *);
void template_filled_free(struct filled *);

/* What a language's template without rows becomes. The caller frees it. */
struct text template_filled_text(const char *language, const struct template_values *);

/* Appends the text of a row, with these texts for its values. */
void template_print(struct text row, const char *const texts[ROW_VALUES], struct text *);

#endif
