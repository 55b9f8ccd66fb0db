/* SPDX-License-Identifier: MIT */
#include "emit/output.h"
#include "base/die.h"
#include "base/digest.h"
#include "base/path.h"
#include "base/text.h"
#include "emit/notices.h"
#include "words/choice.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* --- words, one by one */

/* If a word isn't given and its default depends on other words, the text of its value is NULL, and its parser sets the
 * canonical text. The words that its meaning depends on are parsed before it. */

/* sine_256, cosine_256 and wave_256 in one dimension; else pe_256x64, and pe_cos_256x64 of one component. */
static char *default_name(const struct output_options *output, const struct request *request) {
    const struct table *table = output->table;
    const char *component = request->text[COMPONENT];
    const enum function function = table_channel(table, 0).function;
    if (output_is_flat(output) && function != CHANNEL_ZERO && function != CHANNEL_FREQUENCY)
        return text_format("%s_%s",
                           table->arrays > 1            ? "wave"
                           : function == CHANNEL_COSINE ? "cosine"
                                                        : "sine",
                           request->text[MAX_LEN]);
    return text_format("pe_%s%s%sx%s",
                       table->arrays > 1 || table->component == COMPONENT_BOTH ? "" : component,
                       table->arrays > 1 || table->component == COMPONENT_BOTH ? "" : "_",
                       request->text[MAX_LEN], request->text[D_MODEL]);
}

static char *extension_wrong(const char *path, const char *extension) {
    enum { MOST = 2 * FORMATS };
    const char *names[MOST];
    size_t count = 0;
    struct text all = {NULL, 0, 0};
    for (int k = 0; k < FORMATS; k++)
        if (formats[k].extensions)
            text_put(&all, "%s ", formats[k].extensions);
    for (char *at = text_string(&all); *at && count < MOST; at += 1) {
        names[count++] = at;
        at += strcspn(at, " ");
        *at = 0;
    }
    char *meant = choice_meant(&words[FORMAT], extension + (*extension == '.'));
    const char *near =
        strlen(extension) > strlen(".v") ? nearest(extension, names, count, sizeof *names) : NULL;
    for (int k = 0; k < FORMATS && meant; k++)
        if (strcmp(formats[k].name, meant) == 0)
            near = formats[k].extensions;
    char *wrong = text_format(
        "output '%s': the extension '%.20s' belongs to no format%s%s%s: use --format, or "
        "--template with a template of your own; see posenc help format",
        path, extension, near ? " (did you mean " : "", near ? near : "", near ? "?)" : "");
    text_free(&all);
    free(meant);
    return wrong;
}

/* Without a text, the format is that of the output's extension, or C if there is none. */
static void parse_format(struct output_options *output, struct value *value) {
    const char *extension = path_extension(output->path);
    const bool given = value->text;
    int k = output->template_path ? FORMAT_TEMPLATE : FORMAT_DEFAULT;
    if (given && output->template_path)
        value_refuse(value, " has a template of its own: give format or template");
    else if (given)
        value_choice(value, &k);
    else if (!output->template_path && *extension)
        for (k = 0; k < FORMATS && !text_lists(formats[k].extensions, extension);)
            k++;
    if (k == FORMATS)
        value->wrong = extension_wrong(output->path, extension);
    output->format = &formats[k == FORMATS ? FORMAT_DEFAULT : k];
    if (!given)
        text_print(&value->canonical, output->format->name);
}

/* The literals of the format for the table's type, with spaces between them; the first is the default. */
static const char *output_literals(const struct output_options *output) {
    const struct element *type = output->table->type;
    return output->format->literals[type->fixed ? 2 : type->native ? 1 : 0];
}

static const char *output_default_literal(const struct output_options *output) {
    const char *allowed = output_literals(output), *literal;
    for (size_t k = 0; (literal = word_choice(&words[LITERAL], k)); k++)
        if (strncmp(allowed, literal, strcspn(allowed, " ")) == 0)
            break;
    return literal;
}

static void parse_literal(struct output_options *output, struct value *value) {
    const char *allowed = output_literals(output), *given = value->text;
    value->text = given ? given : output_default_literal(output);
    value_choice(value, &output->literal);
    if (given && !text_lists(allowed, given))
        value_refuse(value, " is none of format '%s' with type '%s', which has: %s",
                     output->format->name, output->table->type->name, allowed);
    output->binary = output->format->source && output->literal == LITERAL_BYTES;
}

static void parse_linkage(struct output_options *output, struct value *value) {
    bool source =
        format_reads(output->format, LINKAGE) && strcmp(path_extension(output->path), ".c") == 0;
    if (!value->text)
        value->text = source || output->split > 1 || output->format->source ? "extern" : "static";
    value_choice(value, &output->linkage);
}

static void parse_align(struct output_options *output, struct value *value) {
    enum { LARGEST = 1 << 20 };
    if (value_is_default(value))
        return;
    value_size(value, &output->align);
    if (output->align > LARGEST || (output->align & (output->align - 1)) != 0)
        value_refuse(value, " is not a power of two up to 2^20");
}

static void parse_split(struct output_options *output, struct value *value) {
    value_size(value, &output->split);
}

/* Parses a text that is pasted into source. */
static void parse_plain(struct output_options *output, struct value *value) {
    const bool section = value->word == SECTION;
    const char *letters =
        section ? "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.$,-"
                : "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+-";
    const size_t length = strlen(value->text);
    (void)output;
    if (!value_is_default(value) &&
        (length == 0 || length > 200 || strspn(value->text, letters) < length))
        value_refuse(value, " is not a %s name", section ? "section" : "header");
}

/* The length of the separator between two identifiers: blanks, with or without one comma. */
static size_t separator(const char *text) {
    size_t length = strspn(text, " ");
    return text[length] == ',' ? length + 1 + strspn(text + length + 1, " ") : length;
}

/* Must a pointer to the table have this qualifier too? That goes for volatile, and for named address spaces, which on
 * AVR are part of the type. */
static bool is_pointed_to(const char *qualifier) {
    return strncmp(qualifier, "__flash", 7) == 0 || strncmp(qualifier, "__memx", 6) == 0 ||
           strcmp(qualifier, "volatile") == 0;
}

/* Parses identifiers with a comma or blanks between them. The canonical text has commas: "PROGMEM,DRAM_ATTR". */
static void parse_qualifiers(struct output_options *output, struct value *value) {
    if (value_is_default(value))
        return;
    if (!*value->text)
        value_refuse(value, " is not a list of C identifiers");
    for (const char *at = value->text; !value->wrong;) {
        size_t length = format_identifier(at), gap = separator(at + length);
        char *one = text_format("%.*s", (int)length, at);
        if (length == 0 || length > FORMAT_NAME_MAX || (at[length] && gap == 0))
            value_refuse(value, ": '%.60s' is not a C identifier", at);
        else if (format_keyword(one) && strcmp(one, "volatile") != 0)
            value_refuse(value, ": '%s' is a keyword of C or C++", one);
        text_put(&value->canonical, "%s%s", value->canonical.used > 0 ? "," : "", one);
        output->progmem = output->progmem || strcmp(one, "PROGMEM") == 0;
        if (is_pointed_to(one))
            text_put(&output->space, "%s ", one);
        free(one);
        at += length + gap;
        if (gap == 0)
            break;
    }
}

static void parse_template(struct output_options *output, struct value *value) {
    if (!*value->text)
        return;
    output->template_path = value->text;
    value_file(value);
}

static void parse_package(struct output_options *output, struct value *value) {
    (void)output;
    value->wrong = format_check_package(value->text);
}

/* Does an output of this format, literal and type read the word? The words before it must be parsed. */
static bool reads(const struct output_options *output, enum word word) {
    switch (word) {
    case LITERAL:
        return strchr(output_literals(output), ' ') != NULL;
    case SHAPE:
        return output->format->content != CONTENT_BYTES;
    case ENDIAN:
        return output->literal == LITERAL_BYTES && !format_has_header(output->format);
    default:
        return format_reads(output->format, word);
    }
}

/* The words of the output, each after those that its meaning depends on. A word without a parser is a choice, stored in
 * an int of the options. The name is checked when the format is known, since that decides which names are allowed. */
static const struct word_parser {
    enum word word;
    void (*parse)(struct output_options *, struct value *);
    size_t choice; /* where the int is */
} parsers[] = {
    {TEMPLATE, parse_template, 0},
    {FORMAT, parse_format, 0},
    {SPLIT, parse_split, 0},
    {LITERAL, parse_literal, 0},
    {SHAPE, NULL, offsetof(struct output_options, two_dimensions)},
    {LINKAGE, parse_linkage, 0},
    {ENDIAN, NULL, offsetof(struct output_options, endian)},
    {ALIGN, parse_align, 0},
    {SECTION, parse_plain, 0},
    {QUALIFIERS, parse_qualifiers, 0},
    {INCLUDE, parse_plain, 0},
    {ACCESSOR, NULL, offsetof(struct output_options, accessor)},
    {FACTORED, NULL, offsetof(struct output_options, factored)},
    {PACKAGE, parse_package, 0},
    {SPDX, notices_parse_licence, 0},
    {COPYRIGHT, notices_parse_copyright, 0},
};
enum { PARSERS = sizeof parsers / sizeof *parsers };

/* The text of a word. Of format and template, one that is given replaces one that isn't. */
static const char *value_of(struct request *request, enum word word, enum word unread_because) {
    const char *text = request_value(request, word, unread_because);
    const struct request_word *given = request->given;
    const enum word rival = word == TEMPLATE ? FORMAT : word == FORMAT ? TEMPLATE : word;
    const bool replaced = given[rival].from == FROM_USER && given[word].from != FROM_USER;
    return replaced ? words[word].fallback : text;
}

static void parse_word(struct output_options *output, struct request *request,
                       const struct word_parser *parser) {
    const enum word word = parser->word;
    bool decided = word == TEMPLATE || word == FORMAT;
    enum word unread = decided || reads(output, word) ? WORDS : FORMAT;
    struct value value = {.word = word, .text = value_of(request, word, unread)};
    const int about = word == FORMAT && !value.text ? ABOUT_OUTPUT : (int)word;
    if (parser->parse)
        parser->parse(output, &value);
    else
        value_choice(&value, (int *)((char *)output + parser->choice));
    faults_add(request->faults, about, value_end(&value, &request->text[word]));
    if (!request_is_wrong(request))
        request_check_read(request, word);
}

/* The text that a word of the output has if the command omits it, whose output is standard output. */
static const char *omitted(const struct output_options *output, enum word word) {
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

static void find_origin(struct request *request, enum word word, const char *usual) {
    enum origin *from = &request->given[word].from;
    if (strcmp(request->text[word], usual) == 0)
        *from = FROM_USUAL;
    else if (*from < FROM_OUTPUT)
        *from = FROM_OUTPUT;
}

/* The words of the output that have another text than without its name and without being given. */
static void find_origins(const struct output_options *output, struct request *request) {
    char *name = default_name(output, request);
    find_origin(request, NAME, name);
    free(name);
    for (const struct word_parser *parser = parsers; parser < parsers + PARSERS; parser++)
        find_origin(request, parser->word, omitted(output, parser->word));
}

/* --- a digest of the table's words and numbers */

static uint64_t append_integer(uint64_t digest, const mpz_t n) {
    unsigned char bytes[NUMBER_BITS / 8 + 1];
    size_t count = 0;
    mpz_export(bytes, &count, -1, 1, -1, 0, n);
    const unsigned char length[] = {(unsigned char)(count % 256), (unsigned char)(count / 256)};
    return digest_append(digest_append(digest, length, sizeof length), bytes, count);
}

static uint64_t append_rational(uint64_t digest, const mpq_t q) {
    return append_integer(append_integer(digest, mpq_numref(q)), mpq_denref(q));
}

static uint64_t append_list(uint64_t digest, const struct number_list *list) {
    for (size_t k = 0; k < list->count; k++)
        digest = append_rational(digest, list->value[k]);
    return digest;
}

static uint64_t append_signed(uint64_t digest, const mpq_t q) {
    const char sign = (char)('0' + mpq_sgn(q));
    return append_rational(digest_append(digest, &sign, 1), q);
}

/* The positions of all rows, along all axes of a grid. */
static uint64_t append_positions(uint64_t digest, const struct table *table) {
    const int axes = table->grid.axes;
    struct number p;
    number_init(&p);
    for (uint64_t r = 0; r < table->position_count; r++)
        for (int axis = 0; axis < axes || axis == 0; axis++) {
            table_position(axes > 0 ? table->axis[axis] : table,
                           axes > 0 ? table_coordinate(table, axis, r) : r, &p);
            digest = append_signed(append_signed(digest, p.rational), p.pi);
        }
    number_clear(&p);
    return digest;
}

static uint64_t append_numbers(uint64_t digest, const struct table *table) {
    digest = append_list(digest, &table->frequencies.list);
    digest = append_list(digest, &table->frequencies.scaling.factors);
    return table->positions.listed ? append_positions(digest, table) : digest;
}

uint64_t output_content(const struct output_options *output) {
    uint64_t digest = DIGEST_EMPTY;
    for (int k = 0; k < WORDS; k++)
        if (word_is_of_table((enum word)k) && output->text[k])
            digest = digest_append(digest, output->text[k], strlen(output->text[k]) + 1);
    return append_numbers(digest, output->table);
}

/* --- checks of words together */

/* Refuses, with the reason, what a factored table can't have. */
static void check_factored(const struct output_options *output, const struct request *request) {
    static const char not_steps[] = "positions must be first + r*step",
                      not_rows[] = "every row must be that of a position";
    const struct table *table = output->table;
    const struct positions *positions = &table->positions;
    const bool user = output->format->user, c = reads(output, FACTORED),
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
        {ROUNDING, table->type->rounding != ROUNDING_NEAREST, "its functions round to nearest"},
        {BITS, table->type->bits > 0, "its functions make all bits of the type"},
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
        {AMPLITUDE, table->amplitude_negative || mpq_cmp_ui(table->amplitude_squared, 1, 1) != 0,
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

/* Checks words that only some formats read, as their rows say. Words without a default, and those about parts
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
        if (row->needs == FEATURE_COMMENTS)
            request_refuse(request, word, " needs comments: format '%s' has none", format->name);
        if (row->needs == FEATURE_PACKAGE) {
            char *names = format_names_reading(word);
            request_refuse(request, word, " is for format '%s'", names);
            free(names);
        }
    }
}

static void check_endian(const struct output_options *output, const struct request *request) {
    if (output->endian != ENDIAN_BIG || output->table->type->bytes == 1 || reads(output, ENDIAN))
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
static char *pair_command(const struct output_options *output, const struct request *request,
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
    char *cosines = pair_command(output, request, 0), *sines = pair_command(output, request, 1);
    request_refuse(request, COMPONENT, " makes two tables, and %s '%s' %s one: %s && %s",
                   both ? "split" : "format", both ? output->text[SPLIT] : output->format->name,
                   both ? "cuts" : "holds", cosines, sines);
    free(cosines);
    free(sines);
}

/* Refuses combinations of individually valid words. */
static void check_output(const struct output_options *output, const struct request *request) {
    check_name(output, request);
    check_needs(output, request);
    check_endian(output, request);
    check_linkage(output, request);
    check_split(output, request);
    check_factored(output, request);
    if (!request_is_wrong(request))
        check_pair(output, request);
}

/* --- all words */

void output_resolve(struct request *request, const struct table *table, const char *path,
                    struct output_options *output) {
    *output = (struct output_options){.table = table, .path = path, .text = request->text};
    if (request_is_wrong(request))
        return;
    output->rows.end = table->rows;
    for (const struct word_parser *parser = parsers;
         parser < parsers + PARSERS && !request_is_wrong(request); parser++)
        parse_word(output, request, parser);
    if (request_is_wrong(request))
        return;
    const char *name = request_value(request, NAME, WORDS);
    request->text[NAME] = name ? text_format("%s", name) : default_name(output, request);
    find_origins(output, request);
    check_output(output, request);
    if (!request_is_wrong(request))
        output->command = request_command(request);
}

void output_free(struct output_options *output) {
    free(output->command);
    text_free(&output->space);
    *output = (struct output_options){.table = NULL};
}
