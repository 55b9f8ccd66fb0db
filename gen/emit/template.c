#include "emit/template.h"
#include "base/die.h"
#include "base/file.h"
#include "base/text.h"
#include "words/words.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

bool template_is(const char *word, const char *text, size_t length) {
    const bool may_be =
        length == 0 || *word == *text; /* most words differ there, and there are many */
    return may_be && strncmp(word, text, length) == 0 && word[length] == 0;
}

/* The first hole, "@name@", in [line, end), and the length of its name; or NULL. */
static const char *template_next_hole(const char *line, const char *end, size_t *length) {
    for (; (line = memchr(line, '@', (size_t)(end - line))); line++) {
        *length = strspn(line + 1, "abcdefghijklmnopqrstuvwxyz_");
        if (*length > 0 && line + 1 + *length < end && line[1 + *length] == '@')
            return line;
    }
    return NULL;
}

/* The first hole of that name in [line, end), or NULL. */
static const char *template_find_hole(const char *line, const char *end, const char *name) {
    for (size_t length; (line = template_next_hole(line, end, &length)); line += length + 2)
        if (template_is(name, line + 1, length))
            return line;
    return NULL;
}

/* The "%%" in [line, end), or NULL. */
static const char *template_find_instruction(const char *line, const char *end) {
    for (; line + 1 < end; line++)
        if (line[0] == '%' && line[1] == '%')
            return line;
    return NULL;
}

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
        size_t step;                  /* index of the step that opened it, or of its else */
        int line;
        bool has_else;
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

/* Opens a block: `word` has its name, `operand` the condition of an if. */
static struct fault *open_block(struct parser *p, enum template_step_kind kind, const char *word,
                                size_t length, const char *operand, size_t operand_length,
                                bool unbroken) {
    const char *array = p->loop == IN_ARRAYS ? TEMPLATE_ARRAY : TEMPLATE_TABLE;
    bool rows_of_array = kind == STEP_ROWS && p->loop == IN_ARRAYS;
    if (kind == STEP_IF && !memchr(operand, '=', operand_length))
        return wrong(p, "no '=' in", operand, operand_length);
    if (p->depth == NESTING)
        return wrong(p, "too deeply nested:", word, length);
    if (kind != STEP_IF && (p->place != OUTSIDE || (p->loop != NO_LOOP && !rows_of_array)))
        return wrong(p, p->loop == IN_ARRAYS ? "inside arrays:" : "inside rows or parts:", word,
                     length);
    p->block[p->depth++] =
        (struct block){.kind = kind, .step = p->template->count, .line = p->line};
    if (kind == STEP_ROWS) {
        p->place = IN_ROW;
        p->unbroken = unbroken;
        add(p, kind, array, strlen(array))->unbroken = unbroken;
    } else if (kind == STEP_IF) {
        add(p, kind, operand, operand_length);
    } else {
        p->loop = kind == STEP_PARTS ? IN_PARTS : IN_ARRAYS;
        add(p, kind, NULL, 0);
    }
    return NULL;
}

/* The other branch of an if. */
static struct fault *begin_else(struct parser *p, const char *word) {
    struct block *block = &p->block[p->depth - 1];
    if (block->has_else)
        return wrong(p, "a second", word, strlen("else"));
    block->has_else = true;
    add(p, STEP_ELSE, NULL, 0);
    p->template->step[block->step].number = p->template->count;
    block->step = p->template->count - 1;
    return NULL;
}

static void close_block(struct parser *p) {
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

static const char *const blocks[] = {
    [STEP_IF] = "if", [STEP_ROWS] = "rows", [STEP_PARTS] = "parts", [STEP_ARRAYS] = "arrays"};
enum { BLOCKS = sizeof blocks / sizeof *blocks };

/* An instruction. Only the end of the target language's comment may follow it, so no letter and no digit. */
static struct fault *parse_instruction(struct parser *p, const char *word, const char *end) {
    size_t length = strcspn(word, " \r\n");
    const char *operand = word + length + strspn(word + length, " ");
    size_t operand_length = strcspn(operand, " \r\n"), kind = 0;
    while (kind < BLOCKS && !(blocks[kind] && template_is(blocks[kind], word, length)))
        kind++;
    bool unbroken = kind == STEP_ROWS && template_is("unbroken", operand, operand_length);
    const char *rest = operand + (kind == STEP_IF || unbroken ? operand_length : 0);
    rest += strspn(rest, " ");
    for (const char *at = rest; at < end; at++)
        if (isalnum((unsigned char)*at))
            return wrong(p, "unexpected", rest, strcspn(rest, "\r\n"));
    if (kind < BLOCKS)
        return open_block(p, (enum template_step_kind)kind, word, length, operand, operand_length,
                          unbroken);
    if (template_is("else", word, length) && p->depth > 0 && p->block[p->depth - 1].kind == STEP_IF)
        return begin_else(p, word);
    if (!template_is("end", word, length) || p->depth == 0)
        return wrong(p, "unexpected", word, length);
    close_block(p);
    return NULL;
}

static struct fault *parse_line(struct parser *p, const char *line, const char *end) {
    const char *mark = template_find_instruction(line, end);
    if (memchr(line, 0, (size_t)(end - line)))
        return fault_in_file(p->template->name, (size_t)p->line,
                             text_format("a byte 0 is not text"));
    if (mark)
        return parse_instruction(p, mark + 2 + strspn(mark + 2, " "), end);
    if (p->place == IN_ROW)
        return add_row_line(p, line, end);
    add_line(p, line, end);
    return NULL;
}

struct fault *template_parse(const struct template_text *text, struct template *template) {
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
        error = wrong(&p, "no end of", blocks[open->kind], strlen(blocks[open->kind]));
    }
    if (error)
        template_free(template);
    return error;
}

void template_free(struct template *template) {
    free(template->step);
    free(template->own);
    *template = (struct template){.name = NULL};
}

enum { LARGEST = 1 << 20 };

const struct template_text *template_named(const char *name) {
    for (const struct template_text *t = built_in_templates; t->name; t++)
        if (strcmp(t->name, name) == 0)
            return t;
    return NULL;
}

/* Makes every line end in a newline without CR, including the last line. */
static void normalize_line_ends(struct text *text) {
    size_t kept = 0;
    for (size_t k = 0; k < text->used; k++)
        if (text->bytes[k] != '\r' || k + 1 == text->used || text->bytes[k + 1] != '\n')
            text->bytes[kept++] = text->bytes[k];
    text->used = kept;
    if (kept > 0 && text->bytes[kept - 1] != '\n')
        text_add(text, "\n", 1);
}

const struct template *template_set_find(struct template_set *set, const char *name, bool file,
                                         struct faults *faults) {
    struct names *names = file ? &set->files : &set->built_in;
    const size_t *place = names_find(names, name);
    struct text own = {NULL, 0, 0};
    if (place)
        return set->list[*place];
    char *unreadable = file ? file_read(name, LARGEST, &own) : NULL;
    if (unreadable) {
        faults_put(faults, TEMPLATE, "template: %s", unreadable);
        free(unreadable);
        return NULL;
    }
    normalize_line_ends(&own);
    const struct template_text text = {name, text_string(&own), own.used};
    struct template *template = die_malloc(sizeof *template);
    struct fault *wrong = template_parse(file ? &text : template_named(name), template);
    template->own = own.bytes;
    if (wrong) {
        faults_add_found(faults, TEMPLATE, wrong);
        free(template->own);
        free(template);
        return NULL;
    }
    set->list = die_grow(set->list, set->count, sizeof *set->list);
    names_add(names, name, set->count);
    set->list[set->count++] = template;
    return template;
}

void template_set_free(struct template_set *set) {
    for (size_t k = 0; k < set->count; k++) {
        template_free(set->list[k]);
        free(set->list[k]);
    }
    free(set->list);
    names_free(&set->built_in);
    names_free(&set->files);
    *set = (struct template_set){.count = 0};
}
