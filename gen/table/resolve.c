#include "base/die.h"
#include "table/table_check.h"
#include "table/table_derive.h"
#include "table/table_words.h"

static struct fault fill(struct table *table, struct request *request) {
    char *wrong = table_words_parse(table, request);
    if (!wrong)
        wrong = table_check_sizes(table, request);
    if (wrong)
        return request_fault(wrong);
    table_derive(table);
    struct fault fault = table_check_frequencies(table, request);
    if (!fault.text)
        table_derive_axes(table);
    return fault;
}

struct fault table_resolve(struct request *request, struct table **table) {
    request->text[PRESET] = text_format("%s", request->preset ? request->preset->name : "");
    request->plain[PRESET] = text_format("%s", "");
    *table = table_new();
    struct fault fault = fill(*table, request);
    if (!fault.text) {
        table_words_find_plain(request);
        return fault;
    }
    table_free(*table);
    *table = NULL;
    return fault;
}
