/* SPDX-License-Identifier: MIT */
/* Compares a raw table with the exact one: oracle_words --max-len N --d-model N ... < table.bin
 *
 * The words are posenc's; all else is independent of it (oracle_entries.h). Silent if every bit agrees. Exit status: 0
 * agreement, 1 difference, 2 bad usage. */
#include "oracle_entries.h"

#include <inttypes.h>

static uint64_t *table;

static void put_entry(unsigned long r, unsigned long j, const struct real *p) {
    table[r * columns + j] = entry(column[j].function, p, &column[j].w);
}

static void make_table(void) {
    table = room_for(max_len * columns, sizeof *table);
    for (unsigned long k = 0; k < max_len * columns; k++)
        table[k] = rounded_zero(type);
    each_entry(put_entry);
}

static int compare(void) {
    enum { SHOWN = 5 };
    bool swap = is(AXES, "channel-major");
    unsigned long wrong = 0, count = max_len * columns;
    for (unsigned long k = 0; k < count; k++) {
        unsigned long r = swap ? k % max_len : k / columns, j = swap ? k / max_len : k % columns;
        uint64_t got = 0, want = table[r * columns + j];
        for (int byte = 0; byte < type->bytes; byte++) {
            int c = getchar();
            if (c == EOF) {
                printf("the table ends at position %lu, column %lu\n", r, j);
                return 1;
            }
            got |= (uint64_t)c << 8 * byte;
        }
        if (got != want && wrong++ < SHOWN)
            printf("position %lu, column %lu: got %" PRIx64 ", want %" PRIx64 "\n", r, j, got,
                   want);
    }
    bool longer = getchar() != EOF;
    if (longer)
        printf("the table goes on after its last entry\n");
    if (wrong)
        printf("%lu of %lu entries differ\n", wrong, count);
    return wrong > 0 || longer;
}

int main(int argc, char *argv[]) {
    read_table(argc, argv);
    make_table();
    return compare();
}
