#include "words/presets.h"
#include "base/text.h"

#include <stddef.h>
#include <string.h>

const struct preset *preset_named(const char *name) {
    for (const struct preset *p = presets; p->name; p++)
        if (strcmp(p->name, name) == 0)
            return p;
    return NULL;
}

char *preset_words(const char *const given[WORDS]) {
    struct text text = {NULL, 0, 0};
    for (int k = 0; k < WORDS; k++) {
        if (!given[k])
            continue;
        text_print(&text, text.used ? " --" : "--");
        text_print(&text, words[k].name);
        text_print(&text, " ");
        text_print(&text, given[k]);
    }
    return text_string(&text);
}

size_t aliases_named(const char *name, const struct preset **found) {
    size_t count = 0;
    *found = NULL;
    for (const struct preset *a = aliases; a->name; a++) {
        if (strcmp(a->name, name) != 0)
            continue;
        *found = a;
        count++;
    }
    return count;
}
