#include "audit/array_source.h"
#include "base/text.h"

#include <string.h>
#include <strings.h>

static const struct {
    const char *extension, *kind;
    array_opener *reader;
} kinds[] = {
    {".npy", "npy", array_open_npy}, {".safetensors", "safetensors", array_open_safetensors},
    {".c", "C", array_open_c},       {".h", "C", array_open_c},
    {".cc", "C", array_open_c},      {".cpp", "C", array_open_c},
    {".cxx", "C", array_open_c},     {".c++", "C", array_open_c},
    {".hh", "C", array_open_c},      {".hpp", "C", array_open_c},
    {".hxx", "C", array_open_c},     {".h++", "C", array_open_c},
    {".inc", "C", array_open_c},     {".inl", "C", array_open_c},
    {".ino", "C", array_open_c},     {".ipp", "C", array_open_c},
    {".tpp", "C", array_open_c},     {".cu", "C", array_open_c},
    {".cuh", "C", array_open_c},     {".m", "C", array_open_c},
    {".mm", "C", array_open_c},      {".metal", "C", array_open_c},
    {".i", "C", array_open_c},       {".ii", "C", array_open_c},
};

/* What these are has arrays, but no reader here. */
static const struct {
    const char *extension, *meaning;
} others[] = {
    {".pt", "a file of PyTorch"},
    {".pth", "a file of PyTorch"},
    {".ckpt", "a checkpoint"},
    {".pkl", "a pickle of Python"},
    {".npz", "a ZIP archive, as .npz and .pt are"},
    {".onnx", "an ONNX model"},
    {".pb", "a protocol buffer"},
    {".gguf", "a GGUF file"},
    {".ggml", "a GGML file"},
    {".h5", "an HDF5 file"},
    {".hdf5", "an HDF5 file"},
    {".keras", "a file of Keras"},
    {".tflite", "a TensorFlow Lite model"},
    {".mat", "a file of MATLAB"},
    {".parquet", "a Parquet file"},
};

/* Elements of a type, say, whose file is named after it: pe.f32. */
static const char *const raw[] = {".bin", ".raw", ".dat", ".data", ".dump", ".img", ".buf"};

/* A file whose extension says nothing begins with these bytes; what no reader opens has a meaning. */
static const struct {
    size_t bytes;
    const char *magic, *kind;
    array_opener *reader;
    const char *meaning;
} magics[] = {
    {6, "\x93NUMPY", "npy", array_open_npy, NULL},
    {4, "PK\3\4", NULL, NULL, "a ZIP archive, as .npz and .pt are"},
    {4, "\x89HDF", NULL, NULL, "an HDF5 file"},
    {4, "GGUF", NULL, NULL, "a GGUF file"},
};

/* Is a length of 8 bytes followed by so many bytes, which begin an object of JSON? */
static bool begins_as_safetensors(const char *first, uint64_t size) {
    uint64_t length = 0;
    for (int k = 0; k < 8; k++)
        length |= (uint64_t)(unsigned char)first[k] << 8 * k;
    return size > 8 && length >= 2 && length <= size - 8 && first[8] == '{';
}

static bool ends_with(const char *path, const char *extension) {
    size_t length = strlen(path), least = strlen(extension);
    return length > least && strcasecmp(path + length - least, extension) == 0;
}

static bool is_named_raw(const char *path) {
    for (size_t k = 0; k < sizeof raw / sizeof *raw; k++)
        if (ends_with(path, raw[k]))
            return true;
    const char *point = strrchr(path, '.');
    for (size_t k = 0; point && k < element_count; k++)
        if (strcmp(point + 1, elements[k].name) == 0)
            return true;
    return false;
}

static char *refuse(const char *path, const char *meaning) {
    return text_format("%s: is %s: save its array as .npy or .safetensors", path, meaning);
}

char *array_find_kind(struct array *array, array_opener **reader) {
    const char *path = array->path;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if (ends_with(path, kinds[k].extension)) {
            array->kind = kinds[k].kind;
            *reader = kinds[k].reader;
            return NULL;
        }
    for (size_t k = 0; k < sizeof others / sizeof *others; k++)
        if (ends_with(path, others[k].extension))
            return refuse(path, others[k].meaning);
    char first[9] = "";
    uint64_t size = input_size(array->source->input);
    char *wrong = input_read(array->source->input, 0, first,
                             size < sizeof first ? (size_t)size : sizeof first);
    array->kind = "raw";
    *reader = array_open_raw;
    if (!wrong && begins_as_safetensors(first, size)) {
        array->kind = "safetensors";
        *reader = array_open_safetensors;
    }
    for (size_t k = 0; !wrong && k < sizeof magics / sizeof *magics; k++)
        if (memcmp(first, magics[k].magic, magics[k].bytes) == 0) {
            array->kind = magics[k].kind;
            *reader = magics[k].reader;
            if (!*reader)
                wrong = refuse(path, magics[k].meaning);
        }
    if (*reader == array_open_raw && !is_named_raw(path))
        array->taken = "taken as raw elements, as it isn't named as .npy, .safetensors, C or C++: ";
    return wrong;
}
