/* Files, whole or absent. Only this and aside.h open any.
 *
 * An output is written aside, in the folder of the file that it becomes, and renamed over it when
 * all outputs of the run are complete. Until then the old file is untouched; on any exit, by die or
 * by a signal, what was written aside is removed. Every error is one line that names the file as
 * the user did. No fsync: a build output can be made again. */
#ifndef POSENC_FILE_H
#define POSENC_FILE_H

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct file;

/* Gives closed standard descriptors a place holder on which I/O fails, so that no output can take
 * their number; makes a full disk an error of write rather than a signal; and removes unfinished files on the
 * signals that end a program. SIGPIPE is one, and has no message: where it is ignored, a pipe that nobody reads is
 * an error of write. */
void file_start(void);

/* Opens an output. "-" is standard output; it, /dev/stdout, /dev/stderr, /dev/fd/N, devices and
 * pipes are written straight. Symbolic links are followed to the file that they name, there or not.
 */
struct file *file_create(const char *name);

/* The same, but nothing is written: what would be is compared with the file that is there. */
struct file *file_compare(const char *name);

/* Would the file be another one? Of a file_compare that is finished. */
bool file_differs(const struct file *);

/* Why the old file of a file_compare can't be opened, as errno says it; 0 where it is open. */
int file_absent(const struct file *);

void file_write(struct file *, const void *bytes, size_t count);
void file_print(struct file *, const char *text);

/* Writes at a place of its own, in any order and from several threads at once; false, and nothing is done,
 * where the output is a stream. An output is written by file_write or by this, not both. */
bool file_write_at(struct file *, uint64_t offset, const void *bytes, size_t count);

/* Completes one output, which stays aside. Whoever has many does this after each, since an open one has a
 * descriptor and a buffer. */
void file_finish(struct file *);

/* Completes all outputs, then renames each; frees them. With `if_changed` an old file that has the
 * same bytes stays, with its time stamp. */
void file_commit(struct file *outputs[], size_t count, bool if_changed);

/* Appends a whole file to `text`. Returns NULL, or, with nothing appended, why it can't be read or that it has more
 * than `most` bytes: "NAME: No such file or directory". The caller frees that. */
char *file_read(const char *name, size_t most, struct text *text);

/* The first line of a file, without its end, as far as it fits; false where it can't be read. */
bool file_read_line(const char *name, char *line, size_t room);

#endif
