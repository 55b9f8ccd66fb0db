/* SPDX-License-Identifier: MIT */
#include <stdint.h>
#ifdef WIDE
const float t[1][2] = {{0.0f, 1.0f}};
#else
const float t[2][2] = {{0.0f, 1.0f}, {0x1.aed548p-1f, 0x1.14a28p-1f}};
#endif
/* A table of one width or another, as the preprocessor says. */
