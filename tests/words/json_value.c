/* SPDX-License-Identifier: MIT */
/* Reads one JSON text strictly, and prints what is at a path of keys and indices: json_value KEY... < text */
#include <jansson.h>

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char *argv[]) {
    json_error_t error;
    json_t *all = json_loadf(stdin, JSON_REJECT_DUPLICATES, &error);
    const json_t *value = all;
    if (!all) {
        fprintf(stderr, "line %d: %s\n", error.line, error.text);
        return 1;
    }
    for (int k = 1; k < argc && value; k++)
        value = json_is_array(value) ? json_array_get(value, strtoul(argv[k], NULL, 10))
                                     : json_object_get(value, argv[k]);
    if (!value)
        return 1;
    if (json_is_string(value))
        puts(json_string_value(value));
    else if (json_is_real(value))
        printf("%.6g\n", json_real_value(value));
    else
        json_dumpf(value, stdout, JSON_ENCODE_ANY | JSON_COMPACT), puts("");
    json_decref(all);
    return 0;
}
