#include "cli/resolved.h"
#include "base/die.h"
#include "base/text.h"

#include <inttypes.h>

struct fault resolve(struct resolved *resolved, const char *path, struct template_set *templates) {
    struct fault fault = request_open(&resolved->request, resolved->given, resolved->defaults);
    resolved->table = NULL;
    resolved->output = (struct output_options){.table = NULL};
    if (!fault.text)
        fault = table_resolve(&resolved->request, &resolved->table);
    if (!fault.text)
        fault =
            output_resolve(&resolved->request, resolved->table, path, templates, &resolved->output);
    return fault;
}

void resolved_free(struct resolved *resolved) {
    output_free(&resolved->output);
    table_free(resolved->table);
    request_free(&resolved->request);
    resolved->table = NULL;
}

char *resolved_message(const struct resolved *resolved, struct engine_error error) {
    char *const *text = resolved->request.text;
    switch (error.kind) {
    case ENGINE_FINE:
        return NULL;
    case ENGINE_MEMORY:
        return text_format("d-model '%s' takes about %" PRIu64
                           " GiB of memory, which is over 2 GiB",
                           text[D_MODEL], error.first);
    case ENGINE_AXES:
        return text_format(
            "grid '%.60s' with d-model '%s': the axes' own tables are over 2^30 bytes", text[GRID],
            text[D_MODEL]);
    case ENGINE_ANGLES:
        return text_format("base '%.60s' with spacing '%.60s' makes frequencies beyond 2^%" PRIu64,
                           text[BASE], text[SPACING], error.first);
    case ENGINE_RANGE:
        return text_format("row %" PRIu64 ", column %" PRIu64 ": the entry is beyond type '%s'",
                           error.first, error.second, text[TYPE]);
    case ENGINE_UNDECIDED:
        return text_format("%s: position %" PRIu64 ", frequency %" PRIu64
                           ": undecided at 2^20 bits (base '%.60s', scaling '%.60s')",
                           text[NAME], error.first, error.second, text[BASE], text[SCALING]);
    }
    return NULL;
}
