#include "guess/guess_rows.h"
#include "base/die.h"
#include "base/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* --- ranges */

/* A wave v has v[c-1] + v[c+1] = 2 cos(turn) v[c], so four rows a, b, c, d have (a+c)*c = (b+d)*b, whatever its turn is. */
enum { ROWS_OF_WAVE = 4 };

/* Do the four rows from the k-th on go on so? A few columns may be damaged. */
static bool goes_on(const struct entries *data, size_t k) {
    enum { DAMAGED_ONE_OF = 8 };
    const double size = data->largest,
                 allowed = (8 * grain_at(&data->grain, size) + 1e-3 * size) * size;
    uint64_t damaged = 0;
    for (uint64_t j = 0; j < data->view.channels; j++) {
        const double a = entry_at(data, k, j), b = entry_at(data, k + 1, j),
                     c = entry_at(data, k + 2, j), d = entry_at(data, k + 3, j);
        damaged += !(fabs((a + c) * c - (b + d) * b) <= allowed);
    }
    return DAMAGED_ONE_OF * damaged <= data->view.channels;
}

/* Are the k-th row and the next one alike? NaN is like NaN. */
static bool next_is_alike(const struct entries *data, size_t k) {
    bool alike = k + 1 < data->rows;
    for (uint64_t j = 0; j < data->view.channels && alike; j++) {
        const double a = entry_at(data, k, j), b = entry_at(data, k + 1, j);
        alike = a == b || (isnan(a) && isnan(b));
    }
    return alike;
}

bool row_is_one_number(const struct entries *data, size_t k) {
    const double first = entry_at(data, k, 0);
    bool one = true;
    for (uint64_t j = 1; j < data->view.channels && one; j++)
        one = entry_at(data, k, j) == first || (isnan(first) && isnan(entry_at(data, k, j)));
    return one;
}

size_t row_ranges_find(const struct entries *data, struct row_range list[ROW_RANGES_MOST]) {
    const size_t rows = data->rows;
    if (rows != data->view.positions || rows < ROWS_OF_WAVE)
        return 0;
    /* of each row: its kind, is it the same as one beside it, and is the row before it of the same range? */
    struct {
        int kind;
        bool repeated, joined;
    } *row = die_malloc(rows * sizeof *row);
    for (size_t k = 0; k < rows; k++) {
        row[k].joined = k > 0 && next_is_alike(data, k - 1);
        row[k].repeated = row[k].joined || next_is_alike(data, k);
        row[k].kind = row[k].repeated || row_is_one_number(data, k) ? ROWS_ALIKE : ROWS_OTHER;
    }
    for (size_t k = 0; k + ROWS_OF_WAVE <= rows; k++) {
        bool wave = true;
        for (size_t n = 0; n < ROWS_OF_WAVE && wave; n++)
            wave = !row[k + n].repeated;
        wave = wave && goes_on(data, k);
        for (size_t n = 0; n < ROWS_OF_WAVE && wave; n++) {
            row[k + n].kind = ROWS_OF_WAVES;
            row[k + n].joined |= n > 0;
        }
    }
    size_t count = 0;
    for (size_t k = 0; k < rows; k++) {
        const bool other = k > 0 && row[k].kind == ROWS_OTHER && row[k - 1].kind == ROWS_OTHER;
        if (count > 0 && (row[k].joined || other)) {
            list[count - 1].last = k;
        } else if (count < ROW_RANGES_MOST) {
            list[count++] = (struct row_range){k, k, row[k].kind, NULL};
        } else {
            count = 0;
            break;
        }
    }
    free(row);
    return count;
}

/* --- which rows of a table they are */

/* Are these rows those of the model? */
static bool are_rows(const struct entries *data, const struct noise *noise, size_t first,
                     size_t last) {
    bool all = true;
    for (size_t k = first; k <= last && all; k++)
        for (uint64_t j = 0; j < data->view.channels && all; j++) {
            const double exact = model_entry(noise->model, k, j);
            all = fabs(entry_at(data, k, j) - exact) <= noise_bound_of_exact(noise, k, j, exact);
        }
    return all;
}

bool rows_find_shift(const struct entries *data, const struct noise *noise,
                     struct table_model *model, const struct row_range *range, int64_t *shift) {
    struct model_axis *axis = &model->axis[0];
    const double own = axis->first;
    const int64_t most = 2 * (int64_t)data->rows + 1024;
    bool found = false;
    for (int64_t n = 0; n < 2 * most && !found; n++) {
        *shift = n % 2 ? (n + 1) / 2 : -(n / 2);
        axis->first = own + (double)*shift * axis->step;
        found = are_rows(data, noise, range->first, range->last);
    }
    axis->first = own;
    return found && (*shift == 0 || range->last > range->first);
}

/* Is the k-th row 0, or that of angle 0? */
static bool is_fixed_row(const struct entries *data, const struct table_model *model, size_t k,
                         bool zero) {
    bool fixed = true;
    for (uint64_t j = 0; j < data->view.channels && fixed; j++) {
        const bool cosine = !zero && model->channel[j].function == CHANNEL_COSINE;
        fixed = fabs(entry_at(data, k, j) - (cosine ? model->amplitude : 0)) <=
                (zero ? 0 : grain_at(&data->grain, model->amplitude));
    }
    return fixed;
}

char *row_list(const struct entries *data, const struct row_range list[], size_t count,
               const struct table_model *model, bool zero) {
    struct text text = {NULL, 0, 0};
    for (size_t n = 0; n < count; n++)
        for (size_t k = list[n].first; list[n].kind != ROWS_OF_WAVES && k <= list[n].last; k++)
            if (is_fixed_row(data, model, k, zero))
                text_put(&text, "%s%zu", text.used ? "," : "", k);
    return text.used ? text_string(&text) : NULL;
}
