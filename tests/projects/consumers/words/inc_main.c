#include "inc.h"
#include <stdio.h>

int main(void) {
    return !printf("%.4f\n", inc[1][2]);
}
