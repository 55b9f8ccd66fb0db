/* print_table FORMAT COLUMNS < TABLE: prints a raw f32 table as comma-separated values, one row a
 * line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char *argv[]) {
    if (argc != 3)
        return 2;
    unsigned long columns = strtoul(argv[2], NULL, 10), column = 0;
    unsigned char bytes[4];
    while (fread(bytes, sizeof bytes, 1, stdin) == 1) {
        unsigned bits = bytes[0] | bytes[1] << 8 | bytes[2] << 16 | (unsigned)bytes[3] << 24;
        float entry;
        memcpy(&entry, &bits, sizeof entry);
        printf(argv[1], entry);
        putchar(++column % columns == 0 ? '\n' : ',');
    }
    return column % columns != 0;
}
