#include "audit/tolerance.h"
#include "base/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static char *refused(const char *text) {
    return text_format("tolerance '%.60s' is not of the form ulp=N, abs=X or rtol=X,atol=Y", text);
}

/* Reads a number from 0 up, and moves `at` to its end, which is a comma or that of the text. */
static bool read_limit(const char **at, double *limit) {
    static const char digits[] = "0123456789.eE+-";
    size_t length = strspn(*at, digits);
    char *end;
    *limit = strtod(*at, &end);
    bool right = length > 0 && end == *at + length && (*end == 0 || *end == ',') &&
                 !signbit(*limit) && isfinite(*limit);
    *at = end;
    return right;
}

char *tolerance_parse(const char *text, struct tolerance *tolerance) {
    const struct {
        const char *name;
        bool *has;
        double *limit;
    } limits[] = {{"ulp=", &tolerance->has_ulps, &tolerance->ulps},
                  {"abs=", &tolerance->has_absolute, &tolerance->absolute},
                  {"rtol=", &tolerance->has_close, &tolerance->relative},
                  {"atol=", &tolerance->has_close, &tolerance->absolute_too}};
    enum { LIMITS = sizeof limits / sizeof *limits };
    bool given[LIMITS] = {false};
    *tolerance = (struct tolerance){.has_ulps = false};
    for (const char *at = text;; at++) {
        size_t k = 0;
        while (k < LIMITS && strncmp(at, limits[k].name, strlen(limits[k].name)) != 0)
            k++;
        if (k == LIMITS || given[k])
            return refused(text);
        at += strlen(limits[k].name);
        if (!read_limit(&at, limits[k].limit))
            return refused(text);
        given[k] = *limits[k].has = true;
        if (!*at)
            return NULL;
    }
}

bool tolerance_has_limits(const struct tolerance *tolerance) {
    return tolerance->has_ulps || tolerance->has_absolute || tolerance->has_close;
}

bool tolerance_allows(const struct tolerance *tolerance, struct entry_error error, double wanted) {
    if (error.kind == ERROR_NAN || error.kind == ERROR_INFINITE)
        return false;
    double close = tolerance->absolute_too + tolerance->relative * fabs(wanted);
    return tolerance_has_limits(tolerance) &&
           (!tolerance->has_ulps || error.ulps <= tolerance->ulps) &&
           (!tolerance->has_absolute || error.absolute <= tolerance->absolute) &&
           (!tolerance->has_close || error.absolute <= close);
}
