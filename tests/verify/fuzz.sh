#!/bin/sh
# Random words: all engines, numbers of threads, splits into rows and both axes make the same table, or all
# refuse it in the same line; a source that names the table's bytes is the same too, digest included; the functions of
# a factored table give it; and nothing hangs or crashes.
#
#   FUZZ=2000   how many requests        SEED=1   which ones
#
# Each request is a check, whose name is its command.
. "$(dirname "$0")/../tap.sh"
set -f
transpose=$tests/transpose
made=0 turned_down=0 factored=0 not_exact=0

printf '1\n1/3\n0x1p-9\n1e-3\n22/7\n' > "$dir/list"
printf '0\n2\n0\n0\n1/7\n' > "$dir/rest"
for numbers in 1 2 3 4; do
    awk -v n=$numbers 'BEGIN { split("0 7 1048575 -3 1/3 2pi/25 7 0 -1048575 1e20 6 -pi/6", p, " ")
        for (r = 0; r < 12; r++) for (k = 0; k < n; k++) printf "%s%s", p[1 + (r * (k + 1) + k) % 12], k < n - 1 ? " " : "\n" }' > "$dir/points$numbers"
done

requests() {
    awk -v seed="$1" -v count="$2" -v list="$dir/list" -v rest="$dir/rest" -v points="$dir/points" -v type=2 -f "$root/tests/verify/random_words.awk"
}

wrong() {
    echo "$1"
    return 1
}

# asked NAME OPTION...: the table goes to $dir/NAME, what is said to $dir/NAME.error, and how it ended to $status
asked() {
    name=$1
    shift
    status=0
    timeout 20 "$POSENC" $words --format raw "$@" > "$dir/$name" 2> "$dir/$name.error" || status=$?
    case $status in
    0) [ -s "$dir/$name" ] && [ ! -s "$dir/$name.error" ] || wrong "no table, or says something ($*)" ;;
    2) [ ! -s "$dir/$name" ] && [ "$(wc -l < "$dir/$name.error")" -eq 1 ] || wrong "refuses badly ($*)" ;;
    124) wrong "hangs ($*)" ;;
    *) wrong "exit status $status ($*): $(cat "$dir/$name.error")" ;;
    esac
}

# same OPTION...: as the first time
same() {
    asked other "$@" || return 1
    [ $status = "$first" ] && cmp "$dir/table" "$dir/other" && cmp "$dir/table.error" "$dir/other.error" || wrong "differs ($*)"
}

# incbin FOLDER OPTION...: a source, its header and the bytes
incbin() {
    folder=$dir/$1
    shift
    rm -rf "$folder" && mkdir "$folder"
    timeout 20 "$POSENC" $words --format incbin "$@" -o "$folder/t.c" && [ -s "$folder/t.c" ] || wrong "incbin ($*)"
}

same_sources() {
    incbin source --threads 1 || return 1
    for options in '--threads 4' '--engine wide' '--engine mpfr --threads 3'; do
        incbin again $options && diff -r "$dir/source" "$dir/again" || wrong "other files of incbin ($options)" || return 1
    done
}

by_parts() {
    total=$1 cut_at=$(($2 % $1))
    [ $cut_at -gt 0 ] || return 0
    asked head --rows 0:$cut_at && asked tail --rows $cut_at:"$total" || return 1
    cat "$dir/head" "$dir/tail" | cmp - "$dir/table" || wrong "differs (--rows 0:$cut_at and $cut_at:$total)"
}

channel_major() {
    asked exchanged --axes channel-major || return 1
    case $words in
    *'--type f64'*) size=8 ;;
    *'--type f16'* | *'--type bf16'* | *'--type q15'* | *'--type u16'* | *'--type i16'*) size=2 ;;
    *'--type q7'* | *'--type s8'* | *'--type u8'* | *'--type i8'*) size=1 ;;
    *) size=4 ;;
    esac
    columns=$(($(wc -c < "$dir/table") / size / $1))
    "$transpose" "$columns" $size < "$dir/table" | cmp - "$dir/exchanged" || wrong 'differs (--axes channel-major)' || return 1
    words="$words --axes channel-major"
    mv "$dir/exchanged" "$dir/table"
    by_parts "$columns" "$2" && same --engine wide --threads 3
}

# The functions of the factored table give the same table, whatever the engine and the threads; or there is none, in one
# line.
by_functions() {
    status=0
    timeout 60 "$POSENC" $words --name t --factored exact --threads 1 -o "$dir/t.h" 2> "$dir/t.error" || status=$?
    timeout 60 "$POSENC" $words --name t --factored exact --threads 3 --engine mpfr > "$dir/again.h" 2> "$dir/again.error"
    [ $? = $status ] && cmp "$dir/t.error" "$dir/again.error" || wrong 'differs (factored)' || return 1
    case $status in
    0) ;;
    1) grep -q 'no exact factored table' "$dir/t.error" && [ "$(wc -l < "$dir/t.error")" = 1 ] && not_exact=$((not_exact + 1)) ;;
    2) grep -q "^posenc: factored 'exact' is not for " "$dir/t.error" && [ "$(wc -l < "$dir/t.error")" = 1 ] ;;
    *) false ;;
    esac || wrong "exit status $status (factored): $(cat "$dir/t.error")" || return 1
    [ $status = 0 ] || return 0
    case $words in
    *'--type q7'*) type=int8_t ;;
    *'--type q15'*) type=int16_t ;;
    *'--type q31'* | *'--type q23'*) type=int32_t ;;
    *) type=float ;;
    esac
    factored=$((factored + 1))
    cmp "$dir/t.h" "$dir/again.h" && gcc -std=c99 -O1 -fsanitize=undefined -fno-sanitize-recover=all -I "$dir" -I "$consumers" -DHEADER='"t.h"' \
        -DTYPE=$type -o "$dir/use" "$consumers/copied.c" && "$dir/use" > "$dir/both" || wrong 'differs (factored)' || return 1
    cat "$dir/table" "$dir/table" | cmp - "$dir/both" || wrong 'differs (factored)'
}

# holds CUT: the request $words
holds() {
    asked table --threads 1 || return 1
    first=$status
    same --threads 4 && same --engine wide && same --engine mpfr || return 1
    if [ "$first" = 0 ]; then
        made=$((made + 1))
        rows=${words#*--max-len }
        rows=${rows%% *}
        by_functions && same_sources && by_parts "$rows" "$1" && channel_major "$rows" "$1"
    else
        turned_down=$((turned_down + 1))
    fi
}

requests "${SEED:-1}" "${FUZZ:-2000}" > "$dir/requests"
while read -r cut words; do
    check "posenc $words" holds "$cut"
done < "$dir/requests"
all_asked() {
    echo "$made tables, $factored of them factored, $turned_down refused, of ${FUZZ:-2000}"
    [ $made -gt 0 ] && [ $count = $((${FUZZ:-2000} + 1)) ]
}
check "all were asked: $made tables, $factored factored, $not_exact not exactly, $turned_down refused" all_asked
plan
