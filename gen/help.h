/* What the program says about itself, on standard output. */
#ifndef POSENC_HELP_H
#define POSENC_HELP_H

#define VERSION "0.1.0"

void help_print(void);
void help_version(void);

/* Explains one word or option; dies where there is none of that name. */
void help_word(const char *name);

/* Lists the presets, or explains those of a list of names, which NULL ends. */
void help_presets(char *const names[]);

#endif
