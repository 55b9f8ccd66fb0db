#include "emit/template_fill.h"
#include "base/die.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* --- values */

static const struct template_value *look_up(const struct template_value values[], const char *name,
                                            size_t length) {
    for (; values && values->name; values++)
        if (template_is(values->name, name, length))
            return values;
    return NULL;
}

/* The value of that name: that of the part or array, unless `own` is NULL, or else the table's. NULL if there is none. */
static const struct template_value *value_named(const struct template_input *input,
                                                const struct template_value *own, const char *name,
                                                size_t length) {
    const struct template_value *found = look_up(own, name, length);
    return found ? found : look_up(input->values, name, length);
}

/* Which of them has that name; ROW_VALUES if none does. */
static enum row_value row_value_named(const char *name, size_t length) {
    static const char *const names[ROW_VALUES] = {
        [ROW_POSITION] = "position", [ROW_NUMBER] = "row", [ROW_COMMA] = "comma"};
    int k = 0;
    while (k < ROW_VALUES && !template_is(names[k], name, length))
        k++;
    return (enum row_value)k;
}

/* The length of NAME in a condition. */
static size_t condition_name(const struct template_step *condition) {
    const char *equals = memchr(condition->text, '=', condition->length);
    return (size_t)(equals - condition->text);
}

/* --- all steps, whatever the conditions */

/* Is there a value for a hole or a condition? */
static bool is_known(const struct template_input *input, const struct template_value *own,
                     const struct template_step *s) {
    size_t length = s->kind == STEP_IF ? condition_name(s) : s->length;
    if (value_named(input, own, s->text, length))
        return true;
    if (s->kind == STEP_IF)
        return false;
    enum row_value row = row_value_named(s->text, length);
    return s->place == IN_ROW ? row != ROW_VALUES : s->place == IN_ELEMENT && row == ROW_COMMA;
}

static struct fault *unknown(const struct template *template, const struct template_step *s) {
    static const char nowhere[] = "no value of this name here:",
                      not_there[] =
                          "not in the element's line, except before @each@ of rows unbroken:";
    if (s->kind == STEP_IF)
        return template_wrong(template, s->line, nowhere, s->text, s->length);
    return template_wrong(template, s->line, s->place == IN_ELEMENT ? not_there : nowhere,
                          s->text - 1, s->length + 2);
}

/* What a step becomes, at most. */
static uint64_t bytes_of(const struct template_input *input, const struct template_value *own,
                         const struct template_step *s) {
    const struct template_value *value =
        s->kind == STEP_HOLE ? value_named(input, own, s->text, s->length) : NULL;
    uint64_t bytes = s->kind == STEP_TEXT ? s->length : 0;
    for (const char *at = value ? value->text : ""; *at; at++)
        bytes += *at == '\n' ? 1 + s->number : 1; /* each further line starts as the first */
    return bytes;
}

/* All texts that a template is filled with are in memory, those of a row once. With each line of a string its texts come
 * again, and a string is printed as a whole. */
struct fault *template_check(const struct template *template, const struct template_input *input) {
    enum { MOST = 1 << 25, STEP = 16, STRING_LINE_MOST = 1024 };
    static const struct template_value *const once[] = {NULL, NULL};
    const struct template_value *const *const loops[] = {
        [NO_LOOP] = once, [IN_PARTS] = input->parts, [IN_ARRAYS] = input->arrays};
    uint64_t all = 0, line = 0, times[] = {[NO_LOOP] = 1, [IN_PARTS] = 0, [IN_ARRAYS] = 0};
    const struct template_step *string = NULL;
    for (int loop = IN_PARTS; loop <= IN_ARRAYS; loop++)
        while (loops[loop][times[loop]])
            times[loop]++;
    for (const struct template_step *s = template->step; s < template->step + template->count;
         s++) {
        const struct template_value *own = *loops[s->loop];
        if ((s->kind == STEP_HOLE || s->kind == STEP_IF) && !is_known(input, own, s))
            return unknown(template, s);
        const uint64_t bytes = bytes_of(input, own, s);
        all += (bytes + STEP) * times[s->loop];
        if (s->kind == STEP_ELEMENT || s->kind == STEP_CLOSING) {
            string = s->kind == STEP_ELEMENT && s->strings ? s : NULL;
            line = 0;
        }
        line += bytes;
        if (string && line > STRING_LINE_MOST)
            return fault_in_file(
                template->name, (size_t)string->line,
                text_format("more than %d bytes around '@bytes@'", STRING_LINE_MOST));
    }
    if (all <= MOST)
        return NULL;
    return fault_in_file(template->name, 1,
                         text_format("the texts of the template take about %" PRIu64
                                     " MiB of memory, which is over %d MiB",
                                     all >> 20, MOST >> 20));
}

/* --- the steps that conditions leave */

struct filler {
    const struct template *template;
    const struct template_input *input;
    const struct template_value *const *own; /* of the loop; points to NULL outside */
    size_t number;                           /* of the part or array that they are of */
    size_t next;                             /* step */

    struct filled *filled;
    struct filled_section *section; /* the one that is being filled */
    struct row_text *row;           /* where steps IN_ROW go */
    struct text *to;                /* where the others go */

    const struct template_step *rows, *element; /* of the section, or of the last one; or NULL */
    const struct template_step *first_rows, *first_element; /* of the first array's section */
    size_t follows; /* the array whose section must be next */
};

static bool holds(const struct filler *f, const struct template_step *condition) {
    size_t length = condition_name(condition);
    const struct template_value *value = value_named(f->input, *f->own, condition->text, length);
    return template_is(value->text, condition->text + length + 1, condition->length - length - 1);
}

/* Decides the conditions and repeats the loops. Returns the next text, hole, or step of a row section; NULL after the
 * last one. */
static const struct template_step *next_step(struct filler *f) {
    while (f->next < f->template->count) {
        const struct template_step *step = &f->template->step[f->next++];
        switch (step->kind) {
        case STEP_IF:
            f->next = holds(f, step) ? f->next : step->number;
            break;
        case STEP_ELSE:
            f->next = step->number;
            break;
        case STEP_PARTS:
        case STEP_ARRAYS:
            f->own = step->kind == STEP_PARTS ? f->input->parts : f->input->arrays;
            f->number = 0;
            break;
        case STEP_END_PARTS:
        case STEP_END_ARRAYS:
            f->number = *++f->own ? f->number + 1 : 0;
            f->next = *f->own ? step->number : f->next;
            break;
        default:
            return step;
        }
    }
    return NULL;
}

/* Each further line of a value starts with the text before the hole. */
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
    const struct template_value *value = value_named(f->input, *f->own, s->text, s->length);
    const char *before = s->text - 1 - s->number;
    if (value) {
        add_value(to, value->text, before, s->number);
        if (last)
            add_value(last, value->text, before, s->number);
    } else if (s->place == IN_ROW) {
        add_row_hole(f->row, row_value_named(s->text, s->length));
    } else {
        text_print(to, ",");
    }
}

static void open_section(struct filler *f) {
    struct filled *filled = f->filled;
    filled->section = die_grow(filled->section, filled->count, sizeof *filled->section);
    f->section = &filled->section[filled->count++];
    *f->section = (struct filled_section){.array = NULL};
    f->to = &f->section->text;
    f->row = &f->section->pattern.opening;
}

static struct fault *wrong_pair(const struct filler *f, const struct template_step *rows,
                                const char *what) {
    return fault_in_file(f->template->name, (size_t)rows->line,
                         text_format("component 'cos,sin' makes two tables: %s", what));
}

static const char once_in_arrays[] = "%% rows must be the same for both, once in %% arrays";

/* The rows of several arrays may be computed together. So the section of the first one is followed by those of the others,
 * which have the same steps. */
static struct fault *check_section(struct filler *f) {
    const struct template_value *const *arrays = f->input->arrays;
    if (!arrays[0] || !arrays[1])
        return NULL;
    if (strcmp(f->rows->text, TEMPLATE_ARRAY) != 0)
        return wrong_pair(f, f->rows, "%% rows must be inside %% arrays");
    if (f->follows == 0) {
        f->first_rows = f->rows;
        f->first_element = f->element;
    }
    if (f->number != f->follows || f->rows != f->first_rows || f->element != f->first_element)
        return wrong_pair(f, f->rows, once_in_arrays);
    f->follows = arrays[f->follows + 1] ? f->follows + 1 : 0;
    return NULL;
}

/* A step of a row section: says where the next texts go. */
static struct fault *fill_rows(struct filler *f, const struct template_step *s) {
    struct row_pattern *pattern = &f->section->pattern;
    struct fault *wrong = NULL;
    switch (s->kind) {
    case STEP_ROWS:
        f->section->array = s->text;
        f->section->number = f->number;
        pattern->unbroken = s->unbroken;
        f->rows = s;
        f->element = NULL;
        break;
    case STEP_ELEMENT:
        if (f->element)
            return template_wrong(f->template, s->line, "a second line of", s->text, s->length);
        f->row = &pattern->start;
        f->to = &pattern->start.text;
        pattern->strings = s->strings;
        pattern->each = s->each;
        f->element = s;
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
        wrong = f->element ? check_section(f)
                           : template_wrong(f->template, s->line, "rows without", "@value@",
                                            strlen("@value@"));
        open_section(f);
    }
    return wrong;
}

struct fault *template_fill(const struct template *template, const struct template_input *input,
                            bool needs_rows, struct filled *filled) {
    static const struct template_value *const none = NULL;
    struct filler f = {.template = template, .input = input, .own = &none, .filled = filled};
    struct fault *wrong = NULL;
    *filled = (struct filled){NULL, 0};
    open_section(&f);
    for (const struct template_step *step; !wrong && (step = next_step(&f));)
        if (step->kind == STEP_TEXT || step->kind == STEP_HOLE)
            fill_text(&f, step);
        else
            wrong = fill_rows(&f, step);
    if (!wrong && needs_rows && !f.rows)
        wrong = fault_in_file(
            template->name, 1,
            text_format("no line says %%%% rows: the table would not be in the output"));
    if (!wrong && f.follows > 0)
        wrong = wrong_pair(&f, f.first_rows, once_in_arrays);
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
