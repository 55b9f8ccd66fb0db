#include "emit/template_scan.h"

#include <string.h>

bool template_is(const char *word, const char *text, size_t length) {
    return strlen(word) == length && memcmp(word, text, length) == 0;
}

size_t template_hole(const char *at, const char *end) {
    if (*at != '@')
        return 0;
    size_t length = strspn(at + 1, "abcdefghijklmnopqrstuvwxyz_");
    return at + 1 + length < end && at[1 + length] == '@' ? length : 0;
}

const char *template_find_hole(const char *line, const char *end, const char *name) {
    for (size_t length; line<end; line += length> 0 ? length + 2 : 1) {
        length = template_hole(line, end);
        if (length > 0 && template_is(name, line + 1, length))
            return line;
    }
    return NULL;
}

const char *template_find_instruction(const char *line, const char *end) {
    for (; line + 1 < end; line++)
        if (line[0] == '%' && line[1] == '%')
            return line;
    return NULL;
}
