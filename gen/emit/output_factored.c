#include "emit/output_factored.h"
#include "emit/output_words.h"

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
    return output->table->positions.absolute != 0;
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

/* Which words must be right, so that the refusal isn't that of a stand-in. */
static word_set read_by(enum word word) {
    const word_set set = WORD_SET(word) | WORD_SET(FACTORED);
    return word == LITERAL     ? set | WORD_SET(FORMAT) | WORD_SET(TYPE)
           : word == SCALING   ? set | WORD_SET(AMPLITUDE) | WORD_SET(TYPE) | WORD_SET(SCALE)
           : word == AMPLITUDE ? set | WORD_SET(MAX_LEN) | WORD_SET(D_MODEL)
           : word == SPACING   ? set | WORD_SET(FREQUENCIES)
                               : set;
}

void output_factored_check(const struct output_options *output, const struct request *request,
                           struct faults *faults) {
    if (!output->factored)
        return;
    for (const struct refusal *r = refusals; r < refusals + sizeof refusals / sizeof *refusals; r++)
        if (request_is_sound(request, read_by(r->word)) && r->applies(output))
            faults_add(faults, FACTORED,
                       text_format("factored '%s' is not for %s '%.60s': %s",
                                   output->text[FACTORED], words[r->word].name,
                                   output->text[r->word], r->why));
}
