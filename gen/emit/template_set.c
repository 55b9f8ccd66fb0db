#include "emit/template_set.h"
#include "base/die.h"

#include <stdlib.h>

struct parsed_template {
    struct template_text own; /* if it comes from a file */
    struct template template;
};

/* Parses a text and keeps the result under a name. If the text is wrong, keeps nothing. */
static struct fault *add(struct template_set *set, struct names *names, const char *name,
                         const struct template_text *text, const struct template **template) {
    struct parsed_template *parsed = die_malloc(sizeof *parsed);
    *parsed = (struct parsed_template){{NULL, NULL, 0}, {NULL, NULL, 0}};
    struct fault *wrong = template_parse(text, &parsed->template);
    if (wrong) {
        free(parsed);
        return wrong;
    }
    set->list = die_grow(set->list, set->count, sizeof *set->list);
    names_add(names, name, set->count);
    set->list[set->count++] = parsed;
    *template = &parsed->template;
    return NULL;
}

struct fault *template_set_language(struct template_set *set, const char *name,
                                    const struct template **template) {
    const size_t *place = names_find(&set->built_in, name);
    if (!place)
        return add(set, &set->built_in, name, template_named(name), template);
    *template = &set->list[*place]->template;
    return NULL;
}

struct fault *template_set_file(struct template_set *set, const char *path,
                                const struct template **template, char **unreadable) {
    const size_t *place = names_find(&set->files, path);
    struct template_text own;
    *unreadable = NULL;
    if (place) {
        *template = &set->list[*place]->template;
        return NULL;
    }
    *unreadable = template_read(path, &own);
    if (*unreadable)
        return NULL;
    struct fault *wrong = add(set, &set->files, path, &own, template);
    if (wrong)
        template_text_free(&own);
    else
        set->list[set->count - 1]->own = own;
    return wrong;
}

void template_set_free(struct template_set *set) {
    for (size_t k = 0; k < set->count; k++) {
        template_free(&set->list[k]->template);
        template_text_free(&set->list[k]->own);
        free(set->list[k]);
    }
    free(set->list);
    names_free(&set->built_in);
    names_free(&set->files);
    *set = (struct template_set){.count = 0};
}
