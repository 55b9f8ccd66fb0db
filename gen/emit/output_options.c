#include "emit/output_options.h"
#include "emit/output_combinations.h"
#include "emit/output_template.h"
#include "emit/output_words.h"

#include <stdlib.h>
#include <string.h>

/* The text that a word would have if it weren't given, with the other words unchanged and standard output as the output.
 * NULL if there is no such text. */
static const char *default_text(const struct output_options *output, enum word word) {
    switch (word) {
    case FORMAT:
        return formats[output->format->user ? FORMAT_TEMPLATE : FORMAT_DEFAULT].name;
    case LITERAL:
        return output_default_literal(output);
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

/* Parses a word. If it is wrong, parses it as if it weren't given. Returns whether the words after it have a meaning: they
 * have none without a format. */
static bool parse_word(struct output_options *output, struct request *request, enum word word,
                       struct faults *faults) {
    char **canonical = &request->text[word];
    bool decided = word == NAME || word == TEMPLATE || word == FORMAT;
    enum word unread = decided || output_word_read(output, word) ? WORDS : FORMAT;
    const char *text = value_of(request, word, unread);
    char *wrong = output_word_parse(output, word, text, request, canonical);
    if (wrong) {
        faults_add(faults, word == FORMAT && !text ? ABOUT_OUTPUT : (int)word, wrong);
        wrong = word == TEMPLATE
                    ? text_format("the template is the format")
                    : output_word_parse(output, word, words[word].fallback, request, canonical);
    } else {
        faults_add(faults, word, request_check_read(request, word));
    }
    bool goes_on = !wrong;
    free(wrong);
    return goes_on;
}

static bool parse_words(struct output_options *output, struct request *request,
                        struct faults *faults) {
    for (int k = 0; k < OUTPUT_WORDS; k++)
        if (!parse_word(output, request, in_order[k], faults))
            return false;
    return true;
}

static void find_default_texts(const struct output_options *output, struct request *request) {
    request->default_text[NAME] = output_default_name(request);
    for (int k = 0; k < OUTPUT_WORDS; k++) {
        const char *text = in_order[k] == NAME ? NULL : default_text(output, in_order[k]);
        if (text)
            request->default_text[in_order[k]] = text_format("%s", text);
    }
}

void output_resolve(struct request *request, const struct table *table, const char *path,
                    struct template_set *templates, struct output_options *output,
                    struct faults *faults) {
    *output = (struct output_options){.table = table, .path = path, .text = request->text};
    if (!parse_words(output, request, faults))
        return;
    output_combinations_check(output, faults);
    if (faults->count == 0) {
        find_default_texts(output, request);
        output->command = request_command(request);
    }
    output_template_find(output, templates, faults);
}

void output_free(struct output_options *output) {
    free(output->command);
    *output = (struct output_options){.table = NULL};
}
