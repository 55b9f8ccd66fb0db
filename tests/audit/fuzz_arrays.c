/* SPDX-License-Identifier: MIT */
/* Hostile files: fuzz_arrays FOLDER COUNT [SEED] writes COUNT files into a folder, changed copies of valid ones of each kind,
 * and reads each as an array. What opens must have the elements that its shape says, the same in pieces of any size; what
 * doesn't must have a message of one line. Sanitizers see the rest. The same seed makes the same files. */
#include "../unit/chance.h"

#include "base/file.h"
#include "read/array.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum { ROOM = 1 << 14 };

struct bytes {
    size_t count;
    unsigned char at[ROOM];
};

static uint64_t state = 1;

static uint64_t random_below(uint64_t end) {
    return (chance_from(&state) >> 11) % end;
}

static void add(struct bytes *b, const void *bytes, size_t count) {
    if (count <= ROOM - b->count) {
        memcpy(b->at + b->count, bytes, count);
        b->count += count;
    }
}

static void add_text(struct bytes *b, const char *text) {
    add(b, text, strlen(text));
}

/* --- valid files */

static void add_number(struct bytes *b, uint64_t number, unsigned bytes) {
    for (; bytes > 0; bytes--, number >>= 8)
        add(b, &(unsigned char){(unsigned char)number}, 1);
}

static void make_npy(struct bytes *b, unsigned which) {
    static const struct {
        const char *dictionary;
        size_t bytes;
    } files[] = {
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }", 24},
        {"{'descr': '>f8', 'fortran_order': True, 'shape': (1, 2, 3), }", 48},
        {"{'shape': (4,), 'fortran_order': False, 'descr': '|i1'}", 4},
        {"{'descr': '<c8', 'fortran_order': True, 'shape': (3L, 2L)}\n", 48},
        {"{\"descr\": \"=u2\", \"fortran_order\": False, \"shape\": (5, 2,)}", 20},
        {"{'descr': '<i2', 'fortran_order': True, 'shape': (2, 3, 4)}", 48},
        {"{'descr': '|V2', 'fortran_order': True, 'shape': (2, 3)}", 12},
        {"{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,)}", 4},
        {"{'descr': '<f2', 'fortran_order': False, 'shape': (4294967296, 4294967296)}", 8},
    };
    unsigned version = 1 + which % 3;
    which /= 3;
    which %= sizeof files / sizeof *files;
    add(b, "\x93NUMPY", 6);
    add_number(b, version, 2);
    add_number(b, strlen(files[which].dictionary), version == 1 ? 2 : 4);
    add_text(b, files[which].dictionary);
    for (size_t k = 0; k < files[which].bytes; k++)
        add_number(b, k, 1);
}

static void make_safetensors(struct bytes *b, unsigned which) {
    static const struct {
        const char *header;
        size_t bytes;
    } files[] = {
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[2,3],\"data_offsets\":[0,24]}}   ", 24},
        {"{\"__metadata__\":{\"command\":\"posenc --type q7\",\"type\":\"q7\"},"
         "\"a\":{\"dtype\":\"I8\",\"shape\":[2,3],\"data_offsets\":[0,6]}}",
         6},
        {"{\"a\":{\"dtype\":\"BF16\",\"shape\":[2,2],\"data_offsets\":[0,8]},"
         "\"pos.b\":{\"dtype\":\"U16\",\"shape\":[2],\"data_offsets\":[8,12]},"
         "\"c\":{\"dtype\":\"C64\",\"shape\":[1,2,1],\"data_offsets\":[12,28]}}",
         28},
        {"{\"a\":{\"dtype\":\"F64\",\"shape\":[4294967296,4294967296],\"data_offsets\":[0,0]}}", 0},
        {"{\"a\":{\"dtype\":\"F8_E4M3\",\"shape\":[4],\"data_offsets\":[0,4]},"
         "\"b\":{\"dtype\":\"I64\",\"shape\":[0],\"data_offsets\":[4,4]}}",
         4},
    };
    which %= sizeof files / sizeof *files;
    add_number(b, strlen(files[which].header), 8);
    add_text(b, files[which].header);
    for (size_t k = 0; k < files[which].bytes; k++)
        add_number(b, k, 1);
}

static void make_source(struct bytes *b, unsigned which) {
    static const char *const files[] = {
        "static const float a[2][3] = {{1, 2.5f, -3e-2}, /* x */ {0x1.8p-3f, 1'0.5, 017},}; // "
        "end\n",
        "#define b (a.v)\n#define REAL float\nunion u { unsigned int i[4]; float v[4]; };\n"
        "static const union u a = {{0x3f800000, 0x3F000000u, 0, 1}};\n",
        "inline constexpr std::array<std::array<std::uint16_t, 2>, 2>\n a = {{ {{0x3f80, 1}}, {{2, "
        "3}} "
        "}};\n",
        "__extension__ typedef _Float16 half;\nextern const half a[];\n"
        "const half a[2][1] = { { (half)0x1.8p-1f }, { (half)-0x1p+0f } };\n",
        "static const char s[] = \"{\\\"}\"; const char *t[2] = {R\"x({)x\", \"b\"}; int c = "
        "'\\'';\n"
        "const int32_t a[2] = {(-2147483647 - 1), -2147483647-1};\n",
        "namespace n { [[maybe_unused]] alignas(16) const std::vector<double> a{1., .5, 1e-300}; "
        "}\n",
        "using real = float;\nreal c[] = {1}; struct s x[] = {{1}};\nconst real a[][2] = {1, 2, 3, "
        "4};\n",
        "#if 1\\\n0\nint f(int i) { return i; }\n#embed \"x\"\n#endif\nlong a[2] PROGMEM = {1, "
        "\n#line 3\n 2};",
        "#define T {1, 2}\nconst float a[2] = T; const char *const b = \"x\", c[] = \"y\" \"z\";",
        "#ifdef A\nfloat a[-1][1.5] = {1};\n#else\nfloat a[99999999999999999999] = {1};\n#endif",
        "float a[2][2][2] = {{{1,2},{3,4}},{{5,6},{7,8}}}, c[1] = {1}; asm(\".incbin \\\"x\\\"\");",
    };
    add_text(b, files[which % (sizeof files / sizeof *files)]);
}

static void make_raw(struct bytes *b, unsigned which) {
    static const char *const beginnings[] = {"", "PK\3\4", "\x93NUMPY", "GGUF", "\x89HDF"};
    add_text(b, beginnings[which % 5]);
    for (uint64_t k = random_below(64); k > 0; k--)
        add_number(b, random_below(256), 1);
}

/* --- changes */

static const char *const pieces[] = {
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "<",
    ">",
    ",",
    ";",
    "=",
    "-",
    "\\\n",
    "/*",
    "*/",
    "//",
    "\"",
    "'",
    "#",
    "R\"(",
    ")\"",
    "\n",
    "\0",
    "\xff",
    "\xef\xbb\xbf",
    "0",
    "1",
    "9",
    "1e999",
    "0x",
    "0x1p-1074",
    "0b1",
    "18446744073709551615",
    "18446744073709551616",
    "4294967296",
    "-1",
    "float",
    "double ",
    "union ",
    "std::array<",
    "std::vector<",
    "typedef ",
    "using ",
    "long ",
    "unsigned ",
    "uint16_t ",
    "const ",
    "a",
    "#define ",
    "#embed ",
    "#include ",
    ".incbin",
    "'descr': ",
    "'shape': ",
    "'fortran_order': ",
    "True",
    "'<f4'",
    "'|O'",
    "\"dtype\":",
    "\"shape\":",
    "\"data_offsets\":",
    "\"F32\"",
    "\"__metadata__\":",
    "null",
    "\x7f\xff\xff\xff\xff\xff\xff\xff",
    "\0\0\0\0\0\0\0\x80",
    "{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{",
};

static void replace(struct bytes *b, size_t from, size_t count, const void *bytes, size_t other) {
    struct bytes tail = {.count = 0};
    add(&tail, b->at + from + count, b->count - from - count);
    b->count = from;
    add(b, bytes, other);
    add(b, tail.at, tail.count);
}

static void change(struct bytes *b) {
    size_t from = random_below(b->count + 1), left = b->count - from;
    size_t count = left > 0 ? random_below(left < 16 ? left + 1 : 16) : 0;
    const char *piece = pieces[random_below(sizeof pieces / sizeof *pieces)];
    unsigned char copy[ROOM];
    switch (random_below(7)) {
    case 0:
        if (left > 0)
            b->at[from] ^= (unsigned char)(1 << random_below(8));
        break;
    case 1:
        if (left > 0)
            b->at[from] = (unsigned char)random_below(256);
        break;
    case 2:
        replace(b, from, count, "", 0);
        break;
    case 3:
        replace(b, from, 0, piece, *piece ? strlen(piece) : 1);
        break;
    case 4:
        replace(b, from, count, piece, *piece ? strlen(piece) : 1);
        break;
    case 5: /* a part of itself, perhaps many times */
        memcpy(copy, b->at + from, count);
        for (uint64_t k = random_below(8) ? 1 : random_below(200); k > 0; k--)
            replace(b, from, 0, copy, count);
        break;
    default:
        if (random_below(8) == 0)
            b->count = from;
    }
}

/* --- reading */

static void stop(const char *path, const char *what, const char *text) {
    fprintf(stderr, "%s: %s: %s\n", path, what, text);
    abort();
}

static void check_elements(const char *path, const struct array *array) {
    uint64_t count = 1;
    if (array->dimensions < 1 || array->dimensions > ARRAY_DIMENSIONS)
        stop(path, "dimensions", "");
    for (int k = 0; k < array->dimensions; k++)
        count *= array->size[k];
    if (count != array->count || count == 0 || count > ROOM)
        stop(path, "the count isn't that of the shape", "");
    unsigned width = array->type->bytes;
    unsigned char *whole = malloc((size_t)count * width), *piece = malloc((size_t)count * width);
    char *wrong = array_read(array, 0, (size_t)count, whole);
    if (wrong)
        stop(path, "can't be read", wrong);
    for (uint64_t at = 0, some; at < count; at += some) {
        some = 1 + random_below(count - at);
        wrong = array_read(array, at, (size_t)some, piece);
        if (wrong || memcmp(piece, whole + at * width, (size_t)some * width) != 0)
            stop(path, "a piece is another", wrong ? wrong : "");
    }
    free(whole);
    free(piece);
}

static void read_file(const char *path, uint64_t *opened) {
    static const char *const types[] = {NULL, NULL, "f32", "bf16", "f64", "q15", "i8"};
    static const char *const names[] = {"", "", ":a", ":a", ":pos.b"};
    struct array_words words = {types[random_below(7)], random_below(16) ? NULL : "little"};
    struct array array;
    char name[4096];
    snprintf(name, sizeof name, "%s%s", path, names[random_below(5)]);
    char *wrong = array_open(&array, name, words);
    if (wrong) {
        if (!*wrong || strchr(wrong, '\n'))
            stop(path, "the message isn't one line", wrong);
        free(wrong);
        return;
    }
    ++*opened;
    check_elements(path, &array);
    array_close(&array);
}

int main(int count, char **arguments) {
    static const struct {
        const char *extension;
        void (*make)(struct bytes *, unsigned which);
    } kinds[] = {{"x.npy", make_npy},    {"x.safetensors", make_safetensors},
                 {"x.hpp", make_source}, {"x.bin", make_raw},
                 {"x", make_npy},        {"y", make_safetensors}};
    if (count < 3)
        return 2;
    state = count > 3 ? strtoull(arguments[3], NULL, 10) * 2654435761u + 1 : 1;
    file_start();
    uint64_t opened = 0, files = strtoull(arguments[2], NULL, 10);
    for (uint64_t file = 0; file < files; file++) {
        unsigned kind = (unsigned)random_below(6);
        struct bytes bytes = {.count = 0};
        char path[2048];
        kinds[kind].make(&bytes, (unsigned)random_below(1000));
        for (uint64_t k = random_below(6); k > 0; k--)
            change(&bytes);
        snprintf(path, sizeof path, "%s/%s", arguments[1], kinds[kind].extension);
        remove(path); /* a file that is made shorter and written again goes to the disk at once */
        FILE *out = fopen(path, "wb");
        if (!out || fwrite(bytes.at, 1, bytes.count, out) != bytes.count || fclose(out) != 0)
            stop(path, "can't be written", "");
        read_file(path, &opened);
    }
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    printf("%" PRIu64 " files, of which %" PRIu64 " opened; %ld KiB\n", files, opened,
           usage.ru_maxrss);
    return opened <= files / 50; /* else nothing valid is tried; also of no files */
}
