/* Writes the table NAME of HEADER, of sizes MAX_LEN and D_MODEL, to standard output, little-endian:
 * first the bytes from NAME to sizeof NAME, then entry by entry NAME[r][c]. The shape goes to
 * standard error. C89 and C++98 read this too. */
#include HEADER
#include <stdio.h>
#include <string.h>

static void write_entry(const void *entry) {
    unsigned bits;
    int k;
    memcpy(&bits, entry, sizeof bits);
    for (k = 0; k < 4; k++)
        putchar((int)(bits >> (8 * k) & 255));
}

int main(void) {
    const size_t rows = sizeof NAME / sizeof NAME[0], columns = sizeof NAME[0] / sizeof NAME[0][0];
    size_t r, c, k;
    for (k = 0; k < sizeof NAME; k += sizeof(float))
        write_entry((const char *)NAME + k);
    for (r = 0; r < rows; r++)
        for (c = 0; c < columns; c++) {
            float entry = NAME[r][c];
            write_entry(&entry);
        }
    fprintf(stderr, "[%lu][%lu] max_len %lu d_model %lu\n", (unsigned long)rows,
            (unsigned long)columns, (unsigned long)MAX_LEN, (unsigned long)D_MODEL);
    return fflush(stdout) != 0;
}
