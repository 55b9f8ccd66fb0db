#include "emit/template.h"
#include "base/die.h"
#include "emit/template_scan.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { NESTING = 16 };

struct parser {
    struct template *template;
    int line;
    enum template_place place;
    enum template_loop loop;
    bool unbroken; /* of the row section that it is in */
    int depth;
    struct block {
        enum template_step_kind kind; /* IF, PARTS, ARRAYS or ROWS */
        size_t step;                  /* index of the step that began it, or of its else */
        int line;
        bool turned; /* its else has come */
    } block[NESTING];
};

struct fault *template_wrong(const struct template *template, int line, const char *what,
                             const char *text, size_t length) {
    char *whole = text_format("%.*s", (int)length, text);
    struct fault *fault =
        fault_in_file(template->name, (size_t)line, text_format("%s '%.60s'", what, whole));
    free(whole);
    return fault;
}

static struct fault *wrong(const struct parser *p, const char *what, const char *text,
                           size_t length) {
    return template_wrong(p->template, p->line, what, text, length);
}

static struct template_step *add(struct parser *p, enum template_step_kind kind, const char *text,
                                 size_t length) {
    struct template *to = p->template;
    to->step = die_grow(to->step, to->count, sizeof *to->step);
    to->step[to->count] = (struct template_step){.kind = kind,
                                                 .line = p->line,
                                                 .place = p->place,
                                                 .loop = p->loop,
                                                 .text = text,
                                                 .length = length};
    return &to->step[to->count++];
}

/* Consecutive lines become one text. */
static void add_text(struct parser *p, const char *text, const char *end) {
    const struct template *to = p->template;
    struct template_step *last = to->count > 0 ? &to->step[to->count - 1] : NULL;
    if (last && last->kind == STEP_TEXT && last->text + last->length == text)
        last->length += (size_t)(end - text);
    else if (text < end)
        add(p, STEP_TEXT, text, (size_t)(end - text));
}

/* The texts and the holes of [line, end). */
static void add_line(struct parser *p, const char *line, const char *end) {
    const char *done = line;
    size_t length;
    for (const char *at; (at = template_next_hole(done, end, &length)); done = at + length + 2) {
        add_text(p, done, at);
        add(p, STEP_HOLE, at + 1, length)->number = (size_t)(at - line);
    }
    add_text(p, done, end);
}

/* The element's line; its hole, @value@ or @bytes@, is at `entry`. */
static struct fault *add_element(struct parser *p, const char *line, const char *end,
                                 const char *entry) {
    static const char each_hole[] = "@each@";
    const size_t length = strlen("@value@");
    const char *after = entry + length, *each = template_find_hole(line, entry, "each");
    const char *before = each ? each + strlen(each_hole) : line + strspn(line, " \t");
    bool strings = entry[1] == 'b';
    if (strings && p->unbroken)
        return wrong(p, "unbroken rows have no", entry, length);
    if (strings && each)
        return wrong(p, "a string's line has no", each, strlen(each_hole));
    if (template_find_hole(after, end, "value") || template_find_hole(after, end, "bytes"))
        return wrong(p, "a second", entry, length);
    struct template_step *element = add(p, STEP_ELEMENT, entry, length);
    element->strings = strings;
    element->each = each != NULL;
    p->place = p->unbroken ? IN_ROW : IN_ELEMENT;
    add_line(p, line, each ? each : before);
    p->place = IN_ELEMENT;
    add(p, STEP_BEFORE, NULL, 0);
    add_line(p, before, entry);
    add(p, STEP_AFTER, NULL, 0);
    add_line(p, after, end - 1);
    p->place = IN_ROW;
    add(p, STEP_CLOSING, NULL, 0);
    return NULL;
}

static struct fault *add_row_line(struct parser *p, const char *line, const char *end) {
    const char *value = template_find_hole(line, end, "value"),
               *bytes = template_find_hole(line, end, "bytes");
    if (value || bytes)
        return add_element(p, line, end, value ? value : bytes);
    add_line(p, line, end);
    return NULL;
}

static struct fault *begin(struct parser *p, enum template_step_kind kind, const char *word,
                           size_t length) {
    if (p->depth == NESTING)
        return wrong(p, "too deeply nested:", word, length);
    bool rows_of_array = kind == STEP_ROWS && p->loop == IN_ARRAYS;
    if (kind != STEP_IF && (p->place != OUTSIDE || (p->loop != NO_LOOP && !rows_of_array)))
        return wrong(p, p->loop == IN_ARRAYS ? "inside arrays:" : "inside rows or parts:", word,
                     length);
    p->block[p->depth++] =
        (struct block){.kind = kind, .step = p->template->count, .line = p->line};
    return NULL;
}

static struct fault *begin_if(struct parser *p, const char *word, const char *condition,
                              size_t length) {
    struct fault *error = memchr(condition, '=', length) ? begin(p, STEP_IF, word, strlen("if"))
                                                         : wrong(p, "no '=' in", condition, length);
    if (!error)
        add(p, STEP_IF, condition, length);
    return error;
}

static struct fault *begin_rows(struct parser *p, const char *word, bool unbroken) {
    struct fault *error = begin(p, STEP_ROWS, word, strlen("rows"));
    if (error)
        return error;
    const char *array = p->loop == IN_ARRAYS ? TEMPLATE_ARRAY : TEMPLATE_TABLE;
    p->place = IN_ROW;
    p->unbroken = unbroken;
    add(p, STEP_ROWS, array, strlen(array))->unbroken = unbroken;
    return NULL;
}

static struct fault *begin_loop(struct parser *p, const char *word, enum template_loop loop) {
    bool arrays = loop == IN_ARRAYS;
    enum template_step_kind kind = arrays ? STEP_ARRAYS : STEP_PARTS;
    struct fault *error = begin(p, kind, word, strlen(arrays ? "arrays" : "parts"));
    if (error)
        return error;
    p->loop = loop;
    add(p, kind, NULL, 0);
    return NULL;
}

/* The other branch of an if. */
static struct fault *turn(struct parser *p, const char *word) {
    struct block *block = &p->block[p->depth - 1];
    if (block->turned)
        return wrong(p, "a second", word, strlen("else"));
    block->turned = true;
    add(p, STEP_ELSE, NULL, 0);
    p->template->step[block->step].number = p->template->count;
    block->step = p->template->count - 1;
    return NULL;
}

static void end_block(struct parser *p) {
    const struct block *block = &p->block[--p->depth];
    if (block->kind == STEP_IF) {
        p->template->step[block->step].number = p->template->count;
        return;
    }
    static const enum template_step_kind ends[] = {[STEP_ROWS] = STEP_END_ROWS,
                                                   [STEP_PARTS] = STEP_END_PARTS,
                                                   [STEP_ARRAYS] = STEP_END_ARRAYS};
    add(p, ends[block->kind], NULL, 0)->number = block->step + 1;
    if (block->kind == STEP_ROWS)
        p->place = OUTSIDE;
    else
        p->loop = NO_LOOP;
}

/* An instruction. Only the end of the target language's comment may follow it, so no letter and no digit. */
static struct fault *obey(struct parser *p, const char *word, const char *end) {
    size_t length = strcspn(word, " \r\n");
    const char *operand = word + length + strspn(word + length, " ");
    size_t operand_length = strcspn(operand, " \r\n");
    bool condition = template_is("if", word, length), rows = template_is("rows", word, length);
    bool unbroken = rows && template_is("unbroken", operand, operand_length);
    bool in_if = p->depth > 0 && p->block[p->depth - 1].kind == STEP_IF;
    const char *rest = operand + (condition || unbroken ? operand_length : 0);
    rest += strspn(rest, " ");
    for (const char *at = rest; at < end; at++)
        if (isalnum((unsigned char)*at))
            return wrong(p, "unexpected", rest, strcspn(rest, "\r\n"));
    if (condition)
        return begin_if(p, word, operand, operand_length);
    if (rows)
        return begin_rows(p, word, unbroken);
    if (template_is("parts", word, length))
        return begin_loop(p, word, IN_PARTS);
    if (template_is("arrays", word, length))
        return begin_loop(p, word, IN_ARRAYS);
    if (template_is("else", word, length) && in_if)
        return turn(p, word);
    if (!template_is("end", word, length) || p->depth == 0)
        return wrong(p, "unexpected", word, length);
    end_block(p);
    return NULL;
}

static struct fault *parse_line(struct parser *p, const char *line, const char *end) {
    const char *mark = template_find_instruction(line, end);
    if (memchr(line, 0, (size_t)(end - line)))
        return fault_in_file(p->template->name, (size_t)p->line,
                             text_format("a byte 0 is not text"));
    if (mark)
        return obey(p, mark + 2 + strspn(mark + 2, " "), end);
    if (p->place == IN_ROW)
        return add_row_line(p, line, end);
    add_line(p, line, end);
    return NULL;
}

struct fault *template_parse(const struct template_text *text, struct template *template) {
    static const char *const kinds[] = {
        [STEP_IF] = "if", [STEP_ROWS] = "rows", [STEP_PARTS] = "parts", [STEP_ARRAYS] = "arrays"};
    struct parser p = {.template = template};
    const char *text_end = text->text + text->length;
    struct fault *error = NULL;
    *template = (struct template){.name = text->name};
    for (const char *line = text->text; !error && line < text_end;) {
        const char *end = (const char *)memchr(line, '\n', (size_t)(text_end - line)) + 1;
        p.line++;
        error = parse_line(&p, line, end);
        line = end;
    }
    if (!error && p.depth > 0) {
        const struct block *open = &p.block[p.depth - 1];
        p.line = open->line;
        error = wrong(&p, "no end of", kinds[open->kind], strlen(kinds[open->kind]));
    }
    if (error)
        template_free(template);
    return error;
}

void template_free(struct template *template) {
    free(template->step);
    *template = (struct template){NULL, NULL, 0};
}
