/* SPDX-License-Identifier: MIT */
#include "base/ini.h"
#include "base/die.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

static void add_line(struct ini *ini, struct ini_line line) {
    ini->lines = die_grow(ini->lines, ini->count, sizeof *ini->lines);
    ini->lines[ini->count++] = line;
}

/* Removes the blanks at both ends of the text from `begin` to `end`, and ends it there. */
static char *trim(char *begin, const char *end) {
    size_t length = (size_t)(end - begin);
    begin += text_trim(begin, &length) - begin;
    begin[length] = 0;
    return begin;
}

/* Reads the line from `line` to `end`, and may overwrite the byte at `end`. *section is the section that the line is
 * in, or NULL before the first. Returns what is wrong, or NULL. */
static char *read_line(struct ini *ini, size_t number, char *line, char *end,
                       const char **section) {
    for (const char *byte = line; byte < end; byte++)
        if (((unsigned char)*byte < ' ' && *byte != '\t') || *byte == 0x7f)
            return text_format("byte \\x%02x is not text", (unsigned)*byte);
    line = trim(line, end);
    end = line + strlen(line);
    if (*line == 0 || *line == '#' || *line == ';')
        return NULL;
    if (*line == '[') {
        char *bracket = strchr(line, ']');
        *section = ""; /* don't complain about each key below a bad section line */
        if (!bracket)
            return text_format("section '%.60s' lacks its ]", line);
        if (bracket + 1 < end)
            return text_format("'%.60s' after the ] of a section", trim(bracket + 1, end));
        const char *name = trim(line + 1, bracket);
        if (*name == 0)
            return text_format("section [] has no name");
        *section = name;
        add_line(ini, (struct ini_line){.number = number, .section = name});
        return NULL;
    }
    char *equals = strchr(line, '=');
    if (!equals)
        return text_format("'%.60s' is not a [section], a 'key = value' or a comment", line);
    const char *value = trim(equals + 1, end);
    const char *key = trim(line, equals);
    if (*key == 0)
        return text_format("no key before '= %.60s'", value);
    if (!*section)
        return text_format("key '%.60s' is before the first [section]", key);
    if (**section)
        add_line(ini, (struct ini_line){number, *section, key, value, NULL});
    return NULL;
}

void ini_read(struct ini *ini, const char *bytes, size_t count) {
    *ini = (struct ini){.text = die_malloc(count + 1ULL)};
    if (count > 0)
        memcpy(ini->text, bytes, count);
    const char *section = NULL;
    for (struct text_line line = text_file_lines(ini->text, count); text_next_line(&line);) {
        char *begin = ini->text + (line.text - ini->text),
             *wrong = read_line(ini, line.number, begin, begin + line.length, &section);
        if (wrong)
            add_line(ini, (struct ini_line){.number = line.number, .wrong = wrong});
    }
}

void ini_free(struct ini *ini) {
    for (size_t k = 0; k < ini->count; k++)
        free(ini->lines[k].wrong);
    free(ini->lines);
    free(ini->text);
    *ini = (struct ini){0};
}
