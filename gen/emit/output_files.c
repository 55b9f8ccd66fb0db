#include "emit/output_files.h"
#include "base/die.h"
#include "base/digest.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const char *output_extension(const char *path) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *point = strrchr(name, '.');
    return point && point > name ? point : "";
}

void output_slice(const struct output_options *output, uint64_t slice, uint64_t *begin,
                  uint64_t *end) {
    uint64_t rows = output->table->rows, each = (rows + output->split - 1) / output->split;
    *begin = slice * each;
    *end = *begin + each < rows ? *begin + each : rows;
}

char *output_beside(const struct output_options *output, const char *ending) {
    int length = (int)(strlen(output->path) - strlen(output_extension(output->path)));
    return text_format("%.*s%s", length, output->path, ending);
}

static uint64_t append_integer(uint64_t digest, const mpz_t n) {
    unsigned char bytes[NUMBER_BITS / 8 + 1];
    size_t count = 0;
    mpz_export(bytes, &count, -1, 1, -1, 0, n);
    const unsigned char length[] = {(unsigned char)(count % 256), (unsigned char)(count / 256)};
    return digest_append(digest_append(digest, length, sizeof length), bytes, count);
}

static uint64_t append_list(uint64_t digest, const struct number_list *list) {
    for (size_t k = 0; k < list->count; k++)
        digest = append_integer(append_integer(digest, mpq_numref(list->value[k])),
                                mpq_denref(list->value[k]));
    return digest;
}

static uint64_t append_rational(uint64_t digest, const mpq_t q) {
    const char sign = (char)('0' + mpq_sgn(q));
    digest = append_integer(digest_append(digest, &sign, 1), mpq_numref(q));
    return append_integer(digest, mpq_denref(q));
}

static uint64_t append_number(uint64_t digest, const struct number *x) {
    return append_rational(append_rational(digest, x->rational), x->pi);
}

/* The positions of all rows, along all axes of a grid. */
static uint64_t append_positions(uint64_t digest, const struct table *table) {
    struct number p;
    number_init(&p);
    for (uint64_t r = 0; r < table->position_count; r++) {
        for (int axis = 0; axis < table->grid.axes; axis++) {
            table_position(table->axis[axis], table_coordinate(table, axis, r), &p);
            digest = append_number(digest, &p);
        }
        if (table->grid.axes > 0)
            continue;
        table_position(table, r, &p);
        digest = append_number(digest, &p);
    }
    number_clear(&p);
    return digest;
}

uint64_t output_digest(const struct output_options *output) {
    uint64_t digest = digest_append(DIGEST_EMPTY, output->command, strlen(output->command));
    digest = append_list(digest, &output->table->frequencies.list);
    digest = append_list(digest, &output->table->frequencies.scaling.factors);
    if (output->table->positions.file.path)
        digest = append_positions(digest, output->table);
    return digest;
}

char *output_binary(const struct output_options *output) {
    char *ending = text_format("-%016" PRIx64 ".bin", output->digest),
         *name = output_beside(output, ending);
    free(ending);
    return name;
}

char **output_names(const struct output_options *output) {
    char **names = die_malloc((output->split + 4) * sizeof *names), **name = names;
    if (output->linkage == LINKAGE_STATIC) {
        *name++ = text_format("%s", output->path);
    } else {
        *name++ = output_beside(output, ".h");
        *name++ = output_beside(output, output->format->source ? output->format->source : ".c");
        for (uint64_t slice = 0; output->split > 1 && slice < output->split; slice++) {
            char *ending = text_format("_%" PRIu64 ".c", slice);
            *name++ = output_beside(output, ending);
            free(ending);
        }
        if (output->binary)
            *name++ = output_binary(output);
    }
    *name = NULL;
    return names;
}

void output_names_free(char **names) {
    for (char **name = names; *name; name++)
        free(*name);
    free(names);
}
