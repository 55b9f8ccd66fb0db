/* Reads beyond the table t of HEADER, which has 19 rows of 6, with one of its accessors. The number of arguments
 * chooses the accessor; without arguments it reads the last entry. */
#include HEADER
int main(int argc, char *argv[]) {
    volatile size_t row = 18 + (size_t)(argc == 2), column = 5 + (size_t)(argc == 3);
    float entries[6];
    (void)argv;
    if (argc == 4)
        t_copy(row + 1, entries);
    return t_at(row, column) == 7;
}
