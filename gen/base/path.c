/* SPDX-License-Identifier: MIT */
#include "base/path.h"
#include "base/die.h"
#include "base/system.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINKS_MAX = 40 };

int path_descriptor(const char *path) {
    char digits[8];
    int end = 0;
    if (strcmp(path, "-") == 0 || strcmp(path, "/dev/stdout") == 0)
        return 1;
    if (strcmp(path, "/dev/stderr") == 0)
        return 2;
    if (sscanf(path, "/dev/fd/%7[0-9]%n", digits, &end) == 1 ||
        sscanf(path, "/proc/self/fd/%7[0-9]%n", digits, &end) == 1)
        return path[end] ? -1 : (int)strtol(digits, NULL, 10);
    return -1;
}

size_t path_folder(const char *path) {
    return (size_t)(path_base(path) - path);
}

const char *path_base(const char *path) {
    const char *base = path + system_drive(path);
    for (const char *at = base; *at; at++)
        if (strchr(system_slashes, *at))
            base = at + 1;
    return base;
}

const char *path_extension(const char *path) {
    const char *name = path_base(path), *point = strrchr(name, '.');
    return point && point > name ? point : "";
}

bool path_is_absolute(const char *path) {
    return system_drive(path) > 0 || (*path && strchr(system_slashes, *path));
}

char *path_resolve(const char *name) {
    char *path = text_format("%s", name);
    for (int k = 0; path_descriptor(path) < 0; k++) {
        char *link = system_link(path);
        if (!link)
            break;
        if (k == LINKS_MAX) {
            errno = ELOOP;
            die(DIE_JOB, "%s: %s", name, strerror(errno));
        }
        char *followed =
            text_format("%.*s%s", path_is_absolute(link) ? 0 : (int)path_folder(path), path, link);
        free(link);
        free(path);
        path = followed;
    }
    return path;
}

bool path_is_regular(const char *name) {
    char *path = path_resolve(name);
    struct system_status status;
    bool regular =
        path_descriptor(path) < 0 && (!system_status(path, &status) || status.kind == SYSTEM_FILE);
    free(path);
    return regular;
}

char *path_absolute(const char *name) {
    char *path = path_resolve(name), *end = path + path_folder(path);
    char *folder = text_format("%.*s", (int)(end - path), path);
    char *real = system_real_path(*folder ? folder : ".");
    if (!real)
        die_if_no_memory(errno);
    char *text = text_format("%s/%s", real ? real : folder, end), *one = system_one_spelling(text);
    if (!one)
        die_if_no_memory(ENOMEM);
    free(text);
    free(real);
    free(folder);
    free(path);
    return one;
}

/* Does a path lead to something that can be read? "-" is standard input. */
static bool leads_to_file(const char *path) {
    struct system_status status;
    return strcmp(path, "-") == 0 || (system_status(path, &status) && status.kind != SYSTEM_FOLDER);
}

void path_split(const char *name, char **file, char **part) {
    const char *colon = name + system_drive(name), *cut = NULL;
    bool found = leads_to_file(name);
    for (; !found && (colon = strchr(colon, ':')); colon++) {
        char *front = text_format("%.*s", (int)(colon - name), name);
        found = leads_to_file(front);
        if (found || (!cut && !strpbrk(colon, system_slashes)))
            cut = colon;
        free(front);
    }
    *file = cut ? text_format("%.*s", (int)(cut - name), name) : text_format("%s", name);
    *part = text_format("%s", cut ? cut + 1 : "");
}
