/* Grids: every entry is one of an axis' own table, so that these are computed once and copied. */
#ifndef POSENC_MESH_H
#define POSENC_MESH_H

#include "table.h"

struct mesh;

/* axes[axis] is the table of an axis as emitted: [size][d_model], or channel-major [d_model][size]. The mesh
 * takes them over. */
struct mesh *mesh_new(const struct spec *, void *axes[]);
void mesh_free(struct mesh *);

/* Entries [from, from + count) of row r of the table as emitted. */
void mesh_read(const struct mesh *, uint64_t r, uint64_t from, size_t count, void *entries);

#endif
