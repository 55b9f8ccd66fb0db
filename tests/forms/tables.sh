# SPDX-License-Identifier: MIT
# For scripts of this folder, to be sourced after tap.sh: a table of each element type, with zeros of both signs,
# subnormal numbers, 1 and the ends of fixed point among its entries.
# shellcheck disable=SC2154 # $consumers of tap.sh

types='f32 f64 f16 bf16 q7 q15 q31 q23 s8 u8 i8 u16 i16' fixed='q7 q15 q31 q23 s8 u8 i8 u16 i16'
words_of() { # words_of TYPE; f32_t is channel-major, and f32_digits has sines for which 8 digits aren't enough
    case $1 in
    f32_t) echo '--max-len 37 --d-model 6 --first -20 --step 7/4 --axes channel-major' ;;
    f32_digits) echo '--max-len 560 --d-model 2 --first 1/100 --step 1/100000' ;;
    q* | s8) echo '--max-len 19 --d-model 6 --first -9 --step 7/4 --amplitude 3/2' ;;
    u8) echo '--max-len 19 --d-model 6 --first -9 --step 7/4 --scale 1/200 --zero-point 100' ;;
    i8) echo '--max-len 19 --d-model 6 --first -9 --step 7/4 --scale 1/200 --zero-point -3' ;;
    u16) echo '--max-len 19 --d-model 6 --first -9 --step 7/4 --scale 1/50000 --zero-point 30000' ;;
    i16) echo '--max-len 19 --d-model 6 --first -9 --step 7/4 --scale 1/40000 --zero-point 5' ;;
    f64) echo '--max-len 19 --d-model 6 --first 1e-322 --step -72e-325 --base 1e-200' ;;
    f16) echo '--max-len 19 --d-model 6 --first 1e-7 --step -1e-8 --base 1e-6' ;;
    *) echo '--max-len 19 --d-model 6 --first 1e-44 --step -7e-46 --base 1e-44' ;;
    esac
}
# needed COMMAND...: ends the script unless the command passes, outside of checks
needed() {
    "$@" || { echo "Bail out! exit status $? of: $*"; exit 1; }
}
# table TYPE FILE WORD...: the table of that type, named by it
table() {
    type=$1 file=$2
    shift 2
    "$POSENC" $(words_of "$type") --type "$type" --name "$type" "$@" -o "$file"
}
# pair TYPE FILE WORD...: the tables of its cosines and sines, pair_cos and pair_sin, in one file
pair() {
    type=$1 file=$2
    shift 2
    "$POSENC" $(words_of "$type") --type "$type" --component cos,sin --name pair "$@" -o "$file"
}
# pair_raw TYPE: their bytes, in pair_cos.raw and pair_sin.raw
pair_raw() {
    for component in cos sin; do
        "$POSENC" $(words_of "$1") --type "$1" --component $component --format raw -o pair_$component.raw || return 1
    done
}
# asserts HEADER COMPILER...: an index beyond the table t of 19 x 6 ends a program, unless NDEBUG is defined
asserts() {
    of_header=$1
    shift
    set -- "$@" -I . -DHEADER="\"$of_header\"" -o beyond "$consumers/beyond.c"
    "$@" && ./beyond && ! ./beyond row 2> said && grep 'row_ < 19u' said && ! ./beyond another column 2> said &&
        grep 'column_ < 6u' said && ! ./beyond in a copy 2> said && grep 'row_ < 19u' said && "$@" -DNDEBUG
}
# streamed WORDS FORMAT...: standard output gets the bytes of a file
streamed() {
    size=$1
    shift
    for format; do
        "$POSENC" $size --format $format > stream.$format && [ -s stream.$format ] &&
            "$POSENC" $size --format $format --threads 3 -o stream && cmp stream stream.$format || return 1
    done
}
