/* SPDX-License-Identifier: MIT */
#include "base/die.h"
#include "base/text.h"
#include "guess/guess_parts.h"
#include "words/presets.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *texts_keep(struct texts *texts, char *text) {
    texts->list = die_grow(texts->list, texts->count, sizeof *texts->list);
    return texts->list[texts->count++] = text;
}

const char *texts_number(struct texts *texts, uint64_t number) {
    return texts_keep(texts, text_format("%" PRIu64, number));
}

void texts_free(struct texts *texts) {
    for (size_t k = 0; k < texts->count; k++)
        free(texts->list[k]);
    free(texts->list);
}

/* What the shapes of an array share. */
struct shapes {
    struct texts *texts;
    const struct entries *data;
    const char *const *user;
    struct shape *list;
    size_t count;
    bool halves, interleaved; /* is each column there twice, side by side or half a row apart? */
    bool first_apart;         /* is the first row apart that looks like that of position 0? */
};

bool same_text(const char *a, const char *b) {
    return a == b || (a && b && strcmp(a, b) == 0);
}

/* Do two grids differ at most in some words? */
static bool is_same_grid(const struct shape *shape, const char *const given[WORDS],
                         word_set numbers) {
    bool same = given[GRID] != NULL;
    for (int k = 0; k < WORDS && same; k++)
        same = (numbers & WORD_SET(k)) || same_text(shape->given[k], given[k]);
    return same;
}

/* A shape that contradicts the user's words is left out, as is one more than there is room for. */
static void add_shape(struct shapes *shapes, const char *const given[WORDS]) {
    bool agrees = shapes->count < SHAPES_MOST;
    const word_set numbers =
        WORD_SET(PRESET) | WORD_SET(BASE) | WORD_SET(FIRST) | WORD_SET(STEP) | WORD_SET(AMPLITUDE);
    bool again = false;
    for (size_t k = 0; k < shapes->count && agrees; k++) {
        again |= is_same_grid(&shapes->list[k], given, numbers);
        agrees = !again || !is_same_grid(&shapes->list[k], given, WORD_SET(PRESET));
    }
    for (int k = 0; k < WORDS && agrees; k++)
        agrees = !shapes->user[k] || !given[k] || k == ZERO_ROWS || k == ODD || k == D_MODEL ||
                 strcmp(shapes->user[k], given[k]) == 0;
    if (agrees) {
        shapes->list[shapes->count].again = again;
        memcpy(shapes->list[shapes->count++].given, given, sizeof shapes->list->given);
    }
}

/* --- rows apart */

/* Rows of zeros, or of angle 0, up to row `end`, as the value of a word, "0-76,90", except for one row, or SIZE_MAX; NULL if
 * there are none, or many ranges. */
static const char *rows_text(struct texts *texts, const struct entries *data, enum row_kind kind,
                             size_t end, size_t except) {
    enum { RANGES_MOST = 8 };
    struct text text = {NULL, 0, 0};
    size_t ranges = 0, count = 0;
    for (size_t k = 0; k < data->rows && data->row[k] < end; k++) {
        if (data->kind[k] != kind || k == except)
            continue;
        size_t last = k;
        while (last + 1 < data->rows && data->kind[last + 1] == kind && last + 1 != except &&
               data->row[last + 1] == data->row[last] + 1 && data->row[last + 1] < end)
            last++;
        text_put(&text, "%s%" PRIu64, ranges++ > 0 ? "," : "", data->row[k]);
        if (last > k)
            text_put(&text, "-%" PRIu64, data->row[last]);
        count += last - k + 1;
        k = last;
    }
    const char *kept = count > 0 ? texts_keep(texts, text_string(&text)) : NULL;
    return ranges <= RANGES_MOST && count < data->rows ? kept : NULL;
}

const char *shapes_zero_rows(struct texts *texts, const struct entries *data) {
    return rows_text(texts, data, ROW_ZERO, SIZE_MAX, SIZE_MAX);
}

/* The rows that the words zero-rows and unrotated-rows may list: all such rows, or those in front. A row of position 0 looks
 * like one of angle 0, and in a table of sines like one of zeros: so the last in front may be an ordinary row. Rows of zeros
 * are listed first, since few tables have them by themselves. */
enum { APART_MOST = 8 };
struct apart {
    const char *zero, *unrotated;
};
static size_t rows_apart(struct shapes *shapes, struct apart list[APART_MOST]) {
    const struct entries *data = shapes->data;
    const char *zero = shapes_zero_rows(shapes->texts, data);
    size_t count = 0;
    for (enum row_kind kind = ROW_ZERO; kind <= ROW_UNROTATED; kind++) {
        size_t front = 0;
        while (front < data->rows && data->kind[front] == kind)
            front++;
        const size_t begin = count;
        for (int n = 0; n < 3; n++) {
            const char *text =
                rows_text(shapes->texts, data, kind, n == 2 ? front : SIZE_MAX,
                          n == (kind == ROW_ZERO) && front > 0 ? front - 1 : SIZE_MAX);
            bool known = !text;
            for (size_t k = begin; k < count && !known; k++)
                known = strcmp(kind == ROW_ZERO ? list[k].zero : list[k].unrotated, text) == 0;
            if (!known)
                list[count++] =
                    kind == ROW_ZERO ? (struct apart){text, NULL} : (struct apart){zero, text};
        }
        if (kind == ROW_ZERO)
            list[count++] = (struct apart){NULL, NULL};
    }
    if (data->view.channels <= 2) { /* a column alone often has zeros */
        list[count - 1] = list[0];
        list[0] = (struct apart){NULL, NULL};
    }
    return count;
}

/* --- columns */

/* The same computation makes the same bits. */
static bool is_same(double a, double b) {
    return a == b || (isnan(a) && isnan(b));
}

/* Some rows and columns that are looked at. */
enum { ROWS_SEEN = 24, COLUMNS_SEEN = 96 };
static size_t row_seen(const struct entries *data, size_t n) {
    return (size_t)spread_unevenly(data->rows, data->rows < ROWS_SEEN ? data->rows : ROWS_SEEN, n);
}

/* Is column j the same as the one `apart` further, for all j of each group of 2*apart? */
static bool columns_repeat(const struct entries *data, uint64_t apart) {
    const size_t rows = data->rows < ROWS_SEEN ? data->rows : ROWS_SEEN;
    const uint64_t channels = data->view.channels;
    size_t unlike = 0, seen = 0;
    if (channels % 2 != 0 || channels < 2)
        return false;
    for (size_t n = 0; n < rows; n++)
        for (uint64_t j = 0; j < channels; j++)
            if (j / apart % 2 == 0) {
                const size_t k = row_seen(data, n);
                unlike += !is_same(entry_at(data, k, j), entry_at(data, k, j + apart));
                seen++;
            }
    return 16 * unlike <= seen;
}

/* Have rows of angle 0 zeros, as sines are there? */
static bool level_rows_have_zeros(const struct entries *data) {
    bool zeros = true;
    for (size_t k = 0; k < data->rows && zeros; k++) {
        size_t count = 0;
        for (uint64_t j = 0; j < data->view.channels && data->kind[k] == ROW_UNROTATED; j++)
            count += entry_at(data, k, j) == 0;
        zeros = data->kind[k] != ROW_UNROTATED || count > 0;
    }
    return zeros;
}

/* Adds the shapes with these columns: both components, or one of them once or twice. Cosines begin less often with 0 than
 * sines do. */
static void add_columns(struct shapes *shapes, const char *const shape[WORDS]) {
    static const char *const layouts[] = {"interleaved", "halves"}, *const orders[] = {"sin-cos",
                                                                                       "cos-sin"};
    static const char *const repeats[] = {"halves", "interleave", "axis", "none"};
    const struct entries *data = shapes->data;
    const uint64_t channels = data->view.channels;
    const bool grid = shape[GRID], plain = !grid && !shape[SPACING],
               zeros = channels % 2 != 0 && channels > 1 && entry_at(data, 0, channels - 1) == 0 &&
                       entry_at(data, data->rows - 1, channels - 1) == 0 &&
                       entry_at(data, data->rows / 2, channels - 1) == 0,
               zero = data->rows > 1 && fabs(entry_at(data, 0, 0)) <= grain_at(&data->grain, 0);
    const bool both = !shape[UNROTATED_ROWS] || level_rows_have_zeros(data);
    const char *given[WORDS];
    memcpy(given, shape, sizeof given);
    given[D_MODEL] = texts_number(shapes->texts, channels);
    given[ODD] = grid || zeros ? "zero" : channels % 2 != 0 ? "sin" : NULL;
    given[COMPONENT] = given[REPEAT] = NULL;
    const bool two = both && !shapes->halves && !shapes->interleaved && !shapes->first_apart;
    for (size_t k = 0; k < 4 && channels > 1 && two; k++) {
        given[LAYOUT] = layouts[k / 2];
        given[ORDER] = orders[k % 2];
        add_shape(shapes, given);
    }
    given[LAYOUT] = given[ORDER] = NULL;
    given[ODD] = "drop";
    for (size_t k = 0; k < 8; k++) {
        const char *repeat = repeats[k / 2];
        const bool once = k / 2 == 3, axis = k / 2 == 2,
                   possible = once         ? !shapes->halves && !shapes->interleaved
                              : axis       ? grid
                              : k / 2 == 0 ? shapes->halves
                                           : shapes->interleaved;
        given[REPEAT] = repeat;
        given[COMPONENT] = (k % 2 == 0) == zero ? "sin" : "cos";
        given[D_MODEL] = texts_number(shapes->texts, (once && (plain || grid) ? 2 : 1) * channels);
        const char *like_first =
            given[strcmp(given[COMPONENT], "sin") == 0 ? ZERO_ROWS : UNROTATED_ROWS];
        const bool only_first = like_first && strcmp(like_first, "0") == 0;
        if (possible && (grid || only_first == shapes->first_apart))
            add_shape(shapes, given);
    }
}

/* --- grids: how many points each axis has */

/* The rows of a grid after those that are apart at the front. */
struct points {
    const struct entries *data;
    size_t begin, count; /* of those that are here, which follow each other */
    uint64_t rows;       /* of all */
};

/* Does each column depend only on r % size, or only on r / size? Then a grid may have an axis within that many rows. One
 * column has to move. Unless it is `strict`, an eighth of the columns and a quarter of the rows may be damaged. */
static bool is_period(const struct points *points, uint64_t size, bool strict) {
    const struct entries *data = points->data;
    const uint64_t channels = data->view.channels, step = channels / COLUMNS_SEEN + 1;
    size_t good = 0, moving = 0, all = 0;
    if (2 * size > points->count)
        return false;
    for (uint64_t j = 0; j < channels; j += step, all++) {
        size_t periodic = 0, constant = 0, seen = 0;
        for (size_t n = 0; n < ROWS_SEEN; n++, seen++) {
            const size_t r = n == 0 ? (size_t)size - 1 : n * 7919 % (points->count - (size_t)size),
                         k = points->begin + r;
            const double entry = entry_at(data, k, j);
            periodic += is_same(entry, entry_at(data, k + (size_t)size, j));
            constant += is_same(entry, entry_at(data, k - r % size, j));
        }
        const size_t enough = strict ? seen : 3 * seen / 4;
        good += periodic >= enough || constant >= enough;
        moving += constant < enough;
    }
    return (strict ? good == all : 8 * good >= 7 * all) && moving > 0;
}

/* The same for rows in blocks of 2 x 2: does each column depend only on x, or only on y? */
static bool is_period_of_blocks(const struct points *points, uint64_t width, uint64_t rows) {
    const struct entries *data = points->data;
    const uint64_t channels = data->view.channels, step = channels / COLUMNS_SEEN + 1;
    size_t good = 0, all = 0;
    for (uint64_t j = 0; j < channels; j += step, all++) {
        size_t of_x = 0, of_y = 0, seen = 0;
        for (size_t n = 1; n < ROWS_SEEN; n++) {
            const uint64_t r = n * 7919 % rows, block = r / 4, x = block % (width / 2) * 2 + r % 2,
                           y = block / (width / 2) * 2 + r / 2 % 2, at_x = x / 2 * 4 + x % 2,
                           at_y = y / 2 * (width / 2) * 4 + y % 2 * 2;
            if (r >= points->count || at_x >= points->count || at_y >= points->count)
                continue;
            const double entry = entry_at(data, points->begin + (size_t)r, j);
            of_x += is_same(entry, entry_at(data, points->begin + (size_t)at_x, j));
            of_y += is_same(entry, entry_at(data, points->begin + (size_t)at_y, j));
            seen++;
        }
        good += 8 * of_x >= 7 * seen || 8 * of_y >= 7 * seen;
    }
    return 8 * good >= 7 * all;
}

/* Ways to cut the rows into the sizes of axes, the fastest first. */
enum { CUTS_MOST = 24, PERIODS_MOST = 5 };
struct cut_rows {
    uint64_t size[GRID_AXES];
    int axes;
    bool blocks;
};

static size_t add_blocks(const struct points *points, uint64_t rows, uint64_t frames,
                         struct cut_rows list[], size_t count) {
    for (uint64_t width = 2; width <= rows / 2 && count < CUTS_MOST; width += 2)
        if (rows % (2 * width) == 0 && width < (uint64_t)COLUMNS_SEEN * 16 &&
            is_period_of_blocks(points, width, rows))
            list[count++] =
                (struct cut_rows){{width, rows / width, frames}, frames > 1 ? 3 : 2, true};
    return count;
}

/* Those of strict periods first: in few bits slow columns are nearly constant, whatever the period. */
static size_t cuts_find(const struct points *points, struct cut_rows list[CUTS_MOST]) {
    size_t count = 0;
    for (int strict = 1; strict >= 0; strict--) {
        uint64_t period[PERIODS_MOST];
        size_t periods = 0;
        for (uint64_t size = 2; size <= points->rows / 2 && periods < PERIODS_MOST; size++)
            if (points->rows % size == 0 && is_period(points, size, strict))
                period[periods++] = size;
        for (unsigned set = (1u << periods) - 1; set > 0; set--) { /* all of them first */
            struct cut_rows cut = {.axes = 0};
            uint64_t before = 1;
            bool sound = true;
            for (size_t k = 0; k < periods && sound; k++)
                if (set >> k & 1) {
                    sound = period[k] % before == 0 && cut.axes < GRID_AXES - 1;
                    cut.size[cut.axes++] = period[k] / before;
                    before = period[k];
                }
            sound = sound && points->rows % before == 0;
            cut.size[sound ? cut.axes++ : 0] = points->rows / before;
            if (sound && count < CUTS_MOST)
                list[count++] = cut;
        }
        count = add_blocks(points, points->rows, 1, list, count);
        for (size_t k = 0; k < periods; k++)
            count = add_blocks(points, period[k], points->rows / period[k], list, count);
    }
    return count;
}

/* --- the grids of presets */

/* The word grid of axes with these sizes: "1x4x6". The axes that the words name come first, from the slowest of
 * grid-rows on; slower ones than there are sizes for have one point. */
static const char *grid_text(struct shapes *shapes, const struct cut_rows *cut, const char *columns,
                             const char *order) {
    static const char letters[] = "styx";
    int axes = cut->axes < 2 ? 2 : cut->axes;
    for (int k = 0; k < GRID_AXES; k++)
        if (strchr(columns, letters[k]) && GRID_AXES - k > axes)
            axes = GRID_AXES - k;
    const char *names = letters + GRID_AXES - axes, *rows = order ? order : names;
    struct text text = {NULL, 0, 0};
    if (strlen(rows) != (size_t)axes)
        return NULL;
    for (int k = 0; k < axes; k++) {
        const char *at = strchr(rows, names[k]);
        if (!at) {
            text_free(&text);
            return NULL;
        }
        const int fast = axes - 1 - (int)(at - rows);
        text_put(&text, "%s%" PRIu64, k > 0 ? "x" : "", fast < cut->axes ? cut->size[fast] : 1);
    }
    return texts_keep(shapes->texts, text_string(&text));
}

/* The shapes of a preset or an alias on this grid: with its own columns first. */
static void add_preset(struct shapes *shapes, const struct preset *row, const struct cut_rows *cut,
                       const struct apart *apart) {
    static const enum word of_rows[] = {MAX_LEN, D_MODEL, ZERO_ROWS, UNROTATED_ROWS, AXES, ODD};
    const struct preset *under = row->preset ? preset_named(row->preset) : row;
    const char *given[WORDS];
    for (int k = 0; k < WORDS; k++)
        given[k] = row->given[k] ? row->given[k] : under->given[k];
    for (size_t k = 0; k < sizeof of_rows / sizeof *of_rows; k++)
        given[of_rows[k]] = NULL;
    if (!given[GRID_COLUMNS] || given[UNROTATED_COLUMNS] || given[POSITIONS])
        return;
    given[GRID] = grid_text(shapes, cut, given[GRID_COLUMNS], given[GRID_ROWS]);
    given[GRID_BLOCKS] = cut->blocks ? "2x2" : NULL;
    given[MAX_LEN] = texts_number(shapes->texts, shapes->data->view.positions);
    given[ZERO_ROWS] = apart->zero;
    given[UNROTATED_ROWS] = apart->unrotated;
    if (given[GRID])
        add_columns(shapes, given);
}

/* How many rows the first range of a list has, if it begins at row 0. */
static size_t rows_in_front(const char *text) {
    uint64_t first, last;
    return text && row_range_next(text, &first, &last) && first == 0 ? (size_t)last + 1 : 0;
}

/* Each way in which presets and aliases share their columns among axes, once for the same words. */
static void add_grids(struct shapes *shapes, const struct apart *apart, uint64_t rows_apart) {
    const struct preset *const lists[] = {presets, aliases};
    const struct entries *data = shapes->data;
    const size_t begin = rows_in_front(apart->zero) + rows_in_front(apart->unrotated);
    struct cut_rows cut[CUTS_MOST];
    if (begin >= data->prefix)
        return;
    struct points points = {data, begin, data->prefix - begin, data->view.positions - rows_apart};
    if (points.count > points.rows)
        points.count = (size_t)points.rows;
    const size_t cuts = cuts_find(&points, cut);
    for (size_t k = 0; k < cuts; k++)
        for (size_t n = 0; n < 2; n++)
            for (const struct preset *row = lists[n]; row->name; row++)
                add_preset(shapes, row, &cut[k], apart);
}

static uint64_t rows_in(const char *text) {
    uint64_t count = 0, first, last;
    while (text && (text = row_range_next(text, &first, &last)) != NULL)
        count += last - first + 1;
    return count;
}

/* The shapes without a grid. Rows that are all the same hold frequencies. */
static void add_plain(struct shapes *shapes, const struct apart *apart, bool same_rows) {
    const uint64_t channels = shapes->data->view.channels;
    const char *given[WORDS] = {[MAX_LEN] =
                                    texts_number(shapes->texts, shapes->data->view.positions),
                                [ZERO_ROWS] = apart->zero,
                                [UNROTATED_ROWS] = apart->unrotated};
    if (same_rows && !shapes->first_apart) {
        const bool once = !shapes->halves && !shapes->interleaved;
        given[COMPONENT] = "frequency";
        given[REPEAT] = shapes->halves ? "halves" : shapes->interleaved ? "interleave" : "none";
        given[D_MODEL] = texts_number(shapes->texts, once ? 2 * channels : channels);
        add_shape(shapes, given);
        given[COMPONENT] = given[REPEAT] = NULL;
    }
    add_columns(shapes, given);
}

size_t shapes_find(struct texts *texts, const struct entries *data, const char *const user[WORDS],
                   struct shape list[SHAPES_MOST]) {
    struct shapes shapes = {.texts = texts,
                            .data = data,
                            .user = user,
                            .list = list,
                            .halves = columns_repeat(data, data->view.channels / 2),
                            .interleaved = columns_repeat(data, 1)};
    const uint64_t channels = data->view.channels;
    struct apart apart[APART_MOST] = {{NULL, NULL}};
    const size_t aparts = rows_apart(&shapes, apart);
    bool still = true;
    for (size_t n = 0; n < ROWS_SEEN && n < data->rows && still; n++)
        for (uint64_t j = 0; j < channels && still; j++)
            still = is_same(entry_at(data, 0, j), entry_at(data, row_seen(data, n), j));
    for (size_t k = 0; k < aparts; k++)
        add_plain(&shapes, &apart[k], still);
    shapes.first_apart = true; /* which is rare */
    for (size_t k = 0; k < aparts; k++)
        add_plain(&shapes, &apart[k], still);
    shapes.first_apart = false;
    for (size_t k = 0; k < aparts && !still; k++)
        add_grids(&shapes, &apart[k], rows_in(apart[k].zero) + rows_in(apart[k].unrotated));
    const char *given[WORDS] = {[MAX_LEN] = texts_number(texts, data->view.positions),
                                [D_MODEL] = texts_number(texts, channels),
                                [SPACING] = "column"};
    if (channels > 1 && !still)
        add_shape(&shapes, given);
    return shapes.count;
}
