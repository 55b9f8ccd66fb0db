/* SPDX-License-Identifier: MIT */
#include "base/die.h"
#include "base/integer.h"
#include "table/table.h"
#include "words/choice.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

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
        return table->frequencies.listed ? FREQUENCIES : WORDS;
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
        return table_is_constant(table)  ? COMPONENT
               : table->positions.listed ? POSITIONS_FILE
                                         : WORDS;
    case AMPLITUDE:
        return table->component == COMPONENT_FACTOR ? COMPONENT : WORDS;
    case BITS:
    case ROUNDING:
        return table->type->fixed ? WORDS : TYPE;
    case SCALE:
    case ZERO_POINT:
        return table->type->scaled ? WORDS : TYPE;
    default:
        return WORDS;
    }
}

/* --- parsers */

static void parse_size(struct table *table, struct value *value) {
    value_size(value, value->word == MAX_LEN ? &table->max_len : &table->d_model);
}

static void parse_type(struct table *table, struct value *value) {
    int k = 0;
    value_choice(value, &k);
    table->element = elements[k];
    table->type = &table->element;
}

static void parse_grid(struct table *table, struct value *value) {
    grid_parse(&table->grid, value);
}

static void parse_position(struct table *table, struct value *value) {
    const struct sizes sizes = table_sizes(table);
    positions_parse(&table->positions, value, &table->grid, &sizes);
}

static void parse_rows(struct table *table, struct value *value) {
    row_set_parse(value->word == ZERO_ROWS ? &table->zero_rows : &table->unrotated_rows, value,
                  table->max_len);
}

static void parse_unrotated_columns(struct table *table, struct value *value) {
    table->unrotated_columns = 0;
    if (!value_is_default(value))
        value_size(value, &table->unrotated_columns);
}

static void parse_file(struct table *table, struct value *value) {
    const bool listed = !value_is_default(value);
    value_file(value);
    if (value->word == FREQUENCIES)
        table->frequencies.listed = listed;
    else
        table->positions.listed = listed;
}

/* Is the text FUNCTION(Q)? *inner becomes Q, or else the text; the caller frees it. */
static bool cut_function(const char *text, const char *function, char **inner) {
    const size_t name = strlen(function), length = strlen(text);
    const bool is =
        strncmp(text, function, name) == 0 && text[name] == '(' && text[length - 1] == ')';
    *inner = is ? text_format("%.*s", (int)(length - name - 2), text + name + 1)
                : text_format("%s", text);
    return is;
}

/* Sets q to the number of a text of the value. Returns false, and refuses the value, if it isn't positive. */
static bool take_positive(mpq_t q, const char *text, const struct table *table,
                          struct value *value) {
    const struct sizes sizes = table_sizes(table);
    const char *wrong = expression_rational(q, text, &sizes);
    if (!wrong && mpq_sgn(q) <= 0)
        wrong = "must be positive";
    if (wrong)
        value_refuse(value, " %s", wrong);
    return !wrong;
}

static void spell_rational(struct value *value, const char *before, const mpq_t q,
                           const char *after) {
    char *text = rational_text(q);
    text_put(&value->canonical, "%s%s%s", before, text, after);
    free(text);
}

static void parse_scale(struct table *table, struct value *value) {
    mpq_set_ui(table->scale, 0, 1);
    if (!value_is_default(value) && take_positive(table->scale, value->text, table, value))
        spell_rational(value, "", table->scale, "");
}

/* The bits of an integer, at whose ends it saturates. */
static void parse_bits(struct table *table, struct value *value) {
    struct element *type = &table->element;
    const uint64_t most = type->fixed ? 8 * type->bytes : 64;
    uint64_t bits = 0;
    if (value_is_default(value))
        return;
    value_size(value, &bits);
    if (value->wrong || bits < 2 || bits > most) {
        free(value->wrong);
        value->wrong = NULL;
        value_refuse(value, " is not a number of bits from 2 to %" PRIu64, most);
        return;
    }
    const int64_t ends = INT64_C(1) << (bits - (type->lowest < 0));
    type->bits = (unsigned)bits;
    type->highest = ends - 1 < type->highest ? ends - 1 : type->highest;
    type->lowest = -ends > type->lowest ? -ends : type->lowest;
}

static void parse_rounding(struct table *table, struct value *value) {
    int k = ROUNDING_NEAREST;
    value_choice(value, &k);
    table->element.rounding = (enum rounding)k;
}

/* An integer, or one and a half. */
static void parse_zero_point(struct table *table, struct value *value) {
    enum { MOST_BITS = 33 };
    mpq_t q;
    mpq_init(q);
    const char *wrong = expression_rational(q, value->text, NULL);
    if (wrong || mpz_cmp_ui(mpq_denref(q), 2) > 0)
        value_refuse(value, " is neither a whole number nor one and a half");
    else if (mpz_sizeinbase(mpq_numref(q), 2) > MOST_BITS)
        value_refuse(value, " has more than %d bits", MOST_BITS);
    if (!value->wrong) {
        spell_rational(value, "", q, "");
        table->element.half = mpz_cmp_ui(mpq_denref(q), 2) == 0;
        mpz_fdiv_q(mpq_numref(q), mpq_numref(q), mpq_denref(q));
        table->element.zero_point = integer_get(mpq_numref(q));
    }
    mpq_clear(q);
}

/* A rational number other than 0, or the square root of one above 0; the table keeps its square and its sign. */
static void parse_amplitude(struct table *table, struct value *value) {
    mpq_ptr square = table->amplitude_squared;
    const struct sizes sizes = table_sizes(table);
    char *inner;
    const bool root = cut_function(value->text, "sqrt", &inner);
    const char *wrong = expression_rational(square, inner, &sizes);
    if (!wrong && (mpq_sgn(square) == 0 || (root && mpq_sgn(square) < 0)))
        wrong = root ? "must be the root of a positive number" : "must not be 0";
    if (wrong)
        value_refuse(value, " %s", wrong);
    else
        spell_rational(value, root ? "sqrt(" : "", square, root ? ")" : "");
    table->amplitude_negative = mpq_sgn(square) < 0;
    if (!root)
        mpq_mul(square, square, square);
    free(inner);
}

static void parse_base(struct table *table, struct value *value) {
    if (take_positive(table->frequencies.base, value->text, table, value))
        spell_rational(value, "", table->frequencies.base, "");
}

/* D of over:D, for each axis with frequencies of its own. */
static void parse_divisor(struct table *table, struct value *value, const char *divisor) {
    const struct grid *grid = &table->grid;
    const int axes = grid->shared ? 0 : grid->axes;
    for (int axis = 0; axis < (axes ? axes : 1) && !value->wrong; axis++) {
        const struct sizes sizes =
            table_formula_sizes(table, grid_owns(grid, axis) ? axis : grid->columns[0]);
        mpq_ptr over = table->frequencies.over[axis];
        const char *wrong = expression_rational(over, divisor, &sizes);
        if (!wrong && mpq_sgn(over) == 0)
            wrong = "divides by zero";
        if (wrong)
            value_refuse(value, ": D %s", wrong);
    }
    if (!axes && !value->wrong)
        spell_rational(value, "over:", table->frequencies.over[0], "");
}

static void parse_spacing(struct table *table, struct value *value) {
    const char *divisor;
    const enum spacing spacing = spacing_named(value->text, &divisor);
    if (spacing == SPACINGS || (spacing == SPACING_OVER && !divisor))
        value->wrong = choice_wrong(&words[SPACING], value->text);
    else
        table->frequencies.spacing = spacing;
    if (divisor)
        parse_divisor(table, value, divisor);
}

static void parse_scaling(struct table *table, struct value *value) {
    scaling_parse(&table->frequencies.scaling, value, table->frequencies.base);
}

/* --- the words */

/* A word follows the words that its meaning depends on. The words of the table's shape come first, since others may be
 * invalid for some sizes only. A word without a parser is a choice, stored in an int of the table. */
static const struct row {
    enum word word;
    void (*parse)(struct table *, struct value *);
    size_t choice; /* where the int is */
} rows[] = {
    {MAX_LEN, parse_size, 0},
    {D_MODEL, parse_size, 0},
    {GRID, parse_grid, 0},
    {COMPONENT, NULL, offsetof(struct table, component)},
    {POSITIONS_FILE, parse_file, 0},
    {GRID_COLUMNS, parse_grid, 0},
    {GRID_NESTING, NULL, offsetof(struct table, grid.nesting)},
    {GRID_FREQUENCIES, NULL, offsetof(struct table, grid.shared)},
    {GRID_ROWS, parse_grid, 0},
    {GRID_BLOCKS, parse_grid, 0},
    {LAYOUT, NULL, offsetof(struct table, layout)},
    {ORDER, NULL, offsetof(struct table, order)},
    {REPEAT, NULL, offsetof(struct table, repeat)},
    {AXES, NULL, offsetof(struct table, channel_major)},
    {ODD, NULL, offsetof(struct table, odd)},
    {TYPE, parse_type, 0},
    {POSITIONS, NULL, offsetof(struct table, positions.kind)},
    {FREQUENCIES, parse_file, 0},
    {SPACING, parse_spacing, 0},
    {BASE, parse_base, 0},
    {SCALING, parse_scaling, 0},
    {FIRST, parse_position, 0},
    {STEP, parse_position, 0},
    {CLAMP, parse_position, 0},
    {ZERO_ROWS, parse_rows, 0},
    {UNROTATED_ROWS, parse_rows, 0},
    {UNROTATED_COLUMNS, parse_unrotated_columns, 0},
    {AMPLITUDE, parse_amplitude, 0},
    {BITS, parse_bits, 0},
    {ROUNDING, parse_rounding, 0},
    {SCALE, parse_scale, 0},
    {ZERO_POINT, parse_zero_point, 0},
};
enum { ROWS = sizeof rows / sizeof *rows };

/* Sets *canonical and returns NULL, or returns what is wrong. */
static char *parse_word(struct table *table, const struct request *request, const struct row *row,
                        const char *text, char **canonical) {
    const char *unreadable = request->file[row->word].unreadable;
    struct value value = {.word = row->word, .text = text};
    if (row->parse)
        row->parse(table, &value);
    else
        value_choice(&value, (int *)((char *)table + row->choice));
    if (!value.wrong && unreadable && !value_is_default(&value))
        value.wrong = text_format("%s: %s", words[row->word].name, unreadable);
    return value_end(&value, canonical);
}

void table_words_parse(struct table *table, struct request *request) {
    for (const struct row *row = rows; row < rows + ROWS && !request_is_wrong(request); row++) {
        const enum word word = row->word;
        const char *text = request_value(request, word, ignored_because_of(table, word));
        if (text)
            faults_add(request->faults, word,
                       parse_word(table, request, row, text, &request->text[word]));
        else /* max-len: an unreadable positions-file is reported when that word is parsed */
            table->max_len = 1;
    }
    request->parsed = !request_is_wrong(request);
    for (const struct row *row = rows; row < rows + ROWS && request->parsed; row++)
        if (request->text[row->word])
            request_check_read(request, row->word);
}
