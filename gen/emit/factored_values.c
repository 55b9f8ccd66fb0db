#include "emit/factored_values.h"
#include "base/text.h"
#include "table/table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static char *number(uint64_t value) {
    return text_format("%" PRIu64, value);
}

/* Where a row has the entries of pair i: `sine`, `cosine` and `again`, the same entry once more, are columns after
 * i * `advance`; "none": there is no such entry. And which entry is in `column`: of which pair, and is it a cosine? as
 * expressions of C. */
struct columns {
    char *sine, *cosine, *again, *advance;
    char *pair, *is_cosine;
};

static struct columns columns_of_both(const struct table *table) {
    const unsigned long long pairs = table->pairs;
    const bool cosine_first = table->order == ORDER_COS_SIN;
    const bool halves = table->layout == LAYOUT_HALVES;
    char *first = number(0), *second = number(halves ? pairs : 1);
    return (struct columns){
        .sine = cosine_first ? second : first,
        .cosine = cosine_first ? first : second,
        .again = text_format("none"),
        .advance = number(halves ? 1 : 2),
        .pair = halves ? text_format("column_ %% %lluu", pairs) : text_format("column_ / 2u"),
        .is_cosine =
            halves ? text_format("(column_ %s %lluu) ? 1u : 0u", cosine_first ? "<" : ">=", pairs)
                   : text_format("(column_ %% 2u %s 0u) ? 1u : 0u", cosine_first ? "==" : "!="),
    };
}

static struct columns columns_of_one(const struct table *table) {
    const unsigned long long pairs = table->pairs;
    const bool cosine = table->component == COMPONENT_COS;
    const bool interleaved = table->repeat == REPEAT_INTERLEAVE,
               once = table->repeat == REPEAT_NONE;
    return (struct columns){
        .sine = text_format(cosine ? "none" : "0"),
        .cosine = text_format(cosine ? "0" : "none"),
        .again = once ? text_format("none") : number(interleaved ? 1 : pairs),
        .advance = number(interleaved ? 2 : 1),
        .pair = once          ? text_format("column_")
                : interleaved ? text_format("column_ / 2u")
                              : text_format("column_ %% %lluu", pairs),
        .is_cosine = text_format(cosine ? "1u" : "0u"),
    };
}

/* The type of the arrays with the high or the low parts. */
static char *type_of(const struct factored *factored, bool low) {
    for (size_t k = 0; k < factored->arrays; k++)
        if ((factored->array[k].type->lowest == 0) == low)
            return text_format("%s", factored->array[k].type->c_type);
    return text_format("none");
}

/* How many bits of a sum of products are below those of a fixed-point element. */
static unsigned bits_below(const struct factored *factored, const struct element *type) {
    return type->fixed ? 2 * (factored->high_bits - 1) - (unsigned)type->fraction : 0;
}

void factored_values(const struct output_options *output, const struct factored *factored,
                     struct template_value values[FACTORED_VALUES]) {
    static const char *const names[FACTORED_VALUES] = {
        "high_bits",   "low_bits",     "shifted",       "high_type",    "low_type",
        "sum_type",    "bits_below",   "highest",       "block",        "half_block",
        "pairs",       "sine_column",  "cosine_column", "again_column", "pair_columns",
        "column_pair", "column_cosine"};
    for (size_t k = 0; k < FACTORED_VALUES && !factored; k++)
        values[k] = (struct template_value){names[k], text_format("none")};
    if (!factored)
        return;
    const struct table *table = output->table;
    const struct columns columns =
        table->component == COMPONENT_BOTH ? columns_of_both(table) : columns_of_one(table);
    char *const texts[FACTORED_VALUES] = {number(factored->high_bits),
                                          number(factored->low_bits),
                                          text_format(factored->shifted ? "yes" : "no"),
                                          type_of(factored, false),
                                          type_of(factored, true),
                                          text_format("int%u_t", 2 * factored->high_bits),
                                          number(bits_below(factored, table->type)),
                                          text_format("%" PRId32, table->type->highest),
                                          number(factored->block),
                                          number((factored->block + 1) / 2),
                                          number(factored->pairs),
                                          columns.sine,
                                          columns.cosine,
                                          columns.again,
                                          columns.advance,
                                          columns.pair,
                                          columns.is_cosine};
    for (size_t k = 0; k < FACTORED_VALUES; k++)
        values[k] = (struct template_value){names[k], texts[k]};
}

void factored_array_values(const struct output_options *output, const struct factored *factored,
                           size_t array, struct template_value values[FACTORED_ARRAY_VALUES]) {
    const struct factored_array *of = &factored->array[array];
    char *name = text_format("%s%s", output->text[NAME], of->suffix);
    values[0] = (struct template_value){"array", name};
    values[1] = (struct template_value){"object", text_format("%s", name)};
    values[2] = (struct template_value){"object_rows", number(of->rows)};
    values[3] = (struct template_value){"columns", number(of->columns)};
    values[4] = (struct template_value){"c_type", text_format("%s", of->type->c_type)};
    const bool list = strcmp(of->suffix, "_shift") == 0;
    values[5] = (struct template_value){"dimensions", number(list ? 1 : 2)};
}

char *factored_storage(const struct output_options *output, const struct factored *factored) {
    const struct table *table = output->table;
    const char *name = output->text[NAME];
    char *shifted = factored->shifted
                        ? text_format("The sines of pair i are stored times 2^%s_shift[i].\n", name)
                        : text_format("%s", "");
    char *storage = text_format(
        "%" PRIu64 " bytes of arrays; the full table has %" PRIu64 " bytes: [max_len][%s], %" PRIu64
        " x %" PRIu64 ".\n"
        "%sB = %" PRIu64 ", %u guard bits; all %" PRIu64 " entries equal the full table's.",
        factored->bytes, factored->full_bytes,
        table->channel_count == table->d_model ? "d_model" : "channels", table->rows,
        table->columns, shifted, factored->block, factored->guard_bits, factored->entries);
    free(shifted);
    return storage;
}
