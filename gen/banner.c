#include "banner.h"
#include "die.h"
#include "table.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 86 };

char *banner_command(const struct spec *spec) {
    char *text = die_malloc(4 * strlen(spec->command) + 1), *to = text;
    size_t column = 0;
    for (const char *at = spec->command; *at;) {
        size_t length = strcspn(at + 1, " ") + 1;     /* a word, with the space before it */
        if (*at == ' ' && strncmp(at, " --", 3) == 0) /* keep an option and its value together */
            length += strcspn(at + length + 1, " ") + 1;
        if (column > 0 && column + length > WIDTH) {
            memcpy(to, " \\\n   ", 6);
            to += 6;
            column = 3;
        }
        memcpy(to, at, length);
        to += length;
        column += length;
        at += length;
    }
    *to = 0;
    return text;
}

static const char *exponent_text(const struct spec *spec) {
    switch (spec->spacing) {
    case SPACING_PAIR:
        return "-2i/";
    case SPACING_ENDPOINT:
    case SPACING_OVER:
        return "-i/";
    default:
        return "-j/";
    }
}

/* "10000^(-2i/384)" */
static char *frequency_text(const struct spec *spec) {
    char *under = spec->spacing == SPACING_ENDPOINT
                      ? die_sprintf("%llu", (unsigned long long)spec->d_model / 2 - 1)
                  : spec->spacing == SPACING_OVER ? rational_text(spec->over)
                                                  : die_sprintf("%s", spec->text[D_MODEL]);
    bool simple = !strpbrk(spec->text[BASE], "/.e") && strlen(spec->text[BASE]) <= 40;
    bool bracket = strpbrk(under, "/-") != NULL;
    char *text =
        strlen(under) > 30
            ? die_sprintf("base^(%sD)", exponent_text(spec))
            : die_sprintf("%s^(%s%s%s%s)", simple ? spec->text[BASE] : "base", exponent_text(spec),
                          bracket ? "(" : "", under, bracket ? ")" : "");
    free(under);
    return text;
}

static const char *layout_text(const struct spec *spec) {
    bool cosine_first = spec->order == ORDER_COS_SIN;
    if (spec->layout == LAYOUT_HALVES)
        return cosine_first ? "the cosines, then the sines" : "the sines, then the cosines";
    if (spec->spacing == SPACING_COLUMN)
        return cosine_first ? "cosine in even channels, sine in odd ones"
                            : "sine in even channels, cosine in odd ones";
    return cosine_first ? "channel 2i is the cosine, 2i+1 the sine"
                        : "channel 2i is the sine, 2i+1 the cosine";
}

static const char *odd_text(const struct spec *spec) {
    if (spec->d_model % 2 == 0)
        return "";
    return spec->odd == ODD_ZERO ? "; the last channel is 0" : "; of the odd channel a sine";
}

/* Breaks a text in place at spaces, into lines of at most WIDTH columns where words allow. */
static void wrap(char *text) {
    char *line = text, *space = NULL;
    for (char *at = text; *at; at++) {
        if (*at != ' ')
            continue;
        if (space && at - line > WIDTH) {
            *space = '\n';
            line = space + 1;
        }
        space = at;
    }
    if (space && space > line && strlen(line) > WIDTH)
        *space = '\n';
}

char *banner_formula(const struct spec *spec) {
    char *frequency = frequency_text(spec);
    const char *first = spec->text[FIRST], *step = spec->text[STEP];
    bool plain = strcmp(first, "0") == 0 && strcmp(step, "1") == 0;
    bool brief = strlen(first) <= 24 && strlen(step) <= 24;
    char *position = plain   ? die_sprintf("r")
                     : brief ? die_sprintf("%s + r * %s", first, step)
                             : die_sprintf("first + r * step");
    bool own = spec->spacing == SPACING_COLUMN;
    bool one = strcmp(spec->text[AMPLITUDE], "1") == 0;
    char *times = one ? die_sprintf("%s", "") : die_sprintf("A*");
    char *amplitude =
        one ? die_sprintf("%s", "") : die_sprintf("A = %.60s, ", spec->text[AMPLITUDE]);
    char *text = die_sprintf(
        "%ssin(p*w) and %scos(p*w), %sposition p = %s of %s r, w = %s of %s; %s%s. "
        "Every entry is the exact real value, rounded once, to nearest (ties "
        "to even), to %s (%s).",
        times, times, amplitude, position, spec->axes == AXES_CHANNEL_MAJOR ? "column" : "row",
        frequency, own ? "channel j" : "pair i", layout_text(spec), odd_text(spec),
        spec->type->meaning, spec->type->name);
    wrap(text);
    free(times);
    free(amplitude);
    free(position);
    free(frequency);
    return text;
}

char *banner_storage(const struct spec *spec) {
    uint64_t rows = table_rows(spec), columns = table_columns(spec);
    unsigned long long bytes = rows * columns * spec->type->bytes;
    return die_sprintf("%llu bytes: [%s][%s], %llu x %llu.", bytes,
                       spec->axes == AXES_POSITION_MAJOR ? "max_len" : "d_model",
                       spec->axes == AXES_POSITION_MAJOR ? "d_model" : "max_len",
                       (unsigned long long)rows, (unsigned long long)columns);
}

char *banner_row(const struct spec *spec, uint64_t r) {
    if (spec->axes == AXES_CHANNEL_MAJOR) {
        static const char *const functions[] = {"sine", "cosine"};
        struct channel channel = table_channel(spec, r);
        if (channel.function == CHANNEL_ZERO)
            return die_sprintf("channel %llu: zero", (unsigned long long)r);
        return die_sprintf("channel %llu: %s, frequency %llu", (unsigned long long)r,
                           functions[channel.function], (unsigned long long)channel.frequency);
    }
    struct number p;
    number_init(&p);
    table_position(spec, r, &p);
    char *position = number_text(&p);
    number_clear(&p);
    if (strlen(position) > 72) { /* a fraction of hundreds of digits tells nobody anything */
        free(position);
        return die_sprintf("row %llu", (unsigned long long)r);
    }
    return position;
}
