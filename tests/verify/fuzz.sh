#!/bin/sh
# Random words: all engines, numbers of threads, splits into rows and both axes make the same table, or all
# refuse it in the same line; a source that names the table's bytes is the same too, digest included; and nothing hangs
# or crashes.
#
#   FUZZ=2000   how many requests        SEED=1   which ones
#
# Each failure is printed with its command; the exit status is 1 then. $POSENC is the program.
set -uf
POSENC=$(cd "$(dirname "${POSENC:-build/posenc}")" && pwd)/$(basename "${POSENC:-build/posenc}")
transpose=$(dirname "$POSENC")/tests/transpose
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
failed=0 made=0 refused=0 number=0

printf '1\n1/3\n0x1p-9\n1e-3\n22/7\n' > "$dir/list"

requests() {
    awk -v seed="$1" -v count="$2" -v list="$dir/list" -v type=1 -f "$(dirname "$0")/random_words.awk"
}

wrong() {
    failed=$((failed + 1))
    echo "$1: posenc$words"
}

# run NAME OPTION...: the table goes to $dir/NAME, what is said to $dir/NAME.error, and how it ended to $status
run() {
    name=$1
    shift
    # shellcheck disable=SC2086
    timeout 20 "$POSENC" $words --format raw "$@" > "$dir/$name" 2> "$dir/$name.error"
    status=$?
    case $status in
    0) [ ! -s "$dir/$name.error" ] || wrong "says something ($*)" ;;
    1 | 2)
        [ ! -s "$dir/$name" ] && [ "$(wc -l < "$dir/$name.error")" -eq 1 ] || wrong "refuses badly ($*)"
        [ $status = 2 ] || wrong "$(cat "$dir/$name.error") ($*)"
        ;;
    124) wrong "hangs ($*)" ;;
    *) wrong "exit status $status ($*)" ;;
    esac
}

# same OPTION...: as the first run
same() {
    run other "$@"
    [ $status = "$first" ] && cmp -s "$dir/table" "$dir/other" && cmp -s "$dir/table.error" "$dir/other.error" ||
        wrong "differs ($*)"
}

# incbin FOLDER OPTION...: a source, its header and the bytes
incbin() {
    folder=$dir/$1
    shift
    rm -rf "$folder" && mkdir "$folder"
    # shellcheck disable=SC2086
    timeout 20 "$POSENC" $words --format incbin "$@" -o "$folder/t.c" || wrong "incbin ($*)"
}

same_sources() {
    incbin source --threads 1
    for options in '--threads 4' '--engine wide' '--engine mpfr --threads 3'; do
        # shellcheck disable=SC2086
        incbin again $options
        diff -r "$dir/source" "$dir/again" > "$dir/different" || wrong "other files of incbin ($options)"
    done
}

by_parts() {
    total=$1 cut=$(($2 % $1))
    [ $cut -gt 0 ] || return
    run head --rows 0:$cut
    run tail --rows $cut:"$total"
    cat "$dir/head" "$dir/tail" | cmp -s - "$dir/table" || wrong "differs (--rows 0:$cut and $cut:$total)"
}

channel_major() {
    run exchanged --axes channel-major
    case $words in
    *'--type f64'*) size=8 ;;
    *'--type f16'* | *'--type bf16'* | *'--type q15'*) size=2 ;;
    *'--type q7'* | *'--type s8'*) size=1 ;;
    *) size=4 ;;
    esac
    columns=$(($(wc -c < "$dir/table") / size / $1))
    "$transpose" "$columns" $size < "$dir/table" | cmp -s - "$dir/exchanged" || wrong 'differs (--axes channel-major)'
    words="$words --axes channel-major"
    mv "$dir/exchanged" "$dir/table"
    by_parts "$columns" "$2"
    same --engine wide --threads 3
}

requests "${SEED:-1}" "${FUZZ:-2000}" > "$dir/requests"
while read -r cut words; do
    words=" $words"
    number=$((number + 1))
    run table --threads 1
    first=$status
    same --threads 4
    same --engine wide
    same --engine mpfr
    if [ "$first" = 0 ]; then
        made=$((made + 1))
        same_sources
        rows=${words#*--max-len }
        rows=${rows%% *}
        by_parts "$rows" "$cut"
        channel_major "$rows" "$cut"
    else
        refused=$((refused + 1))
    fi
done < "$dir/requests"
echo "$number requests: $made tables, $refused refused, $failed failures"
[ $failed = 0 ]
