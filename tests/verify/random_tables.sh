# SPDX-License-Identifier: MIT
# For scripts with random tables, to be sourced after tap.sh: words by random_words.awk, the files that they name, and running
# programs with them. Words are split on purpose, after set -f: they have a * in them.
# shellcheck disable=SC2154 # root and dir of tap.sh
printf '1\n1/3\n0x1p-9\n1e-3\n22/7\n' > "$dir/list"
printf '0\n2\n0\n0\n1/7\n' > "$dir/rest"
for numbers in 1 2 3 4; do
    awk -v n=$numbers 'BEGIN { split("0 7 1048575 -3 1/3 2pi/25 7 0 -1048575 1e20 6 -pi/6", p, " ")
        for (r = 0; r < 12; r++)
            for (k = 0; k < n; k++) printf "%s%s", p[1 + (r * (k + 1) + k) % 12], k < n - 1 ? " " : "\n" }' \
        > "$dir/points$numbers"
done

# random_words SEED COUNT [FOLDER/ [pair]]: COUNT tables, a line each: a number below 1000, then the words. FOLDER is the way
# to the files, pair is for tables of component cos,sin alone.
random_words() {
    awk -v seed="$1" -v count="$2" -v list="${3-}list" -v rest="${3-}rest" -v points="${3-}points" -v type=2 \
        -v pair=${4:+1} -f "$root/tests/verify/random_words.awk"
}

# made FOLDER PROGRAM WORD...: runs the program in that new folder of $dir, and leaves its files there, and out, error and
# status. It succeeds with no more than a line of advice, or it refuses with one line and makes nothing.
made() {
    made_in=$dir/$1
    shift
    rm -rf "$made_in" && mkdir "$made_in" && made_status=0 || return 1
    (cd "$made_in" && exec timeout 60 "$@" > out 2> error) || made_status=$?
    echo $made_status > "$made_in/status"
    case $made_status in
    0) [ "$(grep -cv ': many entries are cut off, \|: every entry is \|: entries go up to ' "$made_in/error")" = 0 ] ;;
    2)
        [ "$(ls "$made_in" | tr '\n' ' ')" = 'error out status ' ] && [ ! -s "$made_in/out" ] &&
            [ "$(wc -l < "$made_in/error")" = 1 ] ;;
    *) false ;;
    esac || { echo "ends with status $made_status: $*"; ls "$made_in"; cat "$made_in/error"; return 1; }
}
# as_made FOLDER PROGRAM WORD...: it makes the same files, or refuses with the same line
as_made() {
    as=$1
    shift
    made again "$@" && diff -r "$dir/$as" "$dir/again" || { echo "not so: $*"; return 1; }
}

# each_random LEAST COMMAND: calls the command with each line of $dir/requests as its words. Its status is 0 if the table is right,
# and 2 if it is refused; at least LEAST tables aren't refused.
each_random() {
    least=$1 command_of_each=$2 random_made=0 random_count=0
    while read -r request; do
        set -f
        set -- $request
        set +f
        random_count=$((random_count + 1))
        "$command_of_each" "$@"
        case $? in
        0) random_made=$((random_made + 1)) ;;
        2) ;;
        *) echo "of: $request" && return 1 ;;
        esac
    done < "$dir/requests"
    echo "$random_made of $random_count made"
    [ $random_made -ge "$least" ]
}
