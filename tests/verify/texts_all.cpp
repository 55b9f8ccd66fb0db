/* texts_all f32: the shortest text of every binary32 of [1e-4, 1], as each instruction set's maker has it, against
 * std::to_chars. It takes decimals that are ends too, but for these numbers there are none.
 * texts_all f64 [COUNT]: the same for COUNT binary64, 10^8 if not given, and their 17 digits. Half of them are uniform,
 * half have uniform bits.
 * One process a processor; exits 1 if one of them saw a difference, which it prints.
 *
 * To be linked with the objects of base/ and element/; verify_decimal.sh does. */
#include <gmp.h>

extern "C" {
#include "element/texts.h"
}

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "in_processes.h"

static const uint64_t f32_least = 0x38d1b718, f32_one = 0x3f800000;
static const uint64_t f64_least = 0x3f1a36e2eb1c432d, f64_one = 0x3ff0000000000000;

static size_t shortest(float value, char *text) {
    return (size_t)(std::to_chars(text, text + 64, value, std::chars_format::fixed).ptr - text);
}

static size_t shortest(double value, char *text) {
    return (size_t)(std::to_chars(text, text + 64, value, std::chars_format::fixed).ptr - text);
}

static size_t decimal(double value, char *text) {
    return (size_t)(std::to_chars(text, text + 64, value, std::chars_format::general, 17).ptr -
                    text);
}

/* Holds each set's texts of a block against `expect`'s. */
template <typename number>
static void compare(const element *type, literal literal, const number *block, size_t n,
                    size_t (*expect)(number, char *)) {
    static entry_texts texts;
    char expected[ENTRY_BLOCK][64];
    size_t length[ENTRY_BLOCK];
    for (size_t k = 0; k < n; k++) {
        length[k] = expect(block[k], expected[k]);
        if (block[k] == 1 || block[k] == -1) { /* without a point */
            memcpy(expected[k] + length[k], ".0", 2);
            length[k] += 2;
        }
    }
    int sets = 0;
    for (int set = INSTRUCTIONS_BASELINE; set <= instructions_best(); set++) {
        text_maker maker = text_maker();
        maker.type = type;
        maker.literal = literal;
        if (!texts_decimal_choose(&maker, (instructions)set))
            continue;
        sets++;
        maker.make(&maker, block, n, &texts);
        for (size_t k = 0; k < n; k++) {
            const char *text = texts.slots + k * maker.slot;
            if (texts.length[k] == length[k] && memcmp(text, expected[k], length[k]) == 0)
                continue;
            printf("set %d: %.*s, not %.*s\n", set, texts.length[k], text, (int)length[k],
                   expected[k]);
            exit(1);
        }
    }
    if (sets == 0)
        exit(1);
}

/* splitmix64 (G. Steele, D. Lea, C. Flood, doi:10.1145/2660193.2660195) */
static uint64_t scramble(uint64_t n) {
    n *= 0x9e3779b97f4a7c15;
    n = (n ^ (n >> 30)) * 0xbf58476d1ce4e5b9;
    n = (n ^ (n >> 27)) * 0x94d049bb133111eb;
    return n ^ (n >> 31);
}

static void f32_block(uint64_t from) {
    float numbers[ENTRY_BLOCK];
    size_t n = 0;
    for (uint64_t bits = from; bits < from + ENTRY_BLOCK && bits <= f32_one; bits++, n++) {
        uint32_t pattern = (uint32_t)bits | (uint32_t)(scramble(bits) & 1) << 31;
        memcpy(&numbers[n], &pattern, sizeof pattern);
    }
    compare<float>(&elements[0], LITERAL_SHORTEST, numbers, n, shortest);
}

static void f64_block(uint64_t from) {
    double numbers[ENTRY_BLOCK];
    for (uint64_t k = 0; k < ENTRY_BLOCK; k++) {
        uint64_t random = scramble(from + k + 1);
        uint64_t pattern = f64_least + random % (f64_one - f64_least);
        double uniform = ((double)(random >> 11) + 1) * 0x1p-53;
        if (random % 2 && uniform >= 1e-4)
            memcpy(&pattern, &uniform, sizeof pattern);
        pattern |= scramble(random) << 63;
        memcpy(&numbers[k], &pattern, sizeof pattern);
    }
    compare<double>(&elements[1], LITERAL_SHORTEST, numbers, ENTRY_BLOCK, shortest);
    compare<double>(&elements[1], LITERAL_DECIMAL, numbers, ENTRY_BLOCK, decimal);
}

int main(int count, char **arguments) {
    if (count < 2)
        return 2;
    bool wide = strcmp(arguments[1], "f64") == 0;
    uint64_t first = wide ? 0 : f32_least, end = wide ? 100000000 : f32_one + 1;
    if (wide && count > 2)
        end = strtoull(arguments[2], NULL, 10);
    return in_processes(first, end, ENTRY_BLOCK, wide ? f64_block : f32_block);
}
