/* SPDX-License-Identifier: MIT */
#include "base/die.h"
#include "base/integer.h"
#include "base/json.h"
#include "base/text.h"
#include "read/array_source.h"

#include <stdlib.h>
#include <string.h>

/* NumPy's formats 1.0, 2.0 and 3.0 (NEP 1; numpy.lib.format): magic, version, the length of what follows, and a
 * dictionary of Python with exactly three keys. Only the fields of records need more than 65535 bytes. */
enum { VERSION_AT = 6, LENGTH_AT = 8, LONGEST = 65535 };

/* A sign of Python, or the first letter of True or False, as JSON has it. */
static char json_sign(char c) {
    static const char python[] = "()TF", json[] = "[]tf";
    const char *sign = c ? strchr(python, c) : NULL;
    if (!sign)
        return c;
    return json[sign - python];
}

/* Does a bracket close here, perhaps after blanks? */
static bool closes(const char *at) {
    at += strspn(at, " \t\r\n");
    return *at == ')' || *at == '}';
}

/* Reads a dictionary of Python as the JSON that says the same: {"descr": "<f4", "fortran_order": false, "shape": [2,
 * 3]} of {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }. Python 2 wrote some lengths as 384L. Returns NULL
 * if it isn't one. A NUL follows the text. */
static json_t *parse(const char *python, size_t length) {
    struct text json = {NULL, 0, 0};
    int quote = 0;
    for (size_t k = 0; k < length; k++) {
        char c = python[k];
        if (quote ? c == quote : c == '\'' || c == '"') {
            quote = quote ? 0 : c;
            c = '"';
        } else if (!quote) {
            if ((c == ',' && closes(python + k + 1)) ||
                (c == 'L' && k > 0 && python[k - 1] >= '0' && python[k - 1] <= '9'))
                continue;
            c = json_sign(c);
        }
        text_add(&json, &c, 1);
    }
    json_t *dictionary = json_loadb(text_string(&json), json.used, JSON_REJECT_DUPLICATES, NULL);
    text_free(&json);
    return dictionary;
}

/* "<f4": byte order, kind, size. */
static bool read_descr(struct array *array, const char *descr, struct array_words words) {
    static const struct {
        char kind;
        const char *holds;
    } others[] = {{'O', "objects"}, {'S', "strings"},  {'U', "strings"}, {'V', "records or void"},
                  {'a', "strings"}, {'b', "booleans"}, {'M', "dates"},   {'m', "times"}};
    const char *order = strchr("<>|=", *descr) ? descr : NULL;
    const char *code = descr + (order && *order);
    /* V2 is what ml_dtypes' bfloat16 becomes. */
    const bool known = text_lists("f2 f4 f8 i1 i2 i4 i8 u1 u2 u4 u8 c8 c16 V2", code);
    for (size_t k = 0; k < sizeof others / sizeof *others && !known; k++)
        if (*code == others[k].kind)
            return array_fail(array, "holds %s ('%s'), not numbers", others[k].holds, descr);
    bool bytes =
        known && order && ((code[1] == '1' && !code[2]) || (*code == 'V' && *order == '|'));
    if (!known || !order || (*order == '|' && !bytes))
        return array_fail(array,
                          "holds '%s', which isn't one of the types f2, f4, f8, i1, i2, i4, i8, "
                          "u1, u2, u4, u8, c8, c16 and V2 with a byte order",
                          descr);
    const bool big = *order == '>' || (*order == '=' && !least_byte_first());
    char *stored = text_format("'%s'", descr);
    bool good = array_choose_type(array, code, stored, words.type, NULL);
    free(stored);
    return good && array_choose_order(array, words.endian, bytes ? NULL : big ? "big" : "little");
}

static bool use_header(struct array *array, json_t *dictionary, struct array_words words) {
    const char *descr = "";
    json_t *type, *shape;
    int fortran;
    const bool good = json_unpack(dictionary, "{s:o, s:b, s:o!}", "descr", &type, "fortran_order",
                                  &fortran, "shape", &shape) == 0;
    if (good && json_is_array(type))
        return array_fail(array, "holds records, not numbers");
    if (!good || json_unpack(type, "s", &descr) != 0)
        return array_fail(array, "its npy header is not a dictionary of descr, fortran_order and "
                                 "shape");
    if (!array_add_shape(array, shape) || !read_descr(array, descr, words))
        return false;
    if (fortran && array->dimensions > 1)
        array->source->gathered = array->dimensions;
    return array_finish(array, strchr(descr, 'c') != NULL,
                        input_size(array->source->input) - array->source->offset);
}

bool array_open_npy(struct array *array, struct array_words words) {
    unsigned char start[12] = "";
    const struct input *input = array->source->input;
    const uint64_t size = input_size(input);
    const size_t there = size < sizeof start ? (size_t)size : sizeof start;
    if (!array_take_fault(array, input_read(input, 0, start, there)))
        return false;
    if (memcmp(start, "\x93NUMPY", VERSION_AT) != 0)
        return array_fail(array, "not an .npy file: wrong magic");
    int version = start[VERSION_AT];
    if (version < 1 || version > 3 || start[VERSION_AT + 1] != 0)
        return array_fail(array, "npy version %d.%d is unknown", version, start[VERSION_AT + 1]);
    const unsigned width = version == 1 ? 2 : 4;
    const uint64_t length = integer_of_bytes(start + LENGTH_AT, width),
                   offset = array->source->offset = LENGTH_AT + width + length;
    if (offset > size)
        return array_fail(array, "ends within its npy header");
    if (length > LONGEST)
        return array_fail(array, "a header of %llu bytes is too long for an array of numbers",
                          (unsigned long long)length);
    char *text = die_malloc(length + 1);
    text[length] = 0;
    bool good = array_take_fault(array, input_read(input, LENGTH_AT + width, text, (size_t)length));
    if (good) {
        json_t *dictionary = parse(text, (size_t)length);
        good = use_header(array, dictionary, words);
        json_decref(dictionary);
    }
    free(text);
    return good;
}
