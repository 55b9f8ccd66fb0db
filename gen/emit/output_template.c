#include "emit/output_template.h"
#include "base/die.h"
#include "emit/template_check.h"

#include <stdlib.h>

static struct fault in_template(char *wrong) {
    return (struct fault){wrong, TEMPLATE, wrong != NULL};
}

/* The user's own. */
static struct fault find_file(struct output_options *output, struct template_set *templates) {
    bool unread;
    char *wrong = template_set_file(templates, output->template_path, &output->template, &unread);
    if (!unread)
        return in_template(wrong);
    struct fault fault = {text_format("template: %s", wrong), TEMPLATE, false};
    free(wrong);
    return fault;
}

/* The format's, and beside a source that of C, which declares what any source defines. */
static struct fault find_built_in(struct output_options *output, struct template_set *templates) {
    char *wrong = NULL;
    if (output->format->content == CONTENT_TEXT)
        wrong = template_set_language(templates, output->text[FORMAT], &output->template);
    if (!wrong && output->linkage == LINKAGE_EXTERN)
        wrong = template_set_language(templates, formats[FORMAT_C].name, &output->header);
    return in_template(wrong);
}

static char *check(const struct output_options *output, const struct template_input *input) {
    char *wrong = template_check(output->template, input, output->format->user);
    if (!wrong && output->header && output->header != output->template)
        wrong = template_check(output->header, input, false);
    return wrong;
}

struct fault output_template_check(const struct output_options *output) {
    if (!output->template)
        return in_template(NULL);
    bool contents = output->linkage == LINKAGE_STATIC;
    struct template_values *values = template_values_new(output, PART_HEADER, contents, 0, 0);
    struct template_input input = template_values_input(values);
    struct fault fault = in_template(check(output, &input));
    template_values_free(values);
    return fault;
}

/* A built-in template is wrong only while somebody changes it. emit_table checks it: thousands of tables are listed in half
 * the time without. */
struct fault output_template_find(struct output_options *output, struct template_set *templates) {
    if (!output->format->user)
        return find_built_in(output, templates);
    struct fault fault = find_file(output, templates);
    return fault.text ? fault : output_template_check(output);
}

struct filled output_template_fill(const struct output_options *output,
                                   const struct template *template, enum part part, bool contents,
                                   uint64_t slice, uint64_t digest) {
    struct template_values *values = template_values_new(output, part, contents, slice, digest);
    struct template_input input = template_values_input(values);
    struct filled filled = template_fill(template, &input);
    template_values_free(values);
    return filled;
}
