/* SPDX-License-Identifier: MIT */
/* Compares two raw tables, without any code of posenc: differences TYPE COLUMNS GOT WANTED, for f32 and f64. Prints the
 * entries, how many differ, the largest error, the largest in ulps, both with row and column, and how many are NaN,
 * infinite, and zeros of the wrong sign. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct worst {
    double error;
    unsigned long row, column;
};

static void keep(struct worst *worst, double error, unsigned long row, unsigned long column) {
    if (error > worst->error)
        *worst = (struct worst){error, row, column};
}

static int read_one(FILE *file, size_t size, double *value, unsigned char *bytes) {
    float narrow;
    if (fread(bytes, size, 1, file) != 1)
        return 0;
    if (size == sizeof narrow) {
        memcpy(&narrow, bytes, size);
        *value = (double)narrow;
    } else {
        memcpy(value, bytes, size);
    }
    return 1;
}

/* The distance from |x| to the next number of the type. */
static double spacing(size_t size, double x) {
    if (size == sizeof(float)) {
        float narrow = fabsf((float)x);
        return (double)nextafterf(narrow, INFINITY) - (double)narrow;
    }
    return nextafter(fabs(x), INFINITY) - fabs(x);
}

int main(int argc, char *argv[]) {
    if (argc != 5)
        return 2;
    size_t size = strcmp(argv[1], "f64") == 0 ? 8 : 4;
    unsigned long columns = strtoul(argv[2], NULL, 10), k = 0, wrong = 0, nan = 0, infinite = 0,
                  zero = 0;
    FILE *a = fopen(argv[3], "rb"), *b = fopen(argv[4], "rb");
    struct worst absolute = {0, 0, 0}, ulps = {0, 0, 0};
    unsigned char x[8], y[8];
    double got, wanted;
    if (!a || !b)
        return 2;
    for (; read_one(a, size, &got, x) && read_one(b, size, &wanted, y); k++) {
        if (memcmp(x, y, size) == 0)
            continue;
        wrong++;
        nan += isnan(got);
        infinite += isinf(got) != 0;
        zero += got == 0 && wanted == 0;
        if (isfinite(got)) {
            keep(&absolute, fabs(got - wanted), k / columns, k % columns);
            keep(&ulps, fabs(got - wanted) / spacing(size, wanted), k / columns, k % columns);
        }
    }
    printf("%lu %lu %.6g %lu %lu %.6g %lu %lu %lu %lu %lu\n", k, wrong, absolute.error,
           absolute.row, absolute.column, ulps.error, ulps.row, ulps.column, nan, infinite, zero);
    return k > 0 ? 0 : 2;
}
