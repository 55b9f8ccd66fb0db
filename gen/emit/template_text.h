/* The texts of templates: those that are built in, and a user's own. */
#ifndef POSENC_TEMPLATE_TEXT_H
#define POSENC_TEMPLATE_TEXT_H

#include <stddef.h>

/* Lines, each with its newline. */
struct template_text {
    const char *name; /* of a language, or of the user's file */
    const char *text;
    size_t length;
};

/* The templates of templates/, as the build embeds them; the last has no name. */
extern const struct template_text built_in_templates[];

const struct template_text *template_named(const char *name);

/* Reads the template of a file. Returns NULL or why it can't be read, "PATH: why"; the caller frees that. `path` must stay. */
char *template_read(const char *path, struct template_text *);
void template_text_free(struct template_text *);

#endif
