#include "audit/report.h"
#include "audit/fit.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

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

/* "1 (0.02 %), first at row 3, column 5", or "0" */
static void print_kind(struct file *out, const char *label, uint64_t count, struct cell first,
                       uint64_t whole) {
    file_print(out, "%s: %" PRIu64, label, count);
    if (count > 0)
        file_print(out, " (%.4g %%), first at row %" PRIu64 ", column %" PRIu64,
                   percent(count, whole), first.row, first.column);
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

/* "12.34", but neither "100.00" for less than all nor "0.00" for more than none. */
static const char *percent_text(uint64_t part, uint64_t whole, char text[16]) {
    double share = percent(part, whole);
    if (part == 0)
        snprintf(text, 16, "-");
    else if (share < 0.01)
        snprintf(text, 16, "<0.01");
    else if (part < whole && share > 99.99)
        snprintf(text, 16, ">99.99");
    else
        snprintf(text, 16, "%.2f", share);
    return text;
}

/* The bins that count anything. Each ends where its name says, and begins where the one before it ends. */
struct bins {
    size_t bin[HISTOGRAM_BINS], count;
};

static struct bins filled_bins(const struct errors *errors) {
    struct bins bins = {.count = 0};
    for (size_t bin = 0; bin < HISTOGRAM_BINS; bin++)
        if (errors->histogram[bin] > 0)
            bins.bin[bins.count++] = bin;
    return bins;
}

/* "0", "up to 1", "up to 2", "up to 4"... */
static const char *bin_name(size_t bin, const char *to, char name[32]) {
    if (bin == 0)
        snprintf(name, 32, "0");
    else if (bin == HISTOGRAM_BINS - 1)
        snprintf(name, 32, "more");
    else
        snprintf(name, 32, "%s %" PRIu64, to, UINT64_C(1) << (bin - 1));
    return name;
}

static void print_histogram(struct file *out, const struct report *report) {
    const struct errors *all = &report->comparison->all;
    const struct bins bins = filled_bins(all);
    char name[32], share[16];
    file_print(out, "errors in ulps%s:\n",
               report->array->type->fixed
                   ? ""
                   : " (near 0 an ulp is tiny, and a small error is many of them)");
    for (size_t k = 0; k < bins.count; k++) {
        const uint64_t count = all->histogram[bins.bin[k]];
        file_print(out, "  %-16s %12" PRIu64 "  %6s %%\n", bin_name(bins.bin[k], "up to", name),
                   count, percent_text(count, all->entries, share));
    }
}

/* The bins of a table: at most so many, of which the last has the rest. */
enum { RANGE_BINS = 12 };

static size_t shown_bins(const struct bins *bins) {
    return bins->count < RANGE_BINS ? bins->count : RANGE_BINS;
}

static void print_range(struct file *out, const struct bins *bins, uint64_t begin,
                        const struct position_range *range) {
    const struct errors *errors = &range->errors;
    const size_t shown = shown_bins(bins);
    char ends[48], share[16];
    snprintf(ends, sizeof ends, "%" PRIu64 " to %" PRIu64, begin, range->end - 1);
    file_print(out, "  %-19s", ends);
    if (errors->wrong == 0) {
        file_print(out, " all are correctly rounded\n");
        return;
    }
    for (size_t k = 0; k < shown; k++) {
        uint64_t count = errors->histogram[bins->bin[k]];
        for (size_t more = k + 1; k == shown - 1 && more < bins->count; more++)
            count += errors->histogram[bins->bin[more]];
        file_print(out, " %7s", percent_text(count, errors->entries, share));
    }
    file_print(out, " %12" PRIu64 " %12.6g %12.6g\n", errors->wrong, errors->worst.error.absolute,
               errors->worst_ulps.error.ulps);
}

/* Each range of positions: what share of its entries has errors of so many ulps, and its largest errors. Ranges without a
 * wrong entry that follow each other are one. */
static void print_ranges(struct file *out, const struct comparison *comparison) {
    const struct bins bins = filled_bins(&comparison->all);
    const size_t shown = shown_bins(&bins);
    file_print(out, "by position, %% of entries with errors in ulps:\n  %-19s", "positions");
    for (size_t k = 0; k < shown; k++) {
        char name[32];
        bool rest = k == shown - 1 && shown < bins.count;
        file_print(out, " %7s", rest ? "more" : bin_name(bins.bin[k], "to", name));
    }
    file_print(out, " %12s %12s %12s\n", "wrong", "largest", "ulps");
    for (size_t k = 0; k < comparison->ranges; k++) {
        const struct position_range *range = &comparison->range[k];
        uint64_t begin = range->begin;
        for (; range->errors.wrong == 0 && k + 1 < comparison->ranges && range[1].errors.wrong == 0;
             range++)
            k++;
        print_range(out, &bins, begin, range);
    }
}

/* "pe.npy: 48 x 32, f32", and the file's own shape if it has another number of dimensions. */
static void print_file(struct file *out, const struct report *report) {
    const struct array *array = report->array;
    char *file = text_printable(report->file), *shape = fit_shape(array);
    const bool same = fit_is_raw(array) || (array->dimensions == 2 && !array->complex);
    file_print(out, "%s: %" PRIu64 " x %" PRIu64 ", %s%s%s%s\n", file, report->table->rows,
               report->table->columns, array->type->name,
               same ? "" : " (in the file: ", same ? "" : shape, same ? "" : ")");
    free(file);
    free(shape);
}

void report_text(struct file *out, const struct report *report) {
    const struct errors *all = &report->comparison->all;
    print_file(out, report);
    file_print(out, "command: %s\n", report->command);
    file_print(out, "entries: %" PRIu64 "\n", all->entries);
    print_share(out, "not correctly rounded", all->wrong, all->entries);
    print_worst(out, report, "largest error", &all->worst, all->worst.error.absolute);
    print_worst(out, report, "largest error in ulps", &all->worst_ulps, all->worst_ulps.error.ulps);
    print_kind(out, "not a number", all->nan, all->nan_at, all->entries);
    print_kind(out, "infinite", all->infinite, all->infinite_at, all->entries);
    print_kind(out, "zeros of the wrong sign", all->zero_sign, all->zero_sign_at, all->entries);
    if (report->tolerance) {
        char label[160];
        snprintf(label, sizeof label, "beyond the tolerance %.60s%s", report->tolerance,
                 report->close ? " (as numpy.allclose)" : "");
        print_share(out, label, all->not_allowed, all->entries);
    }
    if (all->wrong == 0) {
        file_print(out, "every entry is the exact value, correctly rounded\n");
        file_print(out, "pipelines: every entry is the exact value, rounded once\n");
    }
    for (size_t k = 0; k < report->sentences->count; k++)
        file_print(out, "diagnosis: %s\n", report->sentences->text[k]);
    if (report->shares && all->wrong > 0)
        shares_text(out, report->shares);
    if (all->wrong > 0) {
        print_histogram(out, report);
        print_ranges(out, report->comparison);
    }
}
