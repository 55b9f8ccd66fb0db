/* SPDX-License-Identifier: MIT */
#include "compare/compare.h"
#include "base/die.h"
#include "base/progress.h"
#include "base/text.h"
#include "element/element.h"
#include "element/literal.h"
#include "engine/rows.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static char *refused(const char *text) {
    return text_format("tolerance '%.60s' is not of the form ulp=N, abs=X or rtol=X,atol=Y", text);
}

/* Reads a number from 0 up, and moves `at` to its end, which is a comma or that of the text. */
static bool read_limit(const char **at, double *limit) {
    static const char digits[] = "0123456789.eE+-";
    size_t length = strspn(*at, digits);
    char *end;
    *limit = strtod(*at, &end);
    bool right = length > 0 && end == *at + length && (*end == 0 || *end == ',') &&
                 !signbit(*limit) && isfinite(*limit);
    *at = end;
    return right;
}

char *tolerance_parse(const char *text, struct tolerance *tolerance) {
    const struct {
        const char *name;
        double *limit;
    } limits[] = {{"ulp=", &tolerance->ulps},
                  {"abs=", &tolerance->absolute},
                  {"rtol=", &tolerance->relative},
                  {"atol=", &tolerance->absolute_too}};
    enum { LIMITS = sizeof limits / sizeof *limits };
    bool given[LIMITS] = {false};
    *tolerance = (struct tolerance){.given = true, .ulps = INFINITY, .absolute = INFINITY};
    for (const char *at = text;; at++) {
        size_t k = 0;
        while (k < LIMITS && strncmp(at, limits[k].name, strlen(limits[k].name)) != 0)
            k++;
        if (k == LIMITS || given[k])
            return refused(text);
        at += strlen(limits[k].name);
        if (!read_limit(&at, limits[k].limit))
            return refused(text);
        given[k] = true;
        tolerance->has_close |= k >= 2; /* rtol or atol */
        if (!*at)
            return NULL;
    }
}

bool tolerance_allows(const struct tolerance *tolerance, struct entry_error error, double wanted) {
    if (error.kind == ERROR_NAN || error.kind == ERROR_INFINITE)
        return false;
    const double close = tolerance->absolute_too + tolerance->relative * fabs(wanted);
    return tolerance->given && error.ulps <= tolerance->ulps &&
           error.absolute <= tolerance->absolute &&
           (!tolerance->has_close || error.absolute <= close);
}

size_t error_octave(uint64_t position) {
    size_t octave = 0;
    while (octave < ERROR_OCTAVES - 1 && position >> octave > 0)
        octave++;
    return octave;
}

uint64_t error_octave_begin(size_t octave) {
    return octave == 0 ? 0 : UINT64_C(1) << (octave - 1);
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
    int exponent;
    const double part =
        frexp(ulps, &exponent); /* ulps are part * 2^exponent, and part is below 1 */
    const int bin = part == 0.5 ? exponent : exponent + 1;
    return ulps == 0 ? 0 : bin < 1 ? 1 : bin < HISTOGRAM_BINS ? (size_t)bin : HISTOGRAM_BINS - 1;
}

void errors_count(struct errors *errors, const struct found *found, bool allowed) {
    const struct entry_error *error = &found->error;
    errors->wrong++;
    errors->unexplained += !found->explained;
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
    errors->unexplained += more->unexplained;
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

/* Keeps an entry if it is one of the first. */
static void keep_first(struct found first[], size_t *count, const struct found *found) {
    size_t k = *count;
    while (k > 0 &&
           (found->explained != first[k - 1].explained ? first[k - 1].explained
                                                       : precedes(found->cell, first[k - 1].cell)))
        k--;
    if (k == FOUND_FIRST)
        return;
    *count += *count < FOUND_FIRST;
    memmove(&first[k + 1], &first[k], (*count - 1 - k) * sizeof *first);
    first[k] = *found;
}

/* Adds the errors of more entries of a row; those of one; */
static void row_add(struct row_errors *row, const struct row_errors *more) {
    if (more->wrong == 0)
        return;
    if (row->wrong == 0 || more->absolute > row->absolute ||
        (more->absolute == row->absolute && more->at < row->at)) {
        row->absolute = more->absolute;
        row->at = more->at;
    }
    if (more->ulps > row->ulps)
        row->ulps = more->ulps;
    if (more->kind >= ERROR_INFINITE &&
        (more->kind > row->kind || (more->kind == row->kind && more->kind_at < row->kind_at))) {
        row->kind = more->kind;
        row->kind_at = more->kind_at;
    }
    row->wrong += more->wrong;
    row->zeros += more->zeros;
}

static void row_count(struct row_errors *row, const struct found *found) {
    const uint64_t at = found->cell.column;
    row_add(row, &(struct row_errors){1, found->error.absolute, found->error.ulps, at,
                                      found->error.kind, at, 0});
}

/* Entries that a thread takes at once; rows whose errors are known before the next ones are compared. */
enum { PIECE = 1 << 16, THREADS_MAX = 256, ROWS_AT_ONCE = 1 << 15 };

/* Columns are counted if there are no more. */
enum { COLUMNS_MOST = 1 << 12 };

struct comparing {
    const struct array *array;
    const struct table *table;
    const struct compare_options *options;
    const struct measure measure;
    uint64_t begin, end; /* rows of the table */
    struct rows *rows;

    pthread_mutex_t lock; /* on what follows */
    struct comparison *result;
    struct row_errors *row; /* of [begin, end), for each array; NULL if not wanted */
    char *unreadable;
};

/* What one thread has found, except the errors of rows. */
struct part {
    struct comparing *all;
    void *elements; /* of the array, as many as a piece has */
    struct found first[FOUND_FIRST];
    size_t first_count;
    struct errors octave[ERROR_OCTAVES];
    uint64_t *column; /* as that of the comparison */
};

/* --- places */

uint64_t cell_index(const struct table *table, struct cell cell) {
    return cell.row * table->columns + cell.column;
}

uint64_t table_entries(const struct table *table) {
    return table->arrays * table->rows * table->columns;
}

struct place place_of(const struct table *table, uint64_t index) {
    const uint64_t row = index / table->columns, column = index % table->columns,
                   array = row / table->rows, line = row % table->rows;
    return (struct place){table->channel_major ? column : line,
                          array * table->channel_count + (table->channel_major ? line : column)};
}

bool rows_go_on(const struct table *table) {
    return !table->channel_major && table->grid.axes == 0 && table->arrays == 1 &&
           !table_is_constant(table) && !positions_list(&table->positions);
}

double exact_at(const struct noise *noise, uint64_t index, double *bound) {
    const struct table *table = noise->model->table;
    struct place place = {index / table->columns, index % table->columns};
    if (index < table_entries(table))
        place = place_of(table, index);
    const struct model_row row = model_row_at(noise->model, place.position);
    const double angle = model_row_angle(noise->model, &row, place.channel),
                 exact = model_row_entry(noise->model, &row, place.channel, angle);
    *bound = noise_bound_of_angle(noise, place.channel, angle, exact);
    return exact;
}

/* --- pieces that differ */

/* Is the error one of a usual computation? A zero of the wrong sign has none. */
static bool is_noise(const struct noise *noise, const struct found *found, struct place place,
                     double got, double wanted) {
    return noise && (found->error.kind == ERROR_ZERO_SIGN ||
                     (found->error.kind == ERROR_NUMBER &&
                      noise_explains(noise, place.position, place.channel, got, wanted)));
}

static void count_entry(struct part *part, struct cell cell, uint64_t got, uint64_t wanted,
                        struct row_errors *row) {
    const struct comparing *all = part->all;
    struct found found = {cell, got, wanted, measure_error(&all->measure, got, wanted), false};
    const struct tolerance *tolerance = all->options->tolerance;
    const double value = measure_value(&all->measure, wanted);
    const bool allowed = tolerance_allows(tolerance, found.error, value);
    const struct place place = place_of(all->table, cell_index(all->table, cell));
    found.explained =
        is_noise(all->options->noise, &found, place, measure_value(&all->measure, got), value);
    errors_count(&part->octave[error_octave(place.position)], &found, allowed);
    keep_first(part->first, &part->first_count, &found);
    if (found.explained)
        return;
    row_count(row, &found);
    if (part->column)
        part->column[cell.column]++;
}

/* Adds the errors of some entries of a row of the array to its others. */
static void give_row(struct comparing *all, uint64_t row, const struct row_errors *errors) {
    if (!all->row || errors->wrong + errors->zeros == 0)
        return;
    const uint64_t array = row / all->table->rows, rows = all->end - all->begin;
    pthread_mutex_lock(&all->lock);
    row_add(&all->row[array * rows + row % all->table->rows - all->begin], errors);
    pthread_mutex_unlock(&all->lock);
}

/* The entries of a piece of one array follow each other in memory. */
static void compare_piece(struct part *part, const struct piece *piece) {
    const struct element *type = part->all->measure.type;
    const size_t bytes = piece->columns * type->bytes;
    const uint64_t zero = element_zero(type);
    const char *got = part->elements, *wanted = piece->entries;
    for (uint64_t r = 0; r < piece->rows; r++, got += bytes, wanted += bytes) {
        struct row_errors errors = {.wrong = 0};
        if (memcmp(got, wanted, bytes) == 0)
            continue;
        for (size_t c = 0; c < piece->columns; c++) {
            uint64_t g = element_load(type, got, c), w = element_load(type, wanted, c);
            if (g != w)
                count_entry(part, (struct cell){piece->row + r, piece->from + c}, g, w, &errors);
            errors.zeros += g == zero || element_is_minus_zero(type, g);
        }
        give_row(part->all, piece->row + r, &errors);
    }
}

/* --- threads */

static bool failed(struct comparing *all) {
    pthread_mutex_lock(&all->lock);
    bool unreadable = all->unreadable != NULL;
    pthread_mutex_unlock(&all->lock);
    return unreadable;
}

static void give(struct part *part) {
    struct comparing *all = part->all;
    pthread_mutex_lock(&all->lock);
    for (size_t k = 0; k < ERROR_OCTAVES; k++)
        errors_add(&all->result->octave[k], &part->octave[k]);
    for (size_t k = 0; k < part->first_count; k++)
        keep_first(all->result->first, &all->result->first_count, &part->first[k]);
    for (uint64_t c = 0; part->column && c < all->table->columns; c++)
        all->result->column[c] += part->column[c];
    pthread_mutex_unlock(&all->lock);
}

static uint64_t *zeros(uint64_t count) {
    uint64_t *list = die_malloc(count * sizeof *list);
    return memset(list, 0, (size_t)count * sizeof *list);
}

static void *work(void *context) {
    struct comparing *all = context;
    const struct table *table = all->table;
    const unsigned bytes = all->measure.type->bytes;
    struct worker *worker = worker_new(all->rows);
    struct part *part = die_malloc(sizeof *part);
    memset(part, 0, sizeof *part);
    part->all = all;
    part->elements = die_malloc((size_t)PIECE * bytes);
    part->column = all->result->column ? zeros(table->columns) : NULL;
    while (!failed(all) && worker_take(worker)) {
        struct piece piece = *worker_compute(worker);
        size_t count = piece.bytes / bytes;
        for (uint64_t array = 0; array < table->arrays; array++) {
            const uint64_t index =
                (array * table->rows + all->begin) * table->columns + piece.offset / bytes;
            char *wrong = array_read(all->array, index, count, part->elements);
            if (wrong) {
                pthread_mutex_lock(&all->lock);
                free(all->unreadable);
                all->unreadable = wrong;
                pthread_mutex_unlock(&all->lock);
            } else if (memcmp(part->elements, piece.entries, piece.bytes) != 0) {
                compare_piece(part, &piece);
            }
            piece.entries = (char *)piece.entries + piece.bytes;
            piece.row += table->rows;
        }
        progress_add(all->options->progress, count);
    }
    give(part);
    free(part->elements);
    free(part->column);
    free(part);
    worker_free(worker);
    return NULL;
}

/* Compares rows [begin, end), and hands their errors out. */
static struct engine_error run(struct comparing *all) {
    const unsigned threads = all->options->threads;
    const struct row_taker *taker = all->options->rows;
    const uint64_t rows = all->end - all->begin;
    const size_t bytes = (size_t)(all->table->arrays * rows) * sizeof *all->row;
    all->row = taker ? memset(die_realloc(all->row, bytes), 0, bytes) : NULL;
    all->rows = rows_open(all->table, ENGINE_AUTO, all->begin, all->end, PIECE);
    rows_run(all->rows, threads < THREADS_MAX ? threads : THREADS_MAX, work, all);
    const struct engine_error error = rows_error(all->rows);
    rows_close(all->rows);
    for (uint64_t array = 0; taker && array < all->table->arrays; array++)
        taker->take(taker->context, array * all->table->rows + all->begin, all->row + array * rows,
                    (size_t)rows);
    return error;
}

/* The counts of each octave, and their sum. */
static void finish(struct comparison *result, const struct table *table) {
    const uint64_t positions = table->position_count;
    result->octaves = error_octave(positions - 1) + 1;
    for (size_t k = 0; k < result->octaves; k++) {
        const uint64_t begin = error_octave_begin(k), next = error_octave_begin(k + 1),
                       end = next < positions ? next : positions;
        errors_finish(&result->octave[k], (end - begin) * table->arrays * table->channel_count);
        errors_add(&result->all, &result->octave[k]);
    }
    errors_finish(&result->all, table_entries(table));
}

char *compare(const struct array *array, const struct table *table,
              const struct compare_options *options, struct comparison *result,
              struct engine_error *error) {
    *result = (struct comparison){.column = table->columns <= COLUMNS_MOST ? zeros(table->columns)
                                                                           : NULL};
    struct comparing all = {.array = array,
                            .table = table,
                            .options = options,
                            .measure = measure_of(table),
                            .result = result};
    const uint64_t at_once = options->rows ? ROWS_AT_ONCE : table->rows;
    *error = (struct engine_error){.kind = ENGINE_FINE};
    pthread_mutex_init(&all.lock, NULL);
    for (; all.end < table->rows && !all.unreadable && error->kind == ENGINE_FINE;
         all.begin = all.end) {
        all.end = table->rows - all.begin > at_once ? all.begin + at_once : table->rows;
        *error = run(&all);
    }
    pthread_mutex_destroy(&all.lock);
    free(all.row);
    finish(result, table);
    return all.unreadable;
}

void comparison_free(struct comparison *comparison) {
    free(comparison->column);
    comparison->column = NULL;
}

/* --- odd rows */

void odd_rows_free(struct odd_rows *odd) {
    free(odd->list);
    *odd = (struct odd_rows){.list = NULL};
}

static void take_odd(void *context, uint64_t first, const struct row_errors errors[],
                     size_t count) {
    struct odd_rows *odd = context;
    for (size_t k = 0; k < count; k++) {
        const struct row_errors *row = &errors[k];
        const bool zero = row->zeros == odd->columns && row->absolute > 0;
        if (row->wrong == 0)
            continue;
        if (odd->all++ >= ODD_ROWS_MOST) {
            odd->more_zero += zero;
            continue;
        }
        odd->list = die_grow(odd->list, odd->count, sizeof *odd->list);
        odd->list[odd->count++] =
            (struct odd_row){.row = first + k,
                             .error = row->kind < ERROR_INFINITE ? (float)row->absolute : INFINITY,
                             .wrong = (uint32_t)row->wrong & INT32_MAX,
                             .zero = zero};
    }
}

static int by_row(const void *a, const void *b) {
    const struct odd_row *x = a, *y = b;
    return (x->row > y->row) - (x->row < y->row);
}

char *compare_odd(const struct array *array, const struct table *table,
                  const struct compare_options *options, struct comparison *result,
                  struct odd_rows *odd, struct engine_error *error) {
    struct compare_options with = *options;
    const struct row_taker taker = {take_odd, odd};
    odd_rows_free(odd);
    odd->columns = table->columns;
    with.rows = &taker;
    char *wrong = compare(array, table, &with, result, error);
    if (table->arrays > 1)
        qsort(odd->list, odd->count, sizeof *odd->list, by_row);
    return wrong;
}

/* --- two arrays */

/* Does an entry differ from that of the other array? If so, sets the error. Entries of one type differ if their bits do,
 * others if their numbers do. NaN is NaN, whatever its bits are. */
static bool differs(const struct measure measure[2], struct found *found) {
    const double x = measure_value(&measure[0], found->got),
                 y = measure_value(&measure[1], found->wanted);
    /* each table has its element type with a zero point of its own */
    const struct element *of_x = measure[0].type, *of_y = measure[1].type;
    const bool same_type = strcmp(of_x->name, of_y->name) == 0 &&
                           of_x->zero_point == of_y->zero_point &&
                           measure[0].unit == measure[1].unit;
    if ((isnan(x) && isnan(y)) || (same_type ? found->got == found->wanted : x == y))
        return false;
    if (isnan(x) || isnan(y))
        found->error = (struct entry_error){.kind = ERROR_NAN};
    else if (isinf(x) || isinf(y))
        found->error = (struct entry_error){.kind = ERROR_INFINITE};
    else if (same_type)
        found->error = measure_error(&measure[0], found->got, found->wanted);
    else
        found->error = (struct entry_error){ERROR_NUMBER, fabs(x - y), INFINITY};
    return true;
}

char *compare_arrays(const struct array *array, const struct array *against,
                     const struct measure measure[2], const struct tolerance *tolerance,
                     uint64_t columns, const struct row_taker *rows, struct comparison *result) {
    struct row_errors row = {.wrong = 0};
    const uint64_t count = array->count;
    char *got = die_malloc((size_t)PIECE * array->type->bytes),
         *wanted = die_malloc((size_t)PIECE * against->type->bytes), *wrong = NULL;
    *result = (struct comparison){.octaves = 0};
    for (uint64_t from = 0; from < count && !wrong; from += PIECE) {
        const size_t some = (size_t)(count - from < PIECE ? count - from : PIECE);
        wrong = array_read(array, from, some, got);
        if (!wrong)
            wrong = array_read(against, from, some, wanted);
        for (size_t k = 0; k < some && !wrong; k++) {
            const struct cell cell = {(from + k) / columns, (from + k) % columns};
            struct found found = {cell,
                                  element_load(array->type, got, k),
                                  element_load(against->type, wanted, k),
                                  {ERROR_NUMBER, 0, 0},
                                  false};
            if (differs(measure, &found)) {
                const double value = measure_value(&measure[1], found.wanted);
                errors_count(&result->all, &found, tolerance_allows(tolerance, found.error, value));
                row_count(&row, &found);
            }
            if (cell.column + 1 == columns) {
                rows->take(rows->context, cell.row, &row, 1);
                row = (struct row_errors){.wrong = 0};
            }
        }
    }
    errors_finish(&result->all, count);
    free(got);
    free(wanted);
    return wrong;
}

/* --- single entries */

void probe_open(struct probe *probe, const struct array *array, const struct table *table) {
    *probe = (struct probe){.array = array,
                            .table = table,
                            .measure = measure_of(table),
                            .entries = exact_entries_new(table)};
}

void probe_close(struct probe *probe) {
    exact_entries_free(probe->entries);
    free(probe->block);
}

/* Entries are often those that follow the last one. */
uint64_t probe_got(struct probe *probe, uint64_t index) {
    enum { BLOCK = 256 };
    const struct array *array = probe->array;
    if (index - probe->begin >= probe->count && !probe->wrong) { /* which may wrap */
        const uint64_t left = array->count - index;
        probe->begin = index;
        probe->count = left < BLOCK ? left : BLOCK;
        probe->block = die_realloc(probe->block, (size_t)BLOCK * probe->measure.type->bytes);
        probe->wrong = array_read(array, index, (size_t)probe->count, probe->block);
    }
    return probe->wrong
               ? 0
               : element_load(probe->measure.type, probe->block, (size_t)(index - probe->begin));
}

/* Finds an entry of the table, unless that is undecided. */
static bool find(struct probe *probe, uint64_t index) {
    const uint64_t row = index / probe->table->columns;
    probe->entry.array = row / probe->table->rows;
    probe->entry.row = row % probe->table->rows;
    probe->entry.column = index % probe->table->columns;
    return exact_entries_at(probe->entries, &probe->entry).kind == ENGINE_FINE;
}

uint64_t probe_wanted(struct probe *probe, uint64_t index) {
    find(probe, index);
    return probe->entry.bits;
}

double probe_got_value(struct probe *probe, uint64_t index) {
    return measure_value(&probe->measure, probe_got(probe, index));
}

double probe_wanted_value(struct probe *probe, uint64_t index) {
    return find(probe, index) ? measure_value(&probe->measure, probe->entry.bits) : (double)NAN;
}

uint64_t reversed_bytes(uint64_t bits, unsigned bytes) {
    uint64_t reversed = 0;
    for (unsigned k = 0; k < bytes; k++, bits >>= 8)
        reversed = reversed << 8 | (bits & 0xff);
    return reversed;
}
