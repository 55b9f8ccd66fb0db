#include "words/model_families.h"

#include <stddef.h>
#include <string.h>

static const struct model_family families[] = {
    {.model_type = NULL},
};

const struct model_family *model_family_named(const char *model_type) {
    for (const struct model_family *family = families; family->model_type; family++)
        if (strcmp(family->model_type, model_type) == 0)
            return family;
    return NULL;
}
