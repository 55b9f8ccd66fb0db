/* Two factored tables in one program, one of which has its functions in b.c. */
#include "a.h"
#include "b.h"

#include "a.h"

int main(void) {
    return a_at(0, 1) == 1 && b_at(0, 1) == 127 ? 0 : 1;
}
