#include "emit/output_pair.h"
#include "base/path.h"
#include "emit/output_files.h"

#include <stdlib.h>
#include <string.h>

/* The text of a word, with its whole path if it has one: canonical texts have base names. */
static const char *text_of(const struct request *request, enum word word) {
    const char *text = request->text[word], *usual = request->default_text[word];
    const char *given = request->given[word];
    if (!given && request->defaults)
        given = request->defaults[word];
    return words[word].file && given && !(usual && strcmp(text, usual) == 0) ? given : text;
}

/* "posenc --max-len 8 --d-model 4 --component cos --name pe_cos --format raw -o pe_cos.bin" */
static char *command_of(const struct output_options *output, const struct request *request,
                        const char *component, uint64_t array) {
    const char *text[WORDS];
    char *name = output_array_name(output, array);
    for (int k = 0; k < WORDS; k++)
        text[k] = text_of(request, (enum word)k);
    text[COMPONENT] = component;
    text[NAME] = name;
    char *words_of = request_command_of(request, text);
    struct text command = {NULL, 0, 0};
    text_print(&command, words_of);
    if (strcmp(output->path, "-") != 0) {
        char *ending = text_format("_%s%s", component, output_extension(output->path));
        char *beside = output_beside(output, ending);
        text_print(&command, " -o ");
        request_quote(path_is_regular(output->path) ? beside : output->path, &command);
        free(beside);
        free(ending);
    }
    text_add(&command, "", 1);
    free(words_of);
    free(name);
    return command.bytes;
}

char *output_pair_wrong(const struct output_options *output, const struct request *request,
                        bool commands) {
    bool held = output->format->features & FEATURE_PAIR, split = output->split > 1;
    if (output->table->arrays == 1 || (held && !split))
        return NULL;
    char *wrong =
        held ? text_format("component 'cos,sin' makes two tables, and split '%s' cuts one: ",
                           output->text[SPLIT])
             : text_format("component 'cos,sin' makes two tables, and format '%s' holds one: ",
                           output->format->name);
    char *cosines = commands ? command_of(output, request, "cos", 0)
                             : text_format("make one with component cos");
    char *sines =
        commands ? command_of(output, request, "sin", 1) : text_format("one with component sin");
    struct text message = {NULL, 0, 0};
    const char *const parts[] = {wrong, cosines, commands ? " && " : ", and ", sines};
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
        text_print(&message, parts[k]);
    text_add(&message, "", 1);
    free(wrong);
    free(cosines);
    free(sines);
    return message.bytes;
}
