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

/* Finds the built-in template of a language, or the one in a file. Returns NULL, or a fault in a line. `path` must
 * last. If the file can't be read, *unreadable says "FILE: why", which the caller frees. */
struct fault *template_set_language(struct template_set *, const char *name,
                                    const struct template **);
struct fault *template_set_file(struct template_set *, const char *path, const struct template **,
                                char **unreadable);
void template_set_free(struct template_set *);

#endif
