/* SPDX-License-Identifier: MIT */
/* Files, whole or absent. Only this folder opens files.
 *
 * An output is written to a temporary file in its own folder, which is renamed when all outputs of the run are
 * complete. Until then the old file is untouched. If the program ends before that, by die or by a signal, nothing of it
 * is left. If I/O fails, the functions die with one line that names the file as the user did. There is
 * no fsync, since a build output can be made again. */
#ifndef POSENC_FILE_H
#define POSENC_FILE_H

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct file;

/* To be called before any other function.
 *
 * Opens each standard descriptor that is closed, on a file on which I/O fails, so that no output gets its number.
 * Makes a file that grows too large an error of write rather than a signal. From now on, a signal that ends the
 * program removes unfinished files, with a message; SIGPIPE has none. If SIGPIPE is ignored, a pipe that nobody
 * reads is an error of write. */
void file_start(void);

/* What happens to an existing file. FILE_WRITE replaces it. FILE_IF_CHANGED replaces it if the bytes differ; otherwise
 * it keeps its time stamp. FILE_CHECK writes nothing, and compares. */
enum file_mode { FILE_WRITE, FILE_IF_CHANGED, FILE_CHECK };

/* Opens an output; its name isn't empty. Standard output ("-"), /dev/stdout, /dev/stderr, /dev/fd/N, devices and
 * pipes are written directly. A symbolic link is followed to the file that it names, which may not exist yet. */
struct file *file_open(const char *name, enum file_mode);

/* The same in mode FILE_WRITE. */
struct file *file_create(const char *name);

/* Dies, naming this output, if its folder doesn't exist. Call it for the name that the user gave, before opening files
 * whose names are made from that one. */
void file_need_folder(const char *name);

/* In mode FILE_CHECK: does the output differ from the existing file? Call it when the output is finished. */
bool file_differs(const struct file *);

/* Why FILE_CHECK can't read that file, such as "missing", or NULL. */
const char *file_unreadable(const struct file *);

/* Keeps an output that would be written directly in a store (struct scratch) until it is finished: if the program ends
 * earlier, none of it was written. Call it before the first write. */
void file_hold(struct file *);

void file_write(struct file *, const void *bytes, size_t count);

/* Writes a text by a format, as text_format makes it. */
void file_print(struct file *, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same and a newline. What others wrote can't break the line: it is made printable (text.h). */
void file_print_line(struct file *, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Reserves the next `count` bytes, whose offset goes to *offset: file_write goes on after them. All of them must be
 * written. Does nothing and returns false if the output is written directly. */
bool file_reserve(struct file *, uint64_t count, uint64_t *offset);

/* Writes reserved bytes. Calls may come in any order, and from several threads at once. */
void file_write_at(struct file *, uint64_t offset, const void *bytes, size_t count);

/* Completes one output, which stays in its temporary file. A run with many outputs does this after each of them,
 * since an unfinished output holds a buffer, and only the first ones may keep their descriptors. */
void file_finish(struct file *);

/* Completes all outputs, renames them to their final names, and frees them. If one of them can't be renamed, those
 * before it go back (temporary_place). An old file's owner and group are kept, if the system allows that, and its
 * permissions, but no set-ID bits. */
void file_commit(struct file *outputs[], size_t count);

/* Appends a whole file to `text` and returns NULL. If the file can't be read, or has more than `most` bytes, appends
 * nothing and returns a message such as "NAME: No such file or directory", which the caller frees. */
char *file_read(const char *name, size_t most, struct text *text);

/* --- temporary.c: temporary files, which become outputs when all are complete, and the folders made for outputs
 *
 * Where the system can, such a file has no name until it is complete. Then it gets a temporary name in its folder, and
 * is renamed. A file that must have a name from the start is removed when the program exits or a signal ends it.
 * If the program ends before temporary_end, except by SIGKILL, files that are in place go back, as far as
 * temporary_place says. The first thread calls all of these functions, except temporary_nameless. */

struct temporary;

/* Makes an empty file in the folder of `target`, where it shall be, and sets *descriptor to an open descriptor of it,
 * for reading too. Returns NULL and sets errno if that fails. If a signal ends the program, the message names `shown`,
 * which must outlive the file. */
struct temporary *temporary_create(const char *target, const char *shown, int *descriptor);

/* Gives a complete file its temporary name, if it has none: then its descriptor may be closed. Returns false and sets
 * errno if that fails. */
bool temporary_name(struct temporary *, int descriptor);

/* Renames a file that has a temporary name to its target. Returns false and sets errno if that fails. With
 * `may_go_back`, a file that is there is kept until temporary_end, under a temporary name: the two exchange their names,
 * or the old one gets a second name. If the file system can do neither, the new file stays in place, whatever happens
 * then. Signals must be held from the first call until temporary_end has returned. */
bool temporary_place(struct temporary *, bool may_go_back);

/* Makes the missing folders on the path of a file; dies if that fails. */
void temporary_make_folders(const char *name);

/* All files are in place: removes the old ones and what wasn't placed, and keeps all folders. Returns NULL, or a message
 * "PATH: what is wrong" of one that can't be removed, which the caller frees. */
char *temporary_end(void);

/* Makes a file without a name in the folder of a path, which vanishes when it is closed. Returns its descriptor for
 * reading and writing, or -1 and sets errno. Any thread may call it. */
int temporary_nameless(const char *path);

#endif
