#include "audit/ranges.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>

void ranges_add_range(struct ranges *ranges, uint64_t first, uint64_t last) {
    const bool next = ranges->numbers == 0 || first != ranges->last + 1;
    ranges->count += next;
    if (next && ranges->count <= RANGES_KEPT)
        ranges->kept[ranges->count - 1].first = first;
    if (ranges->count <= RANGES_KEPT)
        ranges->kept[ranges->count - 1].last = last;
    ranges->last = last;
    ranges->numbers += last + 1 - first;
}

void ranges_add(struct ranges *ranges, uint64_t number) {
    ranges_add_range(ranges, number, number);
}

char *range_text(const struct ranges *ranges, size_t k, const char *noun) {
    const uint64_t first = ranges->kept[k].first, last = ranges->kept[k].last;
    const char *space = *noun ? " " : "";
    return first == last ? text_format("%s%s%" PRIu64, noun, space, first)
                         : text_format("%s%s%s%" PRIu64 " to %" PRIu64, noun, *noun ? "s" : "",
                                       space, first, last);
}

char *ranges_text(const struct ranges *ranges) {
    struct text text = {NULL, 0, 0};
    for (size_t k = 0; k < ranges->count && k < RANGES_KEPT; k++) {
        char *one = range_text(ranges, k, "");
        text_put(&text, "%s%s", k == 0 ? "" : k + 1 == ranges->count ? " and " : ", ", one);
        free(one);
    }
    if (ranges->count > RANGES_KEPT) {
        const size_t more = ranges->count - RANGES_KEPT;
        text_put(&text, " and %zu more range%s", more, more == 1 ? "" : "s");
    }
    return text_string(&text);
}

char *ranges_say(const struct ranges *ranges, const char *noun, const char *what) {
    const bool one = ranges->count == 1;
    char *list = one ? range_text(ranges, 0, noun) : ranges_text(ranges),
         *text = one ? text_format("%s %s %s", list, ranges->numbers == 1 ? "is" : "are", what)
                     : text_format("%" PRIu64 " %ss are %s: %s", ranges->numbers, noun, what, list);
    free(list);
    return text;
}
