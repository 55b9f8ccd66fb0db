/* The base of a table that has only sines or only cosines, if its positions are known. */
#ifndef POSENC_GUESS_SCAN_H
#define POSENC_GUESS_SCAN_H

#include "audit/guess_tracks.h"

struct scan_result {
    bool found;
    double base;
};

/* The model has the positions, the spacing and any base other than 1. */
struct scan_result scan_base(const struct tracks *, const struct guess_model *);

#endif
