/* SPDX-License-Identifier: MIT */
/* Decimals of standard input, to the nearest doubles. */
#include <stdio.h>

int main(void) {
    double value;
    int read;
    while ((read = scanf("%lf", &value)) == 1)
        fwrite(&value, sizeof value, 1, stdout);
    return read != EOF;
}
