/* SPDX-License-Identifier: MIT */
/* The command line: the words of a table, the options of a run, and operands. */
#ifndef POSENC_OPTIONS_H
#define POSENC_OPTIONS_H

#include "words/choice.h"
#include "words/words.h"

/* enum run_option: the sections of each run_options.ini, numbered after the words; then OPTIONS */
#include "rows/run_options.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The options of a run, which don't change what the table is; a row without a name ends them. */
extern const struct word_row run_options[];

/* The number of the choice that a text names, for an option whose row lists choices. Dies if it names none. */
int option_choice(enum run_option, const char *text);

/* Numbers in the values of options. These die if one is wrong.
 *
 * A whole number; one beyond CHOICE_ENTRIES becomes a number beyond it. */
uint64_t option_number(const char *option, const char *text);

/* "A:B" with 0 <= A < B <= count: [begin, end). */
struct range option_range(const char *option, const char *text, uint64_t count);

/* These take the number of a word or of a run option. */
const struct word_row *option_row(int k);
const char *option_name(int k);

/* Among the first `count` words and options: the one of that name, or `count`; and the name nearest to a mistyped one,
 * or NULL. */
int option_named(const char *name, int count);
const char *option_nearest(const char *mistyped, int count);

struct options {
    const char *given[OPTIONS]; /* values; "" for an option that takes none; NULL if not given */
    char **operands;            /* ended by NULL */
};

/* Dies if an option is unknown or lacks its value. */
struct options options_read(int argc, char *argv[]);

struct command;

/* Does a command take it? */
bool option_is_for(int k, const struct command *);

/* The names of the commands that take it, with blanks between them. The caller frees it. */
char *option_commands(int k);

/* Dies if an option is given that the command doesn't take, or that excludes another one. */
void options_check(const struct options *, const struct command *);

#endif
