#include "table/table_words.h"
#include "base/die.h"
#include "words/choice.h"

#include <stdlib.h>
#include <string.h>

/* Each word comes after those that its meaning depends on. */
static const enum word in_order[] = {
    MAX_LEN, D_MODEL, GRID,      GRID_COLUMNS, GRID_NESTING, GRID_ROWS, FREQUENCIES, COMPONENT,
    BASE,    SPACING, SCALING,   LAYOUT,       ORDER,        REPEAT,    AXES,        FIRST,
    STEP,    CLAMP,   POSITIONS, ZERO_ROWS,    ODD,          AMPLITUDE, TYPE};
enum { TABLE_WORDS = sizeof in_order / sizeof in_order[0] };

/* The word whose value makes the table ignore `word`, whatever the sizes; WORDS if the table reads it. The words before it
 * must be parsed. */
static enum word ignored_because_of(const struct table *table, enum word word) {
    switch (word) {
    case GRID_COLUMNS:
    case GRID_NESTING:
    case GRID_ROWS:
        return table->grid.axes == 0 ? GRID : WORDS;
    case BASE:
    case SPACING:
        return table->frequencies.list.path ? FREQUENCIES : WORDS;
    case LAYOUT:
    case ORDER:
        return table->component != COMPONENT_BOTH ? COMPONENT : WORDS;
    case REPEAT:
        return table->component == COMPONENT_BOTH ? COMPONENT : WORDS;
    case FIRST:
    case STEP:
    case CLAMP:
    case POSITIONS:
        return table->component == COMPONENT_FREQUENCY ? COMPONENT : WORDS;
    default:
        return WORDS;
    }
}

static char *parse_type(struct table *table, const char *text, char **canonical) {
    int k = 0;
    char *wrong = choice_parse(TYPE, text, &k, canonical);
    if (!wrong)
        table->type = &elements[k];
    return wrong;
}

/* A positive rational number or the square root of one; the table keeps its square. */
static char *parse_amplitude(struct table *table, const char *text, char **canonical) {
    const struct sizes sizes = table_sizes(table);
    size_t length = strlen(text);
    bool root = strncmp(text, "sqrt(", 5) == 0 && text[length - 1] == ')';
    char *inner = root ? text_format("%.*s", (int)length - 6, text + 5) : text_format("%s", text);
    const char *wrong = expression_rational(table->amplitude, inner, &sizes);
    if (!wrong && mpq_sgn(table->amplitude) <= 0)
        wrong = "must be positive";
    free(inner);
    if (wrong)
        return text_format("amplitude '%.60s' %s", text, wrong);
    char *value = rational_text(table->amplitude);
    *canonical = root ? text_format("sqrt(%s)", value) : text_format("%s", value);
    free(value);
    if (!root)
        mpq_mul(table->amplitude, table->amplitude, table->amplitude);
    return NULL;
}

static char *parse_frequencies(struct table *table, struct request *request, enum word word,
                               const char *text, char **canonical) {
    struct sizes sizes[GRID_AXES];
    for (int axis = 0; axis < GRID_AXES; axis++)
        sizes[axis] = table_axis_sizes(table, axis);
    const struct sizes whole = table_sizes(table);
    return frequencies_parse(&table->frequencies, word, text, &request->file[word],
                             table->grid.axes, &whole, sizes, canonical);
}

static char *parse_word(struct table *table, struct request *request, enum word word,
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
    case AMPLITUDE:
        return parse_amplitude(table, text, canonical);
    default:
        return positions_parse(&table->positions, word, text, table->grid.axes, &sizes, canonical);
    }
}

/* Sizes have no default: a table of this size stands for one whose size is wrong, until all faults are found. */
static const char *stand_in(const struct request *request, enum word word) {
    return word == MAX_LEN || word == D_MODEL ? "5040" : request_default(request, word);
}

void table_words_parse(struct table *table, struct request *request, struct faults *faults) {
    for (int k = 0; k < TABLE_WORDS; k++) {
        enum word word = in_order[k];
        char **canonical = &request->text[word];
        const char *text = request_value(request, word, ignored_because_of(table, word));
        request->is_wrong[word] = !text;
        char *wrong = text ? parse_word(table, request, word, text, canonical) : NULL;
        if (!wrong && text)
            wrong = request_check_read(request, word);
        if (wrong)
            request->is_wrong[word] = true;
        faults_add(faults, word, wrong);
        if (request->is_wrong[word] && !*canonical)
            free(parse_word(table, request, word, stand_in(request, word), canonical));
    }
}

/* A word that isn't given has its default text already. */
void table_words_find_defaults(const struct table *table, struct request *request) {
    struct table *defaults = table_new();
    defaults->max_len = table->max_len;
    defaults->d_model = table->d_model;
    defaults->grid = table->grid;
    for (int k = 0; k < TABLE_WORDS; k++) {
        enum word word = in_order[k];
        const char *text = request_default(request, word);
        bool same = word <= GRID_ROWS || request_text(request, word) == text;
        if (same)
            request->default_text[word] =
                text_format("%s", word <= GRID_ROWS && text ? text : request->text[word]);
        else
            free(parse_word(defaults, request, word, text, &request->default_text[word]));
    }
    table_free(defaults);
}
