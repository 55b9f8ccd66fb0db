#include "plot/drawing.h"
#include "base/die.h"
#include "emit/template_fill.h"

#include <stdlib.h>
#include <string.h>

/* What a mark's holes are filled with, in the order of the values. */
enum { KIND, CLASS, X, Y, W, H, TEXT, PATH, HOLES };
static const char *const holes[HOLES] = {"kind", "class", "x", "y", "w", "h", "text", "path"};

struct mark {
    struct template_value value[HOLES + 1]; /* texts that the mark owns; the last has no name */
};

static char *tenths(long length) {
    unsigned long size = length < 0 ? 0 - (unsigned long)length : (unsigned long)length;
    const char *sign = length < 0 ? "-" : "";
    return size % 10 ? text_format("%s%lu.%lu", sign, size / 10, size % 10)
                     : text_format("%s%lu", sign, size / 10);
}

/* A text as content of XML, which has entities for some characters. */
static char *escaped(const char *text) {
    static const char special[] = "&<>\"'";
    static const char *const entity[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
    struct text to = {NULL, 0, 0};
    char *printable = text_printable(text);
    for (const char *at = printable; *at; at++) {
        const char *found = strchr(special, *at);
        if (found)
            text_print(&to, entity[found - special]);
        else
            text_add(&to, at, 1);
    }
    free(printable);
    text_add(&to, "", 1);
    return to.bytes;
}

struct drawing drawing_new(long width, long height, const char *title, const char *command) {
    return (struct drawing){width, height, escaped(title), escaped(command), NULL, 0};
}

void drawing_free(struct drawing *drawing) {
    for (size_t k = 0; k < drawing->count; k++)
        for (int n = 0; n < HOLES; n++)
            free((char *)drawing->mark[k].value[n].text);
    free(drawing->mark);
    free(drawing->title);
    free(drawing->command);
    *drawing = (struct drawing){.count = 0};
}

/* Takes the text and the path; NULL is none. */
static struct mark *add(struct drawing *drawing, const char *kind, const char *class, long x,
                        long y, const char *text, const char *path) {
    drawing->mark = die_grow(drawing->mark, drawing->count, sizeof *drawing->mark);
    struct mark *mark = &drawing->mark[drawing->count++];
    const char *const texts[HOLES] = {text_format("%s", kind),
                                      text_format("%s", class),
                                      tenths(x),
                                      tenths(y),
                                      NULL,
                                      NULL,
                                      text,
                                      path};
    for (int k = 0; k < HOLES; k++)
        mark->value[k] =
            (struct template_value){holes[k], texts[k] ? texts[k] : text_format("%s", "")};
    mark->value[HOLES] = (struct template_value){NULL, NULL};
    return mark;
}

static void set(struct mark *mark, int hole, const char *text) {
    free((char *)mark->value[hole].text);
    mark->value[hole].text = text;
}

void drawing_text(struct drawing *drawing, const char *class, long x, long y, const char *text) {
    add(drawing, "text", class, x, y, escaped(text), NULL);
}

void drawing_turned(struct drawing *drawing, const char *class, long x, long y, const char *text) {
    add(drawing, "turned", class, x, y, escaped(text), NULL);
}

void drawing_power(struct drawing *drawing, const char *class, long x, long y, int base,
                   long exponent) {
    struct mark *mark = add(drawing, "power", class, x, y, text_format("%d", base), NULL);
    set(mark, PATH, text_format("%s%ld", exponent < 0 ? "−" : "", labs(exponent)));
}

void drawing_path(struct drawing *drawing, const char *class, struct text *path) {
    text_add(path, "", 1);
    add(drawing, "path", class, 0, 0, NULL, path->bytes);
    *path = (struct text){NULL, 0, 0};
}

void drawing_box(struct drawing *drawing, const char *class, long x, long y, long width,
                 long height) {
    struct mark *mark = add(drawing, "box", class, x, y, NULL, NULL);
    set(mark, W, tenths(width));
    set(mark, H, tenths(height));
}

/* length / (10 * count), with five digits after the point. */
static char *scale(long length, size_t count) {
    unsigned long parts = (unsigned long)length * 10000 / (unsigned long)count;
    return text_format("%lu.%05lu", parts / 100000, parts % 100000);
}

void drawing_cells(struct drawing *drawing, long x, long y, long width, long height, size_t across,
                   size_t down) {
    struct mark *mark = add(drawing, "cells", "cells", x, y, NULL, NULL);
    set(mark, W, scale(width, across));
    set(mark, H, scale(height, down));
}

void drawing_group(struct drawing *drawing, const char *class) {
    add(drawing, "group", class, 0, 0, NULL, NULL);
}

void drawing_end(struct drawing *drawing) {
    add(drawing, "end", "", 0, 0, NULL, NULL);
}

void path_to(struct text *path, char command, long x, long y) {
    char *across = tenths(x), *down = tenths(y);
    text_add(path, &command, 1);
    text_print(path, across);
    text_print(path, " ");
    text_print(path, down);
    free(across);
    free(down);
}

/* The template is one of the program's own, which the tests fill with every kind of mark. */
static void parse(struct template *template) {
    struct fault *wrong = template_parse(template_named("figure"), template);
    if (wrong)
        die(DIE_JOB, "template figure.svg, line %zu: %s", wrong->line, wrong->text);
}

struct text drawing_svg(const struct drawing *drawing) {
    const struct template_value *none = NULL;
    const struct template_value **marks = die_malloc((drawing->count + 1) * sizeof *marks);
    for (size_t k = 0; k < drawing->count; k++)
        marks[k] = drawing->mark[k].value;
    marks[drawing->count] = NULL;
    char *width = tenths(drawing->width), *height = tenths(drawing->height);
    const struct template_value values[] = {{"width", width},
                                            {"height", height},
                                            {"title", drawing->title},
                                            {"command", drawing->command},
                                            {NULL, NULL}};
    const struct template_input input = {values, marks, &none};
    struct template template;
    parse(&template);
    struct filled filled = template_fill(&template, &input);
    struct text svg = filled.section[0].text;
    filled.section[0].text = (struct text){NULL, 0, 0};
    template_filled_free(&filled);
    template_free(&template);
    free(marks);
    free(width);
    free(height);
    return svg;
}
