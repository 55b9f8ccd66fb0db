/* SPDX-License-Identifier: MIT */
/* Arrays in sources of C and C++. The compiler makes the elements from the same source that is read here; features of
 * C++ are compared with given numbers. */
#include "array_files.h"
#include "chance.h"

static const struct array_words nothing = {NULL, NULL};

static struct array_words of_type(const char *type) {
    return (struct array_words){type, NULL};
}

static void write_text(const char *name, const char *text) {
    write_array(name, text, strlen(text));
}

/* Defines the content of the parentheses, and a string with the same tokens. */
#define BOTH(string, ...) \
    __VA_ARGS__;          \
    static const char string[] = #__VA_ARGS__ ";"

/* Numbers that a type rounds are the point of them. */
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wfloat-conversion"
#pragma GCC diagnostic ignored "-Wmissing-braces"

BOTH(float_text, static const float floats[3][4] = {{0.1, 0.1f, 1.0000000596046448, 1e-45f},
                                                    {-0.0f, -0, 16777217, 0x1.fffffp-3},
                                                    {3.4028235e38f, 1.00000017881393432617187499,
                                                     1.00000017881393432617187499f, +.5e+0f}});
BOTH(double_text,
     const volatile double doubles[] = {0.1, 0.1f, 0x1p-1074, 5e-324, 18446744073709551615u, -7, 1.,
                                        9007199254740993, 0.1234567890123456789, 2.5e-310});
BOTH(int16_text,
     static int16_t int16s[3][1][3] = {{{-32768, 32767, 0}},
                                       {{0x7f, 017, -0x80}},
                                       {{(int16_t)0xffff, (int16_t)0x8000, (int16_t)0177776}}});
BOTH(int32_text,
     static int const int32s[4] = {-2147483647 - 1, (-2147483647 - 1), 2147483647L, (((-3)))});
BOTH(uint8_text, unsigned char const uint8s[2][2] = {{255u, 0}, {0xffUL, 1}});
BOTH(int8_text, signed char int8s[] = {-128, (signed char)127, (signed char)-5, (-6)});
BOTH(bits_text, static const uint32_t bits[2][2] = {{0x3f800000, 0XBF800000u}, {0, 2147483648}});
BOTH(wide_text, unsigned long long const wide[] = {0x3ff0000000000000, 0xffffffffffffffffull});
BOTH(flat_text, static const float flat[2][3] = {1.5f, 2, 3E+1, -4E-2f, 0X1P-3, 6e0});

static void test_same_as_compiled(void **state) {
    (void)state;
    write_text("x.c", float_text);
    expect_array("x.c", nothing, "C f32 3x4", floats);
    write_text("x.c", double_text);
    expect_array("x.c:doubles", nothing, "C f64 10", (const void *)(uintptr_t)doubles);
    write_text("x.c", int16_text);
    expect_array("x.c", of_type("q15"), "C q15 3x3", int16s);
    write_text("x.c", int32_text);
    expect_array("x.c", nothing, "C q31 4", int32s);
    write_text("x.c", uint8_text);
    expect_array("x.c", nothing, "C u8 2x2", uint8s);
    write_text("x.c", int8_text);
    expect_array("x.c", of_type("q7"), "C q7 4", int8s);
    write_text("x.c", bits_text);
    expect_array("x.c", of_type("f32"), "C f32 2x2", bits);
    write_text("x.c", wide_text);
    expect_array("x.c", of_type("f64"), "C f64 2", wide);
    write_text("x.c", flat_text);
    expect_array("x.c", nothing, "C f32 2x3", flat);
    unlink("x.c");
}

/* Numbers of all sizes in several notations, in more bytes than are kept in memory. */
static void test_many_numbers(void **state) {
    enum { ROWS = 1000, COLUMNS = 300 };
    static const char *const formats[] = {"%.8ef,", "%.17g,", "%a,", "(float)%.12ef,", "+%.30e,"};
    float *wanted = malloc(sizeof(float) * ROWS * COLUMNS);
    (void)state;
    FILE *out = fopen("x.inc", "w");
    fprintf(out, "extern const float x[ROWS][COLUMNS];\nconst float x[ROWS][COLUMNS] = {\n");
    for (int row = 0; row < ROWS; row++) {
        fprintf(out, "// row\n{");
        for (int column = 0; column < COLUMNS; column++) {
            float *value = &wanted[row * COLUMNS + column];
            do {
                const uint32_t word = (uint32_t)chance();
                memcpy(value, &word, sizeof word);
            } while (!(*value - *value == 0)); /* finite */
            const char *format = formats[chance_below(5)];
            fprintf(out, *value < 0 && *format == '+' ? format + 1 : format, (double)*value);
        }
        fprintf(out, "},\n");
    }
    fprintf(out, "};\n");
    fclose(out);
    expect_array("x.inc", nothing, "C f32 1000x300", wanted);
    free(wanted);
    unlink("x.inc");
}

/* Lookahead works wherever a piece of the file ends. */
static void test_pieces(void **state) {
    static const char head[] = "float a[] = {",
                      tail[] = " .5, /**/ 10, \\\n//\n 0x1p-1f, 1'0, \\\r\n};\n";
    static const uint32_t wanted[] = {0x3f000000, 0x41200000, 0x3f000000, 0x41200000};
    enum { PIECE = 1 << 16 };
    char *file = malloc(sizeof head + PIECE + sizeof tail);
    (void)state;
    for (size_t blanks = PIECE - sizeof tail - sizeof head; blanks <= PIECE; blanks++) {
        memcpy(file, head, sizeof head - 1);
        memset(file + sizeof head - 1, ' ', blanks);
        memcpy(file + sizeof head - 1 + blanks, tail, sizeof tail);
        write_array("x.hpp", file, strlen(file));
        expect_array("x.hpp", nothing, "C f32 4", wanted);
    }
    free(file);
    unlink("x.hpp");
}

struct source {
    const char *text, *name; /* the name with its ':', or "" */
    const char *type;        /* the word, or NULL */
    const char *result;      /* the description, or the message after "x.hpp" */
    uint32_t bits[4]; /* of the first elements, which have four bytes unless it says otherwise */
};

static void expect_source(const struct source *source) {
    char name[100], message[400];
    write_text("x.hpp", source->text);
    snprintf(name, sizeof name, "x.hpp%s", source->name);
    snprintf(message, sizeof message, "x.hpp%s", source->result);
    if (*source->result == ':')
        expect_message(name, of_type(source->type), message);
    else
        expect_array(name, of_type(source->type), source->result, source->bits);
    unlink("x.hpp");
}

#define WRONG_SHAPE                                                                           \
    ":1: the numbers and braces of 'a' aren't those of its declared shape: a compiler would " \
    "add zeros or fail"

#define ONE 0x3f800000, 0x40000000 /* 1.0f, 2.0f */
#define TWO 0x40400000, 0x40800000 /* 3.0f, 4.0f */

static void test_declarations(void **state) {
    static const struct source sources[] = {
        {"#  ifdef W // wide\r\nfloat b[] = {3};\n#elif defined V\nfloat a[] = {1, 2};\n#endif",
         ":a",
         NULL,
         "C f32 2",
         {ONE}},
        {"#  ifdef W // wide\r\nfloat a[] = {1, 2};\n#endif", "", NULL, "C f32 2", {ONE}},
        {"#ifndef H\n#define H\n#ifdef W\nint b;\n#else\nfloat a[] =\n{1, 2};\n#endif\n#endif",
         "",
         NULL,
         "C f32 2",
         {ONE}},
        {"CONST_TABLE(float) a [] = {1, 2};", "", NULL, "C f32 2", {ONE}},
        {"CONST_TABLE(x, y) a [] = {1, 2};", "", "f32", "C f32 2", {0x1, 0x2}},
        {"constexpr std::array<std::array<float, 2>, 2> a = {{ {{1, 2}}, {{3, 4}} }};",
         "",
         NULL,
         "C f32 2x2",
         {ONE, TWO}},
        {"inline const std::array<::std::array<float, 2>, 2> a{{ {1, 2}, {3, 4}, }};",
         ":a",
         NULL,
         "C f32 2x2",
         {ONE, TWO}},
        {"const std::array<float, 2> a[2] = {{1, 2}, {3, 4}};", "", NULL, "C f32 2x2", {ONE, TWO}},
        {"std::array<float, 4> const a = {1, 2, 3, 4};", "", NULL, "C f32 4", {ONE, TWO}},
        {"namespace n { const std::vector<std::vector<float>> a{{1, 2}, {3, 4}}; }",
         "",
         NULL,
         "C f32 2x2",
         {ONE, TWO}},
        {"struct s { public: static constexpr float a[2][2]{{1, 2}, {3, 4}}; };",
         "",
         NULL,
         "C f32 2x2",
         {ONE, TWO}},
        {"[[maybe_unused]] alignas(16) static const float a[][2] = {1, 2, 3, 4};",
         "",
         NULL,
         "C f32 2x2",
         {ONE, TWO}},
        {"__attribute__((aligned(4))) float a[N][D] __attribute__((used)) PROGMEM = {{1,2},{3,4}};",
         "",
         NULL,
         "C f32 2x2",
         {ONE, TWO}},
        {"extern \"C\" const float a[2][1][2] = {{{1, 2}}, {{3, 4}}};",
         "",
         NULL,
         "C f32 2x2",
         {ONE, TWO}},
        {"int f(void) { int b = 1; { static float a[4] = {1, 2, 3, 4}; } }",
         "",
         NULL,
         "C f32 4",
         {ONE, TWO}},
        {"__extension__ typedef float real;\nextern real a[4], c;\nreal a[4] = {1, 2, 3, 4};",
         "",
         NULL,
         "C f32 4",
         {ONE, TWO}},
        {"real a[4] = {1., 2, 3, 4};", "", "f32", "C f32 4", {ONE, TWO}},
        {"word a[4] = {0x3f800000, 1073741824, 0x40400000, 0x40800000};",
         "",
         "f32",
         "C f32 4",
         {ONE, TWO}},
        {"union u { unsigned b[2][2]; float v[2][2]; };\n#define a (a_storage.v)\n"
         "static const union u a_storage = {{{0x3f800000, 0x40000000}, {0x40400000, 0x40800000}}};",
         ":a",
         NULL,
         "C f32 2x2",
         {ONE, TWO}},
        {"uint16_t a[2] = {0x3f80, 0x4000};", "", "bf16", "C bf16 2", {0x40003f80}},
        {"static const std::uint8_t a[] = {0b1, 0xF'f, 1'0, '0' - '0'};",
         "",
         NULL,
         ":1: a string in the initialiser: only numbers are read",
         {0}},
        {"static const std::uint8_t a[] = {0b1, 0xF'f, 1'0, 011};",
         "",
         NULL,
         "C u8 4",
         {0x090aff01}},
        {"_Float16 a[] = {(_Float16)0x1.8p0f, -1.0009765625};", "", NULL, "C f16 2", {0xbc013e00}},
        {"__bf16 a[] = {1.00390625f, 1.01171875f};", "", NULL, "C bf16 2", {0x3f823f80}},
        {"long a[] = {-2147483647L - 1, 7};", "", "q31", "C q31 2", {0x80000000, 7}},
        {"unsigned long a[] = {0x3f80000040000000ul};",
         "",
         "f64",
         "C f64 1",
         {0x40000000, 0x3f800000}},
        {"struct s v[] = {{1}}; float a[] = {1};", "", NULL, "C f32 1", {0x3f800000}},
        {"\xef\xbb\xbf"
         "float\ta[] = {1, /* 7, */ 2, // 8,\n 3, 4\n#pragma x\n};\r\n",
         "",
         NULL,
         "C f32 4",
         {ONE, TWO}},
        {"const char *s = \"float b[] = {1}; \\\" \\\n\"; // float c[] = {1};\\\n float d[] = "
         "{1};\n"
         "float a[] = {1};",
         "",
         NULL,
         "C f32 1",
         {0x3f800000}},
        {"#ifndef H\n#define H\n#ifdef __cplusplus\nextern \"C\" {\n#endif\nfloat a[] = "
         "{1};\n#ifdef __cplusplus\n}\n#endif\n#endif",
         "",
         NULL,
         "C f32 1",
         {0x3f800000}},
        {"#if !defined(H)\n#define H 1\nfloat a[] = {1};\n#endif",
         "",
         NULL,
         "C f32 1",
         {0x3f800000}},
        {"#if ! defined H\n#define H\n#if X\n#define C const\n#else\n#define C\n#endif\nC float "
         "a[] = {1};\n#endif",
         "",
         NULL,
         "C f32 1",
         {0x3f800000}},
        {"#ifndef H\n#define H\nfloat a[] = {1};\n#else\nint b;\n#endif",
         "",
         NULL,
         "C f32 1",
         {0x3f800000}},
        {"#if 0\nfloat b[] = {2};\n#endif\nfloat a[] = {1};", ":a", NULL, "C f32 1", {0x3f800000}},
        {"float a[4] = {((((((((((1)))))))))), {2}, (+3), (4)};", "", NULL, "C f32 4", {ONE, TWO}},
        {"#endif\n#else\nfloat a[] = {1};", "", NULL, "C f32 1", {0x3f800000}},
        {"const char s[] = \"//\"; float a[] = {1};", "", NULL, "C f32 1", {0x3f800000}},
        {"/* // */ float a[] = {1}; // /*\n", "", NULL, "C f32 1", {0x3f800000}},
        {"#define S \"/*\"\nfloat a[] = {1};", "", NULL, "C f32 1", {0x3f800000}},
        {"float a[] = {1,\n# 2 \"x.h\"\n2,\n#line 3\n3, 4};", "", NULL, "C f32 4", {ONE, TWO}},
    };
    (void)state;
    for (size_t k = 0; k < sizeof sources / sizeof *sources; k++)
        expect_source(&sources[k]);
}

static void test_refused(void **state) {
    static const struct source sources[] = {
        {"float b[1] = {1}, c; float a[2] = {1, 2};",
         "",
         NULL,
         ": has several arrays: 'b', 'a': x.hpp:NAME says which",
         {0}},
        {"float b[1] = {1}; float aa[2] = {1, 2};",
         ":ab",
         NULL,
         ": has no array 'ab', but 'b', 'aa' (did you mean aa?)",
         {0}},
        {"extern float a[2];\nint main() { return a[1]; }",
         ":a",
         NULL,
         ": has no array with an initialiser of numbers",
         {0}},
        {"int main() { return 0; }",
         "",
         NULL,
         ": has no array with an initialiser of numbers",
         {0}},
        {"float a[] = {1};\nfloat a[] = {2};",
         ":a",
         NULL,
         ":2: 'a' is defined in line 1 already: preprocess it (grep -v '#include' x.hpp | cc -E "
         "-xc - > one.i), "
         "and audit that",
         {0}},
        {"float a[] = {1};\nfloat a[] = {2};",
         "",
         NULL,
         ":2: 'a' is defined in line 1 already: preprocess it (grep -v '#include' x.hpp | cc -E "
         "-xc - > one.i), "
         "and audit that",
         {0}},
        {"#if 1\nfloat a[] = {1};\n#else\nfloat a[] = {2};\n#endif",
         ":a",
         NULL,
         ":4: 'a' is defined in line 2 already: preprocess it (grep -v '#include' x.hpp | cc -E "
         "-xc - > one.i), "
         "and audit that",
         {0}},
        {"#if 1\nfloat a[] = {1};\n#else\nfloat a[] = {2};\n#endif",
         "",
         NULL,
         ":4: 'a' is defined in line 2 already: preprocess it (grep -v '#include' x.hpp | cc -E "
         "-xc - > one.i), "
         "and audit that",
         {0}},
        {"TABLE(x) a[] = {1, 2};",
         "",
         NULL,
         ": the size of 'a macro' isn't known: give --type",
         {0}},
        {"f(x); g(y) = {1};", "", NULL, ": has no array with an initialiser of numbers", {0}},
        {"float a[] = {\n#ifdef W\n1\n#else\n2\n#endif\n};",
         "",
         NULL,
         ":2: #ifdef W is within 'a': preprocess it (grep -v '#include' x.hpp | cc -E -xc - > "
         "one.i), and audit "
         "that",
         {0}},
        {"float a[2][1] = {\n{1},\n#if 1 \n{2},\n#endif\n};",
         "",
         NULL,
         ":3: #if 1 is within 'a': preprocess it (grep -v '#include' x.hpp | cc -E -xc - > one.i), "
         "and audit "
         "that",
         {0}},
        {"float a[2][1] = {{1}, B};",
         "",
         NULL,
         ":1: 'B' in the initialiser: only numbers, braces and commas are read",
         {0}},
        {"float a[2][1] = {{1}, ", "", NULL, ":1: the file ends within the initialiser", {0}},
        {"#ifdef W\ntypedef double real;\n#else\ntypedef float real;\n#endif\nreal a[] = {1};",
         "",
         NULL,
         ": the size of 'real' isn't known: give --type",
         {0}},
        {"#ifdef W\nconst double\n#else\nconst float\n#endif\na[] = {1};",
         "",
         NULL,
         ": the size of 'double float' isn't known: give --type",
         {0}},
        {"float (*const a[2])[1] = {\n b, c };",
         "",
         NULL,
         ":1: an array of pointers takes the elements from elsewhere: audit that",
         {0}},
        {"__asm__(\"x\"\n\".incbin \\\"y\\\"\");",
         "",
         NULL,
         ":2: .incbin takes the elements from elsewhere: audit that",
         {0}},
        {"static const union u a = {{\n#embed \"x\"\n}};",
         "",
         NULL,
         ":2: #embed takes the elements from elsewhere: audit that",
         {0}},
        {"const unsigned char a[] = {\n#embed \"x\"\n};",
         "",
         NULL,
         ":2: #embed takes the elements from elsewhere: audit that",
         {0}},
        {"float a[] = {\n#include \"x\"\n};",
         "",
         NULL,
         ":2: #include \"x\" is within 'a': preprocess it (grep -v '#include' x.hpp | cc -E -xc - "
         "> one.i), and "
         "audit that",
         {0}},
        {"float a[2] = {1,\n B(2)};",
         "",
         NULL,
         ":2: 'B' in the initialiser: only numbers, braces and commas are read",
         {0}},
        {"unsigned char a[][3] = {\"ab\"};",
         "",
         "u8",
         ":1: a string in the initialiser: only numbers are read",
         {0}},
        {"int32_t a[1] = {-(7 - 1)};",
         "",
         NULL,
         ":1: '(' in the initialiser: only numbers, braces and commas are read",
         {0}},
        {"float a[1] = {-(3)};",
         "",
         NULL,
         ":1: '(' in the initialiser: only numbers, braces and commas are read",
         {0}},
        {"float a[1] = {- -3};",
         "",
         NULL,
         ":1: '-' in the initialiser: only numbers, braces and commas are read",
         {0}},
        {"int32_t a[1] = {-7 - 1};",
         "",
         NULL,
         ":1: '-' in the initialiser: only numbers, braces and commas are read",
         {0}},
        {"int32_t a[1] = {2147483647 - 1};",
         "",
         NULL,
         ":1: '-' in the initialiser: only numbers, braces and commas are read",
         {0}},
        {"int32_t a[1] = {-2147483647 - 2};",
         "",
         NULL,
         ":1: '2' in the initialiser: only numbers, braces and commas are read",
         {0}},
        {"float a[1] = {1 + 2};",
         "",
         NULL,
         ":1: '+' in the initialiser: only numbers, braces and commas are read",
         {0}},
        {"float a[2] = {1.0/3, 1};",
         "",
         NULL,
         ":1: '/' in the initialiser: only numbers, braces and commas are read",
         {0}},
        {"float a[2] = {[1] = 1};",
         "",
         NULL,
         ":1: '[' in the initialiser: only numbers, braces and commas are read",
         {0}},
        {"float a[2] = {(double)1, 1};",
         "",
         NULL,
         ":1: a cast to 'double': only one to the type of the elements is read",
         {0}},
        {"float a[2][2] = {{1, 2},\n {3}};",
         "",
         NULL,
         ":2: these braces have 1 parts, those before have 2",
         {0}},
        {"float a[2][2] = {{1, 2}};", "", NULL, WRONG_SHAPE, {0}},
        {"float a[][3] = {1, 2};", "", NULL, WRONG_SHAPE, {0}},
        {"float a[2][3] = {{1, 2}, {3, 4}, {5, 6}};", "", NULL, WRONG_SHAPE, {0}},
        {"float a[2] = {1, 2, 3};", "", NULL, WRONG_SHAPE, {0}},
        {"float a[3] = {{1, 2}, 3};", "", NULL, WRONG_SHAPE, {0}},
        {"float a[4] = {1, {2, 3}, 4};", "", NULL, WRONG_SHAPE, {0}},
        {"float a[2] = {};", "", NULL, ":1: braces with nothing in them", {0}},
        {"float a[2] = {1 2};",
         "",
         NULL,
         ":1: '2' in the initialiser: only numbers, braces and commas are read",
         {0}},
        {"float a[2] = {1,, 2};",
         "",
         NULL,
         ":1: ',' in the initialiser: only numbers, braces and commas are read",
         {0}},
        {"float a[2] = {1, 2", "", NULL, ":1: the file ends within the initialiser", {0}},
        {"float a[1] = {1e39};",
         "",
         NULL,
         ":1: '1e39' doesn't fit into numbers of type 'float'",
         {0}},
        {"float a[1] = {1e39f};", "", NULL, ":1: '1e39f' is too large for its type", {0}},
        {"float a[1] = {1.0L};",
         "",
         NULL,
         ":1: '1.0L' is not a number of C, or has a suffix other than f",
         {0}},
        {"const char *s = R\"(x)\"; float a[1] = {1};",
         "",
         NULL,
         ":1: raw strings aren't read",
         {0}},
        {"using real = float; real a[4] = {1, 2, 3, 4};",
         "",
         NULL,
         ": the size of 'real' isn't known: give --type",
         {0}},
        {"#define REAL float\nREAL a[4] = {1, 2, 3, 4};",
         "",
         NULL,
         ": the size of 'REAL' isn't known: give --type",
         {0}},
        {"typedef float row[2]; row a[2] = {{1, 2}, {3, 4}};",
         "",
         NULL,
         ": the size of 'row' isn't known: give --type",
         {0}},
        {"typedef float row[2]; row a[2] = {{1., 2}, {3, 4}};", "", "f32", WRONG_SHAPE, {0}},
        {"const long a[] = {1};", "", NULL, ": the size of 'long' isn't known: give --type", {0}},
        {"#define a b\nfloat b[] = {1};", ":a", NULL, ": has no array 'a', but 'b'", {0}},
        {"float a[] = {1};\nfloat a[] = {2};", ":b", NULL, ": has no array 'b', but 'a', 'a'", {0}},
        {"typedef float *row; row a[] = {0};",
         "",
         NULL,
         ": the size of 'row' isn't known: give --type",
         {0}},
        {"float a[1 = {1};", "", NULL, ": has no array with an initialiser of numbers", {0}},
        {"float a[1][1][1][1][1][1][1][1][1][1][1][1][1][1][1][1][1] = {1};",
         "",
         NULL,
         ": has no array with an initialiser of numbers",
         {0}},
        {"float a[1] = {1f};", "", NULL, ":1: '1f' is not a number of C", {0}},
        {"float a[1] = {1.0f16};",
         "",
         NULL,
         ":1: '1.0f16' is not a number of C, or has a suffix other than f",
         {0}},
        {"int a[1] = {08};", "", NULL, ":1: '08' is not a number of C", {0}},
        {"int a[1] = {18446744073709551616};",
         "",
         NULL,
         ":1: '18446744073709551616' has more than 64 bits",
         {0}},
        {"int8_t a[1] = {128};",
         "",
         "q7",
         ":1: '128' doesn't fit into integers of type 'int8_t'",
         {0}},
        {"int8_t a[1] = {-129};",
         "",
         "q7",
         ":1: '-129' doesn't fit into integers of type 'int8_t'",
         {0}},
        {"uint8_t a[1] = {256};",
         "",
         NULL,
         ":1: '256' doesn't fit into integers of type 'uint8_t'",
         {0}},
        {"uint8_t a[1] = {-1};",
         "",
         NULL,
         ":1: '-1' doesn't fit into integers of type 'uint8_t'",
         {0}},
        {"uint8_t a[1] = {1.0};",
         "",
         NULL,
         ":1: '1.0' doesn't fit into integers of type 'uint8_t'",
         {0}},
        {"uint16_t a[1] = {1};",
         "",
         NULL,
         ": elements stored as uint16_t can be of type f16, bf16 or u16: --type says which",
         {0}},
        {"uint16_t a[1] = {1};",
         "",
         "q15",
         ": elements stored as uint16_t are of type f16, bf16 or u16, not q15",
         {0}},
        {"float a[1] = {1};",
         "",
         "f64",
         ": elements stored as float are of type f32, not f64",
         {0}},
        {"real a[1] = {1};", "", NULL, ": the size of 'real' isn't known: give --type", {0}},
        {"float a[1] = {1}; /* ...", "", NULL, ":1: a comment has no end", {0}},
        {"const char *s = \"\n", "", NULL, ":1: a string has no end", {0}},
        {"float a[1] = {\1};",
         "",
         NULL,
         ":1: a control character: this is not a source of C or C++",
         {0}},
        {"float a = {{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{1;",
         "",
         NULL,
         ": has no array with an initialiser of numbers",
         {0}},
        {"float a[] = {{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{1;",
         "",
         NULL,
         ":1: braces are nested more than 32 deep",
         {0}},
        {"float a[] = {((1)};",
         "",
         NULL,
         ":1: '}' in the initialiser: only numbers, braces and commas are read",
         {0}},
        {"float a[2][2][2][2][2][2][2][2][2] = {",
         "",
         NULL,
         ":1: the file ends within the initialiser",
         {0}},
    };
    (void)state;
    for (size_t k = 0; k < sizeof sources / sizeof *sources; k++)
        expect_source(&sources[k]);
    expect_source(
        &(struct source){"float a[1] = {1};", ":b", NULL, ": has no array 'b', but 'a'", {0}});
    write_text("x.c", "float a[1] = {1};");
    expect_message("x.c", (struct array_words){NULL, "little"},
                   "x.c: a source of C has no byte order: leave out endian");
    unlink("x.c");
}

static void test_huge(void **state) {
    (void)state;
    write_text("x.c", "float a[1] = {1");
    assert_int_equal(truncate("x.c", INT64_C(4) << 30), 0); /* sparse */
    expect_message("x.c", nothing,
                   "x.c: has 4294967296 bytes: sources of more than 2147483647 aren't read");
    assert_int_equal(truncate("x.c", INT32_MAX), 0);
    expect_message("x.c", nothing, "x.c:1: a control character: this is not a source of C or C++");
    FILE *out = fopen("x.c", "w");
    fprintf(out, "float a[] = {%05000d};", 1);
    fclose(out);
    expect_message("x.c", nothing, "x.c:1: a number is too long");
    unlink("x.c");
}

static void test_impossible_sizes(void **state) {
    static const struct source sources[] = {
        {"float a[99999999999999999999][2] = {{1, 2}};", "", NULL, WRONG_SHAPE, {0}},
        {"float a[2][18446744073709551616] = {{1, 2}};", "", NULL, WRONG_SHAPE, {0}},
        {"float a[4294967296][4294967296] = {{1, 2}};", "", NULL, WRONG_SHAPE, {0}},
    };
    (void)state;
    for (size_t k = 0; k < sizeof sources / sizeof *sources; k++)
        expect_source(&sources[k]);
}

/* The first 256 names of types are kept, 24 of which are known anyway. */
static void test_many_types(void **state) {
    char text[8000];
    size_t used = 0;
    (void)state;
    for (int k = 0; k < 280; k++)
        used += (size_t)snprintf(text + used, sizeof text - used, "typedef float t%d;\n", k);
    for (int k = 231; k < 233; k++) {
        snprintf(text + used, sizeof text - used, "t%d a[] = {1};", k);
        const struct source source = {text,
                                      "",
                                      NULL,
                                      k < 232 ? "C f32 1"
                                              : ": the size of 't232' isn't known: give --type",
                                      {0x3f800000}};
        expect_source(&source);
    }
}

/* The places after the point, and the digits from the first that isn't 0 on. */
static void test_digits(void **state) {
    static const struct {
        const char *text;
        int places, digits;
    } sources[] = {
        {"float a[] = {0.00120f};", 5, 3},  {"float a[] = {1.25e3, -2.5};", 1, 3},
        {"float a[] = {12e-4f};", 4, 2},    {"float a[] = {0x1.8p0, 7};", 0, 0},
        {"float a[] = {0.5, 10.0};", 1, 3},
    };
    (void)state;
    for (size_t k = 0; k < sizeof sources / sizeof *sources; k++) {
        struct array array;
        write_text("x.c", sources[k].text);
        assert_null(array_open(&array, "x.c", nothing));
        assert_int_equal(array.places, sources[k].places);
        assert_int_equal(array.digits, sources[k].digits);
        array_close(&array);
    }
    unlink("x.c");
}

static void test_strings_and_macros(void **state) {
    static const struct source sources[] = {
        {"int n;\nconst char pe[]=\"\\x00\\x01\";",
         "",
         "f32",
         ":2: 'pe' isn't initialised by numbers in braces",
         {0}},
        {"const char pe[] =\n\"\\x00\" \"\\x01\";",
         "",
         NULL,
         ":2: 'pe' isn't initialised by numbers in braces",
         {0}},
        {"static const char *pe = \"ab\";",
         "",
         NULL,
         ":1: 'pe' isn't initialised by numbers in braces",
         {0}},
        {"unsigned char pe[2][3] = {\"ab\", \"cd\"};",
         "",
         "f32",
         ":1: a string in the initialiser: only numbers are read",
         {0}},
        {"union u { unsigned char b[4]; float v; };\nunion u pe = {{\n\"abc\"}};",
         "",
         "f32",
         ":3: a string in the initialiser: only numbers are read",
         {0}},
        {"const union u pe = {{\"abc\"}};",
         "",
         NULL,
         ":1: a string in the initialiser: only numbers are read",
         {0}},
        {"#define T {{1, 2}, {3, 4}}\nstatic const float pe[2][2] = T;",
         "",
         NULL,
         ":2: 'pe' isn't initialised by numbers in braces",
         {0}},
        {"std::array<float, 2> pe = T;",
         "",
         "f16",
         ":1: 'pe' isn't initialised by numbers in braces",
         {0}},
        {"float pe[2] = {T};",
         "",
         "f16",
         ":1: 'T' in the initialiser: only numbers, braces and commas are read",
         {0}},
        {"int n;\nconst char pe[]=\"\\x00\\x01\";",
         ":pe",
         "f32",
         ":2: 'pe' isn't initialised by numbers in braces",
         {0}},
        {"const char pe[] =\n\"\\x00\" \"\\x01\";",
         ":pe",
         NULL,
         ":2: 'pe' isn't initialised by numbers in braces",
         {0}},
        {"static const char *const pe = \"ab\";",
         ":pe",
         NULL,
         ":1: 'pe' isn't initialised by numbers in braces",
         {0}},
        {"unsigned char pe[2][3] = {\"ab\", \"cd\"};",
         ":pe",
         "f32",
         ":1: a string in the initialiser: only numbers are read",
         {0}},
        {"union u { unsigned char b[4]; float v; };\nunion u pe = {{\n\"abc\"}};",
         ":pe",
         "f32",
         ":3: a string in the initialiser: only numbers are read",
         {0}},
        {"const union u pe = {{\"abc\"}};",
         ":pe",
         NULL,
         ":1: a string in the initialiser: only numbers are read",
         {0}},
        {"#define T {{1, 2}, {3, 4}}\nstatic const float pe[2][2] = T;",
         ":pe",
         NULL,
         ":2: 'pe' isn't initialised by numbers in braces",
         {0}},
        {"std::array<float, 2> pe = T;",
         ":pe",
         "f16",
         ":1: 'pe' isn't initialised by numbers in braces",
         {0}},
        {"float pe[2] = {T};",
         ":pe",
         "f16",
         ":1: 'T' in the initialiser: only numbers, braces and commas are read",
         {0}},
        {"#define pe {1, 2}\nfloat b[] = {1};", ":pe", NULL, ": has no array 'pe', but 'b'", {0}},
        /* Other variables may be of any kind. */
        {"int n = N; const char *s = \"x\", t[] = \"y\"; float u[2] = V; float a[2] = {1, 2};",
         "",
         NULL,
         "C f32 2",
         {ONE, TWO}},
        {"char t[] = \"y\"; int16_t a[2] = {0x3f80, -0x4080};",
         "",
         "bf16",
         "C bf16 2",
         {0xbf803f80}},
    };
    (void)state;
    for (size_t k = 0; k < sizeof sources / sizeof *sources; k++)
        expect_source(&sources[k]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_as_compiled),
        cmocka_unit_test(test_many_numbers),
        cmocka_unit_test(test_declarations),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_impossible_sizes),
        cmocka_unit_test(test_many_types),
        cmocka_unit_test(test_digits),
        cmocka_unit_test(test_strings_and_macros),
        cmocka_unit_test(test_huge),
        cmocka_unit_test(test_pieces),
    };
    return cmocka_run_group_tests(tests, make_array_folder, remove_array_folder);
}
