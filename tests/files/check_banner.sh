#!/bin/sh
# The command that a file begins with makes the same file again when it is pasted into a shell.
. "$(dirname "$0")/../tap.sh"
cd "$dir" || exit 1
printf '1\n1/3\n0x1p-9\n1e-3\n22/7\n' > list.txt
printf 'made by:\n@command@\n%%%% rows\n@value@\n%%%% end\n' > ~own.txt

# pasted FILE: the command of its banner, from the line that says posenc to the last one that ends in a backslash
pasted() {
    sed -n '/posenc --/,$p' "$1" | sed 's/^[ */;#]*//' | sed -n ':a
        /\\$/{
            N
            s/\\\n[ */;#]*//
            ba
        }
        p
        q'
}

# again FILE WORD...: writes FILE with these words, and its own command writes the same; 2 if the words are refused
again() {
    file=$1
    shift
    "$POSENC" "$@" -o "$file" 2> error || { [ $? = 2 ] && return 2; } || return 1
    mkdir -p again && cp list.txt ~own.txt again
    echo "$(pasted "$file" | sed 's|^posenc|"$POSENC"|') -o $file" > command
    (cd again && sh ../command) && cmp "$file" "again/$file" || { cat command; return 1; }
}
export POSENC

quoted() {
    again a.h --max-len 3 --d-model 4 --amplitude 'sqrt(0.5)' && grep -q "'sqrt(0.5)'" a.h || return 1
    again b.h --max-len 3 --d-model 4 --section '.rdata$zz' && grep -qF "'.rdata\$zz'" b.h || return 1
    again c.txt --max-len 3 --d-model 4 --template ~own.txt && grep -qF "'~own.txt'" c.txt || return 1
    again d.h --max-len 3 --d-model 4 --frequencies list.txt 2> error
    grep -q 'has 5, and the table needs 2' error && again e.h --max-len 3 --d-model 10 --frequencies list.txt
}
check 'values that a shell would take for its own are quoted' quoted

random_tables() {
    forms='--literal=decimal --literal=hex --literal=bits --literal=bytes --linkage=extern --accessor=yes --align=64
        --section=.rdata$x --qualifiers=PROGMEM,USED --endian=big --format=rust --format=go --format=zig --format=cpp'
    number=0 made=0
    count_of_requests=400
    [ ! "${CORE-}" ] || count_of_requests=100
    awk -v seed=7 -v count="$count_of_requests" -v list=list.txt -v type=2 -f "$root/tests/verify/random_words.awk" > requests
    while read -r cut words; do
        number=$((number + 1))
        set -f
        # shellcheck disable=SC2086
        set -- $forms
        shift $((cut % $#))
        # shellcheck disable=SC2086
        again t.c $words --name "t$number" "$1"
        case $? in
        0) made=$((made + 1)) ;;
        1) echo "$words $1"; cat error; return 1 ;;
        esac
        set +f
    done < requests
    echo "$made of $number made"
    [ $made -ge $((count_of_requests * 3 / 8)) ]
}
check 'a few hundred random tables are made again by their own commands' random_tables
plan
