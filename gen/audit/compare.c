#include "audit/compare.h"
#include "audit/errors.h"
#include "base/die.h"
#include "base/threads.h"
#include "engine/rows.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { PIECE = 1 << 16, THREADS_MAX = 256 };

struct comparing {
    const struct array *array;
    const struct table *table;
    const struct compare_options *options;
    const struct measure measure;
    struct rows *rows;

    pthread_mutex_t lock; /* on what follows */
    struct comparison *result;
    char *unreadable;
};

/* What one thread has found, except the lines. */
struct part {
    struct comparing *all;
    void *elements; /* of the array, as many as a piece has */
    struct errors range[POSITION_RANGES];
    struct octaves octaves;
    struct found first[FOUND_FIRST];
    size_t first_count;
    struct line *line; /* those of a piece */
    size_t line_room;
};

/* --- places */

uint64_t cell_index(const struct table *table, struct cell cell) {
    return cell.row * table->columns + cell.column;
}

/* --- pieces that differ */

/* Is each column of the table a line, rather than each row? */
static bool lines_are_columns(const struct comparing *all) {
    return all->options->lines == LINES_POSITIONS && all->table->channel_major;
}

/* The piece's line of an entry, for row r of the piece and column c. */
static struct line *line_of(struct part *part, const struct piece *piece, uint64_t r, uint64_t c) {
    size_t count = lines_are_columns(part->all) ? piece->columns : (size_t)piece->rows;
    if (part->line_room < count) {
        part->line = die_realloc(part->line, count * sizeof *part->line);
        memset(part->line + part->line_room, 0, (count - part->line_room) * sizeof *part->line);
        part->line_room = count;
    }
    return &part->line[lines_are_columns(part->all) ? c : r];
}

static void count_entry(struct part *part, const struct piece *piece, uint64_t r, uint64_t c,
                        uint64_t got, uint64_t wanted) {
    const struct comparing *all = part->all;
    const struct table *table = all->table;
    uint64_t row = piece->row + r, column = piece->from + c;
    struct found found = {{row, column}, got, wanted, measure_error(&all->measure, got, wanted)};
    const struct tolerance *tolerance = all->options->tolerance;
    bool allowed = tolerance_has_limits(tolerance) &&
                   tolerance_allows(tolerance, found.error, measure_value(&all->measure, wanted));
    errors_count(&part->range[range_of(table->channel_major ? column : row)], &found, allowed);
    octaves_count(&part->octaves, table, &found);
    if (part->first_count < FOUND_FIRST)
        part->first[part->first_count++] = found;
    if (all->options->lines != LINES_NONE)
        line_count(line_of(part, piece, r, c), &found, lines_are_columns(all) ? row : column);
}

/* Adds the lines of a piece to those of all. */
static void give_lines(struct part *part, const struct piece *piece) {
    struct comparing *all = part->all;
    bool columns = lines_are_columns(all);
    size_t count = columns ? piece->columns : (size_t)piece->rows;
    struct line *to = all->result->line + (columns ? piece->from : piece->row);
    pthread_mutex_lock(&all->lock);
    for (size_t k = 0; k < count; k++)
        line_add(&to[k], &part->line[k]);
    pthread_mutex_unlock(&all->lock);
    memset(part->line, 0, count * sizeof *part->line);
}

/* The entries of a piece follow each other in memory. */
static void compare_piece(struct part *part, const struct piece *piece) {
    const struct element *type = part->all->measure.type;
    const size_t bytes = piece->columns * type->bytes;
    const uint64_t zero = element_zero(type);
    const bool rows = part->all->options->lines == LINES_ROWS;
    const char *got = part->elements, *wanted = piece->entries;
    for (uint64_t r = 0; r < piece->rows; r++, got += bytes, wanted += bytes) {
        if (memcmp(got, wanted, bytes) == 0)
            continue;
        for (size_t c = 0; c < piece->columns; c++) {
            uint64_t g = element_load(type, got, c), w = element_load(type, wanted, c);
            if (g != w)
                count_entry(part, piece, r, c, g, w);
            if (rows && (g == zero || element_is_minus_zero(type, g)))
                line_of(part, piece, r, c)->zeros++;
        }
    }
    if (part->all->options->lines != LINES_NONE)
        give_lines(part, piece);
}

/* --- threads */

static bool failed(struct comparing *all) {
    pthread_mutex_lock(&all->lock);
    bool unreadable = all->unreadable != NULL;
    pthread_mutex_unlock(&all->lock);
    return unreadable;
}

static int by_place_in_memory(const struct table *table, const struct found *a,
                              const struct found *b) {
    uint64_t x = cell_index(table, a->cell), y = cell_index(table, b->cell);
    return (x > y) - (x < y);
}

/* Keeps the first of the entries that are kept, and of a thread's, which are both in order. */
static void merge_first(struct comparison *result, const struct table *table,
                        const struct part *part) {
    struct found old[FOUND_FIRST];
    size_t count = result->first_count, a = 0, b = 0, k = 0;
    memcpy(old, result->first, sizeof old);
    while (k < FOUND_FIRST && (a < count || b < part->first_count)) {
        bool mine = b == part->first_count ||
                    (a < count && by_place_in_memory(table, &old[a], &part->first[b]) < 0);
        result->first[k++] = mine ? old[a++] : part->first[b++];
    }
    result->first_count = k;
}

static void give(struct part *part) {
    struct comparing *all = part->all;
    pthread_mutex_lock(&all->lock);
    for (size_t k = 0; k < POSITION_RANGES; k++)
        errors_add(&all->result->range[k].errors, &part->range[k]);
    octaves_add(&all->result->octaves, &part->octaves);
    merge_first(all->result, all->table, part);
    pthread_mutex_unlock(&all->lock);
}

static void *work(void *context) {
    struct comparing *all = context;
    const unsigned bytes = all->measure.type->bytes;
    struct worker *worker = worker_new(all->rows);
    struct part *part = die_malloc(sizeof *part);
    memset(part, 0, sizeof *part);
    part->all = all;
    part->octaves = octaves_new(all->table);
    part->elements = die_malloc((size_t)PIECE * bytes);
    while (!failed(all) && worker_take(worker)) {
        const struct piece *piece = worker_compute(worker);
        size_t count = piece->bytes / bytes;
        char *wrong = array_read(all->array, piece->offset / bytes, count, part->elements);
        if (wrong) {
            pthread_mutex_lock(&all->lock);
            free(all->unreadable);
            all->unreadable = wrong;
            pthread_mutex_unlock(&all->lock);
        } else if (memcmp(part->elements, piece->entries, piece->bytes) != 0) {
            compare_piece(part, piece);
        }
        progress_add(all->options->progress, count);
    }
    give(part);
    free(part->elements);
    free(part->line);
    free(part);
    worker_free(worker);
    return NULL;
}

static void run(struct comparing *all) {
    const unsigned threads =
        all->options->threads < THREADS_MAX ? all->options->threads : THREADS_MAX;
    const uint64_t pieces = rows_pieces(all->rows);
    threads_run(threads < pieces ? threads : (unsigned)pieces, work, all);
}

/* The counts of each range, and their sum. */
static void finish(struct comparison *result, const struct table *table) {
    const uint64_t positions = table->position_count;
    result->ranges = range_of(positions - 1) + 1;
    for (size_t k = 0; k < result->ranges; k++) {
        struct position_range *range = &result->range[k];
        uint64_t next = range_begin(k + 1);
        range->begin = range_begin(k);
        range->end = next < positions ? next : positions;
        errors_finish(&range->errors, (range->end - range->begin) * table->channel_count);
        errors_add(&result->all, &range->errors);
    }
    errors_finish(&result->all, table->rows * table->columns);
}

char *compare(const struct array *array, const struct table *table,
              const struct compare_options *options, struct comparison *result,
              struct engine_error *error) {
    memset(result, 0, sizeof *result);
    result->octaves = octaves_new(table);
    if (options->lines != LINES_NONE) {
        result->lines = options->lines == LINES_ROWS ? table->rows : table->position_count;
        result->line = die_malloc(result->lines * sizeof *result->line);
        memset(result->line, 0, (size_t)result->lines * sizeof *result->line);
    }
    struct comparing all = {.array = array,
                            .table = table,
                            .options = options,
                            .measure = measure_of(table),
                            .rows = rows_open(table, ENGINE_AUTO, 0, table->rows, PIECE),
                            .result = result};
    pthread_mutex_init(&all.lock, NULL);
    run(&all);
    pthread_mutex_destroy(&all.lock);
    *error = rows_error(all.rows);
    rows_close(all.rows);
    finish(result, table);
    return all.unreadable;
}

void comparison_free(struct comparison *comparison) {
    free(comparison->line);
    *comparison = (struct comparison){.line = NULL};
}
