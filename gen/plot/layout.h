/* Where the panels of a figure are: one alone, or four two by two, below a title and a command. */
#ifndef POSENC_LAYOUT_H
#define POSENC_LAYOUT_H

#include "plot/panel.h"

#include <stdbool.h>
#include <stddef.h>

/* A drawing for one panel, or for four: what it shows, and the command that makes it again. */
struct drawing layout_new(bool four, const char *title, const char *command);

/* The n-th panel of the drawing. */
struct panel layout_panel(struct drawing *, bool four, size_t n);

#endif
