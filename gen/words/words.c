#include "words/words.h"
#include "base/die.h"
#include "base/text.h"
#include "element/element.h"
#include "words/format.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

const struct spacing_row spacings[SPACINGS] = {
    [SPACING_PAIR] = {"pair", "2i", "d", "from 1 to just above 1/base, for a base above 1"},
    [SPACING_ENDPOINT] = {"endpoint", "i", "(n-1)", "from exactly 1 to exactly 1/base"},
    [SPACING_COLUMN] = {"column", "j", "d",
                        "of emitted column j, so a sine and the cosine beside it differ in "
                        "frequency"},
    [SPACING_OVER] = {"over:D", "i", "D",
                      "for any rational D except 0, which may contain d, n and max-len: over:n, "
                      "over:-d/2"},
};

enum spacing spacing_named(const char *text, const char **divisor) {
    int k = 0;
    *divisor = NULL;
    for (; k < SPACINGS && strcmp(spacings[k].name, text) != 0; k++) {
        const char *colon = strchr(spacings[k].name, ':');
        size_t length = colon ? (size_t)(colon + 1 - spacings[k].name) : 0;
        if (colon && strncmp(spacings[k].name, text, length) == 0) {
            *divisor = text + length;
            break;
        }
    }
    return (enum spacing)k;
}

char *spacing_exponent(const char *text) {
    const char *divisor;
    const struct spacing_row *row = &spacings[spacing_named(text, &divisor)];
    const char *under = divisor ? divisor : row->under;
    bool bracket = divisor && strlen(divisor) > 1;
    return text_format("%s/%s%s%s", row->over, bracket ? "(" : "", under, bracket ? ")" : "");
}

/* All spacings in lines, for --help. The caller frees it. */
static char *spacing_help(void) {
    struct text list = {NULL, 0, 0};
    text_print(&list, "w = base^(-e), for pair i of n = floor(d/2):\n");
    for (const struct spacing_row *row = spacings; row < spacings + SPACINGS; row++) {
        char *exponent = text_format("%s/%s", row->over, row->under);
        char *line = text_format("  %-10se = %-10s%s\n", row->name, exponent, row->about);
        text_print(&list, line);
        free(exponent);
        free(line);
    }
    return text_string(&list);
}

#define ONE_OF(...)         \
    (const char *const[]) { \
        __VA_ARGS__, NULL   \
    }

static const char *type_name(size_t k) {
    return k < element_count ? elements[k].name : NULL;
}

static const char *format_name(size_t k) {
    return k < FORMAT_TEMPLATE ? formats[k].name : NULL; /* a template has no name */
}

static char *readers_of_endian(void) {
    char *names = format_names_of_bytes(), *line = text_format("For %s.\n", names);
    free(names);
    return line;
}

static const char *spacing_name(size_t k) {
    return k < SPACINGS ? spacings[k].name : NULL;
}

const struct word_row words[WORDS] = {
    [MAX_LEN] =
        {
            .name = "max-len",
            .argument = "N",
            .meaning = "rows: the number of positions (required without positions-file or grid)",
            .explanation = "Rows r = 0 to max-len - 1. With a grid, the product of its sizes, plus "
                           "the number of zero-rows and unrotated-rows. Beside positions-file\n"
                           "or a grid it may be left out. Beside a model, the word model "
                           "stands for the model's own length.",
        },
    [D_MODEL] =
        {
            .name = "d-model",
            .argument = "N",
            .meaning = "columns; n = floor(d/2) pairs (required)",
            .explanation = "d: the number of columns, and the d of the formulas. The words odd, "
                           "component and repeat can change the\n"
                           "number of columns; the d of the formulas stays.",
        },
    [GRID] =
        {
            .name = "grid",
            .argument = "HxW|TxHxW|SxTxHxW",
            .fallback = "none",
            .meaning = "positions on a grid, whose axes share the columns",
            .explanation = "yx, tyx or styx names the axes of the points in positions-file.\n"
                           "Rows are the points of a grid; every column belongs to one axis, and "
                           "its position is the coordinate along\n"
                           "that axis, from 0: p = first + coordinate * step. The axes are called "
                           "s, t, y and x, the last of\n"
                           "them for fewer sizes. In spacing, d, n and max-len are then the axis's "
                           "own columns, pairs and size;\n"
                           "in base, first, step, clamp and amplitude they are those of the "
                           "table. With one component each pair\n"
                           "has one column, or two with repeat; d stays what it is with both.\n"
                           "In a table of listed points, zero-rows and unrotated-rows have a line "
                           "in the file too, and max-len in spacing is the number of rows.",
        },
    [GRID_COLUMNS] =
        {
            .name = "grid-columns",
            .argument = "AXES",
            .fallback = "grid",
            .meaning = "which axis owns which columns: xy, yx, t2x3y3, t16y24x24",
            .explanation = "The axes in the order in which they own columns, each with its share "
                           "(1 if no number follows): with\n"
                           "t2x3y3, axis t owns 2/8 of the columns. An axis owns "
                           "2*floor(d*share/(2*sum)) of them. Columns that are left over are\n"
                           "0 with odd zero, left out of one component with odd drop, and an "
                           "error otherwise. An axis that isn't named owns\n"
                           "none: with yx, a grid TxHxW has the same rows for each t. The "
                           "default, grid, takes all axes in the order of the\n"
                           "word grid: yx, tyx or styx.",
        },
    [GRID_NESTING] =
        {
            .name = "grid-nesting",
            .choices = ONE_OF("outer", "middle", "inner"),
            .fallback = "outer",
            .meaning = "how the columns of the axes are nested",
            .explanation = "outer   each axis has one block of columns, in which layout applies: "
                           "sin x | cos x | sin y | cos y\n"
                           "middle  halves: sin x | sin y | cos x | cos y; interleaved: sin x, cos "
                           "x, sin y, cos y, frequency by frequency\n"
                           "inner   halves: sin x, sin y frequency by frequency | cos x, cos y; "
                           "interleaved: sin x, sin y, cos x, cos y\n"
                           "With one component: outer  x0 x1 ... y0 y1 ...; inner  x0 y0 x1 y1 ... "
                           "Unequal shares need outer.\n"
                           "With grid-frequencies shared it says which pairs an axis owns.",
        },
    [GRID_ROWS] =
        {
            .name = "grid-rows",
            .argument = "AXES",
            .fallback = "grid",
            .meaning = "which axis varies slowest, ..., fastest: yx, xy",
            .explanation = "The order of the rows, slowest axis first: yx is row = y*W + x. The "
                           "default, grid, is the order of the word grid.",
        },
    [GRID_BLOCKS] =
        {
            .name = "grid-blocks",
            .argument = "HxW|TxHxW|SxTxHxW",
            .fallback = "none",
            .meaning = "the rows come block by block: 2x2",
            .explanation = "Blocks come in the order of grid-rows, and so do the rows within a "
                           "block. Fewer sizes than the grid has are\n"
                           "those of its last axes, and the other axes aren't blocked: in a grid "
                           "2x4x6, 2x2 makes 6 blocks of 4 rows for\n"
                           "each t. Each size of the grid must be a multiple of the block's. A "
                           "spatial_merge_size of 2 is 2x2.",
        },
    [GRID_FREQUENCIES] =
        {
            .name = "grid-frequencies",
            .choices = ONE_OF("axis", "shared"),
            .fallback = "axis",
            .meaning = "each axis its own list of frequencies, or one list for all",
            .explanation =
                "axis    the frequencies of an axis are those of a table with its columns\n"
                "shared  pair i has the frequency and the place that it has without a grid, and "
                "belongs to one axis, as in M-RoPE;\n"
                "        d, n and max-len are those of the table everywhere, scaling too\n"
                "With shared, the axes own pairs by grid-nesting, and their shares must cover all "
                "pairs:\n"
                "outer   one section each, in the order of grid-columns: t16y24x24\n"
                "inner   pair i belongs to axis i mod axes until that has its share, then to the "
                "first: t24y20x20\n"
                "middle  the pairs of inner, but the row has one section for each axis",
        },
    [BASE] =
        {
            .name = "base",
            .argument = "NUMBER",
            .fallback = "10000",
            .meaning = "exact: 10000, 5e5, 7/3, exp(2); w = base^(-e)",
            .explanation = "The base of the geometric progression of frequencies, w = base^(-e): "
                           "an exact number above 0, which may contain d, n\n"
                           "and max-len. For a rational Q, exp(Q) is a base too, without scaling.",
        },
    [SPACING] =
        {
            .name = "spacing",
            .choice = spacing_name,
            .fallback = "pair",
            .meaning = "e of pair i: 2i/d, i/(n-1), i/D; column: j/d of column j",
            .list = spacing_help,
            .explanation =
                "endpoint needs two pairs. pair and endpoint look alike, but differ by up to 2.0.",
        },
    [FREQUENCIES] =
        {
            .name = "frequencies",
            .argument = "FILE",
            .fallback = "none",
            .file = true,
            .meaning = "a file with each w, one exact number a line",
            .explanation = "It replaces base and spacing. Line i has the w of pair i: a decimal, a "
                           "hexadecimal or a ratio, at least 0. # begins\n"
                           "a comment. A pair of frequency 0 doesn't turn. The file has as many "
                           "numbers as there are pairs, and one more\n"
                           "if d is odd with odd sin or extend. In a grid, every axis uses all of "
                           "them, or with grid-frequencies shared\n"
                           "those of its own pairs.",
        },
    [SCALING] =
        {
            .name = "scaling",
            .argument = "RULE:KEY=VALUE,...",
            .fallback = "none",
            .file = true,
            .meaning = "rotary frequencies for longer contexts: linear, ntk, yarn, ...",
            .explanation =
                "A key with a capital letter is needed, one with a number or yes has that "
                "as its default, and one in\n"
                "brackets may be left out. On a grid d is that of the axis, unless "
                "grid-frequencies is shared.",
        },
    [LAYOUT] =
        {
            .name = "layout",
            .choices = ONE_OF("interleaved", "halves"),
            .fallback = "interleaved",
            .meaning = "s,c,s,c... or [s...|c...]",
            .explanation = "interleaved  column 2i is the sine and 2i+1 the cosine of pair i\n"
                           "halves       the sines of all pairs, then the cosines",
        },
    [ORDER] =
        {
            .name = "order",
            .choices = ONE_OF("sin-cos", "cos-sin"),
            .fallback = "sin-cos",
            .meaning = "which comes first, the sine or the cosine",
            .explanation = "sin-cos  the sine comes first\n"
                           "cos-sin  sines and cosines of the layout are exchanged",
        },
    [COMPONENT] =
        {
            .name = "component",
            .choices = ONE_OF("both", "sin", "cos", "frequency", "factor", "cos,sin"),
            .fallback = "both",
            .meaning = "sines and cosines, one of them, frequencies w, or factors",
            .explanation = "both       sines and cosines\n"
                           "sin cos    a table of one of the two, such as a rotary cache; n "
                           "columns, or 2n with repeat, or d with spacing\n"
                           "           column. Without that, an odd d_model needs odd drop, or "
                           "extend, which makes n ceil(d/2)\n"
                           "cos,sin    both of these tables in one file, NAME_cos and NAME_sin, in "
                           "one run; formats that hold one table, and\n"
                           "           split, refuse it\n"
                           "frequency  the entries are A*w, the same in every row. A includes the "
                           "factor of a scaling rule, which attention=1\n"
                           "           turns off for yarn. With spacing column there are d "
                           "columns, each with its own frequency. The d of the\n"
                           "           formulas stays\n"
                           "factor     w without the rule of scaling over w with it, shaped as "
                           "frequency is, and without any amplitude; GGUF\n"
                           "           files hold it as rope_freqs",
        },
    [REPEAT] =
        {
            .name = "repeat",
            .choices = ONE_OF("none", "halves", "axis", "interleave"),
            .fallback = "none",
            .meaning = "each column twice, if there is only one component",
            .explanation = "none        each column once\n"
                           "halves      c0 c1 ... c0 c1 ...\n"
                           "axis        on a grid, each axis by itself: h0 h1 ... h0 h1 ... w0 w1 "
                           "... w0 w1 ...\n"
                           "interleave  c0 c0 c1 c1 ...",
        },
    [AXES] =
        {
            .name = "axes",
            .choices = ONE_OF("position-major", "channel-major"),
            .fallback = "position-major",
            .meaning = "[max_len][d_model] or [d_model][max_len]",
            .explanation = "position-major  a row for each position\n"
                           "channel-major   that table transposed: a row for each of its columns",
        },
    [FIRST] =
        {
            .name = "first",
            .argument = "NUMBER",
            .fallback = "0",
            .meaning = "the position of row 0; exact, also 2pi/50, max-len-1",
            .explanation = "p = first + r*step: a sum of rationals and multiples of pi, which may "
                           "contain d, n, max-len and size.\n"
                           "In a grid: one value for all axes, or one for each axis in the order "
                           "of the word grid, separated by commas; size\n"
                           "is that of the axis. Without a grid it is max-len.",
        },
    [STEP] =
        {
            .name = "step",
            .argument = "NUMBER",
            .fallback = "1",
            .meaning = "the step from row to row; exact, also 2pi/50",
            .explanation = "A number as in first. It may be negative: first=max-len-1 with step=-1 "
                           "counts distances down to 0.",
        },
    [CLAMP] =
        {
            .name = "clamp",
            .argument = "A:B",
            .fallback = "none",
            .meaning = "positions below A become A, above B become B",
            .explanation = "Either end may be left out: :400 has no lower end. A and B are numbers "
                           "as in first.",
        },
    [POSITIONS] =
        {
            .name = "positions",
            .choices = ONE_OF("signed", "absolute", "floor"),
            .fallback = "signed",
            .meaning = "absolute: |p| in place of p; floor: rounded down",
            .explanation = "signed    the position p itself\n"
                           "absolute  its absolute value, after first, step and clamp\n"
                           "floor     on a grid, the integer below it, after first and step",
        },
    [POSITIONS_FILE] =
        {
            .name = "positions-file",
            .argument = "FILE",
            .fallback = "none",
            .file = true,
            .meaning = "a file with each p, one exact number a line",
            .explanation = "It replaces first, step, clamp and positions. Line r has the position "
                           "of row r: a number as in first, without\n"
                           "d, n and max-len. # begins a comment; lines without a number don't "
                           "count. max-len is how many numbers the file has,\n"
                           "and may be left out. With grid tyx (or yx, styx) a line has a position "
                           "for each axis, separated by blanks.\n"
                           "Equal steps cost as much as without a file, other whole numbers below "
                           "2^20 up to some 10 times that, and any others\n"
                           "as much as their seeds.",
        },
    [ZERO_ROWS] =
        {
            .name = "zero-rows",
            .argument = "ROWS",
            .fallback = "none",
            .meaning = "rows that are 0 throughout: 0, or 0,7",
            .explanation = "A list of row numbers, for a padding index or a class token. Other "
                           "rows keep their positions r. With a grid of\n"
                           "sizes, these rows are inserted among the rows of the grid.",
        },
    [UNROTATED_ROWS] =
        {
            .name = "unrotated-rows",
            .argument = "ROWS",
            .fallback = "none",
            .meaning = "rows of angle 0, for class or register tokens: 0 or 0,1,2",
            .explanation = "Their sines are 0, and their cosines the amplitude, whatever their "
                           "positions. In a grid they are apart from its points, as zero-rows "
                           "are.",
        },
    [UNROTATED_COLUMNS] =
        {
            .name = "unrotated-columns",
            .argument = "N",
            .fallback = "none",
            .meaning = "columns in front of a grid's, of angle 0",
            .explanation = "N columns more, for the numbers of a head that don't turn: 0 in a "
                           "table of sines, and the amplitude in one of\n"
                           "cosines. They need component sin, cos or cos,sin.",
        },
    [ODD] =
        {
            .name = "odd",
            .choices = ONE_OF("sin", "zero", "error", "drop", "extend"),
            .fallback = "sin",
            .meaning = "an odd d_model: one more sine, zero, an error, d-1 or d+1 columns",
            .explanation =
                "sin     one more sine, of pair i = n (with spacing pair or column, or "
                "frequencies); it "
                "follows the last sine\n"
                "zero    the last column is 0; in a grid, so are all columns that no axis owns\n"
                "error   an odd d_model is refused\n"
                "drop    d-1 columns; the d of the formulas stays; in a grid of one component, the "
                "columns that no axis owns are left out\n"
                "extend  d+1 columns, of ceil(d/2) pairs; the d of the formulas stays",
        },
    [AMPLITUDE] =
        {
            .name = "amplitude",
            .argument = "NUMBER",
            .fallback = "1",
            .meaning = "the factor A of every sine and cosine",
            .explanation = "A rational above 0 or its root, which may contain d, n and max-len: "
                           "1/5000, sqrt(2/d).",
        },
    [TYPE] =
        {
            .name = "type",
            .choice = type_name,
            .fallback = "f32",
            .meaning = "element type; q: fixed point; s8: 127ths; u8 to i16: by scale",
            .explanation =
                "f32 f64 f16    IEEE 754 binary32, binary64, binary16\n"
                "bf16           the upper half of a binary32, rounded\n"
                "q7 q15 q31     integers of 8, 16, 32 bits that count 2^-7, 2^-15, "
                "2^-31, saturating: +1 becomes the largest\n"
                "q23            an integer of 24 bits that counts 2^-23, saturating, in 32 bits\n"
                "s8             integers that count 1/127, saturating at -127 and 127\n"
                "u8 i8 u16 i16  integers that count scale from zero-point, saturating\n"
                "Each is rounded from the exact value, never from another format. C "
                "stores f16 and bf16 as uint16_t, unless the\n"
                "literal is native.",
        },
    [SCALE] =
        {
            .name = "scale",
            .argument = "NUMBER",
            .fallback = "none",
            .meaning = "S of u8, i8, u16, i16: v is stored as round(v/S) + Z; exact",
            .explanation =
                "A rational above 0, which may contain d, n and max-len: 1/127, 0.0078125. "
                "These types need it; others\n"
                "don't read it. Stored is the integer nearest to v/S, ties to even, plus Z, "
                "saturating: the quantization of ONNX and\n"
                "TFLite, of the exact value. An entry q stands for (q - Z) * S.",
        },
    [ZERO_POINT] =
        {
            .name = "zero-point",
            .argument = "INTEGER",
            .fallback = "0",
            .meaning = "Z of these types: the integer that stands for 0",
            .explanation =
                "An integer that the type holds. Rows and columns of zeros are Z throughout.",
        },
    [NAME] =
        {
            .name = "name",
            .argument = "IDENTIFIER",
            .meaning = "the table's identifier (default: pe_<max_len>x<d_model>)",
            .explanation =
                "A C identifier of at most 56 characters that isn't a keyword of the language.",
        },
    [FORMAT] =
        {
            .name = "format",
            .choice = format_name,
            .meaning = "the language or file format (default: by the output's extension, or c)",
            .list = format_help,
            .explanation = "--list prints the name of BASE-DIGEST.bin beforehand. DIGEST is 16 "
                           "hexadecimal digits of the table's command and of\n"
                           "the numbers in the files that it names, so no file of another table "
                           "has that name. The assembler or compiler\n"
                           "stops if the file doesn't have the table's size.",
        },
    [TEMPLATE] =
        {
            .name = "template",
            .argument = "FILE",
            .fallback = "",
            .file = true,
            .meaning = "a template of your own, for any other language",
            .explanation =
                "It takes the place of a format. docs/templates.md explains how to write one.",
        },
    [LITERAL] =
        {
            .name = "literal",
            .choices = ONE_OF("decimal", "hex", "bits", "shortest", "native", "bytes"),
            .meaning = "how text expresses an entry (default: by format and type)",
            .explanation =
                "decimal   9 significant digits (17 for f64); integers for fixed point\n"
                "hex       0x1.8p-3: C99, C++17\n"
                "bits      0x3e400000; in C a union reads them, which C++ doesn't allow\n"
                "bytes     one C string a row: compiles much faster\n"
                "native    C's _Float16 and __bf16\n"
                "shortest  the fewest digits that read back\n"
                "Not every format and type has every literal; the error lists those that there "
                "are.",
        },
    [LINKAGE] =
        {
            .name = "linkage",
            .choices = ONE_OF("static", "extern"),
            .needs = FEATURE_C_OBJECT,
            .meaning = "one header, or BASE.c and BASE.h (default: extern for a .c output)",
            .explanation = "static  one file; the default, except for an output in .c\n"
                           "extern  the definition in BASE.c and the declaration in BASE.h; BASE "
                           "is the output without its extension",
        },
    [ENDIAN] =
        {
            .name = "endian",
            .choices = ONE_OF("little", "big"),
            .fallback = "little",
            .meaning = "the target's byte order, for forms that hold bytes",
            .list = readers_of_endian,
            .explanation = "little  the least significant byte first\n"
                           "big     the most significant byte first",
        },
    [SPLIT] =
        {
            .name = "split",
            .argument = "N",
            .fallback = "1",
            .needs = FEATURE_PARTS,
            .meaning = "N parts, each a C source of its own, and an accessor",
            .explanation = "NAME_0 to NAME_<N-1> in BASE_0.c to BASE_<N-1>.c, and NAME_parts, "
                           "NAME_row and NAME_at in place of NAME[r][c].\n"
                           "Parts compile in parallel, and stay below limits of object size.",
        },
    [ALIGN] =
        {
            .name = "align",
            .argument = "BYTES",
            .fallback = "none",
            .needs = FEATURE_C_OBJECT,
            .meaning = "the table's alignment in bytes, a power of two up to 2^20",
        },
    [SECTION] =
        {
            .name = "section",
            .argument = "NAME",
            .fallback = "none",
            .needs = FEATURE_C_OBJECT,
            .meaning = "the linker section of the table",
        },
    [QUALIFIERS] =
        {
            .name = "qualifiers",
            .argument = "NAME,...",
            .fallback = "none",
            .needs = FEATURE_C_OBJECT,
            .meaning = "after const: PROGMEM, __flash, DRAM_ATTR",
            .explanation = "C identifiers after const in the definition and the declaration.",
        },
    [INCLUDE] =
        {
            .name = "include",
            .argument = "HEADER",
            .fallback = "none",
            .needs = FEATURE_C_OBJECT,
            .meaning = "a header that defines the qualifiers: avr/pgmspace.h",
        },
    [ACCESSOR] =
        {
            .name = "accessor",
            .choices = ONE_OF("no", "yes"),
            .fallback = "no",
            .needs = FEATURE_C_OBJECT,
            .meaning = "also functions NAME_row, NAME_at and NAME_copy, which assert",
            .explanation = "no   the table alone\n"
                           "yes  also static inline functions: NAME_row(row) points to a row, "
                           "NAME_at(row, column) is an entry,\n"
                           "     NAME_copy(row, out) writes a row. On AVR the last two read "
                           "PROGMEM, if it is a qualifier, by pgm_read and\n"
                           "     memcpy_P",
        },
    [FACTORED] =
        {
            .name = "factored",
            .choices = ONE_OF("no", "exact"),
            .fallback = "no",
            .needs = FEATURE_FACTORED,
            .meaning = "exact: small arrays, and functions that compute the same entries",
            .explanation = "no     the table itself\n"
                           "exact  small arrays in place of NAME[r][c], and functions that compute "
                           "every entry from them, bit for bit\n"
                           "NAME_copy(row, out) writes a row, and NAME_at(row, column) is an "
                           "entry, as with accessor yes.\n"
                           "Row r is row B*h turned by l rows: r = B*h + l, l = -B/2 to B/2 - 1, "
                           "where B is the power of two that needs fewest\n"
                           "bytes. For a pair of frequency w, row B*h has the angle a = (first + "
                           "B*h*step)*w, and the turn is b = l*step*w:\n"
                           "  sin(a + b) = sin(a)*cos(b) + cos(a)*sin(b)\n"
                           "  cos(a + b) = cos(a)*cos(b) - sin(a)*sin(b)\n"
                           "NAME_coarse has sin(a) and cos(a) for each h, NAME_fine sin(b) and "
                           "cos(b) for each l from 0 to B/2; a turn back has\n"
                           "-sin(b). They are integers with guard bits: of 16 bits for q7, 16 + 8 "
                           "for q15, 32 + 16 for q31 and f32, the lower\n"
                           "ones in NAME_coarse_low and NAME_fine_low; of 16 + 8 and 32 if q7 and "
                           "q15 need more. Functions only compute with integers.\n"
                           "From a base of some 1e7 on, the sines of f32 become too small for 48 "
                           "bits. Then those of pair i are stored times\n"
                           "2^NAME_shift[i], and sums are shifted back; a base above 1e16 is still "
                           "too large.\n"
                           "Rounding alone would leave some entries one unit wrong, so some of "
                           "these integers are changed by a few units of\n"
                           "the last guard bit. Every entry is compared with the table's before "
                           "anything is written; if one still differs, the\n"
                           "program says so and ends with status 1.\n"
                           "It takes types f32, q7, q15 and q31, an even d-model, one frequency "
                           "for each pair, amplitude 1, and positions\n"
                           "first + r*step, in C with literal decimal.",
        },
    [PACKAGE] =
        {
            .name = "package",
            .argument = "NAME",
            .fallback = "tables",
            .needs = FEATURE_PACKAGE,
            .meaning = "Go's package clause",
        },
    [PRESET] =
        {
            .name = "preset",
            .argument = "NAME",
            .meaning = "the words of a named system; words beside it win",
            .explanation = "posenc presets lists them, posenc presets NAME explains one, and "
                           "posenc presets WORD finds those of a system.\n"
                           "A system's name is taken too, if it has one table: jadore is vaswani "
                           "with --odd sin.\n"
                           "none cancels the preset of a manifest's [defaults].",
        },
    [MODEL] =
        {
            .name = "model",
            .argument = "FILE[:KEY]",
            .fallback = "none",
            .file = true,
            .meaning = "a model's rotary table, from its config.json, as a preset",
            .explanation =
                "Acts as a preset: the words of rope-hf, and from the file d-model, base, max-len "
                "and scaling.\n"
                "KEY chooses a part: a type of layer (full_attention), a sub-config (text_config), "
                "or both\n(text_config.full_attention). A dot in front stands for the outermost "
                "config (. or .full_attention). It isn't\nneeded if all parts have one table.\n"
                "The file needs the width of a head (head_dim, or hidden_size and "
                "num_attention_heads), a model_type whose code\n"
                "is known (or see assume), and max_position_embeddings unless max-len is given. "
                "What may change the table\n"
                "and isn't known is refused. docs/models.md has a row for each family of models.\n"
                "posenc presets FILE explains what a file says; posenc import FILE makes a "
                "manifest of its tables.\n"
                "none cancels the model of a manifest's [defaults].",
        },
    [ASSUME] =
        {
            .name = "assume",
            .choices = ONE_OF("none", "transformers"),
            .fallback = "none",
            .meaning = "how a model_type whose code is not known reads its keys",
            .explanation =
                "none          such a model is refused, since its code may read a key in its own "
                "way, or have no rotary positions\n"
                "transformers  its keys mean what they mean in transformers, "
                "modeling_rope_utils.py; what they don't say is assumed\n"
                "A file without model_type is such a file. docs/models.md has the families that "
                "are known.",
        },
};

const char *word_choice(enum word word, size_t k) {
    const struct word_row *row = &words[word];
    return row->choices ? row->choices[k] : row->choice ? row->choice(k) : NULL;
}

bool word_is_of_table(enum word word) {
    return word < NAME;
}

bool word_is_shape(enum word word) {
    return word <= GRID_FREQUENCIES;
}

bool word_is_default(enum word word, const char *text) {
    return words[word].fallback && strcmp(text, words[word].fallback) == 0;
}

char *word_argument(enum word word) {
    struct text list = {NULL, 0, 0};
    if (words[word].argument)
        text_print(&list, words[word].argument);
    for (size_t k = 0; word_choice(word, k); k++) {
        text_print(&list, k > 0 ? "|" : "");
        text_print(&list, word_choice(word, k));
    }
    return text_string(&list);
}
