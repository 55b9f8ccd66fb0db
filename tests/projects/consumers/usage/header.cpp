// The C header in C++.
#include "pe.h"

#include "expect.h"

int main() {
    for (int s = 0; s < pe_MAX_LEN; s++) {
        int j = 0;
        for (float x : pe[s])
            near(x, entry(s, j++, pe_D_MODEL), HALF_ULP);
        near(j, pe_D_MODEL, 0);
    }
    return wrong != 0;
}
