#include "audit/report.h"

#include <inttypes.h>
#include <stdio.h>

static double percent(uint64_t part, uint64_t whole) {
    return whole > 0 ? 100 * (double)part / (double)whole : 0;
}

/* "12 (0.78 %)", or "0" */
static void print_share(struct file *out, const char *label, uint64_t part, uint64_t whole) {
    file_print(out, "%s: %" PRIu64, label, part);
    if (part > 0)
        file_print(out, " (%.4g %%)", percent(part, whole));
    file_print(out, "\n");
}

static void print_worst(struct file *out, const struct report *report, const char *label,
                        const struct found *found, double error) {
    char got[ELEMENT_TEXT], wanted[ELEMENT_TEXT];
    file_print(out, "%s: %.6g", label, error);
    if (error > 0) {
        element_text(report->array->type, found->got, got);
        element_text(report->array->type, found->wanted, wanted);
        file_print(out, " (row %" PRIu64 ", column %" PRIu64 ": got %s, wanted %s)",
                   found->cell.row, found->cell.column, got, wanted);
    }
    file_print(out, "\n");
}

/* The last bin that counts anything, and at least 1. */
static size_t last_bin(const struct errors *errors) {
    size_t last = HISTOGRAM_BINS - 1;
    while (last > 1 && errors->histogram[last] == 0)
        last--;
    return last;
}

/* "0", "up to 1", "up to 2", "up to 4"... */
static const char *bin_name(size_t bin, char name[32]) {
    if (bin == 0)
        snprintf(name, 32, "0");
    else if (bin == HISTOGRAM_BINS - 1)
        snprintf(name, 32, "more");
    else
        snprintf(name, 32, "up to %" PRIu64, UINT64_C(1) << (bin - 1));
    return name;
}

static void print_histogram(struct file *out, const struct errors *all) {
    char name[32];
    file_print(out, "errors in ulps:\n");
    for (size_t bin = 0; bin <= last_bin(all); bin++)
        file_print(out, "  %-16s %12" PRIu64 "  %6.2f %%\n", bin_name(bin, name),
                   all->histogram[bin], percent(all->histogram[bin], all->entries));
}

/* Each range of positions: what share of its entries has errors of so many ulps, and its largest errors. At most
 * RANGE_BINS bins are shown; the last of them has the rest. */
static void print_ranges(struct file *out, const struct comparison *comparison) {
    enum { RANGE_BINS = 12 };
    const size_t last = last_bin(&comparison->all);
    const size_t shown = last < RANGE_BINS ? last : RANGE_BINS - 1;
    file_print(out, "by position, %% of entries with errors in ulps:\n  %-19s", "positions");
    for (size_t bin = 0; bin <= shown; bin++) {
        char name[32];
        if (bin == 0)
            snprintf(name, sizeof name, "0");
        else if (bin == shown && shown < last)
            snprintf(name, sizeof name, "more");
        else
            snprintf(name, sizeof name, "to %" PRIu64, UINT64_C(1) << (bin - 1));
        file_print(out, " %7s", name);
    }
    file_print(out, " %12s %12s %12s\n", "wrong", "largest", "ulps");
    for (size_t k = 0; k < comparison->ranges; k++) {
        const struct position_range *range = &comparison->range[k];
        const struct errors *errors = &range->errors;
        char ends[48];
        snprintf(ends, sizeof ends, "%" PRIu64 " to %" PRIu64, range->begin, range->end - 1);
        file_print(out, "  %-19s", ends);
        for (size_t bin = 0; bin <= shown; bin++) {
            uint64_t count = errors->histogram[bin];
            for (size_t more = bin + 1; bin == shown && more <= last; more++)
                count += errors->histogram[more];
            file_print(out, " %7.2f", percent(count, errors->entries));
        }
        file_print(out, " %12" PRIu64 " %12.6g %12.6g\n", errors->wrong,
                   errors->worst.error.absolute, errors->worst_ulps.error.ulps);
    }
}

void report_text(struct file *out, const struct report *report) {
    const struct errors *all = &report->comparison->all;
    file_print(out, "%s: %" PRIu64 " x %" PRIu64 ", %s\n", report->file, report->expected->rows,
               report->expected->columns, report->array->type->name);
    file_print(out, "command: %s\n", report->command);
    file_print(out, "entries: %" PRIu64 "\n", all->entries);
    print_share(out, "not correctly rounded", all->wrong, all->entries);
    print_worst(out, report, "largest error", &all->worst, all->worst.error.absolute);
    print_worst(out, report, "largest error in ulps", &all->worst_ulps, all->worst_ulps.error.ulps);
    print_share(out, "not a number", all->nan, all->entries);
    print_share(out, "infinite", all->infinite, all->entries);
    print_share(out, "zeros of the wrong sign", all->zero_sign, all->entries);
    if (report->tolerance) {
        char label[160];
        snprintf(label, sizeof label, "beyond the tolerance %.60s", report->tolerance);
        print_share(out, label, all->not_allowed, all->entries);
    }
    if (all->wrong > 0) {
        print_histogram(out, all);
        print_ranges(out, report->comparison);
    } else {
        file_print(out, "every entry is the exact value, correctly rounded\n");
        file_print(out, "pipelines: every entry is the exact value, rounded once\n");
    }
    for (size_t k = 0; k < report->sentences->count; k++)
        file_print(out, "diagnosis: %s\n", report->sentences->text[k]);
    if (report->shares && all->wrong > 0)
        shares_text(out, report->shares);
}
