/* SPDX-License-Identifier: MIT */
#include "pipelines/pipeline_rows.h"
#include "base/text.h"
#include "pipelines/pipeline_steps.h"

#include <string.h>

/* When a row makes sense. */
enum {
    ONLY_F32 = 1, /* only for tables of this type */
    NOT_F32 = 2,
    CONSTANT = 4, /* also for tables of frequencies */
    THEN = 8,     /* the name ends with the table's type, unless that is the last format */
    KEPT = 16,    /* only for tables of float32 whose entries are numbers of the last format */
    ROUNDS_P = 32 /* only for tables with a position that the row rounds */
};

/* Sets of methods. A list of frequencies has no base, so of the methods only METHOD_EXACT makes sense for it. A row has
 * that if its set is EXACT or includes OR_EXACT. */
#define EXACT (1U << METHOD_EXACT)
#define OR_EXACT (1U << METHODS)
#define EXPS (1U << METHOD_EXP | 1U << METHOD_1_OVER_POW)
#define EXPS_OR_EXACT (EXPS | OR_EXACT)
#define ALL ((1U << METHODS) - 1 - EXACT)
#define ALL_OR_EXACT (ALL | OR_EXACT)

const char *const method_names[METHODS] = {
    [METHOD_EXP] = "exp",                    /* of i * (-ln(base)/d) */
    [METHOD_EXP_LATE] = "exp of a quotient", /* of -ln(base) * i / d */
    [METHOD_1_OVER_POW] = "1/pow",           /* (base, i/d) */
    [METHOD_POW] = "pow",                    /* (base, -i/d) */
    [METHOD_OVER_POW] = "position/pow",      /* (base, i/d) */
    [METHOD_ITERATED] =
        "iterated product", /* each angle is that of the pair before times pow(base, -1/d) */
};

enum { F32 = ROUND_F32, F64 = ROUND_F64, F16 = ROUND_F16, BF16 = ROUND_BF16, NOT = ROUND_NOT };

/* clang-format off */
const struct pipeline_row pipeline_rows[] = {
    /* name, methods                               w         p     p*w         sine */
    {"exact", EXACT,                               NOT, NOT,  NOT,  NOT, NOT,   NOT, NOT,
     FAMILY_EXACT, CONSTANT},
    {"exact, float64", EXACT,                      NOT, NOT,  NOT,  NOT, NOT,   F64, F64,
     FAMILY_EXACT, ONLY_F32 | CONSTANT | THEN},
    {"exact, float32", EXACT,                      NOT, NOT,  NOT,  NOT, NOT,   F32, F32,
     FAMILY_EXACT, NOT_F32 | CONSTANT | THEN},

    {"float32", ALL,                               F32, F32,  F32,  F32, F32,   F32, F32,
     FAMILY_F32, CONSTANT | THEN},
    {"float32, frequencies in float64", EXACT,     F64, F32,  F32,  F32, F32,   F32, F32,
     FAMILY_F32, CONSTANT},
    {"float64", ALL_OR_EXACT,                      F64, F64,  F64,  F64, F64,   F64, F64,
     FAMILY_F64, CONSTANT | THEN},
    {"float64 angles, float32 sines", EXACT,       F64, F64,  F64,  F64, F32,   F32, F32,
     FAMILY_F64_ANGLES, 0},
    {"float32 frequencies, float64 angles", EXPS,  F32, F32,  F64,  F64, F64,   F64, F64,
     FAMILY_F32_FREQUENCIES, 0},

    {"float32 then bf16, kept in float32", ALL_OR_EXACT, F32, F32, F32, F32, F32, F32, BF16,
     FAMILY_KEPT_BF16, KEPT | CONSTANT},
    {"float32 then f16, kept in float32", ALL_OR_EXACT,  F32, F32, F32, F32, F32, F32, F16,
     FAMILY_KEPT_F16, KEPT | CONSTANT},
    {"exact, bf16", EXACT,                         NOT, NOT,  NOT,  NOT, NOT,   BF16, BF16,
     FAMILY_EXACT, KEPT | CONSTANT | THEN},
    {"exact, f16", EXACT,                          NOT, NOT,  NOT,  NOT, NOT,   F16, F16,
     FAMILY_EXACT, KEPT | CONSTANT | THEN},

    {"bf16 frequencies", EXACT,                    F32, BF16, F32,  F32, F32,   F32, F32,
     FAMILY_BF16, CONSTANT},
    {"bf16 positions", EXPS_OR_EXACT,              F32, F32,  BF16, F32, F32,   F32, F32,
     FAMILY_BF16, ROUNDS_P},
    {"bf16 positions and frequencies", EXACT,      F32, BF16, BF16, F32, F32,   F32, F32,
     FAMILY_BF16, ROUNDS_P},
    {"bf16 throughout", EXACT,                     F32, BF16, BF16, BF16, BF16, F32, BF16,
     FAMILY_BF16, 0},
    {"f16 frequencies", EXACT,                     F32, F16,  F32,  F32, F32,   F32, F32,
     FAMILY_F16, CONSTANT},
    {"f16 positions", EXPS_OR_EXACT,               F32, F32,  F16,  F32, F32,   F32, F32,
     FAMILY_F16, ROUNDS_P},
    {"f16 positions and frequencies", EXACT,       F32, F16,  F16,  F32, F32,   F32, F32,
     FAMILY_F16, ROUNDS_P},
    {"f16 throughout", EXACT,                      F32, F16,  F16,  F16, F16,   F32, F16,
     FAMILY_F16, 0},
};
/* clang-format on */
const size_t pipeline_row_count = sizeof pipeline_rows / sizeof pipeline_rows[0];

static bool is(const struct element *type, int format) {
    return type->name == elements[format].name;
}

/* Does the format round a position? More positions than these are taken to include one that it rounds. */
enum { POSITIONS_MOST = 1 << 13 };
static bool rounds_a_position(const struct table *table, int format) {
    struct pipeline_position position;
    bool rounds = table->grid.axes == 0 && table->position_count > POSITIONS_MOST;
    for (int k = 0; k < table->grid.axes && !rounds; k++)
        rounds = rounds_a_position(table->axis[k], format);
    if (table->grid.axes > 0 || rounds)
        return rounds;
    pipeline_position_init(&position);
    for (uint64_t p = 0; p < table->position_count && !rounds; p++) {
        pipeline_position_go(&position, table, p);
        const struct double_double pair = pipeline_position_pair(&position);
        rounds = pipeline_position_rounded(&position, (enum rounded_type)format) != pair.high ||
                 pair.low != 0;
    }
    pipeline_position_clear(&position);
    return rounds;
}

bool pipeline_row_applies(const struct pipeline_row *row, const struct table *table, int narrow) {
    const bool f32 = is(table->type, F32), kept = row->when & KEPT;
    if (table->component == COMPONENT_FACTOR &&
        (kept || row->frequency == BF16 || row->frequency == F16))
        return false; /* most factors are whole numbers, which any format has */
    if (kept && !(f32 && row->value == narrow))
        return false;
    if (row->when & (f32 ? NOT_F32 : ONLY_F32))
        return false;
    if (table_is_constant(table) && !(row->when & CONSTANT))
        return false;
    return !(row->when & ROUNDS_P) || rounds_a_position(table, row->position);
}

/* METHOD_OVER_POW and METHOD_ITERATED have no frequencies that a rule could scale. ntk and dynamic only change the base, so
 * they go with all methods. */
bool pipeline_row_has(const struct pipeline_row *row, enum method method,
                      const struct table *table) {
    const struct frequencies *frequencies = &table->frequencies;
    if (frequencies->list.count > 0)
        return method == METHOD_EXACT && (row->methods & (EXACT | OR_EXACT));
    if (method == METHOD_OVER_POW && table_is_constant(table))
        return false;
    if (pipeline_scales(&frequencies->scaling) &&
        (method == METHOD_OVER_POW || method == METHOD_ITERATED))
        return false;
    return row->methods >> method & 1;
}

static bool is_narrow(int format) {
    return format == ROUND_BF16 || format == ROUND_F16;
}

bool pipeline_row_is_coarse(const struct pipeline_row *row) {
    return is_narrow(row->frequency) || is_narrow(row->position) || is_narrow(row->product) ||
           is_narrow(row->angle);
}

char *pipeline_row_formats(const struct pipeline_row *row, const struct element *type) {
    if (!(row->when & THEN) || is(type, row->value))
        return text_format("%s", row->name);
    return text_format("%s then %s", row->name,
                       is(type, F32)   ? "float32"
                       : is(type, F64) ? "float64"
                                       : type->name);
}
