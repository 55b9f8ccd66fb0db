#include "table/table_words.h"
#include "base/die.h"
#include "base/integer.h"
#include "words/choice.h"

#include <stdlib.h>
#include <string.h>

/* Each word comes after those that its meaning depends on, and those of the table's shape come before all that may be
 * wrong for some sizes only. */
static const enum word table_words[] = {MAX_LEN,
                                        D_MODEL,
                                        GRID,
                                        COMPONENT,
                                        POSITIONS_FILE,
                                        GRID_COLUMNS,
                                        GRID_NESTING,
                                        GRID_FREQUENCIES,
                                        GRID_ROWS,
                                        GRID_BLOCKS,
                                        LAYOUT,
                                        ORDER,
                                        REPEAT,
                                        AXES,
                                        ODD,
                                        TYPE,
                                        POSITIONS,
                                        FREQUENCIES,
                                        SPACING,
                                        BASE,
                                        SCALING,
                                        FIRST,
                                        STEP,
                                        CLAMP,
                                        ZERO_ROWS,
                                        UNROTATED_ROWS,
                                        UNROTATED_COLUMNS,
                                        AMPLITUDE,
                                        SCALE,
                                        ZERO_POINT};
enum { TABLE_WORDS = sizeof table_words / sizeof table_words[0] };

/* The word whose value makes the table ignore `word`, whatever the sizes; WORDS if the table reads it. The words
 * before it must be parsed. */
static enum word ignored_because_of(const struct table *table, enum word word) {
    switch (word) {
    case GRID_COLUMNS:
    case GRID_NESTING:
    case GRID_FREQUENCIES:
        return table->grid.axes == 0 ? GRID : WORDS;
    case GRID_ROWS:
    case GRID_BLOCKS:
        return table->grid.axes == 0 ? GRID : table->grid.listed ? POSITIONS_FILE : WORDS;
    case BASE:
    case SPACING:
        return table->frequencies.list.path ? FREQUENCIES : WORDS;
    case LAYOUT:
    case ORDER:
        return table->component != COMPONENT_BOTH ? COMPONENT : WORDS;
    case REPEAT:
        return table->component == COMPONENT_BOTH ? COMPONENT : WORDS;
    case POSITIONS_FILE:
        return table_is_constant(table) ? COMPONENT : WORDS;
    case FIRST:
    case STEP:
    case CLAMP:
    case POSITIONS:
        return table_is_constant(table)     ? COMPONENT
               : table->positions.file.path ? POSITIONS_FILE
                                            : WORDS;
    case AMPLITUDE:
        return table->component == COMPONENT_FACTOR ? COMPONENT : WORDS;
    case SCALE:
    case ZERO_POINT:
        return table->type->scaled ? WORDS : TYPE;
    default:
        return WORDS;
    }
}

static char *parse_type(struct table *table, const char *text, char **canonical) {
    int k = 0;
    char *wrong = choice_parse(TYPE, text, &k, canonical);
    if (!wrong) {
        table->element = elements[k];
        table->type = &table->element;
    }
    return wrong;
}

static const char *parse_positive(mpq_t q, const char *text, const struct sizes *sizes) {
    const char *wrong = expression_rational(q, text, sizes);
    return wrong || mpq_sgn(q) > 0 ? wrong : "must be positive";
}

static char *parse_scale(struct table *table, const char *text, char **canonical) {
    const struct sizes sizes = table_sizes(table);
    bool none = word_is_default(SCALE, text);
    mpq_set_ui(table->scale, 0, 1);
    const char *wrong = none ? NULL : parse_positive(table->scale, text, &sizes);
    if (wrong)
        return text_format("scale '%.60s' %s", text, wrong);
    if (!none)
        *canonical = rational_text(table->scale);
    return NULL;
}

/* Of a type that has none, or isn't parsed, any type's zero point is taken. */
static char *parse_zero_point(struct table *table, const char *text, char **canonical) {
    bool scaled = table->type && table->type->scaled;
    long least = scaled ? table->type->lowest : INT16_MIN;
    long most = scaled ? table->type->highest : UINT16_MAX;
    mpq_t value;
    mpq_init(value);
    bool whole = !expression_rational(value, text, NULL) && mpz_cmp_ui(mpq_denref(value), 1) == 0;
    bool right = whole && integer_compare(mpq_numref(value), least) >= 0 &&
                 integer_compare(mpq_numref(value), most) <= 0;
    if (right) {
        table->element.zero_point = (int32_t)integer_get(mpq_numref(value));
        *canonical = rational_text(value);
    }
    mpq_clear(value);
    return right ? NULL
                 : text_format("zero-point '%.60s' is not a whole number from %ld to %ld", text,
                               least, most);
}

/* A positive rational number or the square root of one; the table keeps its square. */
static char *parse_amplitude(struct table *table, const char *text, char **canonical) {
    const struct sizes sizes = table_sizes(table);
    size_t length = strlen(text);
    bool root = strncmp(text, "sqrt(", 5) == 0 && text[length - 1] == ')';
    char *inner = root ? text_format("%.*s", (int)length - 6, text + 5) : text_format("%s", text);
    const char *wrong = parse_positive(table->amplitude_squared, inner, &sizes);
    free(inner);
    if (wrong)
        return text_format("amplitude '%.60s' %s", text, wrong);
    char *value = rational_text(table->amplitude_squared);
    *canonical = text_format(root ? "sqrt(%s)" : "%s", value);
    free(value);
    if (!root)
        mpq_mul(table->amplitude_squared, table->amplitude_squared, table->amplitude_squared);
    return NULL;
}

static char *parse_frequencies(struct table *table, struct request *request, enum word word,
                               const char *text, char **canonical) {
    struct sizes sizes[GRID_AXES];
    for (int axis = 0; axis < GRID_AXES; axis++)
        sizes[axis] = table_formula_sizes(
            table, grid_owns(&table->grid, axis) ? axis : table->grid.columns[0]);
    const struct sizes whole = table_sizes(table);
    return frequencies_parse(&table->frequencies, word, text, &request->file[word],
                             table->grid.shared ? 0 : table->grid.axes, &whole, sizes, canonical);
}

static char *parse_positions_file(struct table *table, const char *text, struct request_file *file,
                                  char **canonical) {
    char *wrong = choice_file(POSITIONS_FILE, text, canonical);
    if (!wrong && !word_is_default(POSITIONS_FILE, text))
        position_file_open(&table->positions.file, file->path, &file->text);
    return wrong;
}

/* Returns NULL or what is wrong. Sets the canonical text, unless that is the text itself. */
static char *parse_text(struct table *table, struct request *request, enum word word,
                        const char *text, char **canonical) {
    const struct sizes sizes = table_sizes(table);
    switch (word) {
    case MAX_LEN:
        return choice_size(word, text, &table->max_len, canonical);
    case D_MODEL:
        return choice_size(word, text, &table->d_model, canonical);
    case GRID:
    case GRID_COLUMNS:
    case GRID_NESTING:
    case GRID_ROWS:
    case GRID_BLOCKS:
    case GRID_FREQUENCIES:
        return grid_parse(&table->grid, word, text, canonical);
    case BASE:
    case SPACING:
    case FREQUENCIES:
    case SCALING:
        return parse_frequencies(table, request, word, text, canonical);
    case LAYOUT:
        return choice_parse(word, text, &table->layout, canonical);
    case ORDER:
        return choice_parse(word, text, &table->order, canonical);
    case COMPONENT:
        return choice_parse(word, text, &table->component, canonical);
    case REPEAT:
        return choice_parse(word, text, &table->repeat, canonical);
    case AXES:
        return choice_parse(word, text, &table->channel_major, canonical);
    case ODD:
        return choice_parse(word, text, &table->odd, canonical);
    case TYPE:
        return parse_type(table, text, canonical);
    case SCALE:
        return parse_scale(table, text, canonical);
    case ZERO_POINT:
        return parse_zero_point(table, text, canonical);
    case AMPLITUDE:
        return parse_amplitude(table, text, canonical);
    case ZERO_ROWS:
        return rows_apart_parse(&table->zero_rows, word, text, table->max_len, canonical);
    case UNROTATED_ROWS:
        return rows_apart_parse(&table->unrotated_rows, word, text, table->max_len, canonical);
    case UNROTATED_COLUMNS:
        table->unrotated_columns = 0;
        return word_is_default(word, text)
                   ? NULL
                   : choice_size(word, text, &table->unrotated_columns, canonical);
    case POSITIONS_FILE:
        return parse_positions_file(table, text, &request->file[word], canonical);
    default:
        return positions_parse(&table->positions, word, text, &table->grid, &sizes, canonical);
    }
}

static char *parse_word(struct table *table, struct request *request, enum word word,
                        const char *text, char **canonical) {
    char *wrong = parse_text(table, request, word, text, canonical);
    if (!wrong && request->file[word].unreadable && !word_is_default(word, text))
        wrong = text_format("%s: %s", words[word].name, request->file[word].unreadable);
    if (!wrong && !*canonical)
        *canonical = text_format("%s", text);
    return wrong;
}

void table_words_parse(struct table *table, struct request *request, struct faults *faults) {
    for (int k = 0; k < TABLE_WORDS && faults->count == 0; k++) {
        const enum word word = table_words[k];
        const char *text = request_value(request, word, ignored_because_of(table, word));
        if (text)
            faults_add(faults, word, parse_word(table, request, word, text, &request->text[word]));
        else /* of max-len: positions-file can't be read, which is reported when it is parsed */
            table->max_len = 1;
    }
    request->parsed = faults->count == 0;
    for (int k = 0; k < TABLE_WORDS && faults->count == 0; k++)
        if (request->text[table_words[k]])
            faults_add(faults, table_words[k], request_check_read(request, table_words[k]));
}

/* A word that isn't given has its default text already. */
void table_words_find_defaults(const struct table *table, struct request *request) {
    struct table *defaults = table_new();
    defaults->max_len = table->max_len;
    defaults->d_model = table->d_model;
    defaults->grid = table->grid;
    for (int k = 0; k < TABLE_WORDS; k++) {
        enum word word = table_words[k];
        const char *text = request_omitted(request, word);
        bool shape = word_is_shape(word);
        bool same = shape || request_text(request, word) == text;
        if (same)
            request->default_text[word] =
                text_format("%s", shape && text ? text : request->text[word]);
        else
            free(parse_word(defaults, request, word, text, &request->default_text[word]));
    }
    table_free(defaults);
}
