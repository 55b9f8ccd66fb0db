#include "audit/json_members.h"
#include "base/die.h"
#include "base/text.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static char *no_object(const struct json_members *m) {
    return text_format("%s: its header is no object of JSON", m->path);
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static size_t skip_blanks(const struct json_members *m, size_t at) {
    while (at < m->length && is_blank(m->text[at]))
        at++;
    return at;
}

/* Where a member ends that begins here: at a comma or a brace that is in no string and in no brackets. */
static size_t end_of(const struct json_members *m, size_t at) {
    size_t depth = 0;
    bool quoted = false;
    for (; at < m->length; at++) {
        const char c = m->text[at];
        if (quoted) {
            at += c == '\\';
            quoted = c != '"';
        } else if (depth == 0 && (c == ',' || c == '}' || c == ']')) {
            return at;
        } else {
            quoted = c == '"';
            depth += c == '{' || c == '[';
            depth -= c == '}' || c == ']';
        }
    }
    return m->length;
}

char *json_members_again(const struct json_members *m, size_t from, json_t **member) {
    size_t length = end_of(m, from) - from;
    *member = NULL;
    if (length > m->longest)
        return text_format("%s: '%.20s' in its header has %zu bytes: more than %zu aren't read",
                           m->path, m->text + from, length, m->longest);
    char *object = die_malloc(length + 2);
    object[0] = '{';
    memcpy(object + 1, m->text + from, length);
    object[length + 1] = '}';
    char *wrong = json_parse(m->path, object, length + 2, member);
    free(object);
    if (wrong || json_object_size(*member) == 1)
        return wrong;
    json_decref(*member);
    *member = NULL;
    return no_object(m);
}

char *json_members_next(struct json_members *m, size_t *from, json_t **member) {
    bool first = m->at == 0;
    *member = NULL;
    m->at = skip_blanks(m, m->at);
    char sign = '\0';
    if (m->at < m->length)
        sign = m->text[m->at];
    bool empty = false;
    if (first && sign == '{') {
        size_t next = skip_blanks(m, m->at + 1);
        empty = next < m->length && m->text[next] == '}';
        m->at = empty ? next : m->at;
    }
    if ((empty || !first) && sign == (empty ? '{' : '}'))
        return skip_blanks(m, m->at + 1) == m->length ? NULL : no_object(m);
    if (sign != (first ? '{' : ','))
        return no_object(m);
    *from = m->at + 1;
    m->at = end_of(m, *from);
    return json_members_again(m, *from, member);
}
