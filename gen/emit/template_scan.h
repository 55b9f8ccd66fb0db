/* Finds the holes and the instruction in a line of a template. */
#ifndef POSENC_TEMPLATE_SCAN_H
#define POSENC_TEMPLATE_SCAN_H

#include <stdbool.h>
#include <stddef.h>

/* The first hole, "@name@", in [line, end), and the length of its name; or NULL. */
const char *template_next_hole(const char *line, const char *end, size_t *length);

/* The first hole of that name in [line, end), or NULL. */
const char *template_find_hole(const char *line, const char *end, const char *name);

/* The "%%" in [line, end), or NULL. */
const char *template_find_instruction(const char *line, const char *end);

/* Are these bytes that word? */
bool template_is(const char *word, const char *text, size_t length);

#endif
