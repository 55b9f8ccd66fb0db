#include "list.h"
#include "die.h"
#include "file.h"

#include <stdlib.h>
#include <string.h>

enum { LARGEST = 1 << 26 };

static void add(struct list *list, const char *path, int line, const char *text) {
    if ((list->count & (list->count - 1)) == 0) /* a power of two: room for as many more */
        list->value = die_realloc(list->value, (2 * list->count + 1) * sizeof *list->value);
    mpq_init(list->value[list->count]);
    const char *wrong = rational_parse(list->value[list->count], text);
    if (!wrong && mpq_sgn(list->value[list->count]) <= 0)
        wrong = "is not above 0";
    if (wrong)
        die_in(path, line, "'%.60s' %s", text, wrong);
    list->count++;
}

struct list list_read(const char *path) {
    struct list list = {NULL, 0};
    struct text text = {NULL, 0, 0};
    if (!file_read(path, LARGEST, &text))
        die(DIE_REQUEST, "'%s' has more than %d bytes", path, LARGEST);
    text_add(&text, "\n", 1);
    int line = 1;
    size_t mark =
        text.used >= 3 && memcmp(text.bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0; /* UTF-8's */
    for (char *at = text.bytes + mark, *end = text.bytes + text.used; at < end; line++) {
        char *next = memchr(at, '\n', (size_t)(end - at));
        if (memchr(at, 0, (size_t)(next - at)))
            die_in(path, line, "a byte 0 is no text");
        *next = 0;
        at += strspn(at, " \t");
        at[strcspn(at, "#\r")] = 0;
        size_t length = strlen(at);
        while (length > 0 && strchr(" \t", at[length - 1]))
            at[--length] = 0;
        if (length > 0)
            add(&list, path, line, at);
        at = next + 1;
    }
    text_free(&text);
    return list;
}

void list_free(struct list *list) {
    for (size_t k = 0; k < list->count; k++)
        mpq_clear(list->value[k]);
    free(list->value);
    *list = (struct list){NULL, 0};
}
