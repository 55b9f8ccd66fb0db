#include "emit/output_combinations.h"
#include "emit/output_factored.h"
#include "emit/output_files.h"
#include "emit/output_words.h"

#include <stdlib.h>
#include <string.h>

/* Only C source reads some words, and only Go reads package. */
static void check_c_words(const struct output_options *output, struct faults *faults) {
    char *const *text = output->text;
    static const enum word c_words[] = {ALIGN, SECTION, QUALIFIERS, INCLUDE, ACCESSOR};
    for (size_t k = 0; k < sizeof c_words / sizeof *c_words; k++) {
        enum word word = c_words[k];
        if (!output_word_read(output, word) && !word_is_default(word, text[word]))
            faults_add(faults, word,
                       text_format("%s '%.60s' is for C source: format '%s' has none",
                                   words[word].name, text[word], output->format->name));
    }
    if (output->format->assembled && !word_is_default(QUALIFIERS, text[QUALIFIERS]) &&
        word_is_default(SECTION, text[SECTION]))
        faults_add(faults, QUALIFIERS,
                   text_format("qualifiers '%.60s' don't place the table in format '%s', which "
                               "needs a section too",
                               text[QUALIFIERS], output->format->name));
    if (!output_word_read(output, PACKAGE) && !word_is_default(PACKAGE, text[PACKAGE])) {
        char *formats_of = format_names_reading(PACKAGE);
        faults_add(faults, PACKAGE,
                   text_format("package '%s' is for format '%s'", text[PACKAGE], formats_of));
        free(formats_of);
    }
}

static char *check_endian(const struct output_options *output) {
    if (output->endian != ENDIAN_BIG || output->table->type->bytes == 1 ||
        output_word_read(output, ENDIAN))
        return NULL;
    char *formats_of = format_names_of_bytes();
    char *here =
        format_has_header(output->format)
            ? text_format("a file of format '%s' is always little-endian", output->format->name)
            : text_format("here the target's compiler orders them");
    char *wrong = text_format("endian 'big' is for bytes (%s): %s", formats_of, here);
    free(formats_of);
    free(here);
    return wrong;
}

static char *check_split(const struct output_options *output, const struct request *request) {
    enum { MOST = 4096 };
    const word_set decide_rows = WORD_SET(MAX_LEN) | WORD_SET(D_MODEL) | WORD_SET(GRID) |
                                 WORD_SET(AXES) | WORD_SET(COMPONENT) | WORD_SET(REPEAT) |
                                 WORD_SET(ODD) | WORD_SET(SPACING) | WORD_SET(FREQUENCIES) |
                                 WORD_SET(GRID_COLUMNS);
    uint64_t rows = output->table->rows;
    if (output->split <= 1)
        return NULL;
    if (!format_reads(output->format, SPLIT) || output->linkage != LINKAGE_EXTERN) {
        char *formats_of = format_names_reading(SPLIT);
        char *wrong =
            text_format("split '%llu' is for format '%s' with linkage 'extern', and an output",
                        (unsigned long long)output->split, formats_of);
        free(formats_of);
        return wrong;
    }
    if (request_is_sound(request, decide_rows) &&
        (output->split > MOST || output->split > rows ||
         (output->split - 1) * ((rows + output->split - 1) / output->split) >= rows))
        return text_format("split '%llu': %llu rows can't be cut into that many parts of equal "
                           "length with a shorter last one (at most %d)",
                           (unsigned long long)output->split, (unsigned long long)rows, MOST);
    return NULL;
}

/* The name leaves room for what those of several arrays add. */
static char *check_room(const struct output_options *output) {
    const char *name = output->text[NAME];
    const char *added = output->factored            ? output_factored_suffixes[0]
                        : output->table->arrays > 1 ? "_cos"
                                                    : "";
    const int most = FORMAT_NAME_MAX - (int)strlen(added);
    if (!*added || format_identifier(name) != strlen(name) || strlen(name) <= (size_t)most)
        return NULL;
    return text_format("name '%.60s' is longer than %d characters: %s%s to it", name, most,
                       output->factored ? "factored 'exact' adds " : "component 'cos,sin' adds ",
                       output->factored ? added : "_cos and _sin");
}

/* The table's name, which those of its arrays begin with, and these. */
static char *check_name(const struct output_options *output) {
    bool accessor = output->accessor || output->split > 1 || output->factored;
    char *wrong = check_room(output);
    if (!wrong)
        wrong = format_check_name(output->format, output->text[NAME], accessor);
    for (uint64_t array = 0; array < output->table->arrays && !wrong; array++) {
        char *name = output_array_name(output, array);
        wrong = format_check_name(output->format, name, accessor);
        free(name);
    }
    return wrong;
}

/* The base name goes into #include and .incbin lines. */
static char *check_base(const char *path) {
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.+-=@~, ";
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    if (!*base || strspn(base, letters) != strlen(base))
        return text_format(
            "output '%s': its base name goes into source, and must be of plain letters", path);
    return NULL;
}

static void check_linkage(const struct output_options *output, const struct request *request,
                          struct faults *faults) {
    const struct format_row *format = output->format;
    bool given = request->given[LINKAGE] || (request->defaults && request->defaults[LINKAGE]);
    const char *extension = output_extension(output->path);
    const char *source = format->source ? format->source : ".c";
    bool other = *extension && strcmp(extension, source) != 0 && strcmp(extension, ".h") != 0;
    if (output->linkage == LINKAGE_STATIC && format->source)
        faults_add(faults, LINKAGE,
                   text_format("linkage 'static' is not for format '%s', which defines an extern "
                               "table",
                               format->name));
    if (output->linkage == LINKAGE_STATIC)
        return;
    if (!format_reads(format, LINKAGE)) {
        if (given || output->split <= 1) /* else check_split names the word that is given */
            faults_add(faults, LINKAGE,
                       text_format("linkage 'extern' is for C source: format '%s' has none",
                                   format->name));
    } else if (strcmp(output->path, "-") == 0 || other)
        faults_add(faults, ABOUT_OUTPUT,
                   text_format("%s '%s' writes BASE%s%s BASE.h: output '%s' must be a file "
                               "with one of these extensions, or with none",
                               format->source ? "format" : "linkage",
                               format->source ? format->name : "extern", source,
                               output->binary ? ", BASE-DIGEST.bin and" : " and", output->path));
    else
        faults_add(faults, ABOUT_OUTPUT, check_base(output->path));
}

void output_combinations_check(const struct output_options *output, const struct request *request,
                               struct faults *faults) {
    const word_set format = WORD_SET(FORMAT), linkage = format | WORD_SET(LINKAGE),
                   split = linkage | WORD_SET(SPLIT);
    faults_add(faults, NAME, check_name(output));
    if (request_is_sound(request, format))
        check_c_words(output, faults);
    if (request_is_sound(request, format | WORD_SET(TYPE) | WORD_SET(LITERAL) | WORD_SET(ENDIAN)))
        faults_add(faults, ENDIAN, check_endian(output));
    if (output->path && request_is_sound(request, split))
        check_linkage(output, request, faults);
    if (request_is_sound(request, split))
        faults_add(faults, SPLIT, check_split(output, request));
    output_factored_check(output, request, faults);
}
