/* Templates: text of the target language with holes. A template says how a table looks; it knows no
 * numbers, and the program knows no language.
 *
 *   @name@ inside a line      the scalar of that name. Where its value has several lines, each
 * starts with what stands before the hole. a line with %% WORD ...   an instruction; what surrounds
 * it is the target language's comment:
 *     %% if NAME=VALUE        the lines up to its end (or else) only where that scalar has that
 * value;
 *     %% else                 ifs nest
 *     %% end
 *     %% rows                 the lines up to its end once a row. The one line that holds @value@
 * is the element: once an entry, several to a line, in lines of at most 99 bytes. Lines before it
 * open a row and may hold row scalars; lines after it close it.
 */
#ifndef POSENC_TEMPLATE_H
#define POSENC_TEMPLATE_H

#include "text.h"

#include <stddef.h>

struct template_text {
    const char *name;
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

/* How a row looks. Texts are whole lines of the template, NUL-terminated, holes and all; `before`
 * and `after` are what surrounds the value in the element's line, white space apart. */
struct row_pattern {
    char *opening, *closing;
    char *indent, *before, *after;
    const struct scalar *scalars;
};

enum { TEMPLATE_LINE = 99 };

/* Appends the filled template to `out`, calling rows() where the rows go. `row_scalars`, ended by
 * NULL, names what rows may use beside `scalars`. A bad template is an error that names the
 * template and the line. */
void template_fill(const struct template_text *, const struct scalar scalars[],
                   const char *const row_scalars[], struct text *out,
                   void (*rows)(void *context, const struct row_pattern *), void *context);

/* Appends the opening or the closing of a row, filled. */
void template_line(const struct row_pattern *, const char *lines, const struct scalar row_scalars[],
                   struct text *out);

#endif
