/* SPDX-License-Identifier: MIT */
#include "model/gguf.h"
#include "base/input.h"
#include "base/integer.h"
#include "base/path.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The largest headers have some 20 MiB, most of it words of the tokenizer, which are passed over. The other limits are on
 * what is kept. */
enum {
    HEADER_MOST = 1 << 27,
    NAME_MOST = 64, /* bytes of a tensor's name, and of a text that is kept */
    KEY_MOST = 65535,
    VALUES_MOST = 256,     /* values that are kept */
    FACTORS_MOST = 1 << 16 /* in a list of factors */
};

static const char magic[4] = {'G', 'G', 'U', 'F'};

/* --- bytes, one after the other */

struct reader {
    struct input *input;
    const char *path;
    uint64_t size, at; /* of the file; the next byte */
    uint64_t from;     /* the first byte in the buffer */
    size_t held;       /* bytes in the buffer */
    bool highest_first;
    char *wrong; /* the first fault; whatever is read after it is 0 */
    unsigned char buffer[1 << 14];
};

static void fail(struct reader *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void fail(struct reader *r, const char *format, ...) {
    if (r->wrong)
        return;
    va_list values;
    va_start(values, format);
    char *what = text_vformat(format, values), *shown = text_printable(what);
    va_end(values);
    r->wrong = text_format("%s: %s", r->path, shown);
    free(shown);
    free(what);
}

/* Are there so many more elements of so many bytes? */
static bool has(struct reader *r, uint64_t count, uint64_t bytes) {
    if (r->wrong)
        return false;
    if (count > (r->size - r->at) / bytes)
        fail(r, "ends within its header");
    else if (r->at + count * bytes > HEADER_MOST)
        fail(r, "its header has more than %d bytes", HEADER_MOST);
    return !r->wrong;
}

static void skip(struct reader *r, uint64_t count, uint64_t bytes) {
    if (has(r, count, bytes))
        r->at += count * bytes;
}

/* Fills the buffer from the next byte on. */
static void fill(struct reader *r) {
    const uint64_t left = r->size - r->at;
    r->from = r->at;
    r->held = left < sizeof r->buffer ? (size_t)left : sizeof r->buffer;
    r->wrong = input_read(r->input, r->from, r->buffer, r->held);
}

/* Reads at most as many bytes as the buffer holds. */
static void take(struct reader *r, void *bytes, size_t count) {
    memset(bytes, 0, count);
    if (!has(r, count, 1))
        return;
    if (r->at < r->from || r->at + count > r->from + r->held)
        fill(r);
    if (r->wrong)
        return;
    memcpy(bytes, r->buffer + (r->at - r->from), count);
    r->at += count;
}

/* The integer without a sign in at most 8 bytes. */
static uint64_t integer_in(const struct reader *r, const unsigned char *bytes, size_t count) {
    unsigned char reversed[8];
    for (size_t k = 0; k < count; k++)
        reversed[k] = bytes[count - 1 - k];
    return integer_of_bytes(r->highest_first ? reversed : bytes, count);
}

static uint64_t take_integer(struct reader *r, size_t count) {
    unsigned char bytes[8];
    take(r, bytes, count);
    return integer_in(r, bytes, count);
}

/* Reads a text of 1 to `most` bytes, or "" after a fault. The caller frees it. */
static char *take_text(struct reader *r, uint64_t most, const char *what) {
    const uint64_t length = take_integer(r, 8);
    if (has(r, length, 1) && (length == 0 || length > most))
        fail(r, "%.60s: has %" PRIu64 " bytes, where 1 to %" PRIu64 " are taken", what, length,
             most);
    struct text text = {NULL, 0, 0};
    for (uint64_t left = r->wrong ? 0 : length; left > 0;) {
        const size_t count = left < 4096 ? (size_t)left : 4096;
        take(r, text_room(&text, count), count);
        text.used += count;
        left -= count;
    }
    if (text.used > 0 && memchr(text.bytes, 0, text.used))
        fail(r, "%.60s: has a NUL in it", what);
    return text_string(&text);
}

/* --- values */

/* The types of values; the numbers are those of the format. */
enum value_type {
    VALUE_U8,
    VALUE_I8,
    VALUE_U16,
    VALUE_I16,
    VALUE_U32,
    VALUE_I32,
    VALUE_F32,
    VALUE_BOOL,
    VALUE_TEXT,
    VALUE_LIST,
    VALUE_U64,
    VALUE_I64,
    VALUE_F64,
    VALUE_TYPES
};
static const unsigned char value_bytes[VALUE_TYPES] = {1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};

static json_t *float_of_bits(uint64_t bits, size_t bytes) {
    const uint32_t low = (uint32_t)bits;
    float f;
    double x;
    memcpy(&f, &low, sizeof f);
    memcpy(&x, &bits, sizeof x);
    x = bytes == 4 ? (double)f : x;
    return isfinite(x) ? json_real(x) : json_string("not finite");
}

/* One value that isn't a list. An integer beyond 2^63 - 1 becomes that: no size is as large. */
static json_t *take_value(struct reader *r, enum value_type type, const char *key) {
    const size_t bytes = value_bytes[type];
    if (type == VALUE_F32 || type == VALUE_F64)
        return float_of_bits(take_integer(r, bytes), bytes);
    if (type == VALUE_TEXT) {
        char *text = take_text(r, NAME_MOST, key);
        json_t *value = json_text(text);
        free(text);
        return value;
    }
    const uint64_t number = take_integer(r, bytes);
    if (type == VALUE_BOOL)
        return json_boolean(number != 0);
    const bool is_signed = type == VALUE_I8 || type == VALUE_I16 || type == VALUE_I32;
    const uint64_t half = UINT64_C(1) << (8 * bytes - 1);
    if (is_signed && number >= half)
        return json_integer((json_int_t)number - 2 * (json_int_t)half);
    if (type == VALUE_I64 && number >= half)
        return json_integer(-1); /* as wrong as any number below 0 */
    return json_integer(number > INT64_MAX ? INT64_MAX : (json_int_t)number);
}

/* Passes over a value, or over `count` values of a list. */
static void skip_values(struct reader *r, enum value_type type, uint64_t count) {
    if (type != VALUE_TEXT) {
        skip(r, count, value_bytes[type]);
        return;
    }
    if (has(r, count, 8)) /* each text has at least its length */
        for (; count > 0 && !r->wrong; count--)
            skip(r, take_integer(r, 8), 1);
}

static enum value_type take_type(struct reader *r, bool list, const char *key) {
    const uint64_t type = take_integer(r, 4);
    if (!r->wrong && list && type == VALUE_LIST)
        fail(r, "%.60s: a list of lists", key);
    else if (!r->wrong && type >= VALUE_TYPES)
        fail(r, "%.60s: %" PRIu64 " is no type of a value", key, type);
    return r->wrong ? VALUE_U8 : (enum value_type)type;
}

static json_t *take_list(struct reader *r, enum value_type type, uint64_t count, const char *key) {
    json_t *list = json_array();
    const uint64_t kept = count < GGUF_LIST ? count : GGUF_LIST;
    for (uint64_t k = 0; k < kept && !r->wrong; k++)
        json_array_append_new(list, take_value(r, type, key));
    skip_values(r, type, count - kept);
    return list;
}

/* Is the value about positions, or about the file? */
static bool is_kept(const char *key) {
    static const char of_file[] = "general.architecture general.type general.alignment split.count",
                      sizes[] = "context_length embedding_length attention.head_count "
                                "attention.key_length attention.sliding_window";
    const char *point = strchr(key, '.');
    return text_lists(of_file, key) ||
           (point && (text_lists(sizes, point + 1) || strncmp(point + 1, "rope.", 5) == 0));
}

static void read_value(struct reader *r, json_t *values) {
    char *key = take_text(r, KEY_MOST, "a key");
    const bool kept = is_kept(key);
    enum value_type type = take_type(r, false, key);
    const bool list = type == VALUE_LIST;
    if (list)
        type = take_type(r, true, key);
    const uint64_t count = list ? take_integer(r, 8) : 1;
    if (kept && !r->wrong && json_object_get(values, key))
        fail(r, "%.60s: is there twice", key);
    if (kept && json_object_size(values) >= VALUES_MOST)
        fail(r, "has more than %d values about positions", VALUES_MOST);
    if (kept && !r->wrong) {
        json_t *value = list ? take_list(r, type, count, key) : take_value(r, type, key);
        if (json_object_set_new(values, key, value))
            fail(r, "%.60s: is not UTF-8", key);
    } else {
        skip_values(r, type, count);
    }
    free(key);
}

/* --- tensors */

static const char factor_names[] =
    "rope_freqs.weight rope_factors_long.weight rope_factors_short.weight";

struct tensor {
    char *name; /* NULL if it isn't there */
    uint64_t count, offset;
};
enum { TENSORS = 3 };

/* Reads what is said of one tensor; a list of factors goes to a free place. */
static void read_tensor(struct reader *r, struct tensor tensors[TENSORS]) {
    enum { DIMENSIONS = 4, F32 = 0 };
    char *name = take_text(r, NAME_MOST, "a tensor's name");
    uint64_t dimensions = take_integer(r, 4), count = 0;
    size_t place = 0;
    if (dimensions > DIMENSIONS)
        fail(r, "%s: has more than %d dimensions", name, DIMENSIONS);
    for (uint64_t k = 0; k < dimensions && !r->wrong; k++)
        count = take_integer(r, 8);
    const uint64_t type = take_integer(r, 4), offset = take_integer(r, 8);
    if (r->wrong || !text_lists(factor_names, name)) {
        free(name);
        return;
    }
    while (place < TENSORS && tensors[place].name && strcmp(tensors[place].name, name) != 0)
        place++;
    if (place == TENSORS || tensors[place].name)
        fail(r, "%s: is there twice", name);
    else if (dimensions != 1 || type != F32)
        fail(r, "%s: is not one list of f32", name);
    else if (count == 0 || count > FACTORS_MOST)
        fail(r, "%s: has %" PRIu64 " numbers, and at most %d are taken", name, count, FACTORS_MOST);
    else
        tensors[place] = (struct tensor){name, count, offset};
    if (r->wrong)
        free(name);
}

/* Where the data of tensors begins: `header`, rounded up to general.alignment. */
static uint64_t find_data(struct reader *r, const json_t *values) {
    static const char key[] = "general.alignment";
    const json_t *given = json_object_get(values, key);
    const json_int_t alignment = given ? json_integer_value(given) : 32;
    if (alignment <= 0 || alignment > UINT32_MAX || (alignment & (alignment - 1)))
        fail(r, "%s: is not a power of two", key);
    if (r->wrong)
        return 0;
    return (r->at + (uint64_t)alignment - 1) / (uint64_t)alignment * (uint64_t)alignment;
}

/* Adds the numbers of a tensor to the values. */
static void read_factors(struct reader *r, const struct tensor *tensor, uint64_t data,
                         json_t *all) {
    json_t *list = json_array();
    if (!r->wrong && (data > r->size || tensor->offset > r->size - data ||
                      tensor->count > (r->size - data - tensor->offset) / 4))
        fail(r, "%s: lies beyond the end of the file", tensor->name);
    for (uint64_t k = 0; k < tensor->count && !r->wrong; k++) {
        unsigned char bytes[4] = {0};
        r->wrong = input_read(r->input, data + tensor->offset + 4 * k, bytes, sizeof bytes);
        json_array_append_new(list, float_of_bits(integer_in(r, bytes, 4), 4));
    }
    json_object_set_new(all, tensor->name, list);
}

/* --- the header */

/* Reads the version, which shows the byte order. */
static void read_version(struct reader *r) {
    char found[sizeof magic];
    take(r, found, sizeof found);
    if (r->wrong || memcmp(found, magic, sizeof magic) != 0) {
        free(r->wrong);
        r->wrong = NULL;
        fail(r, "is not a GGUF file");
    }
    uint64_t version = take_integer(r, 4);
    r->highest_first = version > 0 && (version & 0xffff) == 0;
    if (r->highest_first)
        version = version >> 24 | (version >> 8 & 0xff00);
    if (!r->wrong && version != 2 && version != 3)
        fail(r, "is GGUF of version %" PRIu64 "; 2 and 3 are known", version);
}

static void read_header(struct reader *r, json_t *values) {
    struct tensor tensors[TENSORS] = {{NULL, 0, 0}};
    read_version(r);
    const uint64_t tensor_count = take_integer(r, 8), value_count = take_integer(r, 8);
    for (uint64_t k = 0; k < value_count && !r->wrong; k++)
        read_value(r, values);
    for (uint64_t k = 0; k < tensor_count && !r->wrong; k++)
        read_tensor(r, tensors);
    const uint64_t data = find_data(r, values);
    for (size_t k = 0; k < TENSORS && tensors[k].name; k++) {
        read_factors(r, &tensors[k], data, values);
        free(tensors[k].name);
    }
}

bool gguf_is(const char *path) {
    char found[sizeof magic] = "";
    struct input *input = NULL;
    char *wrong = path_is_regular(path) ? input_open(path, &input) : NULL;
    const bool named = strcmp(path_extension(path), ".gguf") == 0;
    bool is = input && !wrong && input_size(input) >= sizeof found;
    if (is)
        wrong = input_read(input, 0, found, sizeof found);
    free(wrong);
    input_close(input);
    return named || (is && memcmp(found, magic, sizeof magic) == 0);
}

char *gguf_read(const char *path, json_t **values) {
    struct reader reader = {.path = path};
    *values = json_object();
    reader.wrong = input_open(path, &reader.input);
    if (!reader.wrong) {
        reader.size = input_size(reader.input);
        read_header(&reader, *values);
    }
    input_close(reader.input);
    return reader.wrong;
}
