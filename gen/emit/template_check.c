#include "emit/template_check.h"
#include "base/text.h"

#include <inttypes.h>
#include <string.h>

/* Is there a value for a hole or a condition? */
static bool is_known(const struct template_input *input, const struct template_step *s) {
    size_t length = s->kind == STEP_IF ? template_condition_name(s) : s->length;
    const struct template_value *own = s->loop == IN_PARTS    ? *input->parts
                                       : s->loop == IN_ARRAYS ? *input->arrays
                                                              : NULL;
    if (template_value_named(input, own, s->text, length))
        return true;
    if (s->kind == STEP_IF)
        return false;
    enum row_value row = row_value_named(s->text, length);
    return s->place == IN_ROW ? row != ROW_VALUES : s->place == IN_ELEMENT && row == ROW_COMMA;
}

static struct fault *check_names(const struct template *template,
                                 const struct template_input *input) {
    static const char unknown[] = "no value of this name here:",
                      not_there[] =
                          "not in the element's line, except before @each@ of rows unbroken:";
    for (size_t k = 0; k < template->count; k++) {
        const struct template_step *s = &template->step[k];
        if ((s->kind != STEP_HOLE && s->kind != STEP_IF) || is_known(input, s))
            continue;
        if (s->kind == STEP_IF)
            return template_wrong(template, s->line, unknown, s->text, s->length);
        return template_wrong(template, s->line, s->place == IN_ELEMENT ? not_there : unknown,
                              s->text - 1, s->length + 2);
    }
    return NULL;
}

/* Of each row section that the conditions leave. */
static struct fault *check_elements(const struct template *template,
                                    const struct template_input *input, bool needs_rows) {
    struct template_walk walk = template_walk(template, input);
    bool has_rows = false, has_element = false;
    for (const struct template_step *s; (s = template_walk_next(&walk));) {
        if (s->kind == STEP_ELEMENT && has_element)
            return template_wrong(template, s->line, "a second line of", s->text, s->length);
        if (s->kind == STEP_END_ROWS && !has_element)
            return template_wrong(template, s->line, "rows without", "@value@", strlen("@value@"));
        if (s->kind == STEP_ROWS || s->kind == STEP_ELEMENT)
            has_element = s->kind == STEP_ELEMENT;
        has_rows = has_rows || s->kind == STEP_ROWS;
    }
    if (needs_rows && !has_rows)
        return fault_in_file(
            template->name, 1,
            text_format("no line says %%%% rows: the table would not be in the output"));
    return NULL;
}

/* The steps of a row section. */
struct rows_of {
    const struct template_step *rows, *element;
    int line;
};

static struct fault *wrong_pair(const struct template *template, const struct rows_of *section,
                                const char *what) {
    return fault_in_file(template->name, (size_t)section->line,
                         text_format("component 'cos,sin' makes two tables: %s", what));
}

/* The rows of several arrays may be computed together. So the section of the first one is followed by those of the others,
 * which have the same steps. */
static struct fault *check_arrays(const struct template *template,
                                  const struct template_input *input) {
    static const char alone[] = "%% rows must be the same for both, once in %% arrays";
    struct template_walk walk = template_walk(template, input);
    struct rows_of first = {NULL, NULL, 0}, section = first;
    size_t follows = 0; /* the array whose rows must be next */
    for (const struct template_step *s; (s = template_walk_next(&walk));) {
        if (s->kind == STEP_ROWS)
            section = (struct rows_of){s, NULL, s->line};
        if (s->kind == STEP_ELEMENT)
            section.element = s;
        if (s->kind == STEP_ROWS && strcmp(s->text, TEMPLATE_ARRAY) != 0)
            return wrong_pair(template, &section, "%% rows must be inside %% arrays");
        if (s->kind != STEP_END_ROWS)
            continue;
        if (follows == 0)
            first = section;
        if (walk.number != follows || first.rows != section.rows ||
            first.element != section.element)
            return wrong_pair(template, &section, alone);
        follows = input->arrays[follows + 1] ? follows + 1 : 0;
    }
    return follows > 0 ? wrong_pair(template, &first, alone) : NULL;
}

/* --- how much */

/* What a step becomes, at most. */
static uint64_t bytes_of(const struct template_input *input, const struct template_step *s) {
    const struct template_value *own = s->loop == IN_PARTS    ? *input->parts
                                       : s->loop == IN_ARRAYS ? *input->arrays
                                                              : NULL;
    const struct template_value *value =
        s->kind == STEP_HOLE ? template_value_named(input, own, s->text, s->length) : NULL;
    uint64_t bytes = s->kind == STEP_TEXT ? s->length : 0;
    for (const char *at = value ? value->text : ""; *at; at++)
        bytes += *at == '\n' ? 1 + s->number : 1; /* each further line begins as the first */
    return bytes;
}

static size_t count_of(const struct template_value *const *list) {
    size_t count = 0;
    while (list[count])
        count++;
    return count;
}

/* All texts that a template is filled with are in memory, those of a row once. With each line of a string its texts come
 * again, and a string is printed as a whole. */
static struct fault *check_sizes(const struct template *template,
                                 const struct template_input *input) {
    enum { MOST = 1 << 25, STEP = 16, STRING_LINE_MOST = 1024 };
    uint64_t all = 0, line = 0;
    const struct template_step *string = NULL;
    for (size_t k = 0; k < template->count; k++) {
        const struct template_step *s = &template->step[k];
        const uint64_t bytes = bytes_of(input, s);
        all += (bytes + STEP) * (s->loop == IN_PARTS    ? count_of(input->parts)
                                 : s->loop == IN_ARRAYS ? count_of(input->arrays)
                                                        : 1);
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

struct fault *template_check(const struct template *template, const struct template_input *input,
                             bool needs_rows) {
    struct fault *wrong = check_names(template, input);
    if (!wrong)
        wrong = check_sizes(template, input);
    if (!wrong)
        wrong = check_elements(template, input, needs_rows);
    return wrong || !input->arrays[1] ? wrong : check_arrays(template, input);
}
