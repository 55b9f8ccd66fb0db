/* Tables in several files; the first two change with given.txt, the third with long.txt, the
 * fourth with steps.txt. */
#include "assembled.h"
#include "bits.h"
#include "deep/made.h"
#include "inc.h"
#include "long_name.h"
#include "parts.h"
#include "steps.h"

#include <stdio.h>

int main(void) {
    printf("%.4f %.4f %.4f %.4f", inc[1][2], made[1][2], long_name[1][2], steps[1][2]);
    printf(" %d\n", parts_at(3, 5) == assembled[3][5] && parts_at(0, 2) == bits[0][2]);
    return 0;
}
