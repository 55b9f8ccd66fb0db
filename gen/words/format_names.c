#include "base/text.h"
#include "words/format.h"

#include <ctype.h>
#include <string.h>

static const char identifier_letters[] =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

size_t format_identifier(const char *text) {
    return *text >= '0' && *text <= '9' ? 0 : strspn(text, identifier_letters);
}

/* ISO/IEC 9899:2024, 6.4.1, and ISO/IEC 14882:2024, tables 5 and 6. Each is between spaces. */
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
/* Names that are defined on POSIX systems by the headers that emitted C and C++ include (<assert.h>, <float.h>,
 * <limits.h>, <stddef.h>, <stdint.h>, <array>, <limits>), or by C compilers in their default modes. header_name
 * knows the others. */
static const char macros[] =
    " NDEBUG NULL assert offsetof ptrdiff_t size_t ssize_t max_align_t nullptr_t unreachable std "
    "AVR "
    "DECIMAL_DIG INFINITY NAN MB_LEN_MAX PIPE_BUF CHARCLASS_NAME_MAX TTY_NAME_MAX "
    "R_OK errno intmax_t uintmax_t intptr_t uintptr_t i386 linux unix sun sparc mips vax hpux "
    "m68k mc68000 sgi arm pascal near far huge cdecl interface main abs labs assert_perror NZERO "
    "HAVE_INITFINI_ARRAY PTHREAD_DESTRUCTOR_ITERATIONS ";

static bool between(const char *text, const char *begin, const char *end) {
    size_t length = strlen(text), first = strlen(begin), last = strlen(end);
    return length >= first + last && strncmp(text, begin, first) == 0 &&
           strcmp(text + length - last, end) == 0;
}

/* Is it a name of the kinds that headers of C and POSIX define: int_fast8_t, INT_FAST8_MAX, UINT64_C, LDBL_DIG,
 * PATH_MAX? ISO/IEC 9899:2024, 5.2.5.3, 7.22 and 7.33.14; POSIX.1, <limits.h>. */
static bool header_name(const char *text) {
    static const char *const forms[][2] = {
        {"int", "_t"}, {"uint", "_t"}, {"INT", "_C"}, {"UINT", "_C"},  {"FLT", ""},
        {"DBL_", ""},  {"LDBL_", ""},  {"DEC", ""},   {"BITINT_", ""}, {"", "_MAX"},
        {"", "_MIN"},  {"", "_WIDTH"}, {"", "_BIT"},  {"MAX_", ""},    {"NL_", ""},
        {"EXIT_", ""}, {"DTOSTR_", ""}};
    bool capital = text[strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")] == 0;
    for (size_t k = 0; k < sizeof forms / sizeof *forms; k++)
        if ((capital || k < 2) && between(text, forms[k][0], forms[k][1]))
            return true;
    return false;
}

/* Reserved for the compiler and its library: __x, _X (ISO/IEC 9899:2024, 7.1.3). */
static bool reserved(const char *text) {
    return text[0] == '_' && (text[1] == '_' || (text[1] >= 'A' && text[1] <= 'Z'));
}

bool format_keyword(const char *word) {
    return format_lists(keywords, word);
}

/* Is it a word of the format's own language, besides those of C? */
static bool own_word(const struct format_row *format, const char *text) {
    char word[FORMAT_NAME_MAX + 1] = {0};
    for (size_t k = 0; text[k]; k++)
        word[k] = (char)(format->caseless ? tolower((unsigned char)text[k]) : text[k]);
    const char *numbered = format->numbered, *prefix = format->prefix;
    bool number = numbered && strchr(numbered, *word) && word[1] &&
                  word[1 + strspn(word + 1, "0123456789")] == 0;
    bool own = prefix && strncmp(word, prefix, strlen(prefix)) == 0;
    return number || own || (format->keywords && format_lists(format->keywords, word));
}

/* VHDL's rule: IEEE 1076-2019, 15.4.2. */
static bool lone_underscores(const char *text) {
    return *text != '_' && !strstr(text, "__") && text[strlen(text) - 1] != '_';
}

char *format_check_name(const struct format_row *format, const char *text, bool accessor) {
    if (format_identifier(text) != strlen(text) || !*text)
        return text_format("name '%.60s' is not a C identifier", text);
    if (strlen(text) > FORMAT_NAME_MAX)
        return text_format("name '%.60s' is longer than %d characters", text, FORMAT_NAME_MAX);
    if (format_lists(keywords, text))
        return text_format("name '%s' is a keyword of C or C++", text);
    if (format_lists(macros, text) || header_name(text))
        return text_format("name '%s' is defined by C's headers or compilers", text);
    if (reserved(text))
        return text_format("name '%s' is reserved for compilers", text);
    if (accessor && format_lists(" row_ column_ entry_ out_ ", text))
        return text_format("name '%s' is also a parameter or a variable of the accessors", text);
    if (own_word(format, text))
        return text_format("name '%s' is a word of the language of format '%s'", text,
                           format->name);
    if (format->caseless && !lone_underscores(text))
        return text_format(
            "name '%s' has an underscore that format '%s' can't have: each must stand "
            "between two letters or digits",
            text, format->name);
    return NULL;
}

char *format_check_package(const char *text) {
    bool plain = *text && format_identifier(text) == strlen(text);
    bool word = format_lists(formats[FORMAT_GO].keywords, text) || format_lists(keywords, text);
    return plain && (!word || strcmp(text, "main") == 0)
               ? NULL
               : text_format("package '%.60s' is not a Go identifier", text);
}
