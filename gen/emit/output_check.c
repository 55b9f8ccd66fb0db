#include "emit/output_check.h"
#include "base/die.h"
#include "base/digest.h"
#include "base/path.h"
#include "emit/output.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const char *const output_factored_suffixes[] = {
    /* arrays */
    "_coarse_low", "_fine_low", "_coarse", "_fine", "_shift",
    /* functions, and helpers of theirs */
    "_copy", "_at", "_difference", "_bytewise", "_product", "_middle", "_number", "_raised",
    "_second", "_bytes", "_floor", "_round", "_zeros", "_read", "_turn", "_sum",
    /* macros, which begin with the name as it is */
    "_ATTRIBUTE", "_CHANNELS", "_INLINE", "_D_MODEL", "_MAX_LEN", "_CALLED", "_NARROW", "_PLACED",
    "_SHIFT", "_HIGH", "_LOW", "_H", NULL};

/* --- what isn't taken */

static bool is_template(const struct output_options *output) {
    return output->format->user;
}

static bool is_other_format(const struct output_options *output) {
    return !output->format->user && !output_word_read(output, FACTORED);
}

static bool is_other_type(const struct output_options *output) {
    return !format_lists("f32 q7 q15 q31", output->table->type->name);
}

/* Other formats and types have other literals. */
static bool is_other_literal(const struct output_options *output) {
    return output->literal != LITERAL_DECIMAL && output_word_read(output, FACTORED) &&
           !is_other_type(output);
}

static bool is_split(const struct output_options *output) {
    return output->split > 1;
}

static bool is_grid(const struct output_options *output) {
    return output->table->grid.axes > 0;
}

static bool is_constant(const struct output_options *output) {
    return table_is_constant(output->table);
}

static bool is_pair(const struct output_options *output) {
    return output->table->arrays > 1;
}

static bool is_channel_major(const struct output_options *output) {
    return output->table->channel_major;
}

static bool is_odd(const struct output_options *output) {
    return output->table->d_model % 2 == 1;
}

static bool is_by_column(const struct output_options *output) {
    const struct frequencies *frequencies = &output->table->frequencies;
    return frequencies->spacing == SPACING_COLUMN && !frequencies->list.path;
}

static bool is_listed(const struct output_options *output) {
    return output->table->positions.file.path != NULL;
}

static bool is_clamped(const struct output_options *output) {
    return output->table->positions.has_low || output->table->positions.has_high;
}

static bool is_absolute(const struct output_options *output) {
    return output->table->positions.absolute;
}

static bool has_unrotated_rows(const struct output_options *output) {
    return output->table->unrotated_rows.count > 0;
}

static bool has_zero_rows(const struct output_options *output) {
    return output->table->zero_rows.count > 0;
}

static bool is_stretched(const struct output_options *output) {
    return mpq_cmp_ui(output->table->amplitude_squared, 1, 1) != 0;
}

/* The type's own factor is 1 for all types that are taken. */
static bool has_attention(const struct output_options *output) {
    const struct table *table = output->table;
    return table->multiplier_rule ||
           (!is_other_type(output) &&
            !mpq_equal(table->multiplier_squared, table->amplitude_squared));
}

/* --- the reasons */

static const struct refusal {
    enum word word; /* whose value is refused */
    bool (*applies)(const struct output_options *);
    const char *why;
} refusals[] = {
    {TEMPLATE, is_template, "a template has no functions that compute entries"},
    {FORMAT, is_other_format, "only C has the functions that compute entries"},
    {TYPE, is_other_type, "it computes f32, q7, q15 and q31"},
    {LITERAL, is_other_literal, "its arrays are of integers, in literal 'decimal'"},
    {SPLIT, is_split, "its arrays are small, and have no parts"},
    {GRID, is_grid, "a row of a grid has a position for each axis"},
    {COMPONENT, is_constant, "its rows are all the same"},
    {COMPONENT, is_pair, "it is two tables, and functions compute one"},
    {AXES, is_channel_major, "functions compute the row of a position"},
    {D_MODEL, is_odd, "it must be even, for pairs of a sine and a cosine"},
    {SPACING, is_by_column, "a sine and the cosine beside it differ in frequency"},
    {POSITIONS_FILE, is_listed, "positions must be first + r*step"},
    {CLAMP, is_clamped, "positions must be first + r*step"},
    {POSITIONS, is_absolute, "positions must be first + r*step"},
    {ZERO_ROWS, has_zero_rows, "every row must be that of a position"},
    {UNROTATED_ROWS, has_unrotated_rows, "every row must be that of a position"},
    {AMPLITUDE, is_stretched, "entries must be sines and cosines, of amplitude 1"},
    {SCALING, has_attention,
     "its attention factor multiplies the entries, which must be sines and "
     "cosines"},
};

/* Refuses, with its reason, what a factored table can't be. */
static void output_factored_check(const struct output_options *output, struct faults *faults) {
    for (const struct refusal *r = refusals; r < refusals + sizeof refusals / sizeof *refusals; r++)
        if (output->factored && r->applies(output))
            faults_add(faults, FACTORED,
                       text_format("factored '%s' is not for %s '%.60s': %s",
                                   output->text[FACTORED], words[r->word].name,
                                   output->text[r->word], r->why));
}

/* Words that only C source reads, or only Go, as their rows say. Those without a default, and those of parts and of
 * factored tables, have checks of their own. */
static void check_needs(const struct output_options *output, struct faults *faults) {
    char *const *text = output->text;
    if (output->format->assembled && !word_is_default(QUALIFIERS, text[QUALIFIERS]) &&
        word_is_default(SECTION, text[SECTION]))
        faults_add(faults, QUALIFIERS,
                   text_format("qualifiers '%.60s' don't place the table in format '%s', which "
                               "needs a section too",
                               text[QUALIFIERS], output->format->name));
    for (enum word word = NAME; word < WORDS; word++) {
        const struct word_row *row = &words[word];
        if (!row->needs || !row->fallback || output_word_read(output, word) ||
            word_is_default(word, text[word]))
            continue;
        if (row->needs == FEATURE_C_OBJECT)
            faults_add(faults, word,
                       text_format("%s '%.60s' is for C source: format '%s' has none", row->name,
                                   text[word], output->format->name));
        if (row->needs == FEATURE_PACKAGE) {
            char *formats_of = format_names_reading(word);
            faults_add(
                faults, word,
                text_format("%s '%s' is for format '%s'", row->name, text[word], formats_of));
            free(formats_of);
        }
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

static char *check_split(const struct output_options *output) {
    enum { MOST = 4096 };
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
    if (output->split > MOST || output->split > rows ||
        (output->split - 1) * ((rows + output->split - 1) / output->split) >= rows)
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
    const char *base = path_base(path);
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
    faults_add(faults, NAME, check_name(output));
    check_needs(output, faults);
    faults_add(faults, ENDIAN, check_endian(output));
    check_linkage(output, request, faults);
    faults_add(faults, SPLIT, check_split(output));
    output_factored_check(output, faults);
}

const char *output_extension(const char *path) {
    const char *name = path_base(path);
    const char *point = strrchr(name, '.');
    return point && point > name ? point : "";
}

void output_slice(const struct output_options *output, uint64_t slice, uint64_t *begin,
                  uint64_t *end) {
    uint64_t rows = output->table->rows, each = (rows + output->split - 1) / output->split;
    *begin = slice * each;
    *end = *begin + each < rows ? *begin + each : rows;
}

char *output_beside(const struct output_options *output, const char *ending) {
    int length = (int)(strlen(output->path) - strlen(output_extension(output->path)));
    return text_format("%.*s%s", length, output->path, ending);
}

static uint64_t append_integer(uint64_t digest, const mpz_t n) {
    unsigned char bytes[NUMBER_BITS / 8 + 1];
    size_t count = 0;
    mpz_export(bytes, &count, -1, 1, -1, 0, n);
    const unsigned char length[] = {(unsigned char)(count % 256), (unsigned char)(count / 256)};
    return digest_append(digest_append(digest, length, sizeof length), bytes, count);
}

static uint64_t append_list(uint64_t digest, const struct number_list *list) {
    for (size_t k = 0; k < list->count; k++)
        digest = append_integer(append_integer(digest, mpq_numref(list->value[k])),
                                mpq_denref(list->value[k]));
    return digest;
}

static uint64_t append_rational(uint64_t digest, const mpq_t q) {
    const char sign = (char)('0' + mpq_sgn(q));
    digest = append_integer(digest_append(digest, &sign, 1), mpq_numref(q));
    return append_integer(digest, mpq_denref(q));
}

static uint64_t append_number(uint64_t digest, const struct number *x) {
    return append_rational(append_rational(digest, x->rational), x->pi);
}

/* The positions of all rows, along all axes of a grid. */
static uint64_t append_positions(uint64_t digest, const struct table *table) {
    struct number p;
    number_init(&p);
    for (uint64_t r = 0; r < table->position_count; r++) {
        for (int axis = 0; axis < table->grid.axes; axis++) {
            table_position(table->axis[axis], table_coordinate(table, axis, r), &p);
            digest = append_number(digest, &p);
        }
        if (table->grid.axes > 0)
            continue;
        table_position(table, r, &p);
        digest = append_number(digest, &p);
    }
    number_clear(&p);
    return digest;
}

uint64_t output_digest(const struct output_options *output) {
    uint64_t digest = digest_append(DIGEST_EMPTY, output->command, strlen(output->command));
    digest = append_list(digest, &output->table->frequencies.list);
    digest = append_list(digest, &output->table->frequencies.scaling.factors);
    if (output->table->positions.file.path)
        digest = append_positions(digest, output->table);
    return digest;
}

char *output_binary(const struct output_options *output) {
    char *ending = text_format("-%016" PRIx64 ".bin", output->digest),
         *name = output_beside(output, ending);
    free(ending);
    return name;
}

char **output_names(const struct output_options *output) {
    char **names = die_malloc((output->split + 4) * sizeof *names), **name = names;
    if (output->linkage == LINKAGE_STATIC) {
        *name++ = text_format("%s", output->path);
    } else {
        *name++ = output_beside(output, ".h");
        *name++ = output_beside(output, output->format->source ? output->format->source : ".c");
        for (uint64_t slice = 0; output->split > 1 && slice < output->split; slice++) {
            char *ending = text_format("_%" PRIu64 ".c", slice);
            *name++ = output_beside(output, ending);
            free(ending);
        }
        if (output->binary)
            *name++ = output_binary(output);
    }
    *name = NULL;
    return names;
}

void output_names_free(char **names) {
    for (char **name = names; *name; name++)
        free(*name);
    free(names);
}

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
    free(words_of);
    free(name);
    return text_string(&command);
}

char *output_pair_wrong(const struct output_options *output, const struct request *request) {
    bool held = output->format->features & FEATURE_PAIR, split = output->split > 1;
    if (output->table->arrays == 1 || (held && !split))
        return NULL;
    char *cosines = command_of(output, request, "cos", 0),
         *sines = command_of(output, request, "sin", 1),
         *what = held ? text_format("split '%s' cuts one", output->text[SPLIT])
                      : text_format("format '%s' holds one", output->format->name),
         *wrong = text_format("component 'cos,sin' makes two tables, and %s: %s && %s", what,
                              cosines, sines);
    free(what);
    free(cosines);
    free(sines);
    return wrong;
}
