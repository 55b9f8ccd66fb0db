#include "../gen/base/sum.h"
#include <stdio.h>
#include <unistd.h>
int main(void) {
    puts("[ RUN      ] test_sum");
    fflush(stdout);
    sleep(NAP);
    int wrong = sum(1, 2) != 3;
    puts(wrong ? "[  FAILED  ] test_sum" : "[       OK ] test_sum");
    return wrong;
}
