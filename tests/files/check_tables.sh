#!/bin/sh
# SPDX-License-Identifier: MIT
# The same words make the same bytes: those of out/SHA256SUMS, and under any locale, time zone, home, folder and umask.
# And make clean keeps tracked files.
. "$(dirname "$0")/../tap.sh"

# --- the tables of out/

piped "$POSENC" build "$root/out/tables.ini" --list | tr '\t' '\n' | sed -n 's/.*\/out\///p' | sort > "$dir/listed"
sed 's/^[0-9a-f]*  //' "$root/out/SHA256SUMS" | sort > "$dir/summed"
sums_agree() (
    cd "$root/out" && sha256sum -c --strict SHA256SUMS
)
present "$dir/listed"

# --- nothing else changes the bytes

words='--max-len 30 --d-model 13 --base 12345.678 --first -1234567.5 --step 0.0625 --spacing column'
for as in '--literal decimal' '--literal hex' '--literal bits' '--format raw' --help; do
    "$POSENC" $words $as
done > "$dir/plain"
# same_bytes COMMAND...: the bytes are the same after running COMMAND
same_bytes() {
    : > "$dir/same"
    for as in '--literal decimal' '--literal hex' '--literal bits' '--format raw' --help; do
        "$@" "$POSENC" $words $as >> "$dir/same" || return 1
    done
    [ -s "$dir/same" ] && cmp "$dir/plain" "$dir/same"
}
in_folder() {
    (cd / && exec "$@")
}
with_umask() {
    (umask 077 && exec "$@")
}
under_another_name() {
    shift
    (exec "$dir/another name" "$@")
}
whatever_name() {
    "$POSENC" $words > "$dir/plain.h" && mkdir "$dir/some folder" && "$POSENC" $words -o "$dir/some folder/other name.h" &&
        cmp "$dir/plain.h" "$dir/some folder/other name.h"
}
ln -s "$POSENC" "$dir/another name"
check_rows "$root/tests/files/tables.tsv"

# de_DE writes 0,5: made here, so that no locale need be installed.
mkdir "$dir/locale"
if ! localedef -i de_DE -f UTF-8 "$dir/locale/de_DE.UTF-8" > "$dir/localedef.log" 2>&1; then
    skip 'the same bytes with a decimal comma' 'localedef cannot make de_DE.UTF-8 here'
else
    german() {
        env LOCPATH="$dir/locale" LC_ALL=de_DE.UTF-8 LANG=de_DE.UTF-8 "$@"
    }
    check 'the locale de_DE has a decimal comma' [ "$(german /usr/bin/env printf %.1f 0,5)" = 0,5 ]
    check 'the same bytes with a decimal comma' same_bytes german
    # in_german STATUS MESSAGE WORD VALUE
    in_german() {
        ends "$1" german "$POSENC" --max-len 3 --d-model 4 $3 $4 2> "$dir/said" && echo "posenc: $2" | diff - "$dir/said"
    }
    check 'a decimal comma is not a number there either' in_german 2 "base '1,5' is not a number" --base 1,5
    check 'messages are the same there' in_german 1 "$dir/none/pe.h: No such file or directory" -o "$dir/none/pe.h"
fi

# --- make clean

if ! git -C "$root" ls-files > "$dir/tracked" 2> "$dir/git.log" || ! [ -s "$dir/tracked" ]; then
    skip 'make clean leaves all that is tracked' 'this is not a git repository, or git is not installed'
else
    clean() (
        mkdir "$dir/copy" && cd "$root" || return 1
        while read -r file; do [ -f "$file" ] && echo "$file"; done < "$dir/tracked" > "$dir/there"
        tar -cf - -T "$dir/there" | tar -xf - -C "$dir/copy" || return 1
        cd "$dir/copy" && git init -q . && git add -f . || return 1
        mkdir -p build/tests && touch build/posenc build/tests/oracle build/main.d
        while read -r table; do touch "out/$table"; done < "$dir/listed"
        make -s clean || return 1
        git ls-files -d -m -o > "$dir/changed"
        [ ! -s "$dir/changed" ] || { echo 'changed, or left behind:'; cat "$dir/changed"; return 1; }
    )
    check 'make clean leaves all that is tracked, and nothing that was built' clean
fi
plan
