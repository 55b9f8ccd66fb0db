#include "capacity.h"
#include "die.h"
#include "rows.h"

#include <inttypes.h>
#include <stdlib.h>

/* Bytes, from measurements: what a run takes whatever the table; a frequency with its enclosures; a channel whose rows are
 * computed side by side. A request that needs more than the most is refused. */
#define MEMORY_RUN (UINT64_C(64) << 20)
#define MEMORY_FREQUENCY UINT64_C(768)
#define MEMORY_CHANNEL UINT64_C(416)
#define MEMORY_MOST (UINT64_C(2) << 30)

/* The tables of a grid's axes together. */
#define MEMORY_AXES (UINT64_C(1) << 30)

static char *check_memory(const struct spec *spec) {
    uint64_t channels = table_row_columns(spec), sum = 0;
    bool together = spec->axes == AXES_POSITION_MAJOR && spec->component != COMPONENT_FREQUENCY;
    uint64_t bytes = MEMORY_RUN + MEMORY_FREQUENCY * table_frequencies(spec) +
                     (together ? MEMORY_CHANNEL * channels : 0);
    if (bytes > MEMORY_MOST)
        return die_sprintf("d-model '%s' takes about %" PRIu64
                           " GiB of memory, which is over 2 GiB",
                           spec->text[D_MODEL], bytes >> 30);
    for (int axis = 0; axis < spec->grid.axes; axis++)
        sum += spec->grid.size[axis];
    if (sum > MEMORY_AXES / spec->type->bytes / spec->d_model)
        return die_sprintf(
            "grid '%.60s' with d-model '%s': the axes' own tables are over 2^30 bytes",
            spec->text[GRID], spec->text[D_MODEL]);
    return NULL;
}

static long log2_of(const struct spec *spec, const struct bases *bases, uint64_t k) {
    struct recipe recipe;
    recipe_init(&recipe);
    table_recipe(spec, bases, k, &recipe);
    struct frequency *w = frequency_new(&recipe);
    long log2 = frequency_log2(w);
    frequency_free(w);
    recipe_clear(&recipe);
    return log2;
}

/* A k with w < 2^k for all frequencies. They are monotonic, scaled or not, unless they or their factors are a list. */
static long frequencies_log2(const struct spec *spec) {
    const struct frequencies *frequencies = &spec->frequencies;
    bool listed = frequencies->list.path || frequencies->scaling.factors.path;
    struct bases bases = frequencies_bases(frequencies);
    uint64_t count = table_frequencies(spec);
    long most = log2_of(spec, &bases, count - 1);
    for (uint64_t k = 0; k < (listed ? count : 1); k++) {
        long log2 = log2_of(spec, &bases, k);
        most = log2 > most ? log2 : most;
    }
    bases_free(&bases);
    return most;
}

/* The least number that rounds to infinity: (2^(p+1) - 1) * 2^(emax - p) for p bits, of which emax is 1 - emin. */
static void least_infinite(const struct element *type, mpq_t least) {
    mpz_ui_pow_ui(mpq_numref(least), 2, (unsigned long)type->precision + 1);
    mpz_sub_ui(mpq_numref(least), mpq_numref(least), 1);
    mpz_set_ui(mpq_denref(least), 1);
    mpz_mul_2exp(mpq_numref(least), mpq_numref(least),
                 (mp_bitcnt_t)(1 - type->emin - type->precision));
}

/* May an entry round to infinity? An amplitude without a rule's factor is compared itself; else powers of two that bound
 * the factors are. */
static bool may_exceed(const struct spec *spec) {
    enum { FAR = 1 << 24 };
    if (spec->type->fixed)
        return false;
    struct amplitude *amplitude = table_amplitude(spec);
    long log2 = amplitude_log2(amplitude);
    amplitude_free(amplitude);
    long more = spec->component == COMPONENT_FREQUENCY ? frequencies_log2(spec) : 0;
    if (more <= FAR && log2 + more <= 1 - spec->type->emin)
        return false;
    mpq_t least;
    mpq_init(least);
    least_infinite(spec->type, least);
    mpq_mul(least, least, least);
    bool rule = spec->frequencies.scaling.rule != RULE_NONE;
    bool below = !rule && more <= 0 && mpq_cmp(spec->amplitude, least) < 0;
    mpq_clear(least);
    return !below;
}

static char *check_range(const struct spec *spec) {
    enum { PIECE = 1 << 16 };
    char *wrong = NULL;
    if (!may_exceed(spec))
        return NULL;
    struct rows *rows = rows_open(spec, ENGINE_AUTO, 0, table_rows(spec), PIECE);
    struct worker *worker = worker_new(rows);
    while (!wrong && worker_take(worker)) {
        const struct piece *piece = worker_compute(worker);
        size_t count = (size_t)piece->rows * piece->columns, k = 0;
        while (k < count &&
               !element_is_infinite(spec->type, element_load(spec->type, piece->entries, k)))
            k++;
        if (k < count)
            wrong =
                die_sprintf("row %" PRIu64 ", column %" PRIu64 ": the entry is beyond type '%s'",
                            piece->row + k / piece->columns, piece->from + k % piece->columns,
                            spec->type->name);
    }
    worker_free(worker);
    rows_close(rows);
    return wrong;
}

char *capacity_check(const struct spec *spec) {
    char *wrong = check_memory(spec);
    return wrong ? wrong : check_range(spec);
}
