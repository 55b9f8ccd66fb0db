#include "emit/template_fill.h"
#include "base/die.h"

#include <stdlib.h>
#include <string.h>

struct filler {
    const struct template *template;
    const struct template_input *input;
    const struct scalar *const *part; /* points to NULL outside of parts */
    struct filled *filled;
    struct filled_section *section; /* the one that is being filled */
    struct row_text *row;           /* where steps IN_ROW go */
    struct text *to;                /* where the others go */
    bool has_element;               /* the row section */
};

/* --- names */

static bool is(const char *word, const char *text, size_t length) {
    return strlen(word) == length && memcmp(word, text, length) == 0;
}

static const struct scalar *look_up(const struct scalar scalars[], const char *name,
                                    size_t length) {
    for (; scalars->name; scalars++)
        if (is(scalars->name, name, length))
            return scalars;
    return NULL;
}

/* A scalar of the part, unless that is NULL, or of the table. */
static const struct scalar *find(const struct template_input *input, const struct scalar *part,
                                 const char *name, size_t length) {
    const struct scalar *of_part = part ? look_up(part, name, length) : NULL;
    return of_part ? of_part : look_up(input->scalars, name, length);
}

static enum row_scalar row_scalar_named(const char *name, size_t length) {
    static const char *const names[ROW_SCALARS] = {
        [ROW_POSITION] = "position", [ROW_NUMBER] = "row", [ROW_COMMA] = "comma"};
    int k = 0;
    while (k < ROW_SCALARS && !is(names[k], name, length))
        k++;
    return (enum row_scalar)k;
}

static size_t name_length(const struct template_step *condition) {
    const char *equals = memchr(condition->text, '=', condition->length);
    return (size_t)(equals - condition->text);
}

/* Is there a scalar for a hole or a condition? */
static bool is_known(const struct template_input *input, const struct template_step *s) {
    size_t length = s->kind == STEP_IF ? name_length(s) : s->length;
    if (find(input, s->place == IN_PART ? *input->parts : NULL, s->text, length))
        return true;
    if (s->kind == STEP_IF)
        return false;
    enum row_scalar row = row_scalar_named(s->text, length);
    return s->place == IN_ROW ? row != ROW_SCALARS : s->place == IN_ELEMENT && row == ROW_COMMA;
}

static char *check_names(const struct template *template, const struct template_input *input) {
    static const char not_there[] =
        "not in the element's line (but before @each@ of rows unbroken):";
    for (size_t k = 0; k < template->count; k++) {
        const struct template_step *s = &template->step[k];
        if ((s->kind != STEP_HOLE && s->kind != STEP_IF) || is_known(input, s))
            continue;
        if (s->kind == STEP_IF)
            return template_wrong(template, s->line, "no scalar in", s->text, s->length);
        return template_wrong(template, s->line, s->place == IN_ELEMENT ? not_there : "no scalar",
                              s->text - 1, s->length + 2);
    }
    return NULL;
}

/* --- filling */

/* What stands before a hole in its line starts each further line of its value. */
static void add_value(struct text *to, const char *value, const char *before, size_t length) {
    for (const char *newline; (newline = strchr(value, '\n')); value = newline + 1) {
        text_add(to, value, (size_t)(newline + 1 - value));
        text_add(to, before, length);
    }
    text_print(to, value);
}

static void add_row_hole(struct row_text *row, enum row_scalar scalar) {
    row->hole = die_grow(row->hole, row->holes, sizeof *row->hole);
    row->hole[row->holes++] = (struct row_hole){row->text.used, scalar};
}

/* A text or a hole. What stands after an entry stands after the last one too, but for commas. */
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
    const struct scalar *scalar = find(f->input, *f->part, s->text, s->length);
    const char *before = s->text - 1 - s->number;
    if (scalar) {
        add_value(to, scalar->value, before, s->number);
        if (last)
            add_value(last, scalar->value, before, s->number);
    } else if (s->place == IN_ROW) {
        add_row_hole(f->row, row_scalar_named(s->text, s->length));
    } else {
        text_add(to, ",", 1);
    }
}

static bool holds(const struct filler *f, const struct template_step *condition) {
    size_t length = name_length(condition);
    const struct scalar *scalar = find(f->input, *f->part, condition->text, length);
    return is(scalar->value, condition->text + length + 1, condition->length - length - 1);
}

static void begin_section(struct filler *f) {
    struct filled *filled = f->filled;
    filled->section = die_grow(filled->section, filled->count, sizeof *filled->section);
    f->section = &filled->section[filled->count++];
    *f->section = (struct filled_section){.array = NULL};
    f->to = &f->section->text;
    f->row = &f->section->pattern.opening;
}

/* A step that says where the next texts go. Returns what is wrong with it. */
static char *turn_to(struct filler *f, const struct template_step *s) {
    struct row_pattern *pattern = &f->section->pattern;
    if (s->kind == STEP_ROWS) {
        f->section->array = s->text;
        f->has_element = false;
        pattern->unbroken = s->unbroken;
    } else if (s->kind == STEP_ELEMENT && f->has_element) {
        return template_wrong(f->template, s->line, "a second line of", s->text, s->length);
    } else if (s->kind == STEP_ELEMENT) {
        f->has_element = true;
        f->row = &pattern->start;
        f->to = &pattern->start.text;
        pattern->strings = s->strings;
        pattern->each = s->each;
    } else if (s->kind == STEP_BEFORE) {
        f->to = &pattern->before;
    } else if (s->kind == STEP_AFTER) {
        f->to = &pattern->after;
    } else if (s->kind == STEP_CLOSING) {
        f->row = &pattern->closing;
    } else if (f->has_element) { /* END_ROWS */
        begin_section(f);
    } else {
        return template_wrong(f->template, s->line, "rows without", "@value@", strlen("@value@"));
    }
    return NULL;
}

static char *fill_step(struct filler *f, const struct template_step *s, size_t *next) {
    switch (s->kind) {
    case STEP_TEXT:
    case STEP_HOLE:
        fill_text(f, s);
        return NULL;
    case STEP_IF:
        *next = holds(f, s) ? *next : s->number;
        return NULL;
    case STEP_ELSE:
        *next = s->number;
        return NULL;
    case STEP_PARTS:
        f->part = f->input->parts;
        return NULL;
    case STEP_END_PARTS:
        *next = *++f->part ? s->number : *next;
        return NULL;
    default:
        return turn_to(f, s);
    }
}

char *template_fill(const struct template *template, const struct template_input *input,
                    struct filled *filled) {
    static const struct scalar *const no_part = NULL;
    struct filler f = {.template = template, .input = input, .part = &no_part, .filled = filled};
    char *wrong = check_names(template, input);
    *filled = (struct filled){NULL, 0};
    begin_section(&f);
    for (size_t k = 0; !wrong && k < template->count;) {
        const struct template_step *step = &template->step[k++];
        wrong = fill_step(&f, step, &k);
    }
    if (wrong)
        template_filled_free(filled);
    return wrong;
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

void template_print(const struct row_text *row, const char *const values[ROW_SCALARS],
                    struct text *to) {
    const char *text = row->text.bytes ? row->text.bytes : "";
    size_t done = 0;
    for (size_t k = 0; k < row->holes; k++) {
        const struct row_hole *hole = &row->hole[k];
        text_add(to, text + done, hole->at - done);
        text_print(to, values[hole->scalar]);
        done = hole->at;
    }
    text_add(to, text + done, row->text.used - done);
}
