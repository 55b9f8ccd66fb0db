/* Two tables in one program, each header included twice. */
#include "a.h"
#include "b.h"

#include "a.h"
#include "b.h"

int main(void) {
    return !(sizeof a == sizeof(float) * a_MAX_LEN * a_D_MODEL &&
             sizeof b == sizeof(float) * b_MAX_LEN * b_D_MODEL && a[1][1] < 1 && b[1][1] < 1 &&
             a[1][1] > b[1][1] && a[1][1] > 0);
}
