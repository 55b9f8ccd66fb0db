#!/bin/sh
# SPDX-License-Identifier: MIT
# Tables of one column: arrays of one dimension in every form, whose entries are those of the raw table; words that make samples
# for converters, memories and transforms; two headers of one name.
. "$(dirname "$0")/../tap.sh"
strict='-Wall -Wextra -Wconversion -pedantic -Werror'

# a whole number of lines, and one entry more; as many strings as parts
words='--d-model 1 --step 2pi/61 --name wave'
# raw TYPE COUNT WORD...: the entries as numbers, one a line, in `want`
raw() {
    raw_type=$1 raw_count=$2
    shift 2
    case $raw_type in
    f32) raw_format='f -w4' ;; f64) raw_format='f8 -w8' ;; q7) raw_format='d1 -w1' ;; q15 | i16) raw_format='d2 -w2' ;;
    u8) raw_format='u1 -w1' ;; u16) raw_format='u2 -w2' ;; u32) raw_format='u4 -w4' ;; *) raw_format='d4 -w4' ;;
    esac
    [ "$raw_type" != f32 ] || raw_format='x4 -w4'
    [ "$raw_type" != f64 ] || raw_format='x8 -w8'
    "$POSENC" --max-len $raw_count $words --type $raw_type "$@" --format raw > raw.bin && od -An -v -t${raw_format% *} ${raw_format#* } raw.bin | tr -d ' ' > want
}
# scaled TYPE: the words that the type needs
scaled() {
    case $1 in
    u8) echo '--scale 1/127 --zero-point 128' ;; u16) echo '--scale 1/32767 --zero-point 32768' ;;
    u32) echo '--scale 1/2147483647 --zero-point 2147483648' ;; i16 | i32) echo '--scale 1/30000' ;;
    esac
}
# prints TYPE COUNT ENTRY: a program that prints entry k as the expression ENTRY of k, like `want`
prints() {
    echo '#include <stdio.h>'
    echo '#include <string.h>'
    case $1 in
    f32) printf '%s\n' "int main(void) { for (unsigned k = 0; k < $2u; k++) { const float x = $3; unsigned bits; memcpy(&bits, &x, 4); printf(\"%08x\\n\", bits); } }" ;;
    f64) printf '%s\n' "int main(void) { for (unsigned k = 0; k < $2u; k++) { const double x = $3; unsigned long bits; memcpy(&bits, &x, 8); printf(\"%016lx\\n\", bits); } }" ;;
    u*) printf '%s\n' "int main(void) { for (unsigned k = 0; k < $2u; k++) printf(\"%lu\\n\", (unsigned long)$3); }" ;;
    *) printf '%s\n' "int main(void) { for (unsigned k = 0; k < $2u; k++) printf(\"%ld\\n\", (long)$3); }" ;;
    esac
}
# in_c COUNT TYPE WORD...: compiled by gcc, the array and what reads it have the entries
in_c() {
    count=$1 type=$2
    shift 2
    rm -f wave* && "$POSENC" --max-len $count $words --type $type $(scaled $type) "$@" -o wave.c --accessor yes && raw $type $count $(scaled $type) &&
        { echo '#include "wave.h"' && prints $type $count 'wave_at(k)'; } > use.c || return 1
    case " $* " in *split*) ;; *) sed 's/wave_at(k)/wave[k]/' use.c > plain.c && c_reads plain.c || return 1 ;; esac
    c_reads use.c
}
c_reads() {
    gcc -std=c2x $strict -I . -o use "$1" wave*.c && ./use > got && command cmp got want
}
one_header() { # of C89, C99 and C++, in which the array has one dimension
    "$POSENC" --max-len 61 $words --type q15 --accessor yes -o wave.h && ends 1 grep -i d_model wave.h && grep -q '^#define wave_MAX_LEN 61$' wave.h &&
        grep -q '^static const int16_t wave\[61\] = {$' wave.h && grep -q '^    /\*  0 \*/ 0, [0-9]' wave.h &&
        echo '#include "wave.h"
int first(void);
int first(void) { const int16_t *p = wave; return p[0] + wave_at(60); }' > one.c &&
        for language in 'c -std=c89 -Wno-long-long' 'c -std=c99' 'c++ -std=c++11 -Wold-style-cast'; do
            gcc -x $language $strict -c -o one.o one.c || return 1
        done
}
in_cpp() { # in_cpp TYPE
    "$POSENC" --max-len 61 $words --type $1 $(scaled $1) -o wave.hpp && raw $1 61 $(scaled $1) &&
        { echo '#include "wave.hpp"' && echo 'static_assert(wave.size() == 61 && wave_max_len == 61);' && prints $1 61 'wave[k]'; } > use.cpp &&
        g++ -std=c++17 -Wall -Wextra -Werror -o use use.cpp && ./use > got && cmp got want
}
in_rust() { # in_rust TYPE
    "$POSENC" --max-len 61 $words --type $1 $(scaled $1) -o wave.rs && raw $1 61 $(scaled $1) &&
        case $1 in f*) format='{:0w$x}", x.to_bits(), w = 2 * std::mem::size_of_val(x)' ;; *) format='{}", x' ;; esac &&
        printf 'include!("wave.rs");\nfn main() { assert_eq!(wave.len(), 61); for x in wave.iter() { println!("%s); } }\n' "$format" > use.rs &&
        rustc --edition 2021 -D warnings -o use use.rs && ./use > got && cmp got want
}
in_go() { # in_go TYPE
    rm -rf go && mkdir go && "$POSENC" --max-len 61 $words --first 1 --type $1 $(scaled $1) --package main -o go/wave.go && raw $1 61 --first 1 $(scaled $1) &&
        case $1 in f32) print='fmt.Printf("%08x\n", math.Float32bits(x))' ;; f64) print='fmt.Printf("%016x\n", math.Float64bits(x))' ;; *) print='fmt.Println(x + 0*int16(math.MaxInt8))' ;; esac &&
        case $1 in f*) ;; *) print=$(echo "$print" | sed "s/int16/$(grep -o '\(u*\)int[0-9]*{' go/wave.go | tr -d '{')/") ;; esac &&
        printf 'package main\n\nimport (\n\t"fmt"\n\t"math"\n)\n\nfunc main() {\n\tfor _, x := range wave {\n\t\t%s\n\t}\n}\n' "$print" > go/main.go &&
        [ -z "$(gofmt -l go)" ] && (cd go && GO111MODULE=off GOCACHE="$dir/cache" go build -o use . && ./use) > got && cmp got want
}
in_json() { # in_json TYPE: a list of numbers, and its shape
    "$POSENC" --max-len 61 $words --type $1 $(scaled $1) -o wave.json && raw $1 61 $(scaled $1) && grep -qx '    "shape": \[61\],' wave.json &&
        ends 1 grep d_model wave.json && sed -n '/"table": \[/,/\]/p' wave.json | tr -d ' ' | tr ',' '\n' | grep '^-*[0-9]' > got && cmp got want
}
headers_say() { # the headers of formats with a shape; od shows text as `[61]` and the like
    "$POSENC" --max-len 61 $words -o wave.npy && grep -aq "'shape': (61,), }" wave.npy &&
        "$POSENC" --max-len 61 $words -o wave.safetensors && grep -aq '"shape":\[61\]' wave.safetensors &&
        "$POSENC" --max-len 61 $words -o wave.pb && [ "$(od -An -tx1 -N4 wave.pb | tr -d ' ')" = 083d1001 ] || return 1
    for file in wave.npy wave.safetensors wave.pb; do
        raw f32 61 && tail -c 244 $file | cmp - raw.bin || return 1
    done
}
two_dimensions() { # --shape 2d is the array of before, in C, JSON and npy
    "$POSENC" --max-len 5 $words --shape 2d -o wave.h && grep -q '^static const float wave\[5\]\[1\] = {$' wave.h && grep -q '^#define wave_D_MODEL 1$' wave.h &&
        "$POSENC" --max-len 5 $words --shape 2d -o wave.npy && grep -aq "'shape': (5, 1), }" wave.npy &&
        "$POSENC" --max-len 5 $words --shape 2d --axes channel-major -o wave.npy && grep -aq "'shape': (1, 5), }" wave.npy &&
        "$POSENC" --max-len 5 $words --axes channel-major -o wave.npy && grep -aq "'shape': (5,), }" wave.npy
}
lines() { # as many entries a line as fit, with the index of the first; for any threads
    "$POSENC" --max-len 100000 $words --type q15 -o wave.h && [ "$(awk 'length > 99' wave.h)" = '' ] &&
        sed -n 's,^ */\* *\([0-9]*\) \*/ .*,\1,p' wave.h > indices && seq 0 8 99999 | diff - indices &&
        for threads in 1 3 8; do
            "$POSENC" --max-len 100000 $words --type q15 --threads $threads -o again.h && cmp wave.h again.h || return 1
        done
}

# --- memories: readers written from the vendors' pages
# A .coe: comments begin with ;, then the radix and the vector, whose numbers end with , or blanks, the last with ;
coe() {
    sed 's/^;.*//' "$1" | tr '\n' ' ' | sed 's/.*memory_initialization_radix *= *16 *; *memory_initialization_vector *=\([^;]*\);.*/\1/' |
        tr -s ' ,' '[\n*]' | awk NF
}
# A .mif: comments begin with --, WIDTH, DEPTH and radices, then in CONTENT BEGIN ... END; lines ADDRESS : WORD...; in order
mif() {
    sed 's/--.*//' "$1" | awk -v RS=';' '{ gsub(/[\n\r]/, " ") } /DEPTH *=/ { sub(/.*= */, ""); depth = $1 + 0 } /ADDRESS_RADIX *=/ { if ($NF != "UNS") exit 1 }
        /DATA_RADIX *=/ { if ($NF != "HEX") exit 1 } { sub(/^ *CONTENT +BEGIN/, "") }
        /:/ { split($0, part, ":"); if (part[1] + 0 != count) { print "address " part[1]; exit 1 } n = split(part[2], word, " ")
            for (k = 1; k <= n; k++) { print word[k]; count++ } } END { if (count != depth) print "depth " depth " of " count }'
}
mem() {
    sed 's,//.*,,' "$1" | tr ' ' '\n' | sed '/^$/d'
}
# hex TYPE BITS < NUMBERS: as words of so many bits
hex() {
    awk -v bits="$1" '{ n = $1 < 0 ? $1 + 2 ^ bits : $1; printf "%0*x\n", int((bits + 3) / 4), n }'
}
# memory FORMAT BITS TYPE WORD...: the words are those of the raw table, of one column and of three rows of four
memory() {
    format=$1 bits=$2 type=$3
    shift 3
    raw $type 61 "$@" && hex $bits < want > words_wanted && "$POSENC" --max-len 61 $words --type $type "$@" -o wave.$format && $format wave.$format > got &&
        cmp got words_wanted || return 1
    "$POSENC" --max-len 3 --d-model 4 --name wave --type $type "$@" -o wave.$format && $format wave.$format > got && [ "$(wc -l < got)" = 12 ] &&
        "$POSENC" --max-len 3 --d-model 4 --type $type "$@" --axes channel-major --name wave -o other.$format && $format other.$format > other &&
        awk '{ a[NR] = $0 } END { for (r = 1; r <= 3; r++) for (c = 0; c < 4; c++) print a[c * 3 + r] }' other | cmp got -
}

# --- some rows
some_rows() { # some_rows FORMAT WORD...: rows 10 to 14 as text are those of the bytes, in an array of so many rows
    format=$1
    shift
    "$POSENC" --max-len 100 --type q15 --name t --rows 10:15 "$@" -o t.$format && "$POSENC" --max-len 100 --type q15 --rows 10:15 "$@" --format raw > raw.bin &&
        "$POSENC" --max-len 100 --type q15 "$@" --format raw > whole.bin && row=$(($(wc -c < raw.bin) / 5)) &&
        tail -c +$((10 * row + 1)) whole.bin | head -c $((5 * row)) | cmp - raw.bin && od -An -v -td2 -w2 raw.bin | tr -d ' ' > want || return 1
    case $format in
    npy) tail -c $((5 * row)) t.npy | cmp - raw.bin && grep -aq "'shape': (5," t.npy ;;
    json) grep -q '"shape": \[5[],]' t.json && grep -q -e '--rows 10:15' t.json && sed -n '/"table": \[/,$p' t.json | tr -c '0-9-' '\n' | grep . | cmp - want ;;
    h) grep -q -e '--rows 10:15' t.h && grep -q ' 10 to 14 of ' t.h && grep -qx '#define t_MAX_LEN 5' t.h &&
        { cat t.h && echo '#include <stdio.h>' && echo 'int main(void) { const int16_t *p = (const int16_t *)t; for (unsigned k = 0; k < sizeof t / 2; k++) printf("%d ", p[k]); }'; } > t.c &&
            gcc -o t t.c && ./t | tr ' ' '\n' | cmp - want ;;
    esac
}

# --- words
sees() { # sees WORD...: in the samples of these words
    piped "$POSENC" "$@" --format json | sed -n '/"table": \[/,$p' | tr -d ' \n' | sed 's/"table"://; s/}$//'
}
shows() { # shows WORDS TABLE
    [ "$(sees $1)" = "$2" ] || { sees $1; return 1; }
}
examples() { # each command that help shows makes what it says
    for preset in sine twiddle; do
        piped "$POSENC" help $preset | sed -n 's/^\(posenc .* -o [a-z.]*\).*/\1/p'
    done > commands && at_least 12 commands && rm -rf made && mkdir made && cd made && while read -r program command; do
        "$POSENC" $command || { echo "$program $command"; cd ..; return 1; }
    done < ../commands && cd ..
}
finds() { # finds WORD PRESET: posenc presets WORD begins with that preset, and shows a command
    piped "$POSENC" presets "$1" > said && [ "$(head -n 1 said)" = "$2" ] && grep -q "^posenc --preset $2 " said
}
advised() { # advised LINE WORD...: done, with this line on standard error
    advice=$1
    shift
    run "$@" && [ $status = 0 ] && [ -s "$dir/cwd/t.h" ] && printf %b "$advice" | diff - "$dir/stderr"
}

# --- two headers of one name
two_headers() { # two_headers EXTENSION COMPILER...: the compiler refuses two tables of one name, and takes one of them twice
    extension=$1
    shift
    "$POSENC" --max-len 4 --d-model 4 --name t -o one.$extension && "$POSENC" --max-len 4 --d-model 4 --name t --base 500 -o two.$extension &&
        printf '#include "one.%s"\n#include "one.%s"\n' $extension $extension > same.$extension.c &&
        printf '#include "one.%s"\n#include "two.%s"\n' $extension $extension > both.$extension.c && "$@" same.$extension.c &&
        ends 1 "$@" both.$extension.c 2> said && grep 'another table has the same name' said
}
named() { # the names that tables have by themselves say what differs
    for name in "pe_4x4:both" "pe_cos_4x4:cos" "pe_sin_4x4:sin" "pe_frequency_4x4:frequency"; do
        lists "${name%:*}" "--max-len 4 --d-model 4 --component ${name#*:}" || return 1
    done
    lists sine_4 '--max-len 4 --preset sine' && lists cosine_4 '--max-len 4 --preset sine --component cos'
}

# --- flash
flash='--qualifiers PROGMEM --include flash.h'
# through PROGRAM_READERS: a chip whose flash can only be read by pgm_read_*; the readers count
through() { # through TYPE CALLS
    cat > flash.h <<'end'
#define PROGMEM
#include <stdint.h>
#include <string.h>
static unsigned calls;
#define pgm_read_byte(at) (calls++, *(const uint8_t *)(at))
#define pgm_read_word(at) (calls++, *(const uint16_t *)(at))
#define pgm_read_dword(at) (calls++, *(const uint32_t *)(at))
#define pgm_read_float(at) (calls++, *(const float *)(at))
#define memcpy_P(to, from, size) (calls++, memcpy(to, from, size))
end
    "$POSENC" --max-len 9 --d-model 6 --type $1 $(scaled $1) --name t $flash --accessor yes -o t.h &&
        printf '#include "t.h"\nint main(void) { t_MEMBER out[6]; t_at(3, 2); if (calls != 1) return 1; t_copy(4, out); return calls == 2 && out[5] == t[4][5] ? 0 : 2; }\n' |
        sed "s/t_MEMBER/$(sed -n 's/^static const PROGMEM \([a-z0-9_]*\) t.*/\1/p' t.h)/" > t.c && gcc -Wall -o t t.c && ./t &&
        "$POSENC" --max-len 9 --preset sine --type $1 $(scaled $1) --name t $flash --accessor yes -o t.h &&
        printf '#include "t.h"\nint main(void) { return t_at(2) == t[2] && calls == 1 ? 0 : 1; }\n' > t.c && gcc -Wall -o t t.c && ./t
}

kernel() { # kernel cuda|cl TYPE: the header compiles among kernels
    case $1 in
    cuda)
        "$POSENC" --max-len 8 --d-model 4 --type $2 --name t --qualifiers __constant__ -o t.h && printf '#define __constant__ __attribute__((constant))
#include "t.h"
__attribute__((global)) void k(double *to, int r) { *to = t[r][1]; }\n' > k.cu &&
            clang -x cuda --cuda-device-only --cuda-gpu-arch=sm_60 -nocudainc -nocudalib -Wno-unknown-cuda-version -fsyntax-only k.cu ;;
    cl)
        "$POSENC" --max-len 8 --d-model 4 --type $2 --name t --qualifiers __constant -o t.h && printf '#include "t.h"
__kernel void k(__global int *to, int r) { *to = t[r][1] > 0; }\n' > k.cl && clang -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -Werror -fsyntax-only k.cl ;;
    esac
}

check_rows "$root/tests/forms/samples.tsv"
plan
