#include "audit/errors.h"
#include "exact/rounded.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { RANGE_FIRST = 128 };

size_t range_of(uint64_t position) {
    size_t range = 0;
    for (uint64_t end = RANGE_FIRST; position >= end; end *= 2)
        range++;
    return range;
}

uint64_t range_begin(size_t range) {
    return range == 0 ? 0 : (uint64_t)RANGE_FIRST << (range - 1);
}

struct octaves octaves_new(const struct table *table) {
    const struct positions *positions = &table->positions;
    const int axes = table->grid.axes > 0 ? table->grid.axes : 1;
    double first = 0;
    for (int k = 0; k < axes && !positions->file.path; k++)
        first = fmax(first, fabs(rounded_number(ROUND_F64, &positions->first[k]) /
                                 rounded_number(ROUND_F64, &positions->step[k])));
    const double most = (double)(UINT64_C(1) << (POSITION_OCTAVES - 2));
    return (struct octaves){.first = (uint64_t)fmin(first, most)};
}

static size_t octave_of(const struct octaves *octaves, uint64_t row) {
    size_t octave = 0;
    for (uint64_t steps = octaves->first + row; steps > 0; steps /= 2)
        octave++;
    return octave;
}

uint64_t octave_begin(const struct octaves *octaves, size_t k) {
    const uint64_t steps = k == 0 ? 0 : UINT64_C(1) << (k - 1);
    return steps > octaves->first ? steps - octaves->first : 0;
}

size_t group_of(const struct table *table, uint64_t channel) {
    const uint64_t count = table->channel_count;
    return (size_t)(count <= CHANNEL_GROUPS
                        ? channel
                        : (uint64_t)((double)channel * CHANNEL_GROUPS / (double)count));
}

static void keep_larger(struct largest *largest, double error, uint64_t row) {
    if (error > largest->error || (error == largest->error && error > 0 && row < largest->row))
        *largest = (struct largest){error, row};
}

void octaves_count(struct octaves *octaves, const struct table *table, const struct found *found) {
    const uint64_t row = table->channel_major ? found->cell.column : found->cell.row,
                   channel = table->channel_major ? found->cell.row : found->cell.column;
    keep_larger(&octaves->of[octave_of(octaves, row)][group_of(table, channel)],
                found->error.absolute, row);
}

void octaves_add(struct octaves *octaves, const struct octaves *more) {
    for (size_t k = 0; k < POSITION_OCTAVES; k++)
        for (size_t g = 0; g < CHANNEL_GROUPS; g++)
            keep_larger(&octaves->of[k][g], more->of[k][g].error, more->of[k][g].row);
}

static bool precedes(struct cell a, struct cell b) {
    return a.row != b.row ? a.row < b.row : a.column < b.column;
}

/* Takes an entry whose error is larger, or as large and earlier. */
static void keep_worse(struct found *worst, const struct found *other, double error, double least) {
    if (error > least || (error == least && error > 0 && precedes(other->cell, worst->cell)))
        *worst = *other;
}

/* Counts an entry of a kind, or those of other errors, and keeps the first place. */
static void count_kind(uint64_t *count, struct cell *first, uint64_t more, struct cell at) {
    if (more > 0 && (*count == 0 || precedes(at, *first)))
        *first = at;
    *count += more;
}

static size_t bin_of(double ulps) {
    enum { FRACTION = DBL_MANT_DIG - 1 };
    uint64_t bits;
    memcpy(&bits, &ulps, sizeof bits);
    if (bits == 0)
        return 0;
    int exponent = (int)(bits >> FRACTION) - (DBL_MAX_EXP - 1); /* floor(log2 ulps) */
    bool power = bits % (UINT64_C(1) << FRACTION) == 0;
    int bin = power ? exponent + 1 : exponent + 2;
    return bin < 1 ? 1 : bin < HISTOGRAM_BINS ? (size_t)bin : HISTOGRAM_BINS - 1;
}

void errors_count(struct errors *errors, const struct found *found, bool allowed) {
    const struct entry_error *error = &found->error;
    errors->wrong++;
    errors->not_allowed += !allowed;
    count_kind(&errors->nan, &errors->nan_at, error->kind == ERROR_NAN, found->cell);
    count_kind(&errors->infinite, &errors->infinite_at, error->kind == ERROR_INFINITE, found->cell);
    count_kind(&errors->zero_sign, &errors->zero_sign_at, error->kind == ERROR_ZERO_SIGN,
               found->cell);
    if (error->kind != ERROR_NUMBER)
        return;
    errors->histogram[bin_of(error->ulps)]++;
    keep_worse(&errors->worst, found, error->absolute, errors->worst.error.absolute);
    keep_worse(&errors->worst_ulps, found, error->ulps, errors->worst_ulps.error.ulps);
}

void errors_add(struct errors *errors, const struct errors *more) {
    errors->wrong += more->wrong;
    errors->not_allowed += more->not_allowed;
    count_kind(&errors->nan, &errors->nan_at, more->nan, more->nan_at);
    count_kind(&errors->infinite, &errors->infinite_at, more->infinite, more->infinite_at);
    count_kind(&errors->zero_sign, &errors->zero_sign_at, more->zero_sign, more->zero_sign_at);
    for (size_t bin = 0; bin < HISTOGRAM_BINS; bin++)
        errors->histogram[bin] += more->histogram[bin];
    keep_worse(&errors->worst, &more->worst, more->worst.error.absolute,
               errors->worst.error.absolute);
    keep_worse(&errors->worst_ulps, &more->worst_ulps, more->worst_ulps.error.ulps,
               errors->worst_ulps.error.ulps);
}

void errors_finish(struct errors *errors, uint64_t entries) {
    errors->entries = entries;
    errors->histogram[0] = entries - errors->nan - errors->infinite;
    for (size_t bin = 1; bin < HISTOGRAM_BINS; bin++)
        errors->histogram[0] -= errors->histogram[bin];
}

void line_count(struct line *line, const struct found *found, uint64_t at) {
    const struct line one = {1, found->error.absolute, found->error.ulps, at, found->error.kind, at,
                             0};
    line_add(line, &one);
}

void line_add(struct line *line, const struct line *more) {
    if (more->wrong == 0)
        return;
    if (line->wrong == 0 || more->absolute > line->absolute ||
        (more->absolute == line->absolute && more->at < line->at)) {
        line->absolute = more->absolute;
        line->at = more->at;
    }
    if (more->ulps > line->ulps)
        line->ulps = more->ulps;
    if (more->kind >= ERROR_INFINITE &&
        (more->kind > line->kind || (more->kind == line->kind && more->kind_at < line->kind_at))) {
        line->kind = more->kind;
        line->kind_at = more->kind_at;
    }
    line->wrong += more->wrong;
    line->zeros += more->zeros;
}
