/* SPDX-License-Identifier: MIT */
/* Changes one thing in a raw table: mutate WHAT SIZE COLUMNS ARGUMENT... < table > mutant, for elements of SIZE bytes.
 *
 *   flip ROW COLUMN BIT    one bit
 *   swap ROW ROW           two rows
 *   copy ROW ROW           the second row over the first
 *   clear ROW              a row of zeros
 *   roll                   each row in the place of the row after it
 *   lose ROW               the rows after it one place earlier; the last one stays too
 *   double ROW             the rows from it on one place later
 *   drop ROW COLUMN N      N entries lost there: those after them are as many places earlier; the last ones stay too
 *   insert ROW COLUMN N    N entries of 0 bits inserted there
 *   tail ROW               zeros from that row on
 *   blank COLUMN N         N columns of zeros
 *   columns COLUMN COLUMN  two columns swapped
 *   upside ROW N           N rows from it on, the last of them first
 *   noise                  the lowest bit of every third element
 *   nil                    +0 and -0, with the signs of the elements, little-endian
 *   negate                 the sign of each element, little-endian
 *   turn                   the sign of every other element
 *   scale COLUMN N         a column of float times 1 + N/10^6
 *   jitter N               floats with up to N/10^6 added or taken away
 *   add ROW COLUMN N       a float plus N/10^6
 *   raise ROW              a row of floats plus 0.5
 *   fill ROW ROWS N        rows of floats that are all N/10^6
 *   scatter ROW            a row of floats in no order, from -1 to 1
 *   reverse                the bytes of each element, for the other endianness */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char *argv[]) {
    enum { LARGEST = 1 << 26 };
    unsigned char *table = malloc(LARGEST), *spare = malloc(LARGEST);
    unsigned long number[8] = {0};
    if (argc < 4 || argc > 9 || !table || !spare)
        return 2;
    for (int k = 2; k < argc; k++)
        number[k - 2] = strtoul(argv[k], NULL, 10);
    const char *what = argv[1];
    unsigned long size = number[0], row = size * number[1], a = number[2], b = number[3];
    unsigned long bytes = fread(table, 1, LARGEST, stdin);
    if (bytes == 0 || bytes == LARGEST || row == 0 || bytes % row != 0)
        return 2;
    memcpy(spare, table, bytes);
    if (strcmp(what, "flip") == 0) {
        table[a * row + b * size + number[4] / 8] ^= (unsigned char)(1u << number[4] % 8);
    } else if (strcmp(what, "swap") == 0) {
        memcpy(table + a * row, spare + b * row, row);
        memcpy(table + b * row, spare + a * row, row);
    } else if (strcmp(what, "copy") == 0) {
        memcpy(table + a * row, spare + b * row, row);
    } else if (strcmp(what, "clear") == 0) {
        memset(table + a * row, 0, row);
    } else if (strcmp(what, "roll") == 0) {
        memcpy(table + row, spare, bytes - row);
        memcpy(table, spare + bytes - row, row);
    } else if (strcmp(what, "lose") == 0) {
        memcpy(table + a * row, spare + (a + 1) * row, bytes - (a + 1) * row);
    } else if (strcmp(what, "double") == 0) {
        memcpy(table + (a + 1) * row, spare + a * row, bytes - (a + 1) * row);
    } else if (strcmp(what, "drop") == 0) {
        unsigned long at = a * row + b * size, lost = number[4] * size;
        memcpy(table + at, spare + at + lost, bytes - at - lost);
    } else if (strcmp(what, "insert") == 0) {
        unsigned long at = a * row + b * size, more = number[4] * size;
        memcpy(table + at + more, spare + at, bytes - at - more);
        memset(table + at, 0, more);
    } else if (strcmp(what, "tail") == 0) {
        memset(table + a * row, 0, bytes - a * row);
    } else if (strcmp(what, "blank") == 0) {
        for (unsigned long at = a * size; at < bytes; at += row)
            memset(table + at, 0, b * size);
    } else if (strcmp(what, "columns") == 0) {
        for (unsigned long at = 0; at < bytes; at += row) {
            memcpy(table + at + a * size, spare + at + b * size, size);
            memcpy(table + at + b * size, spare + at + a * size, size);
        }
    } else if (strcmp(what, "upside") == 0) {
        for (unsigned long k = 0; k < b; k++)
            memcpy(table + (a + k) * row, spare + (a + b - 1 - k) * row, row);
    } else if (strcmp(what, "noise") == 0) {
        for (unsigned long k = 0; k < bytes / size; k += 3)
            table[k * size] ^= 1;
    } else if (strcmp(what, "nil") == 0) {
        memset(table, 0, bytes);
        for (unsigned long at = size - 1; at < bytes; at += size)
            table[at] = spare[at] & 0x80;
    } else if (strcmp(what, "negate") == 0 || strcmp(what, "turn") == 0) {
        for (unsigned long at = size - 1; at < bytes; at += *what == 'n' ? size : 2 * size)
            table[at] ^= 0x80;
    } else if (strcmp(what, "scale") == 0 || strcmp(what, "jitter") == 0) {
        const int jitter = *what == 'j';
        for (unsigned long at = jitter ? 0 : a * size; at < bytes; at += jitter ? size : row) {
            float value;
            memcpy(&value, table + at, sizeof value);
            /* 79 steps, in no order, from -39 to 39 */
            value = jitter ? value + (float)a * 1e-6f / 39 * ((int)(at / size * 31 % 79) - 39)
                           : value * (1 + (float)b * 1e-6f);
            memcpy(table + at, &value, sizeof value);
        }
    } else if (strcmp(what, "add") == 0) {
        float value;
        memcpy(&value, table + a * row + b * size, sizeof value);
        value += (float)number[4] * 1e-6f;
        memcpy(table + a * row + b * size, &value, sizeof value);
    } else if (strcmp(what, "raise") == 0 || strcmp(what, "scatter") == 0) {
        for (unsigned long k = 0; k < row / size; k++) {
            float value;
            memcpy(&value, table + a * row + k * size, sizeof value);
            value = *what == 'r' ? value + 0.5f : (float)(k * k * 7919 % 1999) / 999 - 1;
            memcpy(table + a * row + k * size, &value, sizeof value);
        }
    } else if (strcmp(what, "fill") == 0) {
        const float value = (float)(long)number[4] / 1e6f;
        for (unsigned long k = 0; k < b * row / size; k++)
            memcpy(table + a * row + k * size, &value, sizeof value);
    } else if (strcmp(what, "reverse") == 0) {
        for (unsigned long k = 0; k < bytes; k++)
            table[k] = spare[k / size * size + size - 1 - k % size];
    } else {
        return 2;
    }
    fwrite(table, 1, bytes, stdout);
    free(table);
    free(spare);
    return fflush(stdout) != 0;
}
