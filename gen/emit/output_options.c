#include "emit/output_options.h"
#include "emit/array_header.h"
#include "emit/output_combinations.h"
#include "emit/output_files.h"
#include "emit/output_pair.h"
#include "emit/output_template.h"
#include "emit/output_words.h"

#include <stdlib.h>
#include <string.h>

/* The text that a word would have if it weren't given, with the other words unchanged and standard output as the
 * output. NULL if there is no such text. */
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
static const enum word output_words[] = {NAME,    TEMPLATE, FORMAT,   SPLIT,   LITERAL,
                                         LINKAGE, ENDIAN,   ALIGN,    SECTION, QUALIFIERS,
                                         INCLUDE, ACCESSOR, FACTORED, PACKAGE};
enum { OUTPUT_WORDS = sizeof output_words / sizeof output_words[0] };

/* A format that is given takes the place of a template that isn't, and the other way round. */
static const char *value_of(struct request *request, enum word word, enum word unread_because) {
    const char *text = request_value(request, word, unread_because);
    bool other = (word == TEMPLATE && request->given[FORMAT]) ||
                 (word == FORMAT && request->given[TEMPLATE]);
    return other && !request->given[word] ? words[word].fallback : text;
}

/* Until all faults are found, C or the user's template stands for a wrong format, and the default for any other
 * word. */
static void stand_in(struct output_options *output, struct request *request, enum word word) {
    request->wrong |= WORD_SET(word);
    free(request->text[word]); /* of a text that is wrong later on */
    request->text[word] = NULL;
    if (word == FORMAT)
        output->format = &formats[output->template_path ? FORMAT_TEMPLATE : FORMAT_DEFAULT];
    else
        free(output_word_parse(output, word, words[word].fallback, request, &request->text[word]));
}

static void parse_word(struct output_options *output, struct request *request, enum word word,
                       struct faults *faults) {
    bool decided = word == NAME || word == TEMPLATE || word == FORMAT;
    enum word unread = decided || output_word_read(output, word) ? WORDS : FORMAT;
    const char *text = value_of(request, word, unread);
    /* the format would be the template's, or follow from the output */
    bool unknown =
        word == FORMAT && !text &&
        (request->wrong & WORD_SET(TEMPLATE) || (!output->path && !output->template_path));
    char *wrong = NULL;
    if (!unknown)
        wrong = output_word_parse(output, word, text, request, &request->text[word]);
    if (unknown || wrong)
        stand_in(output, request, word);
    else
        wrong = request_check_read(request, word);
    faults_add(faults, word == FORMAT && !text ? ABOUT_OUTPUT : (int)word, wrong);
}

static void find_default_texts(const struct output_options *output, struct request *request) {
    request->default_text[NAME] = output_default_name(request);
    for (int k = 0; k < OUTPUT_WORDS; k++) {
        const char *text = output_words[k] == NAME ? NULL : default_text(output, output_words[k]);
        if (text)
            request->default_text[output_words[k]] = text_format("%s", text);
    }
}

void output_resolve(struct request *request, const struct table *table, const char *path,
                    struct template_set *templates, struct output_options *output,
                    struct faults *faults) {
    *output = (struct output_options){.table = table, .path = path, .text = request->text};
    for (int k = 0; k < OUTPUT_WORDS; k++)
        parse_word(output, request, output_words[k], faults);
    output_combinations_check(output, request, faults);
    bool sound = faults->count == 0;
    if (sound)
        find_default_texts(output, request);
    if (request_is_sound(request, WORD_SET(COMPONENT) | WORD_SET(FORMAT) | WORD_SET(SPLIT)))
        faults_add(faults, COMPONENT, output_pair_wrong(output, request, sound));
    if (faults->count == 0)
        output->command = request_command(request);
    if (faults->count == 0)
        faults_add(faults, FORMAT, output_header_wrong(output));
    if (faults->count == 0 && (output->binary || output->format->user))
        output->digest = output_digest(output);
    output_template_find(output, templates, faults);
}

void output_free(struct output_options *output) {
    free(output->command);
    *output = (struct output_options){.table = NULL};
}

const char *const output_pair_suffixes[TABLE_ARRAYS] = {"_cos", "_sin"};

char *output_array_name(const struct output_options *output, uint64_t array) {
    return text_format("%s%s", output->text[NAME],
                       output->table->arrays > 1 ? output_pair_suffixes[array] : "");
}
