/* SPDX-License-Identifier: MIT */
/* Exchanges the axes of a raw table: transpose COLUMNS SIZE < table > transposed, for elements of SIZE bytes. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char *argv[]) {
    enum { LARGEST = 1 << 26 };
    unsigned long columns = argc == 3 ? strtoul(argv[1], NULL, 10) : 0;
    unsigned long size = argc == 3 ? strtoul(argv[2], NULL, 10) : 0;
    char *table = malloc(LARGEST);
    if (!table || columns == 0 || size == 0)
        return 2;
    unsigned long bytes = fread(table, 1, LARGEST, stdin);
    if (bytes == LARGEST || bytes % (columns * size) != 0)
        return 2;
    for (unsigned long j = 0; j < columns; j++)
        for (unsigned long r = 0; r < bytes / size / columns; r++)
            fwrite(table + (r * columns + j) * size, size, 1, stdout);
    free(table);
    return fflush(stdout) != 0;
}
