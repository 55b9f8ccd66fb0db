#include "emit/template.h"
#include "base/file.h"
#include "words/words.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* --- texts of templates */

const struct template *template_named(const char *name) {
    const struct template *t = built_in_templates;
    while (t->name && strcmp(t->name, name) != 0)
        t++;
    return t->name ? t : NULL;
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

const struct template *template_set_find(struct template_set *set, const char *name,
                                         struct faults *faults) {
    enum { LARGEST = 1 << 20 };
    const json_t *place = json_object_get(set->files, name);
    if (place)
        return set->list[json_integer_value(place)];
    struct text text = {NULL, 0, 0};
    char *unreadable = file_read(name, LARGEST, &text);
    if (unreadable) {
        faults_put(faults, TEMPLATE, "template: %s", unreadable);
        free(unreadable);
        return NULL;
    }
    normalize_line_ends(&text);
    struct template *template = die_malloc(sizeof *template);
    *template = (struct template){name, text_string(&text), text.used};
    set->list = die_grow(set->list, set->count, sizeof *set->list);
    json_add_name(&set->files, name, set->count);
    return set->list[set->count++] = template;
}

void template_set_free(struct template_set *set) {
    for (size_t k = 0; k < set->count; k++) {
        free((char *)set->list[k]->text);
        free(set->list[k]);
    }
    free(set->list);
    json_decref(set->files);
    *set = (struct template_set){.count = 0};
}

/* --- one walk through the lines fills a template and checks it */

enum { NESTING = 16 };

enum block_kind { NO_BLOCK, IF, ROWS, PARTS, ARRAYS };

/* Where a text is. */
enum context {
    OUTSIDE,
    IN_ROW,    /* may use all values of a row */
    IN_ELEMENT /* may use only @comma@ of them */
};

struct filler {
    const struct template *template;
    const json_t *values;
    const char *next; /* line */
    int line;         /* number of the line before it */
    bool live;        /* do all conditions hold? if not, lines are only checked */
    bool in_rows, unbroken;
    enum block_kind loop; /* PARTS, ARRAYS or NO_BLOCK */
    const json_t *list;   /* of the loop; its values may be used too */
    size_t number;        /* of the current part or array */
    int depth;
    struct block {
        enum block_kind kind;
        int line;          /* that opened it */
        const char *first; /* line within */
        bool live;         /* is the surrounding block live? */
        bool holds, has_else;
    } block[NESTING];

    struct filled *filled;
    struct filled_section *section; /* the current one */
    struct text *to;                /* where texts go */
    uint64_t bytes;                 /* of all texts so far */

    struct fault *wrong;
};

/* Takes the text of a fault in a line. The first fault is kept. */
static void wrong_line(struct filler *f, int line, char *what) {
    if (f->wrong)
        free(what);
    else
        f->wrong = fault_in_file(f->template->name, (size_t)line, what);
}

/* "WHAT 'TEXT'", about the current line */
static void wrong(struct filler *f, const char *what, const char *text, size_t length) {
    char *whole = text_format("%.*s", (int)length, text);
    wrong_line(f, f->line, text_format("%s '%.60s'", what, whole));
    free(whole);
}

/* --- names and values */

void template_value(json_t *values, const char *name, char *text) {
    json_object_set_new_nocheck(values, name, json_string_nocheck(text));
    free(text);
}

/* Are these `length` bytes that word? */
static bool is(const char *word, const char *text, size_t length) {
    return strncmp(word, text, length) == 0 && word[length] == 0;
}

/* The value of that name: that of the part or array, or else the table's. NULL if there is none. */
static const char *value_named(const struct filler *f, const char *name, size_t length) {
    enum { LONGEST = 32 }; /* no name has as many bytes */
    char key[LONGEST] = {0};
    if (length >= LONGEST)
        return NULL;
    memcpy(key, name, length);
    const json_t *value = json_object_get(json_array_get(f->list, f->number), key);
    return json_string_value(value ? value : json_object_get(f->values, key));
}

/* The row value of that name; ROW_VALUES if there is none. */
static enum row_value row_value_named(const char *name, size_t length) {
    static const char *const names[ROW_VALUES] = {
        [ROW_POSITION] = "position", [ROW_NUMBER] = "row", [ROW_COMMA] = "comma"};
    int k = 0;
    while (k < ROW_VALUES && !is(names[k], name, length))
        k++;
    return (enum row_value)k;
}

/* The first hole, "@name@", in [line, end), and the length of its name; or NULL. */
static const char *next_hole(const char *line, const char *end, size_t *length) {
    for (; (line = memchr(line, '@', (size_t)(end - line))); line++) {
        *length = strspn(line + 1, "abcdefghijklmnopqrstuvwxyz_");
        if (*length > 0 && line + 1 + *length < end && line[1 + *length] == '@')
            return line;
    }
    return NULL;
}

/* The first hole of that name in [line, end), or NULL. */
static const char *find_hole(const char *line, const char *end, const char *name) {
    for (size_t length; (line = next_hole(line, end, &length)); line += length + 2)
        if (is(name, line + 1, length))
            return line;
    return NULL;
}

/* --- texts */

static void fill_into(struct filler *f, struct text *to) {
    f->to = f->live ? to : f->to;
}

/* Appends a text. In an element's line, the text after the last entry is the same, except for commas. All texts are
 * kept in memory, those of a row once. */
static void put(struct filler *f, const char *text, size_t length) {
    enum { MOST = 1 << 25 };
    struct row_pattern *pattern = &f->section->pattern;
    if (!f->live)
        return;
    f->bytes += length;
    if (f->bytes > MOST)
        wrong_line(
            f, f->line,
            text_format("the texts of the template take more than %d MiB of memory", MOST >> 20));
    text_add(f->to, text, length);
    if (f->to == &pattern->after)
        text_add(&pattern->last, text, length);
}

/* Each further line of a value starts with what was put before it since `begin`, where the line began. */
static void put_value(struct filler *f, const char *value, size_t begin) {
    struct text before = {NULL, 0, 0};
    if (f->live && strchr(value, '\n'))
        text_add(&before, f->to->bytes + begin, f->to->used - begin);
    for (const char *newline; (newline = strchr(value, '\n')); value = newline + 1) {
        put(f, value, (size_t)(newline + 1 - value));
        if (before.used > 0)
            put(f, before.bytes, before.used);
    }
    put(f, value, strlen(value));
    text_free(&before);
}

/* Fills the hole at `at`; its line began at `begin` of the text. */
static void put_hole(struct filler *f, enum context context, size_t begin, const char *at,
                     size_t length) {
    const char *value = value_named(f, at + 1, length);
    const enum row_value row = row_value_named(at + 1, length);
    if (value)
        put_value(f, value, begin);
    else if (context == IN_ROW && row != ROW_VALUES) {
        if (f->live)
            text_add(f->to, (const char[]){0, (char)row}, 2);
    } else if (context == IN_ELEMENT && row == ROW_COMMA) {
        if (f->live)
            text_print(f->to, ",");
    } else {
        wrong(f,
              context == IN_ELEMENT
                  ? "not in the element's line, except before @each@ of rows unbroken:"
                  : "no value of this name here:",
              at, length + 2);
    }
}

/* Fills [from, end): texts and holes. */
static void fill_text(struct filler *f, enum context context, const char *from, const char *end) {
    const char *done = from;
    const size_t begin = f->live ? f->to->used : 0;
    size_t length;
    for (const char *at; (at = next_hole(done, end, &length)); done = at + length + 2) {
        put(f, done, (size_t)(at - done));
        put_hole(f, context, begin, at, length);
    }
    put(f, done, (size_t)(end - done));
}

/* --- rows */

static void open_section(struct filler *f) {
    struct filled *filled = f->filled;
    filled->section = die_grow(filled->section, filled->count, sizeof *filled->section);
    f->section = &filled->section[filled->count++];
    *f->section = (struct filled_section){.has_rows = false};
    f->to = &f->section->text;
}

/* Fills the element's line; its hole, @value@ or @bytes@, is at `entry`. For strings its texts are limited in length:
 * they are repeated with each line of a string, and a string is printed as a whole. */
static void fill_element(struct filler *f, const char *line, const char *end, const char *entry) {
    enum { STRING_LINE_MOST = 1024 };
    static const char each_hole[] = "@each@";
    struct row_pattern *pattern = &f->section->pattern;
    const size_t length = strlen("@value@");
    const char *after = entry + length, *each = find_hole(line, entry, "each");
    const char *before = each ? each + strlen(each_hole) : line + strspn(line, " \t");
    const bool strings = entry[1] == 'b';
    if (strings && f->unbroken)
        wrong(f, "unbroken rows have no", entry, length);
    if (strings && each)
        wrong(f, "a string's line has no", each, strlen(each_hole));
    const char *value = find_hole(after, end, "value"), *string = find_hole(after, end, "bytes");
    if (value || string)
        wrong(f, "a second", value ? value : string, length);
    if (f->live && f->section->element > 0)
        wrong(f, "a second line of", entry, length);
    if (f->live) {
        f->section->element = f->line;
        pattern->strings = strings;
        pattern->each = each;
    }
    const uint64_t bytes = f->bytes;
    fill_into(f, &pattern->start);
    fill_text(f, f->unbroken ? IN_ROW : IN_ELEMENT, line, each ? each : before);
    fill_into(f, &pattern->before);
    fill_text(f, IN_ELEMENT, before, entry);
    fill_into(f, &pattern->after);
    fill_text(f, IN_ELEMENT, after, end - 1);
    fill_into(f, &pattern->closing);
    if (strings && f->bytes - bytes > STRING_LINE_MOST)
        wrong_line(f, f->line,
                   text_format("more than %d bytes around '@bytes@'", STRING_LINE_MOST));
}

static void wrong_pair(struct filler *f, int line, const char *what) {
    wrong_line(f, line,
               text_format("component 'cos,sin' makes two tables: %%%% rows must be %s", what));
}

static void open_rows(struct filler *f, bool unbroken) {
    f->in_rows = true;
    f->unbroken = unbroken;
    fill_into(f, &f->section->pattern.opening);
    if (!f->live)
        return;
    f->section->has_rows = true;
    f->section->array = f->number;
    f->section->pattern.unbroken = unbroken;
    f->section->rows = f->line;
}

static void close_rows(struct filler *f) {
    f->in_rows = false;
    if (!f->live)
        return;
    if (f->section->element == 0)
        wrong(f, "rows without", "@value@", strlen("@value@"));
    if (json_array_size(json_object_get(f->values, "%% arrays")) > 1 && f->loop != ARRAYS)
        wrong_pair(f, f->section->rows, "inside %% arrays");
    open_section(f);
}

/* The rows of several arrays may be computed together. So the sections of the other arrays must follow that of the
 * first one, and have the same lines. */
static void check_arrays(struct filler *f) {
    const size_t arrays = json_array_size(json_object_get(f->values, "%% arrays"));
    for (size_t k = 0; arrays > 1 && k < f->filled->count; k++) {
        const struct filled_section *section = &f->filled->section[k],
                                    *first = section - k % arrays;
        const bool same = section->rows == first->rows && section->element == first->element;
        if (section->array != k % arrays || (section->has_rows && !same))
            wrong_pair(f, section->has_rows ? section->rows : first->rows,
                       "the same for both, once in %% arrays");
    }
}

/* --- instructions */

static const char *const blocks[] = {
    [IF] = "if", [ROWS] = "rows", [PARTS] = "parts", [ARRAYS] = "arrays"};
enum { BLOCKS = sizeof blocks / sizeof *blocks };

/* NAME=VALUE */
static bool holds(struct filler *f, const char *condition, size_t length) {
    const char *equals = memchr(condition, '=', length);
    const char *value = equals ? value_named(f, condition, (size_t)(equals - condition)) : NULL;
    if (!value)
        wrong(f, equals ? "no value of this name here:" : "no '=' in", condition, length);
    return value && is(value, equals + 1, length - 1 - (size_t)(equals - condition));
}

static void open_block(struct filler *f, enum block_kind kind, const char *word, size_t length,
                       const char *operand, size_t operand_length, bool unbroken) {
    const bool rows_of_array = kind == ROWS && f->loop == ARRAYS,
               inside = f->in_rows || (f->loop != NO_BLOCK && !rows_of_array);
    if (kind != IF && inside)
        wrong(f, f->loop == ARRAYS ? "inside arrays:" : "inside rows or parts:", word, length);
    if (f->depth == NESTING)
        wrong(f, "too deeply nested:", word, length);
    if (f->wrong)
        return;
    struct block *block = &f->block[f->depth++];
    *block = (struct block){.kind = kind, .line = f->line, .first = f->next, .live = f->live};
    if (kind == IF) {
        block->holds = holds(f, operand, operand_length);
        f->live = f->live && block->holds;
    } else if (kind == ROWS) {
        open_rows(f, unbroken);
    } else {
        f->loop = kind;
        f->list = json_object_get(f->values, kind == PARTS ? "%% parts" : "%% arrays");
    }
}

/* Begins the else branch of an if. */
static void begin_else(struct filler *f, const char *word) {
    struct block *block = &f->block[f->depth - 1];
    if (block->has_else)
        wrong(f, "a second", word, strlen("else"));
    block->has_else = true;
    f->live = block->live && !block->holds;
}

static void close_block(struct filler *f) {
    const struct block *block = &f->block[f->depth - 1];
    const bool loop = block->kind == PARTS || block->kind == ARRAYS;
    if (block->kind == ROWS)
        close_rows(f);
    if (loop && f->live && f->number + 1 < json_array_size(f->list)) {
        f->number++;
        f->next = block->first;
        f->line = block->line;
        return;
    }
    if (loop) {
        f->loop = NO_BLOCK;
        f->list = NULL;
        f->number = 0;
    }
    f->live = block->live;
    f->depth--;
}

/* Executes an instruction. Only the end of the target language's comment may follow it, so no letter or digit. */
static void follow(struct filler *f, const char *word, const char *end) {
    const size_t length = strcspn(word, " \r\n");
    const char *operand = word + length + strspn(word + length, " ");
    const size_t operand_length = strcspn(operand, " \r\n");
    int kind = 0;
    while (kind < BLOCKS && !(blocks[kind] && is(blocks[kind], word, length)))
        kind++;
    const bool unbroken = kind == ROWS && is("unbroken", operand, operand_length);
    const char *rest = operand + (kind == IF || unbroken ? operand_length : 0);
    rest += strspn(rest, " ");
    for (const char *at = rest; at < end; at++)
        if (isalnum((unsigned char)*at))
            wrong(f, "unexpected", rest, strcspn(rest, "\r\n"));
    if (kind < BLOCKS)
        open_block(f, (enum block_kind)kind, word, length, operand, operand_length, unbroken);
    else if (is("else", word, length) && f->depth > 0 && f->block[f->depth - 1].kind == IF)
        begin_else(f, word);
    else if (is("end", word, length) && f->depth > 0)
        close_block(f);
    else
        wrong(f, "unexpected", word, length);
}

/* --- lines */

/* The "%%" in [line, end), or NULL. */
static const char *find_instruction(const char *line, const char *end) {
    for (; (line = memchr(line, '%', (size_t)(end - line))); line++)
        if (line[1] == '%')
            return line;
    return NULL;
}

static void fill_line(struct filler *f, const char *line, const char *end) {
    const char *mark = find_instruction(line, end);
    const char *entry = f->in_rows ? find_hole(line, end, "value") : NULL;
    if (f->in_rows && !entry)
        entry = find_hole(line, end, "bytes");
    if (memchr(line, 0, (size_t)(end - line)))
        wrong_line(f, f->line, text_format("a byte 0 is not text"));
    else if (mark)
        follow(f, mark + 2 + strspn(mark + 2, " "), end);
    else if (entry)
        fill_element(f, line, end, entry);
    else
        fill_text(f, f->in_rows ? IN_ROW : OUTSIDE, line, end);
}

struct fault *template_fill(const struct template *template, const json_t *values, bool needs_rows,
                            struct filled *filled) {
    const char *const end = template->text + template->length;
    struct filler f = {.template = template,
                       .values = values,
                       .next = template->text,
                       .live = true,
                       .filled = filled};
    *filled = (struct filled){NULL, 0};
    open_section(&f);
    while (!f.wrong && f.next < end) {
        const char *line = f.next;
        f.next = (const char *)memchr(line, '\n', (size_t)(end - line)) + 1;
        f.line++;
        fill_line(&f, line, f.next);
    }
    if (f.depth > 0) {
        const struct block *open = &f.block[f.depth - 1];
        f.line = open->line;
        wrong(&f, "no end of", blocks[open->kind], strlen(blocks[open->kind]));
    }
    if (needs_rows && filled->count == 1)
        wrong_line(&f, 1,
                   text_format("no line says %%%% rows: the table would not be in the output"));
    check_arrays(&f);
    if (f.wrong)
        template_filled_free(filled);
    return f.wrong;
}

void template_filled_free(struct filled *filled) {
    for (size_t k = 0; k < filled->count; k++) {
        struct row_pattern *pattern = &filled->section[k].pattern;
        text_free(&filled->section[k].text);
        text_free(&pattern->opening);
        text_free(&pattern->closing);
        text_free(&pattern->start);
        text_free(&pattern->before);
        text_free(&pattern->after);
        text_free(&pattern->last);
    }
    free(filled->section);
    *filled = (struct filled){NULL, 0};
}

void template_print(struct text row, const char *const texts[ROW_VALUES], struct text *to) {
    for (size_t done = 0; done < row.used;) {
        const char *rest = row.bytes + done, *hole = memchr(rest, 0, row.used - done);
        const size_t length = hole ? (size_t)(hole - rest) : row.used - done;
        text_add(to, rest, length);
        if (hole)
            text_print(to, texts[(int)hole[1]]);
        done += length + (hole ? 2 : 0);
    }
}
