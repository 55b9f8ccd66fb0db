#include "cli/audit_guess.h"
#include "audit/fit.h"
#include "audit/guess.h"
#include "audit/shares.h"
#include "base/die.h"
#include "base/file.h"
#include "cli/audit_words.h"
#include "cli/resolved.h"
#include "cli/run.h"

#include <string.h>

/* Words that name files say more than can be guessed; other options are about words that are known. */
static void check_options(const struct options *options) {
    static const int excluded[] = {TOLERANCE, JSON, CSV, PLOT, UNROTATED_ROWS, UNROTATED_COLUMNS};
    for (size_t k = 0; k < sizeof excluded / sizeof *excluded; k++)
        if (options->given[excluded[k]])
            die(DIE_REQUEST, "option '--guess' can't be combined with --%s",
                option_name(excluded[k]));
    for (int k = 0; k < WORDS; k++)
        if (options->given[k] && words[k].file &&
            !word_is_default((enum word)k, options->given[k]) &&
            scaling_path_of_word((enum word)k, options->given[k], &(size_t){0}))
            die(DIE_REQUEST, "option '--guess' can't be combined with --%s, which names a file",
                option_name(k));
}

/* Sizes that no table in the array has are as wrong here as where all words are given. How many rows raw elements make,
 * the guess itself says. */
static void check_sizes(const struct options *options, const struct array *array) {
    const struct fit_known known = {audit_size(MAX_LEN, options->given[MAX_LEN]),
                                    audit_size(D_MODEL, options->given[D_MODEL])};
    const bool whole = known.max_len > 0 && array->count % known.max_len == 0;
    if ((fit_is_raw(array) && !whole) || !fit_contradicts(array, known))
        return;
    struct audit_words chosen;
    audit_words_find(&chosen, options, array); /* dies, and says it */
    audit_words_free(&chosen);
}

/* Which of the usual ways of computing made it, if it is the table of these words? */
static void print_pipelines(struct file *out, const struct guess *guess, const struct array *array,
                            unsigned threads) {
    struct resolved resolved = {.table = NULL};
    struct faults faults = {NULL, 0};
    memcpy(resolved.given, guess->given, sizeof resolved.given);
    resolve_table(&resolved, &faults);
    struct shares shares = {.count = 0};
    char *wrong = faults.count > 0 ? NULL : shares_measure(&shares, array, resolved.table, threads);
    if (wrong)
        die(DIE_REQUEST, "%s", wrong);
    shares_text(out, &shares);
    shares_free(&shares);
    faults_free(&faults);
    resolved_free(&resolved);
}

int audit_guess(const struct options *options, const struct array *array) {
    struct guess guess;
    check_options(options);
    check_sizes(options, array);
    char *wrong = guess_open(&guess, array, options->given, run_threads(options));
    if (wrong)
        die(DIE_REQUEST, "%s", wrong);
    struct file *out = file_create("-");
    file_print(out, "%.*s", (int)guess.report.used, guess.report.bytes);
    if (guess.near)
        print_pipelines(out, &guess, array, run_threads(options));
    file_commit(&out, 1, false);
    int status = guess.near ? 0 : 1;
    guess_free(&guess);
    return status;
}
