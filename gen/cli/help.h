/* Help, usage and version, on standard output. */
#ifndef POSENC_HELP_H
#define POSENC_HELP_H

#include "base/file.h"

#include <stdbool.h>
#include <stddef.h>

/* Cells in aligned columns, for people, or with commas between them, for programs. */

struct sheet_column {
    const char *title, *csv; /* for people; in the header line of CSV */
    bool right;              /* numbers end at the same place */
};

/* Holds some lines at a time, so its memory doesn't grow with their number. If there are more, their columns are as wide as
 * the widest so far. */
struct sheet;
struct sheet *sheet_new(struct file *, const struct sheet_column *, size_t columns, bool csv);

/* Adds the next cell of the line, and takes the text. */
void sheet_cell(struct sheet *, char *text);

/* Prints what is left, and ends the sheet. */
void sheet_end(struct sheet *);

void help_print(void); /* all words and options */
void help_usage(void); /* the usage of each command */
void help_version(void);

/* For an empty command line: dies with the usage of a single table. */
_Noreturn void help_missing(void);

/* The command nearest to a mistyped one, or NULL if none is near. */
const char *help_nearest_command(const char *mistyped);

/* Explains one word, option or command; dies if nothing has that name. */
void help_word(const char *name);

#endif
