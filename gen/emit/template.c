#include "emit/template.h"
#include "base/die.h"
#include "base/file.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { NESTING = 16, LARGEST = 1 << 20 };

static const char value_hole[] = "@value@", bytes_hole[] = "@bytes@", each_hole[] = "@each@";
static const char comma[] = "comma";

struct filling {
    const struct template_text *template;
    const struct template_input *input;
    struct text *out;
    const char *next; /* the line to come */
    int line;
    int depth;
    struct block {
        enum { BLOCK_IF, BLOCK_ROWS, BLOCK_PARTS } kind;
        bool taken, turned;
        const char *start; /* of what a block of parts repeats */
        int line;
    } block[NESTING];
    const struct scalar *const *part; /* while inside parts */
    struct row_pattern *row;          /* while inside rows */
};

static _Noreturn void bad(const struct filling *f, const char *what, const char *text,
                          size_t length) {
    die_in(f->template->name, f->line, "%s '%.*s'", what, length < 60 ? (int)length : 60, text);
}

const struct template_text *template_named(const char *name) {
    for (const struct template_text *t = templates; t->name; t++)
        if (strcmp(t->name, name) == 0)
            return t;
    return NULL;
}

/* Lines end in a newline alone, the last one too. */
static void plain_lines(struct text *text) {
    size_t kept = 0;
    for (size_t k = 0; k < text->used; k++)
        if (text->bytes[k] != '\r' || k + 1 == text->used || text->bytes[k + 1] != '\n')
            text->bytes[kept++] = text->bytes[k];
    text->used = kept;
    if (kept > 0 && text->bytes[kept - 1] != '\n')
        text_add(text, "\n", 1);
}

char *template_read(const char *path, struct template_text *template) {
    struct text text = {NULL, 0, 0};
    char *wrong = file_read(path, LARGEST, &text);
    if (wrong)
        return wrong;
    plain_lines(&text);
    *template = (struct template_text){path, text.bytes, text.used};
    return NULL;
}

void template_free(struct template_text *template) {
    free((char *)template->text);
}

static void check_bytes(const struct template_text *template) {
    const char *zero = template->length ? memchr(template->text, 0, template->length) : NULL;
    int line = 1;
    for (const char *at = template->text; zero && at < zero; at++)
        line += *at == '\n';
    if (zero)
        die_in(template->name, line, "a byte 0 is no text");
}

static bool is(const char *word, const char *text, size_t length) {
    return strlen(word) == length && memcmp(word, text, length) == 0;
}

static const struct scalar *look_up(const struct scalar scalars[], const char *name,
                                    size_t length) {
    for (; scalars && scalars->name; scalars++)
        if (is(scalars->name, name, length))
            return scalars;
    return NULL;
}

static const struct scalar *look_up_here(const struct filling *f, const char *name, size_t length) {
    const struct scalar *of_part = f->part ? look_up(*f->part, name, length) : NULL;
    return of_part ? of_part : look_up(f->input->scalars, name, length);
}

/* The length of the name of the hole that starts at `at`, "@name@"; 0 where none does. */
static size_t hole(const char *at, const char *end) {
    if (*at != '@')
        return 0;
    size_t length = strspn(at + 1, "abcdefghijklmnopqrstuvwxyz_");
    return at + 1 + length < end && at[1 + length] == '@' ? length : 0;
}

static bool in_block(const struct filling *f, int kind) {
    for (int k = 0; k < f->depth; k++)
        if ((int)f->block[k].kind == kind)
            return true;
    return false;
}

static bool is_row_scalar(const struct filling *f, const char *name, size_t length) {
    for (const char *const *row = f->input->row_scalars; *row; row++)
        if (is(*row, name, length))
            return true;
    return is(comma, name, length);
}

static bool is_part_scalar(const struct filling *f, const char *name, size_t length) {
    return f->input->parts && look_up(f->input->parts[0], name, length);
}

/* Is there a scalar for each hole of [line, end)? */
static void check_holes(const struct filling *f, const char *line, const char *end) {
    bool in_rows = in_block(f, BLOCK_ROWS), in_parts = in_block(f, BLOCK_PARTS);
    for (const char *at = line; at < end; at++) {
        size_t length = hole(at, end);
        if (length == 0)
            continue;
        if (!look_up(f->input->scalars, at + 1, length) &&
            !(in_rows && is_row_scalar(f, at + 1, length)) &&
            !(in_parts && is_part_scalar(f, at + 1, length)))
            bad(f, "no scalar", at, length + 2);
        at += length + 1;
    }
}

/* A line that is not among the rows that are emitted. */
static void check_line(const struct filling *f, const char *line, const char *end) {
    if (!in_block(f, BLOCK_ROWS)) {
        check_holes(f, line, end);
        return;
    }
    for (const char *at = line; at < end; at++) { /* in rows of an if that is not taken */
        size_t length = hole(at, end);
        if (length > 0 && !is("value", at + 1, length) && !is("bytes", at + 1, length) &&
            !is("each", at + 1, length))
            check_holes(f, at, at + length + 2);
        at += length > 0 ? length + 1 : 0;
    }
}

/* Writes [line, end), filling its holes from either list. */
static void fill(const struct scalar scalars[], const struct scalar others[], const char *line,
                 const char *end, struct text *out) {
    const char *done = line;
    for (const char *at = line; at < end; at++) {
        size_t length = hole(at, end);
        if (length == 0)
            continue;
        const struct scalar *scalar = look_up(others, at + 1, length);
        if (!scalar)
            scalar = look_up(scalars, at + 1, length);
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

void template_start(const struct row_pattern *row, const struct scalar row_scalars[],
                    struct text *out) {
    fill(row->scalars, row_scalars, row->start, row->start + strlen(row->start), out);
}

void template_line(const struct row_pattern *row, const char *lines,
                   const struct scalar row_scalars[], struct text *out) {
    for (const char *end; *lines; lines = end) {
        end = strchr(lines, '\n') + 1;
        fill(row->scalars, row_scalars, lines, end, out);
    }
}

static const char *find(const char *line, const char *end, const char *what) {
    size_t length = strlen(what);
    for (; line + length <= end; line++)
        if (memcmp(line, what, length) == 0)
            return line;
    return NULL;
}

/* [from, end) filled, as a string; `last` leaves its commas out. */
static char *piece(const struct filling *f, const char *from, const char *end, bool last) {
    const struct scalar commas[] = {{comma, last ? "" : ","}, {NULL, NULL}};
    struct text text = {NULL, 0, 0};
    for (const char *at = from; at < end; at++) {
        size_t length = hole(at, end);
        if (length > 0 && !look_up(f->input->scalars, at + 1, length) && !is(comma, at + 1, length))
            bad(f, "not in the element's line (but before @each@ of rows unbroken):", at,
                length + 2);
        at += length > 0 ? length + 1 : 0;
    }
    fill(f->input->scalars, commas, from, end, &text);
    text_add(&text, "", 1);
    return text.bytes;
}

static void append(char **text, const char *more, size_t length) {
    char *longer = text_format("%s%.*s", *text ? *text : "", (int)length, more);
    free(*text);
    *text = longer;
}

/* The line of the element. */
static void take_element(struct filling *f, const char *line, const char *end, const char *value) {
    struct row_pattern *row = f->row;
    const char *hole_text = row->strings ? bytes_hole : value_hole;
    const char *after = value + strlen(hole_text), *each = find(line, value, each_hole);
    const char *before = each ? each + strlen(each_hole) : line + strspn(line, " \t");
    if (row->strings && row->unbroken)
        bad(f, "unbroken rows have no", bytes_hole, strlen(bytes_hole));
    if (row->strings && each)
        bad(f, "a string's line has no", each_hole, strlen(each_hole));
    if (find(after, end, value_hole) || find(after, end, bytes_hole))
        bad(f, "a second", hole_text, strlen(hole_text));
    row->each = each != NULL;
    if (row->unbroken) {
        const char *stop = each ? each : before;
        check_holes(f, line, stop);
        row->start = text_format("%.*s", (int)(stop - line), line);
    } else {
        row->start = piece(f, line, each ? each : before, false);
    }
    row->before = piece(f, before, value, false);
    row->after = piece(f, after, end - 1, false);
    row->last = piece(f, after, end - 1, true);
}

/* A line inside rows: the element's, or one of the opening or the closing. */
static void take_row_line(struct filling *f, const char *line, const char *end) {
    struct row_pattern *row = f->row;
    const char *value = find(line, end, value_hole), *bytes = find(line, end, bytes_hole);
    if (!value && !bytes) {
        check_holes(f, line, end);
        append(row->start ? &row->closing : &row->opening, line, (size_t)(end - line));
        return;
    }
    if (row->start)
        bad(f, "a second line of", value ? value_hole : bytes_hole, strlen(value_hole));
    row->strings = !value;
    take_element(f, line, end, value ? value : bytes);
}

static bool emitting(const struct filling *f) {
    return f->depth == 0 || f->block[f->depth - 1].taken;
}

static void begin(struct filling *f, int kind, bool taken, const char *word, size_t length) {
    if (f->depth == NESTING)
        bad(f, "too deeply nested:", word, length);
    if (kind != BLOCK_IF && (in_block(f, BLOCK_ROWS) || in_block(f, BLOCK_PARTS)))
        bad(f, "inside rows or parts:", word, length);
    struct block *block = &f->block[f->depth];
    *block = (struct block){.taken = emitting(f) && taken, .start = f->next, .line = f->line};
    block->kind = kind;
    f->depth++;
}

static void begin_rows(struct filling *f, const char *operand) {
    bool unbroken = is("unbroken", operand, strcspn(operand, " \r\n"));
    if (!emitting(f))
        return;
    f->row = die_malloc(sizeof *f->row);
    *f->row = (struct row_pattern){.scalars = f->input->scalars, .unbroken = unbroken};
    append(&f->row->opening, "", 0);
    append(&f->row->closing, "", 0);
}

static void end_rows(struct filling *f) {
    struct row_pattern *row = f->row;
    if (!row->start)
        bad(f, "rows without", value_hole, strlen(value_hole));
    f->input->rows(f->input->context, row);
    free(row->opening);
    free(row->closing);
    free(row->start);
    free(row->before);
    free(row->after);
    free(row->last);
    free(row);
    f->row = NULL;
}

/* At the end of parts: back to their start, where there are more. */
static void end_part(struct filling *f, struct block *block) {
    if (*++f->part) {
        f->next = block->start;
        f->line = block->line;
        f->depth++;
    } else {
        f->part = NULL;
    }
}

/* "NAME=VALUE": has the scalar that value? */
static bool holds(const struct filling *f, const char *condition, size_t length) {
    const char *equals = memchr(condition, '=', length);
    if (!equals)
        bad(f, "no '=' in", condition, length);
    size_t name = (size_t)(equals - condition);
    const struct scalar *scalar = look_up_here(f, condition, name);
    if (!scalar && in_block(f, BLOCK_PARTS) && is_part_scalar(f, condition, name))
        return false;
    if (!scalar)
        bad(f, "no scalar in", condition, length);
    return is(scalar->value, equals + 1, length - (size_t)(equals + 1 - condition));
}

/* The other branch of an if is taken where the one before was not; inside what is left out,
 * neither. */
static void turn(struct filling *f) {
    int k = f->depth - 1;
    bool outer = k == 0 || f->block[k - 1].taken;
    if (f->block[k].turned)
        bad(f, "a second", "else", 4);
    f->block[k].turned = true;
    f->block[k].taken = outer && !f->block[k].taken;
}

static void end_block(struct filling *f) {
    struct block *block = &f->block[--f->depth];
    if (!block->taken)
        return;
    if (block->kind == BLOCK_ROWS)
        end_rows(f);
    else if (block->kind == BLOCK_PARTS)
        end_part(f, block);
}

/* Behind an instruction only the end of the target language's comment may follow, which has no letters and no
 * digits. */
static void check_rest(const struct filling *f, const char *rest, const char *end) {
    rest += strspn(rest, " ");
    for (const char *at = rest; at < end; at++)
        if (isalnum((unsigned char)*at))
            bad(f, "unexpected", rest, strcspn(rest, "\r\n"));
}

static void obey(struct filling *f, const char *word, const char *end) {
    size_t length = strcspn(word, " \r\n");
    const char *operand = word + length + strspn(word + length, " ");
    bool takes = is("if", word, length) ||
                 (is("rows", word, length) && is("unbroken", operand, strcspn(operand, " \r\n")));
    check_rest(f, operand + (takes ? strcspn(operand, " \r\n") : 0), end);
    if (is("if", word, length)) {
        begin(f, BLOCK_IF, holds(f, operand, strcspn(operand, " \r\n")), word, length);
    } else if (is("else", word, length) && f->depth > 0 &&
               f->block[f->depth - 1].kind == BLOCK_IF) {
        turn(f);
    } else if (is("rows", word, length)) {
        begin(f, BLOCK_ROWS, true, word, length);
        begin_rows(f, operand);
    } else if (is("parts", word, length)) {
        begin(f, BLOCK_PARTS, true, word, length);
        if (emitting(f))
            f->part = f->input->parts;
    } else if (is("end", word, length) && f->depth > 0) {
        end_block(f);
    } else {
        bad(f, "unexpected", word, length < (size_t)(end - word) ? length : (size_t)(end - word));
    }
}

void template_fill(const struct template_text *template, const struct template_input *input,
                   struct text *out) {
    static const char *const kinds[] = {"if", "rows", "parts"};
    struct filling f = {.template = template, .input = input, .out = out, .next = template->text};
    const char *text_end = template->text + template->length;
    check_bytes(template);
    while (f.next < text_end) {
        const char *line = f.next, *end = memchr(line, '\n', (size_t)(text_end - line));
        f.next = ++end;
        f.line++;
        const char *mark = find(line, end, "%%");
        if (mark) {
            obey(&f, mark + 2 + strspn(mark + 2, " "), end);
        } else if (emitting(&f) && f.row) {
            take_row_line(&f, line, end);
        } else {
            check_line(&f, line, end);
            if (emitting(&f))
                fill(input->scalars, f.part ? *f.part : NULL, line, end, out);
        }
    }
    if (f.depth > 0) {
        const struct block *open = &f.block[f.depth - 1];
        f.line = open->line;
        bad(&f, "no end of", kinds[open->kind], strlen(kinds[open->kind]));
    }
}
