/* The steps of pipelines: the frequencies of a table as they compute them; from one of these and a position to a sine; and
 * from that to an entry, by the amplitude and the table's type. */
#ifndef POSENC_PIPELINE_STEPS_H
#define POSENC_PIPELINE_STEPS_H

#include "exact/rounded.h"
#include "exact/ziv.h"
#include "pipelines/pipeline_rows.h"
#include "table/scaling.h"

#include <stdbool.h>
#include <stdint.h>

/* Rules of scaling as programs compute them: step by step in floating point, as modeling_rope_utils.py of
 * huggingface/transformers does in float32. */

/* A frequency that isn't scaled yet, and base^e if it is 1/base^e; else NaN. */
struct unscaled {
    double w, power;
};

/* A rule, and the numbers that it needs in double. */
struct pipeline_scaling;
typedef double pipeline_rule(const struct pipeline_scaling *, enum rounded_type, uint64_t pair,
                             struct unscaled);
struct pipeline_scaling {
    const struct scaling *scaling;
    pipeline_rule *rule; /* NULL: frequencies change by another base, if at all */
    double factor, original;
    double low, high; /* llama3: the keys; yarn: the ends of the ramp */
};

/* Does the rule change frequencies, other than by another base? */
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

/* What a method computes for frequency k in steps of this format: w, or what METHOD_OVER_POW divides by, or what
 * METHOD_ITERATED multiplies by, which is the same for all k. In a table of factors, the same without scaling over
 * that. NaN if nothing is rounded. */
double pipeline_frequency(const struct frequency_list *, enum method, int format, struct ziv *,
                          uint64_t k);

/* A position in the formats that pipelines round it to. */

struct pipeline_position {
    struct double_double pair;
    double rounded[ROUNDINGS];

    /* The angle that a pipeline of METHOD_ITERATED reached here last, after `iterations` products. */
    double iterated;
    uint64_t iterations;
    const void *iterated_by; /* its row; NULL: none */

    struct number number;
    struct position *exact;
    bool set; /* does `exact` have the number? */
    uint64_t at;
};

void pipeline_position_init(struct pipeline_position *);
void pipeline_position_clear(struct pipeline_position *);

/* Goes to position k of a table without a grid. */
void pipeline_position_go(struct pipeline_position *, const struct table *, uint64_t k);

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
    struct factor plain; /* the amplitude, with what a scaling rule makes of it */
    struct factor whole; /* the same, times an integer type's steps for 1 */
    double steps, scale; /* of an integer type: steps / scale for 1 */
    bool constant;       /* is it a table of frequencies? */
};

void pipeline_tools_init(struct pipeline_tools *, const struct table *);
void pipeline_tools_clear(struct pipeline_tools *);

/* Angles of one frequency at one position, with the formats of rows and the entries that these make of them. Pipelines often
 * agree on all three. */
struct known_angles {
    size_t count;
    struct known_angle {
        double angle;
        int sine, value;
        uint64_t entries[2];
    } * list; /* with room for one more */
};

/* Sets bits[SINE] and bits[COSINE] to entries of frequency k, which is w by pipeline_frequency; both are the
 * frequency's if the table is constant. Adds at most one angle to those that are known. */
void pipeline_slot(struct pipeline_tools *, const struct pipeline_row *, enum method method,
                   const struct frequency_list *, uint64_t k, double w, struct pipeline_position *,
                   struct known_angles *, uint64_t bits[2]);

/* x rounded once to a type; NaN becomes a quiet one, or an integer type's zero point. */
uint64_t pipeline_bits(const struct element *, double x);

#endif
