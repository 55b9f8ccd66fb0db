/* SPDX-License-Identifier: MIT */
/* What an operating system does its own way: system_posix.c, and system_windows.c for Windows. Nothing else asks which
 * system it is.
 *
 * Paths are in UTF-8. Unless its comment says otherwise, a function that fails returns false, NULL or -1 and sets errno; no
 * function is interrupted by a signal that doesn't end the program. */
#ifndef POSENC_SYSTEM_H
#define POSENC_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* --- paths */

/* The characters that end the name of a folder in a path. */
extern const char system_slashes[];

/* The length of a drive's name at the beginning of a path, as "C:"; 0 if there is none. */
size_t system_drive(const char *path);

/* What a symbolic link says, or NULL. The caller frees it. */
char *system_link(const char *path);

/* The absolute path of what is there, without links, with '/' between names, in the case that the file has. The caller
 * frees it. */
char *system_real_path(const char *path);

/* One spelling for all names of the same file: in capitals if the system ignores case. The caller frees it. */
char *system_one_spelling(const char *path);

/* The folder for temporary files, without a slash at its end. The caller frees it. */
char *system_temporary_folder(void);

/* --- files */

enum system_kind { SYSTEM_FILE, SYSTEM_FOLDER, SYSTEM_OTHER };

struct system_status {
    enum system_kind kind;
    uint64_t size;               /* bytes of a file */
    unsigned mode, owner, group; /* for system_take_over; 0 where the system has none */
};

/* Of what a path leads to, and of what is open. */
bool system_status(const char *path, struct system_status *);
bool system_status_of(int descriptor, struct system_status *);

/* May this user write to the file at a path? */
bool system_may_write(const char *path);

/* Descriptors, which other programs don't inherit. SYSTEM_READ waits for a writer of a pipe, SYSTEM_READ_FILE doesn't;
 * SYSTEM_CREATE fails if something is there, and also reads. */
enum system_access { SYSTEM_READ, SYSTEM_READ_FILE, SYSTEM_WRITE, SYSTEM_CREATE };
int system_open(const char *path, enum system_access);

/* A new file for reading and writing that has no name in a folder. Fails where the system has no such files, or can't give
 * them a name later. */
int system_open_nameless(const char *folder);

/* Can this process have `descriptors` descriptors open at once? */
bool system_may_have_open(int descriptors);
bool system_close(int descriptor);

/* Returns how many bytes were read: fewer than `count` only at the end of the file. */
int64_t system_read_at(int descriptor, void *bytes, size_t count, uint64_t offset);

/* Reads the bytes that are available now, at most `count`. Returns how many; 0 at the end. */
int64_t system_read(int descriptor, void *bytes, size_t count);

/* Writes all bytes, at an offset or at the end of the stream. */
#define SYSTEM_AT_END UINT64_MAX
bool system_write(int descriptor, const void *bytes, size_t count, uint64_t offset);

/* Claims the space of bytes [from, from + count) of a file before they are written, if the system can. Writes into
 * claimed space take 5 to 14 % less time (whole runs of f32 131072 x 512, ext4, two threads). */
void system_claim_space(int descriptor, uint64_t from, uint64_t count);

/* Gives a new file the rights that an old one had, as far as the system allows: only root may change the owner, and a user
 * may choose only among his own groups. Set-ID bits are never kept: the file of another owner must not
 * run as him. If the group can't be kept, the new group gets only the rights of others. */
bool system_take_over(int descriptor, const struct system_status *old);

/* Replaces what is at `to`. */
bool system_rename(const char *from, const char *to);

/* Makes two files exchange their names. */
bool system_exchange(const char *path, const char *other);

/* Gives a file, or an open file that needn't have a name, another name. */
bool system_add_name(const char *path, const char *name);
bool system_name_open(int descriptor, const char *name);

bool system_remove(const char *path);
bool system_make_folder(const char *path);
bool system_remove_folder(const char *path);

/* --- the process */

/* To be called first, by the first thread. Descriptors 0 to 2 are open from then on. A signal that ends the program,
 * such as that of Ctrl-C, calls `ending` first, with the signal's name, or NULL if no message is wanted. `ending` may
 * only call what is allowed in a signal handler; this header marks its functions that are. */
void system_start(void (*ending)(const char *signal));

/* hold blocks the signals that end the program, in this thread and in threads that are started meanwhile. The latter still
 * take that of a closed pipe, which comes to the thread that writes. release unblocks them. The calls nest, and leave errno
 * as it is. */
void system_hold_signals(void);
void system_hold_signals_of_new_thread(void);
void system_release_signals(void);

/* How many CPUs this process may use. */
unsigned system_cpus(void);

/* Memory at a multiple of `alignment`, a power of two. A large block is in huge pages, where the system has them. */
void *system_aligned_memory(size_t alignment, size_t size);
void system_free_aligned(void *);

bool system_has_terminal(void); /* is standard error one? */

/* Writes to standard error, all at once; waits. A signal's handler may call them, and system_remove, system_remove_folder
 * and system_rename. */
void system_say(const char *text);
void system_wait(unsigned milliseconds);

#endif
