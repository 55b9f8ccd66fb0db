#include "mesh.h"
#include "die.h"

#include <stdlib.h>
#include <string.h>

struct mesh {
    const struct spec *spec;
    char *axes[GRID_AXES];
    size_t runs;
    struct run { /* of channels that one axis owns */
        uint64_t end;
        int axis;
    } * run;
};

static int owner(const struct spec *spec, uint64_t j) {
    struct channel channel = table_channel(spec, j);
    return channel.function == CHANNEL_ZERO ? -1 : channel.axis;
}

struct mesh *mesh_new(const struct spec *spec, void *axes[]) {
    struct mesh *mesh = die_malloc(sizeof *mesh);
    *mesh = (struct mesh){.spec = spec};
    for (int axis = 0; axis < spec->grid.axes; axis++)
        mesh->axes[axis] = axes[axis];
    mesh->run = die_malloc(spec->d_model * sizeof *mesh->run);
    for (uint64_t j = 0; j < spec->d_model; j++) {
        int axis = owner(spec, j);
        if (mesh->runs == 0 || mesh->run[mesh->runs - 1].axis != axis)
            mesh->run[mesh->runs++].axis = axis;
        mesh->run[mesh->runs - 1].end = j + 1;
    }
    return mesh;
}

void mesh_free(struct mesh *mesh) {
    if (!mesh)
        return;
    for (int axis = 0; axis < GRID_AXES; axis++)
        free(mesh->axes[axis]);
    free(mesh->run);
    free(mesh);
}

/* Channels [from, from + count) at one row: from each axis a run of its row there. */
static void read_position(const struct mesh *mesh, uint64_t r, uint64_t from, size_t count,
                          char *to) {
    const struct spec *spec = mesh->spec;
    size_t bytes = spec->type->bytes;
    const char *rows[GRID_AXES];
    for (int axis = 0; axis < spec->grid.axes; axis++)
        rows[axis] =
            mesh->axes[axis] + grid_coordinate(&spec->grid, axis, r) * spec->d_model * bytes;
    uint64_t j = from, end = from + count;
    for (size_t k = 0; j < end; k++) {
        const struct run *run = &mesh->run[k];
        uint64_t stop = run->end < end ? run->end : end;
        if (run->end <= j)
            continue;
        size_t length = (size_t)(stop - j) * bytes;
        if (run->axis < 0)
            memset(to, 0, length);
        else
            memcpy(to, rows[run->axis] + j * bytes, length);
        to += length;
        j = stop;
    }
}

void mesh_read(const struct mesh *mesh, uint64_t r, uint64_t from, size_t count, void *entries) {
    const struct spec *spec = mesh->spec;
    const struct element *type = spec->type;
    if (spec->axes == AXES_POSITION_MAJOR) {
        if (table_zero_row(spec, r))
            memset(entries, 0, count * type->bytes);
        else
            read_position(mesh, table_grid_row(spec, r), from, count, entries);
        return;
    }
    int axis = owner(spec, r);
    if (axis < 0) {
        memset(entries, 0, count * type->bytes);
        return;
    }
    const char *line = mesh->axes[axis] + r * spec->grid.size[axis] * type->bytes;
    for (size_t k = 0; k < count; k++) {
        uint64_t bits = 0;
        if (!table_zero_row(spec, from + k)) {
            uint64_t row = table_grid_row(spec, from + k);
            bits = element_load(type, line, (size_t)grid_coordinate(&spec->grid, axis, row));
        }
        element_store(type, entries, k, bits);
    }
}
