#include "audit/pipeline_slot.h"

/* The position times w^times. Columns come one after the other, so few multiplications are left. */
static double walk(struct place *place, const struct pipeline_row *row, double position, double w,
                   uint64_t times) {
    if (place->walked_by != row || place->walked_times > times) {
        place->walked = position;
        place->walked_by = row;
        place->walked_times = 0;
    }
    for (; place->walked_times < times; place->walked_times++)
        place->walked = rounded((enum rounding)row->product, place->walked * w);
    return place->walked;
}

/* The entry of an exact value that is rounded to the format of the row first. */
static uint64_t rounded_twice(const struct pipeline_tools *tools, const struct pipeline_row *row,
                              uint64_t bits) {
    return pipeline_stored(&tools->entry, rounded_value((enum rounding)row->sine, bits));
}

/* In a constant table a frequency takes the place of the sine. */
static void constant_slot(struct pipeline_tools *tools, const struct pipeline_row *row,
                          const struct frequency_list *list, uint64_t k, double w,
                          struct place *place, uint64_t *bits) {
    const struct pipeline_entry *entry = &tools->entry;
    if (row->sine == ROUND_NOT) {
        ziv_frequency(tools->ziv, list->exact[k], entry->whole.exact, entry->type, bits);
    } else if (row->frequency == ROUND_NOT) {
        ziv_frequency(tools->ziv, list->exact[k], entry->plain.exact, &elements[row->sine], bits);
        *bits = rounded_twice(tools, row, *bits);
    } else {
        if (row->method == METHOD_ITERATED)
            w = walk(place, row, 1, w, list->times[k]);
        *bits = pipeline_entry_bits(entry, row, w);
    }
}

/* Exact sines come from enclosures; where these don't decide, from the reference engine. */
static void exact_slot(struct pipeline_tools *tools, const struct pipeline_row *row,
                       const struct frequency_list *list, uint64_t k, struct place *place,
                       uint64_t bits[2]) {
    const struct pipeline_entry *entry = &tools->entry;
    struct double_double x = pair_product(place->pair, list->pair[k]);
    struct sine sine[2] = {{0, 0, 0}, {1, 0, 0}};
    bool decided = x.high == 0;
    if (fabs(x.high) >= SINES_LEAST && fabs(x.high) < SINES_LIMIT) {
        double error = 2 * (2 * ROUNDED_PAIR_ERROR + PAIR_PRODUCT_ERROR) * fabs(x.high);
        sines_enclose(tools->sines, x.high, x.low, error, sine);
        decided = true;
    }
    if (decided && pipeline_entry_exact(entry, row, sine[SINE], &bits[SINE]) &&
        pipeline_entry_exact(entry, row, sine[COSINE], &bits[COSINE]))
        return;
    bool once = row->sine == ROUND_NOT;
    ziv_sincos(tools->ziv, place_exact(place), list->exact[k],
               once ? entry->whole.exact : entry->plain.exact,
               once ? entry->type : &elements[row->sine], bits);
    for (int f = SINE; f <= COSINE && !once; f++)
        bits[f] = rounded_twice(tools, row, bits[f]);
}

double pipeline_angle(const struct pipeline_row *row, const struct frequency_list *list, uint64_t k,
                      double w, struct place *place) {
    enum rounding format = (enum rounding)row->product;
    double p = place->rounded[row->position], x;
    if (row->method == METHOD_ITERATED)
        x = walk(place, row, p, w, list->times[k]);
    else
        x = rounded(format, row->method == METHOD_OVER_POW ? p / w : p * w);
    return row->angle == row->product ? x : rounded((enum rounding)row->angle, x);
}

/* Every rounding is monotonic. So if both ends of an enclosure become the same entry, so does the sine as double. No row
 * rounds that to another format before the entry. */
static bool narrow_entries(const struct pipeline_tools *tools, const struct pipeline_row *row,
                           double x, uint64_t bits[2]) {
    double low[2], high[2];
    if (row->sine != ROUND_F64 || elements[row->sine].name == tools->entry.type->name ||
        !sines_between(tools->sines, x, low, high))
        return false;
    bool decided = true;
    for (int f = SINE; f <= COSINE; f++) {
        bits[f] = pipeline_entry_bits(&tools->entry, row, low[f]);
        decided = decided && pipeline_entry_bits(&tools->entry, row, high[f]) == bits[f];
    }
    return decided;
}

struct pipeline_sines pipeline_sines(const struct pipeline_tools *tools,
                                     const struct pipeline_row *row, double x) {
    struct pipeline_sines sines;
    sines.entries = narrow_entries(tools, row, x, sines.bits);
    if (!sines.entries)
        sines_round(tools->sines, (enum rounding)row->sine, x, sines.pair);
    return sines;
}

void pipeline_sine_bits(const struct pipeline_tools *tools, const struct pipeline_row *row,
                        const struct pipeline_sines *sines, uint64_t bits[2]) {
    for (int f = SINE; f <= COSINE; f++)
        bits[f] = sines->entries ? sines->bits[f]
                                 : pipeline_entry_bits(&tools->entry, row, sines->pair[f]);
}

bool pipeline_has_angle(const struct pipeline_tools *tools, const struct pipeline_row *row) {
    return !tools->constant && row->angle != ROUND_NOT;
}

void pipeline_slot(struct pipeline_tools *tools, const struct pipeline_row *row,
                   const struct frequency_list *list, uint64_t k, double w, struct place *place,
                   uint64_t bits[2]) {
    if (tools->constant) {
        constant_slot(tools, row, list, k, w, place, &bits[SINE]);
        bits[COSINE] = bits[SINE];
    } else if (row->angle == ROUND_NOT) {
        exact_slot(tools, row, list, k, place, bits);
    } else {
        struct pipeline_sines sines =
            pipeline_sines(tools, row, pipeline_angle(row, list, k, w, place));
        pipeline_sine_bits(tools, row, &sines, bits);
    }
}
