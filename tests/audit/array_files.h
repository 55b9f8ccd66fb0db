/* SPDX-License-Identifier: MIT */
/* Files of arrays that a unit test writes, and checks of array_open. */
#ifndef ARRAY_FILES_H
#define ARRAY_FILES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "read/array.h"

static char array_folder[] = "/tmp/unit_array.XXXXXX";

static inline int make_array_folder(void **state) {
    (void)state;
    file_start();
    return mkdtemp(array_folder) && chdir(array_folder) == 0 ? 0 : -1;
}

static inline int remove_array_folder(void **state) {
    (void)state;
    return chdir("/") == 0 && rmdir(array_folder) == 0 ? 0 : -1;
}

static inline void write_array(const char *name, const void *bytes, size_t count) {
    FILE *out = fopen(name, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(bytes, 1, count, out), count);
    assert_int_equal(fclose(out), 0);
}

/* Opens what `name` means, which must have that description, "npy f32 2x3", and these elements, in C order. */
static inline void expect_array(const char *name, struct array_words words, const char *description,
                                const void *wanted) {
    struct array array;
    char *wrong = array_open(&array, name, words), text[200];
    if (wrong)
        fail_msg("%s", wrong);
    int used = snprintf(text, sizeof text, "%s %s ", array.kind, array.type->name);
    uint64_t count = 1;
    for (int k = 0; k < array.dimensions; k++) {
        used += snprintf(text + used, sizeof text - (size_t)used, "%s%d", k > 0 ? "x" : "",
                         (int)array.size[k]);
        count *= array.size[k];
    }
    assert_string_equal(text, description);
    assert_int_equal(count, array.count);
    unsigned char *read = malloc((size_t)count * array.type->bytes);
    assert_null(array_read(&array, 0, (size_t)count, read));
    assert_memory_equal(read, wanted, (size_t)count * array.type->bytes);
    memset(read, 0, (size_t)count * array.type->bytes);
    for (uint64_t k = count; k-- > 0;) { /* one by one, backwards */
        unsigned char *element = read + k * array.type->bytes;
        assert_null(array_read(&array, k, 1, element));
    }
    assert_memory_equal(read, wanted, (size_t)count * array.type->bytes);
    free(read);
    array_close(&array);
}

static inline void expect_message(const char *name, struct array_words words, const char *message) {
    struct array array;
    char *wrong = array_open(&array, name, words);
    assert_non_null(wrong);
    assert_string_equal(wrong, message);
    free(wrong);
}

#endif
