/* Why a table can't be computed, as a value. The engine knows no words: cli/ makes the message. */
#ifndef POSENC_ENGINE_ERROR_H
#define POSENC_ENGINE_ERROR_H

#include <stdint.h>

struct engine_error {
    enum {
        ENGINE_FINE,
        ENGINE_MEMORY, /* it takes `first` GiB of memory */
        ENGINE_AXES,   /* the tables of the grid's axes take more memory than they may */
        ENGINE_ANGLES, /* there are frequencies above 2^first */
        ENGINE_RANGE, /* the entry of row `first`, column `second`, as emitted, is beyond the type */
        ENGINE_UNDECIDED, /* 2^20 bits don't decide the entry of position `first`, frequency `second` */
    } kind;
    uint64_t first, second;
};

#endif
