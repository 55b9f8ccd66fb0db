/* The search for numbers that make every entry of a pair right.
 *
 * While an entry is wrong, one of these is picked at random. Of all moves of its coarse or its fine phasor that mend it,
 * the one that leaves the fewest wrong is made, even if these are more than before, as in WalkSAT (B. Selman, H. Kautz,
 * B. Cohen, AAAI-94). Usually each move mends an entry; where entries contradict each other, luck may help.
 *
 * Only entries close to where rounding changes are looked at: no moves can make another one wrong. */
#include "base/die.h"
#include "engine/factored_pair.h"

#include <stdlib.h>

/* A number is moved by at most REACH units of its last bit. The search gives up after PATIENCE moves that leave no fewer
 * wrong than were known, and doesn't begin if more than one of HOPELESS rows is wrong: rounding alone leaves one of
 * several hundred wrong, or numbers are too short. */
enum { REACH = 4, PATIENCE = 500, HOPELESS = 32 };

struct close {
    uint32_t row[2]; /* of the small tables, by COARSE and FINE */
    uint32_t wanted;
    uint32_t place; /* in the list of wrong ones; or RIGHT */
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
    struct close *close;
    uint32_t count;
    struct side side[2];
    uint32_t *wrong, wrong_count; /* the list of wrong ones */
    uint64_t random;
};

/* --- close entries */

/* How far moves can take an entry, in units of rotation_sum. Each of its two products has two factors of at most
 * 2^(H-1+G), each of which moves by at most REACH: by REACH * 2^(H-1-G) of these units. There is no term of REACH^2:
 * a'b' - ab is a'(b' - b) + b(a' - a), and what is moved stays within rotation_highest too.
 *
 * The products less what rotation_sum makes of them are, before the moves and after them, in an interval of length 6 or
 * less. With H = 32, the two floors and the low parts' product that is left out make [0, 3) of a product; shifted back by
 * s > 0 it is [0, 3/4^s), and its floor makes that [0, 1 + 3/4) at most. So it is [0, 6) of a sum, (-3, 3) of a
 * difference. With H = 16, where there is one floor for both, it is [0, 3) and (-1, 2). */
static int64_t farthest(const struct rotation *rotation) {
    return ((INT64_C(4) * REACH) << (rotation->high_bits - 1) >> rotation->low_bits) + 6;
}

/* Rounding is monotonic, so if both ends are right, everything between them is. */
static bool is_close(const struct rotation *rotation, int64_t v, int64_t reach, int function,
                     uint32_t wanted) {
    return rotation_element(rotation, v - reach, function) != wanted ||
           rotation_element(rotation, v + reach, function) != wanted;
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
            const int64_t v = rotation_turn(rotation, &coarse, &fine, place.minus, f);
            if (!pair->needs[f] || !is_close(rotation, v, reach, f, pair->wanted[f][r]))
                continue;
            search->close = die_grow(search->close, search->count, sizeof *search->close);
            search->close[search->count++] =
                (struct close){{(uint32_t)place.coarse, (uint32_t)place.fine},
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
static bool is_wrong(const struct search *search, const struct close *close, int s,
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
    struct close *close = &search->close[k];
    if (wrong && close->place == RIGHT) {
        close->place = search->wrong_count;
        search->wrong[search->wrong_count++] = k;
    } else if (!wrong && close->place != RIGHT) {
        const uint32_t last = search->wrong[--search->wrong_count];
        search->wrong[close->place] = last;
        search->close[last].place = close->place;
        close->place = RIGHT;
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
static void try_moves(struct search *search, const struct close *mend, int s, struct move *best) {
    const uint32_t row = mend->row[s];
    const struct fixed_phasor *origin = &search->side[s].origin[row];
    const int64_t highest = rotation_highest(&search->pair->rotation);
    const struct split_phasor here = factored_split(search->pair, &search->side[s].v[row]);
    const int64_t now = count_wrong(search, s, row, &here, INT64_MAX);
    for (int k = 0; k < (2 * REACH + 1) * (2 * REACH + 1); k++) {
        const struct fixed_phasor v = {{origin->of[SINE] + k / (2 * REACH + 1) - REACH,
                                        origin->of[COSINE] + k % (2 * REACH + 1) - REACH}};
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
