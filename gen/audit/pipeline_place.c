#include "audit/pipeline_place.h"

void place_init(struct place *place) {
    *place = (struct place){.at = UINT64_MAX};
    number_init(&place->number);
    place->exact = position_new();
}

void place_clear(struct place *place) {
    number_clear(&place->number);
    position_free(place->exact);
}

static bool is_small_integer(const struct number *number) {
    return mpq_sgn(number->pi) == 0 && mpz_cmp_ui(mpq_denref(number->rational), 1) == 0 &&
           mpz_sizeinbase(mpq_numref(number->rational), 2) <= 53;
}

void place_go(struct place *place, const struct table *table, uint64_t position) {
    if (place->at == position)
        return;
    place->at = position;
    place->set = false;
    place->walked_by = NULL;
    table_position(table, position, &place->number);
    bool small = is_small_integer(&place->number);
    if (small)
        place->pair = (struct double_double){mpz_get_d(mpq_numref(place->number.rational)), 0};
    else
        place->pair = rounded_pair_of_number(&place->number);
    for (int format = 0; format < ROUNDINGS; format++)
        place->rounded[format] = small ? rounded((enum rounding)format, place->pair.high)
                                       : rounded_number((enum rounding)format, &place->number);
}

struct position *place_exact(struct place *place) {
    if (!place->set)
        position_set(place->exact, &place->number);
    place->set = true;
    return place->exact;
}
