#!/bin/sh
# SPDX-License-Identifier: MIT
# Every C form and element type compiles without a warning in its standards, stops with its #error in others, and has the bits
# of the raw table, with every compiler, linker and byte order.
. "$(dirname "$0")/../tap.sh"
. "$root/tests/types.sh"
. "$root/tests/forms/tables.sh"
strict='-Wall -Wextra -pedantic -Werror'

newest() { # newest COMPILER: the highest COMPILER-N here; without one COMPILER-N, which is no program
    ls $(echo "$PATH" | tr ':' '\n' | sed "s|\$|/$1-[0-9]*|") 2> /dev/null | sed 's|.*/||' | grep -x "$1-[0-9]*" |
        sort -t - -k 2n | tail -n 1 | grep . || echo "$1-N"
}

# --- the tables, named by their types: of each kind of entry; the largest amplitudes saturate fixed point

floats='f32 f64 f16 bf16'
forms='decimal decimal-extern hex hex-extern bits bits-extern bits-f32 bits-f32-extern ints bytes bytes-extern
    native-f16 native-f16-extern native-bf16 native-bf16-extern incbin asm asm-bits embed'
# types_of FORM: f32_t has its axes the other way round; f32_digits has sines of which 8 digits would give some wrongly (tables.sh)
types_of() {
    case $1 in
    decimal*) echo f32 f32_t f32_digits f64 $fixed ;;
    hex*) echo f32 f32_t f32_digits f64 ;;
    bits-f32*) echo f32 f32_t f32_digits ;;
    bits*) echo $floats ;;
    ints) echo f16 bf16 ;;
    native-f16*) echo f16 ;;
    native-bf16*) echo bf16 ;;
    *) echo $floats $fixed ;;
    esac
}
words_of_form() {
    case $1 in
    asm-bits) echo --format asm --literal bits ;;
    incbin | asm | embed) echo --format $1 ;;
    ints) echo --literal bits ;;
    *-extern) echo --literal ${1%%-*} --linkage extern ;;
    *) echo --literal ${1%%-*} ;;
    esac
}

# make_form FORM [WORD...]: the folder of its tables, use.c, which writes them, and unused.c, which doesn't; each
# includes each header twice
make_form() {
    form=$1 writes=
    shift
    mkdir -p "$form" && : > "$form/want" || return 1
    for type in $(types_of "$form"); do
        "$POSENC" $(words_of "$type") --type "${type%%_*}" --name "$type" $(words_of_form "$form") "$@" \
            -o "$form/$type.h" && cat "$type.raw" "$type.raw" >> "$form/want" || return 1
        shape="${type}_MAX_LEN, ${type}_D_MODEL"
        [ $type != f32_t ] || shape='f32_t_D_MODEL, f32_t_MAX_LEN'
        writes="$writes WRITE($type, $(c_type_of "$type" "${form%%-*}")); SHAPE($type, $shape);"
    done
    printf '#include "%s.h"\n' $(types_of "$form") $(types_of "$form") > "$form/unused.c"
    { cat "$form/unused.c" &&
        printf '#include "tables.h"\nint main(void) {%s return fflush(stdout) != 0; }\n' "$writes"; } > "$form/use.c"
    echo 'int unused;' >> "$form/unused.c"
}
for type in $floats $fixed f32_t f32_digits; do
    needed "$POSENC" $(words_of "$type") --type "${type%%_*}" --format raw -o "$type.raw"
done
for form in $forms; do
    check "$form: posenc writes it" make_form "$form"
done
kinds() {
    grep -q -e -2147483647-1 decimal/q31.h && grep -q -e -32768 decimal/q15.h && grep -q -e '-0\.0' decimal/f32.h &&
        grep -q 255, decimal/u8.h && grep -q ' 0,' decimal/u8.h && grep -q 65535, decimal/u16.h && grep -q ' 0,' decimal/u16.h &&
        grep -q -e ' -128,' decimal/i8.h && grep -q -e ' -32768,' decimal/i16.h &&
        for k in 00000000 00000001 80000001 80000000 3f800000 '0000...[1-9a-f]' bf......; do
            od -An -v -tx4 f32.raw f32_t.raw | tr -s ' ' '\n' | grep -qx $k || { echo "no $k"; return 1; }
        done
    od -An -v -tx8 f64.raw | grep -q 8000000000000000 && od -An -v -tx2 f16.raw | grep -q 8000 &&
        od -An -v -tx8 f64.raw | grep -q 0000000000000001
}
check 'the tables have zeros of both signs, subnormal numbers and the ends of fixed point' kinds

# --- compilers

c_old='c89 gnu89 iso9899:199409'
c_new='c99 c11 c17 gnu17 c2x'
cxx_old='c++98 c++11 c++14'
cxx_new='c++17 gnu++17 c++20 c++2b'
[ ! "${CORE-}" ] || c_old=c89 c_new='c99 c2x' cxx_old=c++98 cxx_new='c++17 c++2b'

all_known() { # all_known C-COMPILER C++-COMPILER
    for standard in $c_old $c_new; do knows "$1" c $standard || { echo "$1 $standard"; return 1; }; done
    for standard in $cxx_old $cxx_new; do knows "$2" c++ $standard || { echo "$2 $standard"; return 1; }; done
}

# compiles FORM COMPILER LANGUAGE STANDARD...: a file that uses the tables and one that doesn't, and in C the definitions
compiles() {
    form=$1 compiler=$2 language=$3
    shift 3
    known_standards "$compiler" $language "$@" || return 1
    for standard in $standards; do
        sources=$form/use.c
        [ "${CORE-}" ] || sources="$sources $form/unused.c"
        [ $language != c ] || sources="$sources $(find "$form" -name '*.c' ! -name 'use.c' ! -name 'unused.c')"
        for source in $sources; do
            $compiler -x $language -std=$standard $strict -I "$consumers" -I "$form" -c -o object.o "$source" ||
                { echo "$standard, $source"; return 1; }
        done
    done
}

# first_error MESSAGE COMMAND...: the command fails, and its first error is that one
first_error() {
    message=$1
    shift
    ! "$@" 2> errors || { echo "compiles: $*"; return 1; }
    grep 'error:' errors | head -n 1 | grep -F -e "$message" || { cat errors; echo "of: $*"; return 1; }
}

# stops FORM MESSAGE COMPILER LANGUAGE STANDARD...: the first error in the file that uses the table is MESSAGE
stops() {
    form=$1 stopped_by=$2 compiler=$3 language=$4
    shift 4
    known_standards "$compiler" $language "$@" || return 1
    for standard in $standards; do
        first_error "$stopped_by" $compiler -x $language -std=$standard -I "$consumers" -c -o object.o "$form/use.c" || return 1
    done
}

# plain_assembly FORM COMPILER: no warning in any standard, whether the target's prefix of symbols is empty or not
plain_assembly() {
    for standard in $c_old $c_new; do
        for prefix in '' _; do
            $2 -std=$standard $strict -U__USER_LABEL_PREFIX__ -D__USER_LABEL_PREFIX__=$prefix -I $1 -c -o object.o $1/f32.S &&
                nm object.o | grep " R ${prefix}f32\$" || return 1
        done
    done
}

# holds FORM COMPILER-OF-C LINKER COMMAND...: builds with that command, links the definitions, runs, compares
holds() {
    form=$1 definer=$2 linker=$3 objects=
    shift 3
    for type in $(types_of "$form"); do
        for file in "$form/$type.c" "$form/$type.S"; do
            [ -f "$file" ] || continue
            $definer -I "$form" -c -o "$type.o" "$file" || return 1
            objects="$objects $type.o"
        done
    done
    "$@" -I "$consumers" -c -o use.o "$form/use.c" && $linker -o use use.o $objects && $run ./use > got &&
        cmp "$form/want" got
}
run=
# embeds COMPILER [OPTION...]: does it know #embed?
embeds() {
    printf '#ifndef __has_embed\n#error\n#endif\n' | "$1" -std=c2x -x c -fsyntax-only - 2> errors
}

# A float.h for another float stops each form; one for binary32 doesn't.
guarded() { # guarded COMPILER [MACRO VALUE]
    rm -rf fake && mkdir fake
    {
        printf '#define FLT_RADIX 2\n#define FLT_MANT_DIG 24\n#define FLT_MIN_EXP (-125)\n#define FLT_MAX_EXP 128\n'
        printf '#define DBL_MANT_DIG 53\n#define DBL_MIN_EXP (-1021)\n#define DBL_MAX_EXP 1024\n'
        [ $# = 1 ] || printf '#undef %s\n#define %s %s\n' "$2" "$2" "$3"
    } > fake/float.h
    for form in decimal hex bits; do
        for file in $form/unused.c $form-extern/unused.c $form-extern/f32.c; do
            if [ $# = 1 ]; then
                $1 -I fake -c -o object.o $file || return 1
            else
                first_error 'float must be IEEE 754 binary32' $1 -I fake -c -o object.o $file || return 1
            fi
        done
    done
}
# Before C99 it takes an unsigned int for bits.
narrow_int() { # narrow_int COMPILER UINT_MAX
    rm -rf fake && mkdir fake && echo "#define UINT_MAX $2" > fake/limits.h
    set -- "$2" "$1" -std=c89 -I fake -c -o object.o bits-f32/unused.c
    case $1 in
    4294967295U) shift && "$@" ;;
    *) shift && first_error 'unsigned int must have 32 bits, or C be C99, which has uint32_t' "$@" ;;
    esac
}

# Also CC and CXX, unless they are one of these.
pairs="gcc:g++ clang:clang++ $(newest clang):$(newest clang++)"
own=$(command -v "${CC:-cc}" | xargs -r readlink -f)
for pair in $pairs; do [ "$own" != "$(command -v "${pair%:*}" | xargs -r readlink -f)" ] || own=; done
[ ! "$own" ] || [ "${CORE-}" ] || ! command -v "${CXX:-c++}" > /dev/null || pairs="$pairs ${CC:-cc}:${CXX:-c++}"
for pair in $pairs; do
    cc=${pair%:*} cxx=${pair#*:}
    if ! has $cc $cxx; then
        skip $cc 'not installed'
        continue
    fi
    all_known $cc $cxx > missing
    check_when $? "$(cat missing)" "$pair knows each standard" all_known $cc $cxx
    check_rows "$root/tests/forms/compiled.tsv" compilers cc=$cc cxx=$cxx
    for type in f16 bf16; do
        rows=native
        echo "#include \"native-$type/$type.h\"" | $cc -x c -I . -fsyntax-only - 2> errors || rows='not native'
        check_rows "$root/tests/forms/compiled.tsv" "$rows" cc=$cc native="native-$type|native-$type-extern"
    done
    rows=embed
    embeds "$cc" || rows='not embed'
    check_rows "$root/tests/forms/compiled.tsv" "$rows" cc=$cc
done

# --- other processors, byte orders and object formats

# has_bytes OBJECT FILE: the object contains the file's bytes
has_bytes() {
    od -An -v -tx1 "$2" | tr -d ' \n' > pattern
    od -An -v -tx1 "$1" | tr -d ' \n' | grep -q -F -f pattern
}
for form in bytes bytes-extern incbin asm asm-bits embed; do
    mkdir -p big && cd big || exit 1
    for type in $floats $fixed; do ln -sf "../$type.raw" .; done
    [ $form = asm-bits ] || check "$form: posenc writes it big-endian" make_form $form --endian big
    cd ..
done
swaps() {
    for type in $floats $fixed; do
        "$POSENC" $(words_of $type) --type $type --format raw --endian big -o swapped.bin &&
            cmp swapped.bin big/incbin/$type.bin || return 1
        case $type in
        q7 | *8) cmp swapped.bin $type.raw ;;
        *) unlike swapped.bin $type.raw ;;
        esac || return 1
    done
}

# emulated FOLDER FORM COMPILER EMULATOR: on a processor with the byte order of the folder's tables
emulated() (
    cd "$1" && run=$4 && holds $2 $3 "$3 -static" $3 -std=c99 $strict
)
for target in s390x-linux-gnu-gcc=qemu-s390x aarch64-linux-gnu-gcc=qemu-aarch64 arm-linux-gnueabihf-gcc=qemu-arm \
    powerpc64le-linux-gnu-gcc=qemu-ppc64le; do
    cross=${target%=*} emulator=${target#*=} folder=.
    case $cross in s390x*) folder=big ;; esac
    if has $cross $emulator && echo 'int main(void) { return 0; }' | $cross -x c -o probe - 2> errors; then
        check_rows "$root/tests/forms/compiled.tsv" processors cross=$cross emulator=$emulator folder=$folder
    else
        skip "$cross and $emulator" 'not installed'
    fi
done

# The guard of the byte order, and bytes in the objects of other systems, by a compiler that knows all of them.
assembles() { # assembles TARGET FORM FILE...
    target=$1 form=$2
    for type in f32 f16 q7 f64; do
        clang --target=$target -ffreestanding -I $form -Wall -Werror -c -o object.o $form/$type.[cS] &&
            has_bytes object.o $type.raw || { echo "$type"; return 1; }
    done
}
# wrong_order TARGET MESSAGE FILE: stops on a target with the other byte order
wrong_order() {
    first_error "$2" clang --target=$1 -ffreestanding -c -o object.o $3
}
gnu_assembles() { # gnu_assembles COMPILER FORM [TYPE]
    for type in f32 q7 f64 ${3:-}; do
        flags=$strict
        [ -f $2/$type.c ] || flags='-Wall -Wextra -Werror'
        $1 -ffreestanding -I "$2" $flags -c -o object.o $2/$type.[cS] && has_bytes object.o $type.raw || return 1
    done
}

# --- another folder

elsewhere() ( # elsewhere COMPILER FORM OPTION...
    compiler=$1 form=$2
    shift 2
    mkdir -p away/build && cd away/build && $compiler "$@" -c -o object.o ../../$form/f32.[cS] && has_bytes object.o ../../f32.raw
)
nowhere() {
    ! elsewhere "$@" 2> errors && grep 'f32\.bin' errors
}
# --- the bytes beside a source: their size is checked

# Two tables of one shape, and the earlier output of `posenc --list`
mkdir -p of/a of/b
for form in incbin asm embed; do
    for base in 7 10000; do
        [ $base = 7 ] && folder=of/a || folder=of/b
        set -- --max-len 19 --d-model 6 --name t --base $base --format
        piped "$POSENC" "$@" $form --list -o $folder/$form | tr '\t' '\n' | sed 1d >> $folder.listed
        "$POSENC" "$@" $form -o $folder/$form
        "$POSENC" "$@" raw -o $folder.raw
    done
done
listed() {
    for folder in of/a of/b; do ls $folder/* > written && sort $folder.listed | diff - written || return 1; done
}
# size_looked_at FORM COMMAND...: the source compiles, but not with one byte fewer, one more, none or thousands more; old
# compilers don't pass -I to the assembler
size_looked_at() {
    source=$(ls of/a/$1.[cS]) bytes=of/a/$1.bin
    shift
    rm -f wrong_* && head -c 455 of/a.raw > wrong_short && { cat of/a.raw && printf x; } > wrong_long && : > wrong_empty &&
        cat of/a.raw f64.raw f64.raw > wrong_more && "$@" -I of/a -Wa,-Iof/a -c -o object.o "$source" || return 1
    for wrong in wrong_*; do
        cp $wrong "$bytes" && ! "$@" -I of/a -Wa,-Iof/a -c -o object.o "$source" 2> errors && ! grep 'not found' errors &&
            grep -E '\.org|must have 456 bytes' errors
        status=$?
        cp of/a.raw "$bytes" && [ $status = 0 ] || { echo $wrong; cat errors; return 1; }
    done
}
for form in incbin asm; do
    for command in gcc clang 'clang -no-integrated-as' "$(newest clang)" 'gcc -masm=intel' 'clang -masm=intel' \
        arm-none-eabi-gcc aarch64-linux-gnu-gcc 'avr-gcc -mmcu=atmega2560' x86_64-w64-mingw32-gcc \
        clang\ --target=arm64-apple-darwin clang\ --target=x86_64-apple-darwin clang\ --target=x86_64-w64-windows-gnu \
        clang\ --target=riscv64-linux-gnu; do
        if ! has ${command%% *} || ! echo 'int nothing;' | $command -x c -c -o object.o - 2> errors; then
            skip "$command, $form" 'not installed'
            continue
        fi
        check "$command, $form: only bytes of the right size" size_looked_at $form $command -ffreestanding
    done
done
cc=$(newest clang)
if has "$cc" && embeds "$cc"; then
    check "$cc, embed: built in another folder" elsewhere "$cc" embed -std=c2x
    check "$cc, embed: only bytes of the right size" size_looked_at embed "$cc" -std=c2x
else
    skip '#embed: built in another folder, only bytes of the right size' 'no compiler has it'
fi

# --- parts, and accessors

mkdir split && cd split || exit 1
for literal in decimal hex bits bytes; do
    "$POSENC" --max-len 19 --d-model 6 --name t --split 4 --literal $literal -o $literal.c
    "$POSENC" --max-len 19 --d-model 6 --name t --accessor yes --literal $literal -o whole_$literal.h
done
"$POSENC" --max-len 19 --d-model 6 --name t --accessor yes --qualifiers volatile -o whole_volatile.h
"$POSENC" --max-len 19 --d-model 6 --format raw -o t.bin
cat t.bin t.bin t.bin > want
cd "$dir" || exit 1
by_accessors='WRITE_BY(t, float, 19, 6)'
# oldest COMPILER LITERAL: the command of the oldest standard that has the literal
oldest() {
    case $1,$2 in
    tcc,*) echo tcc -Wall -Werror ;;
    *,hex | *,bytes) echo $1 -std=c99 $strict ;;
    *) echo $1 -std=c89 $strict ;;
    esac
}
# read_back HEADER WRITES COMMAND...: the program that writes the table of HEADER by WRITES prints `want`
read_back() {
    header=$1 writes=$2
    shift 2
    "$@" -I "$consumers" -I . -DHEADER="\"$header\"" "-DWRITES=$writes" -o use "$consumers/written.c" && ./use | cmp - want
}
in_parts() ( # in_parts LITERAL DEFINER COMMAND...
    literal=$1 definer=$2
    shift 2
    cd split && for k in '' _0 _1 _2 _3; do $definer -c -o $literal$k.o $literal$k.c || exit 1; done &&
        read_back $literal.h "$by_accessors" "$@" $literal.o ${literal}_?.o
)
whole() ( # whole LITERAL COMMAND...
    literal=$1
    shift
    cd split && read_back whole_$literal.h "$by_accessors" "$@"
)

# --- placement

# placed COMPILER FORM SECTION WORD...: by objdump, the object is in that section, if one is given, and at a
# multiple of 256, if its alignment is given
placed() {
    compiler="$1 $strict" form_words=$(words_of_form $2) section=$3
    [ $1 != tcc ] || compiler='tcc -Wall'
    rm -rf place && mkdir place && printf '#define FAST __attribute((section(".fast")))\n' > place/fast.h
    shift 3
    "$POSENC" --max-len 3 --d-model 5 --name t $form_words "$@" -o place/t || return 1
    printf '#include "t.h"\nint main(void) { return (unsigned long)&t %% 256 != 0; }\n' > place/use.c
    $compiler -I place -c -o t.o place/t.[cS] && objdump -t t.o > symbols && $compiler -I place -o place/use place/use.c t.o || return 1
    case $* in *--align*) ./place/use || return 1 ;; esac
    [ ! "$section" ] || grep -E "[[:blank:]]${section}[[:blank:]].* t(_storage)?\$" symbols
}
least() {
    refused "posenc: format 'asm' writes BASE.S, BASE.bin and BASE.h: output 'least.c' must be a file with one of these \
extensions, or with none" --max-len 1 --d-model 1 --name t --format asm --align 1 -o least.c &&
        "$POSENC" --max-len 1 --d-model 1 --name t --format asm --align 1 -o least.S && grep -q 'balign 4$' least.S
}
# narrow: files with long names and numbers have no line of 100 columns and no blank at a line's end, and are plain ASCII
narrow() {
    long=n$(printf '%055d' 0)
    rm -rf narrow && mkdir narrow || return 1
    for form in decimal decimal-extern hex hex-extern bits bits-extern bytes-extern incbin asm embed; do
        set -- --d-model 4 --name $long $(words_of_form $form) --align 1048576
        "$POSENC" --max-len 4 "$@" --section .a.section --accessor yes -o narrow/$form || return 1
        case $form in bytes* | incbin | asm | embed) continue ;; esac
        "$POSENC" --max-len 123456 "$@" -o narrow/tall_$form && "$POSENC" --max-len 3 "$@" --d-model 12345 -o narrow/wide_$form || return 1
    done
    "$POSENC" --max-len 4 --d-model 4 --name $long --split 2 -o narrow/split.c || return 1
    while read -r words; do
        for how in '' '--linkage extern --literal bits'; do
            "$POSENC" --max-len 40 --d-model 32 --name t $words $how -o narrow/numbers && cat narrow/numbers* >> narrow/long_numbers || return 1
        done
    done < "$root/tests/forms/long_numbers.txt"
    rm narrow/*.bin
    ends 1 grep -n -e '.\{100\}' -e '[[:blank:]]$' -e "$tab" -e '[^ -~]' narrow/* decimal*/f32*.[ch] hex*/f32*.[ch] bits*/f32*.[ch] || return 1
    for file in narrow/*; do [ "$(tail -c 1 "$file" | od -An -tx1)" = ' 0a' ] || { echo "$file"; return 1; }; done
}
long_name() {
    for form in decimal hex bits; do
        echo "#include \"narrow/tall_$form\"" | ${CC:-cc} -x c -I . $strict -c -o long.o - || return 1
    done
}

# --- long rows, with more entries than a piece of work, and more bytes than a string may have

mkdir long && cd long || exit 1
wide='--max-len 2 --d-model 20001 --name t'
"$POSENC" $wide --format raw -o t.raw && cat t.raw t.raw > want
long_row() ( # long_row LITERAL COMPILER
    cd long && "$POSENC" $wide --literal $1 -o $1.h && ends 1 grep '.\{100\}' $1.h &&
        read_back $1.h 'WRITE(t, float)' $2 -std=c99 $strict
)
long_asm() (
    cd long && "$POSENC" $wide --format asm --literal bits -o asm.S && ends 1 grep '.\{100\}' asm.S && gcc -c -o asm.o asm.S &&
        has_bytes asm.o t.raw
)
longest_string() {
    tr -d '\n' < long/bytes.h | sed 's/""//g; s/"    "//g' | tr '"' '\n' | sed 's/\\[0-7]\{1,3\}/x/g; s/\\//g' |
        awk 'length($0) > most { most = length($0) } END { exit most > 4095 || most < 1000 }'
}
cd "$dir" || exit 1
check_rows "$root/tests/forms/compiled.tsv" everywhere
plan
