#!/bin/sh
# SPDX-License-Identifier: MIT
# Factored tables. Their functions give every entry of the raw table, and run without undefined behaviour and without
# RAM. Unsuitable requests are refused. A table without an exact form is reported, and no file changes.
. "$(dirname "$0")/../tap.sh"
. "$root/tests/types.sh"
. "$root/tests/forms/tables.sh"
all=y
[ ! "${CORE-}" ] || all=
strict='-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror'

# --- every entry

# made TYPE LINKAGE WORD...: t.h, t.c if it is extern, and the expected output of the functions: the raw table twice
made() {
    type=$1 linkage=$2
    shift 2
    rm -rf table && mkdir table && "$POSENC" --type $type --name t "$@" --factored exact --linkage $linkage -o table/t &&
        "$POSENC" --type $type "$@" --format raw -o table/raw && cat table/raw table/raw > table/want || return 1
    [ $linkage = extern ] || mv table/t table/t.h
}
# gives COMMAND...: writes the output of that table's functions, compiled with COMMAND, to `got`; reads COMMAND...: it is the table
gives() {
    sources=$consumers/copied.c
    [ ! -f table/t.c ] || sources="$sources table/t.c"
    "$@" -I table -I "$consumers" -DHEADER='"t.h"' -DTYPE="$(c_type_of $type)" -o use $sources && ./use > got
}
reads() {
    gives "$@" $strict && cmp got table/want
}
entries() { # entries 'COMMAND' TYPE LINKAGE WORD...
    command=$1
    shift
    made "$@" && reads $command
}
exact() {
    entries "$sanitized" "$@"
}
undefined='-fsanitize=undefined -fno-sanitize-recover=all'
sanitized="gcc -std=c99 -O1 $undefined"

# every kind of row, with each linkage
kinds() { # kinds 'COMMAND' TYPE
    for linkage in extern ${all:+static}; do
        for words in '' '--layout halves' '--order cos-sin' '--layout halves --order cos-sin' \
            '--component sin' '--component sin --repeat halves' '--component sin --repeat interleave' \
            '--component cos' '--component cos --repeat halves' '--component cos --repeat interleave'; do
            entries "$1" $2 $linkage --max-len 40 --d-model 12 --first -3 $words || { echo "$words"; return 1; }
        done
    done
}
standards() { # standards TYPE COMPILER LANGUAGE STANDARD...; the compiler must know the first
    type_is=$1 by=$2 language=$3
    shift 3
    knows $by $language $1 || return 1
    for linkage in static extern; do
        made $type_is $linkage --max-len 200 --d-model 32 || return 1
        for standard; do
            knows $by $language $standard || continue
            for level in 0 3; do
                reads $by -x $language -std=$standard -O$level || { echo "$standard -O$level"; return 1; }
            done
        done
    done
}
# nothing_undefined 'COMMAND' TYPE
nothing_undefined() {
    entries "$1 -fno-sanitize-recover=all" $2 static --max-len 300 --d-model 64 --first -100
}
check_rows "$root/tests/forms/factored.tsv" ${CORE:+'core '}compilers
without_builtins() { # the functions' other branches
    made f32 static --max-len 100 --d-model 16 && edit table/t.h 's/__GNUC__/OTHER_COMPILER/' &&
        grep -q OTHER_COMPILER table/t.h && reads gcc -std=c99 -O1
}
narrow_products() { # products from 16 x 16 bits, as on targets without a long multiplication
    for narrow_type in q31 f32; do
        made $narrow_type static --max-len 300 --d-model 64 --first -100 && reads $sanitized -Dt_NARROW=1 || return 1
    done
}

# compared NAME OPTION...: NAME.o, a part of the program that compares two builds of that table's products
compared() {
    part=$1
    shift
    gcc -std=c99 $strict -Wno-unused -I table -DHEADER='"t.h"' "$@" -c -o $part.o "$consumers/products.c"
}
# products KIND ONE OTHER: products built with the macros ONE and OTHER agree on operands at the edges and on a million random
# ones; and each substitution on standard input, made in ONE, is noticed.
products() {
    compared one -O1 $undefined $1 -DEXPORTED=one $2 && compared other -O1 $undefined $1 -DEXPORTED=other $3 &&
        compared main -O2 $1 && gcc $undefined -o products main.o one.o other.o && ./products || return 1
    compared other -O2 $1 -DEXPORTED=other $3 && cp table/t.h whole.h || return 1
    while read -r term; do
        sed "$term" whole.h > table/t.h && unlike whole.h table/t.h && compared one $1 -DEXPORTED=one $2 &&
            gcc -o products main.o one.o other.o && ends 1 ./products > found && grep -q ', not ' found || { echo "not found: $term"; return 1; }
    done
}
# terms_count TERMS TYPE KIND ONE OTHER: the products agree, and those without one of the TERMS of products.tsv do not
terms_count() {
    made $2 static --max-len 8 --d-model 8 && sed -n "s/^$1$tab//p" "$root/tests/forms/products.tsv" > terms && [ -s terms ] &&
        products $3 $4 $5 < terms
}

# --- callers

either() { # the same caller reads both
    made q15 static --max-len 100 --d-model 16 && reads gcc && [ "$(wc -c < got)" = 6400 ] &&
        "$POSENC" --max-len 100 --d-model 16 --type q15 --name t --accessor yes -o table/t.h && reads gcc
}
asserted() {
    "$POSENC" --max-len 19 --d-model 6 --name t --factored exact -o asserts.h && asserts asserts.h gcc -std=c99 $strict
}

two_tables() {
    "$POSENC" --max-len 50 --d-model 8 --type f32 --name a --factored exact -o a.h &&
        "$POSENC" --max-len 60 --d-model 6 --type q7 --name b --factored exact -o b.c || return 1
    gcc -std=c99 $strict -I . -o two "$consumers/two_factored.c" b.c && ./two
}
c89() {
    "$POSENC" --max-len 19 --d-model 6 --name t --factored exact -o c99.h && echo '#include "c99.h"' > old.c && ! gcc -std=c89 -c old.c 2> said && grep 'error.*C99 or later' said &&
        ! g++ -std=c++98 -x c++ -c old.c 2> said && grep 'error.*C++11 or later' said
}
c89_caller() { # calls functions in BASE.c; only BASE.c needs C99
    for type in f32 q15; do
        "$POSENC" --type $type --max-len 19 --d-model 6 --name t --factored exact -o calls.c && echo '#include "calls.h"' > old.c &&
            gcc -std=c89 $strict -c old.c && g++ -std=c++98 -x c++ $strict -c old.c && ends 1 gcc -std=c89 -c calls.c 2> said &&
            grep 'error.*C99 or later' said && ends 1 grep -E 'float\.h|assert\.h|string\.h|C99' calls.h || return 1
    done
}
explained() { # explained COUNT WORD...: a comment before the arrays explains them by name
    wanted=$1
    shift
    "$POSENC" --max-len 20 --d-model 4 --name t --factored exact "$@" -o said.h && sed '/^static const/,$d' said.h > before &&
        [ "$(grep -o '^/\* What is to be added\|t_coarse\[h\]\|t_fine\[l\]\|row 8\*h\|t_coarse_low,\|t_fine_low\.' before | wc -l)" = $wanted ]
}
# Macros of every name of one or two letters, and of every other word in the template that isn't the language's or a
# header's, change nothing.
tr ' ' '\n' < "$root/tests/forms/words_of_c.txt" > not_defined
{
    printf '#include <%s.h>\n' assert float stddef stdint string
    {
        for first in a b c d e f g h i j k l m n o p q r s t u v w x y z; do
            for second in '' a b c d e f g h i j k l m n o p q r s t u v w x y z; do echo $first$second; done
        done
        cat "$root/templates/c.h" "$root/templates/c_factored.h" | tr -c 'A-Za-z0-9_@' '\n' | grep -x '[a-z][a-z0-9_]*' | sed 's/_$//'
        echo 'aligned bits section unused' | tr ' ' '\n'
    } | sort -u | grep -vxFf not_defined | grep -v '_t$' | sed 's/.*/#define & @/'
    printf '#define t_IN_RAM\n#define pe1_IN_RAM\n'
} > macros.h
# Full tables too. The header for an AVR's flash is replaced by one whose functions read any memory; inline may also be a macro.
{
    echo '#include "avr/pgmspace.h"'
    cat macros.h
    printf '#ifdef OTHER_COMPILER\n#undef __GNUC__\n#else\n#define inline @\n#endif\n'
} > macros_of_full.h
# among MACROS 'OPTION...' 'STANDARD...' WORD...: the table of these words compiles without a warning
among() {
    macros=$1 options=$2 standards=$3
    shift 3
    for linkage in static extern; do
        case "$linkage $*" in static*--format* | static*--split*) continue ;; esac
        rm -f among* && "$POSENC" --linkage $linkage "$@" -o among || return 1
        [ ! -f among ] || mv among among.h
        for option in $options; do
            case "$option $*" in *OTHER*--section* | *OTHER*--align*) continue ;; esac
            for standard in $standards; do
                case $standard,$option in
                c++*,*OTHER*) continue ;;
                c++*) compiler='g++ -Wold-style-cast -x c++' files=among.h ;;
                *) compiler='gcc -x c' files=$(ls among.h among*.c 2> none) ;;
                esac
                [ "$files" ] || return 1
                for file in $files; do
                    $compiler -std=$standard $strict -Wsign-conversion $option -I . -I "$consumers/flash" -include $macros \
                        -c -o among.o $file ||
                        { echo "$standard $option $linkage $file"; return 1; }
                done
            done
        done
    done
}
among_macros() { # among_macros WORD...
    [ "$(grep -c '^#define \(row\|bits\|x\|high\|column\|sin_a\) @$' macros.h)" = 6 ] &&
        among macros.h '-UNONE -Dt_NARROW=1 -D__AVR__ -DNDEBUG' 'c99 c++11' \
            --name t --max-len 64 --d-model 64 "$@" --factored exact
}
full_among_macros() { # full_among_macros 'STANDARD...' WORD...
    full_standards=$1
    shift
    among macros_of_full.h '-UNONE -D__AVR__ -DNDEBUG -DOTHER_COMPILER' "$full_standards" \
        --name pe1 --max-len 13 --d-model 6 --accessor yes "$@"
}
progmem='--qualifiers PROGMEM --include avr/pgmspace.h'
casts() { # no warning with -Wold-style-cast, in the table or in its caller
    for type in q7 q15 q31 f32; do
        "$POSENC" --type $type --max-len 64 --d-model 8 --name t --factored exact -o casts.h &&
            g++ -std=c++11 $strict -Wold-style-cast -x c++ -c -o casts.o casts.h && echo 'int old(double x) { return (int)x; }' >> casts.h &&
            ! g++ -std=c++11 -Werror -Wold-style-cast -x c++ -c -o casts.o casts.h 2> said && [ "$(grep -c 'error:' said)" = 1 ] || return 1
    done
}
inlined() { # functions called for each entry would take longer
    "$POSENC" --type q15 --max-len 64 --d-model 64 --name t --factored exact -o inlined.c &&
        arm-none-eabi-gcc -mthumb -mcpu=cortex-m4 -std=c99 -Os -DNDEBUG -c -o inlined.o inlined.c && nm inlined.o > symbols &&
        grep -q ' T t_copy$' symbols && ends 1 grep -E ' [tT] t_(sum|difference|read|floor)' symbols
}
# the rules of MISRA C:2012 that the code deviates from, for each type, are those in docs/forms.md
# rules FILE: the rules that it deviates from
rules() {
    cppcheck --addon=misra --enable=style --std=c99 -U__AVR__ -U__cplusplus -Dt_NARROW=0 ${gnu--D__GNUC__=12} -D__STDC_VERSION__=199901L \
        -DFLT_RADIX=2 -DFLT_MANT_DIG=24 -DFLT_MIN_EXP=-125 -DFLT_MAX_EXP=128 -DDBL_MANT_DIG=53 -DDBL_MIN_EXP=-1021 -DDBL_MAX_EXP=1024 \
        "$1" 2> said && ends 1 grep 'error: ' said && sed -n 's/.*\[misra-c2012-\([0-9.]*\)\]$/\1/p' said | sort -u > rules
}
deviations() {
    sed -n '/^| MISRA C:2012 /,/^$/p' "$root/docs/forms.md" | sed -n 's/^| rule \([0-9.]*\) .*/\1/p' | sort -u > documented
    : > found
    for words in '--type q7' '--type q15' '--type q31' '--type f32'; do
        "$POSENC" --max-len 40 --d-model 16 --name t --factored exact $words -o misra.c && rules misra.c || return 1
        grep -qx '18\.4' rules || return 1
        cat rules >> found
    done
    sort -u found | diff documented -
}
full_deviations() { # full_deviations RULES WORD...
    wanted=$1
    shift
    for gnu in -D__GNUC__=12 -U__GNUC__; do
        rm -f misra.* && "$POSENC" --max-len 40 --d-model 16 --name t --accessor yes "$@" -o misra.c &&
            printf '#include "misra.h"\nfloat get(size_t r);\nfloat get(size_t r) { return t_at(r, 1u); }\n' > get.c || return 1
        case $* in *static*) mv misra.c misra.h ;; esac
        for file in misra.c get.c; do
            [ ! -f $file ] || { rules $file && [ "$(cat rules)" = "$(echo "$wanted" | tr ' ' '\n')" ]; } || { cat said; return 1; }
        done
    done
    unset gnu
}
cp "$consumers/copied.c" rules.c
if has cppcheck && cppcheck --addon=misra --enable=style rules.c 2>&1 | grep -q misra-c2012; then
    check 'deviations from MISRA C:2012 are those of docs/forms.md' deviations
    check_rows "$root/tests/forms/factored.tsv" MISRA
else
    skip 'deviations from MISRA C:2012 are those of docs/forms.md' 'no cppcheck with the addon misra'
fi

# --- what an object holds

# banner WORD: the number before or after that word in the banner
# shellcheck disable=SC2004 # $sum is an expression
flash_alone() { # flash_alone TYPE BYTES FULL B GUARD
    type=$1 bytes=$2 full=$3 block=$4 guard=$5
    "$POSENC" --max-len 512 --d-model 64 --type $type --name t --factored exact -o flash.c && gcc -std=c99 -O2 -DNDEBUG -c -o flash.o flash.c &&
        objdump -h flash.o | awk '$2 ~ /^\.(data|bss)/ && $3 !~ /^0+$/ { print "RAM: " $0; bad = 1 } END { exit bad }' &&
        sum=$(nm -S flash.o | awk '$4 ~ /^t_(coarse|fine)/ && $3 == "r" { printf "0x%s + ", $2 } END { print 0 }') &&
        [ $(($sum)) = $bytes ] &&
        nm flash.o | awk '$2 == "T" { print $3 }' | sort | tr '\n' ' ' | grep -x 't_at t_copy ' && [ -z "$(nm -u flash.o)" ] &&
        for file in flash.c flash.h; do
            grep -q "^ \* $bytes bytes of arrays; the full table has $full bytes: \[max_len\]\[d_model\], 512 x 64\.$" $file &&
                grep -q "^ \* B = $block, $guard guard bits; all 32768 entries equal the full table's\.$" $file || return 1
        done && ! grep -q coarse flash.h
}
placed() { # placed ARRAYS WORD...
    arrays=$1
    shift
    echo '#define FAST __attribute((section(".fast")))' > fast.h
    "$POSENC" --max-len 64 --d-model 8 "$@" --name t --factored exact --section .rodata.fast --align 64 -o placed.c &&
        gcc -std=c99 $strict -c -o placed.o placed.c && objdump -t placed.o > symbols &&
        [ "$(grep -c '[[:blank:]]\.rodata\.fast[[:blank:]].* t_\(coarse\|coarse_low\|fine\|fine_low\)$' symbols)" = $arrays ] &&
        objdump -h placed.o | grep '\.rodata\.fast .*2\*\*6$' &&
        "$POSENC" --max-len 64 --d-model 8 "$@" --name t --factored exact --qualifiers FAST,volatile --include fast.h \
            -o placed.c && gcc -std=c99 $strict -c -I . -o placed.o placed.c && objdump -t placed.o > symbols &&
        [ "$(grep -c '[[:blank:]]\.fast[[:blank:]].* t_\(coarse\|coarse_low\|fine\|fine_low\)$' symbols)" = $arrays ]
}
volatile_arrays() { # volatile_arrays TYPE
    made $1 static --max-len 64 --d-model 8 &&
        "$POSENC" --type $type --name t --max-len 64 --d-model 8 --factored exact --qualifiers volatile -o table/t.h && reads gcc -std=c99 -O2 &&
        reads g++ -x c++ -std=c++11 -O2
}
narrow() {
    long=n$(printf '%044d' 0)
    for words in '--type q7' '--type q15 --linkage extern' '--type f32 --section .a.section --align 1048576' \
        '--type f32 --qualifiers PROGMEM --include avr/pgmspace.h' '--type f32 --linkage extern' \
        '--type q31 --qualifiers PROGMEM --include avr/pgmspace.h' '--type q15 --component cos --repeat halves'; do
        "$POSENC" --max-len 40 --d-model 4 --name $long --factored exact $words -o narrow &&
            ends 1 grep -n '.\{100\}' narrow* && rm narrow* || return 1
    done
}

# --- runs

runs_as_others() (
    words='--max-len 64 --d-model 8 --type q15 --name t --factored exact'
    rm -rf runs && mkdir runs && cd runs && "$POSENC" $words -o t.h && "$POSENC" $words > stdout && cmp t.h stdout &&
        piped "$POSENC" $words --engine mpfr --threads 1 | cmp - t.h &&
        command=$(sed -n 's/^ \*     posenc //p' t.h) && piped "$POSENC" $command | cmp - t.h &&
        cp -p t.h old.h && "$POSENC" $words --if-changed -o t.h && [ -z "$(find t.h -newer old.h)" ] &&
        "$POSENC" $words --depfile t.d -o t.h && [ "$(cat t.d)" = 't.h:' ] &&
        [ "$("$POSENC" $words --list -o t.c)" = "$(printf 't\tt.h\tt.c')" ] &&
        printf '[t]\nmax-len = 64\nd-model = 8\ntype = q15\nfactored = exact\noutput = u.h\n' > m.ini &&
        "$POSENC" build m.ini && cmp t.h u.h && "$POSENC" build --check m.ini && [ "$("$POSENC" build --list m.ini)" = "$(printf 't\tu.h')" ] &&
        echo >> u.h && ends 1 "$POSENC" build --check m.ini
)
# with a base this large, the sines of f32 are too small for 48 bits
not_exact() (
    words='--max-len 64 --d-model 64 --base 1e9'
    rm -rf none && mkdir none && cd none && echo old > t.h &&
        ends 1 "$POSENC" $words --name t --factored exact -o t.h 2> error && [ "$(cat t.h)" = old ] && [ "$(ls)" = "$(printf 'error\nt.h')" ] &&
        [ "$(wc -l < error)" = 1 ] &&
        grep -x 'posenc: t: no exact factored table was found: of 4096 entries [0-9]* would be wrong, the first in row [0-9]*, column [0-9]*' error &&
        printf '[a]\nmax-len = 4\nd-model = 8\noutput = a.h\n[t]\nmax-len = 64\nd-model = 64\nbase = 1e9\nfactored = exact\noutput = t.h\n' > m.ini &&
        ends 1 "$POSENC" build m.ini 2> error && grep 'posenc: t: no exact' error && [ ! -e a.h ] && [ "$(cat t.h)" = old ] &&
        "$POSENC" $words --name t -o t.h
)
refused_from() { # refused_from ENTRIES ROW COLUMN WORD...
    wanted="of $1 entries [0-9]* would be wrong, the first in row $2, column $3"
    shift 3
    run "$@" --name t --factored exact
    [ $status = 1 ] && [ ! -s stdout ] && [ "$(wc -l < stderr)" = 1 ] &&
        grep -x "posenc: t: no exact factored table was found: $wanted" stderr
}

# --- refused in a manifest; words/refusals_of_forms.tsv and wrong_manifests.tsv have other refusals

same_name() { # same_name SUFFIX
    other_suffix=_fine
    [ $1 != _fine ] || other_suffix=_copy
    printf '[%s]\nmax-len = 4\nd-model = 8\noutput = %s\n' pe$1 b.h pe$other_suffix b.rs pe pe.h > same.ini &&
        echo 'factored = exact' >> same.ini &&
        refused "../same.ini:13: factored 'exact' makes 'pe$1', which is also the name of a section" build ../same.ini
}
each_form() { # each_form GUARD-BITS WORD...
    guard=$1
    shift
    for other in '--linkage static' '--linkage extern' '--align 64 --section .fast --qualifiers PROGMEM'; do
        "$POSENC" --name zz "$@" $other --factored exact -o names && cat names* > one && cat one >> emitted && rm names* &&
            grep -q "^ \* B = [0-9]*, $guard guard bits" one || return 1
    done
}
# every identifier of headers and sources that begins with the table's name, of each form
reserved() {
    "$POSENC" --name zz --max-len 64 --d-model 64 --component cos --factored exact >> emitted && # its width is not d-model
        tr -c 'A-Za-z0-9_' '\n' < emitted | sed -n 's/^zz_/_/p' | sort -u > suffixes
    sed -n '/^const char .const output_factored_suffixes/,/;$/p' "$root/gen/emit/output_files.c" | grep -o '"[A-Za-z_]*"' |
        tr -d '"' | sort > reserved && diff suffixes reserved
}

# --- large tables, compared with an oracle, whose sines are independent of the program; the core takes samples

# proven ORACLE MAX_LEN D_MODEL TYPE WORD...
proven() {
    oracle=$1 size="--max-len $2 --d-model $3" of=$4
    shift 4
    made $of static $size "$@" && reads gcc -std=c99 -O2 && "$tests/$oracle" --type $of $size "$@" < table/raw
}
# seen CHANGE TYPE WORD...: functions changed by that sed don't give the raw table any more
seen() {
    change=$1 of=$2
    shift 2
    made $of static "$@" && cp table/t.h whole.h && edit table/t.h "$change" && unlike whole.h table/t.h &&
        gives gcc -std=c99 -O2 &&
        unlike got table/want
}
rows=4096 columns=512 no_factor=yarn:factor=4,original=8,attention=1
[ "$all" ] || rows=300 columns=32
check_rows "$root/tests/forms/factored.tsv" oracle rows=$rows columns=$columns ${CORE:+'words=|--base 100 --layout halves|--first -1000'}
check_rows "$root/tests/forms/factored.tsv" everywhere
plan
