/* Help, usage and version, on standard output. */
#ifndef POSENC_HELP_H
#define POSENC_HELP_H

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
