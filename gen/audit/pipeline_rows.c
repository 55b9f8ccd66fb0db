#include "audit/pipeline_rows.h"
#include "base/text.h"

/* When a row makes sense. */
enum {
    ONLY_F32 = 1, /* only for tables of this type */
    NOT_F32 = 2,
    ONLY_F64 = 4,
    NOT_F64 = 8,
    CONSTANT = 16,  /* for tables of frequencies too */
    OTHERWISE = 32, /* only where methods make no sense */
    THEN = 64       /* the name tells the table's type if the last format is another */
};

enum { F32 = ROUND_F32, F64 = ROUND_F64, F16 = ROUND_F16, BF16 = ROUND_BF16, NOT = ROUND_NOT };
#define EXACT METHOD_EXACT
#define EXP METHOD_EXP
#define LATE METHOD_EXP_LATE
#define POW METHOD_POW
#define ONE_OVER METHOD_1_OVER_POW
#define OVER METHOD_OVER_POW
#define ITERATED METHOD_ITERATED

static const char *const method_names[METHODS] = {[METHOD_EXP] = "exp",
                                                  [METHOD_EXP_LATE] = "exp of a quotient",
                                                  [METHOD_POW] = "pow",
                                                  [METHOD_1_OVER_POW] = "1/pow",
                                                  [METHOD_OVER_POW] = "position/pow",
                                                  [METHOD_ITERATED] = "iterated product"};

/* clang-format off */
const struct pipeline_row pipeline_rows[] = {
    /* name, method                      w           p     p*w         sine */
    {"exact", EXACT,                     NOT, NOT,   NOT,  NOT, NOT,   NOT, NOT,   CONSTANT,
     "the exact value, rounded once"},
    {"exact, float64", EXACT,            NOT, NOT,   NOT,  NOT, NOT,   F64, F64,   ONLY_F32 | CONSTANT | THEN,
     "two roundings of the exact value"},
    {"exact, float32", EXACT,            NOT, NOT,   NOT,  NOT, NOT,   F32, F32,   NOT_F32 | CONSTANT | THEN,
     "two roundings of the exact value"},

    {"float32", EXP,                     F32, F32,   F32,  F32, F32,   F32, F32,   CONSTANT | THEN,
     "float32 throughout, frequencies by exp(i * (-ln(base)/d)), which is usual in PyTorch code"},
    {"float32", LATE,                    F32, F32,   F32,  F32, F32,   F32, F32,   CONSTANT | THEN,
     "float32 throughout, frequencies by exp(-ln(base) * i / d), which is usual for time steps of diffusion models"},
    {"float32", ONE_OVER,                F32, F32,   F32,  F32, F32,   F32, F32,   CONSTANT | THEN,
     "float32 throughout, frequencies by 1/pow(base, i/d), which is usual for rotary tables in PyTorch"},
    {"float32", POW,                     F32, F32,   F32,  F32, F32,   F32, F32,   CONSTANT | THEN,
     "float32 throughout, frequencies by pow(base, -i/d)"},
    {"float32", OVER,                    F32, F32,   F32,  F32, F32,   F32, F32,   THEN,
     "float32 throughout, angles by position / pow(base, i/d), which is usual in C code"},
    {"float32", ITERATED,                F32, F32,   F32,  F32, F32,   F32, F32,   CONSTANT | THEN,
     "float32 throughout, each angle that of the pair before times pow(base, -1/d), as ggml does it"},
    {"float32, frequencies in float64", EXACT, F64, F32, F32, F32, F32, F32, F32,  CONSTANT,
     "frequencies in float64, then float32"},

    {"float64", EXACT,                   F64, F64,   F64,  F64, F64,   F64, F64,   NOT_F64 | CONSTANT | THEN,
     "float64 throughout, rounded at the end, which is usual in NumPy code"},
    {"float64 angles, float32 sines", EXACT, F64, F64, F64, F64, F32,  F32, F32,   0,
     "angles in float64, rounded to float32 before the sine"},
    {"float32 frequencies, float64 angles", ONE_OVER, F32, F32, F64, F64, F64, F64, F64, 0,
     "frequencies in float32 by 1/pow(base, i/d), then float64"},
    {"float32 frequencies, float64 angles", EXP, F32, F32, F64, F64, F64, F64, F64, 0,
     "frequencies in float32 by exp(i * (-ln(base)/d)), then float64"},

    {"float64, exact frequencies", EXACT, F64, F64,  F64,  F64, F64,   F64, F64,   ONLY_F64 | OTHERWISE,
     "frequencies rounded to float64, which then is used throughout"},
    {"float64", EXP,                     F64, F64,   F64,  F64, F64,   F64, F64,   ONLY_F64 | CONSTANT,
     "float64 throughout, frequencies by exp(i * (-ln(base)/d))"},
    {"float64", LATE,                    F64, F64,   F64,  F64, F64,   F64, F64,   ONLY_F64 | CONSTANT,
     "float64 throughout, frequencies by exp(-ln(base) * i / d)"},
    {"float64", ONE_OVER,                F64, F64,   F64,  F64, F64,   F64, F64,   ONLY_F64 | CONSTANT,
     "float64 throughout, frequencies by 1/pow(base, i/d)"},
    {"float64", POW,                     F64, F64,   F64,  F64, F64,   F64, F64,   ONLY_F64 | CONSTANT,
     "float64 throughout, frequencies by pow(base, -i/d)"},
    {"float64", OVER,                    F64, F64,   F64,  F64, F64,   F64, F64,   ONLY_F64,
     "float64 throughout, angles by position / pow(base, i/d), which is usual in NumPy code"},
    {"float64", ITERATED,                F64, F64,   F64,  F64, F64,   F64, F64,   ONLY_F64,
     "float64 throughout, each angle that of the pair before times pow(base, -1/d)"},

    {"bf16 frequencies", EXACT,          F32, BF16,  F32,  F32, F32,   F32, F32,   CONSTANT,
     "frequencies rounded to bf16, as model.to(torch.bfloat16) rounds inv_freq; the rest in float32"},
    {"bf16 positions", EXP,              F32, F32,   BF16, F32, F32,   F32, F32,   0,
     "positions rounded to bf16, which has 8 bits: from 256 on they collide; the rest in float32"},
    {"bf16 positions", ONE_OVER,         F32, F32,   BF16, F32, F32,   F32, F32,   0,
     "positions rounded to bf16, which has 8 bits: from 256 on they collide; the rest in float32"},
    {"bf16 positions", EXACT,            F32, F32,   BF16, F32, F32,   F32, F32,   OTHERWISE,
     "positions rounded to bf16, which has 8 bits: from 256 on they collide; the rest in float32"},
    {"bf16 throughout", EXACT,           F32, BF16,  BF16, BF16, BF16, F32, BF16,  0,
     "positions, frequencies, angles and sines rounded to bf16: positions collide from 256 on"},
    {"f16 frequencies", EXACT,           F32, F16,   F32,  F32, F32,   F32, F32,   CONSTANT,
     "frequencies rounded to f16, as model.half() rounds inv_freq; the rest in float32"},
    {"f16 positions", EXP,               F32, F32,   F16,  F32, F32,   F32, F32,   0,
     "positions rounded to f16, which has 11 bits: from 2048 on they collide; the rest in float32"},
    {"f16 positions", ONE_OVER,          F32, F32,   F16,  F32, F32,   F32, F32,   0,
     "positions rounded to f16, which has 11 bits: from 2048 on they collide; the rest in float32"},
    {"f16 positions", EXACT,             F32, F32,   F16,  F32, F32,   F32, F32,   OTHERWISE,
     "positions rounded to f16, which has 11 bits: from 2048 on they collide; the rest in float32"},
    {"f16 throughout", EXACT,            F32, F16,   F16,  F16, F16,   F32, F16,   0,
     "positions, frequencies, angles and sines rounded to f16: positions collide from 2048 on"},
};
/* clang-format on */
const size_t pipeline_row_count = sizeof pipeline_rows / sizeof pipeline_rows[0];

static bool is(const struct table *table, enum rounding format) {
    return table->type->name == elements[format].name;
}

bool pipeline_row_applies(const struct pipeline_row *row, const struct table *table) {
    bool f32 = is(table, ROUND_F32), f64 = is(table, ROUND_F64);
    bool powers =
        table->frequencies.list.count == 0 && !scaling_is_given(&table->frequencies.scaling);
    if (table->component == COMPONENT_FACTOR)
        return false;
    if (((row->when & ONLY_F32) && !f32) || ((row->when & NOT_F32) && f32) ||
        ((row->when & ONLY_F64) && !f64) || ((row->when & NOT_F64) && f64))
        return false;
    if (table_is_constant(table) && !(row->when & CONSTANT))
        return false;
    return powers ? !(row->when & OTHERWISE) : row->method == METHOD_EXACT;
}

static const char *format_name(const struct element *type) {
    return type->name == elements[ROUND_F32].name   ? "float32"
           : type->name == elements[ROUND_F64].name ? "float64"
                                                    : type->name;
}

char *pipeline_row_name(const struct pipeline_row *row, const struct element *type) {
    const char *method = method_names[row->method];
    bool then = (row->when & THEN) && type->name != elements[row->value].name;
    return text_format("%s%s%s%s%s", row->name, then ? " then " : "", then ? format_name(type) : "",
                       method ? ", " : "", method ? method : "");
}
