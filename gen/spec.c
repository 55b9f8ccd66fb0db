#include "spec.h"
#include "die.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Does `text` name a choice of the list? Then its index goes to *choice. */
static bool choose(const char *const choices[], const char *text, int *choice) {
    for (int k = 0; choices[k]; k++)
        if (strcmp(choices[k], text) == 0) {
            *choice = k;
            return true;
        }
    return false;
}

/* "layout 'halfs' is not interleaved or halves; did you mean halves?" */
static char *no_choice(enum word word, const char *const choices[], const char *text) {
    unsigned long count = 0;
    while (choices[count])
        count++;
    const char *meant = nearest(text, choices, count, sizeof *choices);
    char *list = die_sprintf("%s", choices[0]);
    for (unsigned long k = 1; k < count; k++) {
        char *longer = die_sprintf("%s, %s", list, choices[k]);
        free(list);
        list = longer;
    }
    char *wrong =
        die_sprintf("%s '%.60s' is none of %s%s%s%s", words[word].name, text, list,
                    meant ? " (did you mean " : "", meant ? meant : "", meant ? "?)" : "");
    free(list);
    return wrong;
}

static char *parse_choice(enum word word, const char *const choices[], const char *text,
                          int *choice, char **canonical) {
    if (!choose(choices, text, choice))
        return no_choice(word, choices, text);
    *canonical = die_sprintf("%s", text);
    return NULL;
}

static char *parse_size(enum word word, const char *text, uint64_t *size, char **canonical) {
    uint64_t value = 0;
    const char *at = text;
    for (; *at >= '0' && *at <= '9'; at++)
        if (value <= SPEC_ENTRIES)
            value = 10 * value + (uint64_t)(*at - '0');
    if (at == text || *at)
        return die_sprintf("%s '%.60s' is no whole number", words[word].name, text);
    if (value == 0)
        return die_sprintf("%s '%.60s' must be at least 1", words[word].name, text);
    if (value > SPEC_ENTRIES)
        return die_sprintf("%s '%.60s' is too large: a table has at most 2^40 entries",
                           words[word].name, text);
    *size = value;
    *canonical = die_sprintf("%llu", (unsigned long long)value);
    return NULL;
}

static char *parse_base(const char *text, mpq_t base, char **canonical) {
    const char *wrong = rational_parse(base, text);
    if (!wrong && mpq_sgn(base) <= 0)
        wrong = "must be positive";
    if (wrong)
        return die_sprintf("base '%.60s' %s", text, wrong);
    *canonical = rational_text(base);
    return NULL;
}

static char *parse_number(enum word word, const char *text, struct number *x, char **canonical) {
    const char *wrong = number_parse(x, text);
    if (wrong)
        return die_sprintf("%s '%.60s' %s", words[word].name, text, wrong);
    *canonical = number_text(x);
    return NULL;
}

static char *parse_spacing(struct spec *spec, const char *text, char **canonical) {
    static const char *const choices[] = {"pair", "endpoint", "column", "over:D", NULL};
    if (strncmp(text, "over:", 5) != 0 || strcmp(text, "over:D") == 0) {
        if (!choose(choices, text, &spec->spacing) || spec->spacing == SPACING_OVER)
            return no_choice(SPACING, choices, text);
        *canonical = die_sprintf("%s", text);
        return NULL;
    }
    spec->spacing = SPACING_OVER;
    const char *wrong = rational_parse(spec->over, text + 5);
    if (!wrong && mpq_sgn(spec->over) == 0)
        wrong = "divides by zero";
    if (wrong)
        return die_sprintf("spacing '%.60s': D %s", text, wrong);
    char *over = rational_text(spec->over);
    *canonical = die_sprintf("over:%s", over);
    free(over);
    return NULL;
}

static char *parse_type(struct spec *spec, const char *text, char **canonical) {
    for (size_t k = 0; k < element_count; k++)
        if (strcmp(elements[k].name, text) == 0) {
            spec->type = &elements[k];
            *canonical = die_sprintf("%s", text);
            return NULL;
        }
    const char *meant = nearest(text, &elements->name, element_count, sizeof *elements);
    return die_sprintf("type '%.60s' is not known; did you mean %s?", text,
                       meant ? meant : elements[0].name);
}

/* ISO/IEC 9899:2024, 6.4.1, and ISO/IEC 14882:2024, tables 5 and 6; each between spaces. */
static const char keywords[] =
    " _Alignas _Alignof _Atomic _BitInt _Bool _Complex _Decimal128 _Decimal32 "
    "_Decimal64 _Generic _Imaginary _Noreturn _Static_assert _Thread_local alignas "
    "alignof and and_eq asm auto bitand bitor bool break case catch char char16_t "
    "char32_t char8_t class co_await co_return co_yield compl concept const "
    "const_cast consteval constexpr constinit continue decltype default delete do "
    "double dynamic_cast else enum explicit export extern false float for friend "
    "goto if inline int long mutable namespace new noexcept not not_eq nullptr "
    "operator or or_eq private protected public register reinterpret_cast requires "
    "restrict return short signed sizeof static static_assert static_cast struct "
    "switch template this thread_local throw true try typedef typeid typename typeof "
    "typeof_unqual union unsigned using virtual void volatile wchar_t while xor "
    "xor_eq ";

/* So long a name and the sizes of the largest table still fit a line of 99 columns. */
enum { NAME_MAX_LENGTH = 56 };

static char *check_name(const char *text) {
    size_t length = strlen(text);
    if (length == 0 || (*text >= '0' && *text <= '9') ||
        strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") != length)
        return die_sprintf("name '%.60s' is no C identifier", text);
    if (length > NAME_MAX_LENGTH)
        return die_sprintf("name '%.60s...' is longer than %d characters", text, NAME_MAX_LENGTH);
    char spaced[NAME_MAX_LENGTH + 3];
    snprintf(spaced, sizeof spaced, " %s ", text);
    if (strstr(keywords, spaced))
        return die_sprintf("name '%s' is a keyword of C or C++", text);
    return NULL;
}

/* Formats, and the extensions of outputs that mean them. */
static const char *const format_names[] = {"c", "raw", NULL};
static const struct {
    const char *extension;
    enum format format;
} extensions[] = {{".h", FORMAT_C}, {".c", FORMAT_C}, {".bin", FORMAT_RAW}};

const char *spec_extension(const char *output) {
    const char *slash = strrchr(output, '/'), *name = slash ? slash + 1 : output;
    const char *point = strrchr(name, '.');
    return point && point > name ? point : "";
}

static char *parse_format(struct spec *spec, const char *text, const char *output) {
    if (text)
        return parse_choice(FORMAT, format_names, text, &spec->format, &spec->text[FORMAT]);
    const char *extension = spec_extension(output);
    bool known = *extension == 0;
    spec->format = FORMAT_C;
    for (size_t k = 0; k < sizeof extensions / sizeof extensions[0]; k++)
        if (strcmp(extensions[k].extension, extension) == 0) {
            spec->format = (int)extensions[k].format;
            known = true;
        }
    if (!known)
        return die_sprintf("output '%.200s': the extension '%.20s' says no format; use --format",
                           output, extension);
    spec->text[FORMAT] = die_sprintf("%s", format_names[spec->format]);
    return NULL;
}

static char *parse_word(struct spec *spec, enum word word, const char *text, const char *output) {
    static const char *const layouts[] = {"interleaved", "halves", NULL};
    static const char *const orders[] = {"sin-cos", "cos-sin", NULL};
    static const char *const axes[] = {"position-major", "channel-major", NULL};
    static const char *const odds[] = {"sin", "zero", "error", NULL};
    static const char *const literals[] = {"decimal", "hex", "bits", NULL};
    static const char *const linkages[] = {"static", "extern", NULL};
    char **canonical = &spec->text[word];
    switch (word) {
    case MAX_LEN:
        return parse_size(word, text, &spec->max_len, canonical);
    case D_MODEL:
        return parse_size(word, text, &spec->d_model, canonical);
    case BASE:
        return parse_base(text, spec->base, canonical);
    case SPACING:
        return parse_spacing(spec, text, canonical);
    case LAYOUT:
        return parse_choice(word, layouts, text, &spec->layout, canonical);
    case ORDER:
        return parse_choice(word, orders, text, &spec->order, canonical);
    case AXES:
        return parse_choice(word, axes, text, &spec->axes, canonical);
    case FIRST:
        return parse_number(word, text, &spec->first, canonical);
    case STEP:
        return parse_number(word, text, &spec->step, canonical);
    case ODD:
        return parse_choice(word, odds, text, &spec->odd, canonical);
    case TYPE:
        return parse_type(spec, text, canonical);
    case NAME:
        *canonical = text ? die_sprintf("%s", text)
                          : die_sprintf("pe_%sx%s", spec->text[MAX_LEN], spec->text[D_MODEL]);
        return check_name(*canonical);
    case FORMAT:
        return parse_format(spec, text, output);
    case LITERAL:
        return parse_choice(word, literals, text, &spec->literal, canonical);
    case LINKAGE:
        if (!text)
            text = spec->format == FORMAT_C && strcmp(spec_extension(output), ".c") == 0 ? "extern"
                                                                                         : "static";
        return parse_choice(word, linkages, text, &spec->linkage, canonical);
    default:
        *canonical = die_sprintf("%s", text ? text : "");
        return NULL;
    }
}

/* What is right word by word, but not together. */
static char *check_together(const struct spec *spec, const char *output) {
    const char *d = spec->text[D_MODEL];
    if (spec->max_len > SPEC_ENTRIES / spec->d_model)
        return die_sprintf("%s x %s is too large: a table has at most 2^40 entries",
                           spec->text[MAX_LEN], d);
    if (spec->d_model % 2 == 1 && spec->odd == ODD_ERROR)
        return die_sprintf("d-model '%s' is odd%s", d,
                           *spec->text[PRESET] ? ", which the preset does not allow" : "");
    if (spec->spacing == SPACING_ENDPOINT && spec->d_model / 2 < 2)
        return die_sprintf("spacing 'endpoint' needs at least 2 pairs: d-model '%s' has %llu", d,
                           (unsigned long long)spec->d_model / 2);
    if (spec->d_model % 2 == 1 && spec->odd == ODD_SIN && spec->spacing != SPACING_PAIR &&
        spec->spacing != SPACING_COLUMN)
        return die_sprintf("d-model '%s' is odd: spacing '%s' has no frequency for one more sine "
                           "(odd zero makes the last column 0)",
                           d, spec->text[SPACING]);
    if (spec->format == FORMAT_RAW && spec->linkage == LINKAGE_EXTERN)
        return die_sprintf("linkage 'extern' is for C source: format 'raw' has none");
    const char *extension = spec_extension(output);
    if (spec->linkage == LINKAGE_EXTERN &&
        (strcmp(output, "-") == 0 ||
         (*extension && strcmp(extension, ".c") != 0 && strcmp(extension, ".h") != 0)))
        return die_sprintf(
            "linkage 'extern' writes BASE.c and BASE.h: output '%.200s' must be a file "
            "with one of these extensions, or with none",
            output);
    return NULL;
}

static char *parse_words(struct spec *spec, const char *const texts[WORDS], const char *output) {
    memset(spec, 0, sizeof *spec);
    mpq_inits(spec->base, spec->over, (mpq_ptr)NULL);
    number_init(&spec->first);
    number_init(&spec->step);
    char *wrong = NULL;
    for (int k = 0; k < WORDS && !wrong; k++)
        wrong = parse_word(spec, (enum word)k, texts[k], output);
    return wrong;
}

/* The command of the words that don't say what would be so without them, in the table's order. */
static char *canonical_command(const struct spec *spec, const struct spec *unsaid) {
    char *command = die_sprintf("posenc");
    for (int k = 0; k < WORDS; k++) {
        if (k != MAX_LEN && k != D_MODEL && strcmp(spec->text[k], unsaid->text[k]) == 0)
            continue;
        char *longer = die_sprintf("%s --%s %s", command, words[k].name, spec->text[k]);
        free(command);
        command = longer;
    }
    return command;
}

char *spec_parse(struct spec *spec, const char *const given[WORDS], const char *output) {
    memset(spec, 0, sizeof *spec);
    if (!given[MAX_LEN] || !given[D_MODEL])
        return die_sprintf("missing: %s%s%s", given[MAX_LEN] ? "" : "--max-len",
                           given[MAX_LEN] || given[D_MODEL] ? "" : " and ",
                           given[D_MODEL] ? "" : "--d-model");
    const struct preset *preset = given[PRESET] ? preset_named(given[PRESET]) : NULL;
    if (given[PRESET] && !preset) {
        unsigned long count = 0;
        while (presets[count].name)
            count++;
        const char *meant = nearest(given[PRESET], &presets->name, count, sizeof *presets);
        return die_sprintf("preset '%.60s' is not known%s%s%s", given[PRESET],
                           meant ? " (did you mean " : "", meant ? meant : "", meant ? "?)" : "");
    }

    const char *said[WORDS], *unsaid[WORDS];
    for (int k = 0; k < WORDS; k++) {
        unsaid[k] = preset && preset->given[k] ? preset->given[k] : words[k].fallback;
        said[k] = given[k] ? given[k] : unsaid[k];
    }
    unsaid[MAX_LEN] = given[MAX_LEN];
    unsaid[D_MODEL] = given[D_MODEL];

    char *wrong = parse_words(spec, said, output);
    if (!wrong)
        wrong = check_together(spec, output);
    if (!wrong) {
        struct spec plain;
        wrong = parse_words(&plain, unsaid, "-");
        if (!wrong)
            spec->command = canonical_command(spec, &plain);
        spec_free(&plain);
    }
    return wrong;
}

void spec_free(struct spec *spec) {
    for (int k = 0; k < WORDS; k++)
        free(spec->text[k]);
    free(spec->command);
    mpq_clears(spec->base, spec->over, (mpq_ptr)NULL);
    number_clear(&spec->first);
    number_clear(&spec->step);
}
