#include "template.h"
#include "die.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { NESTING = 16 };

static const char element_hole[] = "@value@";

struct filling {
    const struct template_text *template;
    const struct scalar *scalars;
    const char *const *row_scalars;
    struct text *out;
    int line;
    int depth;
    struct {
        bool is_rows, taken;
    } block[NESTING];
    struct row_pattern *row; /* while inside rows */
};

static _Noreturn void bad(const struct filling *f, const char *what, const char *text,
                          size_t length) {
    die(DIE_REQUEST, "template %s:%d: %s '%.*s'", f->template->name, f->line, what, (int)length,
        text);
}

const struct template_text *template_named(const char *name) {
    for (const struct template_text *t = templates; t->name; t++)
        if (strcmp(t->name, name) == 0)
            return t;
    return NULL;
}

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

/* The length of the name of the hole that starts at `at`, "@name@"; 0 where none does. */
static size_t hole(const char *at, const char *end) {
    if (*at != '@')
        return 0;
    size_t length = strspn(at + 1, "abcdefghijklmnopqrstuvwxyz_");
    return at + 1 + length < end && at[1 + length] == '@' ? length : 0;
}

static bool is_row_scalar(const struct filling *f, const char *name, size_t length) {
    for (const char *const *row = f->row_scalars; *row; row++)
        if (is(*row, name, length))
            return true;
    return false;
}

static void check_holes(const struct filling *f, const char *line, const char *end) {
    for (const char *at = line; at < end; at++) {
        size_t length = hole(at, end);
        if (length == 0)
            continue;
        if (!look_up(f->scalars, at + 1, length) && !(f->row && is_row_scalar(f, at + 1, length)))
            bad(f, "no scalar", at, length + 2);
        at += length + 1;
    }
}

/* Writes one line, filling its holes. */
static void fill_line(const struct scalar scalars[], const struct scalar row_scalars[],
                      const char *line, const char *end, struct text *out) {
    const char *done = line;
    for (const char *at = line; at < end; at++) {
        size_t length = hole(at, end);
        if (length == 0)
            continue;
        const struct scalar *scalar = look_up(scalars, at + 1, length);
        if (!scalar)
            scalar = look_up(row_scalars, at + 1, length);
        text_add(out, done, (size_t)(at - done));
        const char *value = scalar->value;
        for (const char *newline; (newline = strchr(value, '\n')); value = newline + 1) {
            text_add(out, value, (size_t)(newline + 1 - value));
            text_add(out, line, (size_t)(at - line));
        }
        text_print(out, value);
        at += length + 1;
        done = at + 1;
    }
    text_add(out, done, (size_t)(end - done));
}

void template_line(const struct row_pattern *row, const char *lines,
                   const struct scalar row_scalars[], struct text *out) {
    for (const char *end; *lines; lines = end) {
        end = strchr(lines, '\n') + 1;
        fill_line(row->scalars, row_scalars, lines, end, out);
    }
}

static const char *find(const char *line, const char *end, const char *what) {
    size_t length = strlen(what);
    for (; line + length <= end; line++)
        if (memcmp(line, what, length) == 0)
            return line;
    return NULL;
}

static void append(char **text, const char *more, size_t length) {
    char *longer = die_sprintf("%s%.*s", *text ? *text : "", (int)length, more);
    free(*text);
    *text = longer;
}

/* A line inside rows: the element's, or one of the opening or the closing. */
static void take_row_line(const struct filling *f, const char *line, const char *end) {
    struct row_pattern *row = f->row;
    const char *value = find(line, end, element_hole);
    if (!value) {
        check_holes(f, line, end);
        append(row->indent ? &row->closing : &row->opening, line, (size_t)(end - line));
        return;
    }
    if (row->indent)
        bad(f, "a second", element_hole, strlen(element_hole));
    const char *text = line + strspn(line, " \t"), *after = value + strlen(element_hole);
    append(&row->indent, line, (size_t)(text - line));
    append(&row->before, text, (size_t)(value - text));
    append(&row->after, after, (size_t)(end - 1 - after));
}

static bool emitting(const struct filling *f) {
    return f->depth == 0 || f->block[f->depth - 1].taken;
}

static void begin(struct filling *f, bool is_rows, bool taken) {
    if (f->depth == NESTING)
        bad(f, "too deeply nested:", is_rows ? "rows" : "if", is_rows ? 4 : 2);
    f->block[f->depth].is_rows = is_rows;
    f->block[f->depth].taken = emitting(f) && taken;
    f->depth++;
}

static void begin_rows(struct filling *f) {
    if (f->row)
        bad(f, "rows inside", "rows", 4);
    begin(f, true, true);
    if (!emitting(f))
        return;
    f->row = die_malloc(sizeof *f->row);
    *f->row = (struct row_pattern){.scalars = f->scalars};
    append(&f->row->opening, "", 0);
    append(&f->row->closing, "", 0);
}

static void end_rows(struct filling *f, void (*rows)(void *, const struct row_pattern *),
                     void *context) {
    struct row_pattern *row = f->row;
    if (!row->indent)
        bad(f, "rows without", element_hole, strlen(element_hole));
    rows(context, row);
    free(row->opening);
    free(row->closing);
    free(row->indent);
    free(row->before);
    free(row->after);
    free(row);
    f->row = NULL;
}

/* "NAME=VALUE": has the scalar that value? */
static bool holds(const struct filling *f, const char *condition, size_t length) {
    const char *equals = memchr(condition, '=', length);
    if (!equals)
        bad(f, "no '=' in", condition, length);
    const struct scalar *scalar = look_up(f->scalars, condition, (size_t)(equals - condition));
    if (!scalar)
        bad(f, "no scalar in", condition, length);
    return is(scalar->value, equals + 1, length - (size_t)(equals + 1 - condition));
}

/* The other branch of an if is taken where the one before was not; inside what is left out,
 * neither. */
static void turn(struct filling *f) {
    int k = f->depth - 1;
    bool outer = k == 0 || f->block[k - 1].taken;
    f->block[k].taken = outer && !f->block[k].taken;
}

void template_fill(const struct template_text *template, const struct scalar scalars[],
                   const char *const row_scalars[], struct text *out,
                   void (*rows)(void *, const struct row_pattern *), void *context) {
    struct filling f = {
        .template = template, .scalars = scalars, .row_scalars = row_scalars, .out = out};
    const char *text_end = template->text + template->length;
    for (const char *line = template->text, *end; line < text_end; line = end) {
        f.line++;
        end = memchr(line, '\n', (size_t)(text_end - line));
        if (!end)
            bad(&f, "no newline after", line, (size_t)(text_end - line));
        end++;

        const char *mark = find(line, end, "%%");
        if (!mark) {
            if (emitting(&f) && f.row) {
                take_row_line(&f, line, end);
            } else if (emitting(&f)) {
                check_holes(&f, line, end);
                fill_line(scalars, scalars, line, end, out);
            }
            continue;
        }

        const char *word = mark + 2 + strspn(mark + 2, " ");
        size_t length = strcspn(word, " \n");
        const char *operand = word + length + strspn(word + length, " ");
        bool in_if = f.depth > 0 && !f.block[f.depth - 1].is_rows;
        if (is("if", word, length)) {
            begin(&f, false, holds(&f, operand, strcspn(operand, " \n")));
        } else if (is("else", word, length) && in_if) {
            turn(&f);
        } else if (is("rows", word, length)) {
            begin_rows(&f);
        } else if (is("end", word, length) && f.depth > 0) {
            if (!in_if && emitting(&f))
                end_rows(&f, rows, context);
            f.depth--;
        } else {
            bad(&f, "unexpected", word, length);
        }
    }
    if (f.depth > 0)
        bad(&f, "no end of", f.block[f.depth - 1].is_rows ? "rows" : "if",
            f.block[f.depth - 1].is_rows ? 4 : 2);
}
