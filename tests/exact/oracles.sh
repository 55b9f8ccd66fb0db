# SPDX-License-Identifier: MIT
# For check_oracle.sh and check_words_oracle.sh, to be sourced after tap.sh: tables that an oracle judges bit by bit.
# shellcheck disable=SC2154 # $dir of tap.sh, $oracle of the script
set -f

# agrees AXES WORD...: the engine that is the default, and the reference engine on its own, each way; the core asks that for one
# table of four
agreed=0
agrees() {
    all_axes=$1
    shift
    for axes in $all_axes; do
        "$POSENC" --axes $axes "$@" --format raw > table.bin && "$oracle" --axes $axes "$@" < table.bin || return 1
        agreed=$((agreed + 1))
        [ ! "${CORE-}" ] || [ $((agreed % 4)) = 1 ] || continue
        piped "$POSENC" --axes $axes "$@" --format raw --engine mpfr | cmp - table.bin || return 1
    done
}

# check_exact AXES FILE [NAME=LIST]...: a check for each table of a .tsv, whose first lines say what its columns are; or for a
# $share of them, of 1000, which are spread evenly
check_exact() {
    of_axes=$1 file=$2 nth=0
    shift 2
    expanded "$@" < "$file" > tables || exit 1
    while IFS='	' read -r size words text; do
        if [ "$size" = file ]; then
            printf %b "$text" > "$words"
            continue
        fi
        nth=$((nth + 389))
        [ $((nth % 1000)) -lt "${share:-1000}" ] || continue
        shape="--d-model ${size#*x}"
        [ "${size#*x}" = "$size" ] || shape="--max-len ${size%x*} $shape"
        check "$size $words" agrees "$of_axes" $shape $words
    done < tables
}
