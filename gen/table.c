#include "table.h"

uint64_t table_rows(const struct spec *spec) {
    return spec->axes == AXES_POSITION_MAJOR ? spec->max_len : spec->d_model;
}

uint64_t table_columns(const struct spec *spec) {
    return spec->axes == AXES_POSITION_MAJOR ? spec->d_model : spec->max_len;
}

uint64_t table_frequencies(const struct spec *spec) {
    if (spec->spacing == SPACING_COLUMN)
        return spec->d_model;
    return spec->d_model / 2 + (spec->d_model % 2 == 1 && spec->odd == ODD_SIN);
}

static void set_ratio(mpq_t q, uint64_t over, uint64_t under) {
    mpz_import(mpq_numref(q), 1, -1, sizeof over, 0, 0, &over);
    mpz_import(mpq_denref(q), 1, -1, sizeof under, 0, 0, &under);
    mpq_canonicalize(q);
}

void table_exponent(const struct spec *spec, uint64_t k, mpq_t e) {
    switch (spec->spacing) {
    case SPACING_PAIR:
        set_ratio(e, 2 * k, spec->d_model);
        break;
    case SPACING_ENDPOINT:
        set_ratio(e, k, spec->d_model / 2 - 1);
        break;
    case SPACING_COLUMN:
        set_ratio(e, k, spec->d_model);
        break;
    default:
        set_ratio(e, k, 1);
        mpq_div(e, e, spec->over);
        break;
    }
}

void table_amplitude(const struct spec *spec, mpq_t square) {
    set_ratio(square, (uint64_t)spec->type->factor * (uint64_t)spec->type->factor, 1);
    if (!spec->type->fixed)
        mpq_set_ui(square, 1, 1);
    mpq_mul(square, square, spec->amplitude);
}

void table_position(const struct spec *spec, uint64_t r, struct number *p) {
    number_walk(p, &spec->first, &spec->step, r);
}

struct channel table_channel(const struct spec *spec, uint64_t j) {
    uint64_t d = spec->d_model, pairs = d / 2;
    bool cosine_first = spec->order == ORDER_COS_SIN;
    struct channel channel;
    bool second;
    if (d % 2 == 1 && spec->odd == ODD_ZERO && j == d - 1)
        return (struct channel){CHANNEL_ZERO, 0};
    if (spec->layout == LAYOUT_INTERLEAVED) {
        channel.frequency = j / 2;
        second = j % 2 == 1;
        if (j == 2 * pairs) /* the odd channel is a sine in either order */
            second = cosine_first;
    } else {
        /* the odd channel makes the half of the sines longer by one */
        uint64_t more = d % 2 == 1 && spec->odd == ODD_SIN;
        uint64_t first_half = pairs + (cosine_first ? 0 : more);
        second = j >= first_half;
        channel.frequency = second ? j - first_half : j;
    }
    channel.function = second == cosine_first ? CHANNEL_SINE : CHANNEL_COSINE;
    if (spec->spacing == SPACING_COLUMN)
        channel.frequency = j;
    return channel;
}
