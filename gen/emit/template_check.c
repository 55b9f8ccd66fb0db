#include "emit/template_check.h"
#include "base/text.h"

#include <string.h>

/* Is there a value for a hole or a condition? */
static bool is_known(const struct template_input *input, const struct template_step *s) {
    size_t length = s->kind == STEP_IF ? template_condition_name(s) : s->length;
    if (template_value_named(input, s->place == IN_PART ? *input->parts : NULL, s->text, length))
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

struct fault *template_check(const struct template *template, const struct template_input *input,
                             bool needs_rows) {
    struct fault *wrong = check_names(template, input);
    return wrong ? wrong : check_elements(template, input, needs_rows);
}
