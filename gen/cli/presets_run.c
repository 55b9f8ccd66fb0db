/* SPDX-License-Identifier: MIT */
#include "base/die.h"
#include "base/file.h"
#include "base/json.h"
#include "base/names.h"
#include "base/path.h"
#include "base/text.h"
#include "cli/cli.h"
#include "cli/resolved.h"
#include "model/model.h"
#include "table/request.h"
#include "words/choice.h"
#include "words/format.h"
#include "words/presets.h"
#include "words/words.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* posenc presets and posenc import: what presets, other systems and the files of models say. */

/* --- presets */

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

static void list_presets(struct file *out) {
    file_print(out,
               "A preset stands for the words below it. Words that you give beside a preset win.\n"
               "w = base^(-e) is the frequency of pair i; n is the number of pairs, and d of "
               "columns.\n\n");
    for (const struct preset *p = presets; p->name; p++) {
        char *text = preset_words(p->given), *exponent = spacing_exponent(value_of(p, SPACING));
        if (p->repository)
            file_print(out, "%-20se = %-10s%s, %s\n", p->name, exponent, p->repository,
                       p->function);
        else
            file_print(out, "%-20sposenc help %s\n", p->name, p->name);
        file_print(out, "%20s%s\n", "", *text ? text : "the defaults");
        free(text);
        free(exponent);
    }
    file_print(out, "\n%s\n", command_named("presets")->more);
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
    if (row->repository)
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

void preset_explain(struct file *out, const struct preset *preset) {
    char *text = preset_words(preset->given),
         *exponent = spacing_exponent(value_of(preset, SPACING));
    bool own = preset->given[GRID_COLUMNS] && !preset->given[GRID_FREQUENCIES];
    file_print(out, "%s\n", preset->name);
    help_wrap(out, 4, "", preset->about);
    file_print(out, "    words:    %s\n", *text ? text : "the defaults");
    if (preset->repository)
        file_print(out, "    formula:  w = %s^(-e), e = %s%s\n", value_of(preset, BASE), exponent,
                   own ? ", with d and n of each axis" : "");
    if (preset->given[FIRST] || preset->given[STEP])
        file_print(out, "    %-10sp = %s + r * %s\n",
                   preset->repository ? "" : "formula:", value_of(preset, FIRST),
                   value_of(preset, STEP));
    print_source(out, preset);
    print_systems(out, preset);
    if (preset->explanation)
        file_print(out, "\n%s\n", preset->explanation);
    free(text);
    free(exponent);
}

/* Prints what to type, and below it what that is, or why it was found. */
static void print_hit(struct file *out, const struct hit *hit) {
    const struct preset *p = hit->row;
    char *command = preset_command(p);
    char *why = p->preset && hit->match == MATCH_SOURCE
                    ? text_format("%s (%s, %s, %s): %s", p->name, p->repository, p->path,
                                  p->function, p->about)
                : p->preset      ? text_format("%s: %s", p->name, p->about)
                : !p->repository ? text_format("%s", p->about)
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
    preset_explain(out, row->preset ? preset_named(row->preset) : row);
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

/* --- a model's file */

/* An identifier from the beginning of a text: _ replaces what is neither a letter nor a digit, and m precedes a first
 * character that isn't a letter. The caller frees it. */
static char *identifier(const char *text, size_t length) {
    struct text name = {NULL, 0, 0};
    if (length == 0 || !isalpha((unsigned char)*text))
        text_print(&name, "m");
    for (size_t k = 0; k < length; k++) {
        bool letter = isalnum((unsigned char)text[k]) && (unsigned char)text[k] < 128;
        text_add(&name, letter ? &text[k] : "_", 1);
    }
    return text_string(&name);
}

/* "llama_3_8b" of models/llama-3-8b.json; of a config.json the name of its folder */
static char *file_identifier(const char *path) {
    const size_t folder = path_folder(path);
    const bool in_folder = folder > 0 && strcmp(path + folder, "config.json") == 0;
    char *whole = text_format("%s", path);
    if (in_folder)
        whole[folder - 1] = 0;
    const char *base = path_base(whole);
    const size_t length = strlen(base) - (in_folder ? 0 : strlen(path_extension(base)));
    char *name = identifier(base, length < 24 ? length : 24);
    free(whole);
    return name;
}

/* Are its cosines and sines two tables? */
static bool is_rotary(const struct model_table *table) {
    return strcmp(table->preset, "rope-hf") == 0;
}

/* Would a C source, with some 16 bytes an entry, exceed 10 MB? */
static bool is_large(const struct model_table *table, const char *max_len) {
    enum { ENTRIES = 10000000 / 16 };
    const char *length = max_len ? max_len : table->given[MAX_LEN];
    uint64_t rows = length ? strtoull(length, NULL, 10) : 0, /* of a grid, few */
        columns = strtoull(table->given[D_MODEL], NULL, 10);
    return rows > ENTRIES / columns;
}

/* Is an operand a file, rather than a name or a word to look for? */
static bool is_model_file(const char *operand) {
    char *file = NULL, *part = NULL;
    path_split(operand, &file, &part);
    size_t length = strlen(file);
    bool is_file =
        path_base(file) > file || (length > 5 && (strcmp(file + length - 5, ".json") == 0 ||
                                                  strcmp(file + length - 5, ".gguf") == 0));
    free(file);
    free(part);
    return is_file;
}

/* The value of the word assume; NULL is none. */
static bool is_assumed(const char *assume) {
    int assumed = 0;
    die_if(DIE_REQUEST, assume ? choice_parse(&words[ASSUME], assume, &assumed) : NULL);
    return assumed;
}

/* The keys of the word ignore, or NULL. */
static const char *ignored_keys(const char *ignore, const char *model) {
    char *wrong = NULL;
    const char *keys = model_ignored(ignore, model, &wrong);
    die_if(DIE_REQUEST, wrong);
    return keys;
}

/* Dies of a message that begins with its file; NULL is none. */
static void die_if_wrong(char *wrong) {
    if (!wrong)
        return;
    report_line("%s", wrong);
    die_reported(DIE_REQUEST);
}

static const char *const note_kinds[] = {[NOTE_READ] = "",
                                         [NOTE_DERIVED] = "derived",
                                         [NOTE_OF_FAMILY] = "assumed",
                                         [NOTE_ASSUMED] = "assumed",
                                         [NOTE_IGNORED] = "ignored"};

static void explain_note(struct file *out, const struct model_note *note) {
    file_print_line(out, "    %-8s%s = %s: %s", note_kinds[note->kind], note->key, note->value,
                    note->meaning);
}

/* Explains the words for an image or a video, whose sizes only the user knows. */
static void explain_grid(struct file *out, const struct model_table *table) {
    const char *given[WORDS];
    memcpy(given, table->given, sizeof given);
    given[MAX_LEN] = NULL;
    given[GRID] = "TxHxW";
    given[GRID_COLUMNS] = table->grid_columns;
    char *text = preset_words(given);
    file_print_line(out, "    images  --preset %s %s", table->grid, text);
    free(text);
}

static void explain_table(struct file *out, const struct model *model,
                          const struct model_table *table) {
    bool none = table->state == MODEL_NONE;
    const char *key = !*table->key && model->count > 1 ? "." : table->key; /* of FILE:KEY */
    file_print_line(out, "%s%s%s", model->path, *key ? ":" : "", key);
    if (table->wrong) {
        file_print_line(out, "    %s %s%s", none ? "none   " : "refused", table->wrong,
                        none ? "" : " (FILE:KEY chooses another part)");
    } else {
        char *words_text = preset_words((const char *const *)table->given);
        file_print_line(out, "    words   --preset %s %s", table->preset, words_text);
        if (table->assumed)
            file_print(out, "            (assumed: the code of this model_type is not known; the "
                            "command has --model and --assume)\n");
        if (table->factors.used > 0)
            file_print(out, "            (scaling's factors stay in the file, so the command has "
                            "--model)\n");
        free(words_text);
    }
    if (table->grid && !table->wrong)
        explain_grid(out, table);
    for (size_t k = 0; k < table->note_count; k++)
        explain_note(out, &table->notes[k]);
}

/* "posenc --model FILE --component cos,sin --max-len 4096 -o NAME.c": what a reader of the explanation wants next. Of
 * several tables, a manifest has all. NULL if there is no table, or several that need a KEY. The caller frees it. */
static char *next_command(struct model *model, const char *name, const struct options *options) {
    static const enum word answers[] = {ASSUME, IGNORE};
    struct text given = {NULL, 0, 0}, next = {NULL, 0, 0};
    size_t right = 0;
    bool needs_length = false, assumed = false;
    for (size_t k = 0; k < model->count; k++) {
        const struct model_table *table = &model->tables[k];
        const char *length = table->given[MAX_LEN];
        if (table->wrong)
            continue;
        right++;
        assumed = assumed || table->assumed;
        if (is_rotary(table) &&
            (!length || (is_large(table, NULL) && strtoull(length, NULL, 10) > 4096)))
            needs_length = true;
    }
    char *several = model_choose(model), *own = file_identifier(model->path);
    const struct model_table *table = several ? NULL : model->chosen;
    const char *key = table ? table->key : "", *length = needs_length ? " --max-len 4096" : "";
    free(several);
    request_quote(name, &given);
    for (size_t k = 0; k < sizeof answers / sizeof *answers; k++)
        if (options->given[answers[k]]) {
            text_put(&given, " --%s ", words[answers[k]].name);
            request_quote(options->given[answers[k]], &given);
        }
    if (table) {
        char *part = identifier(key + (*key == '.'), strlen(key + (*key == '.')));
        text_put(&next, "posenc --model %s%s%s -o %s%s%s%s", text_string(&given),
                 is_rotary(table) ? " --component cos,sin" : "", length, own, *key ? "_" : "",
                 *key ? part : "", is_rotary(table) ? "_rope.c" : ".h");
        free(part);
    } else if (right > 0 && !assumed) {
        text_put(&next, "posenc import %s%s > tables.ini && posenc build tables.ini",
                 text_string(&given), length);
    }
    free(own);
    text_free(&given);
    return next.used ? text_string(&next) : NULL;
}

static json_t *json_table(const struct model_table *table) {
    json_t *given = json_object(), *notes = json_array();
    json_object_set_new(given, "preset", json_text(table->preset));
    for (int k = 0; k < WORDS; k++)
        if (table->given[k])
            json_object_set_new(given, words[k].name, json_text(table->given[k]));
    for (size_t k = 0; k < table->note_count; k++) {
        const struct model_note *note = &table->notes[k];
        json_array_append_new(
            notes, json_pack("{ss ss ss ss}", "kind",
                             *note_kinds[note->kind] ? note_kinds[note->kind] : "read", "key",
                             note->key, "value", note->value, "meaning", note->meaning));
    }
    json_t *all = json_pack("{ss so}", "key", table->key, "notes", notes);
    if (table->wrong)
        json_object_set_new(all, table->state == MODEL_NONE ? "none" : "refused",
                            json_text(table->wrong));
    else
        json_object_set(all, "words", given);
    json_decref(given);
    return all;
}

/* Explains FILE, or the part that FILE:KEY means, key by key. Dies if it can't be read, has no table, or one that is
 * refused. */
static void explain_model(struct file *out, const char *name, const struct options *options) {
    const char *ignored = ignored_keys(options->given[IGNORE], name);
    const bool json = options->given[JSON];
    struct model model;
    json_t *tables = json_array();
    die_if_wrong(model_read(&model, name, NULL, is_assumed(options->given[ASSUME]), ignored));
    if (ignored && !json)
        file_print_line(out, "(without %s: the command has --model and --ignore)", ignored);
    for (size_t k = 0; k < model.count; k++) {
        const struct model_table *table = &model.tables[k];
        if (table->state == MODEL_REFUSED)
            die_if_wrong(text_format("%s: %s", model.path, table->wrong));
        json_array_append_new(tables, json_table(table));
        if (!json) {
            file_print(out, "%s", k > 0 ? "\n" : "");
            explain_table(out, &model, table);
        }
        model_say_assumed(&model, table);
    }
    char *next = next_command(&model, name, options);
    if (json) {
        json_t *all = json_pack("{so so so}", "file", json_text(model.path), "tables",
                                json_incref(tables), "next", next ? json_text(next) : json_null());
        char *text = json_dumps(all, JSON_INDENT(2) | JSON_ENSURE_ASCII);
        file_print(out, "%s\n", text);
        free(text);
        json_decref(all);
    } else if (next) {
        file_print(out, "\n");
        file_print_line(out, "%s", next);
    }
    free(next);
    json_decref(tables);
    model_free(&model);
}

int presets_run(char *const operands[], const struct options *options) {
    size_t count;
    struct file *out = file_create("-");
    if (options->given[JSON] && (!*operands || operands[1] || !is_model_file(*operands)))
        die(DIE_REQUEST, "json: of presets, one model's file has it; posenc help --json has all "
                         "presets");
    if (!*operands)
        list_presets(out);
    for (char *const *operand = operands; *operand; operand++) {
        file_print(out, "%s", operand > operands ? "\n" : "");
        if (is_model_file(*operand)) {
            explain_model(out, *operand, options);
            continue;
        }
        struct hit *hits = search_presets(*operand, &count);
        if (count == 0)
            die(DIE_REQUEST, "%s", search_unknown(*operand));
        show_hits(out, hits, count);
        free(hits);
    }
    file_commit(&out, 1);
    return 0;
}

/* --- a manifest */

/* A name that no table of the manifest has yet. */
static char *unused_name(struct names *taken, char *name) {
    char *tried = text_format("%s", name);
    for (size_t k = 2; names_add(taken, tried, k); k++) {
        free(tried);
        tried = text_format("%s_%zu", name, k);
    }
    free(name);
    return tried;
}

static void print_words(struct file *out, const struct model *model,
                        const struct model_table *table, const char *max_len, const char *ignored) {
    bool in_file = table->factors.used > 0 || table->assumed || ignored; /* see request.c */
    if (in_file)
        file_print(out, "model = %s%s%s\n", model->path, *table->key ? ":" : "", table->key);
    if (table->assumed)
        file_print(out, "assume = %s\n", word_choice(&words[ASSUME], 1));
    if (ignored)
        file_print_line(out, "ignore = %s", ignored);
    if (!in_file)
        file_print(out, "preset = %s\n", table->preset);
    if (max_len && !table->given[GRID])
        file_print(out, "max-len = %s\n", max_len);
    for (int k = 0; k < WORDS && !in_file; k++)
        if (table->given[k] && !(k == MAX_LEN && max_len))
            file_print(out, "%s = %s\n", words[k].name, table->given[k]);
}

static void print_table(struct file *out, const struct model *model,
                        const struct model_table *table, const char *max_len, const char *ignored,
                        struct names *taken) {
    enum { LONGEST = FORMAT_NAME_MAX - (int)sizeof "__cos_9999" }; /* of the file and the part */
    static const char *const components[] = {"cos", "sin"};
    char *of_file = file_identifier(model->path);
    const char *key = table->key + (*table->key == '.');
    const bool rotary = is_rotary(table);
    for (size_t c = 0; c < (rotary ? 2 : 1); c++) {
        size_t most = LONGEST - strlen(of_file), length = strlen(key) < most ? strlen(key) : most;
        char *part = identifier(key, length);
        char *name =
            unused_name(taken, text_format("%s%s%s%s%s", of_file, *key ? "_" : "", *key ? part : "",
                                           rotary ? "_" : "", rotary ? components[c] : ""));
        file_print(out, "\n[%s]\n", name);
        print_words(out, model, table, max_len, ignored);
        bool large = is_large(table, max_len);
        if (rotary)
            file_print(out, "component = %s\n", components[c]);
        if (large)
            file_print(out, "; the elements alone: as C, with -o .h, they would be above 10 MB; "
                            "see --max-len\n");
        file_print(out, "output = %s.%s\n", name, large ? "bin" : "h");
        free(name);
        free(part);
    }
    free(of_file);
}

/* Why a table can't be in a manifest, or NULL. A file name that stays in the manifest must be one that banners can
 * show. */
static char *wrong_for_manifest(const struct model *model, const struct model_table *table,
                                const char *max_len, bool in_file) {
    if (table->wrong)
        return text_format("%s: %s", model->path, table->wrong);
    if (!table->given[MAX_LEN] && !table->given[GRID] && !max_len)
        return text_format("%s: has no length; --max-len says how many positions", model->path);
    return table->factors.used > 0 || table->assumed || in_file ? choice_file(MODEL, model->path)
                                                                : NULL;
}

static void print_model(struct file *out, const char *name, const char *max_len,
                        const struct options *options, struct names *taken) {
    const char *ignored = ignored_keys(options->given[IGNORE], name);
    struct model model;
    bool any = false;
    die_if_wrong(model_read(&model, name, max_len, is_assumed(options->given[ASSUME]), ignored));
    if (is_assumed(options->given[ASSUME]) && model.count > 1) /* one of them may have no rope */
        die_if_wrong(model_choose(&model));
    for (size_t k = 0; k < model.count; k++) {
        const struct model_table *table = &model.tables[k];
        if (table->state == MODEL_NONE)
            continue;
        if (table->state == MODEL_BESIDE) {
            file_print(out, "\n");
            file_print_line(out, "; refused, beside the others: %s: %s", model.path, table->wrong);
            continue;
        }
        die_if_wrong(wrong_for_manifest(&model, table, max_len, ignored));
        model_say_assumed(&model, table);
        print_table(out, &model, table, max_len, ignored, taken);
        any = true;
    }
    if (!any)
        die_if_wrong(model_choose(&model));
    model_free(&model);
}

int import_run(char *const operands[], const struct options *options) {
    const char *max_len = options->given[MAX_LEN], *assume = options->given[ASSUME],
               *ignore = options->given[IGNORE];
    struct names taken = {.count = 0};
    uint64_t size;
    if (max_len && strcmp(max_len, "model") == 0)
        max_len = NULL; /* as without it */
    die_if(DIE_REQUEST, max_len ? choice_size(MAX_LEN, max_len, &size) : NULL);
    char *length = max_len ? text_format("%" PRIu64, size) : NULL;
    struct file *out = file_create("-");
    struct text command = {NULL, 0, 0};
    for (char *const *name = operands; *name; name++) {
        text_print(&command, " ");
        request_quote(*name, &command);
    }
    if (length)
        text_put(&command, " --max-len %s", length);
    if (assume)
        text_put(&command, " --assume %s", assume);
    if (ignore) {
        text_print(&command, " --ignore ");
        request_quote(ignore, &command);
    }
    file_print_line(out, "; posenc import%s", text_string(&command));
    text_free(&command);
    for (char *const *name = operands; *name; name++)
        print_model(out, *name, length, options, &taken);
    file_commit(&out, 1);
    names_free(&taken);
    free(length);
    return 0;
}
