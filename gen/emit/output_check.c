#include "base/die.h"
#include "base/path.h"
#include "emit/output.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const char *const output_factored_suffixes[] = {
    /* arrays */
    "_coarse_low", "_fine_low", "_coarse", "_fine",
    /* functions, and the functions that they call */
    "_copy", "_at", "_difference", "_bytewise", "_product", "_middle", "_number", "_raised",
    "_bytes", "_floor", "_round", "_zeros", "_read", "_turn", "_sum",
    /* macros, which begin with the name as it is */
    "_ATTRIBUTE", "_CHANNELS", "_INLINE", "_D_MODEL", "_MAX_LEN", "_CALLED", "_NARROW", "_PLACED",
    "_HIGH", "_LOW", "_H", NULL};

/* Refuses, with the reason, what a factored table can't have. */
static void check_factored(const struct output_options *output, const struct request *request) {
    static const char not_steps[] = "positions must be first + r*step",
                      not_rows[] = "every row must be that of a position";
    const struct table *table = output->table;
    const struct positions *positions = &table->positions;
    const bool user = output->format->user, c = output_word_read(output, FACTORED),
               type = text_lists("f32 q7 q15 q31", table->type->name);
    /* the factor of these types is 1, so any further factor is the scaling rule's */
    const bool attention =
        table->multiplier_rule || !mpq_equal(table->multiplier_squared, table->amplitude_squared);
    const struct {
        enum word word;
        bool refused; /* is its value */
        const char *why;
    } refusals[] = {
        {TEMPLATE, user, "a template has no functions that compute entries"},
        {FORMAT, !user && !c, "only C has the functions that compute entries"},
        {TYPE, !type, "it computes f32, q7, q15 and q31"},
        {LITERAL, c && output->literal != LITERAL_DECIMAL,
         "its arrays are of integers, in literal 'decimal'"},
        {SPLIT, output->split > 1, "its arrays are small, and have no parts"},
        {GRID, table->grid.axes > 0, "a row of a grid has a position for each axis"},
        {COMPONENT, table_is_constant(table), "its rows are all the same"},
        {COMPONENT, table->arrays > 1, "it is two tables, and functions compute one"},
        {AXES, table->channel_major, "functions compute the row of a position"},
        {D_MODEL, table->d_model % 2 == 1, "it must be even, for pairs of a sine and a cosine"},
        {SPACING, table->by_column, "a sine and the cosine beside it differ in frequency"},
        {POSITIONS_FILE, positions->listed, not_steps},
        {CLAMP, positions->has_low || positions->has_high, not_steps},
        {POSITIONS, positions->kind == POSITIONS_ABSOLUTE, not_steps},
        {ZERO_ROWS, table->zero_rows.count > 0, not_rows},
        {UNROTATED_ROWS, table->unrotated_rows.count > 0, not_rows},
        {AMPLITUDE, mpq_cmp_ui(table->amplitude_squared, 1, 1) != 0,
         "entries must be sines and cosines, of amplitude 1"},
        {SCALING, attention,
         "its attention factor multiplies the entries, which must be sines and cosines"},
    };
    for (size_t k = 0; k < sizeof refusals / sizeof *refusals && output->factored; k++)
        if (refusals[k].refused)
            request_refuse(request, FACTORED, " is not for %s '%.60s': %s",
                           words[refusals[k].word].name, output->text[refusals[k].word],
                           refusals[k].why);
}

/* Checks words that only C source or only Go reads, as their rows say. Words without a default, and those about parts
 * and factored tables, are checked elsewhere. */
static void check_needs(const struct output_options *output, const struct request *request) {
    char *const *text = output->text;
    const struct format_row *format = output->format;
    if (format->assembled && !word_is_default(QUALIFIERS, text[QUALIFIERS]) &&
        word_is_default(SECTION, text[SECTION]))
        request_refuse(request, QUALIFIERS,
                       " don't place the table in format '%s', which needs a section too",
                       format->name);
    for (enum word word = NAME; word < WORDS; word++) {
        const struct word_row *row = &words[word];
        if (!row->needs || !row->fallback || format_reads(format, word) ||
            word_is_default(word, text[word]))
            continue;
        if (row->needs == FEATURE_C_OBJECT)
            request_refuse(request, word, " is for C source: format '%s' has none", format->name);
        if (row->needs == FEATURE_PACKAGE) {
            char *names = format_names_reading(word);
            request_refuse(request, word, " is for format '%s'", names);
            free(names);
        }
    }
}

static void check_endian(const struct output_options *output, const struct request *request) {
    if (output->endian != ENDIAN_BIG || output->table->type->bytes == 1 ||
        output_word_read(output, ENDIAN))
        return;
    const bool header = format_has_header(output->format);
    char *names = format_names_of_bytes();
    request_refuse(request, ENDIAN, " is for bytes (%s): %s%s%s", names,
                   header ? "a file of format '" : "here the target's compiler orders them",
                   header ? output->format->name : "", header ? "' is always little-endian" : "");
    free(names);
}

static void check_split(const struct output_options *output, const struct request *request) {
    enum { MOST = 4096 };
    const uint64_t rows = output->table->rows, split = output->split;
    if (split <= 1)
        return;
    if (!format_reads(output->format, SPLIT) || output->linkage != LINKAGE_EXTERN) {
        char *names = format_names_reading(SPLIT);
        request_refuse(request, SPLIT, " needs format '%s', linkage 'extern' and an output file",
                       names);
        free(names);
    } else if (split > MOST || split > rows || (split - 1) * ((rows + split - 1) / split) >= rows) {
        request_refuse(request, SPLIT,
                       ": %" PRIu64 " rows can't be cut into that many parts of equal length with "
                       "a shorter last one (at most %d)",
                       rows, MOST);
    }
}

/* Checks the table's name, and the names of its arrays, which begin with it. The name must leave room for what they
 * add. */
static void check_name(const struct output_options *output, const struct request *request) {
    const bool pair = output->table->arrays > 1,
               accessor = output->accessor || output->split > 1 || output->factored;
    const char *name = output->text[NAME], *added = output->factored ? output_factored_suffixes[0]
                                                    : pair           ? "_cos"
                                                                     : "";
    const int most = FORMAT_NAME_MAX - (int)strlen(added);
    if (*added && format_identifier(name) == strlen(name) && strlen(name) > (size_t)most)
        request_refuse(request, NAME, " is longer than %d characters: %s%s to it", most,
                       output->factored ? "factored 'exact' adds " : "component 'cos,sin' adds ",
                       output->factored ? added : "_cos and _sin");
    faults_add(request->faults, NAME, format_check_name(output->format, name, accessor));
    for (uint64_t array = 0; array < output->table->arrays; array++) {
        char *own = output_array_name(output, array);
        faults_add(request->faults, NAME, format_check_name(output->format, own, accessor));
        free(own);
    }
}

static void check_linkage(const struct output_options *output, const struct request *request) {
    static const char letters[] = /* of a base name that goes into #include and .incbin lines */
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.+-=@~, ";
    const struct format_row *format = output->format;
    const char *extension = path_extension(output->path), *base = path_base(output->path);
    const char *source = output_source(output);
    bool other = *extension && strcmp(extension, source) != 0 && strcmp(extension, ".h") != 0;
    if (output->linkage == LINKAGE_STATIC) {
        if (format->source)
            request_refuse(request, LINKAGE,
                           " is not for format '%s', which defines an extern table", format->name);
    } else if (!format_reads(format, LINKAGE)) {
        if (request_gives(request, LINKAGE) ||
            output->split <= 1) /* otherwise check_split names the given word */
            request_refuse(request, LINKAGE, " is for C source: format '%s' has none",
                           format->name);
    } else if (strcmp(output->path, "-") == 0 || other) {
        faults_put(request->faults, ABOUT_OUTPUT,
                   "%s '%s' writes BASE%s%s BASE.h: output '%s' must be a file with one of these "
                   "extensions, or with none",
                   format->source ? "format" : "linkage", format->source ? format->name : "extern",
                   source, output->binary ? ", BASE.bin and" : " and", output->path);
    } else if (!*base || strspn(base, letters) != strlen(base)) {
        faults_put(request->faults, ABOUT_OUTPUT,
                   "output '%s': its base name goes into source, and must be of plain letters",
                   output->path);
    } else if (!path_is_regular(output->path)) {
        faults_put(request->faults, ABOUT_OUTPUT,
                   "linkage 'extern' writes BASE.c and BASE.h: output '%s' is not a file",
                   output->path);
    }
}

/* --- the two tables of component cos,sin */

/* The text of a word, with its whole path if it has one: canonical texts have base names. */
static const char *text_of(const struct request *request, enum word word) {
    return words[word].file && request_gives(request, word) && *request->text[word]
               ? request->given[word].text
               : request->text[word];
}

/* "posenc --max-len 8 --d-model 4 --component cos --name pe_cos --format raw -o pe_cos.bin" */
static char *command_of(const struct output_options *output, const struct request *request,
                        uint64_t array) {
    const char *text[WORDS], *suffix = output_pair_suffixes[array];
    char *name = output_array_name(output, array);
    for (int k = 0; k < WORDS; k++)
        text[k] = text_of(request, (enum word)k);
    text[COMPONENT] = suffix + 1;
    text[NAME] = name;
    char *words_of = request_command_of(request, text);
    struct text command = {NULL, 0, 0};
    text_print(&command, words_of);
    if (strcmp(output->path, "-") != 0) {
        char *beside = output_beside(output, "%s%s", suffix, path_extension(output->path));
        text_print(&command, " -o ");
        request_quote(path_is_regular(output->path) ? beside : output->path, &command);
        free(beside);
    }
    free(words_of);
    free(name);
    return text_string(&command);
}

/* The commands in the message can be pasted into a shell, so all other words must be valid. */
static void check_pair(const struct output_options *output, const struct request *request) {
    const bool both = output->format->features & FEATURE_PAIR;
    if (output->table->arrays == 1 || (both && output->split == 1))
        return;
    char *cosines = command_of(output, request, 0), *sines = command_of(output, request, 1);
    request_refuse(request, COMPONENT, " makes two tables, and %s '%s' %s one: %s && %s",
                   both ? "split" : "format", both ? output->text[SPLIT] : output->format->name,
                   both ? "cuts" : "holds", cosines, sines);
    free(cosines);
    free(sines);
}

void output_check(const struct output_options *output, const struct request *request) {
    check_name(output, request);
    check_needs(output, request);
    check_endian(output, request);
    check_linkage(output, request);
    check_split(output, request);
    check_factored(output, request);
    if (!request_is_wrong(request))
        check_pair(output, request);
}
