#include "compare/phrases.h"
#include "compare/report.h"
#include "compare/verdict.h"
#include "guess/guess.h"
#include "guess/guess_search.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- other tables that a person might have expected */

/* Another table, and how its entries differ from those of the best one. */
struct rival {
    const char *given[WORDS];
    struct difference difference;
    int fame; /* of its preset */
};

/* The best one, and the nearest rivals so far, in order. */
enum { RIVALS = 3 };
struct contest {
    struct guess_search *search;
    const struct trial *best;
    const struct table_model *model;
    struct rival rivals[RIVALS + 1];
    size_t count;
};

struct difference guess_difference(const struct guess_search *search, const struct table_model *a,
                                   const struct table_model *b, double most_mean) {
    const struct excerpt *sample = &search->sample;
    const double entries = (double)(sample->rows * sample->channels);
    struct difference difference = {0, 0};
    for (size_t k = 0; k < sample->rows && difference.mean <= most_mean; k++) {
        const uint64_t position = search->data->row[sample->row[k]];
        const struct model_row row_a = model_row_at(a, position), row_b = model_row_at(b, position);
        for (size_t n = 0; n < sample->channels; n++) {
            const uint64_t j = sample->channel[n];
            const double of_a = model_row_entry(a, &row_a, j, model_row_angle(a, &row_a, j)),
                         of_b = model_row_entry(b, &row_b, j, model_row_angle(b, &row_b, j));
            difference.mean += fabs(of_a - of_b) / entries;
            difference.most = fmax(difference.most, fabs(of_a - of_b));
        }
    }
    return difference;
}

/* Puts a rival in its place, and drops the farthest. Of rivals that differ equally, which are one table, the best known
 * stays. */
static void insert(struct contest *contest, const struct rival *rival) {
    const double alike = 1e-9;
    size_t k = contest->count;
    for (size_t n = 0; n < contest->count; n++) {
        struct rival *old = &contest->rivals[n];
        if (fabs(old->difference.mean - rival->difference.mean) > alike)
            continue;
        if (rival->fame < old->fame)
            *old = *rival;
        return;
    }
    for (; k > 0 && rival->difference.mean < contest->rivals[k - 1].difference.mean; k--)
        contest->rivals[k] = contest->rivals[k - 1];
    contest->rivals[k] = *rival;
    if (contest->count < RIVALS)
        contest->count++;
}

/* Can a person see in a few sentences how a table differs from the best one? */
static bool is_contrast_short(const struct contest *contest, const struct request *request) {
    enum { SENTENCES_MOST = 3 };
    json_t *sentences = contrast(&contest->best->request, request);
    const size_t count = json_array_size(sentences);
    json_decref(sentences);
    return count > 0 && count <= SENTENCES_MOST;
}

/* Returns false if the words make no table of the same size. */
static bool enter(struct contest *contest, const char *const given[WORDS]) {
    const double alike = 1e-9;
    const struct table *best = contest->best->table;
    const double most_mean =
        contest->count < RIVALS ? INFINITY : contest->rivals[RIVALS - 1].difference.mean;
    struct rival rival = {.fame = given[PRESET] ? guess_fame(given[PRESET]) : 1000};
    struct trial trial;
    memcpy(rival.given, given, sizeof rival.given);
    if (!trial_open(&trial, given))
        return false;
    const bool same_size = trial.table->channel_count == best->channel_count &&
                           trial.table->position_count == best->position_count &&
                           trial.table->arrays == best->arrays &&
                           trial.table->channel_major == best->channel_major &&
                           table_is_constant(trial.table) == table_is_constant(best);
    if (same_size && is_contrast_short(contest, &trial.request)) {
        rival.difference =
            guess_difference(contest->search, contest->model, trial_model(&trial), most_mean);
        if (rival.difference.mean <= most_mean &&
            rival.difference.most > alike * fabs(contest->model->amplitude))
            insert(contest, &rival);
    }
    trial_close(&trial);
    return same_size;
}

/* The presets, as they stand. Of one component, each pair may have one column or two. */
static void enter_presets(struct contest *contest) {
    const struct trial *best = contest->best;
    const char *given[WORDS] = {[MAX_LEN] = best->given[MAX_LEN],
                                [TYPE] = best->given[TYPE],
                                [SCALE] = best->given[SCALE],
                                [ZERO_POINT] = best->given[ZERO_POINT]};
    if (best->table->grid.axes > 0)
        given[GRID] = best->given[GRID];
    if (best->table->arrays > 1)
        given[COMPONENT] = best->given[COMPONENT];
    for (const struct preset *preset = presets; preset->name; preset++) {
        bool entered = false;
        given[PRESET] = preset->name;
        for (uint64_t times = 1; times <= 2 && !entered; times++) {
            given[D_MODEL] = guess_number(contest->search, times * best->table->channel_count);
            entered = enter(contest, given);
        }
    }
}

/* One word that people get wrong. */
static void enter_words(struct contest *contest) {
    static const struct {
        enum word word;
        const char *text;
    } slips[] = {
        {SPACING, "pair"},      {SPACING, "endpoint"}, {LAYOUT, "interleaved"},
        {LAYOUT, "halves"},     {ORDER, "sin-cos"},    {ORDER, "cos-sin"},
        {FIRST, "0"},           {FIRST, "1"},          {BASE, "10000"},
        {BASE, "500000"},       {COMPONENT, "sin"},    {COMPONENT, "cos"},
        {REPEAT, "interleave"}, {REPEAT, "halves"},
    };
    const bool one = contest->best->table->component != COMPONENT_BOTH;
    const char *given[WORDS];
    for (size_t k = 0; k < sizeof slips / sizeof *slips; k++) {
        memcpy(given, contest->best->given, sizeof given);
        given[slips[k].word] = slips[k].text;
        if (slips[k].word != COMPONENT || one)
            enter(contest, given);
    }
}

/* The nearest tables of those that have a name of their own, or differ from the best one in one word. */
static json_t *rival_facts(struct guess_search *search, struct trial *best) {
    struct contest contest = {.search = search, .best = best, .model = trial_model(best)};
    json_t *list = json_array();
    enter_presets(&contest);
    enter_words(&contest);
    for (size_t k = 0; k < contest.count; k++) {
        const struct rival *rival = &contest.rivals[k];
        struct trial trial;
        if (!trial_open(&trial, rival->given))
            continue;
        char *command = guess_command(&trial.request);
        json_array_append_new(list,
                              json_pack("{s:o, s:o, s:o}", "command", json_text(command),
                                        "rejected", contrast(&best->request, &trial.request),
                                        "largest_difference", json_finite(rival->difference.most)));
        free(command);
        trial_close(&trial);
    }
    return list;
}

/* --- facts */

/* Of the entries that are finite, in rows that haven't moved. */
struct deviation {
    double most, sum;
    struct cell at; /* of the largest, as emitted */
    uint64_t entries;
    uint64_t unrounded; /* that are farther from the exact number than rounding explains */
};

/* Compares with a model the entries that are here, of each of its arrays. */
static struct deviation deviation_of(const struct entries of_array[],
                                     const struct table_model *model, const bool moved_row[]) {
    struct deviation deviation = {.most = 0};
    const bool across = of_array->view.channel_major;
    for (uint64_t channel = 0; channel < model->table->arrays * model->channels; channel++) {
        const uint64_t array = channel / model->channels, j = channel % model->channels;
        const struct entries *data = &of_array[array];
        for (size_t k = 0; k < data->rows; k++) {
            const uint64_t row = array * model->table->rows + (across ? j : data->row[k]);
            const double wanted = model_entry(model, data->row[k], channel),
                         error = fabs(entry_at(data, k, j) - wanted);
            if (!isfinite(error) || (moved_row && moved_row[row]))
                continue;
            deviation.entries++;
            deviation.sum += error;
            deviation.unrounded += error > grain_rounding(&data->grain, wanted);
            if (error > deviation.most) {
                deviation.most = error;
                deviation.at = (struct cell){row, across ? data->row[k] : j};
            }
        }
    }
    return deviation;
}

/* The command, with the preset first: its words stand for what the table is, the others for sizes and differences. Files
 * have their folders, so that it can be run. */
char *guess_command(const struct request *request) {
    const char *texts[WORDS], *preset = " --preset ";
    const size_t program = strlen("posenc");
    memcpy(texts, request->text, sizeof texts);
    if (request->given[POSITIONS_FILE])
        texts[POSITIONS_FILE] = request->given[POSITIONS_FILE];
    char *whole = request_command_of(request, texts);
    const char *text = whole + program, *last = request->preset ? strstr(text, preset) : text;
    char *command = text_format("posenc%s%.*s", last, (int)(last - text), text);
    free(whole);
    return command;
}

/* Of a table that begins with cosines, a preset that makes it except for that order, with the same words beside it, if
 * people know it better than the table's own: "--preset vaswani with cos and sin swapped". The caller frees it; NULL if
 * there is none. */
static char *swapped_note(struct guess_search *search, const struct trial *best) {
    enum { WELL_KNOWN = 100 };
    const char *given[WORDS], *named[WORDS], *own = best->given[PRESET];
    struct trial swapped;
    memcpy(given, best->given, sizeof given);
    given[ORDER] = "sin-cos";
    if (best->given[GRID] || strcmp(best->request.text[ORDER], "cos-sin") != 0 ||
        !trial_open(&swapped, given))
        return NULL;
    guess_name(search, &swapped, named);
    trial_close(&swapped);
    bool better = named[PRESET] && guess_fame(named[PRESET]) < WELL_KNOWN &&
                  (!own || guess_fame(named[PRESET]) < guess_fame(own));
    for (int k = 0; k < WORDS && better; k++)
        better = k == PRESET || k == ORDER || !named[k] == !best->given[k];
    return better ? text_format("--preset %s with cos and sin swapped", named[PRESET]) : NULL;
}

/* How the table differs from that of its preset, or what is unusual about it. */
static json_t *notes_facts(struct guess_search *search, const struct trial *best) {
    static const enum word sizes[] = {PRESET, MAX_LEN, D_MODEL, GRID, TYPE, SCALE, ZERO_POINT};
    const char *given[WORDS] = {NULL};
    struct trial preset;
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        given[sizes[k]] = best->given[sizes[k]];
    const bool named = given[PRESET] && trial_open(&preset, given);
    json_t *notes =
        named ? contrast(&preset.request, &best->request) : contrast_notes(&best->request);
    char *swapped = swapped_note(search, best);
    if (swapped)
        json_array_append_new(notes, json_text(swapped));
    free(swapped);
    if (guess_leaves_open(search, best->given))
        json_array_append_new(notes,
                              json_text("numbers near the longest one may make the same entries"));
    if (named)
        trial_close(&preset);
    return notes;
}

static json_t *deviation_facts(struct deviation deviation, const struct entries *data,
                               const struct verdict *verdict) {
    const struct errors *all = &verdict->comparison.all;
    return json_pack("{s:o, s:o, s:o, s:o, s:b, s:o, s:o, s:o, s:o, s:o}", "largest",
                     json_finite(deviation.most), "row", json_whole(deviation.at.row), "column",
                     json_whole(deviation.at.column), "mean",
                     json_finite(deviation.sum / (double)deviation.entries), "of_all_rows",
                     data->rows == data->view.positions, "entries", json_whole(all->entries),
                     "not_correctly_rounded", json_whole(all->wrong - verdict->moved),
                     "not_a_number", json_whole(all->nan), "infinite", json_whole(all->infinite),
                     "zeros_of_the_wrong_sign", json_whole(all->zero_sign));
}

/* What the array's numbers are rounded to, if a computation is more exact than that: "bf16", "4 places", "f16 and 5 digits".
 * The caller frees it; NULL if there is nothing of it. */
static char *rounding_text(const struct grain *grain, const struct element *type,
                           enum noise_level level) {
    const double few_bits = 0x1p-12, of_level = level == NOISE_F64 ? 0x1p-53 : 0x1p-24,
                 of_places = grain->absolute,
                 of_digits = grain->digits > 0 ? 0.5 * pow(10, -grain->digits) : 0;
    struct text text = {NULL, 0, 0};
    if (grain->relative > few_bits || type->fixed)
        text_print(&text,
                   type->bytes < 4 || type->fixed ? type->name : elements[grain->narrow].name);
    static const char *const ways[CUTS] = {"", " toward zero", " downward"};
    text_print(&text, ways[grain->cut]);
    const char *between = text.used > 0 ? " and " : "";
    if (grain->printed && of_digits > 1.01 * of_places && of_digits > of_level)
        text_put(&text, "%s%d digits", between, grain->digits);
    else if (grain->printed && of_places > of_level)
        text_put(&text, "%s%.0f places", between, -log10(2 * of_places));
    return text.used > 0 ? text_string(&text) : NULL;
}

json_t *guess_facts(struct guess_search *search, struct trial *trial,
                    const struct verdict *verdict) {
    const struct entries *data = search->data;
    const struct share *best = verdict->shares.list;
    const uint64_t unexplained = verdict->comparison.all.unexplained,
                   damaged = verdict->coarse ? 0 : unexplained - verdict->moved;
    const struct deviation deviation = deviation_of(data, trial_model(trial), verdict->moved_row);
    char *command = guess_command(&trial->request),
         *rounding = verdict->coarse
                         ? NULL
                         : rounding_text(&data->grain, trial->table->type, verdict->level);
    const char *noise = verdict->coarse ? verdict->coarse : noise_names[verdict->level];
    const bool rounded = rounding && deviation.unrounded <= damaged;
    json_t *also = rival_facts(search, trial), *nearest = json_array_get(also, 0);
    json_t *facts =
        json_pack("{s:b, s:o, s:o, s:b, s:o, s:o, s:o, s:o, s:o, s:O?, s:o, s:o, s:o, s:o, s:o}",
                  "match", true, "command", json_text(command), "entries",
                  json_whole(best->entries), "all_entries", verdict->shares.all, "bit_by_bit",
                  json_whole(best->same), "moved", json_whole(verdict->moved), "damaged",
                  json_whole(damaged), "rounding", rounding ? json_text(rounding) : json_null(),
                  "noise", rounded ? json_null() : json_text(noise), "next_best_differs_by",
                  json_object_get(nearest, "largest_difference"), "deviation",
                  deviation_facts(deviation, data, verdict), "damage",
                  findings_texts(&verdict->damage), "notes", notes_facts(search, trial), "also",
                  also, "pipelines", shares_json(&verdict->shares));
    free(command);
    free(rounding);
    return facts;
}

/* --- the facts as lines */

static double number_of(const json_t *facts, const char *key) {
    return json_number_value(json_object_get(facts, key));
}

static uint64_t whole_of(const json_t *facts, const char *key) {
    return (uint64_t)json_integer_value(json_object_get(facts, key));
}

static const char *text_of(const json_t *facts, const char *key) {
    return json_string_value(json_object_get(facts, key));
}

/* The next number of four digits that is at least as large. */
static double rounded_up(double x) {
    char text[32];
    snprintf(text, sizeof text, "%.3e", x);
    double rounded = strtod(text, NULL);
    if (rounded >= x)
        return rounded;
    return rounded + pow(10, floor(log10(rounded)) - 3);
}

static void print_deviation(struct file *out, const json_t *facts, bool moved) {
    const uint64_t wrong = whole_of(facts, "not_correctly_rounded"),
                   no_numbers = whole_of(facts, "not_a_number") + whole_of(facts, "infinite"),
                   odd = no_numbers + whole_of(facts, "zeros_of_the_wrong_sign");
    if (wrong == odd) {
        file_print(out, "deviation: none, every entry%s is the exact one, correctly rounded%s",
                   moved ? " of rows in their place" : "", wrong > 0 ? ", except:\n" : "\n");
        return;
    }
    file_print(out,
               "deviation: at most %.4g (row %" PRIu64 ", column %" PRIu64
               "), %.2g on average%s%s%s"
               "; %.3g %% of entries are not correctly rounded\n",
               rounded_up(number_of(facts, "largest")), whole_of(facts, "row"),
               whole_of(facts, "column"), number_of(facts, "mean"),
               json_is_true(json_object_get(facts, "of_all_rows")) ? "" : " in some of the rows",
               moved ? ", where rows are in their place" : "",
               no_numbers > 0 ? ", where entries are finite" : "",
               100 * (double)wrong / number_of(facts, "entries"));
}

/* How sure are the words? */
static void print_sureness(struct file *out, const json_t *facts) {
    const uint64_t entries = whole_of(facts, "entries"), same = whole_of(facts, "bit_by_bit"),
                   moved = whole_of(facts, "moved"), damaged = whole_of(facts, "damaged");
    const char *rounding = text_of(facts, "rounding"), *noise = text_of(facts, "noise");
    file_print(out, "match: %.4g %% of %" PRIu64 "%s entries bit by bit",
               100 * (double)same / (double)entries, entries,
               json_is_true(json_object_get(facts, "all_entries")) ? "" : " evenly spread");
    if (moved > 0)
        file_print(out, ", %" PRIu64 " that moved with their rows", moved);
    if (damaged > 0)
        file_print(out, ", %" PRIu64 " damaged", damaged);
    if (same + moved + damaged < entries)
        file_print(out, ", the others within %s%s%s%s%s", rounding ? "the rounding to " : "",
                   rounding ? rounding : "", rounding && noise ? " and " : "",
                   noise ? "the noise of " : "", noise ? noise : "");
    if (json_is_number(json_object_get(facts, "next_best_differs_by")))
        file_print(out, "; the next best table differs by %.2g",
                   number_of(facts, "next_best_differs_by"));
    file_print(out, "\n");
}

/* "also: posenc ...", and
 * "  rejected: in that table, fairseq's spacing, not the paper's; positions begin at 1; largest difference 2.0" */
static void print_rivals(struct file *out, const json_t *rivals) {
    const json_t *one;
    size_t k;
    json_array_foreach(rivals, k, one) {
        const double most = number_of(one, "largest_difference");
        file_print(out, "also: %s\n  rejected: in that table, ", text_of(one, "command"));
        print_list(out, json_object_get(one, "rejected"), "", "; ");
        file_print(out, most >= 0.95 ? "largest difference %.1f\n" : "largest difference %.2g\n",
                   most);
    }
}

static void print_closest(struct file *out, const json_t *facts) {
    const json_t *one;
    size_t k;
    file_print(out, "no match\n");
    json_array_foreach(json_object_get(facts, "ranges"), k, one) {
        char *noun = range_text("row", whole_of(one, "first"), whole_of(one, "last"));
        const char *command = text_of(one, "command");
        file_print(out, "%s: %s\n", noun, command ? command : text_of(one, "rows"));
        free(noun);
    }
    json_array_foreach(json_object_get(facts, "closest"), k, one)
        file_print(out, "closest: %s  (%s)\n", text_of(one, "command"), text_of(one, "reason"));
    if (text_of(facts, "reason"))
        file_print(out, "closest: none, since %s\n", text_of(facts, "reason"));
    if (text_of(facts, "hint"))
        file_print(out, "hint: %s\n", text_of(facts, "hint"));
}

void guess_print(struct file *out, const json_t *facts) {
    if (!json_is_true(json_object_get(facts, "match"))) {
        print_closest(out, facts);
        return;
    }
    file_print(out, "%s\n", text_of(facts, "command"));
    print_sureness(out, facts);
    print_deviation(out, json_object_get(facts, "deviation"), whole_of(facts, "moved") > 0);
    print_list(out, json_object_get(facts, "damage"), "  ", "\n");
    print_list(out, json_object_get(facts, "notes"), "  ", "\n");
    print_rivals(out, json_object_get(facts, "also"));
}
