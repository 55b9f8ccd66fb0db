#include "audit/pipeline_rows.h"
#include "audit/pipeline_place.h"
#include "audit/pipeline_scaling.h"
#include "base/text.h"

#include <string.h>

/* When a row makes sense. */
enum {
    ONLY_F32 = 1, /* only for tables of this type */
    NOT_F32 = 2,
    CONSTANT = 4,  /* for tables of frequencies too */
    OTHERWISE = 8, /* only where methods make no sense */
    THEN = 16,     /* the name tells the table's type if the last format is another */
    KEPT = 32, /* for tables of float32 whose entries have fewer bits: those of the last format */
    ROUNDS_P = 64 /* for tables with a position that the row rounds */
};

enum { F32 = ROUND_F32, F64 = ROUND_F64, F16 = ROUND_F16, BF16 = ROUND_BF16, NOT = ROUND_NOT };
#define SINGLE "float32 throughout"
#define DOUBLE "float64 throughout"
#define BF16_POSITIONS "positions rounded to bf16, which collide from 256 on; the rest in float32"
#define F16_POSITIONS "positions rounded to f16, which collide from 2048 on; the rest in float32"
#define KEPT_BF16 \
    "float32 throughout, rounded to bf16 and kept in float32, as .bfloat16().float() does"
#define KEPT_F16 "float32 throughout, rounded to f16 and kept in float32, as .half().float() does"

#define EXACT METHOD_EXACT
#define EXP METHOD_EXP
#define LATE METHOD_EXP_LATE
#define POW METHOD_POW
#define ONE_OVER METHOD_1_OVER_POW
#define OVER METHOD_OVER_POW
#define ITERATED METHOD_ITERATED

static const struct {
    const char *name, *meaning;
} methods[METHODS] = {
    [EXP] = {"exp", "frequencies by exp(i * (-ln(base)/d)), which is usual in PyTorch"},
    [LATE] = {"exp of a quotient",
              "frequencies by exp(-ln(base) * i / d), which is usual for time steps"},
    [POW] = {"pow", "frequencies by pow(base, -i/d)"},
    [ONE_OVER] = {"1/pow", "frequencies by 1/pow(base, i/d), which is usual for rotary tables"},
    [OVER] = {"position/pow", "angles by position / pow(base, i/d), which is usual in C and NumPy"},
    [ITERATED] = {"iterated product",
                  "each angle that of the pair before times pow(base, -1/d), as in ggml"},
};

/* clang-format off */
const struct pipeline_row pipeline_rows[] = {
    /* name, method                       w          p     p*w         sine */
    {"exact", EXACT,                     NOT, NOT,   NOT,  NOT, NOT,   NOT, NOT,   CONSTANT,
     "the exact value, rounded once"},
    {"exact, float64", EXACT,            NOT, NOT,   NOT,  NOT, NOT,   F64, F64,   ONLY_F32 | CONSTANT | THEN,
     "two roundings of the exact value"},
    {"exact, float32", EXACT,            NOT, NOT,   NOT,  NOT, NOT,   F32, F32,   NOT_F32 | CONSTANT | THEN,
     "two roundings of the exact value"},

    {"float32", EXP,                     F32, F32,   F32,  F32, F32,   F32, F32,   CONSTANT | THEN, SINGLE},
    {"float32", LATE,                    F32, F32,   F32,  F32, F32,   F32, F32,   CONSTANT | THEN, SINGLE},
    {"float32", ONE_OVER,                F32, F32,   F32,  F32, F32,   F32, F32,   CONSTANT | THEN, SINGLE},
    {"float32", POW,                     F32, F32,   F32,  F32, F32,   F32, F32,   CONSTANT | THEN, SINGLE},
    {"float32", OVER,                    F32, F32,   F32,  F32, F32,   F32, F32,   THEN, SINGLE},
    {"float32", ITERATED,                F32, F32,   F32,  F32, F32,   F32, F32,   CONSTANT | THEN, SINGLE},
    {"float32, frequencies in float64", EXACT, F64, F32, F32, F32, F32, F32, F32,  CONSTANT,
     "frequencies in float64, then float32 throughout"},

    {"float64", EXP,                     F64, F64,   F64,  F64, F64,   F64, F64,   CONSTANT | THEN, DOUBLE},
    {"float64", LATE,                    F64, F64,   F64,  F64, F64,   F64, F64,   CONSTANT | THEN, DOUBLE},
    {"float64", ONE_OVER,                F64, F64,   F64,  F64, F64,   F64, F64,   CONSTANT | THEN, DOUBLE},
    {"float64", POW,                     F64, F64,   F64,  F64, F64,   F64, F64,   CONSTANT | THEN, DOUBLE},
    {"float64", OVER,                    F64, F64,   F64,  F64, F64,   F64, F64,   THEN, DOUBLE},
    {"float64", ITERATED,                F64, F64,   F64,  F64, F64,   F64, F64,   CONSTANT | THEN, DOUBLE},
    {"float64", EXACT,                   F64, F64,   F64,  F64, F64,   F64, F64,   CONSTANT | THEN | OTHERWISE, DOUBLE},

    {"float64 angles, float32 sines", EXACT, F64, F64, F64, F64, F32,  F32, F32,   0,
     "angles in float64, rounded to float32 before the sine"},
    {"float32 frequencies, float64 angles", EXP, F32, F32, F64, F64, F64, F64, F64, 0,
     "float32, then float64 from the angle on"},
    {"float32 frequencies, float64 angles", ONE_OVER, F32, F32, F64, F64, F64, F64, F64, 0,
     "float32, then float64 from the angle on"},

    {"float32 then bf16, kept in float32", EXP, F32, F32, F32, F32, F32, F32, BF16, KEPT | CONSTANT, KEPT_BF16},
    {"float32 then bf16, kept in float32", LATE, F32, F32, F32, F32, F32, F32, BF16, KEPT | CONSTANT, KEPT_BF16},
    {"float32 then bf16, kept in float32", ONE_OVER, F32, F32, F32, F32, F32, F32, BF16, KEPT | CONSTANT, KEPT_BF16},
    {"float32 then bf16, kept in float32", POW, F32, F32, F32, F32, F32, F32, BF16, KEPT | CONSTANT, KEPT_BF16},
    {"float32 then bf16, kept in float32", OVER, F32, F32, F32, F32, F32, F32, BF16, KEPT, KEPT_BF16},
    {"float32 then bf16, kept in float32", ITERATED, F32, F32, F32, F32, F32, F32, BF16, KEPT | CONSTANT, KEPT_BF16},
    {"float32 then f16, kept in float32", EXP, F32, F32, F32, F32, F32, F32, F16, KEPT | CONSTANT, KEPT_F16},
    {"float32 then f16, kept in float32", LATE, F32, F32, F32, F32, F32, F32, F16, KEPT | CONSTANT, KEPT_F16},
    {"float32 then f16, kept in float32", ONE_OVER, F32, F32, F32, F32, F32, F32, F16, KEPT | CONSTANT, KEPT_F16},
    {"float32 then f16, kept in float32", POW, F32, F32, F32, F32, F32, F32, F16, KEPT | CONSTANT, KEPT_F16},
    {"float32 then f16, kept in float32", OVER, F32, F32, F32, F32, F32, F32, F16, KEPT, KEPT_F16},
    {"float32 then f16, kept in float32", ITERATED, F32, F32, F32, F32, F32, F32, F16, KEPT | CONSTANT, KEPT_F16},
    {"float32 then bf16, kept in float32", EXACT, F32, F32, F32, F32, F32, F32, BF16, KEPT | CONSTANT | OTHERWISE, KEPT_BF16},
    {"float32 then f16, kept in float32", EXACT, F32, F32, F32, F32, F32, F32, F16, KEPT | CONSTANT | OTHERWISE, KEPT_F16},
    {"exact, bf16", EXACT,               NOT, NOT,   NOT,  NOT, NOT,   BF16, BF16, KEPT | CONSTANT | THEN,
     "the exact value, rounded to bf16 and kept in float32"},
    {"exact, f16", EXACT,                NOT, NOT,   NOT,  NOT, NOT,   F16, F16,   KEPT | CONSTANT | THEN,
     "the exact value, rounded to f16 and kept in float32"},

    {"bf16 frequencies", EXACT,          F32, BF16,  F32,  F32, F32,   F32, F32,   CONSTANT,
     "frequencies rounded to bf16, as model.to(torch.bfloat16) rounds inv_freq; the rest in float32"},
    {"bf16 positions", EXP,              F32, F32,   BF16, F32, F32,   F32, F32,   ROUNDS_P, BF16_POSITIONS},
    {"bf16 positions", ONE_OVER,         F32, F32,   BF16, F32, F32,   F32, F32,   ROUNDS_P, BF16_POSITIONS},
    {"bf16 positions", EXACT,            F32, F32,   BF16, F32, F32,   F32, F32,   OTHERWISE | ROUNDS_P, BF16_POSITIONS},
    {"bf16 positions and frequencies", EXACT, F32, BF16, BF16, F32, F32, F32, F32, ROUNDS_P,
     "positions and frequencies rounded to bf16, so that positions collide from 256 on; the rest in float32"},
    {"bf16 throughout", EXACT,           F32, BF16,  BF16, BF16, BF16, F32, BF16,  0,
     "positions, frequencies, angles and sines rounded to bf16: positions collide from 256 on"},
    {"f16 frequencies", EXACT,           F32, F16,   F32,  F32, F32,   F32, F32,   CONSTANT,
     "frequencies rounded to f16, as model.half() rounds inv_freq; the rest in float32"},
    {"f16 positions", EXP,               F32, F32,   F16,  F32, F32,   F32, F32,   ROUNDS_P, F16_POSITIONS},
    {"f16 positions", ONE_OVER,          F32, F32,   F16,  F32, F32,   F32, F32,   ROUNDS_P, F16_POSITIONS},
    {"f16 positions", EXACT,             F32, F32,   F16,  F32, F32,   F32, F32,   OTHERWISE | ROUNDS_P, F16_POSITIONS},
    {"f16 positions and frequencies", EXACT, F32, F16, F16, F32, F32,  F32, F32,   ROUNDS_P,
     "positions and frequencies rounded to f16, so that positions collide from 2048 on; the rest in float32"},
    {"f16 throughout", EXACT,            F32, F16,   F16,  F16, F16,   F32, F16,   0,
     "positions, frequencies, angles and sines rounded to f16: positions collide from 2048 on"},
};
/* clang-format on */
const size_t pipeline_row_count = sizeof pipeline_rows / sizeof pipeline_rows[0];

static bool is(const struct table *table, enum rounding format) {
    return table->type->name == elements[format].name;
}

/* Does the method of a row make sense? Of angles that aren't products there are no frequencies that a rule scales; ntk and
 * dynamic only have another base. */
static bool method_applies(const struct pipeline_row *row, const struct frequencies *frequencies) {
    if (frequencies->list.count > 0)
        return row->method == METHOD_EXACT;
    if (pipeline_scales(&frequencies->scaling) &&
        (row->method == METHOD_OVER_POW || row->method == METHOD_ITERATED))
        return false;
    return !(row->when & OTHERWISE);
}

/* Does a format round a position? Of many, the first ones tell. */
static bool rounds_positions(const struct table *table, int format) {
    enum { MOST = 1 << 13 };
    struct place place;
    bool rounds = false;
    place_init(&place);
    for (uint64_t p = 0; p < table->position_count && p < MOST && !rounds; p++) {
        place_go(&place, table, p);
        rounds = place.rounded[format] != place.pair.high || place.pair.low != 0;
    }
    place_clear(&place);
    return rounds || table->position_count > MOST;
}

static bool rounds_a_position(const struct table *table, int format) {
    bool rounds = table->grid.axes == 0 && rounds_positions(table, format);
    for (int k = 0; k < table->grid.axes && !rounds; k++)
        rounds = rounds_positions(table->axis[k], format);
    return rounds;
}

bool pipeline_row_applies(const struct pipeline_row *row, const struct table *table, int narrow) {
    bool f32 = is(table, ROUND_F32);
    const bool narrowed = (row->when & KEPT) || row->frequency == BF16 || row->frequency == F16;
    if (table->component == COMPONENT_FACTOR && narrowed)
        return false; /* most factors are whole numbers, which any format has */
    if ((row->when & KEPT) && !(f32 && row->value == narrow))
        return false;
    if (((row->when & ONLY_F32) && !f32) || ((row->when & NOT_F32) && f32))
        return false;
    if (table_is_constant(table) && !(row->when & CONSTANT))
        return false;
    if ((row->when & ROUNDS_P) && !rounds_a_position(table, row->position))
        return false;
    return method_applies(row, &table->frequencies);
}

static const char *format_name(const struct element *type) {
    return type->name == elements[ROUND_F32].name   ? "float32"
           : type->name == elements[ROUND_F64].name ? "float64"
                                                    : type->name;
}

char *pipeline_row_formats(const struct pipeline_row *row, const struct element *type) {
    bool then = (row->when & THEN) && type->name != elements[row->value].name;
    return text_format("%s%s%s", row->name, then ? " then " : "", then ? format_name(type) : "");
}

const char *pipeline_row_method(const struct pipeline_row *row) {
    return methods[row->method].name;
}

const char *pipeline_row_method_meaning(const struct pipeline_row *row) {
    return methods[row->method].meaning;
}
