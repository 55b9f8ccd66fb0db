#include "emit/template_walk.h"
#include "emit/template_scan.h"

#include <string.h>

static const struct template_value *look_up(const struct template_value values[], const char *name,
                                            size_t length) {
    for (; values->name; values++)
        if (template_is(values->name, name, length))
            return values;
    return NULL;
}

const struct template_value *template_value_named(const struct template_input *input,
                                                  const struct template_value *own,
                                                  const char *name, size_t length) {
    const struct template_value *found = own ? look_up(own, name, length) : NULL;
    return found ? found : look_up(input->values, name, length);
}

enum row_value row_value_named(const char *name, size_t length) {
    static const char *const names[ROW_VALUES] = {
        [ROW_POSITION] = "position", [ROW_NUMBER] = "row", [ROW_COMMA] = "comma"};
    int k = 0;
    while (k < ROW_VALUES && !template_is(names[k], name, length))
        k++;
    return (enum row_value)k;
}

size_t template_condition_name(const struct template_step *condition) {
    const char *equals = memchr(condition->text, '=', condition->length);
    return (size_t)(equals - condition->text);
}

struct template_walk template_walk(const struct template *template,
                                   const struct template_input *input) {
    static const struct template_value *const none = NULL;
    return (struct template_walk){.template = template, .input = input, .own = &none};
}

static bool holds(const struct template_walk *walk, const struct template_step *condition) {
    size_t length = template_condition_name(condition);
    const struct template_value *value =
        template_value_named(walk->input, *walk->own, condition->text, length);
    return template_is(value->text, condition->text + length + 1, condition->length - length - 1);
}

const struct template_step *template_walk_next(struct template_walk *walk) {
    while (walk->next < walk->template->count) {
        const struct template_step *step = &walk->template->step[walk->next++];
        switch (step->kind) {
        case STEP_IF:
            walk->next = holds(walk, step) ? walk->next : step->number;
            break;
        case STEP_ELSE:
            walk->next = step->number;
            break;
        case STEP_PARTS:
        case STEP_ARRAYS:
            walk->own = step->kind == STEP_PARTS ? walk->input->parts : walk->input->arrays;
            walk->number = 0;
            break;
        case STEP_END_PARTS:
        case STEP_END_ARRAYS:
            walk->number = *++walk->own ? walk->number + 1 : 0;
            walk->next = *walk->own ? step->number : walk->next;
            break;
        default:
            return step;
        }
    }
    return NULL;
}
