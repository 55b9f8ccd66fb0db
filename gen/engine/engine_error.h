/* Why a table can't be computed. The engine knows no words, so cli/ makes the message. */
#ifndef POSENC_ENGINE_ERROR_H
#define POSENC_ENGINE_ERROR_H

#include <stdint.h>

struct engine_error {
    enum {
        ENGINE_FINE,
        ENGINE_MEMORY,   /* its channels would take `first` bytes of memory */
        ENGINE_FACTORED, /* its small tables and its rows would take `first` bytes of memory */
        ENGINE_AXES,     /* the tables of the grid's axes would take more memory than they may */
        ENGINE_ANGLES,   /* some frequency is above 2^first */
        ENGINE_RANGE, /* the type can't hold the entry of row `first`, column `second`, as emitted */
        ENGINE_UNDECIDED, /* 2^20 bits don't decide an entry of position `first`, frequency `second` */
        ENGINE_TURN,      /* or the turn by `first` positions */
    } kind;
    uint64_t first, second;
};

#endif
