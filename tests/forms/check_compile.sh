#!/bin/sh
# Each emitted form compiles without a warning in every standard that it is for, is stopped by its own #error in
# the others, and holds the right bits.
. "$(dirname "$0")/../tap.sh"
consumers=$root/tests/projects/consumers
strict='-Wall -Wextra -pedantic -Werror'
cd "$dir" || exit 1

c_old='c89 gnu89 iso9899:199409'
c_new='c99 c11 c17 gnu17 c2x'
cxx_old='c++98 c++11 c++14'
cxx_new='c++17 gnu++17 c++20 c++2b'
[ ! "${CORE-}" ] || c_old=c89 c_new='c99 c2x' cxx_old='c++98 c++11' cxx_new=c++17

# Compilers, as "C compiler:C++ compiler"; CC and CXX too where they are none of these.
compilers=
is_new() {
    case " $known " in *" $(command -v "$1" | xargs -r readlink -f) "*) return 1 ;; esac
}
known=
for pair in gcc:g++ clang:clang++; do
    if has ${pair%:*} ${pair#*:}; then
        compilers="$compilers $pair"
        known="$known $(readlink -f "$(command -v ${pair%:*})")"
    else
        skip "$pair" 'not installed'
    fi
done
case "${CC:-cc}${CXX:-c++}" in
*' '*) ;;
*) command -v "${CC:-cc}" > /dev/null && command -v "${CXX:-c++}" > /dev/null && is_new "${CC:-cc}" &&
    compilers="$compilers ${CC:-cc}:${CXX:-c++}" ;;
esac

# The tables: every kind of entry, that is zero, one, both signs, and (with `tiny`) subnormal numbers and -0; in
# `digits`, the sines from 0.01 to 0.0156, of which 8 digits would give some wrongly. Position-major and, with
# names in _t, channel-major.
pe='--max-len 37 --d-model 6 --first -20 --step 7/4'
tiny='--max-len 30 --d-model 8 --first 1e-45 --step -1e-46 --base 1e-7'
digits='--max-len 560 --d-model 2 --first 1/100 --step 1/100000'
for table in pe tiny digits; do
    words=$(eval "echo \$$table")
    "$POSENC" $words --format raw -o $table.bin
    "$POSENC" $words --axes channel-major --format raw -o ${table}_t.bin
    for literal in decimal hex bits; do
        for linkage in static extern; do
            mkdir -p $literal/$linkage
            as="--literal $literal --linkage $linkage"
            "$POSENC" $words $as --name $table -o $literal/$linkage/$table.h
            "$POSENC" $words $as --axes channel-major --name ${table}_t -o $literal/$linkage/${table}_t.h
        done
    done
done
printf '#include "%s.h"\n' pe pe_t tiny tiny_t > unused.c
{ cat unused.c; printf 'float use(void);\nfloat use(void) {\n    return pe[0][1] + pe_t[1][0] + tiny[0][1] + tiny_t[1][0];\n}\n'
} > use.c
echo 'int unused;' >> unused.c
check_kinds() {
    od -An -v -tx4 pe.bin tiny.bin | tr -s ' ' '\n' > words
    for kind in 00000000 80000000 3f800000 00000001 80000001 '0000...[1-9a-f]' bf......; do
        grep -q "^$kind\$" words || { echo "no $kind"; return 1; }
    done
}
check 'the tables have 0, -0, 1, subnormal and negative entries' check_kinds

# compiles COMPILER LANGUAGE LITERAL LINKAGE STANDARD...: a file that uses the tables and one that doesn't; and
# the source with the definition
compiles() {
    compiler=$1 language=$2 folder=$3/$4
    shift 4
    known_standards $compiler $language "$@" || return 1
    for standard in $standards; do
        sources='use.c unused.c'
        [ $language${folder#*/} = cextern ] && sources="$sources $folder/pe.c $folder/tiny_t.c"
        for file in $sources; do
            $compiler -x $language -std=$standard $strict -I $folder -c -o object.o $file ||
                { echo "$standard, $file"; return 1; }
        done
    done
}

# stops MESSAGE COMPILER LANGUAGE LITERAL LINKAGE STANDARD...: the first error is that one
stops() {
    message=$1 compiler=$2 language=$3 literal=$4 linkage=$5
    shift 5
    known_standards $compiler $language "$@" || return 1
    for standard in $standards; do
        ! $compiler -x $language -std=$standard -I $literal/$linkage -c -o use.o use.c 2> errors ||
            { echo "$standard compiles"; return 1; }
        grep 'error:' errors | head -n 1 | grep -F "$message" ||
            { echo "$standard: $(grep 'error:' errors | head -n 1)"; return 1; }
    done
}

all_known() {
    for standard in c89 c99 c11 c17 c2x gnu89; do
        knows ${1%:*} c $standard || { echo "$1 $standard"; return 1; }
    done
    for standard in c++98 c++11 c++14 c++17 c++20 c++2b; do
        knows ${1#*:} c++ $standard || { echo "$1 $standard"; return 1; }
    done
}
for pair in $compilers; do
    cc=${pair%:*} cxx=${pair#*:}
    if all_known $pair > missing; then
        check "$pair knows each standard" all_known $pair
    else
        skip "$pair knows each standard" "$(cat missing)"
    fi
    for linkage in static extern; do
        check "$cc, decimal, $linkage: C89 to C23" compiles $cc c decimal $linkage $c_old $c_new
        check "$cxx, decimal, $linkage: C++98 to C++23" compiles $cxx c++ decimal $linkage $cxx_old $cxx_new
        check "$cc, hex, $linkage: C99 to C23" compiles $cc c hex $linkage $c_new
        check "$cxx, hex, $linkage: C++17 to C++23" compiles $cxx c++ hex $linkage $cxx_new
        check "$cc, bits, $linkage: C89 to C23" compiles $cc c bits $linkage $c_old $c_new
        check "$cc, hex, $linkage: no C89, nor gnu89" stops \
            'hexadecimal floating literals: C99 or later' $cc c hex $linkage $c_old
        check "$cxx, hex, $linkage: no C++98 to C++14" stops \
            'hexadecimal floating literals: C++17 or later' $cxx c++ hex $linkage $cxx_old
        check "$cxx, bits, $linkage: no C++" stops 'bits are read as numbers through a union: C only' \
            $cxx c++ bits $linkage $cxx_old $cxx_new
    done
done

# --- the bits in the object

# holds COMPILER LANGUAGE LITERAL LINKAGE OPTIONS: a consumer reads back what posenc computed
holds() {
    compiler=$1 language=$2 folder=$3/$4 linkage=$4 options=$5
    for table in pe pe_t tiny digits; do
        objects=
        $compiler -x $language $options $strict -I $folder -DHEADER="\"$table.h\"" -DNAME=$table \
            -DMAX_LEN=${table}_MAX_LEN -DD_MODEL=${table}_D_MODEL -c -o write.o "$consumers/write_table.c" || return 1
        if [ $linkage = extern ]; then
            objects=$table.o
            $c_of_pair $strict -c -o $objects $folder/$table.c || return 1
        fi
        $compiler -o write write.o $objects && ./write > got 2> shape || return 1
        cat $table.bin $table.bin | cmp - got || { echo "$table"; return 1; }
        case $table in
        pe) echo '[37][6] max_len 37 d_model 6' ;;
        pe_t) echo '[6][37] max_len 37 d_model 6' ;;
        tiny) echo '[30][8] max_len 30 d_model 8' ;;
        digits) echo '[560][2] max_len 560 d_model 2' ;;
        esac | diff - shape || return 1
    done
}
for pair in $compilers; do
    cc=${pair%:*} cxx=${pair#*:} c_of_pair=${pair%:*}
    for linkage in static extern; do
        check "$cc, decimal, $linkage: the bits" holds $cc c decimal $linkage -std=c89
        check "$cxx, decimal, $linkage: the bits" holds $cxx c++ decimal $linkage -std=c++98
        check "$cc, hex, $linkage: the bits" holds $cc c hex $linkage -std=c99
        check "$cxx, hex, $linkage: the bits" holds $cxx c++ hex $linkage -std=c++17
        check "$cc, bits, $linkage: the bits" holds $cc c bits $linkage -std=c89
        check "$cc, bits, $linkage, with uint32_t: the bits" holds $cc c bits $linkage '-std=c11 -O2'
    done
done

# --- two tables, a header twice

for literal in decimal hex bits; do
    for linkage in static extern; do
        folder=two/$literal/$linkage
        mkdir -p $folder
        "$POSENC" --max-len 5 --d-model 4 --name a --literal $literal --linkage $linkage -o $folder/a.h
        "$POSENC" --max-len 3 --d-model 8 --name b --first 1 --literal $literal --linkage $linkage -o $folder/b.h
    done
done
two_tables() {
    compiler=$1 language=$2 literal=$3 linkage=$4 objects=
    folder=two/$literal/$linkage
    if [ $linkage = extern ]; then
        $c_of_pair $strict -c -o a.o $folder/a.c && $c_of_pair $strict -c -o b.o $folder/b.c || return 1
        objects='a.o b.o'
    fi
    $compiler -x $language $strict -I $folder -c -o two.o "$consumers/two_tables.c" &&
        $compiler -o two_tables two.o $objects && ./two_tables
}
for pair in $compilers; do
    cc=${pair%:*} cxx=${pair#*:} c_of_pair=${pair%:*}
    for linkage in static extern; do
        for literal in decimal hex bits; do
            check "$cc: two tables in one program, $literal, $linkage" two_tables $cc c $literal $linkage
            [ $literal = bits ] ||
                check "$cxx: two tables in one program, $literal, $linkage" two_tables "$cxx -std=c++17" c++ $literal \
                    $linkage
        done
    done
done

# --- the guards

# guarded COMPILER [MACRO VALUE]: a float.h of another float stops each form; one of ours doesn't
guarded() {
    rm -rf fake && mkdir fake
    {
        printf '#define FLT_RADIX 2\n#define FLT_MANT_DIG 24\n#define FLT_MIN_EXP (-125)\n#define FLT_MAX_EXP 128\n'
        [ $# = 1 ] || printf '#undef %s\n#define %s %s\n' "$2" "$2" "$3"
    } > fake/float.h
    for literal in decimal hex bits; do
        for file in "-I $literal/static use.c" "-I $literal/extern use.c" $literal/extern/pe.c; do
            if [ $# = 1 ]; then
                $1 -I fake -c -o object.o $file || return 1
                continue
            fi
            ! $1 -I fake -c -o object.o $file 2> errors && grep 'error:' errors | head -n 1 |
                grep -F 'float must be IEEE 754 binary32' || { echo "$file"; return 1; }
        done
    done
}
for pair in $compilers; do
    cc=${pair%:*}
    check "$cc: the right float compiles" guarded $cc
    check "$cc: a decimal float is stopped" guarded $cc FLT_RADIX 10
    check "$cc: a float of 53 bits is stopped" guarded $cc FLT_MANT_DIG 53
    check "$cc: a float of 8 exponent bits and another bias is stopped" guarded $cc FLT_MIN_EXP '(-126)'
    check "$cc: a float of more exponents is stopped" guarded $cc FLT_MAX_EXP 1024
done
narrow_int() {
    rm -rf fake && mkdir fake && echo "#define UINT_MAX $2" > fake/limits.h
    if [ "$2" = 4294967295U ]; then
        $1 -std=c89 -I fake -I bits/static -c -o use.o use.c
    else
        ! $1 -std=c89 -I fake -I bits/static -c -o use.o use.c 2> errors &&
            grep 'error:' errors | head -n 1 | grep -F 'unsigned int must have 32 bits, or C be C99, which has uint32_t'
    fi
}
for pair in $compilers; do
    cc=${pair%:*}
    check "$cc, bits, C89: an unsigned int of 32 bits compiles" narrow_int $cc 4294967295U
    check "$cc, bits, C89: an unsigned int of 16 bits is stopped" narrow_int $cc 65535U
    check "$cc, bits, C89: an unsigned int of 64 bits is stopped" narrow_int $cc 18446744073709551615U
done

# --- the text

narrow() {
    find . -name '*.[ch]' ! -name use.c ! -name unused.c > outputs
    [ "$(wc -l < outputs)" -gt 20 ] || return 1
    xargs awk 'length($0) > 99 { print FILENAME ":" FNR ": " length($0) " columns"; bad = 1 } END { exit bad }' < outputs
}
check 'no line has 100 columns' narrow
rm -rf decimal hex bits two
long_name=n$(printf '%055d' 0)
for literal in decimal hex bits; do
    "$POSENC" --max-len 123456 --d-model 2 --name "$long_name" --literal $literal -o long_$literal.h
    "$POSENC" --max-len 3 --d-model 12345 --linkage extern --name "$long_name" --literal $literal \
        -o long_extern_$literal.h
done
i=0
for words in '--first 123456789/987654321987654321 --step -1/77777777777777777777777' '--step 22222222222222pi/9999999' \
    '--axes channel-major --base 1234567890123456789012345678901234567890' \
    '--base 12345678901234567890123456789012345678/7654321 --spacing over:-123456789012345678901234567/13' \
    '--first 1e1000 --step 1e-1000' '--spacing column --odd zero --layout halves --order cos-sin --step pi/1e30'; do
    i=$((i + 1))
    "$POSENC" --max-len 40 --d-model 32 $words -o wide_$i.h
    "$POSENC" --max-len 40 --d-model 32 $words --linkage extern --literal bits -o wide_extern_$i.h
done
check 'no line has 100 columns, with long names and numbers' narrow
not_ragged() {
    [ -s wide_1.h ] && [ -s wide_extern_1.h ] || return 1
    ends 1 grep -n -e '[[:blank:]]$' -e "$(printf '\t')" -e '[^ -~]' ./*.[ch] || return 1
    for file in ./*.[ch]; do
        [ "$(tail -c 1 "$file" | od -An -tx1)" = ' 0a' ] || return 1
    done
}
check 'plain ASCII, no blank at a line end, a newline at the end' not_ragged
check 'a name of 56 characters compiles' eval 'for literal in decimal hex bits; do
    echo "#include \"long_$literal.h\"" > use.c; ${CC:-cc} $strict -c -o use.o use.c || return 1; done'
cd /
plan
