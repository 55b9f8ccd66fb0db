/* SPDX-License-Identifier: MIT */
#ifndef POSENC_VERSION_H
#define POSENC_VERSION_H

/* Between releases it ends in -dev, and build systems tell programs apart by their bytes. */
#define VERSION "0.1.0-dev"

#endif
