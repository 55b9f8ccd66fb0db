#include "emit/template_scan.h"

#include <string.h>

bool template_is(const char *word, const char *text, size_t length) {
    const bool may_be =
        length == 0 || *word == *text; /* most words differ there, and there are many */
    return may_be && strncmp(word, text, length) == 0 && word[length] == 0;
}

const char *template_next_hole(const char *line, const char *end, size_t *length) {
    for (; (line = memchr(line, '@', (size_t)(end - line))); line++) {
        *length = strspn(line + 1, "abcdefghijklmnopqrstuvwxyz_");
        if (*length > 0 && line + 1 + *length < end && line[1 + *length] == '@')
            return line;
    }
    return NULL;
}

const char *template_find_hole(const char *line, const char *end, const char *name) {
    for (size_t length; (line = template_next_hole(line, end, &length)); line += length + 2)
        if (template_is(name, line + 1, length))
            return line;
    return NULL;
}

const char *template_find_instruction(const char *line, const char *end) {
    for (; line + 1 < end; line++)
        if (line[0] == '%' && line[1] == '%')
            return line;
    return NULL;
}
