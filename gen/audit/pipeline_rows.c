#include "audit/pipeline_rows.h"
#include "base/text.h"

#include <string.h>

/* When a row makes sense. */
enum {
    ONLY_F32 = 1, /* only for tables of this type */
    NOT_F32 = 2,
    CONSTANT = 4,  /* for tables of frequencies too */
    OTHERWISE = 8, /* only where methods make no sense */
    THEN = 16      /* the name tells the table's type if the last format is another */
};

enum { F32 = ROUND_F32, F64 = ROUND_F64, F16 = ROUND_F16, BF16 = ROUND_BF16, NOT = ROUND_NOT };
#define SINGLE "float32 throughout"
#define DOUBLE "float64 throughout"
#define BF16_POSITIONS "positions rounded to bf16, which collide from 256 on; the rest in float32"
#define F16_POSITIONS "positions rounded to f16, which collide from 2048 on; the rest in float32"

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

    {"bf16 frequencies", EXACT,          F32, BF16,  F32,  F32, F32,   F32, F32,   CONSTANT,
     "frequencies rounded to bf16, as model.to(torch.bfloat16) rounds inv_freq; the rest in float32"},
    {"bf16 positions", EXP,              F32, F32,   BF16, F32, F32,   F32, F32,   0, BF16_POSITIONS},
    {"bf16 positions", ONE_OVER,         F32, F32,   BF16, F32, F32,   F32, F32,   0, BF16_POSITIONS},
    {"bf16 positions", EXACT,            F32, F32,   BF16, F32, F32,   F32, F32,   OTHERWISE, BF16_POSITIONS},
    {"bf16 throughout", EXACT,           F32, BF16,  BF16, BF16, BF16, F32, BF16,  0,
     "positions, frequencies, angles and sines rounded to bf16: positions collide from 256 on"},
    {"f16 frequencies", EXACT,           F32, F16,   F32,  F32, F32,   F32, F32,   CONSTANT,
     "frequencies rounded to f16, as model.half() rounds inv_freq; the rest in float32"},
    {"f16 positions", EXP,               F32, F32,   F16,  F32, F32,   F32, F32,   0, F16_POSITIONS},
    {"f16 positions", ONE_OVER,          F32, F32,   F16,  F32, F32,   F32, F32,   0, F16_POSITIONS},
    {"f16 positions", EXACT,             F32, F32,   F16,  F32, F32,   F32, F32,   OTHERWISE, F16_POSITIONS},
    {"f16 throughout", EXACT,            F32, F16,   F16,  F16, F16,   F32, F16,   0,
     "positions, frequencies, angles and sines rounded to f16: positions collide from 2048 on"},
};
/* clang-format on */
const size_t pipeline_row_count = sizeof pipeline_rows / sizeof pipeline_rows[0];

static bool is(const struct table *table, enum rounding format) {
    return table->type->name == elements[format].name;
}

enum pipeline_rule pipeline_rule(const struct scaling *scaling) {
    if (!scaling_is_given(scaling) || mpq_sgn(scaling->stretch) > 0)
        return RULE_NONE;
    return strcmp(scaling->rule->name, "linear") == 0 ? RULE_LINEAR : RULE_OTHER;
}

/* Does the method of a row make sense? Of angles that aren't products there is nothing that linear scaling divides. */
static bool method_applies(const struct pipeline_row *row, const struct frequencies *frequencies) {
    enum pipeline_rule rule = pipeline_rule(&frequencies->scaling);
    if (frequencies->list.count > 0 || rule == RULE_OTHER)
        return row->method == METHOD_EXACT;
    if (rule == RULE_LINEAR && (row->method == METHOD_OVER_POW || row->method == METHOD_ITERATED))
        return false;
    return !(row->when & OTHERWISE);
}

bool pipeline_row_applies(const struct pipeline_row *row, const struct table *table) {
    bool f32 = is(table, ROUND_F32);
    if (table->component == COMPONENT_FACTOR)
        return false;
    if (((row->when & ONLY_F32) && !f32) || ((row->when & NOT_F32) && f32))
        return false;
    if (table_is_constant(table) && !(row->when & CONSTANT))
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
