/* The ID of this run in a folder: a prefix of names that no other running process has there. */
#ifndef POSENC_RUN_ID_H
#define POSENC_RUN_ID_H

/* The ID for temporary files in the folder of `target`, with which their names must begin. The first call for a
 * folder removes the files that dead runs left there, and makes a lock file; it sets *lock to a new path of that
 * file, which the caller frees, and removes after this run's files. Otherwise *lock becomes NULL. To be called with
 * signals blocked. */
const char *run_id(const char *target, char **lock);

/* Gives up the locks and all IDs. */
void run_id_end(void);

#endif
