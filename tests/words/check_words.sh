#!/bin/sh
# The words of the command: each wrong request has its one line and exit status 2, and makes nothing; what
# should work works, silently.
. "$(dirname "$0")/../tap.sh"

# wrong MESSAGE ARGUMENT...
wrong() {
    message=$1
    shift
    check "refused: $message" refused "posenc: $message" "$@"
}

# wrong_word MESSAGE ARGUMENT...: with the sizes 3 x 4 and an output before it
wrong_word() {
    message=$1
    shift
    wrong "$message" --max-len 3 --d-model 4 -o pe.h "$@"
}

# accepted ARGUMENT...: silent; the file pe.h, and no other
accepted() {
    run --max-len 3 --d-model 4 -o pe.h "$@"
    cat "$dir/stderr"
    [ $status = 0 ] && [ ! -s "$dir/stdout" ] && [ ! -s "$dir/stderr" ] && [ "$(ls -A "$dir/cwd")" = pe.h ]
}

# bytes FILE ARGUMENT...: the raw table, which is not empty
bytes() {
    to=$1
    shift
    "$POSENC" --format raw "$@" > "$to" && [ -s "$to" ]
}

# --- sizes

two_to_40='is too large: a table has at most 2^40 entries'
usage='posenc --max-len N --d-model N [WORD VALUE]... [-o FILE]'
wrong "usage: $usage; see posenc --help"
wrong 'missing: --max-len and --d-model' -o pe.h
wrong 'missing: --d-model' --max-len 5
wrong 'missing: --max-len' --d-model 4 -o pe.h
wrong 'missing: --d-model' --max-len 3 -o pe.h
wrong 'missing: --max-len and --d-model' --preset vaswani
wrong "missing: --grid, which preset 'mae' is for" --preset mae --d-model 64
# rows_follow ROWS WORD...: without max-len the same file as with that many rows, and its command has them
rows_follow() {
    rows=$1
    shift
    "$POSENC" --d-model 16 "$@" --name t > "$dir/follows.h" && "$POSENC" --d-model 16 "$@" --name t --max-len "$rows" > "$dir/said.h" &&
        cmp "$dir/follows.h" "$dir/said.h" && grep -q "max-len $rows " "$dir/said.h"
}
check 'a grid says max-len' rows_follow 12 --grid 3x4
check 'a grid says max-len, with rows of zeros' rows_follow 15 --grid 3x4 --zero-rows 3,14,0
check 'a grid says max-len, with the zero-rows of a preset' rows_follow 13 --preset mae --grid 3x4
check 'a grid says max-len, of four axes' rows_follow 24 --grid 1x2x3x4 --odd drop
grid_of_all() { # a section's own grid counts before a length for all, and that of all after it
    run_folder=$dir/grids && mkdir "$run_folder" && cd "$run_folder" || return 1
    printf '[defaults]\nmax-len = 5\nd-model = 16\n[a]\ngrid = 3x4\noutput = a.bin\n[b]\noutput = b.bin\n' > t.ini
    "$POSENC" build t.ini && [ "$(wc -c < a.bin) $(wc -c < b.bin)" = '768 320' ] || return 1
    printf '[defaults]\ngrid = 3x4\nd-model = 16\n[a]\noutput = a.bin\n[b]\nmax-len = 5\noutput = b.bin\n' > t.ini
    ends 2 "$POSENC" build t.ini 2> said && echo "t.ini:2: grid '3x4' has 12 rows: max-len '5' must be the same" | diff - said
}
check 'a grid says max-len in a manifest' grid_of_all
wrong "grid '3x' is not of the form HxW, TxHxW or SxTxHxW" --grid 3x --d-model 16
wrong 'missing: --d-model' --grid 3x4
wrong "zero-rows '12,13,15': the table has no row 15" --grid 3x4 --d-model 16 --zero-rows 12,13,15
wrong "grid '3x4' has 12 rows: max-len '5' must be the same" --grid 3x4 --d-model 16 --max-len 5
for size in max-len d-model; do
    wrong_word "$size '0' must be at least 1" --$size 0
    wrong_word "$size '000' must be at least 1" --$size 000
    for text in -1 +3 1e3 1.5 0x10 ten '' ' 3' '3 ' 3k nan inf 9/3 ٣; do
        wrong_word "$size '$text' is not a whole number" "--$size=$text"
    done
    wrong_word "$size '1099511627777' $two_to_40" --$size 1099511627777
    wrong_word "$size '18446744073709551617' $two_to_40" --$size 18446744073709551617
    wrong_word "$size '99999999999999999999999999999999999999' $two_to_40" \
        --$size 99999999999999999999999999999999999999
done
wrong "1099511627776 x 2 $two_to_40" --max-len 1099511627776 --d-model 2 -o pe.h
wrong "1048577 x 1048576 $two_to_40" --max-len 1048577 --d-model 1048576 -o pe.h
wrong "4294967296 x 4294967296 $two_to_40" --max-len 4294967296 --d-model 4294967296 -o pe.h

# --- numbers

range='is too large or too small: over 4096 bits'
digits_60=$(printf '%060d' 0 | tr 0 7)
digits_5000=$(printf '%05000d' 0 | tr 0 7)
digits_30000=$(printf '%030000d' 0 | tr 0 7)
for text in 0 0.0 0e5 0/3 -10000 -1e-3 -7/3 7/-3; do
    wrong_word "base '$text' must be positive" "--base=$text"
done
for text in '' nan NaN inf -inf infinity ten 1e 1e+ 1.5.5 . - + 1,5 1/ /3 1//3 '1 ' ' 1' 10000x 1e5.5 0x 0xg \
    1_000 10000f '1/x' '2*' '2**3' 2n '(2)' 'exp' 'exp(2' 'Exp(2)' '2*exp(1)' 'exp(1)*2' '-exp(1)' 'sqrt(2)'; do
    wrong_word "base '$text' is not a number" "--base=$text"
done
for text in pi 2pi d*pi 1-pi; do
    wrong_word "base '$text' is not a rational number" "--base=$text"
done
wrong_word "base '2*pi/pi' has pi in a denominator" --base '2*pi/pi'
wrong_word "base 'd-8' must be positive" --base d-8 --d-model 8
for text in 'exp()' 'exp(x)' 'exp(exp(1))' 'exp(1)+exp(2)' 'exp( 1)' 'exp((1))'; do
    wrong_word "base '$text': Q of exp(Q) is not a number" --base "$text"
done
wrong_word "base 'exp(pi)': Q of exp(Q) is not a rational number" --base 'exp(pi)'
wrong_word "base 'exp(1/0)': Q of exp(Q) divides by zero" --base 'exp(1/0)'
wrong_word "base 'exp(1e1234)': Q of exp(Q) $range" --base 'exp(1e1234)'
for rule in linear:factor=1 ntk:factor=2 yarn:factor=4,original=32 llama3:factor=8,original=8192; do
    wrong_word "scaling '$rule' needs a rational base, not exp(Q)" --base 'exp(2)' --scaling $rule
done
wrong_word "base '1/0' divides by zero" --base 1/0
wrong_word "base '1e5/0.00' divides by zero" --base 1e5/0.00
for text in 1e999999999 1e-999999999 1e99999999999999999999999 1e1234 1e-1234 1e5/1e-1230; do
    wrong_word "base '$text' $range" --base "$text"
done
wrong_word "base '$digits_60...' $range" --base "$digits_5000"
wrong_word "base '1/$(printf %.58s "$digits_60")...' $range" --base "1/$digits_5000"
wrong_word "base '$digits_60...' $range" --base "$digits_30000"
wrong_word "base '${digits_60%7}x' is not a number" --base "${digits_60%7}x"
wrong_word "base '$digits_60...' is not a number" --base "${digits_60}x"
wrong_word "type '${digits_60%7}...' is none of f32, f64, f16, bf16, q7, q15, q31, s8, u8, i8, u16, i16" --type "${digits_60%7}é"
for number in first step; do
    for text in '' nan inf one 1e 1/ pie pi2 'pi/' '2 pi' pi+ --pi '*pi' 'pi*' 'pi ' PI 1e-d 'exp(2)'; do
        wrong_word "$number '$text' is not a number" "--$number=$text"
    done
    for text in 3/pi d/2/-pi pi/pi 1+2/pi; do
        wrong_word "$number '$text' has pi in a denominator" "--$number=$text"
    done
    for text in pi/2pi 'pi*pi' '2pi*3*pi' pipi; do
        wrong_word "$number '$text' has pi twice in a product" "--$number=$text"
    done
    wrong_word "$number '1*1*1*1*1*1*1*1*1*1*1*1*1*1*1*1*1' has too many factors" \
        "--$number=1*1*1*1*1*1*1*1*1*1*1*1*1*1*1*1*1"
    wrong_word "$number '1/0' divides by zero" --$number 1/0
    wrong_word "$number 'pi/0' divides by zero" --$number pi/0
    wrong_word "$number '1/0pi' divides by zero" --$number 1/0pi
    wrong_word "$number '1e999999999' $range" --$number 1e999999999
    wrong_word "$number '1e999999999pi' $range" --$number 1e999999999pi
    wrong_word "$number 'pi/1e1234' $range" --$number pi/1e1234
    wrong_word "$number '$digits_60...' $range" --$number "$digits_5000"
done
wrong_word "base '1e1200' with spacing 'over:-0.001' makes frequencies beyond 2^1048576" \
    --base 1e1200 --spacing over:-0.001 --d-model 8
wrong_word "base 'exp(-363409)' with spacing 'over:1' makes frequencies beyond 2^524288" \
    --base 'exp(-363409)' --spacing over:1 --d-model 4
check 'without a frequency none is too large' accepted --d-model 1 --odd zero --base 'exp(-1)'

# --- names

for text in 9x a-b '' ' ' 'a b' 'a;b' 'x"' 'x*/' 'a/b' pe. 'a$' \\ été pе; do
    wrong_word "name '$text' is not a C identifier" --name "$text"
done
wrong_word "name 'a\\x0ab' is not a C identifier" --name "$(printf 'a\nb')"
wrong_word "name 'a\\x09\\x7f' is not a C identifier" --name "$(printf 'a\t\177')"
name_57=n$(printf '%056d' 0)
wrong_word "name '$name_57' is longer than 56 characters" --name "$name_57"
wrong_word "name '${name_57}000...' is longer than 56 characters" --name "${name_57}0000"
check 'a name of 56 characters' accepted --name "${name_57%0}"
check 'a name of one letter, of an underscore' eval 'accepted --name x && accepted --name _'

keywords() {
    for keyword in "$@"; do
        refused "posenc: name '$keyword' is a keyword of C or C++" --max-len 3 --d-model 4 -o pe.h \
            --name "$keyword" || { echo "keyword $keyword"; return 1; }
    done
}
check 'refused: a keyword of C89 as a name' keywords auto break case char const continue default 'do' double else \
    enum extern float for goto if int long register return short signed sizeof static struct switch typedef \
    union unsigned void volatile while
check 'refused: a keyword of C99 or C11 as a name' keywords inline restrict _Bool _Complex _Imaginary _Alignas \
    _Alignof _Atomic _Generic _Noreturn _Static_assert _Thread_local
check 'refused: a keyword of C23 as a name' keywords alignas alignof bool constexpr false nullptr static_assert \
    thread_local true typeof typeof_unqual _BitInt _Decimal32 _Decimal64 _Decimal128
check 'refused: a keyword of C++ as a name' keywords asm catch class const_cast delete dynamic_cast explicit export \
    friend mutable namespace new operator private protected public reinterpret_cast static_cast template this \
    throw try typeid typename using virtual wchar_t char16_t char32_t char8_t decltype noexcept concept consteval \
    constinit co_await co_return co_yield requires
check "refused: one of C++'s words for operators as a name" keywords and and_eq bitand bitor compl not not_eq or \
    or_eq xor xor_eq
headers_define() {
    for name in row_ column_ entry_ out_; do
        refused "posenc: name '$name' is also a parameter or a variable of the accessors" --max-len 3 --d-model 4 -o pe.h \
            --accessor yes --name $name || return 1
    done
    for name in float32 float64 uint16 int8 int16 int32; do
        refused "posenc: name '$name' is a word of the language of format 'go'" --max-len 3 --d-model 4 -o pe.go --name $name || return 1
    done
    for name in __x _X __LINE__ _FLOAT_H; do
        refused "posenc: name '$name' is reserved for compilers" --max-len 3 --d-model 4 -o pe.h --name $name || return 1
    done
    for header in assert float limits stddef stdint; do
        echo "#include <$header.h>"
    done > "$dir/headers.c"
    for compiler in 'gcc -std=gnu11' 'g++ -xc++ -std=gnu++17' clang 'clang -xc++' avr-gcc arm-none-eabi-gcc; do
        has ${compiler%% *} && $compiler -dM -E "$dir/headers.c" 2> /dev/null
    done | sed -n 's/^#define \([A-Za-z][A-Za-z0-9_]*\).*/\1/p' | grep -vx 'static_assert\|bool\|noreturn' | sort -u > "$dir/defined"
    [ "$(wc -l < "$dir/defined")" -ge 100 ] || { echo 'no macros'; return 1; }
    for name in linux unix main int_fast8_t $(cat "$dir/defined"); do
        refused "posenc: name '$name' is defined by C's headers or compilers" --max-len 3 --d-model 4 -o pe.h --name "$name" ||
            return 1
    done
}
check 'refused: names that compilers and headers define' headers_define
# Hardware's languages have many words, and those of VHDL in either case. Its underscores stand alone, inside a name.
hardware() {
    for name in logic reg wire table small xnor process; do
        refused "posenc: name '$name' is a word of the language of format 'systemverilog'" --max-len 3 --d-model 4 -o pe.sv \
            --name $name || return 1
    done
    for name in signal Signal SIGNAL range others xnor std_logic_vector Unsigned work; do
        refused "posenc: name '$name' is a word of the language of format 'vhdl'" --max-len 3 --d-model 4 -o pe.vhd \
            --name $name || return 1
    done
    for name in _ _a a_ a__b UNSIGNED_; do
        refused "posenc: name '$name' has an underscore that format 'vhdl' can't have: each must stand between two letters or digits" \
            --max-len 3 --d-model 4 -o pe.vhd --name $name || return 1
    done
    accepted --name Logic --format systemverilog && accepted --name a__b_ --format systemverilog &&
        accepted --name a_b_1 --format vhdl
}
check 'refused: words of hardware as a name' hardware
check 'names that begin as keywords do' eval 'accepted --name int_ && accepted --name Static && accepted --name iff'

# --- what does not go together

wrong "spacing 'endpoint' needs at least 2 pairs: d-model '2' has 1" \
    --max-len 3 --d-model 2 --spacing endpoint -o pe.h
wrong "spacing 'endpoint' needs at least 2 pairs: d-model '1' has 0" \
    --max-len 3 --d-model 1 --spacing endpoint --odd zero -o pe.h
wrong "spacing 'endpoint' needs at least 2 pairs: d-model '3' has 1" \
    --max-len 3 --d-model 3 --spacing endpoint --odd zero -o pe.h
for spacing in endpoint over:32 over:-0.5; do
    wrong "d-model '5' is odd: spacing '$spacing' has no frequency for one more sine (odd zero makes the last \
column 0)" --max-len 3 --d-model 5 --spacing $spacing -o pe.h
done
wrong_word "d-model '5' is odd" --d-model 5 --odd error
for preset in vaswani timescale; do
    wrong_word "d-model '5' is odd, which the preset does not allow" --d-model 5 --preset $preset
done
for amplitude in 0 -1 'sqrt(0)' 'sqrt(-2)' 0e5; do
    wrong_word "amplitude '$amplitude' must be positive" --amplitude "$amplitude"
done
wrong_word "amplitude '1pi' is not a rational number" --amplitude 1pi
for amplitude in '' one 'sqrt()' 'sqrt(2' 'sqrt 2' 'Sqrt(2)' 'sqrt(sqrt(2))' 'sqrt(2))' ')' 'sqrt('; do
    wrong_word "amplitude '$amplitude' is not a number" --amplitude "$amplitude"
done
wrong_word "amplitude '1e999999999' $range" --amplitude 1e999999999
wrong_word "amplitude 'sqrt(1e999999999)' $range" --amplitude 'sqrt(1e999999999)'
wrong_word "spacing 'over:0': D divides by zero" --spacing over:0
wrong_word "spacing 'over:0/7': D divides by zero" --spacing over:0/7
wrong_word "spacing 'over:1/0': D divides by zero" --spacing over:1/0
wrong_word "spacing 'over:': D is not a number" --spacing over:
wrong_word "spacing 'over:x': D is not a number" --spacing over:x
wrong_word "spacing 'over:2pi': D is not a rational number" --spacing over:2pi
wrong_word "spacing 'over:1e999999999': D $range" --spacing over:1e999999999
wrong_word "linkage 'extern' is for C source: format 'raw' has none" --linkage extern --format raw
wrong "linkage 'extern' is for C source: format 'raw' has none" \
    --max-len 3 --d-model 4 --linkage extern -o pe.bin
for output in - pe.txt pe.hpp; do
    wrong_word "linkage 'extern' writes BASE.c and BASE.h: output '$output' must be a file with one of these \
extensions, or with none" --linkage extern --format c -o $output
done
wrong "linkage 'extern' writes BASE.c and BASE.h: output '-' must be a file with one of these extensions, or with \
none" --max-len 3 --d-model 4 --linkage extern
for output in /dev/null /dev/stdout; do
    wrong_word "linkage 'extern' writes BASE.c and BASE.h: output '$output' is not a file" \
        --linkage extern -o $output
done
for extension in txt hh py H gz; do
    wrong_word "output 'pe.$extension': the extension '.$extension' belongs to no format; use --format" -o pe.$extension
done
wrong_word "the output's name is empty" -o ''
wrong_word "the depfile's name is empty" -o empty_depfile.h --depfile ''

# --- choices

wrong_word "spacing 'pairs' is none of pair, endpoint, column, over:D (did you mean pair?)" --spacing pairs
wrong_word "spacing 'end-point' is none of pair, endpoint, column, over:D (did you mean endpoint?)" \
    --spacing end-point
wrong_word "spacing 'over' is none of pair, endpoint, column, over:D (did you mean over:D?)" --spacing over
wrong_word "layout 'halfs' is none of interleaved, halves (did you mean halves?)" --layout halfs
wrong_word "layout '' is none of interleaved, halves" --layout ''
wrong_word "layout 'Halves' is none of interleaved, halves (did you mean halves?)" --layout Halves
wrong_word "layout 'zigzag' is none of interleaved, halves" --layout zigzag
wrong_word "order 'sincos' is none of sin-cos, cos-sin (did you mean sin-cos?)" --order sincos
wrong_word "axes 'chanel-major' is none of position-major, channel-major (did you mean channel-major?)" \
    --axes chanel-major
wrong_word "odd 'zeros' is none of sin, zero, error, drop, extend (did you mean zero?)" --odd zeros
wrong_word "type 'f23' is none of f32, f64, f16, bf16, q7, q15, q31, s8, u8, i8, u16, i16 (did you mean f32?)" --type f23
wrong_word "type 'fp16' is none of f32, f64, f16, bf16, q7, q15, q31, s8, u8, i8, u16, i16 (did you mean f16?)" --type fp16
wrong_word "type 'U8' is none of f32, f64, f16, bf16, q7, q15, q31, s8, u8, i8, u16, i16 (did you mean u8?)" --type U8
wrong_word "odd 'ZERO' is none of sin, zero, error, drop, extend (did you mean zero?)" --odd ZERO
wrong_word "odd 'XEROX' is none of sin, zero, error, drop, extend" --odd XEROX
wrong_word "type 'q8' is none of f32, f64, f16, bf16, q7, q15, q31, s8, u8, i8, u16, i16 (did you mean q7?)" --type q8
wrong_word "literal 'hex' is none of format 'c' with type 'q7', which has: decimal bytes" --type q7 --literal hex
wrong_word "literal 'decimal' is none of format 'c' with type 'f16', which has: bits native bytes" --type f16 \
    --literal decimal
wrong_word "literal 'bits' is none of format 'json' with type 'f32', which has: shortest" --format json --literal bits
wrong_word "format 'craw' is none of c, cpp, rust, go, zig, verilog, systemverilog, vhdl, json, raw, npy, safetensors, onnx, incbin, asm, embed (did you mean raw?)" --format craw
wrong_word "literal 'bit' is none of decimal, hex, bits, shortest, native, bytes (did you mean bits?)" --literal bit
wrong_word "linkage 'externs' is none of static, extern (did you mean extern?)" --linkage externs
wrong_word "preset 'vaswni' is not known (did you mean vaswani?)" --preset vaswni
wrong_word "preset 'per_column' is not known (did you mean per-column?)" --preset per_column
wrong_word "preset 'rotary' is not known (see posenc presets rotary)" --preset rotary
wrong_word "preset 'rope' is not known (see posenc presets rope)" --preset rope
wrong_word "preset 'qqqqqqq' is not known" --preset qqqqqqq
wrong_word "preset '$(printf %060d 0)...' is not known" --preset "$(printf %0200d 0)"
wrong_word "preset 'DETR' is not known (did you mean detr?)" --preset DETR
wrong_word "preset 'Jadore' is not known (did you mean vaswani with --odd sin? see posenc presets Jadore)" --preset Jadore
wrong_word "preset 'flax' has several tables: vaswani or tensor2tensor (see posenc presets flax)" --preset flax
wrong_word "preset 'CTranslate2' is not known (did you mean opennmt-tf? see posenc presets CTranslate2)" --preset CTranslate2
wrong_word "preset 'jadori' is not known (did you mean jadore, which is vaswani with --odd sin? see posenc presets jadore)" \
    --preset jadori
wrong_word "preset '' is not known" --preset ''
wrong_word "engine 'fast' is none of auto, double, wide, mpfr" --engine fast
wrong_word "engine 'a\\x1b[31m' is none of auto, double, wide, mpfr" --engine "$(printf 'a\033[31m')"

# --- options

wrong_word "unknown option '--maxlen'; did you mean --max-len?" --maxlen 3
wrong_word "unknown option '--dmodel'; did you mean --d-model?" --dmodel=3
wrong_word "unknown option '--frist'; did you mean --first?" --frist 3
wrong_word "unknown option '--ouput'; did you mean --output?" --ouput pe.h
wrong_word "unknown option '--max_len'; did you mean --max-len?" --max_len 3
wrong_word "threads '0' must be at least 1" --threads 0
wrong_word "threads 'two' is not a whole number" --threads two
wrong_word "threads '-1' is not a whole number" --threads -1
wrong_word "rows '3' is not of the form A:B, such as 5:6 for one" --format raw --rows 3
wrong_word "rows '2:2' is not within 0:3, with A < B" --format raw --rows 2:2
wrong_word "rows '3:2' is not within 0:3, with A < B" --format raw --rows 3:2
wrong_word "rows '0:5' is not within 0:3" --format raw --rows 0:5
wrong_word "rows '0:5' is not within 0:3" --format raw --rows 0:5 --list
wrong_word "rows '0:1' is for format raw only" --format npy --rows 0:1 --list
wrong_word "rows '0:x' is not a whole number" --format raw --rows 0:x
wrong_word "rows ':2' is not a whole number" --format raw --rows :2
wrong_word "rows '0:2' is for format raw only" --rows 0:2
wrong_word "unknown option '--quux'; see posenc --help" --quux 4
wrong_word "unknown option '-x'; see posenc --help" -x
wrong_word "unknown option '-x'; see posenc --help" -xyz
wrong_word "option '--base' needs a value" --base
wrong_word "option '-o' needs a value" -o
wrong 'missing: --d-model' --max-len --d-model
wrong_word "option '--if-changed' takes no value" --if-changed=yes
wrong_word "option '--help' takes no value" --help=me
wrong_word "unexpected argument 'pe.h'; see posenc --help" pe.h
wrong_word "unexpected argument '--base'; see posenc --help" -- --base
wrong_word "unexpected argument ''; see posenc --help" ''

# one_line BYTES ARGUMENT...: refused, in less than that
one_line() {
    bytes=$1
    shift
    turned_down --max-len 3 --d-model 4 -o pe.h "$@" && [ "$(wc -l < "$dir/stderr")" -eq 1 ] && [ "$(wc -c < "$dir/stderr")" -lt $bytes ] &&
        grep -qF '...' "$dir/stderr"
}
for word in $("$POSENC" --help | sed -n '/^What the run/q; s/^ *--\([a-z-]*\) .*/\1/p') engine rows threads "$digits_5000"; do
    case $word in frequencies | positions-file | template | accessor | model) continue ;; esac # files, and no text
    shown=$(printf %.40s "$word")
    check "refused in one short line: --$shown of 100000 characters" \
        eval 'one_line 2000 "--$word=$(printf %0100000d 0 | tr 0 %)."'
done
# Paths are shown whole, as long as a path can be.
long_path=$(printf '%01000d/%01000d/%01000d/pe' 0 0 0)
wrong "output '$long_path.txt': the extension '.txt' belongs to no format; use --format" \
    --max-len 3 --d-model 4 -o "$long_path.txt"
check 'a path of 100000 characters' one_line 5000 "--output=$(printf %0100000d 0).txt"

# --- what works

check 'silence on success' accepted
check '--word=value' eval 'accepted --base=5e5 && cp "$dir/cwd/pe.h" "$dir/a" && accepted --base 5e5 &&
    cmp "$dir/cwd/pe.h" "$dir/a"'
check 'the same number in several spellings is the same file' eval 'accepted --base 0.5e6 --step 2/4 --first +0 &&
    cp "$dir/cwd/pe.h" "$dir/a" && accepted --base 500000.0 --step .5 --first -0 && cmp "$dir/cwd/pe.h" "$dir/a" &&
    accepted --base 1e6/2 --step 50e-2 --first 0/9 && cmp "$dir/cwd/pe.h" "$dir/a"'
check 'products too' eval 'accepted --base 8 --step pi/12 --first 24 && cp "$dir/cwd/pe.h" "$dir/a" &&
    accepted --base 32/8/0.5 --step "2*pi/3*0.125" --first "d*max-len*2" && cmp "$dir/cwd/pe.h" "$dir/a"'
check 'bases that are exponentials too' eval 'accepted --base "exp(2)" && cp "$dir/cwd/pe.h" "$dir/a" &&
    grep -q -- "--base .exp(2).$" "$dir/a" && grep -qF "w = exp(2)^(-2i/4)" "$dir/a" &&
    accepted --base "exp(d*0.25e1/5)" && cmp "$dir/cwd/pe.h" "$dir/a" &&
    accepted --base 1 --scaling linear:factor=2 && cp "$dir/cwd/pe.h" "$dir/a" &&
    accepted --base "exp(n-2)" --scaling linear:factor=2 && cmp "$dir/cwd/pe.h" "$dir/a"'
check 'a default that is given makes the same file' eval 'accepted && cp "$dir/cwd/pe.h" "$dir/a" &&
    accepted --base 10000 --spacing pair --layout interleaved --order sin-cos --axes position-major --first 0 \
        --step 1 --odd sin --type f32 --name pe_3x4 --format c --literal decimal --linkage static \
        --engine mpfr --if-changed && cmp "$dir/cwd/pe.h" "$dir/a"'
check 'the last of a word counts' eval 'accepted --base 7 --base 10000 && cmp "$dir/cwd/pe.h" "$dir/a"'
check 'the widest numbers are taken' eval 'accepted --base 1e1233 && accepted --base 1e-1233 &&
    accepted --first 1e1233 && accepted --step 1/3e1232pi'
check 'a frequency may be as small as it likes' accepted --base 1e1200 --spacing over:0.001
check 'so may that of an exponential' accepted --base 'exp(1e1200)'

check 'so may it be as large as half of the cap on its bits' eval '"$POSENC" --max-len 1 --d-model 4 \
    --base "exp(-363408)" --spacing over:1 --first 1e1200 --engine mpfr --format raw > "$dir/a" && [ -s "$dir/a" ]'
large_angles() {
    for engine in double wide mpfr; do
        "$POSENC" --max-len 3 --d-model 6 --base 'exp(-5000)' --spacing over:1 --first 1e1200 --engine $engine \
            --format raw > "$dir/$engine" && [ -s "$dir/$engine" ] && cmp "$dir/$engine" "$dir/double" || return 1
    done
}
check 'every engine makes the same of large angles' large_angles
check 'every engine and number of threads makes the same file' eval 'accepted && cp "$dir/cwd/pe.h" "$dir/a" &&
    for how in "engine auto" "engine double" "engine wide" "engine mpfr" "threads 1" "threads 3" "threads 999999"; do
        accepted --$how && cmp "$dir/cwd/pe.h" "$dir/a" || return 1
    done'

beside_preset() {
    bytes "$dir/a" --max-len 9 --d-model 8 --spacing endpoint --layout halves --base 77 --order cos-sin || return 1
    bytes "$dir/b" --max-len 9 --d-model 8 --preset timescale --base 77 --order cos-sin &&
        cmp "$dir/a" "$dir/b" || return 1
    bytes "$dir/b" --order cos-sin --base 77 --preset timescale --max-len 9 --d-model 8 &&
        cmp "$dir/a" "$dir/b" || return 1
    bytes "$dir/b" --base 77 --preset timescale --order cos-sin --max-len 9 --d-model 8 && cmp "$dir/a" "$dir/b"
}
check "words beside a preset win, in whatever order" beside_preset
odd_beside_preset() {
    bytes "$dir/a" --max-len 9 --d-model 7 && bytes "$dir/b" --max-len 9 --d-model 7 --preset vaswani --odd sin &&
        cmp "$dir/a" "$dir/b" && bytes "$dir/b" --odd sin --preset vaswani --max-len 9 --d-model 7 &&
        cmp "$dir/a" "$dir/b"
}
check "a word beside a preset lifts what the preset refuses" odd_beside_preset

by_extension() {
    bytes "$dir/a" --max-len 3 --d-model 4 && run --max-len 3 --d-model 4 -o pe.bin && [ $status = 0 ] &&
        cmp "$dir/a" "$dir/cwd/pe.bin" || return 1
    "$POSENC" --max-len 3 --d-model 4 > "$dir/a" && run --max-len 3 --d-model 4 -o pe.h &&
        cmp "$dir/a" "$dir/cwd/pe.h" || return 1
    run --max-len 3 --d-model 4 -o a.b/pe || return 1
    [ $status = 1 ] && run --max-len 3 --d-model 4 -o pe && cmp "$dir/a" "$dir/cwd/pe" || return 1
    run --max-len 3 --d-model 4 --format c -o pe.bin && cmp "$dir/a" "$dir/cwd/pe.bin" || return 1
    run --max-len 3 --d-model 4 -o pe.c && [ "$(cd "$dir/cwd" && echo *)" = 'pe.c pe.h' ] || return 1
    run --max-len 3 --d-model 4 --linkage static -o pe.c && [ "$(ls -A "$dir/cwd")" = pe.c ] &&
        cmp "$dir/a" "$dir/cwd/pe.c"
}
check "the output's extension gives format and linkage, and words beside it win" by_extension
check '-o - is standard output' eval 'run --max-len 3 --d-model 4 -o - && [ $status = 0 ] &&
    [ -s "$dir/a" ] && cmp "$dir/a" "$dir/stdout" && [ -z "$(ls -A "$dir/cwd")" ]'

help_names_every_word() {
    run --help
    [ $status = 0 ] && [ ! -s "$dir/stderr" ] || return 1
    for word in max-len d-model base spacing layout order axes first step odd type name format literal linkage preset \
        output if-changed rows engine threads verbose help version; do
        grep -q "^  .*--$word" "$dir/stdout" || { echo "no --$word"; return 1; }
    done
    cp "$dir/stdout" "$dir/help"
    for option in $(sed -n 's/^  .*\(--[a-z-]*\).*/\1/p' "$dir/help"); do
        turned_down "$option=" && [ "$(wc -l < "$dir/stderr")" = 1 ] && ends 1 grep 'unknown option' "$dir/stderr" || return 1
    done
    awk 'length($0) > 99 && !/--format/ { print; bad = 1 } END { exit bad }' "$dir/help"
}
check '--help names every word, and no other, with exit status 0' help_names_every_word
check '-h is --help, whatever is beside it' eval 'run -h --max-len zero --base x && [ $status = 0 ] &&
    cmp "$dir/help" "$dir/stdout"'
wrong "'stray' is not a word of posenc" --help stray
wrong "'stepp' is not a word of posenc; did you mean step?" --help stepp
check "--help's example does what it says" eval 'grep -q "Example: posenc --max-len 512 --d-model 384 -o pe.h" \
    "$dir/help" && run --max-len 512 --d-model 384 -o pe.h &&
    grep -qF "static const float pe_512x384[512][384] = {" "$dir/cwd/pe.h"'
commands() {
    run help && [ $status = 0 ] && [ ! -s "$dir/stderr" ] && sed -n '1s/^Usage: //p' "$dir/stdout" > "$dir/first" &&
        echo "$usage" | diff - "$dir/first" && grep -q 'posenc --help' "$dir/stdout" || return 1
    for word in base if-changed max-len; do
        run help $word && [ $status = 0 ] && cp "$dir/stdout" "$dir/a" && run --help $word && cmp "$dir/a" "$dir/stdout" &&
            grep -q -- "--$word" "$dir/a" || return 1
    done
    for word in $("$POSENC" --help | sed -n 's/^  ....--\([a-z-]*\).*/\1/p'); do
        run help $word && [ $status = 0 ] && ends 1 grep ' $' "$dir/stdout" || return 1
    done
    for command in build presets help version; do
        run help $command && [ $status = 0 ] && grep -q "^Usage: posenc $command" "$dir/stdout" || return 1
    done
    run help build && grep -q -- --output-dir "$dir/stdout" && ends 1 grep -- --rows "$dir/stdout" &&
        cp "$dir/stdout" "$dir/a" && run build --help && cmp "$dir/a" "$dir/stdout" || return 1
    run --version && cp "$dir/stdout" "$dir/a" && run version && [ $status = 0 ] && cmp "$dir/a" "$dir/stdout"
}
check 'posenc help, posenc help WORD, posenc version' commands
explains() { # OPTION TEXT
    run help "$1" && [ $status = 0 ] && grep -q -- "$2" "$dir/stdout" || { cat "$dir/stdout"; return 1; }
}
check 'help rows has its default, and an example of one' eval 'explains rows "the first 8" && explains rows "5:6 is row 5"'
check 'help columns does too' eval 'explains columns "the first 6 columns" && explains columns "columns 5:6"'
check 'help digits says how many there may be' explains digits "1 to 1000000"
check 'help tolerance names what else tolerates so' explains tolerance "numpy.allclose"
wrong "'stray' is not a word of posenc" help stray
wrong "unexpected argument 'x'; see posenc --help" version x
wrong "unexpected argument 'step'; see posenc --help" help base step
wrong "option '--max-len' is not for version" version --max-len 3
wrong_word "option '--digits' is not for a single table, but for posenc show" --digits 5
wrong_word "option '--columns' is not for a single table, but for posenc show or plot" --columns 0:2
wrong "'nope' is not a word of posenc" help nope
wrong "unknown option '-\\xe9'; see posenc --help" x "$(printf -- '-\351')"
wrong "unexpected argument 'hlep'; did you mean posenc help?" hlep
check '--version is one line on standard output' eval 'run --version && [ $status = 0 ] && [ ! -s "$dir/stderr" ] &&
    grep -qx "posenc [0-9]*\.[0-9]*\.[0-9]*" "$dir/stdout" && [ "$(wc -l < "$dir/stdout")" -eq 1 ]'
plan
