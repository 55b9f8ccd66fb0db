/* SPDX-License-Identifier: MIT */
#include "base/die.h"
#include "factored/rotation.h"

#include <math.h>
#include <stdlib.h>

/* --- the numbers of a pair before any is moved */

/* The integer nearest to (high + low) * 2^bits, within the range of the numbers. The result is exact in any rounding
 * mode: |low| is so small that it only matters close to a tie. */
static int64_t nearest(struct double_double x, const struct rotation *rotation) {
    const int bits = (int)(rotation->high_bits - 1 + rotation->low_bits);
    const double scaled = ldexp(x.high, bits), more = ldexp(x.low, bits);
    const double integer = rint(scaled), rest = scaled - integer;
    int64_t v = (int64_t)integer;
    if (rest - 0.5 > -more)
        v++;
    if (rest + 0.5 < -more)
        v--;
    const int64_t most = rotation_highest(rotation);
    return v > most ? most : v < -most ? -most : v;
}

static struct fixed_phasor phasor_of(const struct rotation *rotation,
                                     const struct double_double value[2]) {
    return (struct fixed_phasor){
        {nearest(value[SINE], rotation), nearest(value[COSINE], rotation)}};
}

void factored_seed(struct factored_pair *pair, struct reference *reference, uint64_t k) {
    struct double_double value[2];
    for (int s = COARSE; s <= FINE; s++)
        for (size_t row = 0; row < pair->count[s]; row++) {
            if (s == COARSE)
                reference_seed(reference, SEED_POSITION, (uint64_t)row << pair->rotation.block_log2,
                               k, value);
            else
                reference_seed(reference, SEED_TURN, row, k, value);
            pair->v[s][row] = phasor_of(&pair->rotation, value);
        }
}

/* --- what is stored for a pair, and what the accessor makes of it */

struct factored_pair factored_pair_new(const struct table *table, const struct factored *factored) {
    struct factored_pair pair = {
        .rotation = {.type = table->type,
                     .high_bits = factored->high_bits,
                     .low_bits = factored->low_bits},
        .rows = table->position_count,
        .needs = {table->component != COMPONENT_COS, table->component != COMPONENT_SIN},
    };
    while (factored->block >> pair.rotation.block_log2 > 1)
        pair.rotation.block_log2++;
    for (int s = COARSE; s <= FINE; s++) {
        pair.count[s] = (size_t)factored->small_rows[s];
        pair.v[s] = die_malloc(pair.count[s] * sizeof *pair.v[s]);
    }
    return pair;
}

void factored_pair_free(struct factored_pair *pair) {
    for (int s = COARSE; s <= FINE; s++)
        free(pair->v[s]);
}

/* --- the arrays */

/* The high and the low numbers of the coarse or of the fine table. */
struct parts {
    const struct factored_array *high, *low; /* low may be NULL */
    uint64_t columns;
};

static struct parts parts_of(const struct factored *factored, int side) {
    const size_t each = factored->low_bits > 0 ? 2 : 1;
    const struct factored_array *array = &factored->array[side == FINE ? each : 0];
    return (struct parts){array, each > 1 ? array + 1 : NULL, factored->columns};
}

void factored_store(struct factored *factored, const struct factored_pair *pair, uint64_t i) {
    for (int s = COARSE; s <= FINE; s++) {
        const struct parts parts = parts_of(factored, s);
        for (uint64_t row = 0; row < pair->count[s]; row++) {
            const struct split_phasor split = factored_split(pair, &pair->v[s][row]);
            for (int f = SINE; f <= COSINE; f++) {
                const size_t k = (size_t)(row * parts.columns + 2 * i + (uint64_t)f);
                element_store(parts.high->type, parts.high->entries, k, (uint64_t)split.of[f].high);
                if (parts.low)
                    element_store(parts.low->type, parts.low->entries, k,
                                  (uint64_t)split.of[f].low);
            }
        }
    }
}

static int64_t load_one(const struct factored_array *array, size_t k) {
    return element_integer(array->type, element_load(array->type, array->entries, k));
}

static struct split_phasor load(const struct parts *parts, uint64_t row, uint64_t i) {
    struct split_phasor phasor;
    for (int f = SINE; f <= COSINE; f++) {
        const size_t k = (size_t)(row * parts->columns + 2 * i + (uint64_t)f);
        phasor.of[f].high = load_one(parts->high, k);
        phasor.of[f].low = parts->low ? load_one(parts->low, k) : 0;
    }
    return phasor;
}

/* --- verification */

void factored_wrong_add(struct factored_wrong *wrong, struct factored_wrong other) {
    const bool earlier =
        other.row < wrong->row || (other.row == wrong->row && other.column < wrong->column);
    if (other.count > 0 && (wrong->count == 0 || earlier)) {
        wrong->row = other.row;
        wrong->column = other.column;
    }
    wrong->count += other.count;
}

/* The wrong entries of frequency i in all columns of the large table, which may repeat it. They follow from those in
 * one column of each function. Where a sine is always 0, its channel is CHANNEL_ZERO. */
static struct factored_wrong in_columns(const struct table *table, uint64_t i,
                                        const struct factored_wrong rows[2]) {
    struct factored_wrong wrong = {0, 0, 0};
    for (uint64_t j = 0; j < table->channel_count && j < 2 * table->pairs; j++) {
        const struct channel channel = table_channel(table, j);
        const struct factored_wrong *in = &rows[channel.function == CHANNEL_COSINE];
        if (channel.frequency == i)
            factored_wrong_add(&wrong, (struct factored_wrong){in->count, in->row, j});
    }
    return wrong;
}

struct factored_wrong factored_verify(const struct factored *factored, const struct table *table,
                                      const struct factored_pair *pair, uint64_t i) {
    const struct rotation *rotation = &pair->rotation;
    const struct parts coarse = parts_of(factored, COARSE), fine = parts_of(factored, FINE);
    struct factored_wrong rows[2] = {{0, 0, 0}, {0, 0, 0}}; /* of one column, by function */
    for (uint64_t r = 0; r < pair->rows; r++) {
        const struct rotation_rows rows_at = rotation_rows(rotation, r);
        const struct split_phasor at = load(&coarse, rows_at.row[COARSE], i),
                                  by = load(&fine, rows_at.row[FINE], i);
        for (int f = SINE; f <= COSINE; f++) {
            const int64_t v = rotation_turn(rotation, &at, &by, rows_at.minus, f);
            if (pair->needs[f] && rotation_element(rotation, v) != factored_wanted(pair, f, r))
                factored_wrong_add(&rows[f], (struct factored_wrong){1, r, 0});
        }
    }
    return rows[SINE].count + rows[COSINE].count > 0 ? in_columns(table, i, rows) : rows[SINE];
}

/* --- the search for numbers that make every entry of a pair right
 *
 * While an entry is wrong, one of these is picked at random. Of all moves of its coarse or its fine phasor that mend
 * it, the one that leaves the fewest wrong entries is made, even if that is more than before, as in WalkSAT (B. Selman,
 * H. Kautz, B. Cohen, AAAI-94). Usually each move mends an entry; where entries contradict each other, luck may help.
 *
 * Only fragile entries are looked at, those close to where rounding changes: no moves can make another one wrong. */

/* A number is moved by at most MOVE_MOST units of its last bit. The search gives up after PATIENCE moves without a new
 * smallest number of wrong entries. It doesn't begin if more than one of HOPELESS rows is wrong: rounding leaves one of
 * several hundred wrong, unless the numbers are too short. */
enum { MOVE_MOST = 4, PATIENCE = 500, HOPELESS = 32 };

struct fragile {
    uint32_t row[2]; /* of the small tables, by COARSE and FINE */
    uint32_t wanted;
    uint32_t wrong_at; /* its index in the list of wrong entries; or RIGHT */
    uint8_t function;
    bool minus;
};
#define RIGHT UINT32_MAX

/* A small table: its phasors before the moves, and the fragile entries of each row, which[begin[row]] to
 * which[begin[row + 1] - 1]. */
struct side {
    struct fixed_phasor *origin;
    uint32_t *begin, *which;
};

struct search {
    struct factored_pair *pair;
    struct fragile *fragile;
    uint32_t count;
    struct side side[2];
    uint32_t *wrong, wrong_count; /* the list of wrong ones */
    uint64_t random;
};

/* --- fragile entries */

/* How far moves can take an entry, in units of rotation_sum. Each of its two products has two factors of at most
 * 2^(H-1+G), each of which moves by at most MOVE_MOST: by MOVE_MOST * 2^(H-1-G) of these units. There is no term of
 * MOVE_MOST^2: a'b' - ab is a'(b' - b) + b(a' - a), and what is moved stays within rotation_highest too.
 *
 * The products less what rotation_sum makes of them are, before the moves and after them, in an interval of length 6 or
 * less. With H = 32, the two floors and the low parts' product that is left out make [0, 3) of a product. So it is [0, 6) of
 * a sum, (-3, 3) of a difference. With H = 16, where there is one floor for both, it is [0, 3) and (-1, 2). */
static int64_t farthest(const struct rotation *rotation) {
    return ((INT64_C(4) * MOVE_MOST) << (rotation->high_bits - 1) >> rotation->low_bits) + 6;
}

/* Rounding is monotonic, so if both ends are right, everything between them is. */
static bool is_fragile(const struct rotation *rotation, int64_t v, int64_t far, uint32_t wanted) {
    return rotation_element(rotation, v - far) != wanted ||
           rotation_element(rotation, v + far) != wanted;
}

static void find_fragile(struct search *search) {
    const struct factored_pair *pair = search->pair;
    const struct rotation *rotation = &pair->rotation;
    const int64_t far = farthest(rotation);
    for (uint64_t r = 0; r < pair->rows; r++) {
        const struct rotation_rows rows_at = rotation_rows(rotation, r);
        const struct split_phasor coarse =
                                      factored_split(pair, &pair->v[COARSE][rows_at.row[COARSE]]),
                                  fine = factored_split(pair, &pair->v[FINE][rows_at.row[FINE]]);
        for (int f = SINE; f <= COSINE; f++) {
            const int64_t v = rotation_turn(rotation, &coarse, &fine, rows_at.minus, f);
            const uint32_t wanted = pair->needs[f] ? factored_wanted(pair, f, r) : 0;
            if (!pair->needs[f] || !is_fragile(rotation, v, far, wanted))
                continue;
            search->fragile = die_grow(search->fragile, search->count, sizeof *search->fragile);
            search->fragile[search->count++] =
                (struct fragile){{(uint32_t)rows_at.row[COARSE], (uint32_t)rows_at.row[FINE]},
                                 wanted,
                                 RIGHT,
                                 (uint8_t)f,
                                 rows_at.minus};
        }
    }
}

/* Sorts the fragile entries by their rows of a side. */
static void side_init(struct search *search, int s) {
    struct side *side = &search->side[s];
    const size_t rows = search->pair->count[s];
    side->origin = die_malloc(rows * sizeof *side->origin);
    side->begin = die_malloc((rows + 1) * sizeof *side->begin);
    side->which = die_malloc(search->count * sizeof *side->which);
    for (size_t row = 0; row <= rows; row++)
        side->begin[row] = 0;
    for (size_t row = 0; row < rows; row++)
        side->origin[row] = search->pair->v[s][row];
    for (uint32_t k = 0; k < search->count; k++)
        side->begin[search->fragile[k].row[s]]++;
    for (size_t row = 1; row <= rows; row++)
        side->begin[row] += side->begin[row - 1]; /* where the next row begins */
    for (uint32_t k = search->count; k-- > 0;)
        side->which[--side->begin[search->fragile[k].row[s]]] = k;
}

static void side_clear(struct side *side) {
    free(side->origin);
    free(side->begin);
    free(side->which);
}

/* --- wrong entries */

/* Is a fragile entry wrong if its phasor of side s is this one? */
static bool is_wrong(const struct search *search, const struct fragile *entry, int s,
                     const struct split_phasor *phasor) {
    const struct rotation *rotation = &search->pair->rotation;
    const struct split_phasor other =
        factored_split(search->pair, &search->pair->v[!s][entry->row[!s]]);
    const int64_t v = rotation_turn(rotation, s == COARSE ? phasor : &other,
                                    s == FINE ? phasor : &other, entry->minus, entry->function);
    return rotation_element(rotation, v) != entry->wanted;
}

/* How many entries of a row of side s are wrong if its phasor is v; if more than `most`, some number above `most`. */
static int64_t count_wrong(const struct search *search, int s, uint32_t row,
                           const struct split_phasor *v, int64_t most) {
    const struct side *side = &search->side[s];
    int64_t count = 0;
    for (uint32_t k = side->begin[row]; k < side->begin[row + 1] && count <= most; k++)
        count += is_wrong(search, &search->fragile[side->which[k]], s, v);
    return count;
}

static void set_wrong(struct search *search, uint32_t k, bool wrong) {
    struct fragile *entry = &search->fragile[k];
    if (wrong && entry->wrong_at == RIGHT) {
        entry->wrong_at = search->wrong_count;
        search->wrong[search->wrong_count++] = k;
    } else if (!wrong && entry->wrong_at != RIGHT) {
        const uint32_t last = search->wrong[--search->wrong_count];
        search->wrong[entry->wrong_at] = last;
        search->fragile[last].wrong_at = entry->wrong_at;
        entry->wrong_at = RIGHT;
    }
}

static void set_phasor(struct search *search, int s, uint32_t row, struct fixed_phasor v) {
    const struct side *side = &search->side[s];
    const struct split_phasor split = factored_split(search->pair, &v);
    search->pair->v[s][row] = v;
    for (uint32_t k = side->begin[row]; k < side->begin[row + 1]; k++)
        set_wrong(search, side->which[k],
                  is_wrong(search, &search->fragile[side->which[k]], s, &split));
}

/* --- moves */

/* A number below n, by a linear congruential generator (D. E. Knuth, TAOCP 2, 3.3.4, table 1, line 26). */
static uint32_t random_below(struct search *search, uint32_t n) {
    search->random = search->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((search->random >> 32) * n >> 32);
}

struct move {
    int64_t more; /* how many more entries are wrong after it than before */
    uint32_t ties;
    int side;
    uint32_t row;
    struct fixed_phasor v;
};

/* Tries all phasors for a row of side s that mend a fragile entry. All best moves have the same chance. */
static void try_moves(struct search *search, const struct fragile *mend, int s, struct move *best) {
    const uint32_t row = mend->row[s];
    const struct fixed_phasor *origin = &search->side[s].origin[row];
    const int64_t highest = rotation_highest(&search->pair->rotation);
    const struct split_phasor here = factored_split(search->pair, &search->pair->v[s][row]);
    const int64_t now = count_wrong(search, s, row, &here, INT64_MAX);
    for (int k = 0; k < (2 * MOVE_MOST + 1) * (2 * MOVE_MOST + 1); k++) {
        const struct fixed_phasor v = {{origin->of[SINE] + k / (2 * MOVE_MOST + 1) - MOVE_MOST,
                                        origin->of[COSINE] + k % (2 * MOVE_MOST + 1) - MOVE_MOST}};
        const struct split_phasor split = factored_split(search->pair, &v);
        if (llabs(v.of[SINE]) > highest || llabs(v.of[COSINE]) > highest ||
            is_wrong(search, mend, s, &split))
            continue;
        const int64_t most = best->ties > 0 ? best->more + now : INT64_MAX;
        const int64_t more = count_wrong(search, s, row, &split, most) - now;
        if (best->ties > 0 && more > best->more)
            continue;
        const uint32_t ties = best->ties > 0 && more == best->more ? best->ties + 1 : 1;
        best->ties = ties;
        if (random_below(search, ties) == 0)
            *best = (struct move){more, ties, s, row, v};
    }
}

static void move(struct search *search) {
    const uint32_t k = search->wrong[random_below(search, search->wrong_count)];
    struct move best = {.ties = 0};
    try_moves(search, &search->fragile[k], COARSE, &best);
    try_moves(search, &search->fragile[k], FINE, &best);
    if (best.ties > 0)
        set_phasor(search, best.side, best.row, best.v);
}

void factored_search(struct factored_pair *pair, uint64_t random) {
    struct search search = {.pair = pair, .random = random};
    find_fragile(&search);
    side_init(&search, COARSE);
    side_init(&search, FINE);
    search.wrong = die_malloc(search.count * sizeof *search.wrong);
    for (uint32_t h = 0; h < pair->count[COARSE]; h++)
        set_phasor(&search, COARSE, h, pair->v[COARSE][h]);
    uint32_t fewest = search.wrong_count;
    bool hopeless = fewest > PATIENCE && fewest > pair->rows / HOPELESS;
    for (int tries = 0; fewest > 0 && !hopeless && tries < PATIENCE; tries++) {
        move(&search);
        if (search.wrong_count < fewest) {
            fewest = search.wrong_count;
            tries = 0;
        }
    }
    side_clear(&search.side[COARSE]);
    side_clear(&search.side[FINE]);
    free(search.fragile);
    free(search.wrong);
}
