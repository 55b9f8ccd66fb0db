#include "base/die.h"
#include "base/file.h"
#include "base/text.h"
#include "cli/commands.h"
#include "words/presets.h"
#include "words/words.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* The value of a word beside the preset. */
static const char *value_of(const struct preset *preset, enum word word) {
    return preset->given[word] ? preset->given[word] : words[word].fallback;
}

/* The other systems whose names --preset accepts: those with one table. The caller frees them. */
static char *list_systems(void) {
    struct text list = {NULL, 0, 0};
    const struct preset *found;
    for (const struct preset *a = aliases; a->name; a++) {
        if (!preset_named(a->name) && aliases_named(a->name, &found) <= 1)
            text_put(&list, "%s%s", list.used ? ", " : "", a->name);
    }
    return text_string(&list);
}

static const char parameters[] =
    "\nA system's own parameters are words of posenc:\n"
    "    max_period, max_timescale, temperature, theta: --base\n"
    "    an offset of the first position: --first\n"
    "    a factor s on positions: --step s, and --first s*offset\n"
    "    flip_sin_to_cos: --order cos-sin\n"
    "    rows of zeros for padding, class or register tokens: --zero-rows\n"
    "    rows of class or register tokens that don't turn: --unrotated-rows\n"
    "    columns in front that don't turn: --unrotated-columns\n"
    "    fractional timesteps and schedules: --positions-file, or --step 1/4, by which row r is "
    "position\n    r/4\n";

static void list_presets(struct file *out) {
    file_print(out,
               "A preset stands for the words below it. Words that you give beside a preset win.\n"
               "w = base^(-e) is the frequency of pair i; n is the number of pairs, and d of "
               "columns.\n\n");
    for (const struct preset *p = presets; p->name; p++) {
        char *text = preset_words(p->given), *exponent = spacing_exponent(value_of(p, SPACING));
        file_print(out, "%-20se = %-10s%s, %s\n", p->name, exponent, p->repository, p->function);
        file_print(out, "%20s%s\n", "", *text ? text : "the defaults");
        free(text);
        free(exponent);
    }
    file_print(out, "%s", parameters);
    char *systems = list_systems();
    file_print(out, "\nThe table of a preset, with other words perhaps, under other names:\n");
    help_wrap(out, 4, "", systems);
    free(systems);
    file_print(out, "\nposenc presets NAME explains one preset, and says where it was read.\n"
                    "posenc presets WORD searches names, systems, sources and parameters: posenc "
                    "presets flax\n");
}

/* Prints how words express a system's parameters, and where it was read. */
static void print_source(struct file *out, const struct preset *row) {
    if (row->parameters)
        help_wrap(out, 14, "    options:", row->parameters);
    file_print(out, "    source:   %s, %s, %s,\n              revision %s\n", row->repository,
               row->path, row->function, row->revision);
}

/* Prints the systems that have a preset's table: "jadore (--odd sin), flax". */
static void print_systems(struct file *out, const struct preset *preset) {
    struct text list = {NULL, 0, 0};
    for (const struct preset *a = aliases; a->name; a++) {
        if (strcmp(a->preset, preset->name) != 0)
            continue;
        char *added = preset_words(a->given);
        text_put(&list, "%s%s%s%s%s", list.used ? ", " : "", a->name, *added ? " (" : "", added,
                 *added ? ")" : "");
        free(added);
    }
    help_wrap(out, 14, "    systems:", text_string(&list));
    text_free(&list);
}

static void explain(struct file *out, const struct preset *preset) {
    char *text = preset_words(preset->given),
         *exponent = spacing_exponent(value_of(preset, SPACING));
    bool own = preset->given[GRID_COLUMNS] && !preset->given[GRID_FREQUENCIES];
    file_print(out, "%s\n", preset->name);
    help_wrap(out, 4, "", preset->about);
    file_print(out, "    words:    %s\n", *text ? text : "the defaults");
    file_print(out, "    formula:  w = %s^(-e), e = %s%s\n", value_of(preset, BASE), exponent,
               own ? ", with d and n of each axis" : "");
    if (preset->given[FIRST] || preset->given[STEP])
        file_print(out, "              p = %s + r * %s\n", value_of(preset, FIRST),
                   value_of(preset, STEP));
    print_source(out, preset);
    print_systems(out, preset);
    free(text);
    free(exponent);
}

/* The sentence of a text around a place in it. The caller frees it. */
static char *sentence_at(const char *text, size_t at) {
    size_t begin = at, end = at;
    while (begin > 0 && !(begin > 1 && text[begin - 1] == ' ' && text[begin - 2] == '.'))
        begin--;
    while (text[end] && !(text[end] == '.' && (text[end + 1] == ' ' || !text[end + 1])))
        end++;
    return text_format("%.*s", (int)(end + (text[end] == '.') - begin), text + begin);
}

/* Prints what to type, and below it what that is, or why it was found. */
static void print_hit(struct file *out, const struct hit *hit) {
    const struct preset *p = hit->row;
    char *command = preset_command(p);
    char *why = p->preset && hit->match == MATCH_SOURCE
                    ? text_format("%s (%s, %s, %s): %s", p->name, p->repository, p->path,
                                  p->function, p->about)
                : p->preset ? text_format("%s: %s", p->name, p->about)
                : hit->match == MATCH_TEXT
                    ? sentence_at(hit->text, hit->at)
                    : text_format("%s, %s, %s", p->repository, p->path, p->function);
    file_print(out, "%s\n", command);
    help_wrap(out, 4, "", why);
    free(command);
    free(why);
}

/* Prints the system that was found, if it is one, and then the preset in full. */
static void explain_row(struct file *out, const struct preset *row) {
    if (row->preset) {
        char *command = preset_command(row), *meaning = preset_phrase(row);
        file_print(out, "%s: preset %s\n", row->name, meaning);
        help_wrap(out, 4, "", row->about);
        file_print(out, "    command:  %s\n", command);
        print_source(out, row);
        file_print(out, "\n");
        free(meaning);
        free(command);
    }
    explain(out, row->preset ? preset_named(row->preset) : row);
}

/* If one hit is clearly the wanted one, explains it; lists the others. */
static void show_hits(struct file *out, const struct hit hits[], size_t count) {
    bool several = count > 1 && hits[1].match == MATCH_EXACT;
    bool meant = count == 1 || (hits[0].match == MATCH_EXACT && (!hits[0].row->preset || !several));
    if (meant)
        explain_row(out, hits[0].row);
    if (meant && count > 1)
        file_print(out, "\nSee also:\n");
    for (size_t k = meant; k < count; k++)
        print_hit(out, &hits[k]);
    if (!meant)
        file_print(out, "\nposenc presets NAME explains a preset in full.\n");
}

int presets_run(char *const operands[], const struct options *options) {
    size_t count;
    for (char *const *operand = operands; *operand; operand++) {
        struct hit *hits = is_model_file(*operand) ? NULL : search_presets(*operand, &count);
        if (hits && count == 0)
            die(DIE_REQUEST, "%s", search_unknown(*operand));
        free(hits);
    }
    struct file *out = file_create("-");
    if (!*operands)
        list_presets(out);
    for (char *const *operand = operands; *operand; operand++) {
        file_print(out, "%s", operand > operands ? "\n" : "");
        if (is_model_file(*operand)) {
            explain_model(out, *operand, options->given[ASSUME]);
            continue;
        }
        struct hit *hits = search_presets(*operand, &count);
        show_hits(out, hits, count);
        free(hits);
    }
    file_commit(&out, 1);
    return 0;
}
