#include "audit/c_characters.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

void c_characters_fail(struct c_tokens *t, char *wrong) {
    if (t->wrong)
        free(wrong);
    else
        t->wrong = wrong;
    t->at = t->used = 0;
    t->offset = input_size(t->input);
}

void c_characters_fail_here(struct c_tokens *t, const char *what) {
    c_characters_fail(t, text_format("%s:%zu: %s", t->path, t->here, what));
}

void c_characters_fill(struct c_tokens *t) {
    uint64_t left = input_size(t->input) - t->offset;
    if (left == 0)
        return;
    t->used -= t->at;
    memmove(t->buffer, t->buffer + t->at, t->used);
    t->at = 0;
    size_t wanted = left < C_BUFFER - t->used ? (size_t)left : C_BUFFER - t->used;
    char *wrong = input_read(t->input, t->offset, t->buffer + t->used, wanted);
    if (wrong) {
        c_characters_fail(t, wrong);
        return;
    }
    t->offset += wanted;
    t->used += wanted;
}

void c_characters_splice(struct c_tokens *t) {
    for (;;) {
        size_t end = byte_at(t, 1) == '\r' ? 2 : 1;
        if (byte_at(t, 0) != '\\' || byte_at(t, end) != '\n')
            return;
        t->at += end + 1;
        t->here++;
    }
}
