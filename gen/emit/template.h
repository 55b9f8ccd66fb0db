/* Templates: text of the target language with holes. A template says how a table looks; it knows no
 * numbers, and the program knows no language.
 *
 * @name@ inside a line is the scalar of that name; where its value has several lines, each starts with
 * what stands before the hole. A line with %% and a word is an instruction; what surrounds it is the
 * target language's comment:
 *     %% if NAME=VALUE   the lines up to its end (or else) only where that scalar has that value;
 *     %% else            ifs nest
 *     %% end
 *     %% rows            the lines up to its end once a row. The one line that holds @value@ is the
 *                        element: once an entry, several to a line, in lines of at most 99 bytes. Where
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
 * @comma@ is a comma, but nothing after the last entry of a row (in the element's line) or after the
 * last row (in a closing line). What stands before @each@ in the element's line starts each line that is
 * made of it, rather than each entry, and then the last entry of a line has no comma either. */
#ifndef POSENC_TEMPLATE_H
#define POSENC_TEMPLATE_H

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>

struct template_text {
    const char *name; /* of a language, or of the user's file */
    const char *text;
    size_t length;
};

/* The templates of templates/, as the build embeds them; the last has no name. */
extern const struct template_text templates[];

const struct template_text *template_named(const char *name);

/* The last scalar of an array has no name. */
struct scalar {
    const char *name, *value;
};

/* How a row looks. Opening and closing are whole lines of the template, NUL-terminated, holes and all;
 * `start` is what starts each line of elements, `before` and `after` surround each, and `last` is what
 * follows the last one. */
struct row_pattern {
    char *opening, *closing;
    char *start, *before, *after, *last;
    bool strings;  /* of @bytes@ */
    bool each;     /* lines have a start of their own */
    bool unbroken; /* one line a row; `start` has its holes still */
    const struct scalar *scalars;
};

enum { TEMPLATE_LINE = 99 };

/* What a template is filled with. */
struct template_input {
    const struct scalar *scalars;
    const char *const *row_scalars;    /* names that rows may use beside these; ended by NULL */
    const struct scalar *const *parts; /* the scalars of each part; ended by NULL */
    void (*rows)(void *context, const struct row_pattern *);
    void *context;
};

/* Appends the filled template to `out`, calling rows() where the rows go. A bad template is an error that
 * names the template and the line; all its lines are checked, those of ifs not taken too. */
void template_fill(const struct template_text *, const struct template_input *, struct text *out);

/* Appends the start of an unbroken row, filled. */
void template_start(const struct row_pattern *, const struct scalar row_scalars[],
                    struct text *out);

/* Appends the opening or the closing of a row, filled. */
void template_line(const struct row_pattern *, const char *lines, const struct scalar row_scalars[],
                   struct text *out);

/* Reads the template of a file. Returns NULL or why it can't be read, "PATH: why"; the caller frees that. `path` must stay. */
char *template_read(const char *path, struct template_text *);
void template_free(struct template_text *);

#endif
