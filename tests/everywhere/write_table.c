/* SPDX-License-Identifier: MIT */
/* Writes a table to standard output, without any library but Windows' own: HEADER declares it, as `pe`. With ROWS it is
 * written row by row by its accessor. */
#include HEADER

void *__stdcall GetStdHandle(unsigned long which);
int __stdcall WriteFile(void *file, const void *bytes, unsigned long count, unsigned long *done,
                        void *overlapped);
_Noreturn void __stdcall ExitProcess(unsigned status);

/* Symbols that compilers for MSVC expect in its library. */
int _fltused;
void *memcpy(void *to, const void *from, size_t count) {
    for (size_t k = 0; k < count; k++)
        ((volatile char *)to)[k] = ((const char *)from)[k];
    return to;
}

static void write_bytes(const void *bytes, size_t count) {
    unsigned long done;
    if (!WriteFile(GetStdHandle((unsigned long)-11), bytes, (unsigned long)count, &done, 0) ||
        done != count)
        ExitProcess(1);
}

void start(void);
void start(void) {
#ifdef ROWS
    for (size_t row = 0; row < ROWS; row++) {
        TYPE entries[WIDTH];
        pe_copy(row, entries);
        write_bytes(entries, sizeof entries);
    }
#else
    write_bytes(pe, sizeof pe);
#endif
    ExitProcess(0);
}
