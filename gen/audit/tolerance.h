/* Which errors are allowed. */
#ifndef POSENC_TOLERANCE_H
#define POSENC_TOLERANCE_H

#include "audit/entry_error.h"

#include <stdbool.h>

/* An entry is allowed if it is within each limit that is given. */
struct tolerance {
    bool has_ulps, has_absolute, has_close;
    double ulps, absolute;
    double relative, absolute_too; /* of numpy's allclose: rtol and atol */
};

/* Reads "ulp=1", "abs=1e-6", "rtol=1e-5,atol=1e-8" or several of them. Of rtol and atol, the one that isn't given is
 * 0: numpy has defaults, which would allow what nobody asked for. Returns NULL, or a message, which the caller frees. */
char *tolerance_parse(const char *text, struct tolerance *);

/* Is a limit given? */
bool tolerance_has_limits(const struct tolerance *);

/* Is a wrong entry allowed? |got - wanted| <= atol + rtol * |wanted| is numpy's allclose(got, wanted). NaN and
 * infinities are never allowed, a zero of the wrong sign is. Without a limit, no
 * wrong entry is allowed. */
bool tolerance_allows(const struct tolerance *, struct entry_error, double wanted);

#endif
