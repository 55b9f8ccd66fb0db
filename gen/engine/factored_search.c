/* The search for numbers that make every entry of a pair right.
 *
 * While a wrong entry is left, one is picked at random. Of all moves of its coarse or its fine phasor that mend it, the
 * one that leaves the fewest wrong is made, even if these are more than before, as in WalkSAT (B. Selman, H. Kautz,
 * B. Cohen, AAAI-94). The random numbers start from the pair's number, so the result is always the same.
 *
 * Only entries close to where rounding changes are looked at: no moves can make another one wrong. */
#include "base/die.h"
#include "engine/factored_pair.h"

#include <stdlib.h>
#include <stdio.h>
#ifndef FACTORED_REACH
#define FACTORED_REACH 4
#define FACTORED_MOVES 1000
#endif

/* A number is moved by at most REACH units of its last bit, and a pair by at most MOVES moves. */
enum { REACH = FACTORED_REACH, MOVES = FACTORED_MOVES };

struct close {
    uint32_t coarse, fine; /* rows of the small tables */
    uint32_t wanted;
    uint32_t wrong_at; /* its place in the list of wrong ones, or RIGHT */
    uint8_t function;
    bool minus;
};
#define RIGHT UINT32_MAX

/* A small table, and the close entries of each of its rows: which[begin[row]], ... */
struct side {
    struct fixed_phasor *v;      /* as moved */
    struct fixed_phasor *origin; /* as they were */
    uint32_t *begin, *which;
};

struct search {
    const struct factored_pair *pair;
    struct close *close;
    uint32_t count;
    struct side coarse, fine;
    uint32_t *wrong, wrong_count; /* the list of wrong ones */
    uint64_t random;
};

/* How far moves can take an entry, in units of rotation_sum. Each of the two products is of two numbers that are at most
 * 2^(H-1+G) and move by REACH; in these units that is REACH * 2^(H-1-G) for each of four factors. What is computed and
 * the exact sum of products differ by less than 3 units, before as after. */
static int64_t farthest(const struct rotation *rotation) {
    return (INT64_C(4) * REACH << (rotation->high_bits - 1) >> rotation->low_bits) + 6;
}

static bool is_close(const struct rotation *rotation, int64_t v, int64_t reach, uint32_t wanted) {
    return rotation_element(rotation, v - reach) != wanted ||
           rotation_element(rotation, v + reach) != wanted;
}

static void find_close(struct search *search) {
    const struct factored_pair *pair = search->pair;
    const struct rotation *rotation = &pair->rotation;
    const int64_t reach = farthest(rotation);
    for (uint64_t r = 0; r < pair->rows; r++) {
        const struct rotation_place place = rotation_place(rotation, r);
        const struct split_phasor coarse = factored_split(pair, &pair->coarse[place.coarse]),
                                  fine = factored_split(pair, &pair->fine[place.fine]);
        for (int f = SINE; f <= COSINE; f++) {
            if (!pair->needs[f])
                continue;
            const int64_t v = rotation_turn(rotation, &coarse, &fine, place.minus, f);
            const uint32_t wanted = pair->wanted[f][r];
            if (!is_close(rotation, v, reach, wanted))
                continue;
            search->close = die_grow(search->close, search->count, sizeof *search->close);
            search->close[search->count++] =
                (struct close){(uint32_t)place.coarse, (uint32_t)place.fine, wanted, RIGHT,
                               (uint8_t)f, place.minus};
        }
    }
}

/* Sorts the close entries by their rows of a side. */
static void side_index(struct search *search, struct side *side, size_t rows) {
    const bool coarse = side == &search->coarse;
    side->begin = die_malloc((rows + 1) * sizeof *side->begin);
    side->which = die_malloc(search->count * sizeof *side->which);
    side->origin = die_malloc(rows * sizeof *side->origin);
    for (size_t row = 0; row <= rows; row++)
        side->begin[row] = 0;
    for (size_t row = 0; row < rows; row++)
        side->origin[row] = side->v[row];
    for (uint32_t k = 0; k < search->count; k++)
        side->begin[coarse ? search->close[k].coarse : search->close[k].fine]++;
    uint32_t sum = 0; /* begin becomes the end of each row, and then its beginning */
    for (size_t row = 0; row <= rows; row++)
        side->begin[row] = sum += side->begin[row];
    for (uint32_t k = search->count; k-- > 0;)
        side->which[--side->begin[coarse ? search->close[k].coarse : search->close[k].fine]] = k;
}

static bool is_wrong(const struct search *search, const struct close *close,
                     const struct split_phasor *coarse, const struct split_phasor *fine) {
    const struct rotation *rotation = &search->pair->rotation;
    int64_t v = rotation_turn(rotation, coarse, fine, close->minus, close->function);
    return rotation_element(rotation, v) != close->wanted;
}

/* Is a close entry wrong if its phasor of `side` is v? */
static bool wrong_with(const struct search *search, const struct close *close,
                       const struct side *side, const struct split_phasor *v) {
    const struct factored_pair *pair = search->pair;
    if (side == &search->coarse) {
        const struct split_phasor fine = factored_split(pair, &pair->fine[close->fine]);
        return is_wrong(search, close, v, &fine);
    }
    const struct split_phasor coarse = factored_split(pair, &pair->coarse[close->coarse]);
    return is_wrong(search, close, &coarse, v);
}

/* How many entries of a row of a side are wrong if its phasor is v; counts no further than `most`. */
static uint32_t count_wrong(const struct search *search, const struct side *side, uint32_t row,
                            const struct fixed_phasor *v, uint32_t most) {
    const struct split_phasor parts = factored_split(search->pair, v);
    uint32_t count = 0;
    for (uint32_t k = side->begin[row]; k < side->begin[row + 1] && count < most; k++)
        count += wrong_with(search, &search->close[side->which[k]], side, &parts);
    return count;
}

static void set_wrong(struct search *search, uint32_t k, bool wrong) {
    struct close *close = &search->close[k];
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

static void move(struct search *search, struct side *side, uint32_t row, struct fixed_phasor v) {
    const struct split_phasor parts = factored_split(search->pair, &v);
    side->v[row] = v;
    for (uint32_t k = side->begin[row]; k < side->begin[row + 1]; k++) {
        const uint32_t which = side->which[k];
        set_wrong(search, which, wrong_with(search, &search->close[which], side, &parts));
    }
}

/* Below n, from a linear congruential generator (D. E. Knuth, TAOCP 2, 3.3.4, line 26). */
static uint32_t random_below(struct search *search, uint32_t n) {
    search->random = search->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((search->random >> 32) * n >> 32);
}

struct best {
    int64_t more; /* how many more entries are wrong after the move than before */
    uint32_t ties;
    struct side *side; /* NULL: no move is known */
    uint32_t row;
    struct fixed_phasor v;
};

/* Tries all moves of a row of a side that mend a close entry. */
static void try_moves(struct search *search, const struct close *mend, struct side *side,
                      uint32_t row, struct best *best) {
    const struct fixed_phasor origin = side->origin[row];
    const struct rotation *rotation = &search->pair->rotation;
    const int64_t most = (INT64_C(1) << (rotation->high_bits - 1 + rotation->low_bits)) - 1;
    const uint32_t now = count_wrong(search, side, row, &side->v[row], UINT32_MAX);
    for (int s = -REACH; s <= REACH; s++)
        for (int c = -REACH; c <= REACH; c++) {
            const struct fixed_phasor v = {{origin.of[SINE] + s, origin.of[COSINE] + c}};
            const struct split_phasor parts = factored_split(search->pair, &v);
            if (llabs(v.of[SINE]) > most || llabs(v.of[COSINE]) > most ||
                wrong_with(search, mend, side, &parts))
                continue;
            const int64_t cap = best->side ? best->more + now + 1 : UINT32_MAX;
            const int64_t more = (int64_t)count_wrong(search, side, row, &v, (uint32_t)cap) - now;
            if (best->side && more > best->more)
                continue;
            best->ties = best->side && more == best->more ? best->ties + 1 : 1;
            if (random_below(search, best->ties) == 0)
                *best = (struct best){more, best->ties, side, row, v};
        }
}

static void mend_one(struct search *search) {
    const uint32_t k = search->wrong[random_below(search, search->wrong_count)];
    const struct close *close = &search->close[k];
    struct best best = {.side = NULL};
    try_moves(search, close, &search->coarse, close->coarse, &best);
    try_moves(search, close, &search->fine, close->fine, &best);
    if (best.side)
        move(search, best.side, best.row, best.v);
}

bool factored_search(struct factored_pair *pair, uint64_t seed) {
    struct search search = {.pair = pair,
                            .coarse = {.v = pair->coarse},
                            .fine = {.v = pair->fine},
                            .random = seed};
    find_close(&search);
    side_index(&search, &search.coarse, pair->coarse_rows);
    side_index(&search, &search.fine, pair->fine_rows);
    search.wrong = die_malloc(search.count * sizeof *search.wrong);
    for (uint32_t h = 0; h < pair->coarse_rows; h++)
        move(&search, &search.coarse, h, pair->coarse[h]);
    uint32_t start = search.wrong_count, best = start;
    int m = 0, bestm = 0;
    for (; m < MOVES && search.wrong_count > 0; m++) {
        mend_one(&search);
        if (search.wrong_count < best)
            best = search.wrong_count, bestm = m;
    }
    if (getenv("STAT"))
        fprintf(stderr, "pair %llu close %u wrong %u moves %d left %u best %u at %d\n",
                (unsigned long long)seed, search.count, start, m, search.wrong_count, best, bestm);
    const bool done = search.wrong_count == 0;
    free(search.close);
    free(search.coarse.origin);
    free(search.coarse.begin);
    free(search.coarse.which);
    free(search.fine.origin);
    free(search.fine.begin);
    free(search.fine.which);
    free(search.wrong);
    return done;
}
