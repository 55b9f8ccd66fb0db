#include "emit/template_walk.h"
#include "emit/template_scan.h"

#include <string.h>

static const struct scalar *look_up(const struct scalar scalars[], const char *name,
                                    size_t length) {
    for (; scalars->name; scalars++)
        if (template_is(scalars->name, name, length))
            return scalars;
    return NULL;
}

const struct scalar *template_scalar(const struct template_input *input, const struct scalar *part,
                                     const char *name, size_t length) {
    const struct scalar *of_part = part ? look_up(part, name, length) : NULL;
    return of_part ? of_part : look_up(input->scalars, name, length);
}

enum row_scalar row_scalar_named(const char *name, size_t length) {
    static const char *const names[ROW_SCALARS] = {
        [ROW_POSITION] = "position", [ROW_NUMBER] = "row", [ROW_COMMA] = "comma"};
    int k = 0;
    while (k < ROW_SCALARS && !template_is(names[k], name, length))
        k++;
    return (enum row_scalar)k;
}

size_t template_condition_name(const struct template_step *condition) {
    const char *equals = memchr(condition->text, '=', condition->length);
    return (size_t)(equals - condition->text);
}

struct template_walk template_walk(const struct template *template,
                                   const struct template_input *input) {
    static const struct scalar *const no_part = NULL;
    return (struct template_walk){.template = template, .input = input, .part = &no_part};
}

static bool holds(const struct template_walk *walk, const struct template_step *condition) {
    size_t length = template_condition_name(condition);
    const struct scalar *scalar =
        template_scalar(walk->input, *walk->part, condition->text, length);
    return template_is(scalar->value, condition->text + length + 1, condition->length - length - 1);
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
            walk->part = walk->input->parts;
            break;
        case STEP_END_PARTS:
            walk->next = *++walk->part ? step->number : walk->next;
            break;
        default:
            return step;
        }
    }
    return NULL;
}
