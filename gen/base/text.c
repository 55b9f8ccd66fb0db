#include "base/text.h"
#include "base/die.h"

#include <stdlib.h>
#include <string.h>

char *text_room(struct text *text, size_t count) {
    if (text->room - text->used < count) {
        text->room = 2 * text->room > text->used + count ? 2 * text->room : text->used + count;
        text->bytes = die_realloc(text->bytes, text->room);
    }
    return text->bytes + text->used;
}

void text_add(struct text *text, const char *bytes, size_t count) {
    if (count > 0)
        memcpy(text_room(text, count), bytes, count);
    text->used += count;
}

void text_print(struct text *text, const char *string) {
    text_add(text, string, strlen(string));
}

void text_free(struct text *text) {
    free(text->bytes);
    *text = (struct text){NULL, 0, 0};
}
