/* SPDX-License-Identifier: MIT */
/* Writes a GGUF file: write_gguf VERSION little|big < LINES > FILE. A line is a value,
 *
 *     TYPE KEY VALUE          u8 i8 u16 i16 u32 i32 u64 i64 f32 f64 bool text
 *     list TYPE KEY VALUE...
 *     texts KEY COUNT BYTES   a list of so many texts of so many bytes each
 *     count TYPE KEY COUNT    a list of which only the type and the count are written
 *
 * or a tensor, whose numbers follow the header: tensor NAME NUMBER... is one of f32. The counts of the header are those of the
 * lines, unless `counts TENSORS VALUES` gives others; `shape NAME TYPE DIMENSIONS OFFSET SIZE` is a tensor of which only that is
 * written, with dimensions of that size. Numbers may be hexadecimal,
 * and % in a text is a NUL. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool big;

static const char *const types[] = {"u8",   "i8",   "u16",  "i16", "u32", "i32", "f32",
                                    "bool", "text", "list", "u64", "i64", "f64"};
static const unsigned sizes[] = {1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};
enum { TYPES = sizeof types / sizeof *types, LINES = 300, TEXT = 1 << 17 };

struct tensor {
    char name[80];
    size_t count;
    float at[2048];
    bool shape;
    uint64_t type, dimensions, offset, size;
};
static struct tensor tensors[LINES];
static char lines[LINES][TEXT];
static uint64_t written;

static void put(FILE *out, uint64_t number, unsigned bytes) {
    for (unsigned k = 0; k < bytes; k++)
        putc((int)(number >> 8 * (big ? bytes - 1 - k : k) & 255), out);
    written += bytes;
}

static void put_text(FILE *out, const char *text, size_t length) {
    put(out, length, 8);
    for (size_t k = 0; k < length; k++)
        put(out, text[k] == '%' ? 0 : (unsigned char)text[k], 1);
}

static unsigned type_of(const char *name) {
    for (unsigned k = 0; k < TYPES; k++)
        if (strcmp(name, types[k]) == 0)
            return k;
    return (unsigned)strtoul(name, NULL, 0);
}

static void put_value(FILE *out, unsigned type, const char *text) {
    uint64_t number = text[0] == '-' ? (uint64_t)strtoll(text, NULL, 0) : strtoull(text, NULL, 0);
    if (type == 6) {
        float f = strtof(text, NULL);
        uint32_t bits;
        memcpy(&bits, &f, sizeof bits);
        number = bits;
    } else if (type == 12) {
        double f = strtod(text, NULL);
        memcpy(&number, &f, sizeof number);
    } else if (type == 8) {
        put_text(out, text, strlen(text));
        return;
    }
    if (type < TYPES)
        put(out, number, sizes[type]);
}

/* The next word of a line, or NULL */
static char *next(char **line) {
    char *word = strtok(*line, " \t");
    *line = NULL;
    return word;
}

static void put_line(FILE *out, char *line) {
    char *kind = next(&line), *word;
    if (strcmp(kind, "texts") == 0) {
        char *key = next(&line);
        uint64_t count = strtoull(next(&line), NULL, 0), bytes = strtoull(next(&line), NULL, 0);
        put_text(out, key, strlen(key));
        put(out, 9, 4);
        put(out, 8, 4);
        put(out, count, 8);
        for (; count > 0; count--) {
            put(out, bytes, 8);
            for (uint64_t k = 0; k < bytes; k++)
                put(out, 'a', 1);
        }
        return;
    }
    bool list = strcmp(kind, "list") == 0, count_alone = strcmp(kind, "count") == 0;
    unsigned type = type_of(list || count_alone ? next(&line) : kind);
    char *key = next(&line);
    put_text(out, key, strlen(key));
    if (count_alone) {
        put(out, 9, 4);
        put(out, type, 4);
        put(out, strtoull(next(&line), NULL, 0), 8);
        return;
    }
    if (!list) {
        put(out, type, 4);
        put_value(out, type, (word = next(&line)) ? word : "");
        return;
    }
    char *members[1024];
    size_t count = 0;
    while (count < 1024 && (word = next(&line)))
        members[count++] = word;
    put(out, 9, 4);
    put(out, type, 4);
    put(out, count, 8);
    for (size_t k = 0; k < count; k++)
        put_value(out, type, members[k]);
}

static uint64_t padded(uint64_t bytes, uint64_t alignment) {
    return (bytes + alignment - 1) / alignment * alignment;
}

int main(int argc, char **argv) {
    static char line[TEXT];
    size_t values = 0, count = 0;
    uint64_t alignment = 32, counted[2] = {UINT64_MAX, UINT64_MAX}, offset = 0;
    if (argc != 3)
        return 2;
    big = strcmp(argv[2], "big") == 0;
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        if (sscanf(line, "counts %" SCNi64 " %" SCNi64, (int64_t *)&counted[0],
                   (int64_t *)&counted[1]) == 2)
            continue;
        sscanf(line, "u32 general.alignment %" SCNu64, &alignment);
        if (strncmp(line, "tensor ", 7) != 0 && strncmp(line, "shape ", 6) != 0) {
            if (*line)
                strcpy(lines[values++], line);
            continue;
        }
        struct tensor *tensor = &tensors[count++];
        char *at = line, *word = next(&at);
        tensor->shape = *word == 's';
        snprintf(tensor->name, sizeof tensor->name, "%s", next(&at));
        if (tensor->shape) {
            tensor->type = strtoull(next(&at), NULL, 0);
            tensor->dimensions = strtoull(next(&at), NULL, 0);
            tensor->offset = strtoull(next(&at), NULL, 0);
            tensor->size = strtoull(next(&at), NULL, 0);
            continue;
        }
        while ((word = next(&at)))
            tensor->at[tensor->count++] = strtof(word, NULL);
    }
    fwrite("GGUF", 1, 4, stdout);
    written = 4;
    put(stdout, strtoull(argv[1], NULL, 0), 4);
    put(stdout, counted[0] == UINT64_MAX ? count : counted[0], 8);
    put(stdout, counted[1] == UINT64_MAX ? values : counted[1], 8);
    for (size_t k = 0; k < values; k++)
        put_line(stdout, lines[k]);
    for (size_t k = 0; k < count; k++) {
        const struct tensor *tensor = &tensors[k];
        put_text(stdout, tensor->name, strlen(tensor->name));
        put(stdout, tensor->shape ? tensor->dimensions : 1, 4);
        for (uint64_t d = 0; d < (tensor->shape ? tensor->dimensions : 1); d++)
            put(stdout, tensor->shape ? tensor->size : tensor->count, 8);
        put(stdout, tensor->shape ? tensor->type : 0, 4);
        put(stdout, tensor->shape ? tensor->offset : offset, 8);
        if (!tensor->shape)
            offset += padded(4 * tensor->count, alignment);
    }
    while (count > 0 && written < padded(written, alignment))
        put(stdout, 0, 1);
    for (size_t k = 0; k < count; k++) {
        const struct tensor *tensor = &tensors[k];
        const uint64_t end = written + padded(4 * tensor->count, alignment);
        for (size_t i = 0; i < tensor->count; i++) {
            uint32_t bits;
            memcpy(&bits, &tensor->at[i], sizeof bits);
            put(stdout, bits, 4);
        }
        while (written < end)
            put(stdout, 0, 1);
    }
    return fflush(stdout) != 0;
}
