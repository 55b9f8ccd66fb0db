#include "base/die.h"
#include "base/integer.h"
#include "base/text.h"
#include "read/array_source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* NumPy's formats 1.0, 2.0 and 3.0 (NEP 1; numpy.lib.format): magic, version, the length of what follows, and a
 * dictionary of Python with exactly three keys. Only the fields of records need more than 65535 bytes. */
enum { VERSION_AT = 6, LENGTH_AT = 8, LONGEST = 65535, DESCR_MAX = 15 };

struct dictionary {
    const char *at; /* what isn't read yet; a NUL ends it */
    char descr[DESCR_MAX + 1];
    bool fortran;
    bool descr_given, fortran_given, shape_given;
    size_t lengths; /* of the shape, those of 1 included */
};

static char *wrong_header(const struct array *array, const char *what) {
    return text_format("%s: wrong npy header: %s", array->path, what);
}

static void skip_blanks(struct dictionary *d) {
    d->at += strspn(d->at, " \t\r\n\f");
}

/* Skips a text and the blanks before it, if it is there. */
static bool take(struct dictionary *d, const char *text) {
    skip_blanks(d);
    size_t length = strlen(text);
    if (strncmp(d->at, text, length) != 0)
        return false;
    d->at += length;
    return true;
}

/* A string between quotes of either kind, without escapes. */
static bool take_string(struct dictionary *d, char *string, size_t room) {
    skip_blanks(d);
    char quote = *d->at;
    if (quote != '\'' && quote != '"')
        return false;
    const char *end = strchr(d->at + 1, quote);
    if (!end || (size_t)(end - d->at) > room || memchr(d->at, '\\', (size_t)(end - d->at)))
        return false;
    size_t length = (size_t)(end - d->at) - 1;
    memcpy(string, d->at + 1, length);
    string[length] = 0;
    d->at = end + 1;
    return true;
}

/* Python 2 wrote some lengths as 384L. */
static bool take_length(struct dictionary *d, uint64_t *length) {
    skip_blanks(d);
    const char *digits = d->at;
    for (*length = 0; *d->at >= '0' && *d->at <= '9'; d->at++) {
        if (*length > (UINT64_MAX - 9) / 10)
            return false;
        *length = 10 * *length + (uint64_t)(*d->at - '0');
    }
    bool any = d->at > digits;
    if (any && *d->at == 'L')
        d->at++;
    return any;
}

/* A tuple: (), (5,), (5, 6), (5, 6,). */
static char *take_shape(struct array *array, struct dictionary *d) {
    static const char what[] = "its shape is not a tuple of lengths below 2^64";
    uint64_t length;
    if (!take(d, "("))
        return wrong_header(array, what);
    bool comma = true;
    for (; !take(d, ")"); d->lengths++) {
        if (!comma || !take_length(d, &length))
            return wrong_header(array, what);
        char *wrong = array_add_length(array, length);
        if (wrong)
            return wrong;
        comma = take(d, ",");
    }
    return d->lengths == 1 && !comma ? wrong_header(array, what) : NULL;
}

static char *take_member(struct array *array, struct dictionary *d) {
    char key[24];
    if (!take_string(d, key, sizeof key) || !take(d, ":"))
        return wrong_header(array, "it is not a dictionary");
    bool *given = strcmp(key, "descr") == 0           ? &d->descr_given
                  : strcmp(key, "fortran_order") == 0 ? &d->fortran_given
                  : strcmp(key, "shape") == 0         ? &d->shape_given
                                                      : NULL;
    if (!given || *given)
        return wrong_header(array, given ? "a key is there twice" : "it has an unknown key");
    *given = true;
    if (given == &d->shape_given)
        return take_shape(array, d);
    if (given == &d->fortran_given) {
        d->fortran = take(d, "True");
        return d->fortran || take(d, "False")
                   ? NULL
                   : wrong_header(array, "fortran_order is neither True nor False");
    }
    if (take(d, "["))
        return text_format("%s: holds records, not numbers", array->path);
    return take_string(d, d->descr, sizeof d->descr)
               ? NULL
               : wrong_header(array, "descr is not a string that names a type");
}

static char *read_dictionary(struct array *array, struct dictionary *d) {
    bool open = take(d, "{"), comma = true;
    while (open && !take(d, "}")) {
        char *wrong = comma ? take_member(array, d) : wrong_header(array, "a comma is missing");
        if (wrong)
            return wrong;
        comma = take(d, ",");
    }
    skip_blanks(d);
    if (!open || *d->at)
        return wrong_header(array, "it is not a dictionary");
    if (!d->descr_given || !d->fortran_given || !d->shape_given)
        return wrong_header(array, "descr, fortran_order or shape is missing");
    return d->lengths > 0 ? NULL : text_format("%s: holds a single number, no array", array->path);
}

/* "<f4": byte order, kind, size. */
static char *read_descr(struct array *array, const char *descr, struct array_words words) {
    static const struct {
        char kind;
        const char *holds;
    } others[] = {{'O', "objects"}, {'S', "strings"},  {'U', "strings"}, {'V', "records or void"},
                  {'a', "strings"}, {'b', "booleans"}, {'M', "dates"},   {'m', "times"}};
    /* V2 is what ml_dtypes' bfloat16 becomes. */
    static const char *const codes[] = {"f2", "f4", "f8", "i1", "i2", "i4",  "i8",
                                        "u1", "u2", "u4", "u8", "c8", "c16", "V2"};
    const char *order = strchr("<>|=", *descr) ? descr : NULL;
    const char *code = descr + (order && *order);
    bool known = false;
    for (size_t k = 0; k < sizeof codes / sizeof *codes; k++)
        known = known || strcmp(code, codes[k]) == 0;
    for (size_t k = 0; k < sizeof others / sizeof *others && !known; k++)
        if (*code == others[k].kind)
            return text_format("%s: holds %s ('%s'), not numbers", array->path, others[k].holds,
                               descr);
    bool bytes =
        known && order && ((code[1] == '1' && !code[2]) || (*code == 'V' && *order == '|'));
    if (!known || !order || (*order == '|' && !bytes))
        return text_format("%s: holds '%s', which isn't one of the types f2, f4, f8, i1, i2, i4, "
                           "i8, u1, u2, u4, u8, c8, c16 and V2 with a byte order",
                           array->path, descr);
    char *stored = text_format("'%s'", descr);
    char *wrong = array_choose_type(array, code, stored, words.type, NULL);
    free(stored);
    bool big = *order == '>' || (*order == '=' && !least_byte_first());
    return wrong ? wrong
                 : array_choose_order(array, words.endian,
                                      bytes ? NULL
                                      : big ? "big"
                                            : "little");
}

static char *use_dictionary(struct array *array, struct dictionary *d, struct array_words words) {
    char *wrong = read_dictionary(array, d);
    if (!wrong)
        wrong = read_descr(array, d->descr, words);
    if (wrong)
        return wrong;
    array->complex = strchr(d->descr, 'c') != NULL;
    if (d->fortran && array->dimensions > 1)
        array->source->gathered = array->dimensions;
    return array->complex ? array_add_length(array, 2) : NULL;
}

char *array_open_npy(struct array *array, struct array_words words) {
    struct array_source *source = array->source;
    unsigned char start[12] = "";
    uint64_t size = input_size(source->input);
    size_t there = size < sizeof start ? (size_t)size : sizeof start;
    char *wrong = input_read(source->input, 0, start, there);
    if (wrong)
        return wrong;
    if (memcmp(start, "\x93NUMPY", VERSION_AT) != 0)
        return text_format("%s: not an .npy file: wrong magic", array->path);
    int version = start[VERSION_AT];
    if (version < 1 || version > 3 || start[VERSION_AT + 1] != 0)
        return text_format("%s: npy version %d.%d is unknown", array->path, version,
                           start[VERSION_AT + 1]);
    unsigned width = version == 1 ? 2 : 4;
    uint64_t length = integer_of_bytes(start + LENGTH_AT, width);
    source->offset = LENGTH_AT + width + length;
    if (there < LENGTH_AT + width || source->offset > size)
        return text_format("%s: ends within its npy header", array->path);
    if (length > LONGEST)
        return text_format("%s: a header of %llu bytes is too long for an array of numbers",
                           array->path, (unsigned long long)length);
    char *text = die_malloc(length + 1);
    wrong = input_read(source->input, LENGTH_AT + width, text, (size_t)length);
    text[length] = 0;
    if (!wrong && strlen(text) != length)
        wrong = wrong_header(array, "it has a NUL");
    struct dictionary dictionary = {.at = text};
    if (!wrong)
        wrong = use_dictionary(array, &dictionary, words);
    free(text);
    return wrong ? wrong : array_check_bytes(array, size - source->offset);
}
