#include "emit/depfile.h"
#include "base/die.h"

#include <string.h>

#define SPECIAL " \t#:"

/* Blanks, colons and # get a backslash, and so do the backslashes before them; $ is doubled. */
void depfile_add(struct text *list, const char *name) {
    if (strpbrk(name, "\n\r"))
        die(DIE_REQUEST, "'%s': a name with a line end can't be in a depfile", name);
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

struct text depfile_rule(const struct text *outputs, const struct text *inputs) {
    struct text rule = {NULL, 0, 0};
    if (outputs->used > 0) /* without the blank before the first */
        text_add(&rule, outputs->bytes + 1, outputs->used - 1);
    text_print(&rule, ":");
    text_add(&rule, inputs->bytes, inputs->used);
    text_print(&rule, "\n");
    return rule;
}
