/* The templates of a run. Each is read and parsed once, however many tables are written with it. */
#ifndef POSENC_TEMPLATE_SET_H
#define POSENC_TEMPLATE_SET_H

#include "base/name_set.h"
#include "emit/template.h"

/* {0} is the empty set. Its templates stay where they are until it is freed. */
struct template_set {
    struct parsed_template **list;
    size_t count;
    struct names built_in, files; /* numbers are places in the list */
};

/* Finds the built-in template of a language, or the one in a file. Returns what is wrong, "FILE:LINE: what", or NULL; the
 * caller frees it. `path` must last. If a file can't be read, `unread` is true and the message is "FILE: why". */
char *template_set_language(struct template_set *, const char *name, const struct template **);
char *template_set_file(struct template_set *, const char *path, const struct template **,
                        bool *unread);
void template_set_free(struct template_set *);

#endif
