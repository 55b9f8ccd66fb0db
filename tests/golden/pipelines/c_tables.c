/* SPDX-License-Identifier: MIT */
/* Tables as C code makes them. Compile and run in this folder: cc -O1 -std=c11 -ffp-contract=off -o /tmp/c_tables c_tables.c -lm && /tmp/c_tables */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static void write_file(const char *name, const void *data, size_t bytes) {
    FILE *file = fopen(name, "wb");
    if (!file || fwrite(data, 1, bytes, file) != bytes || fclose(file) != 0) {
        perror(name);
        exit(1);
    }
}

enum { ROWS = 96, COLUMNS = 48, D = 48 };
static float table[ROWS][COLUMNS];

/* Positions divided by a power, in float. */
static void divided(int first) {
    for (int row = 0; row < ROWS; row++)
        for (int i = 0; i < COLUMNS / 2; i++) {
            float angle = (float)(first + row) / powf(10000.0f, (2.0f * (float)i) / (float)D);
            table[row][2 * i] = sinf(angle);
            table[row][2 * i + 1] = cosf(angle);
        }
}

/* The same in double, stored as float. */
static void divided_in_double(int first) {
    for (int row = 0; row < ROWS; row++)
        for (int i = 0; i < COLUMNS / 2; i++) {
            double angle = (first + row) / pow(10000.0, 2.0 * i / D);
            table[row][2 * i] = (float)sin(angle);
            table[row][2 * i + 1] = (float)cos(angle);
        }
}

/* Frequencies in double, stored as float. 2i/64 is exact, so that powf would give the same. */
static void frequencies_in_double(void) {
    for (int row = 0; row < ROWS; row++)
        for (int i = 0; i < COLUMNS / 2; i++) {
            float frequency = (float)(1.0 / pow(10000.0, 2.0 * i / 64));
            table[row][2 * i] = sinf((float)row * frequency);
            table[row][2 * i + 1] = cosf((float)row * frequency);
        }
}

/* ggml_rope_cache_init: the angle is multiplied from pair to pair. */
static void iterated(int step) {
    const float theta_scale = powf(10000.0f, -2.0f / (float)D);
    for (int row = 0; row < ROWS; row++) {
        float theta = (float)(step * row);
        for (int i = 0; i < COLUMNS; i += 2) {
            table[row][i] = cosf(theta);
            table[row][i + 1] = sinf(theta);
            theta *= theta_scale;
        }
    }
}

/* As firmware has it: Q15 from floats. */
static void fixed(void) {
    static int16_t q15[ROWS][COLUMNS];
    divided(0);
    for (int row = 0; row < ROWS; row++)
        for (int i = 0; i < COLUMNS; i++) {
            long x = lrintf(table[row][i] * 32768.0f);
            q15[row][i] = (int16_t)(x > 32767 ? 32767 : x);
        }
    write_file("c-divided-96x48.q15", q15, sizeof q15);
}

int main(void) {
    divided(0);
    write_file("c-divided-96x48.f32", table, sizeof table);
    divided_in_double(100000);
    write_file("c-double-96x48.f32", table, sizeof table);
    frequencies_in_double();
    write_file("c-frequencies-96x48.f32", table, sizeof table);
    iterated(32);
    write_file("c-iterated-96x48.f32", table, sizeof table);
    fixed();
    return 0;
}
