#include "words.h"

#include <stddef.h>
#include <string.h>

const struct word_row words[WORDS] = {
    [MAX_LEN] = {"max-len", "N", NULL, "rows, the number of positions (required)"},
    [D_MODEL] = {"d-model", "N", NULL, "columns; n = floor(d/2) pairs (required)"},
    [BASE] = {"base", "NUMBER", "10000", "exact: 10000, 5e5, 7/3; w = base^(-e)"},
    [SPACING] = {"spacing", "pair|endpoint|over:D|column", "pair",
                 "e of pair i: 2i/d, i/(n-1), i/D; column: j/d of column j"},
    [LAYOUT] = {"layout", "interleaved|halves", "interleaved", "s,c,s,c... or [s...|c...]"},
    [ORDER] = {"order", "sin-cos|cos-sin", "sin-cos", "which of the two comes first"},
    [AXES] = {"axes", "position-major|channel-major", "position-major",
              "[max_len][d_model] or [d_model][max_len]"},
    [FIRST] = {"first", "NUMBER", "0", "position of row 0; exact, also 2pi/50"},
    [STEP] = {"step", "NUMBER", "1", "from row to row; exact, also 2pi/50"},
    [ODD] = {"odd", "sin|zero|error", "sin",
             "an odd d_model's last column: one more sine, or 0; or refuse it"},
    [AMPLITUDE] = {"amplitude", "NUMBER", "1", "A: entries are A times sine or cosine"},
    [TYPE] = {"type", "f32|f64|f16|bf16|q7|q15|q31|s8", "f32",
              "element type; q: fixed point, saturating; s8: 127ths"},
    [NAME] = {"name", "IDENTIFIER", NULL, "of the table (default pe_<max_len>x<d_model>)"},
    [FORMAT] = {"format", "c|cpp|rust|go|zig|verilog|json|raw|npy|incbin|asm|embed", NULL,
                "default by the output's extension; else c"},
    [TEMPLATE] = {"template", "FILE", "", "a template of your own, for any other language"},
    [LITERAL] = {"literal", "decimal|hex|bits|bytes|native|shortest", NULL,
                 "how text writes an entry"},
    [LINKAGE] = {"linkage", "static|extern", NULL,
                 "one header, or BASE.c and BASE.h (default for a .c output)"},
    [ENDIAN] = {"endian", "little|big", "little",
                "the target's byte order, where bytes are written"},
    [SPLIT] = {"split", "N", "1", "N parts, each a C source of its own, and an accessor"},
    [ALIGN] = {"align", "BYTES", "none", "the table's alignment, a power of two"},
    [SECTION] = {"section", "NAME", "none", "the linker section of the table"},
    [QUALIFIERS] = {"qualifiers", "NAME,...", "none", "after const: PROGMEM, __flash, DRAM_ATTR"},
    [INCLUDE] = {"include", "HEADER", "none", "that defines the qualifiers: avr/pgmspace.h"},
    [ACCESSOR] = {"accessor", "no|yes", "no", "also functions NAME_row and NAME_at that assert"},
    [PACKAGE] = {"package", "NAME", "tables", "Go's package clause"},
    [PRESET] = {"preset", "vaswani|per-column|timescale", NULL,
                "a named system's words; words beside it win"},
};

const struct preset presets[] = {
    {"vaswani",
     {[BASE] = "10000", [SPACING] = "pair", [LAYOUT] = "interleaved", [ODD] = "error"},
     "Vaswani et al., Attention Is All You Need (2017), section 3.5, "
     "doi:10.48550/arXiv.1706.03762"},
    {"per-column",
     {[BASE] = "10000", [SPACING] = "column", [LAYOUT] = "interleaved"},
     "tutorials that give every column an exponent j/d of its own, so that a cosine does not share "
     "its "
     "sine's frequency"},
    {"timescale",
     {[BASE] = "10000", [SPACING] = "endpoint", [LAYOUT] = "halves", [ODD] = "error"},
     "tensor2tensor's timing signal, as Whisper's encoder has it: n frequencies from 1 to 1/base, "
     "both "
     "included; sines, then cosines"},
    {NULL, {NULL}, NULL},
};

const struct preset *preset_named(const char *name) {
    for (const struct preset *p = presets; p->name; p++)
        if (strcmp(p->name, name) == 0)
            return p;
    return NULL;
}

/* Levenshtein's distance, of words below 32 characters; longer ones are far from everything. */
static unsigned distance(const char *a, const char *b) {
    enum { LONGEST = 32 };
    size_t rows = strlen(a), columns = strlen(b);
    if (rows >= LONGEST || columns >= LONGEST)
        return LONGEST;
    unsigned row[LONGEST];
    for (unsigned j = 0; j <= columns; j++)
        row[j] = j;
    for (unsigned i = 1; i <= rows; i++) {
        unsigned diagonal = row[0];
        row[0] = i;
        for (unsigned j = 1; j <= columns; j++) {
            unsigned best = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            if (diagonal + 1 < best)
                best = diagonal + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            row[j] = best;
        }
    }
    return row[columns];
}

const char *nearest(const char *mistyped, const void *names, unsigned long count,
                    unsigned long stride) {
    const char *best = NULL;
    unsigned bound = 2 + (unsigned)strlen(mistyped) / 3; /* about one slip in three letters */
    for (unsigned long k = 0; k < count; k++) {
        const char *name = *(const char *const *)((const char *)names + k * stride);
        unsigned d = distance(mistyped, name);
        if (d < bound) {
            bound = d;
            best = name;
        }
    }
    return best;
}
