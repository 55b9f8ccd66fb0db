/* What the program says about itself, on standard output. */
#ifndef POSENC_HELP_H
#define POSENC_HELP_H

void help_print(void); /* all of it */
void help_usage(void); /* the usage, and where the rest is */
void help_version(void);

/* Dies with the usage of a single table: the command line is empty. */
_Noreturn void help_missing(void);

/* The command nearest to a mistyped one, or NULL where none is near. */
const char *help_nearest_command(const char *mistyped);

/* Explains one word, option or command; dies where there is none of that name. */
void help_word(const char *name);

/* Lists the presets, or for each of a list of names and words, which NULL ends, explains the preset that is
 * meant or shows those that it finds. Dies where there is none. */
void help_presets(char *const names[]);

#endif
