#include "table/spec.h"

#include <stdlib.h>
#include <string.h>

void spec_init(struct spec *spec) {
    memset(spec, 0, sizeof *spec);
    spec->along = -1;
    mpq_init(spec->amplitude);
    frequencies_init(&spec->frequencies);
    positions_init(&spec->positions);
}

void spec_free(struct spec *spec) {
    for (int k = 0; k < WORDS; k++)
        free(spec->text[k]);
    free(spec->command);
    mpq_clear(spec->amplitude);
    frequencies_clear(&spec->frequencies);
    positions_clear(&spec->positions);
}
