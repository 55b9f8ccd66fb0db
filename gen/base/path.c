#include "base/path.h"
#include "base/die.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LINKS_MAX = 40 };

int path_descriptor(const char *path) {
    static const struct {
        const char *path;
        int descriptor;
    } fixed[] = {{"-", 1}, {"/dev/stdout", 1}, {"/dev/stderr", 2}};
    for (size_t k = 0; k < sizeof fixed / sizeof fixed[0]; k++)
        if (strcmp(path, fixed[k].path) == 0)
            return fixed[k].descriptor;
    static const char *const folders[] = {"/dev/fd/", "/proc/self/fd/"};
    for (size_t k = 0; k < sizeof folders / sizeof folders[0]; k++) {
        size_t length = strlen(folders[k]);
        const char *digits = path + length;
        if (strncmp(path, folders[k], length) == 0 && *digits &&
            strspn(digits, "0123456789") == strlen(digits) && strlen(digits) < 8)
            return (int)strtol(digits, NULL, 10);
    }
    return -1;
}

size_t path_folder(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

char *path_resolve(const char *name) {
    char *path = text_format("%s", name), link[PATH_MAX];
    for (int k = 0; path_descriptor(path) < 0; k++) {
        ssize_t length = readlink(path, link, sizeof link - 1);
        if (length < 0)
            break;
        if (k == LINKS_MAX) {
            errno = ELOOP;
            die(DIE_JOB, "%s: %s", name, strerror(errno));
        }
        link[length] = 0;
        char *followed =
            text_format("%.*s%s", *link == '/' ? 0 : (int)path_folder(path), path, link);
        free(path);
        path = followed;
    }
    return path;
}

char *path_of_temporary(const char *name) {
    const char *folder = getenv("TMPDIR");
    return text_format("%s/%s", folder && *folder ? folder : "/tmp", name);
}

bool path_is_regular(const char *name) {
    char *path = path_resolve(name);
    struct stat status;
    bool regular =
        path_descriptor(path) < 0 && (stat(path, &status) < 0 || S_ISREG(status.st_mode));
    free(path);
    return regular;
}

char *path_absolute(const char *name) {
    char *path = path_resolve(name), *end = path + path_folder(path);
    char *folder = text_format("%.*s", (int)(end - path), path);
    char *real = realpath(*folder ? folder : ".", NULL);
    if (!real)
        die_if_no_memory(errno);
    char *text = text_format("%s/%s", real ? real : folder, end);
    free(real);
    free(folder);
    free(path);
    return text;
}

void path_split(const char *name, char **file, char **part) {
    struct stat status;
    const char *colon = strrchr(name, ':');
    bool whole = !colon || strchr(colon, '/') || stat(name, &status) == 0;
    *file = whole ? text_format("%s", name) : text_format("%.*s", (int)(colon - name), name);
    *part = text_format("%s", whole ? "" : colon + 1);
}
