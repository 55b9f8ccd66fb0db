/* SPDX-License-Identifier: MIT */
/* The arithmetic of a factored table: sin(a + b) and cos(a + b) from the sines and cosines of a and b, in integers.
 *
 * Row r of the table is t = r + B/2, h = t / B, lo = t mod B - B/2, so that r = h*B + lo. A row h of the coarse table has
 * S = sin, K = cos of the angle at row h*B; a row l = |lo| of the fine one has x = sin, y = cos of l steps. Then
 *
 *     sine = S*y + K*x, cosine = K*y - S*x  if lo >= 0;    sine = S*y - K*x, cosine = K*y + S*x  if lo < 0
 *
 * A number of the small tables is v / 2^(H-1+G), for an integer v of at most H+G bits: H bits of an array of integers,
 * and G guard bits of another, v = high * 2^G + low. The product of two numbers is computed in units of 2^-2(H-1): that of
 * the high parts is exact, those of a high part and a low one are rounded down, and that of the low parts, less than a
 * unit, is left out. The last bit of a number is worth far more units.
 *
 * The accessor on the target computes exactly the same. With H = 16 it rounds once for an entry. With H = 32 it rounds
 * each product of a high part and a low one, which costs least there. */
#ifndef POSENC_ROTATION_H
#define POSENC_ROTATION_H

#include "engine/reference.h"
#include "factored/factored.h"

#include <stdbool.h>
#include <stdint.h>

struct rotation {
    const struct element *type;
    unsigned high_bits, low_bits; /* H and G; if G is 0, there are no low parts */
    unsigned block_log2;          /* B is 2 to this */
};

/* The small tables. */
enum { COARSE, FINE };

/* Row r by rows of the small tables, and whether the fine angle is subtracted. */
struct rotation_rows {
    uint64_t row[2];
    bool minus;
};

static inline struct rotation_rows rotation_rows(const struct rotation *rotation, uint64_t r) {
    const uint64_t block = UINT64_C(1) << rotation->block_log2, t = r + block / 2;
    const uint64_t within = t & (block - 1);
    const bool minus = within < block / 2;
    return (struct rotation_rows){
        {t >> rotation->block_log2, minus ? block / 2 - within : within - block / 2}, minus};
}

struct split {
    int64_t high, low;
};

/* The sine and the cosine of an angle, by SINE and COSINE. */
struct split_phasor {
    struct split of[2];
};

/* floor(x / 2^bits), without a shift of a negative number. */
static inline int64_t rotation_floor(int64_t x, unsigned bits) {
    return x < 0 ? ~(~x >> bits) : x >> bits;
}

/* The numbers of the small tables are between minus this and this: 1 would need one bit more. */
static inline int64_t rotation_highest(const struct rotation *rotation) {
    return (INT64_C(1) << (rotation->high_bits - 1 + rotation->low_bits)) - 1;
}

static inline struct split rotation_split(const struct rotation *rotation, int64_t v) {
    const int64_t unit = INT64_C(1) << rotation->low_bits,
                  high = rotation_floor(v, rotation->low_bits);
    return (struct split){high, v - high * unit};
}

/* a*b with H = 32, in units of 2^-2(H-1). */
static inline int64_t rotation_product(const struct rotation *rotation, struct split a,
                                       struct split b) {
    const unsigned low = rotation->low_bits;
    return a.high * b.high + rotation_floor(a.high * b.low, low) +
           rotation_floor(a.low * b.high, low);
}

/* a*b + c*d or a*b - c*d, in units of 2^-2(H-1). */
static inline int64_t rotation_sum(const struct rotation *rotation, struct split a, struct split b,
                                   struct split c, struct split d, bool plus) {
    const int64_t sign = plus ? 1 : -1;
    if (rotation->high_bits == 32)
        return rotation_product(rotation, a, b) + sign * rotation_product(rotation, c, d);
    return a.high * b.high + sign * (c.high * d.high) +
           rotation_floor(a.high * b.low + a.low * b.high +
                              sign * (c.high * d.low + c.low * d.high),
                          rotation->low_bits);
}

/* The sine or the cosine of the coarse angle plus the fine one, or minus it. */
static inline int64_t rotation_turn(const struct rotation *rotation,
                                    const struct split_phasor *coarse,
                                    const struct split_phasor *fine, bool minus, int function) {
    const struct split *at = coarse->of, *by = fine->of;
    return rotation_sum(rotation, at[function], by[COSINE], at[!function], by[SINE],
                        function == COSINE ? minus : !minus);
}

/* The float nearest to v / 2^62, ties away from 0. If |v| < 2^32 it is 0: products that cancel leave some units. */
static inline uint32_t rotation_float(int64_t v) {
    const uint64_t magnitude = v < 0 ? -(uint64_t)v : (uint64_t)v;
    const uint32_t high = (uint32_t)(magnitude >> 32);
    if (high == 0)
        return 0;
    const unsigned zeros = (unsigned)__builtin_clz(high);
    const uint32_t top = (uint32_t)(magnitude << zeros >> 32);
    /* The top bit of the significand, which a float doesn't store, adds 1 to the exponent. */
    const uint32_t bits = ((127 - zeros) << 23) + (top >> 8) + (top >> 7 & 1);
    return bits | (v < 0 ? UINT32_C(0x80000000) : 0);
}

/* The fixed-point number nearest to v / 2^(2(H-1)), ties upwards, or the nearest end of the type. */
static inline uint32_t rotation_fixed(const struct rotation *rotation, int64_t v) {
    const unsigned drop = 2 * (rotation->high_bits - 1) - (unsigned)rotation->type->fraction;
    int64_t rounded = rotation_floor(v + (INT64_C(1) << (drop - 1)), drop);
    if (rounded > rotation->type->highest)
        rounded = rotation->type->highest;
    if (rounded < rotation->type->lowest)
        rounded = rotation->type->lowest;
    const uint64_t sign = element_sign(rotation->type);
    return (uint32_t)((uint64_t)rounded & (2 * sign - 1));
}

/* The bits of the element, from what rotation_turn returns. */
static inline uint32_t rotation_element(const struct rotation *rotation, int64_t v) {
    return rotation->type->fixed ? rotation_fixed(rotation, v) : rotation_float(v);
}

/* One pair of columns of a factored table: the sines and the cosines of one frequency.
 *
 * Pairs have nothing to do with each other, so each is made alone: its numbers are rounded from exact values, some are moved
 * until all entries are right, and the entries are computed from what is stored and compared with the engine's. */

/* The numbers v for the sine and the cosine of an angle, by SINE and COSINE. */
struct fixed_phasor {
    int64_t of[2];
};

struct factored_pair {
    struct rotation rotation;
    uint64_t rows;   /* of the large table */
    bool needs[2];   /* does the large table have sines, cosines? only these must be right */
    void *wanted[2]; /* the engine's elements for these, by row */
    size_t count[2]; /* rows of the small tables, by COARSE and FINE */
    struct fixed_phasor *v[2]; /* the contents of these tables */
};

/* Allocates a pair, without `wanted`; the table's component sets `needs`. */
struct factored_pair factored_pair_new(const struct table *, const struct factored *);
void factored_pair_free(struct factored_pair *);

/* Rounds the exact values of frequency k of the reference's table to the numbers. */
void factored_seed(struct factored_pair *, struct reference *, uint64_t k);

/* Moves numbers by a few units until every entry is the wanted one, or no move helps. `random` seeds the choice of
 * moves. */
void factored_search(struct factored_pair *, uint64_t random);

/* Stores the numbers as columns 2i and 2i + 1 of the arrays. */
void factored_store(struct factored *, const struct factored_pair *, uint64_t i);

/* Adds another count, and keeps the earlier of the two first entries. */
void factored_wrong_add(struct factored_wrong *, struct factored_wrong);

/* Computes every entry of frequency i from the arrays, as the accessor does, and compares it with the wanted one. The
 * numbers of the pair are not looked at. */
struct factored_wrong factored_verify(const struct factored *, const struct table *,
                                      const struct factored_pair *, uint64_t i);

static inline uint32_t factored_wanted(const struct factored_pair *pair, int function, uint64_t r) {
    return (uint32_t)element_load(pair->rotation.type, pair->wanted[function], (size_t)r);
}

static inline struct split_phasor factored_split(const struct factored_pair *pair,
                                                 const struct fixed_phasor *v) {
    return (struct split_phasor){{rotation_split(&pair->rotation, v->of[SINE]),
                                  rotation_split(&pair->rotation, v->of[COSINE])}};
}

#endif
