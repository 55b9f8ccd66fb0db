#include "base/die.h"
#include "factored/factored_pair.h"

#include <math.h>
#include <stdlib.h>

/* The numbers of a factored table before any is moved. */

/* With more, nothing would be left of a product that the accessor shifts back. */
enum { SHIFT_MOST = 30 };

/* The integer nearest to (high + low) * 2^bits, or the end of the numbers that is nearest to it. All of this is exact, in
 * any rounding mode: |low| is so small that it only decides what is close to a tie. */
static int64_t nearest(struct double_double x, const struct rotation *rotation, unsigned shift) {
    const int bits = (int)(rotation->high_bits - 1 + rotation->low_bits + shift);
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
        {nearest(value[SINE], rotation, rotation->shift), nearest(value[COSINE], rotation, 0)}};
}

/* The largest s with 2^s * |sine| <= 1/2 for all sines, or 0: a sum of two products is never above 1. */
static unsigned shift_of(struct double_double (*value)[2], size_t count) {
    double most = ldexp(1, -SHIFT_MOST - 1);
    for (size_t k = 0; k < count; k++)
        most = fmax(most, fabs(value[k][SINE].high));
    unsigned shift = 0;
    while (ldexp(most, (int)shift + 2) <= 1)
        shift++;
    return shift;
}

void factored_seed(struct factored_pair *pair, struct reference *reference, uint64_t k) {
    const size_t count = pair->coarse_rows + pair->fine_rows;
    struct double_double(*value)[2] = die_malloc(count * sizeof *value);
    for (size_t h = 0; h < pair->coarse_rows; h++)
        reference_seed(reference, SEED_POSITION, (uint64_t)h << pair->rotation.block_log2, k,
                       value[h]);
    for (size_t l = 0; l < pair->fine_rows; l++)
        reference_seed(reference, SEED_TURN, l, k, value[pair->coarse_rows + l]);
    pair->rotation.shift = pair->shifted ? shift_of(value, count) : 0;
    for (size_t h = 0; h < pair->coarse_rows; h++)
        pair->coarse[h] = phasor_of(&pair->rotation, value[h]);
    for (size_t l = 0; l < pair->fine_rows; l++)
        pair->fine[l] = phasor_of(&pair->rotation, value[pair->coarse_rows + l]);
    free(value);
}

/* What is stored of a pair, and what the accessor makes of it. */

struct factored_pair factored_pair_new(const struct table *table, const struct factored *factored) {
    struct factored_pair pair = {
        .rotation = {.type = table->type,
                     .high_bits = factored->high_bits,
                     .low_bits = factored->low_bits},
        .shifted = factored->shifted,
        .rows = table->position_count,
        .coarse_rows = (size_t)factored->coarse_rows,
        .fine_rows = (size_t)factored->fine_rows,
        .needs = {table->component != COMPONENT_COS, table->component != COMPONENT_SIN},
    };
    while (factored->block >> pair.rotation.block_log2 > 1)
        pair.rotation.block_log2++;
    for (int f = SINE; f <= COSINE; f++)
        pair.wanted[f] = die_malloc(pair.needs[f] ? pair.rows * sizeof *pair.wanted[f] : 0);
    pair.coarse = die_malloc(pair.coarse_rows * sizeof *pair.coarse);
    pair.fine = die_malloc(pair.fine_rows * sizeof *pair.fine);
    return pair;
}

void factored_pair_free(struct factored_pair *pair) {
    free(pair->wanted[SINE]);
    free(pair->wanted[COSINE]);
    free(pair->coarse);
    free(pair->fine);
}

/* --- the arrays */

/* The high and the low numbers of the coarse or of the fine table. */
struct parts {
    const struct factored_array *high, *low; /* low may be NULL */
    uint64_t columns;
};

static struct parts parts_of(const struct factored *factored, bool fine) {
    const size_t each = factored->low_bits > 0 ? 2 : 1;
    const struct factored_array *array = &factored->array[fine ? each : 0];
    return (struct parts){array, each > 1 ? array + 1 : NULL, factored->columns};
}

/* The shifts of all pairs; NULL: there are none. */
static uint8_t *shifts_of(const struct factored *factored) {
    return factored->shifted ? factored->array[factored->arrays - 1].entries : NULL;
}

static void store(const struct parts *parts, const struct factored_pair *pair,
                  const struct fixed_phasor *v, uint64_t i) {
    for (uint64_t row = 0; row < parts->high->rows; row++) {
        const struct split_phasor split = factored_split(pair, &v[row]);
        for (int f = SINE; f <= COSINE; f++) {
            const size_t k = (size_t)(row * parts->columns + 2 * i + (uint64_t)f);
            element_store(parts->high->type, parts->high->entries, k, (uint64_t)split.of[f].high);
            if (parts->low)
                element_store(parts->low->type, parts->low->entries, k, (uint64_t)split.of[f].low);
        }
    }
}

void factored_store(struct factored *factored, const struct factored_pair *pair, uint64_t i) {
    const struct parts coarse = parts_of(factored, false), fine = parts_of(factored, true);
    store(&coarse, pair, pair->coarse, i);
    store(&fine, pair, pair->fine, i);
    if (factored->shifted)
        shifts_of(factored)[i] = (uint8_t)pair->rotation.shift;
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

/* Adds the wrong entries of a function of frequency i, of which the first is in `row`: in each column of the large table
 * that has it, which may repeat it. Whatever the layout and the repeat, these are among four. Where a sine is always 0, its
 * channel is CHANNEL_ZERO. */
static void add_columns(struct factored_wrong *wrong, const struct table *table, uint64_t i,
                        int function, struct factored_wrong rows) {
    const uint64_t candidates[] = {i, i + table->pairs, 2 * i, 2 * i + 1};
    for (size_t k = 0; k < sizeof candidates / sizeof *candidates; k++) {
        const uint64_t j = candidates[k];
        const bool again =
            (k == 2 && (j == i || j == i + table->pairs)) || (k == 3 && j == i + table->pairs);
        if (j >= table->channel_count || again)
            continue;
        const struct channel channel = table_channel(table, j);
        if (channel.frequency == i && (channel.function == CHANNEL_COSINE) == (function == COSINE))
            factored_wrong_add(wrong, (struct factored_wrong){rows.count, rows.row, j});
    }
}

struct factored_wrong factored_verify(const struct factored *factored, const struct table *table,
                                      const struct factored_pair *pair, uint64_t i) {
    struct rotation rotation = pair->rotation;
    rotation.shift = factored->shifted ? shifts_of(factored)[i] : 0;
    const struct parts coarse = parts_of(factored, false), fine = parts_of(factored, true);
    struct factored_wrong rows[2] = {{0, 0, 0}, {0, 0, 0}}; /* of one column, by function */
    for (uint64_t r = 0; r < pair->rows; r++) {
        const struct rotation_place place = rotation_place(&rotation, r);
        const struct split_phasor at = load(&coarse, place.coarse, i),
                                  by = load(&fine, place.fine, i);
        for (int f = SINE; f <= COSINE; f++) {
            const int64_t v = rotation_turn(&rotation, &at, &by, place.minus, f);
            if (pair->needs[f] && rotation_element(&rotation, v, f) != pair->wanted[f][r])
                factored_wrong_add(&rows[f], (struct factored_wrong){1, r, 0});
        }
    }
    struct factored_wrong wrong = {0, 0, 0};
    for (int f = SINE; f <= COSINE; f++)
        if (rows[f].count > 0)
            add_columns(&wrong, table, i, f, rows[f]);
    return wrong;
}

/* The search for numbers that make every entry of a pair right.
 *
 * While an entry is wrong, one of these is picked at random. Of all moves of its coarse or its fine phasor that mend it,
 * the one that leaves the fewest wrong is made, even if these are more than before, as in WalkSAT (B. Selman, H. Kautz,
 * B. Cohen, AAAI-94). Usually each move mends an entry; where entries contradict each other, luck may help.
 *
 * Only entries close to where rounding changes are looked at: no moves can make another one wrong. */

/* A number is moved by at most MOVE_MOST units of its last bit. The search gives up after PATIENCE moves that leave no fewer
 * wrong than were known, and doesn't begin if more than one of HOPELESS rows is wrong: rounding alone leaves one of
 * several hundred wrong, or numbers are too short. */
enum { MOVE_MOST = 4, PATIENCE = 500, HOPELESS = 32 };

struct close_entry {
    uint32_t row[2]; /* of the small tables, by COARSE and FINE */
    uint32_t wanted;
    uint32_t wrong_at; /* its index in the list of wrong ones; or RIGHT */
    uint8_t function;
    bool minus;
};
#define RIGHT UINT32_MAX

enum { COARSE, FINE };

/* A small table, and the close entries of each of its rows: which[begin[row]] to which[begin[row + 1] - 1]. */
struct side {
    struct fixed_phasor *v;      /* as moved */
    struct fixed_phasor *origin; /* as they were */
    uint32_t *begin, *which;
};

struct search {
    const struct factored_pair *pair;
    struct close_entry *close;
    uint32_t count;
    struct side side[2];
    uint32_t *wrong, wrong_count; /* the list of wrong ones */
    uint64_t random;
};

/* --- close entries */

/* How far moves can take an entry, in units of rotation_sum. Each of its two products has two factors of at most
 * 2^(H-1+G), each of which moves by at most MOVE_MOST: by MOVE_MOST * 2^(H-1-G) of these units. There is no term of
 * MOVE_MOST^2: a'b' - ab is a'(b' - b) + b(a' - a), and what is moved stays within rotation_highest too.
 *
 * The products less what rotation_sum makes of them are, before the moves and after them, in an interval of length 6 or
 * less. With H = 32, the two floors and the low parts' product that is left out make [0, 3) of a product; shifted back by
 * s > 0 it is [0, 3/4^s), and its floor makes that [0, 1 + 3/4) at most. So it is [0, 6) of a sum, (-3, 3) of a
 * difference. With H = 16, where there is one floor for both, it is [0, 3) and (-1, 2). */
static int64_t farthest(const struct rotation *rotation) {
    return ((INT64_C(4) * MOVE_MOST) << (rotation->high_bits - 1) >> rotation->low_bits) + 6;
}

/* Rounding is monotonic, so if both ends are right, everything between them is. */
static bool is_close(const struct rotation *rotation, int64_t v, int64_t far, int function,
                     uint32_t wanted) {
    return rotation_element(rotation, v - far, function) != wanted ||
           rotation_element(rotation, v + far, function) != wanted;
}

static void find_close(struct search *search) {
    const struct factored_pair *pair = search->pair;
    const struct rotation *rotation = &pair->rotation;
    const int64_t far = farthest(rotation);
    for (uint64_t r = 0; r < pair->rows; r++) {
        const struct rotation_place place = rotation_place(rotation, r);
        const struct split_phasor coarse = factored_split(pair, &pair->coarse[place.coarse]),
                                  fine = factored_split(pair, &pair->fine[place.fine]);
        for (int f = SINE; f <= COSINE; f++) {
            const int64_t v = rotation_turn(rotation, &coarse, &fine, place.minus, f);
            if (!pair->needs[f] || !is_close(rotation, v, far, f, pair->wanted[f][r]))
                continue;
            search->close = die_grow(search->close, search->count, sizeof *search->close);
            search->close[search->count++] =
                (struct close_entry){{(uint32_t)place.coarse, (uint32_t)place.fine},
                                     pair->wanted[f][r],
                                     RIGHT,
                                     (uint8_t)f,
                                     place.minus};
        }
    }
}

/* Sorts the close entries by their rows of a side. */
static void side_init(struct search *search, int s, struct fixed_phasor *v, size_t rows) {
    struct side *side = &search->side[s];
    side->v = v;
    side->origin = die_malloc(rows * sizeof *side->origin);
    side->begin = die_malloc((rows + 1) * sizeof *side->begin);
    side->which = die_malloc(search->count * sizeof *side->which);
    for (size_t row = 0; row <= rows; row++)
        side->begin[row] = 0;
    for (size_t row = 0; row < rows; row++)
        side->origin[row] = v[row];
    for (uint32_t k = 0; k < search->count; k++)
        side->begin[search->close[k].row[s]]++;
    for (size_t row = 1; row <= rows; row++)
        side->begin[row] += side->begin[row - 1]; /* where the next row begins */
    for (uint32_t k = search->count; k-- > 0;)
        side->which[--side->begin[search->close[k].row[s]]] = k;
}

static void side_clear(struct side *side) {
    free(side->origin);
    free(side->begin);
    free(side->which);
}

/* --- wrong entries */

/* Is a close entry wrong if its phasor of side s is this one? */
static bool is_wrong(const struct search *search, const struct close_entry *close, int s,
                     const struct split_phasor *phasor) {
    const struct rotation *rotation = &search->pair->rotation;
    const struct split_phasor other =
        factored_split(search->pair, &search->side[!s].v[close->row[!s]]);
    const struct split_phasor *coarse = s == COARSE ? phasor : &other,
                              *fine = s == FINE ? phasor : &other;
    const int64_t v = rotation_turn(rotation, coarse, fine, close->minus, close->function);
    return rotation_element(rotation, v, close->function) != close->wanted;
}

/* How many entries of a row of side s are wrong if its phasor is v; if these are more than `most`, some number above
 * that. */
static int64_t count_wrong(const struct search *search, int s, uint32_t row,
                           const struct split_phasor *v, int64_t most) {
    const struct side *side = &search->side[s];
    int64_t count = 0;
    for (uint32_t k = side->begin[row]; k < side->begin[row + 1] && count <= most; k++)
        count += is_wrong(search, &search->close[side->which[k]], s, v);
    return count;
}

static void set_wrong(struct search *search, uint32_t k, bool wrong) {
    struct close_entry *close = &search->close[k];
    if (wrong && close->wrong_at == RIGHT) {
        close->wrong_at = search->wrong_count;
        search->wrong[search->wrong_count++] = k;
    } else if (!wrong && close->wrong_at != RIGHT) {
        const uint32_t last = search->wrong[--search->wrong_count];
        search->wrong[close->wrong_at] = last;
        search->close[last].wrong_at = close->wrong_at;
        close->wrong_at = RIGHT;
    }
}

static void set_phasor(struct search *search, int s, uint32_t row, struct fixed_phasor v) {
    const struct side *side = &search->side[s];
    const struct split_phasor split = factored_split(search->pair, &v);
    side->v[row] = v;
    for (uint32_t k = side->begin[row]; k < side->begin[row + 1]; k++)
        set_wrong(search, side->which[k],
                  is_wrong(search, &search->close[side->which[k]], s, &split));
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

/* Tries all phasors for a row of side s that mend a close entry. Of the best moves, each has the same chance. */
static void try_moves(struct search *search, const struct close_entry *mend, int s,
                      struct move *best) {
    const uint32_t row = mend->row[s];
    const struct fixed_phasor *origin = &search->side[s].origin[row];
    const int64_t highest = rotation_highest(&search->pair->rotation);
    const struct split_phasor here = factored_split(search->pair, &search->side[s].v[row]);
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
    try_moves(search, &search->close[k], COARSE, &best);
    try_moves(search, &search->close[k], FINE, &best);
    if (best.ties > 0)
        set_phasor(search, best.side, best.row, best.v);
}

void factored_search(struct factored_pair *pair, uint64_t random) {
    struct search search = {.pair = pair, .random = random};
    find_close(&search);
    side_init(&search, COARSE, pair->coarse, pair->coarse_rows);
    side_init(&search, FINE, pair->fine, pair->fine_rows);
    search.wrong = die_malloc(search.count * sizeof *search.wrong);
    for (uint32_t h = 0; h < pair->coarse_rows; h++)
        set_phasor(&search, COARSE, h, pair->coarse[h]);
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
    free(search.close);
    free(search.wrong);
}
