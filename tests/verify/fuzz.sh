#!/bin/sh
# SPDX-License-Identifier: MIT
# Random words: all engines, numbers of threads, ranges of rows and both axes make the same table, or all
# refuse it with the same line. A source that names the table's bytes is also the same, including the digest. The functions of
# a factored table give the table. Nothing hangs or crashes.
#
#   FUZZ=2000   how many requests        SEED=1   which ones
#
# Each request is a check, whose name is its command.
. "$(dirname "$0")/../tap.sh"
. "$root/tests/types.sh"
. "$root/tests/verify/random_tables.sh"
set -f
tables=0 refusals=0 factored=0 not_exact=0

raw() { # raw FOLDER OPTION...
    folder=$1
    shift
    made $folder "$POSENC" $words --format raw "$@"
}
same_bytes() {
    as_made table "$POSENC" $words --format raw "$@"
}

same_sources() {
    made source "$POSENC" $words --format incbin --threads 1 -o t.c && [ -s source/t.c ] || return 1
    for options in '--threads 4' '--engine wide' '--engine mpfr --threads 3'; do
        as_made source "$POSENC" $words --format incbin $options -o t.c || return 1
    done
}

by_parts() { # by_parts ROWS CUT
    cut_at=$(($2 % $1))
    [ $cut_at -gt 0 ] || return 0
    raw head --rows 0:$cut_at && raw tail --rows $cut_at:"$1" && cat head/out tail/out | cmp - table/out ||
        { echo "differs (--rows 0:$cut_at and $cut_at:$1)"; return 1; }
}

channel_major() { # channel_major ROWS CUT
    raw exchanged --axes channel-major || return 1
    type=${words#*--type }
    size=$(bytes_of "${type%% *}")
    columns=$(($(wc -c < table/out) / size / $1))
    "$tests/transpose" $columns $size < table/out | cmp - exchanged/out || { echo 'differs (--axes channel-major)'; return 1; }
    words="$words --axes channel-major"
    cp exchanged/out table/out
    by_parts $columns "$2" && same_bytes --engine wide --threads 3
}

# The functions of the factored table give the same table, whatever the engine and the threads; or there is none, in one
# line.
by_functions() {
    set -- "$POSENC" $words --name t --factored exact -o t.h
    if ! made functions "$@" --threads 1 > ended; then
        grep -q 'no exact factored table' functions/error && [ "$(wc -l < functions/error)" = 1 ] &&
            [ "$(cat functions/status)" = 1 ] || { cat ended; return 1; }
        not_exact=$((not_exact + 1))
        ends 1 as_made functions "$@" --threads 3 --engine mpfr > ended && diff -r functions again
        return
    fi
    as_made functions "$@" --threads 3 --engine mpfr || return 1
    [ ! -s functions/error ] || { grep "^posenc: factored 'exact' is not for " functions/error; return; }
    type=${words#*--type }
    factored=$((factored + 1))
    gcc -std=c99 -O1 -fsanitize=undefined -fno-sanitize-recover=all -I functions -I "$consumers" -DHEADER='"t.h"' \
        -DTYPE="$(c_type_of "${type%% *}")" -o use "$consumers/copied.c" && ./use > both &&
        cat table/out table/out | cmp - both || { echo 'differs (factored)'; return 1; }
}

# holds CUT: the request $words
holds() {
    raw table --threads 1 && same_bytes --threads 4 && same_bytes --engine wide && same_bytes --engine mpfr || return 1
    if [ -s table/out ]; then
        tables=$((tables + 1))
        rows=${words#*--max-len }
        rows=${rows%% *}
        by_functions && same_sources && by_parts "$rows" "$1" && channel_major "$rows" "$1"
    else
        refusals=$((refusals + 1))
        [ -s table/error ]
    fi
}

random_words "${SEED:-1}" "${FUZZ:-2000}" ../ > requests
while read -r cut words; do
    check "posenc $words" holds "$cut"
done < requests
all_asked() {
    echo "$tables tables, $factored of them factored, $refusals refused, of ${FUZZ:-2000}"
    [ $tables -gt 0 ] && [ $tap_count = $((${FUZZ:-2000} + 1)) ]
}
check "all were asked: $tables tables, $factored factored, $not_exact not exactly, $refusals refused" all_asked
plan
