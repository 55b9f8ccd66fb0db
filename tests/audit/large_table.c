/* SPDX-License-Identifier: MIT */
/* A table of floats as C code makes it: large_table ROWS COLUMNS > table; or large_table ROWS COLUMNS FIRST, by doubles, from
 * that position on. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void in_float(int row, int i, int columns, float pair[2]) {
    float angle = (float)row / powf(10000.0f, (float)i / (float)columns);
    pair[0] = sinf(angle);
    pair[1] = cosf(angle);
}

static void in_double(int position, int i, int columns, float pair[2]) {
    double angle = position / pow(10000, (double)i / columns);
    pair[0] = (float)sin(angle);
    pair[1] = (float)cos(angle);
}

int main(int argc, char *argv[]) {
    int rows = argc >= 3 ? atoi(argv[1]) : 0, columns = argc >= 3 ? atoi(argv[2]) : 0;
    for (int row = 0; row < rows; row++)
        for (int i = 0; i < columns; i += 2) {
            float pair[2];
            if (argc == 4)
                in_double(atoi(argv[3]) + row, i, columns, pair);
            else
                in_float(row, i, columns, pair);
            fwrite(pair, sizeof pair, 1, stdout);
        }
    return rows == 0 || fflush(stdout) != 0;
}
