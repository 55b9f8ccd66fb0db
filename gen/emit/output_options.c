#include "emit/output_options.h"
#include "emit/output_combinations.h"
#include "emit/output_template.h"
#include "emit/output_words.h"

#include <stdlib.h>
#include <string.h>

/* The text that a word would have if it weren't given, with the other words unchanged and standard output as the output.
 * NULL if there is no such text. */
static const char *plain_text(const struct output_options *output, enum word word) {
    static const char *const literals[] = {"decimal", "bits", "shortest", "bytes"};
    switch (word) {
    case FORMAT:
        return output->format->user ? "template" : "c";
    case LITERAL:
        for (size_t k = 0; k < sizeof literals / sizeof *literals; k++)
            if (strncmp(output_literals(output), literals[k], strlen(literals[k])) == 0)
                return literals[k];
        return NULL;
    case LINKAGE:
        return output->split > 1 || output->format->source ? "extern" : "static";
    default:
        return words[word].fallback;
    }
}

/* The words of the output, each after those that its meaning depends on. */
static const enum word in_order[] = {NAME,    TEMPLATE, FORMAT, SPLIT,   LITERAL,
                                     LINKAGE, ENDIAN,   ALIGN,  SECTION, QUALIFIERS,
                                     INCLUDE, ACCESSOR, PACKAGE};
enum { OUTPUT_WORDS = sizeof in_order / sizeof in_order[0] };

/* A format that is given takes the place of a template that isn't, and the other way round. */
static const char *value_of(struct request *request, enum word word, enum word unread_because) {
    const char *text = request_value(request, word, unread_because);
    bool other = (word == TEMPLATE && request->given[FORMAT]) ||
                 (word == FORMAT && request->given[TEMPLATE]);
    return other && !request->given[word] ? words[word].fallback : text;
}

static char *parse_words(struct output_options *output, struct request *request) {
    char *wrong = NULL;
    for (int k = 0; k < OUTPUT_WORDS && !wrong; k++) {
        enum word word = in_order[k];
        bool decided = word == NAME || word == TEMPLATE || word == FORMAT;
        enum word unread = decided || output_word_read(output, word) ? WORDS : FORMAT;
        const char *text = value_of(request, word, unread);
        wrong = output_word_parse(output, word, text, request, &request->text[word]);
        if (!wrong)
            wrong = request_check_read(request, word);
    }
    return wrong;
}

static void find_plain_texts(const struct output_options *output, struct request *request) {
    request->plain[NAME] = text_format("pe_%sx%s", request->text[MAX_LEN], request->text[D_MODEL]);
    for (int k = 0; k < OUTPUT_WORDS; k++) {
        const char *plain = in_order[k] == NAME ? NULL : plain_text(output, in_order[k]);
        if (plain)
            request->plain[in_order[k]] = text_format("%s", plain);
    }
}

struct fault output_resolve(struct request *request, const struct table *table, const char *path,
                            struct template_set *templates, struct output_options *output) {
    *output = (struct output_options){.table = table, .path = path, .text = request->text};
    char *wrong = parse_words(output, request);
    if (!wrong)
        wrong = output_combinations_check(output);
    if (wrong)
        return request_fault(wrong);
    find_plain_texts(output, request);
    output->command = request_command(request);
    return output_template_find(output, templates);
}

void output_free(struct output_options *output) {
    free(output->command);
    *output = (struct output_options){.table = NULL};
}
