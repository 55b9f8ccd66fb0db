#include "base/die.h"
#include "table/table_check.h"
#include "table/table_derive.h"
#include "table/table_words.h"

struct table *table_resolve(struct request *request, struct faults *faults) {
    struct table *table = table_new();
    bool named = request->preset && !request->keeps_model;
    request->text[PRESET] = text_format("%s", !named           ? ""
                                              : request->alias ? request->alias->name
                                                               : request->preset->name);
    request->default_text[PRESET] = text_format("%s", "");
    request->default_text[MODEL] = text_format("%s", "");
    request->default_text[ASSUME] = text_format("%s", words[ASSUME].fallback);
    if (!request->text[MODEL])
        request->text[MODEL] = text_format("%s", "");
    table_words_parse(table, request, faults);
    table_derive(table);
    table_check(table, request, faults);
    table_check_lists(table, request, faults);
    if (faults->count == 0)
        table_derive_axes(table, request, faults);
    if (faults->count == 0)
        table_words_find_defaults(table, request);
    return table;
}
