/* SPDX-License-Identifier: MIT */
/* The steps of pipelines: from a table's words to frequencies, from a frequency and a position to a sine and a cosine, and
 * from these to entries, by the amplitude and the table's type. */
#ifndef POSENC_PIPELINE_STEPS_H
#define POSENC_PIPELINE_STEPS_H

#include "exact/ziv.h"
#include "pipelines/pipeline_rows.h"
#include "pipelines/rounded.h"
#include "table/scaling.h"

#include <stdbool.h>
#include <stdint.h>

/* Rules of scaling as programs compute them: step by step in floating point, as modeling_rope_utils.py of
 * huggingface/transformers does in float32. */

/* A frequency before scaling. If it was computed as 1 / base^e, `power` is base^e; else NaN. */
struct unscaled {
    double w, power;
};

/* A rule with its parameters in double. */
struct pipeline_scaling;
typedef double pipeline_rule(const struct pipeline_scaling *, enum rounded_type, uint64_t pair,
                             struct unscaled);
struct pipeline_scaling {
    const struct scaling *scaling;
    pipeline_rule *rule; /* NULL: the rule changes only the base, or nothing */
    double factor, original;
    double low, high; /* of llama3 the keys low and high; of yarn the ends of its ramp */
};

/* Does the rule change frequencies in another way than by changing the base? */
bool pipeline_scales(const struct scaling *);

/* A base as a program has it: in double. */
struct program_base {
    double base, logarithm;
};

/* The frequencies of one list of positions: of a table without a grid, or of an axis of one. */
struct frequency_list {
    const struct table *table;
    struct bases bases;
    uint64_t count;
    struct frequency **exact;
    struct double_double *pair; /* the same, as high + low */
    uint64_t *times; /* the number of the pair: how often METHOD_ITERATED multiplies the position */
    double step, divisor;            /* the exponent of the base is step * times / divisor */
    struct program_base plain, used; /* as given, and as ntk and dynamic change it */
    struct pipeline_scaling scaling;
};

void frequency_list_init(struct frequency_list *, const struct table *);
void frequency_list_clear(struct frequency_list *);

/* What a method computes for frequency k in steps of a format: the frequency w. METHOD_OVER_POW computes what positions are
 * divided by, and METHOD_ITERATED what each angle is multiplied by to make the next one, the same for all k. In a table
 * of factors it is the unscaled frequency over the scaled one. NaN for ROUND_NOT. */
double pipeline_frequency(const struct frequency_list *, enum method, int format, struct ziv *,
                          uint64_t k);

/* A position. What isn't a small integer takes long to round, so each is computed when it is asked for. */
struct pipeline_position {
    struct double_double pair;
    double rounded[ROUNDINGS];
    bool has_pair, has_rounded[ROUNDINGS];

    /* Of METHOD_ITERATED: the last angle that was computed at this position, and after how many products. */
    double iterated;
    uint64_t iterations;
    const struct pipeline_row *iterated_by; /* for this row; NULL: there is no angle yet */

    struct number number;
    struct position *exact;
    bool set; /* does `exact` have the number? */
    uint64_t at;
};

void pipeline_position_init(struct pipeline_position *);
void pipeline_position_clear(struct pipeline_position *);

/* Goes to position k of a table without a grid. */
void pipeline_position_go(struct pipeline_position *, const struct table *, uint64_t k);

/* The position as high + low, and rounded to a format. */
struct double_double pipeline_position_pair(struct pipeline_position *);
double pipeline_position_rounded(struct pipeline_position *, enum rounded_type);

/* What sines are multiplied by. */
struct factor {
    struct amplitude *exact;
    struct double_double pair;
    bool one;
};

/* What all pipelines of a table share. */
struct pipeline_tools {
    struct sines *sines;
    struct ziv *ziv;
    const struct element *type;
    struct factor plain; /* the amplitude, as a scaling rule changes it */
    struct factor whole; /* the same in units of an integer type */
    double steps, scale; /* of an integer type: 1 is steps / scale units; else both are 1 */
    bool constant;       /* is it a table of frequencies or factors? */
};

void pipeline_tools_init(struct pipeline_tools *, const struct table *);
void pipeline_tools_clear(struct pipeline_tools *);

/* The angles that pipelines have reached with one frequency at one position, and the entries that they made of them in these
 * formats. Other pipelines often reach the same angle, and then need no new sine. */
struct known_angles {
    size_t count;
    struct known_angle {
        double angle;
        int sine, value;
        uint64_t entries[2];
    } * list; /* with room for one more */
};

/* Computes the entries of frequency k, bits[SINE] and bits[COSINE], where w is the number of pipeline_frequency, rounded to
 * the row's format. In a constant table both are the frequency's entry. Adds at most one known angle. */
void pipeline_slot(struct pipeline_tools *, const struct pipeline_row *, enum method method,
                   const struct frequency_list *, uint64_t k, double w, struct pipeline_position *,
                   struct known_angles *, uint64_t bits[2]);

/* The bits of x, rounded once to the type. NaN becomes a quiet NaN, or the zero point of an integer type. */
uint64_t pipeline_bits(const struct element *, double x);

#endif
