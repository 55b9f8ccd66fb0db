#include "emit/output_template.h"
#include "base/die.h"
#include "emit/template_check.h"

#include <stdlib.h>

/* The user's own. */
static struct fault *find_file(struct output_options *output, struct template_set *templates,
                               struct faults *faults) {
    char *unreadable;
    struct fault *wrong =
        template_set_file(templates, output->template_path, &output->template, &unreadable);
    if (unreadable)
        faults_add(faults, TEMPLATE, text_format("template: %s", unreadable));
    free(unreadable);
    return wrong;
}

/* The format's own. An extern table also needs the template of C, for the header that declares it. */
static struct fault *find_built_in(struct output_options *output, struct template_set *templates) {
    struct fault *wrong = NULL;
    if (output->format->content == CONTENT_TEXT)
        wrong = template_set_language(templates, output->text[FORMAT], &output->template);
    if (!wrong && output->linkage == LINKAGE_EXTERN)
        wrong = template_set_language(templates, formats[FORMAT_C].name, &output->header);
    return wrong;
}

static struct fault *check(const struct output_options *output,
                           const struct template_input *input) {
    struct fault *wrong = template_check(output->template, input, output->format->user);
    if (!wrong && output->header && output->header != output->template)
        wrong = template_check(output->header, input, false);
    return wrong;
}

struct fault *output_template_check(const struct output_options *output,
                                    const struct factored *factored) {
    if (!output->template)
        return NULL;
    const struct text_file file = {
        .part = PART_HEADER, .contents = output->linkage == LINKAGE_STATIC, .factored = factored};
    struct template_values *values = template_values_new(output, &file);
    struct template_input input = template_values_input(values);
    struct fault *wrong = check(output, &input);
    template_values_free(values);
    return wrong;
}

/* A built-in template is wrong only while somebody changes it. So only emit_table checks it, which halves the time that
 * listing thousands of tables takes. */
void output_template_find(struct output_options *output, struct template_set *templates,
                          struct faults *faults) {
    struct fault *wrong = NULL;
    if (output->format->user) {
        wrong = find_file(output, templates, faults);
        if (!wrong && faults->count == 0)
            wrong = output_template_check(output, NULL);
    } else if (faults->count == 0) {
        wrong = find_built_in(output, templates);
    }
    faults_add_found(faults, TEMPLATE, wrong);
}

struct filled output_template_fill(const struct output_options *output,
                                   const struct template *template, const struct text_file *file) {
    struct template_values *values = template_values_new(output, file);
    struct template_input input = template_values_input(values);
    struct filled filled = template_fill(template, &input);
    template_values_free(values);
    return filled;
}
