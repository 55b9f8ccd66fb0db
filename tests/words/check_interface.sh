#!/bin/sh
# SPDX-License-Identifier: MIT
# What other programs read of posenc: --list with --inputs and --json, and help --json.
. "$(dirname "$0")/../tap.sh"
golden=$root/tests/golden/configs
mkdir sub other && cp "$root/tests/words/manifests/tables.ini" "$root/docs/example.lua" . && mkdir lists && cp "$root/tests/words/texts/config.json" . || exit 1
printf '1\n1/2\n0x1p-2\n' > lists/w.txt
seq 8 > 'lists/a b.txt'
seq 3 > three
printf '%%%% rows\n@value@\n%%%% end\n' > lists/own.txt

# --- the files of a run

# listed WORD...: with --inputs, a line is that of --list, an empty field, and the rest; leaves the rest of all lines in `inputs`
listed() {
    "$POSENC" "$@" --list > without && "$POSENC" "$@" --list --inputs > with && [ -s without ] &&
        sed "s/$tab\($tab.*\)\{0,1\}\$//" with | cmp - without && sed -n "s/.*$tab$tab//p" with | tr "$tab" '\n' > inputs
}
# as_depfile LEAST WORD...: these are the prerequisites of the depfile, at least so many
as_depfile() {
    least=$1
    shift
    listed "$@" && "$POSENC" "$@" --depfile d && sed -n '1s/^[^:]*: *//p' d | sed 's/\\ /\n/g; s/ /\v/g; s/\n/ /g' | tr '\v' '\n' |
        sed '/^$/d' | sort -u > wanted && sort -u inputs | diff wanted - && at_least "$least" wanted
}
# as_lines WORD...: --list --json has the same names, in the same order
as_lines() {
    listed "$@" && "$POSENC" "$@" --list --json > json && [ "$(sed -n '1p;$p' json | tr -d '\n')" = '[]' ] &&
        sed -n 's/^{"name": \("[^"]*"\), "outputs": \[\([^]]*\)\], "inputs": \[\([^]]*\)\], .*/\1, \2, , \3/p' json |
        sed "s/\"//g; s/, /$tab/g; s/$tab\$//" | diff with -
}
digest() {
    piped "$POSENC" "$@" --list --json | sed -n 's/.*"digest": "\([0-9a-f]\{16\}\)"}.*/\1/p'
}
contents() { # contents COUNT WORDS...: these requests, quoted as for eval, have so many digests
    wanted=$1
    shift
    for request in "$@"; do eval "digest $request"; done > digests
    [ "$(wc -l < digests)" = $# ] && [ "$(sort -u digests | wc -l)" = "$wanted" ] || { cat digests; return 1; }
}
# defines NAMES WORD...: the names in --list --json
defines() {
    wanted=$1
    shift
    "$POSENC" "$@" --list --json > json && grep -F "\"defines\": [$wanted]," json || { cat json; return 1; }
}
check_rows "$root/tests/words/interface.tsv" files

# --- help --json

"$POSENC" help --json > help.json || exit 1
${CC:-cc} -std=c11 -o json_value "$root/tests/words/json_value.c" -ljansson || exit 1
# names FIRST [LAST]: of the rows of a member, or of several
names() {
    sed -n "/^\"$1\"/,/^\"$2\"/s/^  \"\([^\"]*\)\": {.*/\1/p" help.json
}
json() { # json VALUE KEY...
    json_wanted=$1
    shift
    ./json_value "$@" < help.json > said && [ "$(cat said)" = "$json_wanted" ] || { cat said; return 1; }
}
# The words and options of --help, each with its values, and no others.
as_help() {
    piped "$POSENC" --help | awk '/^  (-.,|   ) --/ { print substr($0, 9, substr($0, 28, 1) == " " ? 19 : 999) }' | sed 's/ *$//' |
        sort > wanted && at_least 60 wanted && sed -n '/^"words"/,/^"formats"/{
            s/^  "\([^"]*\)": {.*"argument": "\([^"]*\)".*/\1 \2/p
            s/^  "\([^"]*\)": {.*"value": "choice", "choices": \["\([^]]*\)"\].*/\1 \2/p
            s/^  "\([^"]*\)": {.*"value": "none".*/\1/p
        }' help.json | sed 's/", "/|/g' | sort | diff wanted -
}
formats() { # each with its extension
    piped "$POSENC" help format | sed -n 's/^\([a-z]*\)  *\(BASE\)\{0,1\}\(\.[A-Za-z]*\).*/\1 \3/p' > wanted && at_least 16 wanted &&
        names formats presets | while read -r format; do echo "$format $(./json_value formats "$format" extension < help.json)"; done |
        diff wanted - && each 16 wanted in_its_file
}
in_its_file() { # in_its_file 'FORMAT EXTENSION'
    succeeds --max-len 3 --d-model 4 --format "${1% *}" -o "pe${1#* }"
}
presets() { # those of posenc presets; --preset takes the name of a preset or of a system with one table
    sed -n '/^"presets"/,$s/^  "\([^"]*\)": {"tables": \([0-9]*\).*/\1 \2/p' help.json > listed && each 130 listed named_preset &&
        grep ' [2-9]$' listed && sed -n 's/ 1$//p' listed | sort > names && "$POSENC" presets > shown &&
        sed -n 's/^\([a-z0-9.-]\{1,\}\)  .*/\1/p; /other names:$/,/^$/s/^    //p' shown | tr -s ', ' '\n' | sed '/^$/d' | sort | diff names -
}
named_preset() { # named_preset 'NAME TABLES'
    run --preset "${1% *}" --max-len 4 --d-model 24 --list
    if [ "${1#* }" = 1 ]; then
        [ $status = 0 ] || grep -E "^posenc: (missing: --grid|${1% *}|.*d-model|.*max-len)" "$dir/stderr"
    else
        grep "has several tables" "$dir/stderr"
    fi
}
options_of() { # COMMAND: the options that it takes are exactly those of its help
    sed -n '/^"words"/,/^"formats"/'"s/^  \"\([^\"]*\)\".*\"commands\": \[[^]]*\"$1\".*/\1/p" help.json | sort > listed && at_least 3 listed &&
        piped "$POSENC" help "$1" | grep -oE -- '^  .{4}--[a-z-]+|--[a-z-]+( |$)' | grep -oE -- '--[a-z-]+' | sed 's/--//' | sort -u | diff listed -
}
check_rows "$root/tests/words/interface.tsv" json
plan
