/* Writes the table t of HEADER twice, whether it is factored or not: row by row with t_copy, then entry by entry with
 * t_at. Ends with 2 if t_copy writes beyond a row. */
#include HEADER
#include "tables.h"

#ifdef t_CHANNELS
#define COLUMNS t_CHANNELS
#else
#define COLUMNS t_D_MODEL
#endif

int main(void) {
    TYPE row[COLUMNS + 1], untouched;
    size_t r, c;
    memset(&untouched, 0x5a, sizeof untouched);
    for (r = 0; r < t_MAX_LEN; r++) {
        row[COLUMNS] = untouched;
        t_copy(r, row);
        for (c = 0; c < COLUMNS; c++)
            write_entry(&row[c], sizeof row[c]);
        if (memcmp(&row[COLUMNS], &untouched, sizeof untouched) != 0)
            return 2;
    }
    for (r = 0; r < t_MAX_LEN; r++)
        for (c = 0; c < COLUMNS; c++) {
            const TYPE entry = t_at(r, c);
            write_entry(&entry, sizeof entry);
        }
    return fflush(stdout) != 0;
}
