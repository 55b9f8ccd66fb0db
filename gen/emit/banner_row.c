#include "emit/banner.h"
#include "table/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *channel_text(const struct output_options *output, uint64_t array, uint64_t j) {
    static const char *const functions[] = {
        [CHANNEL_SINE] = "sine", [CHANNEL_COSINE] = "cosine", [CHANNEL_FREQUENCY] = "itself"};
    struct channel channel = table_channel(output->table, array * output->table->channel_count + j);
    if (channel.function == CHANNEL_ZERO)
        return text_format("channel %llu: zero", (unsigned long long)j);
    if (channel.unrotated)
        return text_format("channel %llu: unrotated", (unsigned long long)j);
    char axis[4] = {0};
    if (output->table->grid.axes > 0)
        snprintf(axis, sizeof axis, " %c", grid_letter(&output->table->grid, channel.axis));
    return text_format("channel %llu: %s%s, frequency %llu", (unsigned long long)j,
                       functions[channel.function], axis, (unsigned long long)channel.frequency);
}

static char *position_number(const struct table *table, uint64_t r) {
    int64_t integer;
    if (positions_integer(&table->positions, r, &integer))
        return text_integer(integer);
    struct number p;
    number_init(&p);
    table_position(table, r, &p);
    char *text = number_text(&p);
    number_clear(&p);
    return text;
}

/* "y 3, x 5": where the row is along each axis, or the position that a file gives it there */
static char *coordinates_text(const struct output_options *output, uint64_t r) {
    const struct table *table = output->table;
    struct text text = {NULL, 0, 0};
    for (int k = 0; k < table->grid.axes; k++) {
        int axis = table->grid.rows[k];
        uint64_t at = table_coordinate(table, axis, r);
        char *number = table->grid.listed ? position_number(table->axis[axis], at)
                                          : text_format("%llu", (unsigned long long)at);
        char letter[5] = {',', ' ', grid_letter(&table->grid, axis), ' ', 0};
        text_print(&text, k > 0 ? letter : letter + 2);
        text_print(&text, number);
        free(number);
    }
    text_add(&text, "", 1);
    return text.bytes;
}

/* Nobody can read a fraction of hundreds of digits. Takes the text. */
static char *readable(char *text, uint64_t r) {
    if (strlen(text) <= 72)
        return text;
    free(text);
    return text_format("row %llu", (unsigned long long)r);
}

char *banner_row(const struct output_options *output, uint64_t array, uint64_t r) {
    if (output->table->channel_major)
        return channel_text(output, array, r);
    if (table_zero_row(output->table, r))
        return text_format("row %llu: zero", (unsigned long long)r);
    if (table_unrotated_row(output->table, r))
        return text_format("row %llu: unrotated", (unsigned long long)r);
    if (output->table->grid.axes > 0)
        return readable(coordinates_text(output, r), r);
    if (table_is_constant(output->table))
        return text_format("row %llu", (unsigned long long)r);
    return readable(position_number(output->table, r), r);
}
