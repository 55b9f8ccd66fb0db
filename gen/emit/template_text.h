/* The texts of templates: the built-in ones, and the user's own. */
#ifndef POSENC_TEMPLATE_TEXT_H
#define POSENC_TEMPLATE_TEXT_H

#include <stddef.h>

/* Consists of lines, each with its newline. */
struct template_text {
    const char *name; /* of a language, or of the user's file */
    const char *text;
    size_t length;
};

/* The files of templates/, which the build embeds. The last entry has no name. */
extern const struct template_text built_in_templates[];

const struct template_text *template_named(const char *name);

/* Reads a template from a file. Returns NULL, or why it can't be read, "PATH: why"; the caller frees that. `path`
 * must last, as it is the template's name. */
char *template_read(const char *path, struct template_text *);
void template_text_free(struct template_text *);

#endif
