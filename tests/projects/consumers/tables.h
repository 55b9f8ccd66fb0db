/* Writes tables to standard output, each entry little-endian, for comparison with raw bytes. C89 and
 * C++98 read this too; of an AVR, the bytes of flash are for another test. */
#ifndef TABLES_H
#define TABLES_H

#include <stdio.h>
#include <string.h>

#define rows_of(NAME) (sizeof NAME / sizeof NAME[0])
#define columns_of(NAME) (sizeof NAME[0] / sizeof NAME[0][0])

static void write_entry(const void *entry, size_t width) {
    const unsigned probe = 1;
    unsigned char bytes[8];
    size_t k;
    memcpy(bytes, entry, width);
    for (k = 0; k < width; k++)
        putchar(bytes[*(const unsigned char *)&probe ? k : width - 1 - k]);
}

/* First the bytes from NAME to sizeof NAME, then entry by entry NAME[r][c], of the element's type. */
#define WRITE(NAME, TYPE)                                       \
    do {                                                        \
        const size_t rows = rows_of(NAME);                      \
        const size_t columns = columns_of(NAME);                \
        size_t r, c, k;                                         \
        TYPE entry;                                             \
        for (k = 0; k < sizeof NAME; k += sizeof entry)         \
            write_entry((const char *)&NAME + k, sizeof entry); \
        for (r = 0; r < rows; r++)                              \
            for (c = 0; c < columns; c++) {                     \
                entry = NAME[r][c];                             \
                write_entry(&entry, sizeof entry);              \
            }                                                   \
    } while (0)

/* Says so if NAME has other numbers of rows and columns. */
#define SHAPE(NAME, ROWS, COLUMNS)                                    \
    do {                                                              \
        if (rows_of(NAME) != (ROWS) || columns_of(NAME) != (COLUMNS)) \
            printf("the shape of " #NAME);                            \
    } while (0)

/* By the accessors of a table with these numbers of rows and columns: NAME_row, NAME_at, then NAME_copy. */
#define WRITE_BY(NAME, TYPE, ROWS, COLUMNS)            \
    do {                                               \
        size_t r, c;                                   \
        TYPE entry, copied[COLUMNS];                   \
        for (r = 0; r < (ROWS); r++)                   \
            for (c = 0; c < (COLUMNS); c++) {          \
                entry = NAME##_row(r)[c];              \
                write_entry(&entry, sizeof entry);     \
            }                                          \
        for (r = 0; r < (ROWS); r++)                   \
            for (c = 0; c < (COLUMNS); c++) {          \
                entry = NAME##_at(r, c);               \
                write_entry(&entry, sizeof entry);     \
            }                                          \
        for (r = 0; r < (ROWS); r++) {                 \
            NAME##_copy(r, copied);                    \
            for (c = 0; c < (COLUMNS); c++)            \
                write_entry(&copied[c], sizeof entry); \
        }                                              \
    } while (0)

#endif
