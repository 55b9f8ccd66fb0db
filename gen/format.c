#include "format.h"
#include "die.h"

#include <string.h>

static const char rust_keywords[] = " Self abstract as async await become box crate dyn final fn "
                                    "gen impl in let loop macro match mod move "
                                    "mut override priv pub ref self super trait type unsafe "
                                    "unsized use where yield f32 f64 u16 i8 i16 i32 "
                                    "_ ";
static const char go_keywords[] = " chan defer fallthrough func go import init interface main map "
                                  "package range select type var _ ";
static const char zig_keywords[] =
    " addrspace allowzero anyerror anyframe anyopaque anytype async await callconv comptime "
    "comptime_float comptime_int defer errdefer error fn isize linksection noalias noinline "
    "noreturn "
    "nosuspend null opaque orelse packed pub resume suspend test threadlocal type undefined "
    "unreachable "
    "usingnamespace usize var _ ";

const struct format_row formats[FORMATS] = {
    [FORMAT_C] = {"c",
                  " .h .c ",
                  {"decimal hex bits bytes", "bits native bytes", "decimal bytes"},
                  .c = true},
    [FORMAT_CPP] = {"cpp", " .hpp ", {"decimal hex", "bits", "decimal"}},
    [FORMAT_RUST] = {"rust", " .rs ", {"decimal", "bits", "decimal"}, .keywords = rust_keywords},
    [FORMAT_GO] = {"go", " .go ", {"decimal hex", "bits", "decimal"}, .keywords = go_keywords},
    [FORMAT_ZIG] = {"zig", " .zig ", {"decimal hex", "bits", "decimal"}, .keywords = zig_keywords},
    [FORMAT_VERILOG] = {"verilog", " .mem ", {"bits", "bits", "bits"}},
    [FORMAT_JSON] = {"json", " .json ", {"shortest", "shortest", "decimal"}},
    [FORMAT_RAW] = {"raw", " .bin ", {"bytes", "bytes", "bytes"}},
    [FORMAT_NPY] = {"npy", " .npy ", {"bytes", "bytes", "bytes"}},
    [FORMAT_INCBIN] = {"incbin", " ", {"bytes", "bytes", "bytes"}, .c = true, .pair = true},
    [FORMAT_ASM] =
        {"asm", " .S ", {"bytes bits", "bytes bits", "bytes bits"}, .c = true, .pair = true},
    [FORMAT_EMBED] = {"embed", " ", {"bytes", "bytes", "bytes"}, .c = true, .pair = true},
    [FORMAT_TEMPLATE] = {"template",
                         " ",
                         {"decimal hex bits shortest", "decimal hex bits shortest",
                          "decimal bits"}},
};

/* Is `word` one of those of `list`, which stand between spaces? */
bool format_lists(const char *list, const char *word) {
    size_t length = strlen(word);
    for (const char *at = list; length > 0 && (at = strstr(at, word)); at++)
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == 0))
            return true;
    return false;
}

static const char identifier_letters[] =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

/* The length of the C identifier at the start of a text. */
size_t format_identifier(const char *text) {
    return *text >= '0' && *text <= '9' ? 0 : strspn(text, identifier_letters);
}

/* ISO/IEC 9899:2024, 6.4.1, and ISO/IEC 14882:2024, tables 5 and 6; and what the headers that emitted C
 * includes define. Each between spaces. */
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
static const char macros[] =
    " NDEBUG NULL assert int8_t int16_t int32_t int64_t offsetof ptrdiff_t size_t std "
    "uint8_t uint16_t uint32_t uint64_t ";

bool format_keyword(const char *word) {
    return format_lists(keywords, word);
}

char *format_check_name(enum format format, const char *text) {
    if (format_identifier(text) != strlen(text) || !*text)
        return die_sprintf("name '%.60s' is no C identifier", text);
    if (strlen(text) > FORMAT_NAME_MAX)
        return die_sprintf("name '%.60s' is longer than %d characters", text, FORMAT_NAME_MAX);
    if (format_lists(keywords, text))
        return die_sprintf("name '%s' is a keyword of C or C++", text);
    if (format_lists(macros, text) || strncmp(text, "FLT_", 4) == 0 ||
        strncmp(text, "DBL_", 4) == 0)
        return die_sprintf("name '%s' is one that C's headers define", text);
    const char *own = formats[format].keywords;
    bool number = format == FORMAT_ZIG && strchr("uif", *text) && text[1] &&
                  text[1 + strspn(text + 1, "0123456789")] == 0;
    if (number || (own && format_lists(own, text)))
        return die_sprintf("name '%s' is a word of the language of format '%s'", text,
                           formats[format].name);
    return NULL;
}

char *format_check_package(const char *text) {
    bool plain = *text && format_identifier(text) == strlen(text);
    bool word = format_lists(go_keywords, text) || format_lists(keywords, text);
    return plain && (!word || strcmp(text, "main") == 0)
               ? NULL
               : die_sprintf("package '%.60s' is no Go identifier", text);
}
