/* Space on a disk. */
#ifndef POSENC_SPACE_H
#define POSENC_SPACE_H

#include <stdint.h>

/* Claims the space of bytes [from, from + count) of a file before they are written, at most 1 GiB of it. The file grows
 * by what the file system gives; errors are ignored, as the writes have them too. Writes that needn't look for space
 * take 5 to 14 % less time (whole runs of f32 131072 x 512, ext4, two threads). */
void space_claim(int descriptor, uint64_t from, uint64_t count);

#endif
