#!/bin/sh
# SPDX-License-Identifier: MIT
# The command in a file's banner makes the same file again when it is pasted into a shell.
. "$(dirname "$0")/../tap.sh"
. "$root/tests/verify/random_tables.sh"
piped "$POSENC" build "$root/out/tables.ini" --list | tr '\t' '\n' | sed -n 's/.*\/out\///p' > listed
present listed
printf 'made by:\n@command@\n%%%% rows\n@value@\n%%%% end\n' > ~own.txt

# again FILE WORD...: writes FILE with these words, and the command in it writes the same; 2 if the words are refused. If
# FILE comes with BASE.h, the command already has -o.
again() {
    file=$1
    shift
    rm -rf again "${file%.*}.h"
    "$POSENC" "$@" -o "$file" 2> error || { [ $? = 2 ] && return 2; } || return 1
    mkdir again && cp list rest points? ~own.txt again
    output=
    [ "$file" != "${file%.*}.h" ] && [ -e "${file%.*}.h" ] || output=" -o $file"
    echo "$(banner_command "$file" | sed 's|^posenc|"$POSENC"|')$output" > command
    (cd again && sh ../command) && cmp "$file" "again/$file" || { cat command; return 1; }
}
export POSENC

quoted() {
    again a.h --max-len 3 --d-model 4 --amplitude 'sqrt(0.5)' && grep -q "'sqrt(0.5)'" a.h || return 1
    again b.h --max-len 3 --d-model 4 --section '.rdata$zz' && grep -qF "'.rdata\$zz'" b.h || return 1
    again c.txt --max-len 3 --d-model 4 --template ~own.txt && grep -qF "'~own.txt'" c.txt || return 1
    again d.h --max-len 3 --d-model 4 --frequencies list 2> error
    grep -q 'has 5, and the table needs 2' error && again e.h --max-len 3 --d-model 10 --frequencies list
}

# pasted 'WORDS' FILE...: the command in each text file makes all of them, when it is pasted as it is. The first is the output.
pasted() {
    words=$1
    shift
    rm -rf made && mkdir made && (cd made && "$POSENC" $words -o "$1") || return 1
    for file in made/*; do
        case $file in *.bin) continue ;; esac
        rm -rf again && mkdir again && banner_command "$file" | sed 's|^posenc|"$POSENC"|' > command || return 1
        (cd again && sh ../command > ../printed) || { cat command; return 1; }
        [ ! -s printed ] || mv printed "again/$1"
        diff -r made again || { cat command; return 1; }
    done
    for file; do [ -e "again/$file" ] || return 1; done
}
but_command() { # standard input without the command and its digest
    awk '/posenc --/ || goes_on { goes_on = /\\$/; next } !/_H.* 0x/'
}
# noticed 'FILE... [WORD...]': the lines of copyright and spdx begin each text of an output, and nothing else changes but the command
noticed() {
    names=${1%% --*} words='--max-len 3 --d-model 4 --type q15 --name n'
    case $1 in *' --'*) words="$words --${1#* --}" ;; esac
    rm -rf without && mkdir without && (cd without && "$POSENC" $words -o "${names%% *}") || return 1
    pasted "$words --spdx (MIT-0) --copyright <j@x.org>;Jürgen" $names || return 1
    for file in $names; do
        grep -v '^/\*$' "made/$file" | sed 's/^[ *;/-]*//' | head -n 2 | diff notices - &&
            sed '1,/SPDX-License/d' "made/$file" | sed '1{ /^ \*\/$/d; }' | but_command > body && but_command < "without/$file" | cmp - body || return 1
    done
}
printf 'SPDX-%s\n' 'FileCopyrightText: <j@x.org>;Jürgen' 'License-Identifier: (MIT-0)' > notices
of_out() {
    eval "$(banner_command "$root/$1" | sed 's|^posenc|piped "$POSENC"|')" | cmp - "$root/$1"
}
broken_into_lines() {
    "$POSENC" --max-len 11 --d-model 13 --base 123456789/1000 --spacing column --layout halves --order cos-sin --axes channel-major \
            --first -123456789123456789.5 --odd zero --name a_table_with_a_name_of_a_good_many_characters > long.h &&
        sed -n '/posenc --/,/[^\\]$/p' long.h > lines && at_least 3 lines && ends 1 grep '^.\{99\}' lines
}
canonical() {
    "$POSENC" --max-len 007 --d-model 4 --base 1.0e4 --step 4/8 --first -6pi/4 > table.h &&
        [ "$(banner_command table.h)" = 'posenc --max-len 7 --d-model 4 --first -3pi/2 --step 0.5' ]
}

# said WHAT AXES WORD...: the banner of a grid in blocks with an axis that owns no columns
said() {
    what=$1 axes=$2
    shift 2
    piped "$POSENC" --max-len 48 --d-model 16 --grid 2x4x6 --grid-blocks 2x3 --grid-columns xy "$@" | sed '/\*\//q; s/^ \*//' |
        tr -s '\n ' ' ' > text && grep -qF "$what in the order tyx in blocks of 2x3" text &&
        grep -qF "$axes" text && grep -qF '; no channel of t' text || { cat text; return 1; }
}
# has_text TEXT WORD...: the banner has that text, on one line or more
has_text() {
    text=$1
    shift
    piped "$POSENC" "$@" | sed '/\*\//q; s/^ \*//' | tr -s '\n ' ' ' > text && grep -qF -- "$text" text || { cat text; return 1; }
}
# named WORD...: the command has the system's name, and only words that differ from the system's
named() {
    again a.h --max-len 6 --d-model 8 --preset hf-pixtral --grid 2x3 "$@" --name a && banner_command a.h > command &&
        grep -qF "posenc --max-len 6 --d-model 8 --grid 2x3${*:+ $*} --name a --preset hf-pixtral" command || { cat command; return 1; }
}
left_out() {
    again a.h --max-len 6 --d-model 8 --preset hf-pixtral --grid 2x3 --component cos --name a && ends 1 grep -q -- --component a.h
}

random_tables() {
    forms='--literal=decimal --literal=hex --literal=bits --literal=bytes --linkage=extern --accessor=yes --align=64
        --section=.rdata$x --qualifiers=PROGMEM,USED --endian=big --format=rust --format=go --format=zig --format=cpp --spdx=MIT-0'
    count_of_requests=400
    [ ! "${CORE-}" ] || count_of_requests=100
    random_words 7 $count_of_requests > requests
    each_random $((count_of_requests * 3 / 8)) again_in_a_form
}
again_in_a_form() {
    cut=$1
    shift
    again t.c "$@" --name "t$cut" "$(echo $forms | cut -d ' ' -f $((1 + cut % 15)))"
}
check_rows "$root/tests/files/banners.tsv" '' "table=$(paste -s -d '|' listed)"
plan
