/* A table of floats as C code makes it: large_table ROWS COLUMNS > table */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char *argv[]) {
    int rows = argc == 3 ? atoi(argv[1]) : 0, columns = argc == 3 ? atoi(argv[2]) : 0;
    for (int row = 0; row < rows; row++)
        for (int i = 0; i < columns; i += 2) {
            float angle = (float)row / powf(10000.0f, (float)i / (float)columns);
            float pair[2] = {sinf(angle), cosf(angle)};
            fwrite(pair, sizeof pair, 1, stdout);
        }
    return rows == 0 || fflush(stdout) != 0;
}
