/* SPDX-License-Identifier: MIT */
/* Hostile GGUF files: fuzz_gguf FOLDER COUNT SEED FILE... writes COUNT changed copies of these files into a folder, one after
 * the other, and reads each as a model. A refusal must be one line; a table must have its words, and each factor a line.
 * Sanitizers see the rest. The same seed makes the same files. */
#include "../unit/chance.h"

#include "base/file.h"
#include "base/json.h"
#include "model/model.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum { ROOM = 1 << 14, SAMPLES = 16 };

struct bytes {
    size_t count;
    unsigned char at[ROOM];
};

static uint64_t state = 1;

static uint64_t random_below(uint64_t end) {
    return (chance_from(&state) >> 11) % end;
}

/* --- changes */

/* Puts `count` bytes in place of `taken` ones. */
static void replace(struct bytes *b, size_t from, size_t taken, const void *bytes, size_t count) {
    if (b->count - taken + count > ROOM)
        return;
    memmove(b->at + from + count, b->at + from + taken, b->count - from - taken);
    memcpy(b->at + from, bytes, count);
    b->count += count - taken;
}

/* Numbers that are counts, lengths, types, dimensions and offsets. */
static void put_number(struct bytes *b, size_t from) {
    static const uint64_t numbers[] = {0,          1,         2,          4,
                                       8,          9,         13,         32,
                                       64,         255,       256,        65536,
                                       UINT32_MAX, INT32_MAX, INT64_MAX,  UINT64_C(1) << 63,
                                       UINT64_MAX, 1 << 27,   0x7fc00000, 0x7f800000};
    uint64_t number = numbers[random_below(sizeof numbers / sizeof *numbers)];
    const size_t width = random_below(2) ? 8 : 4;
    const bool reversed = random_below(2);
    for (size_t k = 0; k < width && from + k < b->count; k++)
        b->at[from + k] = (unsigned char)(number >> 8 * (reversed ? width - 1 - k : k));
}

static void change(struct bytes *b) {
    unsigned char copy[64];
    if (b->count == 0)
        return;
    const size_t from = random_below(b->count), left = b->count - from;
    const size_t count = left < 64 ? left : 1 + random_below(64);
    memcpy(copy, b->at + from, count);
    switch (random_below(8)) {
    case 0:
        b->at[from] = (unsigned char)random_below(256);
        break;
    case 1:
        b->at[from] ^= (unsigned char)(1 << random_below(8));
        break;
    case 2:
        replace(b, from, count, "", 0);
        break;
    case 3:
        replace(b, random_below(b->count), 0, copy, count);
        break;
    case 4:
        b->count = random_below(8) ? b->count : from;
        break;
    default:
        put_number(b, from);
    }
}

/* --- reading */

static void stop(const char *what, const char *text) {
    fprintf(stderr, "%s: %s\n", what, text);
    abort();
}

static void check_line(const char *wrong) {
    if (!*wrong || strchr(wrong, '\n'))
        stop("the message isn't one line", wrong);
}

static void check_table(const struct model_table *table) {
    size_t lines = 0;
    if (!table->given[D_MODEL] || !table->given[BASE] || !table->given[MAX_LEN] ||
        !table->given[SCALING])
        stop("a table lacks a word", table->key);
    for (size_t k = 0; k < table->factors.used; k++)
        lines += table->factors.bytes[k] == '\n';
    if (lines > 0 && lines != strtoull(table->given[D_MODEL], NULL, 10) / 2)
        stop("another number of factors", table->given[D_MODEL]);
}

static void read_model(const char *name, uint64_t *tables) {
    static const char *const lengths[] = {NULL, NULL, "1", "4096", "4097"};
    struct model model;
    char *wrong = model_read(&model, name, lengths[random_below(5)], false, NULL);
    for (size_t k = 0; k < model.count && !wrong; k++)
        if (model.tables[k].wrong)
            check_line(model.tables[k].wrong);
        else
            check_table(&model.tables[k]);
    if (!wrong)
        wrong = model_choose(&model);
    *tables += !wrong;
    if (wrong)
        check_line(wrong);
    free(wrong);
    model_free(&model);
}

int main(int count, char **arguments) {
    static struct bytes samples[SAMPLES];
    static struct bytes changed;
    const int sample_count = count - 4;
    char name[2048];
    if (sample_count < 1 || sample_count > SAMPLES)
        return 2;
    for (int k = 0; k < sample_count; k++) {
        FILE *in = fopen(arguments[4 + k], "rb");
        if (!in || (samples[k].count = fread(samples[k].at, 1, ROOM, in)) == 0)
            stop("can't be read", arguments[4 + k]);
        fclose(in);
    }
    state = strtoull(arguments[3], NULL, 10) * 2654435761u + 1;
    file_start();
    json_start();
    uint64_t tables = 0, files = strtoull(arguments[2], NULL, 10);
    snprintf(name, sizeof name, "%s/changed.gguf", arguments[1]);
    for (uint64_t file = 0; file < files; file++) {
        changed = samples[random_below((uint64_t)sample_count)];
        for (uint64_t k = random_below(6); k > 0; k--)
            change(&changed);
        remove(name); /* a file that is made shorter and written again goes to the disk at once */
        FILE *out = fopen(name, "wb");
        if (!out || fwrite(changed.at, 1, changed.count, out) != changed.count || fclose(out) != 0)
            stop("can't be written", name);
        read_model(name, &tables);
    }
    remove(name);
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    printf("%" PRIu64 " files, of which %" PRIu64 " have tables; %ld KiB\n", files, tables,
           usage.ru_maxrss);
    return tables <= files / 50 || tables == files;
}
