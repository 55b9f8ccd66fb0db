/* Files, whole or absent. Only this and temporary.h open files.
 *
 * An output is written to a temporary file in the folder of the file that it becomes, and renamed when all outputs of the
 * run are complete. Until then the old file is untouched. However the program ends, by die or by a signal, its temporary
 * files are removed. Every error is one line that names the file as the user did. No fsync: a build output can be made
 * again. */
#ifndef POSENC_FILE_H
#define POSENC_FILE_H

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct file;

/* Opens closed standard descriptors on a file on which I/O fails, so that no output gets their numbers; makes a file that is
 * too large an error of write rather than a signal; and removes unfinished files on signals that end the program. SIGPIPE
 * is one of these, and has no message; if it is ignored, a pipe that nobody reads is an error of write. */
void file_start(void);

/* Opens an output. Standard output ("-"), /dev/stdout, /dev/stderr, /dev/fd/N, devices and pipes are written directly.
 * Symbolic links are followed to the file that they name, which may not exist yet. */
struct file *file_create(const char *name);

/* The same, but instead of being written, the output is compared with the existing file. */
struct file *file_compare(const char *name);

/* Does the output differ from the file? For an output of file_compare, when it is finished. */
bool file_differs(const struct file *);

/* The errno with which file_compare failed to open the existing file, or 0. */
int file_absent(const struct file *);

void file_write(struct file *, const void *bytes, size_t count);

/* Writes a text by a format, as text_format makes it. */
void file_print(struct file *, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Writes at an offset, in any order and from several threads at once. Does nothing and returns false if the output is a
 * stream. An output is written by file_write or by this, not by both. */
bool file_write_at(struct file *, uint64_t offset, const void *bytes, size_t count);

/* Completes one output, which stays in its temporary file. A run with many outputs does this after each, since an open
 * output has a descriptor and a buffer. */
void file_finish(struct file *);

/* Completes all outputs, renames them to their final names, and frees them. With `if_changed`, an old file with the same
 * bytes stays as it is, with its time stamp. */
void file_commit(struct file *outputs[], size_t count, bool if_changed);

/* Appends a whole file to `text` and returns NULL. If the file can't be read, or has more than `most` bytes, appends nothing
 * and returns a message such as "NAME: No such file or directory", which the caller frees. */
char *file_read(const char *name, size_t most, struct text *text);

/* Reads the first line of a file, without its newline, as far as it fits; false if it can't be read. */
bool file_read_line(const char *name, char *line, size_t room);

#endif
