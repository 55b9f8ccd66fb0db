/* SPDX-License-Identifier: MIT */
/* Raw arrays, .npy and .safetensors, made here byte by byte: their types and shapes, and their faults. */
#include "array_files.h"

#include <sys/stat.h>

static const struct array_words nothing = {NULL, NULL};

static struct array_words of_type(const char *type) {
    return (struct array_words){type, NULL};
}

/* --- raw */

static void test_raw(void **state) {
    static const unsigned char bytes[] = {0x3f, 0x80, 0, 0, 0xc0, 0, 0x12, 0x34};
    static const uint32_t little[] = {0x0000803f, 0x341200c0}, big[] = {0x3f800000, 0xc0001234};
    static const uint16_t halves[] = {0x3f80, 0, 0xc000, 0x1234};
    (void)state;
    write_array("x.bin", bytes, sizeof bytes);
    expect_array("x.bin", nothing, "raw f32 2", little);
    expect_array("x.bin", (struct array_words){"f32", "little"}, "raw f32 2", little);
    expect_array("x.bin", (struct array_words){"f32", "big"}, "raw f32 2", big);
    expect_array("x.bin", (struct array_words){"bf16", "big"}, "raw bf16 4", halves);
    expect_array("x.bin", of_type("s8"), "raw s8 8", bytes);
    expect_message("x.bin", (struct array_words){NULL, "middle"},
                   "endian 'middle' is none of little, big");
    expect_message("x.bin", of_type("q14"),
                   "type 'q14' is none of f32, f64, f16, bf16, q7, q15, q31, q23, s8, u8, i8, u16, "
                   "i16, u32, i32 "
                   "(did you mean q15?)");
    expect_message("x.bin:a", nothing, "x.bin: its array has no name, so it isn't 'a'");
    write_array("x.bin", bytes, 7);
    expect_message("x.bin", nothing,
                   "x.bin: 7 bytes are not a whole number of elements of type f32");
    write_array("x.bin", bytes, 0);
    expect_message("x.bin", nothing, "x.bin: is empty");
    write_array("x.bin:a", bytes, 4); /* the whole name wins */
    expect_array("x.bin:a", nothing, "raw f32 1", little);
    unlink("x.bin:a");
    unlink("x.bin");
}

static void test_not_files(void **state) {
    (void)state;
    expect_message("none", nothing, "none: No such file or directory");
    expect_message("none:a", nothing, "none: No such file or directory");
    expect_message(".", nothing, ".: is not a regular file");
    expect_message("/dev/zero", nothing, "/dev/zero: is not a regular file");
    assert_int_equal(mkfifo("fifo.npy", 0600), 0);
    expect_message("fifo.npy", nothing, "fifo.npy: is not a regular file");
    unlink("fifo.npy");
}

static void test_magic(void **state) {
    static const unsigned char tensors[] =
        "\x39\0\0\0\0\0\0\0"
        "{\"a\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":"
        "[0,2]}}    ab";
    (void)state;
    write_array("x", "PK\3\4....", 8);
    expect_message("x", nothing,
                   "x: is a ZIP archive, as .npz and .pt are: save its array as .npy or "
                   ".safetensors");
    write_array("x", "\x93NUMPY\1", 7);
    expect_message("x", nothing, "x: ends within its npy header");
    write_array("x", tensors, sizeof tensors - 1);
    expect_array("x", nothing, "safetensors u8 2", "ab");
    write_array("x", tensors, 8); /* a number like any other */
    expect_array("x", nothing, "raw f32 2", tensors);
    static const uint32_t other[] = {2, 0, 0x20205d5b}, shorter[] = {1, 0, 0x2020207b}; /* [], { */
    write_array("x", other, sizeof other);
    expect_array("x", nothing, "raw f32 3", other);
    write_array("x", shorter, sizeof shorter);
    expect_array("x", nothing, "raw f32 3", shorter);
    unlink("x");
}

/* --- npy */

/* Writes x.npy: that version, dictionary, and bytes 0, 1, 2... */
static void write_npy(int version, const char *dictionary, size_t bytes) {
    unsigned char file[1000] = "\x93NUMPY";
    size_t length = strlen(dictionary), at = version == 1 ? 10 : 12;
    file[6] = (unsigned char)version;
    file[8] = (unsigned char)(length % 256);
    file[9] = (unsigned char)(length / 256);
    memcpy(file + at, dictionary, length);
    for (size_t k = 0; k < bytes; k++)
        file[at + length + k] = (unsigned char)k;
    write_array("x.npy", file, at + length + bytes);
}

static void test_npy(void **state) {
    static const uint32_t words[] = {0x03020100, 0x07060504, 0x0b0a0908,
                                     0x0f0e0d0c, 0x13121110, 0x17161514};
    static const uint16_t big[] = {0x0001, 0x0203, 0x0405, 0x0607};
    unsigned char bytes[48];
    for (unsigned k = 0; k < sizeof bytes; k++)
        bytes[k] = (unsigned char)k;
    (void)state;
    for (int version = 1; version <= 3; version++) {
        write_npy(version, "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }   \n", 24);
        expect_array("x.npy", nothing, "npy f32 2x3", words);
    }
    expect_array("x.npy", (struct array_words){"f32", "little"}, "npy f32 2x3", words);
    write_npy(1, "{\"shape\":(1,2,1,3),'fortran_order':True,'descr':'<f4'}", 24);
    static const uint32_t turned[] = {0x03020100, 0x0b0a0908, 0x13121110,
                                      0x07060504, 0x0f0e0d0c, 0x17161514};
    expect_array("x.npy", nothing, "npy f32 2x3", turned);
    write_npy(1, " { 'descr' :'<c8', 'fortran_order': False , 'shape':( 3L , 1 , ) }", 24);
    expect_array("x.npy", nothing, "npy f32 3x2", words);
    write_npy(1, "{'descr': '<c16', 'fortran_order': True, 'shape': (1, 3)}", 48);
    expect_array("x.npy", nothing, "npy f64 3x2", bytes);
    write_npy(1, "{'descr': '>u2', 'fortran_order': False, 'shape': (4,)}", 8);
    expect_array("x.npy", of_type("bf16"), "npy bf16 4", big);
    expect_array("x.npy", of_type("f16"), "npy f16 4", big);
    expect_array("x.npy", (struct array_words){"u16", "big"}, "npy u16 4", big);
    write_npy(1, "{'descr': '<u4', 'fortran_order': False, 'shape': (6,)}", 24);
    expect_array("x.npy", of_type("f32"), "npy f32 6", words);
    write_npy(1, "{'descr': '<u8', 'fortran_order': False, 'shape': (3,)}", 24);
    expect_array("x.npy", of_type("f64"), "npy f64 3", words);
    write_npy(1, "{'descr': '|i1', 'fortran_order': False, 'shape': (1, 1)}", 1);
    expect_array("x.npy", (struct array_words){"q7", "big"}, "npy q7 1", bytes);
    write_npy(1, "{'descr': '|u1', 'fortran_order': False, 'shape': (2,)}", 2);
    expect_array("x.npy", nothing, "npy u8 2", bytes);
    unlink("x.npy");
}

/* Elements that aren't contiguous in the file are read in the order of the shape, wherever a read begins and ends. */
static void test_npy_fortran(void **state) {
    unsigned char bytes[48], wanted[48];
    for (unsigned k = 0; k < sizeof bytes; k++)
        bytes[k] = (unsigned char)k;
    (void)state;
    for (unsigned i = 0; i < 2; i++)
        for (unsigned j = 0; j < 3; j++)
            for (unsigned k = 0; k < 4; k++)
                wanted[(i * 3 + j) * 4 + k] = (unsigned char)(i + 2 * j + 6 * k);
    write_npy(1, "{'descr': '|u1', 'fortran_order': True, 'shape': (2, 1, 3, 4)}", 24);
    expect_array("x.npy", nothing, "npy u8 2x3x4", wanted);
    struct array array;
    assert_null(array_open(&array, "x.npy", nothing));
    for (unsigned first = 0; first < 24; first++)
        for (unsigned count = 1; first + count <= 24; count++) {
            assert_null(array_read(&array, first, count, bytes));
            assert_memory_equal(bytes, wanted + first, count);
        }
    array_close(&array);
    for (unsigned k = 0; k < sizeof bytes; k++)
        bytes[k] = (unsigned char)k;
    for (unsigned i = 0; i < 3; i++)
        for (unsigned j = 0; j < 2; j++)
            memcpy(wanted + (i * 2 + j) * 8, bytes + (i + 3 * j) * 8, 8);
    write_npy(1, "{'descr': '<c8', 'fortran_order': True, 'shape': (3, 2)}", 48);
    expect_array("x.npy", nothing, "npy f32 3x2x2", wanted);
    unlink("x.npy");
}

/* A part is whole slices along the first dimension, which is left out if it is 1. */
static void test_parts(void **state) {
    static const unsigned char wanted[] = {4, 5, 6, 7, 8, 9, 10, 11};
    unsigned char bytes[8];
    struct array array;
    (void)state;
    write_npy(1, "{'descr': '|u1', 'fortran_order': False, 'shape': (3, 4)}", 12);
    assert_null(array_open(&array, "x.npy", nothing));
    for (uint64_t slices = 1; slices <= 2; slices++) {
        const struct array part = array_part(&array, 4, 4 * slices);
        assert_int_equal(part.dimensions, slices);
        assert_int_equal(part.size[0], slices == 1 ? 4 : 2);
        assert_int_equal(part.size[slices - 1], 4);
        assert_int_equal(part.count, 4 * slices);
        assert_null(array_read(&part, 1, (size_t)part.count - 1, bytes));
        assert_memory_equal(bytes, wanted + 1, part.count - 1);
    }
    array_close(&array);
    unlink("x.npy");
}

/* PyTorch has no unsigned integers of 16 and 32 bits; ml_dtypes' bfloat16 is saved as bytes without a meaning. */
static void test_npy_bits(void **state) {
    static const uint16_t halves[] = {0x0100, 0x0302};
    static const uint32_t word[] = {0x03020100};
    (void)state;
    write_npy(1, "{'descr': '<i2', 'fortran_order': False, 'shape': (2,)}", 4);
    expect_array("x.npy", of_type("bf16"), "npy bf16 2", halves);
    expect_array("x.npy", of_type("f16"), "npy f16 2", halves);
    expect_message("x.npy", nothing,
                   "x.npy: elements stored as '<i2' can be of type f16, bf16, q15 or i16: --type "
                   "says which");
    write_npy(1, "{'descr': '<i4', 'fortran_order': False, 'shape': (1,)}", 4);
    expect_array("x.npy", of_type("f32"), "npy f32 1", word);
    expect_array("x.npy", nothing, "npy q31 1", word);
    static const char *const voids[] = {"|V2", "<V2"};
    for (int k = 0; k < 2; k++) {
        char header[80], message[120];
        snprintf(header, sizeof header, "{'descr': '%s', 'fortran_order': False, 'shape': (2,)}",
                 voids[k]);
        write_npy(1, header, 4);
        expect_array("x.npy", of_type("bf16"), "npy bf16 2", halves);
        snprintf(message, sizeof message,
                 "x.npy: elements stored as '%s' can be of type f16 or bf16: --type says which",
                 voids[k]);
        expect_message("x.npy", nothing, message);
        snprintf(message, sizeof message,
                 "x.npy: elements stored as '%s' are of type f16 or bf16, not i16", voids[k]);
        expect_message("x.npy", of_type("i16"), message);
    }
    unlink("x.npy");
}

static void test_npy_wrong_words(void **state) {
    (void)state;
    write_npy(1, "{'descr': '>u2', 'fortran_order': False, 'shape': (4,)}", 8);
    expect_message("x.npy", nothing,
                   "x.npy: elements stored as '>u2' can be of type f16, bf16 or u16: --type says "
                   "which");
    expect_message("x.npy", of_type("q15"),
                   "x.npy: elements stored as '>u2' are of type f16, bf16 or u16, not q15");
    expect_message("x.npy", (struct array_words){"f16", "little"},
                   "x.npy: its byte order is big-endian, not little");
    expect_message("x.npy:a", of_type("f16"), "x.npy: its array has no name, so it isn't 'a'");
    write_npy(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (2,)}", 8);
    expect_message("x.npy", of_type("f64"),
                   "x.npy: elements stored as '<f4' are of type f32, not f64");
    write_npy(1, "{'descr': '|i1', 'fortran_order': False, 'shape': (2,)}", 2);
    expect_message(
        "x.npy", nothing,
        "x.npy: elements stored as '|i1' can be of type q7, s8 or i8: --type says which");
    write_npy(1, "{'descr': '<i2', 'fortran_order': False, 'shape': (1,)}", 2);
    expect_message("x.npy", of_type("f32"),
                   "x.npy: elements stored as '<i2' are of type f16, bf16, q15 or i16, not f32");
    unlink("x.npy");
}

#define DICTIONARY "its npy header is not a dictionary of descr, fortran_order and shape"

static void test_npy_hostile(void **state) {
    static const char *const types =
        ", which isn't one of the types f2, f4, f8, i1, i2, i4, i8, u1, u2, "
        "u4, u8, c8, c16 and V2 with a byte order";
    static const struct {
        const char *dictionary;
        size_t bytes;
        const char *message;
    } files[] = {
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }", 23,
         "has 23 bytes of elements, where its shape has 6 elements of 4 bytes"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }", 28,
         "has 28 bytes of elements, where its shape has 6 elements of 4 bytes"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (4611686018427387905,)}", 4,
         "has 4 bytes of elements, where its shape has 4611686018427387905 elements of 4 bytes"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296)}", 4,
         "its shape has more than 2^64 elements"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (18446744073709551616,)}", 4,
         DICTIONARY},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (-1,)}", 4,
         "its shape is not a list of lengths"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (2 2)}", 4, DICTIONARY},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': ()}", 4,
         "holds a single number, no array"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (3, 0)}", 0,
         "the array is empty: its shape has a 0"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (2,2,2,2,2,2,2,2,2)}", 0,
         "its shape has more than 8 dimensions"},
        {"{'descr': '<f4', 'fortran_order': 0, 'shape': (1,)}", 4, DICTIONARY},
        {"{'descr': '<f4', 'shape': (1,)}", 4, DICTIONARY},
        {"{'descr': '<f4', 'descr': '<f4', 'shape': (1,)}", 4, DICTIONARY},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (1,), 'shape': (1,)}", 4, DICTIONARY},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (L1,)}", 4, DICTIONARY},
        {"{'descr': '<f4', 'evil': 1}", 4, DICTIONARY},
        {"{'descr': '<f4' 'shape': (1,)}", 4, DICTIONARY},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (1,)} x", 4, DICTIONARY},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (1,)", 0, DICTIONARY},
        {"{'descr': '<c\n8', 'fortran_order': False, 'shape': (1,)}", 8, DICTIONARY},
        {"{'descr': '<c\\n8', 'fortran_order': False, 'shape': (1,)}", 8, "holds '<c\\x0a8'"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': 'a'}", 4,
         "its shape is not a list of lengths"},
        {"__import__('os')", 0, DICTIONARY},
        {"{'descr': '<f4\\n', ", 0, DICTIONARY},
        {"{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,)}", 4,
         "holds records, not numbers"},
        {"{'descr': '|O', 'fortran_order': False, 'shape': (1,)}", 4,
         "holds objects ('|O'), not numbers"},
        {"{'descr': '<U8', 'fortran_order': False, 'shape': (1,)}", 32,
         "holds strings ('<U8'), not numbers"},
        {"{'descr': '|V3', 'fortran_order': False, 'shape': (1,)}", 3,
         "holds records or void ('|V3'), not numbers"},
        {"{'descr': '|b1', 'fortran_order': False, 'shape': (1,)}", 1,
         "holds booleans ('|b1'), not numbers"},
        {"{'descr': '<f16', 'fortran_order': False, 'shape': (1,)}", 16, "holds '<f16'"},
        {"{'descr': 'f4', 'fortran_order': False, 'shape': (1,)}", 4, "holds 'f4'"},
        {"{'descr': '|f4', 'fortran_order': False, 'shape': (1,)}", 4, "holds '|f4'"},
        {"{'descr': '', 'fortran_order': False, 'shape': (1,)}", 4, "holds ''"},
    };
    char message[300];
    (void)state;
    for (size_t k = 0; k < sizeof files / sizeof *files; k++) {
        write_npy(1, files[k].dictionary, files[k].bytes);
        bool type = strncmp(files[k].message, "holds '", 7) == 0;
        snprintf(message, sizeof message, "x.npy: %s%s", files[k].message, type ? types : "");
        expect_message("x.npy", nothing, message);
    }
    write_array("x.npy", "hello", 5);
    expect_message("x.npy", nothing, "x.npy: not an .npy file: wrong magic");
    write_array("x.npy", "\x93NUMPY\1\1\0\0{}", 12);
    expect_message("x.npy", nothing, "x.npy: npy version 1.1 is unknown");
    write_array("x.npy", "\x93NUMPY\4\0\0\0{}", 12);
    expect_message("x.npy", nothing, "x.npy: npy version 4.0 is unknown");
    write_array("x.npy", "\x93NUMPY\1\0\3\0{}", 12);
    expect_message("x.npy", nothing, "x.npy: ends within its npy header");
    write_array("x.npy", "\x93NUMPY\2\0\xff\xff\xff\xff{}", 14);
    expect_message("x.npy", nothing, "x.npy: ends within its npy header");
    write_array("x.npy", "\x93NUMPY\1\0\3\0{\0}", 13);
    expect_message("x.npy", nothing, "x.npy: " DICTIONARY);
    write_array("x.npy", "\x93NUMPY\2\0\0\0\1\0", 12);
    assert_int_equal(truncate("x.npy", 1 << 20), 0);
    expect_message("x.npy", nothing,
                   "x.npy: a header of 65536 bytes is too long for an array of numbers");
    unlink("x.npy");
}

/* --- safetensors */

static void write_tensors(const char *header, size_t bytes) {
    unsigned char file[1000] = "";
    size_t length = strlen(header);
    file[0] = (unsigned char)(length % 256);
    file[1] = (unsigned char)(length / 256);
    memcpy(file + 8, header, length);
    for (size_t k = 0; k < bytes; k++)
        file[8 + length + k] = (unsigned char)k;
    write_array("x.safetensors", file, 8 + length + bytes);
}

static void test_safetensors(void **state) {
    static const uint32_t words[] = {0x03020100, 0x07060504, 0x0b0a0908, 0x0f0e0d0c,
                                     0x13121110, 0x17161514, 0x1b1a1918};
    const uint16_t *halves = (const uint16_t *)words;
    (void)state;
    write_tensors("{\"a\":{\"dtype\":\"F32\",\"shape\":[1,2,2],\"data_offsets\":[0,16]}}  ", 16);
    expect_array("x.safetensors", nothing, "safetensors f32 2x2", words);
    expect_array("x.safetensors:a", (struct array_words){"f32", "little"}, "safetensors f32 2x2",
                 words);
    expect_message("x.safetensors", (struct array_words){NULL, "big"},
                   "x.safetensors: its byte order is little-endian, not big");
    expect_message("x.safetensors", of_type("f16"),
                   "x.safetensors: elements stored as F32 are of type f32, not f16");
    expect_message("x.safetensors:ab", nothing,
                   "x.safetensors: has no tensor 'ab', but 'a' (did you mean a?)");
    write_tensors("{\"b\":{\"dtype\":\"BF16\",\"shape\":[2],\"data_offsets\":[4,8]},"
                  "\"c\":{\"dtype\":\"U16\",\"shape\":[2],\"data_offsets\":[8,12]},"
                  "\"x.pos\":{\"dtype\":\"C64\",\"shape\":[2],\"data_offsets\":[12,28]},"
                  "\"a\":{\"dtype\":\"F16\",\"shape\":[2],\"data_offsets\":[0,4]}}",
                  28);
    expect_array("x.safetensors:a", nothing, "safetensors f16 2", halves);
    expect_array("x.safetensors:b", nothing, "safetensors bf16 2", halves + 2);
    expect_array("x.safetensors:c", of_type("bf16"), "safetensors bf16 2", halves + 4);
    expect_array("x.safetensors:x.pos", nothing, "safetensors f32 2x2", words + 3);
    expect_message("x.safetensors:b", of_type("f16"),
                   "x.safetensors: elements stored as BF16 are of type bf16, not f16");
    expect_message("x.safetensors", nothing,
                   "x.safetensors: has several tensors: 'x.pos', 'a', 'b', 'c': "
                   "x.safetensors:NAME says which");
    expect_message("x.safetensors:x.po", nothing,
                   "x.safetensors: has no tensor 'x.po', but 'x.pos', 'a', 'b', 'c' (did you mean "
                   "x.pos?)");
    write_tensors("{\"__metadata__\":{\"type\":\"s8\",\"command\":\"posenc --type s8\"},"
                  "\"a\":{\"dtype\":\"I8\",\"shape\":[2],\"data_offsets\":[0,2]}}",
                  2);
    expect_array("x.safetensors", nothing, "safetensors s8 2", words);
    expect_message("x.safetensors", of_type("q7"),
                   "x.safetensors: says that its type is s8, not q7");
    static const char *const others[] = {"", ",\"command\":\"posencoder --type s8\""};
    for (int k = 0; k < 2; k++) { /* the metadata is not posenc's */
        char header[200];
        snprintf(header, sizeof header,
                 "{\"__metadata__\":{\"type\":\"s8\"%s},"
                 "\"a\":{\"dtype\":\"I8\",\"shape\":[2],\"data_offsets\":[0,2]}}",
                 others[k]);
        write_tensors(header, 2);
        expect_message(
            "x.safetensors", nothing,
            "x.safetensors: elements stored as I8 can be of type q7, s8 or i8: --type says "
            "which");
    }
    unlink("x.safetensors");
}

/* A tensor's name may have colons and slashes, and so may a file's. The first colon after the name of a file cuts. */
static void test_names_with_colons(void **state) {
    static const uint8_t first[] = {0, 1}, second[] = {2, 3};
    (void)state;
    write_tensors("{\"emb:0\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[0,2]},"
                  "\"enc/emb:0\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[2,4]}}",
                  4);
    expect_array("x.safetensors:emb:0", nothing, "safetensors u8 2", first);
    expect_array("./x.safetensors:enc/emb:0", nothing, "safetensors u8 2", second);
    expect_message("x.safetensors:emb:1", nothing,
                   "x.safetensors: has no tensor 'emb:1', but 'emb:0', 'enc/emb:0' (did you mean "
                   "emb:0?)");
    rename("x.safetensors", "x:y.safetensors");
    expect_array("x:y.safetensors:emb:0", nothing, "safetensors u8 2", first);
    expect_message("x:y.safetensors:emb:1", nothing,
                   "x:y.safetensors: has no tensor 'emb:1', but 'emb:0', 'enc/emb:0' (did you mean "
                   "emb:0?)");
    unlink("x:y.safetensors");
    expect_message("x.safetensors:emb:0", nothing, "x.safetensors: No such file or directory");
    expect_message("x:y/z.npy", nothing, "x:y/z.npy: No such file or directory");
}

static void test_safetensors_hostile(void **state) {
    static const struct {
        const char *header;
        size_t bytes;
        const char *message;
    } files[] = {
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}}", 7,
         ": tensor 'a': its bytes end after the file"},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}}", 9,
         ": 1 bytes after its tensors"},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[4,12]}}", 12,
         ": tensor 'a': there are unused bytes before it"},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]},"
         "\"b\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[4,12]}}",
         12, ": tensor 'b': its bytes overlap those of another"},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[3],\"data_offsets\":[0,8]}}", 8,
         ": tensor 'a': its shape doesn't take the bytes that it has"},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[4611686018427387904],\"data_offsets\":[0,0]}}", 0,
         ": tensor 'a': its shape doesn't take the bytes that it has"},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[-1],\"data_offsets\":[0,4]}}", 4,
         ": tensor 'a': its shape has a length that is not a whole number"},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[1.0],\"data_offsets\":[0,4]}}", 4,
         ": tensor 'a': its shape has a length that is not a whole number"},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[4,0]}}", 4,
         ": tensor 'a': has no data_offsets [begin, end]"},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0]}}", 4,
         ": tensor 'a': has no data_offsets [begin, end]"},
        {"{\"a\":{\"shape\":[1],\"data_offsets\":[0,4]}}", 4,
         ": tensor 'a': has no dtype or no shape"},
        {"{\"a\":5}", 4, ": tensor 'a': has no dtype or no shape"},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[],\"data_offsets\":[0,4]}}", 4,
         ": holds a single number, no array"},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[0],\"data_offsets\":[0,0]}}", 0,
         ": the array is empty: its shape has a 0"},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[2,0],\"data_offsets\":[0,4]}}", 4,
         ": tensor 'a': its shape doesn't take the bytes that it has"},
        {"{\"__metadata__\":{},\"__metadata__\":{}}", 0, ": tensor '__metadata__': is there twice"},
        {"{\"a\":{\"dtype\":\"F8_E4M3\",\"shape\":[4],\"data_offsets\":[0,4]}}", 4,
         ": no element type is stored as F8_E4M3"},
        {"{\"a\":{\"dtype\":\"I64\",\"shape\":[1],\"data_offsets\":[0,8]}}", 8,
         ": no element type is stored as I64"},
        {"{}", 0, ": has no tensor"},
        {"[]", 0, ": its header is not an object of JSON"},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[0],\"data_offsets\":[0,0]},"
         "\"a\":{\"dtype\":\"F32\",\"shape\":[0],\"data_offsets\":[0,0]}}",
         0, ": tensor 'a': is there twice"},
        {"{", 0, ": its header is not an object of JSON"},
        {" { } x", 0, ": its header is not an object of JSON"},
        {"{,}", 0, ": its header is not an object of JSON"},
        {"{\"a\":{}]", 0, ": tensor 'a': has no dtype or no shape"},
        {"{\"__metadata__\":{}]", 0, ": its header is not an object of JSON"},
        {"{\"__metadata__\":{},}", 0, ": its header is not an object of JSON"},
        {"{\"__metadata__\":{}", 0, ": its header is not an object of JSON"},
        {"{\"__metadata__\":{\"x", 0, ":1: premature end of input near '\"x'"},
        {"{\"__metadata__\"}", 0, ": its header has no ':' after '__metadata__'"},
        {"{\"a\":{\"a\":1,\"a\":2}}", 0, ":1: duplicate object key near '\"a\"'"},
    };
    char message[300];
    (void)state;
    for (size_t k = 0; k < sizeof files / sizeof *files; k++) {
        write_tensors(files[k].header, files[k].bytes);
        snprintf(message, sizeof message, "x.safetensors%s", files[k].message);
        expect_message("x.safetensors", nothing, message);
    }
    write_array("x.safetensors", "\0\0\0\0\2\0\0\0{}", 10);
    expect_message("x.safetensors", nothing,
                   "x.safetensors: ends within its header of 8589934592 bytes");
    write_array("x.safetensors", "\xff\xff\xff\xff\xff\xff\xff\xff{}", 10);
    expect_message("x.safetensors", nothing,
                   "x.safetensors: ends within its header of 18446744073709551615 bytes");
    write_array("x.safetensors", "\0\0\0\0\2\0\0\0{}", 10);
    assert_int_equal(truncate("x.safetensors", INT64_C(9) << 30), 0); /* sparse */
    expect_message(
        "x.safetensors", nothing,
        "x.safetensors: its header has 8589934592 bytes: more than 16777216 aren't read");
    write_array("x.safetensors", "\2\0", 2);
    expect_message("x.safetensors", nothing,
                   "x.safetensors: is not a .safetensors file: it has only 2 bytes");
    unlink("x.safetensors");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_raw),
        cmocka_unit_test(test_not_files),
        cmocka_unit_test(test_magic),
        cmocka_unit_test(test_npy),
        cmocka_unit_test(test_npy_fortran),
        cmocka_unit_test(test_npy_bits),
        cmocka_unit_test(test_parts),
        cmocka_unit_test(test_npy_wrong_words),
        cmocka_unit_test(test_npy_hostile),
        cmocka_unit_test(test_safetensors),
        cmocka_unit_test(test_names_with_colons),
        cmocka_unit_test(test_safetensors_hostile),
    };
    return cmocka_run_group_tests(tests, make_array_folder, remove_array_folder);
}
