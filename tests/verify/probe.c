/* SPDX-License-Identifier: MIT */
/* What arithmetic makes of the floating-point environment that it runs in: one line, to be compared with that
 * of another environment. */
#include <float.h>
#include <stdio.h>

int main(void) {
    volatile double one = 1, three = 3, ten = 10, least = DBL_MIN;
    volatile long double wide = 1;
    double third = one / three, tenth = one / ten;
    long double wide_third = wide / 3;
    printf("%a %a %a %d", third, tenth, -third * 7, least / 2 > 0);
    printf(" %d\n", (long double)(float)wide_third == wide_third);
    return 0;
}
