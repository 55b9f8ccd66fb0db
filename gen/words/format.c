#include "words/format.h"
#include "base/die.h"
#include "base/text.h"

#include <ctype.h>
#include <stdlib.h>
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

static const char rust_keywords[] = " Self abstract as async await become box crate dyn final fn "
                                    "gen impl in let loop macro match mod move "
                                    "mut override priv pub ref self super trait type unsafe "
                                    "unsized use where yield f32 f64 u8 u16 i8 i16 i32 "
                                    "_ ";
static const char go_keywords[] =
    " chan defer fallthrough func go import init interface main map "
    "package range select type var float32 float64 uint8 uint16 int8 int16 "
    "int32 _ ";
static const char zig_keywords[] =
    " addrspace allowzero anyerror anyframe anyopaque anytype async await callconv comptime "
    "comptime_float comptime_int defer errdefer error fn isize linksection noalias noinline "
    "noreturn "
    "nosuspend null opaque orelse packed pub resume suspend test threadlocal type undefined "
    "unreachable "
    "usingnamespace usize var _ ";
/* IEEE 1800-2017, annex B, without those of C and C++; and the names in its package std. */
static const char systemverilog_keywords[] =
    " accept_on alias always always_comb always_ff always_latch assign assume automatic before "
    "begin "
    "bind bins binsof bit buf bufif0 bufif1 byte casex casez cell chandle checker clocking cmos "
    "config "
    "constraint context cover covergroup coverpoint cross deassign defparam design disable dist "
    "edge "
    "end endcase endchecker endclass endclocking endconfig endfunction endgenerate endgroup "
    "endinterface endmodule endpackage endprimitive endprogram endproperty endsequence endspecify "
    "endtable endtask event eventually expect extends final first_match force foreach forever fork "
    "forkjoin function generate genvar global highz0 highz1 iff ifnone ignore_bins illegal_bins "
    "implements implies import incdir include initial inout input inside instance integer "
    "interconnect interface intersect join join_any join_none large let liblist library local "
    "localparam logic longint macromodule matches medium modport module nand negedge nettype new "
    "nexttime nmos nor noshowcancelled notif0 notif1 null output package packed parameter pmos "
    "posedge primitive priority program property pull0 pull1 pulldown pullup pulsestyle_ondetect "
    "pulsestyle_onevent pure rand randc randcase randsequence rcmos real realtime ref reg "
    "reject_on "
    "release repeat restrict rnmos rpmos rtran rtranif0 rtranif1 s_always s_eventually s_nexttime "
    "s_until s_until_with scalared sequence shortint shortreal showcancelled small soft solve "
    "specify "
    "specparam string strong strong0 strong1 super supply0 supply1 sync_accept_on sync_reject_on "
    "table tagged task throughout time timeprecision timeunit tran tranif0 tranif1 tri tri0 tri1 "
    "triand trior trireg type unique unique0 until until_with untyped use uwire var vectored wait "
    "wait_order wand weak weak0 weak1 wildcard wire with within wor xnor "
    "mailbox process randomize semaphore ";
/* IEEE 1076-2019, 15.10, without those of C and C++; and common names of the packages standard, std_logic_1164 and
 * numeric_std, which a table of that name would hide from those who use its package. */
static const char vhdl_keywords[] =
    " abs access after alias all architecture array assert assume assume_guarantee attribute begin "
    "block body buffer bus case component configuration constant context cover default disconnect "
    "downto else elsif end entity exit fairness file for force function generate generic group "
    "guarded if impure in inertial inout is label library linkage literal loop map mod nand new "
    "next "
    "nor not null of on open or others out package parameter port postponed procedure process "
    "property protected private pure range record register reject release rem report restrict "
    "restrict_guarantee return rol ror select sequence severity shared signal sla sll sra srl "
    "strong "
    "subtype then to transport type unaffected units until use variable view vmode vpkg vprop "
    "vunit "
    "wait when while with xnor xor "
    "bit bit_vector boolean boolean_vector character delay_length false file_open_kind "
    "file_open_status foreign ieee integer integer_vector line natural now numeric_std positive "
    "real real_vector resize severity_level shift_left shift_right side signed std std_logic "
    "std_logic_1164 std_logic_vector std_ulogic std_ulogic_vector string text textio time "
    "time_vector to_integer to_signed to_unsigned true unresolved_signed unresolved_unsigned "
    "unsigned width work x01 x01z ux01 ux01z ";

const struct format_row formats[FORMATS] = {
    [FORMAT_C] = {"c",
                  " .h .c ",
                  {"decimal hex bits bytes", "bits native bytes", "decimal bytes"},
                  .features = FEATURE_C_OBJECT | FEATURE_PARTS | FEATURE_PAIR | FEATURE_FACTORED,
                  .byte_union = "strings",
                  .bit_union = "bits",
                  .c_integers = true,
                  .about = "C, from C89 on, and C++ by most literals"},
    [FORMAT_CPP] = {"cpp",
                    " .hpp ",
                    {"decimal hex", "bits", "decimal"},
                    .features = FEATURE_PAIR,
                    .c_integers = true,
                    .about = "C++17, a constexpr std::array"},
    [FORMAT_RUST] = {"rust",
                     " .rs ",
                     {"decimal", "bits", "decimal"},
                     .features = FEATURE_PAIR,
                     .keywords = rust_keywords,
                     .about = "a static array of arrays"},
    [FORMAT_GO] = {"go",
                   " .go ",
                   {"decimal hex", "bits", "decimal"},
                   .features = FEATURE_PACKAGE | FEATURE_PAIR,
                   .no_minus_zero = true,
                   .keywords = go_keywords,
                   .about = "a variable, in package"},
    [FORMAT_ZIG] = {"zig",
                    " .zig ",
                    {"decimal hex", "bits", "decimal"},
                    .features = FEATURE_PAIR,
                    .keywords = zig_keywords,
                    .numbered = "uif",
                    .prefix = "c_",
                    .about = "a public constant"},
    [FORMAT_VERILOG] = {"verilog",
                        " .mem ",
                        {"bits", "bits", "bits"},
                        .about = "hexadecimal words, for $readmemh"},
    [FORMAT_SYSTEMVERILOG] = {"systemverilog",
                              " .sv ",
                              {"bits", "bits", "bits"},
                              .features = FEATURE_PAIR,
                              .keywords = systemverilog_keywords,
                              .about = "the package NAME_pkg, with an array of the bits"},
    [FORMAT_VHDL] = {"vhdl",
                     " .vhd ",
                     {"bits", "bits", "bits"},
                     .features = FEATURE_PAIR,
                     .keywords = vhdl_keywords,
                     .caseless = true,
                     .about = "the same for VHDL-93 and later"},
    [FORMAT_JSON] = {"json",
                     " .json ",
                     {"shortest", "shortest", "decimal"},
                     .features = FEATURE_PAIR,
                     .about = "an object with the command, sizes and the table"},
    [FORMAT_RAW] = {"raw",
                    " .bin ",
                    {"bytes", "bytes", "bytes"},
                    .content = CONTENT_BYTES,
                    .about = "the elements alone, in the byte order of endian"},
    [FORMAT_NPY] = {"npy",
                    " .npy ",
                    {"bytes", "bytes", "bytes"},
                    .content = CONTENT_NPY,
                    .about = "NumPy's format 1.0"},
    [FORMAT_SAFETENSORS] = {"safetensors",
                            " .safetensors ",
                            {"bytes", "bytes", "bytes"},
                            .features = FEATURE_PAIR,
                            .content = CONTENT_SAFETENSORS,
                            .about = "one tensor; its metadata has the command"},
    [FORMAT_ONNX] = {"onnx",
                     " .pb ",
                     {"bytes", "bytes", "bytes"},
                     .content = CONTENT_ONNX,
                     .most_bytes = INT32_MAX, /* what readers of protobuf take */
                     .about = "a TensorProto of ONNX, of less than 2 GiB"},
    [FORMAT_INCBIN] = {"incbin",
                       " ",
                       {"bytes", "bytes", "bytes"},
                       .features = FEATURE_C_OBJECT,
                       .about = "C whose inline assembler includes them",
                       .source = ".c",
                       .assembled = true},
    [FORMAT_ASM] = {"asm",
                    " .S ",
                    {"bytes bits", "bytes bits", "bytes bits"},
                    .features = FEATURE_C_OBJECT,
                    .about = "assembler source with the bytes, or with literal bits",
                    .source = ".S",
                    .assembled = true},
    [FORMAT_EMBED] =
        {"embed",
         " ",
         {"bytes", "bytes", "bytes"},
         .features = FEATURE_C_OBJECT,
         .about = "C23 that includes them by #embed",
         .source = ".c",
         .byte_union = "bytes"},
    [FORMAT_TEMPLATE] =
        {"template",
         " ",
         {"decimal hex bits shortest", "decimal hex bits shortest", "decimal bits"},
         .features = FEATURE_PAIR,
         .user = true},
};

bool format_reads(const struct format_row *format, enum word word) {
    return (words[word].needs & ~format->features) == 0;
}

static void list_name(struct text *list, const char *before, const char *name) {
    text_print(list, list->used > 0 ? ", " : "");
    text_print(list, before);
    text_print(list, name);
}

char *format_names_reading(enum word word) {
    struct text list = {NULL, 0, 0};
    for (const struct format_row *row = formats; row < formats + FORMATS; row++)
        if (format_reads(row, word))
            list_name(&list, "", row->name);
    return text_string(&list);
}

char *format_names_of_bytes(void) {
    struct text list = {NULL, 0, 0};
    for (const struct format_row *row = formats; row < formats + FORMATS; row++)
        if (!format_has_header(row) && format_lists(row->literals[0], "bytes")) {
            bool always = strncmp(row->literals[0], "bytes", strlen("bytes")) == 0;
            list_name(&list, always ? "" : "literal bytes of ", row->name);
        }
    return text_string(&list);
}

char *format_help(void) {
    struct text list = {NULL, 0, 0};
    for (const struct format_row *row = formats; row < formats + FORMAT_TEMPLATE; row++) {
        char *line =
            row->source
                ? text_format("%-15sBASE%s, BASE.h and, for bytes, BASE-DIGEST.bin: %s\n",
                              row->name, row->source, row->about)
                : text_format("%-14s%.*s: %s\n", row->name, (int)strlen(row->extensions) - 1,
                              row->extensions, row->about);
        text_print(&list, line);
        free(line);
    }
    return text_string(&list);
}

bool format_lists(const char *list, const char *word) {
    size_t length = strlen(word);
    if (length == 0 || strchr(word, ' '))
        return false;
    for (const char *at = list; (at = strstr(at, word)); at++)
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == 0))
            return true;
    return false;
}

/* Is it C, or C++, which includes C? */
static bool is_c(const struct format_row *format) {
    return format->c_integers || format->features & FEATURE_C_OBJECT;
}

bool formats_share_names(const struct format_row *a, const struct format_row *b) {
    return (is_c(a) && is_c(b)) || (a == b && (a->keywords || a->user));
}
