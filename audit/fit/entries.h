/* SPDX-License-Identifier: MIT */
/* The numbers of an array: what its elements mean, which of them stand for all, what they are rounded to; and as a table of
 * positions and channels whose words are to be guessed. */
#ifndef POSENC_ENTRIES_H
#define POSENC_ENTRIES_H

#include "read/array.h"
#include "table/table.h"

#include <stdint.h>

/* --- elements */

/* How wrong one entry is.
 *
 * The wanted element is the exact value, correctly rounded. An entry is wrong if its bits differ from it: +0 for -0 too,
 * and every NaN. The absolute error is |got - wanted| in the table's units: an integer stands for a multiple of the
 * type's step, or of the scale. In ulps it is divided by the spacing of the type's numbers at the wanted one, which for
 * an integer is 1; at 0 it is that of the subnormal numbers. */

/* How the elements of a table are measured. */
struct measure {
    const struct element *type;
    double unit;             /* what 1 means, if the type stores integers; else 1 */
    uint64_t sign, infinity; /* bits of a floating type */
};
struct measure measure_of(const struct table *);

/* What an element means: a float as it is, or (integer - zero point) * unit. */
double measure_value(const struct measure *, uint64_t bits);

/* What a libm adds to an error, of numbers up to a magnitude. */
double measure_libm(const struct measure *, double magnitude);

enum error_kind {
    ERROR_NUMBER,    /* a finite number other than the wanted one */
    ERROR_ZERO_SIGN, /* a zero of the wrong sign: both errors are 0 */
    ERROR_INFINITE,
    ERROR_NAN, /* infinity and NaN have neither error */
};
struct entry_error {
    enum error_kind kind;
    double absolute, ulps;
};

/* For an entry whose bits differ from the wanted ones, which are those of a finite number. */
struct entry_error measure_error(const struct measure *, uint64_t got, uint64_t wanted);

/* The text of an element, "0.5 (0x3f000000)"; of an integer type "-77 (0xb3)". NaN and infinities are "nan", "inf" and
 * "-inf". */
enum { ELEMENT_TEXT = 80 };
void element_text(const struct element *, uint64_t bits, char text[ELEMENT_TEXT]);

/* The same without the bits. */
void element_decimal(const struct element *, uint64_t bits, char text[ELEMENT_TEXT]);

/* --- entries that stand for all of an array */

/* One way to read the array: how many positions and channels, and which of them is slower in memory. */
struct view {
    uint64_t positions, channels;
    bool channel_major;
};

/* Chooses at most `most` numbers of [0, all), which rise: all of them; or runs of `run` numbers that are evenly spread, one
 * run at least. The caller frees them. */
uint64_t *spread_runs(uint64_t all, uint64_t run, uint64_t most, size_t *count);

/* Reads the entries at some positions, which rise, in all channels. The bits of channel j at position[k] are put into
 * bits[j * count + k], and what they mean into value[j * count + k]; either may be NULL. Returns NULL, or what array_read
 * says. */
char *view_read(const struct array *, const struct view *, const struct measure *,
                const uint64_t position[], size_t count, uint64_t bits[], double value[]);

/* Number k of `count` that are spread over [0, all), count <= all: evenly, the first and the last among them; or all of a
 * beginning, and the others evenly; or so that every other one is the second of a pair; or unevenly, since at even distances
 * the waves of two columns may be the same. */
uint64_t spread_evenly(uint64_t all, uint64_t count, uint64_t k);
uint64_t spread_beyond(uint64_t beginning, uint64_t all, uint64_t count, uint64_t k);
uint64_t spread_in_pairs(uint64_t all, uint64_t count, uint64_t k);
uint64_t spread_unevenly(uint64_t all, uint64_t count, uint64_t k);

/* --- what the array's numbers are rounded to */

/* Integers may be rounded toward 0 or downward, as a cast in C does. Then an entry stands for the middle of such numbers. */
enum cut { CUT_NONE, CUT_TO_ZERO, CUT_DOWN, CUTS };

/* What the array's own numbers are rounded to: an entry v by at most relative*|v| + absolute, or half a unit of its
 * `digits`-th digit if that is more (0: no such limit). */
struct grain {
    double relative, absolute;
    int digits;
    int narrow;   /* their format, if the type has more bits: as pipelines_new takes it */
    bool wide;    /* are they numbers that only float64 has? */
    bool printed; /* are they decimals of few places? */
    enum cut cut;
};

/* Finds it from some of the array's values, evenly spread. It is that of the array's type; or of a narrower type, if nearly
 * all values are numbers of that; or of decimals, if the text of a source has few places or the values show it. Returns
 * NULL, or a message if the file can't be read any more. */
char *grain_read(struct grain *, const struct array *, const struct measure *);
double grain_at(const struct grain *, double value);

/* The number that an entry stands for. */
double grain_middle(const struct grain *, double entry);

/* How far rounding takes an exact number that becomes such a number: half a unit in the last place, and of a text. */
double grain_rounding(const struct grain *, double exact);

/* --- some rows of a view */

/* Rows that show no position: those of zeros, and those of angle 0, whose entries are 0 or the largest. */
enum row_kind { ROW_MOVES, ROW_ZERO, ROW_UNROTATED };

/* Some rows of a view: all of them, or of a large table the first ones and some more. */
struct entries {
    struct view view;
    size_t rows, prefix; /* how many are here; the first `prefix` of them follow each other */
    uint64_t *row;       /* which positions they are, rising */
    double *value;       /* of channel j in the k-th row here: value[j * rows + k] */
    double largest;      /* the largest finite magnitude */
    struct grain grain;  /* what its numbers are rounded to */
    enum row_kind *kind; /* of the k-th row here */
};

/* Reads a view. Returns NULL, or what array_read says; then there is nothing to free. */
char *entries_read(struct entries *, const struct array *, struct view, const struct measure *);
void entries_free(struct entries *);

/* Takes the entries for integers that were rounded that way. */
void entries_cut(struct entries *, enum cut);

static inline double entry_at(const struct entries *data, size_t k, uint64_t channel) {
    return data->value[channel * data->rows + k];
}

/* How an array can be cut into positions and channels. */

/* The ways to cut its dimensions in two: positions and channels, in either order. Raw elements have one dimension, which
 * max_len cuts (0: not given); another array of one dimension is one row. `axes` is the text of that word, or NULL. */
enum { VIEWS = 32 };
size_t views_of(const struct array *, uint64_t max_len, const char *axes, struct view views[VIEWS]);

#endif
