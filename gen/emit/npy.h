/* The header of NumPy's file format. */
#ifndef POSENC_NPY_H
#define POSENC_NPY_H

#include "base/text.h"
#include "table/table.h"

/* All bytes before the elements. The caller frees them. */
struct text npy_header(const struct table *);

#endif
