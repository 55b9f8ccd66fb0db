/* The command line: the words of a table, the options of a run, and operands. */
#ifndef POSENC_OPTIONS_H
#define POSENC_OPTIONS_H

#include "words/choice.h"
#include "words/words.h"

#include "rows/run_options.h" /* enum run_option: the sections of run_options.ini, numbered after the words; then OPTIONS */

#include <stddef.h>
#include <stdint.h>

/* The options of a run, which don't change what the table is; a row without a name ends them. */
extern const struct word_row run_options[];

struct options;

/* A command, from its section of commands.ini, which explains the members. A missing member is NULL or 0; a row without
 * a name ends the list. */
struct command {
    const char *name, *usage, *explanation, *more, *missing;
    int operands;
    int (*run)(char *const operands[], const struct options *);
};
enum { ANY = 1 << 30 }; /* operands */
extern const struct command commands[];

/* The command of that name, or NULL. The first row isn't one. */
const struct command *command_named(const char *);

/* The number of the choice that a text names, for an option whose row lists choices. Dies if it names none. */
int option_choice(enum run_option, const char *text);

/* Numbers in the values of options. These die if one is wrong.
 *
 * A whole number; one beyond CHOICE_ENTRIES becomes a number beyond it. */
uint64_t option_number(const char *option, const char *text);

/* "A:B" with 0 <= A < B <= count: [begin, end). */
struct range option_range(const char *option, const char *text, uint64_t count);

/* "0,2,8": at most `most` numbers below `end`. Returns how many. */
size_t option_list(const char *option, const char *text, uint64_t end, uint64_t list[],
                   size_t most);

/* These take the number of a word or of a run option. */
const struct word_row *option_row(int k);
const char *option_name(int k);

/* Among the first `count` words and options: the one of that name, or `count`; and the name nearest to a mistyped one,
 * or NULL. */
int option_named(const char *name, int count);
const char *option_nearest(const char *mistyped, int count);

/* The commands that take it, as in its row. */
const char *option_commands(int k);

struct options {
    const char *given[OPTIONS]; /* values; "" for an option that takes none; NULL if not given */
    char **operands;            /* ended by NULL */
};

/* Dies if an option is unknown or lacks its value. */
struct options options_read(int argc, char *argv[]);

/* Dies if an option is given that `command` doesn't take, or that excludes another one. */
void options_check(const struct options *, const char *command);

/* --- the commands. Each dies if an option, a word or a file is wrong. */

struct file;

/* posenc without a command: writes the table that the options ask for, or lists its files. Returns the exit status, as all
 * commands do. */
int single_run(const struct options *);

/* The commands take the operands after their name, ended by NULL.
 *
 * posenc build MANIFEST [NAME]...: writes the named tables, or all tables of the manifest. With --list, prints their files
 * instead; with --check, compares them with those on disk. */
int build_run(char *const operands[], const struct options *);

/* posenc show: entries of a table as decimals, beside the elements that they become. */
int show_run(char *const operands[], const struct options *);

/* posenc plot: figures of a table. */
int plot_run(char *const operands[], const struct options *);

/* posenc audit FILE: audits an array against the words of the options, or guesses them. The exit status is 0 if all entries
 * are correct, or within the tolerance; else 1. Dies if the file or the words are wrong. */
int audit_run(char *const operands[], const struct options *);

/* posenc presets: lists the presets if there are no operands. For each operand, otherwise, explains the preset or the system
 * of that name, or the model's file, or lists the presets that a search for it finds. Dies if a search finds none. */
int presets_run(char *const operands[], const struct options *);

/* posenc import FILE...: prints a manifest with every rotary table of each file, cosines and sines. Dies if a file can't be
 * read, has no rotary table, or one that is refused. */
int import_run(char *const operands[], const struct options *);

/* posenc help [WORD]: the usage of each command, or, of --help, all words and options; or explains one word, option or
 * command, and dies if nothing has that name. */
int help_run(char *const operands[], const struct options *);

/* posenc version: prints the version. */
int version_run(char *const operands[], const struct options *);

/* Prints a text in lines of at most 100 columns. Each is indented by `blanks`, and the first begins with the label. */
void help_wrap(struct file *, size_t blanks, const char *label, const char *text);

#endif
