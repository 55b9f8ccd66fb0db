/* What the program says about itself, on standard output. */
#ifndef POSENC_HELP_H
#define POSENC_HELP_H

#define VERSION "0.1.0"

void help_print(void);
void help_version(void);

/* Explains one word or option; dies where there is none of that name. */
void help_word(const char *name);

/* Lists the presets, or for each of a list of names and words, which NULL ends, explains the preset that is
 * meant or shows those that it finds. Dies where there is none. */
void help_presets(char *const names[]);

#endif
