#include "rows.h"
#include "across.h"
#include "along.h"
#include "die.h"
#include "mesh.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct rows {
    const struct spec *spec;
    enum engine engine;
    enum method {
        METHOD_REFERENCE,
        METHOD_ACROSS, /* position-major */
        METHOD_ALONG,  /* channel-major */
        METHOD_MESH    /* a grid */
    } method;
    const struct lanes *lanes;
    uint64_t begin, end;
    uint64_t piece_rows;
    size_t piece_columns;
    size_t stretch_count; /* of rows, which no piece goes across; position-major only */
    struct stretch stretches[STRETCHES_MAX];
    struct mesh *mesh;
    pthread_mutex_t lock; /* on what follows */
    uint64_t index, row, from;
    size_t stretch;
    struct across *across;
    struct counts counts;
};

struct worker {
    struct rows *rows;
    struct piece piece;
    struct levels levels;
    struct across_worker *across;
    struct along *along;
};

/* --- opening */

/* The whole table of a specification, as emitted, by one thread. */
static void *read_all(const struct spec *spec, enum engine engine, struct counts *counts) {
    enum { PIECE = 1 << 18 };
    char *all = die_malloc(table_rows(spec) * table_columns(spec) * spec->type->bytes);
    struct rows *rows = rows_open(spec, engine, 0, table_rows(spec), PIECE);
    struct worker *worker = worker_new(rows);
    while (worker_take(worker)) {
        const struct piece *piece = worker_compute(worker);
        memcpy(all + piece->offset, piece->entries, piece->bytes);
    }
    worker_free(worker);
    *counts = rows_counts(rows);
    rows_close(rows);
    return all;
}

static void open_mesh(struct rows *rows) {
    const struct spec *spec = rows->spec;
    void *axes[GRID_AXES] = {NULL};
    for (int axis = 0; axis < spec->grid.axes; axis++) {
        struct spec own = *spec;
        own.along = axis;
        struct counts counts;
        axes[axis] = read_all(&own, rows->engine, &counts);
        for (int level = 0; level < LEVELS; level++)
            rows->counts.decided[level] += counts.decided[level];
    }
    rows->mesh = mesh_new(spec, axes);
}

static enum method choose_method(const struct rows *rows) {
    if (rows->spec->grid.axes > 0 && rows->spec->along < 0)
        return METHOD_MESH;
    if (!rows->lanes)
        return METHOD_REFERENCE;
    return rows->spec->axes == AXES_POSITION_MAJOR ? METHOD_ACROSS : METHOD_ALONG;
}

static void find_stretches(struct rows *rows) {
    rows->stretch_count = 1;
    rows->stretches[0] = (struct stretch){0, table_rows(rows->spec), 1};
    if (rows->method == METHOD_ACROSS)
        rows->stretch_count = table_stretches(rows->spec, rows->stretches);
    while (rows->stretches[rows->stretch].end <= rows->begin)
        rows->stretch++;
}

struct rows *rows_open(const struct spec *spec, enum engine engine, uint64_t begin, uint64_t end,
                       size_t piece) {
    struct rows *rows = die_malloc(sizeof *rows);
    *rows = (struct rows){.spec = spec, .engine = engine, .begin = begin, .end = end, .row = begin};
    uint64_t columns = table_columns(spec);
    if (piece > ALONG_MAX)
        piece = ALONG_MAX;
    rows->piece_columns = columns < piece ? (size_t)columns : piece;
    rows->piece_rows = columns < piece ? piece / columns : 1;
    if (rows->piece_rows > ACROSS_ROWS)
        rows->piece_rows = ACROSS_ROWS;
    if (rows->piece_rows > end - begin)
        rows->piece_rows = end - begin;
    rows->lanes = engine == ENGINE_MPFR || !levels_take(spec) ? NULL : lanes_choose(0);
    rows->method = choose_method(rows);
    find_stretches(rows);
    if (rows->method == METHOD_ACROSS) {
        rows->across = across_new(spec, rows->lanes, rows->piece_rows, rows->piece_columns);
        across_go(rows->across, begin, rows->stretches[rows->stretch].direction, false);
    }
    if (rows->method == METHOD_MESH)
        open_mesh(rows);
    pthread_mutex_init(&rows->lock, NULL);
    return rows;
}

void rows_close(struct rows *rows) {
    across_free(rows->across);
    mesh_free(rows->mesh);
    pthread_mutex_destroy(&rows->lock);
    free(rows);
}

uint64_t rows_pieces(const struct rows *rows) {
    uint64_t columns = table_columns(rows->spec), count = rows->end - rows->begin;
    return (count + rows->piece_rows - 1) / rows->piece_rows *
           ((columns + rows->piece_columns - 1) / rows->piece_columns);
}

struct counts rows_counts(const struct rows *rows) {
    return rows->counts;
}

/* --- workers */

struct worker *worker_new(struct rows *rows) {
    struct worker *worker = die_malloc(sizeof *worker);
    *worker = (struct worker){.rows = rows};
    worker->piece.entries =
        die_malloc(rows->piece_rows * rows->piece_columns * rows->spec->type->bytes);
    if (rows->method != METHOD_MESH)
        levels_init(&worker->levels, rows->spec, rows->engine, rows->lanes);
    if (rows->method == METHOD_ACROSS)
        worker->across = across_worker_new(rows->across);
    if (rows->method == METHOD_ALONG)
        worker->along = along_new(rows->spec, rows->lanes, rows->piece_columns);
    return worker;
}

void worker_free(struct worker *worker) {
    if (worker->rows->method != METHOD_MESH)
        levels_clear(&worker->levels);
    across_worker_free(worker->across);
    along_free(worker->along);
    free(worker->piece.entries);
    free(worker);
}

/* Goes behind a piece, to the next rows where it was the last of its own. */
static void go_on(struct rows *rows, const struct piece *piece) {
    rows->from += piece->columns;
    if (rows->from < table_columns(rows->spec))
        return;
    rows->from = 0;
    rows->row += piece->rows;
    bool follows = rows->row < rows->stretches[rows->stretch].end;
    if (rows->row >= rows->end)
        return;
    rows->stretch += !follows;
    if (rows->across)
        across_go(rows->across, rows->row, rows->stretches[rows->stretch].direction, follows);
}

bool worker_take(struct worker *worker) {
    struct rows *rows = worker->rows;
    struct piece *piece = &worker->piece;
    pthread_mutex_lock(&rows->lock);
    for (int level = 0; level < LEVELS; level++) {
        rows->counts.decided[level] += worker->levels.counts.decided[level];
        worker->levels.counts.decided[level] = 0;
    }
    bool any = rows->row < rows->end;
    if (any) {
        uint64_t stop = rows->stretches[rows->stretch].end;
        uint64_t rest = (stop < rows->end ? stop : rows->end) - rows->row;
        uint64_t columns = table_columns(rows->spec) - rows->from;
        piece->index = rows->index++;
        piece->row = rows->row;
        piece->rows = rest < rows->piece_rows ? rest : rows->piece_rows;
        piece->from = rows->from;
        piece->columns = columns < rows->piece_columns ? (size_t)columns : rows->piece_columns;
        piece->offset = ((rows->row - rows->begin) * table_columns(rows->spec) + rows->from) *
                        rows->spec->type->bytes;
        piece->bytes = (size_t)piece->rows * piece->columns * rows->spec->type->bytes;
        if (rows->across)
            across_copy(rows->across, worker->across, piece->from, piece->columns);
        go_on(rows, piece);
    }
    pthread_mutex_unlock(&rows->lock);
    return any;
}

/* --- pieces */

/* Channels and rows that are 0 by request. */
static void put_zeros(const struct rows *rows, const struct piece *piece) {
    const struct spec *spec = rows->spec;
    size_t bytes = spec->type->bytes, width = piece->columns * bytes;
    uint64_t channels = table_row_columns(spec), zeros = table_zero_channels(spec);
    bool position_major = spec->axes == AXES_POSITION_MAJOR;
    char *row = piece->entries;
    for (uint64_t r = piece->row; r < piece->row + piece->rows; r++, row += width) {
        if (position_major ? table_zero_row(spec, r) : r >= channels - zeros) {
            memset(row, 0, width);
        } else if (position_major && piece->from + piece->columns > channels - zeros) {
            uint64_t first = channels - zeros > piece->from ? channels - zeros - piece->from : 0;
            memset(row + first * bytes, 0, width - (size_t)first * bytes);
        } else if (!position_major && spec->along < 0) {
            size_t k = positions_zeros_below(&spec->positions, piece->from);
            for (; k < spec->positions.zeros; k++) {
                uint64_t at = spec->positions.zero[k];
                if (at >= piece->from + piece->columns)
                    break;
                memset(row + (size_t)(at - piece->from) * bytes, 0, bytes);
            }
        }
    }
}

static void compute_row(struct worker *worker, uint64_t row, void *entries) {
    const struct rows *rows = worker->rows;
    const struct piece *piece = &worker->piece;
    if (rows->method == METHOD_MESH) {
        mesh_read(rows->mesh, row, piece->from, piece->columns, entries);
    } else if (rows->method == METHOD_ALONG) {
        along_compute(worker->along, &worker->levels, row, piece->from, piece->columns, entries);
    } else {
        reference_read(worker->levels.reference, row, piece->from, piece->columns, entries);
        worker->levels.counts.decided[LEVEL_MPFR] += piece->columns;
    }
}

const struct piece *worker_compute(struct worker *worker) {
    struct rows *rows = worker->rows;
    const struct piece *piece = &worker->piece;
    size_t bytes = piece->columns * rows->spec->type->bytes;
    if (rows->method == METHOD_ACROSS)
        across_compute(rows->across, worker->across, &worker->levels, piece->row, piece->rows,
                       piece->entries);
    else
        for (uint64_t r = 0; r < piece->rows; r++)
            compute_row(worker, piece->row + r, (char *)piece->entries + r * bytes);
    if (rows->method != METHOD_MESH)
        put_zeros(rows, piece);
    return piece;
}
