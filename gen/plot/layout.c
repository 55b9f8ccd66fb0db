#include "plot/layout.h"

#include <stdlib.h>

/* Around a panel's area, above all panels, and the areas themselves. */
enum { LEFT = 640, RIGHT = 1200, TOP = 520, BOTTOM = 480, HEADER = 620 };
enum { ALONE_WIDTH = 6400, ALONE_HEIGHT = 4000, AMONG_WIDTH = 3440, AMONG_HEIGHT = 2700 };

static long across(bool four) {
    return LEFT + (four ? AMONG_WIDTH : ALONE_WIDTH) + RIGHT;
}

static long down(bool four) {
    return TOP + (four ? AMONG_HEIGHT : ALONE_HEIGHT) + BOTTOM;
}

struct drawing layout_new(bool four, const char *title, const char *command) {
    struct drawing drawing = drawing_new(across(four) * (four ? 2 : 1),
                                         HEADER + down(four) * (four ? 2 : 1), title, command);
    /* as much of the command as there is room for, of which control characters need more */
    char *printable = text_printable(command);
    char *shown = four ? text_format("%.120s", printable) : text_format("%.90s", printable);
    drawing_text(&drawing, "title", LEFT, 340, title);
    drawing_text(&drawing, "command", LEFT, 540, shown);
    free(printable);
    free(shown);
    return drawing;
}

struct panel layout_panel(struct drawing *drawing, bool four, size_t n) {
    return (struct panel){.drawing = drawing,
                          .x = LEFT + (long)(n % 2) * across(four),
                          .y = HEADER + TOP + (long)(n / 2) * down(four),
                          .width = four ? AMONG_WIDTH : ALONE_WIDTH,
                          .height = four ? AMONG_HEIGHT : ALONE_HEIGHT};
}
