/* What a banner says about the channels of a row: which axis, which component, in which order. */
#ifndef POSENC_BANNER_LAYOUT_H
#define POSENC_BANNER_LAYOUT_H

#include "emit/output_options.h"

/* "channel 2i is the sine, 2i+1 the cosine; the last channel is 0". The caller frees it. */
char *banner_layout(const struct output_options *);

#endif
