/* SPDX-License-Identifier: MIT */
/* The commands that judge, show and draw tables, and what they share. Each dies if an option, a word or a file is wrong. */
#ifndef POSENC_COMMANDS_H
#define POSENC_COMMANDS_H

#include "cli/options.h"
#include "cli/resolved.h"

/* posenc show: entries of a table as decimals, beside the elements that they become. */
int show_run(char *const operands[], const struct options *);

/* posenc plot [FILE]: figures of a table, or of the array in a file. */
int plot_run(char *const operands[], const struct options *);

/* posenc audit FILE: audits an array against the words of the options, or guesses them. The exit status is 0 if all entries
 * are correct, or within the tolerance; else 1. Dies if the file or the words are wrong. */
int audit_run(char *const operands[], const struct options *);

/* Resolves a table's words and the memory of the engine; dies with the first fault, if there is one. */
void resolve_or_die(struct resolved *, const char *const given[WORDS]);

/* Makes it an error if an output is one of the files that the table is made from. */
void run_guard_inputs(const struct resolved *, struct outputs *);

/* Dies if the path of a figure, which is SVG, has the extension of another picture format. NULL: there is no figure. */
void check_figure_name(const char *what, const char *path);

#endif
