#include "emit/template_text.h"
#include "base/file.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

enum { LARGEST = 1 << 20 };

const struct template_text *template_named(const char *name) {
    for (const struct template_text *t = built_in_templates; t->name; t++)
        if (strcmp(t->name, name) == 0)
            return t;
    return NULL;
}

/* Makes every line end in a newline without CR, including the last line. */
static void normalize_line_ends(struct text *text) {
    size_t kept = 0;
    for (size_t k = 0; k < text->used; k++)
        if (text->bytes[k] != '\r' || k + 1 == text->used || text->bytes[k + 1] != '\n')
            text->bytes[kept++] = text->bytes[k];
    text->used = kept;
    if (kept > 0 && text->bytes[kept - 1] != '\n')
        text_add(text, "\n", 1);
}

char *template_read(const char *path, struct template_text *template) {
    struct text text = {NULL, 0, 0};
    char *wrong = file_read(path, LARGEST, &text);
    if (wrong)
        return wrong;
    normalize_line_ends(&text);
    text_room(&text, 1); /* an empty text needs an address too */
    *template = (struct template_text){path, text.bytes, text.used};
    return NULL;
}

void template_text_free(struct template_text *template) {
    free((char *)template->text);
}
