#ifndef POSENC_VERSION_H
#define POSENC_VERSION_H

#define VERSION "0.1.0"

#endif
