/* SPDX-License-Identifier: MIT */
#include "base/cpus.h"
#include "base/die.h"
#include "base/integer.h"
#include "engine/rows.h"

#include <limits.h>
#include <stdlib.h>

/* Bytes that the tables of a grid's axes may have together. */
#define MEMORY_AXES (UINT64_C(1) << 30)

static struct engine_error check_memory(const struct table *table) {
    const uint64_t bytes = table_memory(table);
    if (bytes > MEMORY_MOST)
        return (struct engine_error){ENGINE_MEMORY, bytes, 0};
    uint64_t left = MEMORY_AXES / table->type->bytes;
    for (int axis = 0; axis < table->grid.axes; axis++) {
        const struct table *own = table->axis[axis];
        const uint64_t row = own->arrays * own->columns;
        if (row > 0 && own->rows > left / row)
            return (struct engine_error){.kind = ENGINE_AXES};
        left -= own->rows * row;
    }
    return (struct engine_error){.kind = ENGINE_FINE};
}

/* A run may take MEMORY_RUN and MEMORY_COLUMN for each column. */
unsigned capacity_threads(const struct table *table, enum engine engine, unsigned threads) {
    enum { MEMORY_COLUMN = 1 << 10 };
    if (engine != ENGINE_MPFR || table_is_constant(table) || table->frequency_count == 0)
        return threads;
    const uint64_t most = (MEMORY_RUN / 2 + MEMORY_COLUMN * table->columns) /
                          (TABLE_FREQUENCY_BYTES * table->frequency_count);
    return most >= threads ? threads : most > 0 ? (unsigned)most : 1;
}

/* A k with w < 2^k for all frequencies of a table. Without a grid frequencies are monotonic, scaled or not, unless they
 * or their factors come from a list. */
static long frequencies_log2(const struct table *table) {
    const struct frequencies *frequencies = &table->frequencies;
    const bool listed = frequencies->list.count > 0 || frequencies->scaling.factors.count > 0;
    const uint64_t count = table->frequency_count, step = listed || count < 2 ? 1 : count - 1;
    struct bases bases = frequencies_bases(frequencies);
    long most = LONG_MIN;
    for (uint64_t k = 0; k < count; k += step) {
        struct frequency *w = table_frequency(table, &bases, k);
        const long log2 = frequency_log2(w);
        most = log2 > most ? log2 : most;
        frequency_free(w);
    }
    bases_free(&bases);
    for (int axis = 0; axis < table->grid.axes; axis++) {
        const long log2 =
            grid_owns(&table->grid, axis) ? frequencies_log2(table->axis[axis]) : most;
        most = log2 > most ? log2 : most;
    }
    return most > LONG_MIN ? most : 0; /* a single channel of zeros has no frequency */
}

/* The least number that rounds to infinity: (2^(p+1) - 1) * 2^(emax - p), for p bits and emax = 1 - emin. */
static void least_infinite(const struct element *type, mpq_t least) {
    integer_power(mpq_numref(least), 2, (unsigned)type->precision + 1);
    mpz_sub_ui(mpq_numref(least), mpq_numref(least), 1);
    mpz_set_ui(mpq_denref(least), 1);
    mpz_mul_2exp(mpq_numref(least), mpq_numref(least),
                 (mp_bitcnt_t)(1 - type->emin - type->precision));
}

/* An integer type that can't hold its zero point must hold every entry. */
static bool holds_zero_point(const struct element *type) {
    return !type->fixed || (type->zero_point >= type->lowest && type->zero_point <= type->highest);
}

/* May an entry be beyond the type? Powers of two that bound the amplitude and the frequencies usually decide; otherwise
 * an amplitude without a rule's factor is compared exactly. */
static bool may_exceed(const struct table *table) {
    enum { FAR = 1 << 24 };
    if (table->type->fixed)
        return !holds_zero_point(table->type);
    struct amplitude *amplitude = table_amplitude(table);
    long log2 = amplitude_log2(amplitude);
    amplitude_free(amplitude);
    long more = table_is_constant(table) ? frequencies_log2(table) : 0;
    if (more <= FAR && log2 + more <= 1 - table->type->emin)
        return false;
    mpq_t least;
    mpq_init(least);
    least_infinite(table->type, least);
    mpq_mul(least, least, least);
    bool below =
        !table->multiplier_rule && more <= 0 && mpq_cmp(table->multiplier_squared, least) < 0;
    mpq_clear(least);
    return !below;
}

/* An angle of 2^k needs k bits of precision just to tell in which period it lies. */
static struct engine_error check_angles(const struct table *table) {
    enum { ANGLE_BITS = 1 << 20 };
    if (frequencies_log2(table) > ANGLE_BITS)
        return (struct engine_error){ENGINE_ANGLES, ANGLE_BITS, 0};
    return (struct engine_error){.kind = ENGINE_FINE};
}

/* --- entries that can't be written */

struct search {
    const struct table *table;
    struct rows *rows;
};

/* Is an entry infinite, or at an end of a type that was made wider? */
static bool is_beyond(const struct element *type, uint64_t bits) {
    const int64_t integer = type->fixed ? element_integer(type, bits) : 0;
    return type->fixed ? integer == type->lowest || integer == type->highest
                       : element_is_infinite(type, bits);
}

/* Reports the first entry of each piece, in any array, that is beyond the type. */
static void *search_pieces(void *context) {
    const struct search *search = context;
    const struct element *type = search->table->type;
    struct worker *worker = worker_new(search->rows);
    while (worker_take(worker)) {
        const struct piece *piece = worker_compute(worker);
        const size_t count = (size_t)piece->rows * piece->columns;
        size_t first = count;
        for (uint64_t array = 0; array < search->table->arrays; array++) {
            const struct piece one = piece_of(piece, array);
            for (size_t k = 0; k < first; k++)
                if (is_beyond(type, element_load(type, one.entries, k)))
                    first = k;
        }
        if (first < count)
            worker_fail(worker,
                        (struct engine_error){ENGINE_RANGE, piece->row + first / piece->columns,
                                              piece->from + first % piece->columns});
    }
    worker_free(worker);
    return NULL;
}

/* Computes the table and throws it away, unless a bound shows that the type holds all entries. Of integers it computes
 * one with a wider type, in which no entry saturates that fits. */
static struct engine_error check_range(const struct table *table) {
    enum { PIECE = 1 << 16 };
    struct element type = *table->type;
    struct table wide = *table;
    if (!may_exceed(table))
        return (struct engine_error){.kind = ENGINE_FINE};
    if (type.fixed) {
        type.bytes = 8;
        type.lowest--;
        type.highest++;
        wide.type = &type;
    }
    struct search search = {&wide, rows_open(&wide, ENGINE_AUTO, 0, table->rows, PIECE)};
    rows_run(search.rows, cpus_allowed(), search_pieces, &search);
    const struct engine_error error = rows_error(search.rows);
    rows_close(search.rows);
    return error;
}

struct engine_error capacity_check(const struct table *table) {
    struct engine_error (*const checks[])(const struct table *) = {check_memory, check_angles,
                                                                   check_range};
    struct engine_error error = {.kind = ENGINE_FINE};
    for (size_t k = 0; k < sizeof checks / sizeof *checks && error.kind == ENGINE_FINE; k++)
        error = checks[k](table);
    return error;
}
