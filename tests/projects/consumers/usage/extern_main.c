/* One table, defined in pe.c, read by two files that include pe.h. */
#include "pe.h"

#include "expect.h"

const float *row_elsewhere(int position);

int main(void) {
    for (int s = 0; s < pe_MAX_LEN; s++) {
        near(row_elsewhere(s) == pe[s], 1, 0);
        for (int j = 0; j < pe_D_MODEL; j++)
            near(pe[s][j], entry(s, j, pe_D_MODEL), HALF_ULP);
    }
    return wrong != 0;
}
