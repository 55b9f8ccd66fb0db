#include "emit/depfile.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define SPECIAL " \t#:"

/* Appends a name. Blanks, colons and # get a backslash, and so do the backslashes before them; $ is doubled. */
static void add(struct depfile *depfile, struct text *list, const char *name) {
    bool control = false; /* Make has no escapes for these */
    for (const char *at = name; *at; at++)
        control = control || ((unsigned char)*at < ' ' && *at != '\t') || *at == 0x7f;
    if (control) {
        if (!depfile->wrong)
            depfile->wrong =
                text_format("'%s': a name with a control character can't be in a depfile", name);
        return;
    }
    text_print(list, " ");
    for (const char *at = name; *at; at++) {
        size_t slashes = strspn(at, "\\");
        for (size_t k = 0; k < slashes && strchr(SPECIAL, at[slashes]) && at[slashes]; k++)
            text_print(list, "\\");
        text_add(list, at, slashes);
        at += slashes;
        if (!*at)
            break;
        if (strchr(SPECIAL, *at))
            text_print(list, "\\");
        if (*at == '$')
            text_print(list, "$");
        text_add(list, at, 1);
    }
}

void depfile_add_output(struct depfile *depfile, const char *name) {
    add(depfile, &depfile->outputs, name);
}

void depfile_add_input(struct depfile *depfile, const char *name) {
    add(depfile, &depfile->inputs, name);
}

struct text depfile_rule(const struct depfile *depfile) {
    struct text rule = {NULL, 0, 0};
    if (depfile->outputs.used > 0) /* without the blank before the first */
        text_add(&rule, depfile->outputs.bytes + 1, depfile->outputs.used - 1);
    text_print(&rule, ":");
    text_add(&rule, depfile->inputs.bytes, depfile->inputs.used);
    text_print(&rule, "\n");
    return rule;
}

void depfile_free(struct depfile *depfile) {
    text_free(&depfile->outputs);
    text_free(&depfile->inputs);
    free(depfile->wrong);
    *depfile = (struct depfile){.wrong = NULL};
}
