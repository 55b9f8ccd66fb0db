/* The commands that resolve the words of a table. Each dies if an option, a word or a file is wrong. */
#ifndef POSENC_COMMANDS_H
#define POSENC_COMMANDS_H

#include "cli/options.h"

/* posenc without a command: writes the table that the options ask for, or lists its files. */
void single_run(const struct options *);

/* posenc build: writes the tables in `names`, which NULL ends, or all tables of the manifest if there are no names. With
 * --list, prints their files instead; with --check, compares them with those on disk. Returns the exit status. */
int build_run(const char *path, char *const names[], const struct options *);

/* posenc show: entries of a table as decimals, beside the elements that they become. */
void show_run(const struct options *);

/* posenc plot: figures of a table. */
void plot_run(const struct options *);

#endif
