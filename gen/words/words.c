#include "words/words.h"

#include <limits.h>
#include <stddef.h>
#include <string.h>

const struct word_row words[WORDS] = {
    [MAX_LEN] = {"max-len", "N", NULL, "rows, the number of positions (required)",
                 "Rows r = 0 to max-len - 1. With a grid, the product of its sizes, and one more "
                 "for each of zero-rows."},
    [D_MODEL] = {"d-model", "N", NULL, "columns; n = floor(d/2) pairs (required)",
                 "d: the number of columns, and the d of the formulas. The words odd, component "
                 "and repeat can make the\n"
                 "number of columns another one; the formulas keep d."},
    [GRID] = {"grid", "HxW|TxHxW", "none", "positions on a grid, whose axes share the columns",
              "Rows are the points of a grid; every column belongs to one axis, and its position "
              "is the coordinate along\n"
              "that axis, from 0: p = first + coordinate * step. The axes are called t, y and x. "
              "In spacing, d, n\n"
              "and max-len are then the axis' own columns, pairs and size; in base, first, step, "
              "clamp and\n"
              "amplitude they stay the table's."},
    [GRID_COLUMNS] =
        {"grid-columns", "AXES", "grid", "which axis owns which columns: xy, yx, t2x3y3",
         "The axes in the order in which they own columns, each with its share (1 where no number "
         "follows): with\n"
         "t2x3y3 axis t owns 2/8 of the columns. An axis owns 2*floor(d*share/(2*sum)) of them; "
         "what is left over is\n"
         "0 with odd zero, and an error else. 'grid' is the order of the word grid: yx or tyx."},
    [GRID_NESTING] = {"grid-nesting", "outer|middle|inner", "outer",
                      "where the axes stand among the columns' loops",
                      "outer   each axis has one block of columns, in which layout applies: sin x "
                      "| cos x | sin y | cos y\n"
                      "middle  halves: sin x | sin y | cos x | cos y; interleaved: sin x, cos x, "
                      "sin y, cos y, frequency by frequency\n"
                      "inner   halves: sin x, sin y frequency by frequency | cos x, cos y; "
                      "interleaved: sin x, sin y, cos x, cos y"},
    [GRID_ROWS] = {"grid-rows", "AXES", "grid", "which axis varies slowest, ..., fastest: yx, xy",
                   "The order of the rows, slowest axis first: yx is row = y*W + x. 'grid' is the "
                   "order of the word grid."},
    [BASE] = {"base", "NUMBER", "10000", "exact: 10000, 5e5, 7/3, exp(2); w = base^(-e)",
              "The base of the geometric progression of frequencies, w = base^(-e): an exact "
              "number above 0, in which d, n\n"
              "and max-len may stand. exp(Q) is a base too, for a rational Q and without scaling."},
    [SPACING] = {"spacing", "pair|endpoint|over:D|column", "pair",
                 "e of pair i: 2i/d, i/(n-1), i/D; column: j/d of column j",
                 "w = base^(-e), where for pair i of n = floor(d/2)\n"
                 "  pair      e = 2i/d      from 1 to just above 1/base, for a base above 1\n"
                 "  endpoint  e = i/(n-1)   from exactly 1 to exactly 1/base\n"
                 "  over:D    e = i/D       for any rational D but 0, in which d, n and max-len "
                 "may stand: over:n, over:-d/2\n"
                 "  column    e = j/d       of emitted column j, so that a sine and a cosine side "
                 "by side differ in frequency\n"
                 "pair and endpoint look alike, but differ by up to 2.0."},
    [FREQUENCIES] =
        {"frequencies", "FILE", "none", "a file with each w, one exact number a line",
         "In place of base and spacing: w of pair i stands in line i, as a decimal, a hexadecimal "
         "or a ratio above 0;\n"
         "# begins a comment. As many as there are pairs, one more with odd sin or extend where d "
         "is odd; in a grid every axis has\nthem all."},
    [SCALING] =
        {"scaling", "RULE:KEY=VALUE,...", "none",
         "rotary frequencies for longer contexts: linear, ntk, yarn, ...",
         "linear:factor=F                                  w/F\n"
         "ntk:factor=F                                     base * F^(d/(d-2)) in place of base\n"
         "yarn:factor=F,original=L,beta-fast=32,beta-slow=1,truncate=yes\n"
         "    w * (1 - ramp + ramp/F); ramp rises from 0 to 1 with i from c(beta-fast) to "
         "c(beta-slow), where\n"
         "    c(beta) = d * ln(L/(2*pi*beta)) / (2 * ln base), rounded outwards unless "
         "truncate=no, within [0, d-1].\n"
         "    Entries are multiplied by 1 + ln(F)/10, or by attention=A.\n"
         "llama3:factor=F,original=L,low=1,high=4          w * ((1-s)/F + s); s rises from 0 to 1 "
         "with L*w/(2*pi) from\n"
         "    low to high\n"
         "longrope:FILE[,factor=F,original=L]              w / F_i, one factor a line; entries "
         "times sqrt(1 + ln F/ln L)\n"
         "factor is at least 1; ntk and yarn need spacing pair and no grid, yarn a base above 1; "
         "longrope needs both\n"
         "factor and original, or neither.\n"
         "Sources: doi:10.48550/arXiv.2306.15595 (linear), arXiv.2309.00071 (yarn), "
         "arXiv.2407.21783 (llama3),\n"
         "arXiv.2402.13753 (longrope). ntk is bloc97's NTK-aware scaling of 2023."},
    [LAYOUT] = {"layout", "interleaved|halves", "interleaved", "s,c,s,c... or [s...|c...]",
                "interleaved  column 2i is the sine and 2i+1 the cosine of pair i\n"
                "halves       the sines of all pairs, then the cosines"},
    [ORDER] =
        {"order", "sin-cos|cos-sin", "sin-cos", "which of the two comes first",
         "cos-sin has the cosine where layout says the sine stands, and the other way round."},
    [COMPONENT] =
        {"component", "both|sin|cos|frequency", "both",
         "only the sines, only the cosines, or the w themselves",
         "sin, cos: a table of one of the two, as rotary caches are kept; n columns, or 2n with "
         "repeat.\n"
         "frequency: the entries are A*w, in every row the same (A has a scaling rule's own factor "
         "in it: for yarn say\nattention=1). With spacing column there are d columns, each with "
         "its own frequency. d stays the d of the\nformulas."},
    [REPEAT] = {"repeat", "none|halves|interleave", "none", "every column of one component twice",
                "halves      [c0 c1 ...|c0 c1 ...]\n"
                "interleave  c0 c0 c1 c1 ..."},
    [AXES] = {"axes", "position-major|channel-major", "position-major",
              "[max_len][d_model] or [d_model][max_len]",
              "position-major has a row for each position; channel-major a row for each column of "
              "that table."},
    [FIRST] = {"first", "NUMBER", "0", "position of row 0; exact, also 2pi/50, max-len-1",
               "p = first + r*step: a sum of rationals and multiples of pi, in which d, n and "
               "max-len may stand.\n"
               "In a grid one value for all axes, or one for each, with commas, in the order of "
               "the word grid."},
    [STEP] = {"step", "NUMBER", "1", "from row to row; exact, also 2pi/50",
              "As first. Negative steps are fine: first=max-len-1 with step=-1 counts distances "
              "down to 0."},
    [CLAMP] = {"clamp", "A:B", "none", "positions below A become A, above B become B",
               "Either end may be left out: :400 has no lower one. A and B are numbers as first "
               "has them."},
    [POSITIONS] = {"positions", "signed|absolute", "signed", "absolute: |p| in place of p",
                   "absolute takes |p|, after first, step and clamp."},
    [ZERO_ROWS] = {"zero-rows", "ROWS", "none", "rows that are 0 throughout: 0, or 0,7",
                   "The row of a padding index, or of a class token: a list of row numbers. Other "
                   "rows keep their positions r;\n"
                   "with a grid these rows are beside its own, which follow each other."},
    [ODD] = {"odd", "sin|zero|error|drop|extend", "sin",
             "an odd d_model: one more sine, a column of 0, none, one more pair",
             "sin     the last column is one more sine, of pair i = n (spacing pair and column, "
             "and frequencies)\n"
             "zero    the last column is 0; in a grid, all columns that the axes leave over\n"
             "error   an odd d_model is refused\n"
             "drop    d-1 columns; d stays d in the formulas\n"
             "extend  d+1 columns, of ceil(d/2) pairs; d stays d in the formulas"},
    [AMPLITUDE] =
        {"amplitude", "NUMBER", "1", "A: entries are A times sine or cosine",
         "A rational above 0 or its root: 1/5000, sqrt(2/d). d, n and max-len may stand in it."},
    [TYPE] = {"type", "f32|f64|f16|bf16|q7|q15|q31|s8", "f32",
              "element type; q: fixed point, saturating; s8: 127ths",
              "f32 f64 f16   IEEE 754 binary32, binary64, binary16\n"
              "bf16          the upper half of a binary32, rounded\n"
              "q7 q15 q31    integers of 8, 16, 32 bits that count 2^-7, 2^-15, 2^-31, saturating\n"
              "s8            integers that count 1/127, saturating at -127 and 127\n"
              "Each is rounded from the exact value, never from another format."},
    [NAME] = {"name", "IDENTIFIER", NULL, "of the table (default pe_<max_len>x<d_model>)",
              "A C identifier of at most 56 characters, and no keyword of the language."},
    [FORMAT] = {"format", "c|cpp|rust|go|zig|verilog|json|raw|npy|incbin|asm|embed", NULL,
                "default by the output's extension; else c",
                "c .h .c · cpp .hpp · rust .rs · go .go · zig .zig · verilog .mem · json .json · "
                "raw .bin · npy .npy · asm .S\n"
                "incbin  C whose inline assembler includes the bytes; embed  C23's #embed of "
                "them; asm  .incbin, or numbers\n"
                "with literal bits. These three write BASE.h and, with the bytes, BASE-DIGEST.bin; "
                "--list says its name."},
    [TEMPLATE] = {"template", "FILE", "", "a template of your own, for any other language",
                  "docs/templates.md says how one is written."},
    [LITERAL] = {"literal", "decimal|hex|bits|bytes|native|shortest", NULL,
                 "how text writes an entry",
                 "decimal   9 significant digits (17 for f64); integers for fixed point\n"
                 "hex       0x1.8p-3\n"
                 "bits      0x3e400000; in C a union reads them\n"
                 "bytes     one C string a row: compiles much sooner\n"
                 "native    C's _Float16 and __bf16\n"
                 "shortest  the fewest digits that read back"},
    [LINKAGE] = {"linkage", "static|extern", NULL,
                 "one header, or BASE.c and BASE.h (default for a .c output)",
                 "extern writes the definition to BASE.c and the declaration to BASE.h."},
    [ENDIAN] = {"endian", "little|big", "little",
                "the target's byte order, where bytes are written",
                "For raw, literal bytes, incbin, asm and embed."},
    [SPLIT] = {"split", "N", "1", "N parts, each a C source of its own, and an accessor",
               "NAME_0 to NAME_<N-1> in BASE_0.c to BASE_<N-1>.c, and NAME_parts, NAME_row and "
               "NAME_at in place of NAME[r][c].\n"
               "Parts compile in parallel, and stay below limits of object size."},
    [ALIGN] = {"align", "BYTES", "none", "the table's alignment, a power of two", NULL},
    [SECTION] = {"section", "NAME", "none", "the linker section of the table", NULL},
    [QUALIFIERS] = {"qualifiers", "NAME,...", "none", "after const: PROGMEM, __flash, DRAM_ATTR",
                    "C identifiers that go behind const in the definition and the declaration."},
    [INCLUDE] = {"include", "HEADER", "none", "that defines the qualifiers: avr/pgmspace.h", NULL},
    [ACCESSOR] = {"accessor", "no|yes", "no", "also functions NAME_row and NAME_at that assert",
                  "static inline functions; NAME_at reads with pgm_read on AVR where a qualifier "
                  "is PROGMEM."},
    [PACKAGE] = {"package", "NAME", "tables", "Go's package clause", NULL},
    [PRESET] = {"preset", "NAME", NULL, "a named system's words; words beside it win",
                "posenc presets lists them; posenc presets NAME explains one, and posenc presets "
                "WORD finds "
                "those of a system.\nnone cancels the preset of a manifest's [defaults]."},
};

/* Levenshtein's distance, of words below 32 characters; longer ones are far from everything. */
static unsigned distance(const char *a, const char *b) {
    enum { LONGEST = 32 };
    size_t rows = strlen(a), columns = strlen(b);
    if (rows >= LONGEST || columns >= LONGEST)
        return UINT_MAX;
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
