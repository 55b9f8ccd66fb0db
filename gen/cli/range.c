#include "cli/range.h"
#include "base/die.h"
#include "words/choice.h"

#include <inttypes.h>
#include <string.h>

static uint64_t number(const char *text, size_t length, const char *option, const char *whole) {
    uint64_t value = 0;
    size_t k = 0;
    for (; k < length && text[k] >= '0' && text[k] <= '9'; k++)
        if (value <= CHOICE_ENTRIES)
            value = 10 * value + (uint64_t)(text[k] - '0');
    if (k == 0 || k < length)
        die(DIE_REQUEST, "%s '%.60s' is not a whole number", option, whole);
    return value;
}

uint64_t range_number(const char *option, const char *text) {
    return number(text, strlen(text), option, text);
}

uint64_t range_number_within(const char *option, const char *text, uint64_t least, uint64_t most) {
    uint64_t value = range_number(option, text);
    if (value < least || value > most)
        die(DIE_REQUEST, "%s '%.60s' is not within %" PRIu64 " to %" PRIu64, option, text, least,
            most);
    return value;
}

struct range range_read(const char *option, const char *text, uint64_t count) {
    const char *colon = strchr(text, ':');
    if (!colon)
        die(DIE_REQUEST, "%s '%.60s' is not of the form A:B, such as 5:6 for one", option, text);
    struct range range = {number(text, (size_t)(colon - text), option, text),
                          number(colon + 1, strlen(colon + 1), option, text)};
    if (range.begin >= range.end || range.end > count)
        die(DIE_REQUEST, "%s '%.60s' is not within 0:%" PRIu64 "%s", option, text, count,
            range.begin >= range.end ? ", with A < B" : "");
    return range;
}
