/* SPDX-License-Identifier: MIT */
/* Texts that grow, and formatted strings. All functions die if memory runs out. */
#ifndef POSENC_TEXT_H
#define POSENC_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes without a NUL at the end, unless the caller adds one. {NULL, 0, 0} is the empty text. */
struct text {
    char *bytes;
    size_t used, room;
};

/* Makes room for `count` more bytes, and returns their place, bytes + used. A caller who fills them then adds their
 * number to `used`. */
char *text_room(struct text *, size_t count);

void text_add(struct text *, const char *bytes, size_t count);
void text_append(struct text *, struct text more);
void text_print(struct text *, const char *string);

/* Appends what text_format makes. */
void text_put(struct text *, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_vput(struct text *, const char *format, va_list) __attribute__((format(printf, 2, 0)));

/* Ends a text with a NUL, which doesn't count as part of it, and returns it as a string: of an empty text, "". */
char *text_string(struct text *);
void text_free(struct text *);

/* Pads the text with `count` zeros beyond its end, so that copies of whole chunks, which are fastest, may overrun. An
 * empty text gets a place too. */
enum { TEXT_CHUNK = 16 };
void text_pad(struct text *, size_t count);

/* A line of a text, without its end, LF or CR LF, which the last line needn't have. */
struct text_line {
    const char *text; /* `length` bytes */
    size_t length;
    size_t number;          /* from 1 */
    const char *next, *end; /* the line that follows; the end of the text */
};

/* Before the first line of a text; of a file's text, whose byte order mark of UTF-8 is passed over. */
struct text_line text_lines(const char *text, size_t length);
struct text_line text_file_lines(const char *text, size_t length);

/* Goes to the next line; returns false if there is none. */
bool text_next_line(struct text_line *);

/* Takes the blanks at both ends off a text of *length bytes: returns its start, and sets its length. */
const char *text_trim(const char *text, size_t *length);

/* Is the word, which may be any text, in a list such as "rope_theta rotary_dim" or "factor|alpha"? NULL is an empty
 * list. */
bool text_lists(const char *list, const char *word);

/* A new string, as sprintf would make it, except that "..." follows a text that a precision in the format cuts. A
 * value that a user gave is formatted with '%.60s'. The caller frees the string. */
char *text_format(const char *format, ...) __attribute__((format(printf, 1, 2), returns_nonnull));
char *text_vformat(const char *format, va_list) __attribute__((format(printf, 1, 0)));

/* An integer in decimal, as a new string: much faster than text_format. The caller frees it. */
char *text_integer(int64_t);

/* Bytes of the character in UTF-8 at the start of a text; 0 if there is none, or one that controls a terminal or that XML
 * doesn't have: U+0000 to U+001F, U+007F to U+009F, U+FFFE and U+FFFF. */
size_t text_character(const char *at);

/* A copy of a text from outside, for a line that is shown or emitted. Control characters, marks of direction and bytes
 * that aren't UTF-8 become \xHH, so the copy is one line and can't control a terminal. The caller frees it. */
char *text_printable(const char *text);

/* The largest number of first bytes, at most `most`, that doesn't cut a character of UTF-8. */
size_t text_cut(const char *text, size_t most);

#endif
