#include "emit/template_fill.h"
#include "base/die.h"

#include <stdlib.h>
#include <string.h>

struct filler {
    struct template_walk walk;
    struct filled *filled;
    struct filled_section *section; /* the one that is being filled */
    struct row_text *row;           /* where steps IN_ROW go */
    struct text *to;                /* where the others go */
};

/* Each further line of a value begins with the text before the hole. */
static void add_value(struct text *to, const char *value, const char *before, size_t length) {
    for (const char *newline; (newline = strchr(value, '\n')); value = newline + 1) {
        text_add(to, value, (size_t)(newline + 1 - value));
        text_add(to, before, length);
    }
    text_print(to, value);
}

static void add_row_hole(struct row_text *row, enum row_value value) {
    row->hole = die_grow(row->hole, row->holes, sizeof *row->hole);
    row->hole[row->holes++] = (struct row_hole){row->text.used, value};
}

/* A text or a hole. The last entry is followed by the same text as the others, except for commas. */
static void fill_text(struct filler *f, const struct template_step *s) {
    struct row_pattern *pattern = &f->section->pattern;
    struct text *to = s->place == IN_ROW ? &f->row->text : f->to;
    struct text *last = to == &pattern->after ? &pattern->last : NULL;
    if (s->kind == STEP_TEXT) {
        text_add(to, s->text, s->length);
        if (last)
            text_add(last, s->text, s->length);
        return;
    }
    const struct template_value *value =
        template_value_named(f->walk.input, *f->walk.own, s->text, s->length);
    const char *before = s->text - 1 - s->number;
    if (value) {
        add_value(to, value->text, before, s->number);
        if (last)
            add_value(last, value->text, before, s->number);
    } else if (s->place == IN_ROW) {
        add_row_hole(f->row, row_value_named(s->text, s->length));
    } else {
        text_add(to, ",", 1);
    }
}

static void begin_section(struct filler *f) {
    struct filled *filled = f->filled;
    filled->section = die_grow(filled->section, filled->count, sizeof *filled->section);
    f->section = &filled->section[filled->count++];
    *f->section = (struct filled_section){.array = NULL};
    f->to = &f->section->text;
    f->row = &f->section->pattern.opening;
}

/* A step of a row section: says where the next texts go. */
static void turn_to(struct filler *f, const struct template_step *s) {
    struct row_pattern *pattern = &f->section->pattern;
    switch (s->kind) {
    case STEP_ROWS:
        f->section->array = s->text;
        f->section->number = f->walk.number;
        pattern->unbroken = s->unbroken;
        break;
    case STEP_ELEMENT:
        f->row = &pattern->start;
        f->to = &pattern->start.text;
        pattern->strings = s->strings;
        pattern->each = s->each;
        break;
    case STEP_BEFORE:
        f->to = &pattern->before;
        break;
    case STEP_AFTER:
        f->to = &pattern->after;
        break;
    case STEP_CLOSING:
        f->row = &pattern->closing;
        break;
    default: /* END_ROWS */
        begin_section(f);
    }
}

struct filled template_fill(const struct template *template, const struct template_input *input) {
    struct filled filled = {NULL, 0};
    struct filler f = {.walk = template_walk(template, input), .filled = &filled};
    begin_section(&f);
    for (const struct template_step *step; (step = template_walk_next(&f.walk));)
        if (step->kind == STEP_TEXT || step->kind == STEP_HOLE)
            fill_text(&f, step);
        else
            turn_to(&f, step);
    return filled;
}

static void row_text_free(struct row_text *row) {
    text_free(&row->text);
    free(row->hole);
}

void template_filled_free(struct filled *filled) {
    for (size_t k = 0; k < filled->count; k++) {
        struct row_pattern *pattern = &filled->section[k].pattern;
        text_free(&filled->section[k].text);
        row_text_free(&pattern->opening);
        row_text_free(&pattern->closing);
        row_text_free(&pattern->start);
        text_free(&pattern->before);
        text_free(&pattern->after);
        text_free(&pattern->last);
    }
    free(filled->section);
    *filled = (struct filled){NULL, 0};
}

void template_print(const struct row_text *row, const char *const texts[ROW_VALUES],
                    struct text *to) {
    const char *text = row->text.bytes ? row->text.bytes : "";
    size_t done = 0;
    for (size_t k = 0; k < row->holes; k++) {
        const struct row_hole *hole = &row->hole[k];
        text_add(to, text + done, hole->at - done);
        text_print(to, texts[hole->value]);
        done = hole->at;
    }
    text_add(to, text + done, row->text.used - done);
}
