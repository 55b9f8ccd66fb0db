/* SPDX-License-Identifier: MIT */
/* For unit tests, to be included after cmocka.h. */
#include "table/table.h"

/* The table of valid words. */
static struct table *resolved(const char *const given[WORDS]) {
    struct request request;
    struct faults faults = {0};
    request_begin(&request, given, NULL);
    request_open(&request, &faults);
    struct table *table = table_resolve(&request);
    assert_int_equal(faults.count, 0);
    request_free(&request);
    return table;
}
