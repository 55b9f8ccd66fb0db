/* SPDX-License-Identifier: MIT */
/* Draws how wrong the usual ways are: usual_ways DATA.tsv OUT.svg. The data, which usual_ways.py measures, has lines of a way,
 * the first and the last position of an octave, and the largest error; the octaves of a way follow each other. */
#include "base/die.h"
#include "base/file.h"
#include "plot/figures.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINES = 16 };

struct ways {
    struct error_line line[LINES];
    size_t count;
    uint64_t positions;
};

/* "NAME\tFIRST\tLAST\tERROR", in place. Returns whether it is that. */
static bool read_line(struct ways *ways, char *text) {
    char *tab = strchr(text, '\t'), *end;
    uint64_t first, last;
    int length = 0;
    if (!tab || sscanf(tab, "\t%" SCNu64 "\t%" SCNu64 "\t%n", &first, &last, &length) != 2 ||
        !length)
        return false;
    *tab = 0;
    double error = strtod(tab + length, &end);
    size_t octave = error_octave(first);
    bool begins = octave == 0;
    if (*end || end == tab + length || octave >= ERROR_OCTAVES || error_octave(last) != octave ||
        ways->count + begins > LINES ||
        (!begins && strcmp(ways->line[ways->count - 1].name, text) != 0))
        return false;
    if (begins) {
        ways->line[ways->count] = (struct error_line){.name = text, .group = ways->count};
        ways->count++;
    }
    ways->line[ways->count - 1].largest[octave] = error;
    ways->positions = last + 1;
    return true;
}

static void read_ways(struct ways *ways, const char *name, struct text *data) {
    enum { LARGEST = 1 << 20 };
    char *wrong = file_read(name, LARGEST, data), *line;
    if (wrong)
        die(DIE_REQUEST, "%s", wrong);
    text_add(data, "", 1);
    int number = 0;
    for (line = data->bytes; *line;) {
        char *end = strchr(line, '\n'), *next = end ? end + 1 : line + strlen(line);
        number++;
        if (end)
            *end = 0;
        if (*line != '#' && !read_line(ways, line))
            die(DIE_REQUEST, "%s:%d: not a way, two positions of an octave and an error", name,
                number);
        line = next;
    }
    if (ways->positions == 0)
        die(DIE_REQUEST, "%s: has no data", name);
}

int main(int argc, char *argv[]) {
    struct ways ways = {.line = {{.name = "posenc"}}, .count = 1};
    struct text data = {NULL, 0, 0};
    file_start();
    if (argc != 3)
        die(DIE_REQUEST, "usage: usual_ways DATA.tsv OUT.svg");
    read_ways(&ways, argv[1], &data);
    const struct error_lines lines = {
        .title = "How wrong the usual ways are",
        .command = "make figures",
        .note = "largest |element − exact| of 512 columns, base 10000, in float32",
        .label = "position",
        .line = ways.line,
        .count = ways.count,
        .positions = ways.positions};
    struct drawing drawing = error_lines_draw(&lines);
    struct file *out = file_create(argv[2]);
    drawing_write(&drawing, out);
    file_commit(&out, 1);
    text_free(&data);
    return 0;
}
