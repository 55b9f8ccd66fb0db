/* SPDX-License-Identifier: MIT */
/* Firmware that walks tables from the first entry to the last, and prints the digest of their bytes: what --format raw
 * holds, as all targets are little-endian. walks.h includes the tables and says by WALKS what to do, as in
 * COPY(NAME, TYPE) AT(NAME, TYPE). */
#include "board.h"
#include "fnv.h"

#include "walks.h"
#include <string.h>

static void report(const char *what, uint64_t digest) {
    print(what);
    print_hex(digest);
    print("\n");
}

#define WALK(name, type, way, read_row)               \
    {                                                 \
        type row[name##_D_MODEL];                     \
        uint64_t digest = FNV_START;                  \
        for (size_t r = 0; r < name##_MAX_LEN; r++) { \
            read_row;                                 \
            digest = fnv(digest, row, sizeof row);    \
        }                                             \
        report(#name " " way " ", digest);            \
    }
#define COPY(name, type) WALK(name, type, "copy", name##_copy(r, row))
#define ROW(name, type) WALK(name, type, "row", memcpy(row, name##_row(r), sizeof row))
#define AT(name, type) \
    WALK(name, type, "at", for (size_t c = 0; c < name##_D_MODEL; c++) row[c] = name##_at(r, c))

int main(void) {
    report("start ", FNV_START);
    WALKS
    return 0;
}
