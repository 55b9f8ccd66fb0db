/* The commands. Each dies if an option, a word or a file is wrong. */
#ifndef POSENC_COMMANDS_H
#define POSENC_COMMANDS_H

#include "cli/options.h"

#include <stdbool.h>
#include <stddef.h>

struct file;

/* posenc without a command: writes the table that the options ask for, or lists its files. */
void single_run(const struct options *);

/* posenc build: writes the tables in `names`, which NULL ends, or all tables of the manifest if there are no names. With
 * --list, prints their files instead; with --check, compares them with those on disk. Returns the exit status. */
int build_run(const char *path, char *const names[], const struct options *);

/* posenc show: entries of a table as decimals, beside the elements that they become. */
void show_run(const struct options *);

/* posenc plot: figures of a table. */
void plot_run(const struct options *);

/* Audits an array against the words of the options, or guesses them. Returns the exit status: 0 if all entries are
 * correct, or within the tolerance; else 1. Dies if the file or the words are wrong. */
int audit_run(const char *file, const struct options *);

/* posenc presets: lists the presets if there are no operands, which end with NULL. For each operand, otherwise, explains the
 * preset or the system of that name, or the model's file, or lists the presets that a search for it finds. Dies if a search
 * finds none. */
void presets_run(char *const operands[], const struct options *);

/* posenc import: prints a manifest with every rotary table of each file, cosines and sines. The names end with NULL. Dies as
 * explain_model does, or if a table is refused. */
void import_run(char *const names[], const struct options *);

/* Is that operand of `posenc presets` a file, rather than a name or a word to look for? */
bool is_model_file(const char *operand);

/* Explains FILE, or the part that FILE:KEY means: what a model's config.json says, key by key. Dies if it can't be read, has
 * no rotary table, or one that is refused. `assume` is the value of that word, or NULL. */
void explain_model(struct file *out, const char *name, const char *assume);

/* Help, usage and version, on standard output. */

void help_print(void); /* all words and options */
void help_usage(void); /* the usage of each command */
void help_version(void);

/* For an empty command line: dies with the usage of a single table. */
_Noreturn void help_missing(void);

/* The command nearest to a mistyped one, or NULL if none is near. */
const char *help_nearest_command(const char *mistyped);

/* Prints a text in lines of at most 100 columns. Each is indented by `blanks`, and the first begins with the label. */
void help_wrap(struct file *, size_t blanks, const char *label, const char *text);

/* Explains one word, option or command; dies if nothing has that name. */
void help_word(const char *name);

#endif
