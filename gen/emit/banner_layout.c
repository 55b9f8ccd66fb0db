#include "emit/banner_layout.h"
#include "base/die.h"
#include "base/text.h"
#include "table/table.h"

#include <stdlib.h>

static bool is_both(const struct table *table) {
    return table->component == COMPONENT_BOTH;
}

/* --- without a grid, or of each of its axes */

static const char *two_texts(const struct table *table) {
    bool cosine_first = table->order == ORDER_COS_SIN;
    if (table->layout == LAYOUT_HALVES)
        return cosine_first ? "the cosines, then the sines" : "the sines, then the cosines";
    if (table->frequencies.spacing == SPACING_COLUMN && table->frequencies.list.count == 0)
        return cosine_first ? "cosine in even channels, sine in odd ones"
                            : "sine in even channels, cosine in odd ones";
    return cosine_first ? "channel 2i is the cosine, 2i+1 the sine"
                        : "channel 2i is the sine, 2i+1 the cosine";
}

static char *row_text(const struct table *table) {
    static const char *const repeats[] = {[REPEAT_NONE] = "channel i for each i",
                                          [REPEAT_HALVES] = "channels i and n+i",
                                          [REPEAT_INTERLEAVE] = "channels 2i and 2i+1"};
    if (!is_both(table) && table->repeat == REPEAT_HALVES)
        return text_format("%s, n = %llu", repeats[table->repeat],
                           (unsigned long long)table->channel_count / 2);
    return text_format("%s", is_both(table) ? two_texts(table) : repeats[table->repeat]);
}

static const char *odd_text(const struct table *table) {
    static const char *const texts[] = {[ODD_SIN] = "; of the odd channel a sine",
                                        [ODD_ZERO] = "; the last channel is 0",
                                        [ODD_ERROR] = "",
                                        [ODD_DROP] = "; without the odd channel",
                                        [ODD_EXTEND] = "; one pair more for the odd channel"};
    return table->d_model % 2 == 0 ? "" : texts[table->odd];
}

/* --- with a grid */

/* "axes in the order tyx, a block of columns each" */
static char *axes_text(const struct table *table) {
    static const char *const nestings[] = {[NESTING_OUTER] = "a block of columns each",
                                           [NESTING_MIDDLE] = "within each half or frequency",
                                           [NESTING_INNER] = "column by column"};
    char axes[GRID_AXES + 1] = {0};
    for (int k = 0; k < table->grid.owners; k++)
        axes[k] = grid_letter(&table->grid, table->grid.columns[k]);
    return text_format("axes in the order %s, %s", axes, nestings[table->grid.nesting]);
}

/* "one section of pairs each for t 16, y 24, x 24" */
static char *sections_text(const struct table *table) {
    static const char *const deals[] = {[NESTING_OUTER] = "one section of pairs each for",
                                        [NESTING_MIDDLE] = "pairs in turn, in a section each, for",
                                        [NESTING_INNER] = "pairs in turn for"};
    const struct grid *grid = &table->grid;
    struct text list = {NULL, 0, 0};
    text_print(&list, deals[grid->nesting]);
    for (int k = 0; k < grid->owners; k++) {
        int axis = grid->columns[k];
        uint64_t pairs = grid_pairs(grid, axis, table->d_model);
        char *item = text_format("%s %c %llu", k > 0 ? "," : "", grid_letter(grid, axis),
                                 (unsigned long long)pairs);
        text_print(&list, item);
        free(item);
    }
    text_add(&list, "", 1);
    return list.bytes;
}

static char *grid_text(const struct table *table) {
    static const char *const repeats[] = {[REPEAT_NONE] = "one channel a pair",
                                          [REPEAT_HALVES] = "the whole row twice",
                                          [REPEAT_AXIS] = "each axis' channels twice",
                                          [REPEAT_INTERLEAVE] = "each channel twice"};
    bool shared = table->grid.shared, halves = table->layout == LAYOUT_HALVES;
    const char *channels = !is_both(table)                 ? repeats[table->repeat]
                           : !shared || halves             ? two_texts(table)
                           : table->order == ORDER_COS_SIN ? "cosine, then sine of each pair"
                                                           : "sine, then cosine of each pair";
    char *axes = shared ? sections_text(table) : axes_text(table);
    char *text =
        text_format("%s; %s%s", axes, is_both(table) && !shared ? "of each, " : "", channels);
    free(axes);
    return text;
}

/* "; no channel of t": the axes that own none */
static char *ownerless_text(const struct grid *grid) {
    char axes[GRID_AXES + 1] = {0};
    for (int axis = 0, k = 0; axis < grid->axes; axis++)
        if (!grid_owns(grid, axis))
            axes[k++] = grid_letter(grid, axis);
    return text_format("%s%s", *axes ? "; no channel of " : "", axes);
}

static const char *left_text(const struct table *table) {
    return table->zero_channels                ? "; the last channels are 0"
           : table->d_model > 2 * table->pairs ? "; without the channels of no axis"
                                               : "";
}

char *banner_layout(const struct output_options *output) {
    const struct table *table = output->table;
    bool grid = table->grid.axes > 0;
    char *row = grid ? grid_text(table) : row_text(table);
    char *ownerless = grid ? ownerless_text(&table->grid) : text_format("%s", "");
    const char *count = output->text[UNROTATED_COLUMNS];
    bool apart = table->unrotated_columns > 0;
    char *text = text_format("%s%s%s%s%s%s", row, ownerless,
                             grid ? left_text(table) : odd_text(table), apart ? "; " : "",
                             apart ? count : "", apart ? " channels of angle 0 in front" : "");
    free(ownerless);
    free(row);
    return text;
}
