/* The headers of binary formats: what the elements after them are. */
#ifndef POSENC_ARRAY_HEADERS_H
#define POSENC_ARRAY_HEADERS_H

#include "base/text.h"
#include "emit/output.h"

/* An array of a file. The offset counts bytes from the first element of the file. */
struct header_array {
    const char *name;
    uint64_t rows, columns, offset;
};

/* A header that describes so many arrays of the output's element type: all bytes before the first element. The caller
 * frees them. NumPy's and ONNX's files hold one array. */
typedef struct text array_header(const struct output_options *, const struct header_array *,
                                 size_t count);
array_header npy_header, safetensors_header, onnx_header;

/* The header of the output's format for its table; nothing if the format has none. */
struct text output_header(const struct output_options *);

/* What is wrong if the file would have more bytes than readers of its format take, or NULL. The caller frees it. */
char *output_header_wrong(const struct output_options *);

#endif
