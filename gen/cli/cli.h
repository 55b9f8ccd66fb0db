/* SPDX-License-Identifier: MIT */
/* The commands, and the functions that run those of the generator. */
#ifndef POSENC_CLI_H
#define POSENC_CLI_H

#include "cli/options.h"

struct file;

/* A command, from its section of a commands.ini; that of cli/ explains the members. A missing member is NULL or 0; a row
 * without a name ends the list. */
struct command {
    const char *name, *usage, *explanation, *more, *missing, *takes;
    int operands;
    int (*run)(char *const operands[], const struct options *);
};
enum { ANY = 1 << 30 }; /* operands */
extern const struct command commands[];

/* The command of that name, or NULL. The first row isn't one. */
const struct command *command_named(const char *);

/* --- the commands. Each dies if an option, a word or a file is wrong. */

/* posenc without a command: writes the table that the options ask for, or lists its files. Returns the exit status, as all
 * commands do. */
int single_run(const struct options *);

/* The commands take the operands after their name, ended by NULL.
 *
 * posenc build MANIFEST [NAME]...: writes the named tables, or all tables of the manifest. With --list, prints their files
 * instead; with --check, compares them with those on disk. */
int build_run(char *const operands[], const struct options *);

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

/* Prints what a preset is, its words, its source and the systems that have its table. */
struct preset;
void preset_explain(struct file *, const struct preset *);

/* Prints a text in lines of at most 100 columns. Each is indented by `blanks`, and the first begins with the label. */
void help_wrap(struct file *, size_t blanks, const char *label, const char *text);

#endif
