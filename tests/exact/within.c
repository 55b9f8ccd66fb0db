/* SPDX-License-Identifier: MIT */
/* Is every element of a table of f64, on standard input, within BOUND of the f32 in FILE? within BOUND FILE
 * Both are raw and little-endian, as this machine must be. Exit status: 0 yes, 1 no, 2 bad usage. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char *argv[]) {
    char *end = NULL;
    double bound = argc == 3 ? strtod(argv[1], &end) : 0, exact, most = 0;
    FILE *file = argc == 3 && *end == 0 ? fopen(argv[2], "rb") : NULL;
    if (!file)
        return 2;
    float found;
    unsigned long count = 0, at = 0;
    for (; fread(&found, sizeof found, 1, file) == 1; count++) {
        if (fread(&exact, sizeof exact, 1, stdin) != 1) {
            printf("the table ends at element %lu\n", count);
            return 1;
        }
        double distance = fabs((double)found - exact);
        if (!(distance <= most)) {
            most = distance;
            at = count;
        }
    }
    if (getchar() != EOF) {
        printf("the table goes on after element %lu\n", count);
        return 1;
    }
    fclose(file);
    if (count > 0 && most <= bound)
        return 0;
    printf("element %lu of %lu is off by %.4g, more than %s\n", at, count, most, argv[1]);
    return 1;
}
