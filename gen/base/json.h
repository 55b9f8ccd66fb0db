/* SPDX-License-Identifier: MIT */
/* Prints strings as JSON, and reads files of it strictly: RFC 8259 without duplicate keys that matter, without numbers
 * beyond a double and without NUL in strings. */
#ifndef POSENC_JSON_H
#define POSENC_JSON_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/* Memory that runs out ends the program, in jansson too, as die_malloc does. So a failure in JSON is never a lack of
 * memory. Call it before everything else here. */
void json_start(void);

/* Reads a file that holds one object, which the caller gives back with json_decref; NaN and Infinity in it become
 * strings. A key that an object has twice is refused if it matters; if not, nothing is known of its value. Returns
 * NULL, or a message "PATH: why" or "PATH:LINE: what", which the caller frees. Files over 16 MiB or of more than
 * 262144 values are refused. */
char *json_read(const char *path, bool (*matters)(const char *key), json_t **object);

/* A number as the decimal of at most 17 digits that a reader turns into the same double; integers have all digits. The
 * caller frees it. */
char *json_number_text(const json_t *number);

/* A string of JSON, with its quotes, in ASCII. Bytes that aren't UTF-8 become the characters of the same number. The
 * caller frees it. */
char *json_string_text(const char *text);

/* A text, as a value of an object that is written. Its bytes become characters as json_string_text says. */
json_t *json_text(const char *);

#endif
