#include "emit/output_template.h"
#include "base/die.h"

#include <stdlib.h>

static struct fault in_template(char *wrong) {
    return (struct fault){wrong, TEMPLATE, wrong != NULL};
}

struct fault output_template_load(const struct output_options *output, struct template_text *own,
                                  struct template *template) {
    *own = (struct template_text){NULL, NULL, 0};
    *template = (struct template){NULL, NULL, 0};
    if (!output->format->user)
        return in_template(template_parse(template_named(output->text[FORMAT]), template));
    char *wrong = template_read(output->template, own);
    if (!wrong)
        return in_template(template_parse(own, template));
    struct fault fault = {text_format("template: %s", wrong), TEMPLATE, false};
    free(wrong);
    return fault;
}

struct fault output_template_load_c(struct template *template) {
    return in_template(template_parse(template_named("c"), template));
}

struct fault output_template_fill(const struct output_options *output,
                                  const struct template *template, enum part part, bool contents,
                                  uint64_t slice, uint64_t digest, struct filled *filled) {
    struct template_values *values = template_values_new(output, part, contents, slice, digest);
    struct template_input input = template_values_input(values);
    char *wrong = template_fill(template, &input, filled);
    template_values_free(values);
    if (!wrong && output->format->user && !filled->section->array) {
        template_filled_free(filled);
        wrong = text_format("%s:1: no line says %%%% rows: the table would not be in the output",
                            template->name);
    }
    return in_template(wrong);
}

struct fault output_template_check(const struct output_options *output) {
    struct template_text own;
    struct template template;
    struct filled filled;
    if (!output->format->user)
        return (struct fault){NULL, WORDS, false};
    struct fault fault = output_template_load(output, &own, &template);
    if (!fault.text)
        fault = output_template_fill(output, &template, PART_HEADER, true, 0, 0, &filled);
    if (!fault.text)
        template_filled_free(&filled);
    template_free(&template);
    template_text_free(&own);
    return fault;
}
