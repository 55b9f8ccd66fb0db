/* Writes the table t of HEADER as WRITES says, which is a macro of tables.h. */
#include HEADER
#include "tables.h"
int main(void) {
    WRITES;
    return fflush(stdout) != 0;
}
