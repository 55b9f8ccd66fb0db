#include "base/die.h"
#include "table/table_check.h"
#include "table/table_derive.h"
#include "table/table_words.h"

struct table *table_resolve(struct request *request, struct faults *faults) {
    struct table *table = table_new();
    request->text[PRESET] = text_format("%s", request->preset ? request->preset->name : "");
    request->default_text[PRESET] = text_format("%s", "");
    table_words_parse(table, request, faults);
    bool fits = table_check_sizes(table, request, faults);
    if (fits) {
        table_derive(table);
        table_check_columns(table, request, faults);
    }
    table_check_lists(table, fits, faults);
    if (faults->count == 0) {
        table_derive_axes(table);
        table_words_find_defaults(table, request);
    }
    return table;
}
