/* SPDX-License-Identifier: MIT */
#include "emit/template.h"
#include "base/file.h"
#include "words/words.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The line that is being parsed or filled, and the first fault. */
struct place {
    const char *file;
    size_t line;
    struct fault *wrong;
};

/* Notes what is wrong in the line, unless there is a fault already. */
__attribute__((format(printf, 2, 3))) static void wrong(struct place *place, const char *format,
                                                        ...) {
    va_list arguments;
    va_start(arguments, format);
    if (!place->wrong)
        place->wrong = fault_in_file(place->file, place->line, text_vformat(format, arguments));
    va_end(arguments);
}

/* "WHAT 'TEXT'" */
static void wrong_text(struct place *place, const char *what, const char *text, size_t length) {
    char *whole = text_format("%.*s", (int)length, text);
    wrong(place, "%s '%.60s'", what, whole);
    free(whole);
}

/* Are these `length` bytes that word? */
static bool is(const char *word, const char *text, size_t length) {
    return strncmp(word, text, length) == 0 && word[length] == 0;
}

/* --- a template is parsed into nodes */

enum { NESTING = 16 };

enum node_kind { LINES, IF, ELSE, ROWS, PARTS, ARRAYS, END, KINDS };

static const char *const instructions[KINDS] = {
    [LINES] = "",      [IF] = "if",         [ELSE] = "else", [ROWS] = "rows",
    [PARTS] = "parts", [ARRAYS] = "arrays", [END] = "end"};

/* Lines of text, or an instruction. */
struct template_node {
    enum node_kind kind;
    size_t line;            /* its number, or that of the first line of text */
    const char *text, *end; /* the lines, or the condition of an if */
    size_t jump;            /* the node of its else or end; of an end, of its beginning */
    bool unbroken, lines;   /* of rows */
};

struct parser {
    struct template *template;
    struct place place;
    size_t open[NESTING]; /* the nodes of the blocks that the line is in */
    int depth;
    bool in[KINDS]; /* is it in such a block? */
};

static struct template_node *add_node(struct parser *p, enum node_kind kind, const char *text,
                                      const char *end) {
    struct template *template = p->template;
    template->node = die_grow(template->node, template->count, sizeof *template->node);
    struct template_node *node = &template->node[template->count++];
    *node = (struct template_node){.kind = kind, .line = p->place.line, .text = text, .end = end};
    return node;
}

static void open_block(struct parser *p, enum node_kind kind, const char *operand, size_t length,
                       bool unbroken) {
    const char *word = instructions[kind];
    const bool inside = p->in[ROWS] || p->in[PARTS] || (p->in[ARRAYS] && kind != ROWS);
    if (kind != IF && inside)
        wrong(&p->place, "inside %s: '%s'", p->in[ARRAYS] ? "arrays" : "rows or parts", word);
    if (kind == IF && !memchr(operand, '=', length))
        wrong_text(&p->place, "no '=' in", operand, length);
    if (p->depth == NESTING)
        wrong(&p->place, "too deeply nested: '%s'", word);
    if (p->place.wrong)
        return;
    p->open[p->depth++] = p->template->count;
    p->in[kind] = true;
    add_node(p, kind, operand, operand + length)->unbroken = unbroken;
}

/* Ends a block, or its first branch. */
static void close_block(struct parser *p, enum node_kind kind) {
    struct template *template = p->template;
    const size_t open = p->depth > 0 ? p->open[p->depth - 1] : 0, here = template->count;
    const enum node_kind opened = p->depth > 0 ? template->node[open].kind : END;
    if (opened == END || (kind == ELSE && opened != IF && opened != ELSE))
        wrong(&p->place, "unexpected '%s'", instructions[kind]);
    else if (kind == ELSE && opened == ELSE)
        wrong(&p->place, "a second 'else'");
    if (p->place.wrong)
        return;
    template->node[open].jump = here;
    add_node(p, kind, NULL, NULL)->jump = open;
    p->open[p->depth - 1] = here;
    if (kind == END) {
        p->in[opened] = false;
        p->depth--;
    }
}

/* Parses an instruction. Only the end of the target language's comment may follow it, so no letter or digit. */
static void parse_instruction(struct parser *p, const char *word, const char *end) {
    const size_t length = strcspn(word, " \r\n");
    const char *operand = word + length + strspn(word + length, " ");
    const size_t operand_length = strcspn(operand, " \r\n");
    enum node_kind kind = IF;
    const bool lines = is("lines", word, length);
    while (kind < KINDS && !is(instructions[kind], word, length))
        kind++;
    kind = lines ? ROWS : kind;
    const bool unbroken = kind == ROWS && !lines && is("unbroken", operand, operand_length);
    const char *rest = operand + (kind == IF || unbroken ? operand_length : 0);
    rest += strspn(rest, " ");
    for (const char *at = rest; at < end; at++)
        if (isalnum((unsigned char)*at))
            wrong_text(&p->place, "unexpected", rest, (size_t)(end - rest));
    if (kind == KINDS)
        wrong_text(&p->place, "unexpected", word, length);
    else if (kind == ELSE || kind == END)
        close_block(p, kind);
    else
        open_block(p, kind, operand, operand_length, unbroken);
    if (lines && !p->place.wrong)
        p->template->node[p->template->count - 1].lines = true;
}

/* The "%%" in [line, end), or NULL. */
static const char *find_instruction(const char *line, const char *end) {
    for (; (line = memchr(line, '%', (size_t)(end - line))); line++)
        if (line[1] == '%')
            return line;
    return NULL;
}

static void parse_line(struct parser *p, const struct text_line *line) {
    const char *end = line->text + line->length, *mark = find_instruction(line->text, end);
    const size_t count = p->template->count;
    if (memchr(line->text, 0, line->length))
        wrong(&p->place, "a byte 0 is not text");
    else if (mark)
        parse_instruction(p, mark + 2 + strspn(mark + 2, " "), end);
    else if (count > 0 && p->template->node[count - 1].kind == LINES)
        p->template->node[count - 1].end = line->next;
    else
        add_node(p, LINES, line->text, line->next);
}

struct fault *template_parse(struct template *template, const char *name, const char *text,
                             size_t length) {
    struct parser p = {.template = template, .place = {.file = name}};
    *template = (struct template){.name = name};
    for (struct text_line line = text_lines(text, length);
         !p.place.wrong && text_next_line(&line);) {
        p.place.line = line.number;
        parse_line(&p, &line);
    }
    if (p.depth > 0) {
        const struct template_node *open = &template->node[p.open[p.depth - 1]];
        open = open->kind == ELSE ? &template->node[open->jump] : open;
        p.place.line = open->line;
        wrong(&p.place, "no end of '%s'", instructions[open->kind]);
    }
    if (p.place.wrong)
        template_free(template);
    return p.place.wrong;
}

void template_free(struct template *template) {
    free(template->node);
    free(template->own);
    *template = (struct template){.name = NULL};
}

/* --- the templates of a run */

/* The template of that name; if it is new, it has none yet. */
static struct template *place_of(struct template_set *set, const char *kind, const char *name) {
    char *key = text_format("%s %s", kind, name);
    const uint64_t *known = names_add(&set->names, key, set->count);
    free(key);
    if (known)
        return set->list[*known];
    struct template *template = die_malloc(sizeof *template);
    *template = (struct template){.name = NULL};
    set->list = die_grow(set->list, set->count, sizeof *set->list);
    return set->list[set->count++] = template;
}

/* Parsing a built-in template can only fail while somebody changes it. */
static struct template built_in(const char *language) {
    const struct template_text *text = built_in_templates;
    while (strcmp(text->name, language) != 0)
        text++;
    struct template template;
    const struct fault *fault = template_parse(&template, language, text->text, text->length);
    if (fault)
        die(DIE_JOB, "template %s", fault_message(fault));
    return template;
}

const struct template *template_of_language(struct template_set *set, const char *language) {
    struct template *template = place_of(set, "language", language);
    if (!template->name)
        *template = built_in(language);
    return template;
}

const struct template *template_of_file(struct template_set *set, const char *name,
                                        struct faults *faults) {
    enum { LARGEST = 1 << 20 };
    struct text text = {NULL, 0, 0};
    struct template *template = place_of(set, "file", name);
    if (template->name)
        return template;
    char *unreadable = file_read(name, LARGEST, &text);
    if (unreadable)
        faults_put(faults, TEMPLATE, "template: %s", unreadable);
    else
        faults_add_found(faults, TEMPLATE,
                         template_parse(template, name, text_string(&text), text.used));
    free(unreadable);
    if (!template->name) {
        text_free(&text);
        return NULL;
    }
    template->own = text.bytes;
    return template;
}

void template_set_free(struct template_set *set) {
    for (size_t k = 0; k < set->count; k++) {
        template_free(set->list[k]);
        free(set->list[k]);
    }
    free(set->list);
    names_free(&set->names);
    *set = (struct template_set){.count = 0};
}

/* --- values */

static struct template_value *find_value(const struct template_values *values, const char *name,
                                         size_t length) {
    for (size_t k = 0; k < values->count; k++)
        if (is(values->list[k].name, name, length))
            return &values->list[k];
    return NULL;
}

void template_value(struct template_values *values, const char *name, char *text) {
    struct template_value *value = find_value(values, name, strlen(name));
    if (!value) {
        values->list = die_grow(values->list, values->count, sizeof *values->list);
        value = &values->list[values->count++];
        *value = (struct template_value){text_format("%s", name), NULL};
    }
    free(value->text);
    value->text = text;
}

struct template_values *template_turn(struct template_turns *turns) {
    turns->list = die_grow(turns->list, turns->count, sizeof *turns->list);
    turns->list[turns->count] = (struct template_values){.count = 0};
    return &turns->list[turns->count++];
}

void template_turns_free(struct template_turns *turns) {
    for (size_t k = 0; k < turns->count; k++)
        template_values_free(&turns->list[k]);
    free(turns->list);
    *turns = (struct template_turns){.count = 0};
}

void template_values_free(struct template_values *values) {
    for (size_t k = 0; k < values->count; k++) {
        free(values->list[k].name);
        free(values->list[k].text);
    }
    free(values->list);
    template_turns_free(&values->parts);
    template_turns_free(&values->arrays);
    *values = (struct template_values){.count = 0};
}

/* --- a template is filled node by node */

/* Where a text is. */
enum context {
    OUTSIDE,
    IN_ROW,    /* may use all values of a row */
    IN_ELEMENT /* may use only @comma@ of them */
};

struct filler {
    const struct template *template;
    const struct template_values *values;
    const struct template_turns *turns; /* of the loop that the node is in, or NULL */
    size_t number;                      /* of the current turn */
    struct place place;
    bool checking;     /* the node is only checked */
    const char *comma; /* @comma@ of an entry */

    struct filled *filled;
    struct filled_section *section;   /* the current one */
    const struct template_node *rows; /* the current ones, or NULL */
    struct text *to;                  /* where texts go */
    uint64_t bytes;                   /* of all texts so far */
};

/* The value of that name: that of the part or array, or else the table's. NULL if there is none. */
static const char *value_named(const struct filler *f, const char *name, size_t length) {
    const struct template_value *own = f->turns && f->turns->count > 0
                                           ? find_value(&f->turns->list[f->number], name, length)
                                           : NULL;
    const struct template_value *value = own ? own : find_value(f->values, name, length);
    return value ? value->text : NULL;
}

/* The row value of that name; ROW_VALUES if there is none. */
static enum row_value row_value_named(const char *name, size_t length) {
    static const char *const names[ROW_VALUES] = {[ROW_POSITION] = "position",
                                                  [ROW_NUMBER] = "row",
                                                  [ROW_INDEX] = "index",
                                                  [ROW_COMMA] = "comma",
                                                  [ROW_SEMICOLON] = "semicolon"};
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

/* Appends a text. All texts are kept in memory, those of a row once. */
static void put(struct filler *f, const char *text, size_t length) {
    enum { MOST = 1 << 25 };
    if (f->checking)
        return;
    f->bytes += length;
    if (f->bytes > MOST)
        wrong(&f->place, "the texts of the template take more than %d MiB of memory", MOST >> 20);
    text_add(f->to, text, length);
}

/* Each further line of a value starts with what was put before it since `begin`, where the line began. */
static void put_value(struct filler *f, const char *value, size_t begin) {
    struct text before = {NULL, 0, 0};
    /* the value of a hole before it may have ended lines */
    for (size_t at = f->to->used; at > begin; at--)
        if (f->to->bytes[at - 1] == '\n')
            begin = at;
    if (strchr(value, '\n'))
        text_add(&before, f->to->bytes + begin, f->to->used - begin);
    for (const char *newline; (newline = strchr(value, '\n')); value = newline + 1) {
        put(f, value, (size_t)(newline + 1 - value));
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
    else if (context == IN_ROW && row != ROW_VALUES)
        put(f, (const char[]){0, (char)row}, 2);
    else if (context == IN_ELEMENT && row == ROW_COMMA)
        put(f, f->comma, strlen(f->comma));
    else
        wrong_text(
            &f->place,
            context == IN_ELEMENT
                ? "not in the element's line, except before @each@ of lines or rows unbroken:"
                : "no value of this name here:",
            at, length + 2);
}

/* Fills [from, end), a line or a part of one. */
static void fill_text(struct filler *f, enum context context, const char *from, const char *end,
                      struct text *to) {
    const char *done = from;
    const size_t begin = to->used;
    size_t length;
    f->to = to;
    for (const char *at; (at = next_hole(done, end, &length)); done = at + length + 2) {
        put(f, done, (size_t)(at - done));
        put_hole(f, context, begin, at, length);
    }
    put(f, done, (size_t)(end - done));
}

/* The hole of an entry in [line, end), @value@ or @bytes@; or NULL. */
static const char *find_entry(const char *line, const char *end) {
    const char *value = find_hole(line, end, "value");
    return value ? value : find_hole(line, end, "bytes");
}

/* Fills the element's line. For strings its texts are limited in length: they are repeated with each line of a string, and
 * a string is printed as a whole. */
static void fill_element(struct filler *f, const char *line, const char *end, const char *entry) {
    enum { STRING_LINE_MOST = 1024 };
    static const char each_hole[] = "@each@", end_hole[] = "@end@";
    struct row_pattern unused = {.each = false},
                       *pattern = f->checking ? &unused : &f->section->pattern;
    const bool strings = entry[1] == 'b', unbroken = f->rows->unbroken, lines = f->rows->lines;
    const char *after = entry + strlen("@value@"), *second = find_entry(after, end),
               *ending = find_hole(after, end, "end"), *last = ending ? ending : end,
               *each = find_hole(line, entry, "each"),
               *before = each ? each + strlen(each_hole) : line + strspn(line, " \t");
    if (strings && unbroken)
        wrong(&f->place, "unbroken rows have no '@bytes@'");
    if (strings && (each || ending))
        wrong(&f->place, "a string's line has no '@%s@'", each ? "each" : "end");
    if (second)
        wrong(&f->place, "a second '@%s@'", second[1] == 'b' ? "bytes" : "value");
    if (f->section->has_rows && !f->checking)
        wrong(&f->place, "a second line of '@%s@'", strings ? "bytes" : "value");
    f->section->has_rows |= !f->checking;
    pattern->strings = strings;
    pattern->each = each;
    f->comma = ",";
    fill_text(f, unbroken || (lines && !strings) ? IN_ROW : IN_ELEMENT, line, each ? each : before,
              &pattern->start);
    fill_text(f, IN_ELEMENT, before, entry, &pattern->before);
    fill_text(f, IN_ELEMENT, after, last, &pattern->after);
    f->comma = "";
    fill_text(f, IN_ELEMENT, after, last, &pattern->last);
    if (ending)
        fill_text(f, lines ? IN_ROW : IN_ELEMENT, ending + strlen(end_hole), end, &pattern->ending);
    if (strings &&
        pattern->start.used + pattern->before.used + pattern->after.used > STRING_LINE_MOST)
        wrong(&f->place, "more than %d bytes around '@bytes@'", STRING_LINE_MOST);
}

static void fill_lines(struct filler *f, const struct template_node *node) {
    struct filled_section *section = f->section;
    struct text_line line = text_lines(node->text, (size_t)(node->end - node->text));
    while (!f->place.wrong && text_next_line(&line)) {
        const char *end = line.text + line.length,
                   *entry = f->rows ? find_entry(line.text, end) : NULL;
        struct text *to = !f->rows            ? &section->text
                          : section->has_rows ? &section->pattern.closing
                                              : &section->pattern.opening;
        f->place.line = node->line + line.number - 1;
        if (entry) {
            fill_element(f, line.text, end, entry);
        } else {
            fill_text(f, f->rows ? IN_ROW : OUTSIDE, line.text, end, to);
            put(f, "\n", 1);
        }
    }
}

static void open_section(struct filler *f) {
    struct filled *filled = f->filled;
    filled->section = die_grow(filled->section, filled->count, sizeof *filled->section);
    f->section = &filled->section[filled->count++];
    *f->section = (struct filled_section){.has_rows = false};
}

/* NAME=VALUE */
static bool holds(struct filler *f, const struct template_node *node) {
    const char *equals = strchr(node->text, '=');
    const char *value = value_named(f, node->text, (size_t)(equals - node->text));
    if (!value)
        wrong_text(&f->place, "no value of this name here:", node->text,
                   (size_t)(node->end - node->text));
    return value && is(value, equals + 1, (size_t)(node->end - equals - 1));
}

static void fill_nodes(struct filler *f, size_t k, size_t end, bool live);

/* Fills the nodes [k, end) of rows. */
static void fill_rows(struct filler *f, const struct template_node *rows, size_t k, size_t end,
                      bool live) {
    f->rows = rows;
    fill_nodes(f, k, end, live);
    f->rows = NULL;
    if (!live || f->place.wrong)
        return;
    f->place.line = f->template->node[end].line;
    if (!f->section->has_rows)
        wrong(&f->place, "rows without '@value@'");
    f->section->array = f->number;
    f->section->pattern.unbroken = rows->unbroken;
    f->section->pattern.lines = rows->lines;
    open_section(f);
}

/* Fills the nodes [k, end) of a loop, once for each turn. */
static void fill_turns(struct filler *f, const struct template_turns *turns, size_t k, size_t end,
                       bool live) {
    f->turns = turns;
    do
        fill_nodes(f, k, end, live && f->number < turns->count);
    while (live && ++f->number < turns->count);
    f->turns = NULL;
    f->number = 0;
}

/* Fills the nodes [k, end). Those that aren't live, since a condition is false or a list empty, are only checked. */
static void fill_nodes(struct filler *f, size_t k, size_t end, bool live) {
    const struct template_node *nodes = f->template->node;
    while (k < end && !f->place.wrong) {
        const struct template_node *node = &nodes[k++];
        f->checking = !live;
        f->place.line = node->line;
        if (node->kind == LINES) {
            fill_lines(f, node);
            continue;
        }
        const size_t branch = node->jump;
        const size_t last = nodes[branch].kind == ELSE ? nodes[branch].jump : branch;
        if (node->kind == IF) {
            const bool yes = holds(f, node);
            fill_nodes(f, k, branch, live && yes);
            fill_nodes(f, branch + 1, last, live && !yes);
        } else if (node->kind == ROWS) {
            fill_rows(f, node, k, last, live);
        } else {
            const struct template_values *values = f->values;
            fill_turns(f, node->kind == PARTS ? &values->parts : &values->arrays, k, last, live);
        }
        k = last + 1;
    }
}

static bool has_rows(const struct filled *filled, size_t array) {
    size_t k = 0;
    while (k < filled->count && !(filled->section[k].has_rows && filled->section[k].array == array))
        k++;
    return k < filled->count;
}

struct fault *template_fill(const struct template *template, const struct template_values *values,
                            bool needs_rows, struct filled *filled) {
    const bool pair = values->arrays.count > 1;
    struct filler f = {.template = template,
                       .values = values,
                       .place = {.file = template->name},
                       .filled = filled};
    *filled = (struct filled){NULL, 0};
    open_section(&f);
    fill_nodes(&f, 0, template->count, true);
    f.place.line = 1;
    if (needs_rows && !pair && !has_rows(filled, 0))
        wrong(&f.place, "no line says %%%% rows: the table would not be in the output");
    if (needs_rows && pair && !(has_rows(filled, 0) && has_rows(filled, 1)))
        wrong(&f.place, "component 'cos,sin' makes two tables: %%%% rows must be inside %%%% "
                        "arrays, for both");
    if (f.place.wrong)
        template_filled_free(filled);
    return f.place.wrong;
}

struct text template_filled_text(const char *language, const struct template_values *values) {
    struct template template = built_in(language);
    struct filled filled;
    const struct fault *fault = template_fill(&template, values, false, &filled);
    if (fault)
        die(DIE_JOB, "template %s", fault_message(fault));
    const struct text text = filled.section->text;
    filled.section->text = (struct text){NULL, 0, 0};
    template_filled_free(&filled);
    template_free(&template);
    return text;
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
        text_free(&pattern->ending);
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
