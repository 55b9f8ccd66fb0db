#!/bin/sh
# SPDX-License-Identifier: MIT
# Texts from outside (names of files, words, keys, values, tensors) in every place where a command takes one:
# whatever they contain, each message is one line, and no control character is printed.
. "$(dirname "$0")/../tap.sh"
texts=$root/tests/words/texts
requests=$root/tests/words/requests_of_texts.txt of_audit=$root/tests/audit/requests_of_texts.txt
! with_audit || present "$of_audit"
present "$requests" "$texts/names.txt"
cat "$requests" > "$dir/list" && { ! with_audit || cat "$of_audit" >> "$dir/list"; }
c1=$(printf '\302[\200-\237]')

# plain FILE...: no control character but newlines, and the tabs of --list; none of the 8-bit ones; only UTF-8
plain() {
    cat "$@" | tr -d '\n\t' > "$dir/shown"
    ! grep -a -e '[[:cntrl:]]' -e "$c1" "$dir/shown" && iconv -f UTF-8 -t UTF-8 "$dir/shown" > "$dir/converted"
}

# makes: the files of a request, in $dir/files: $name is in their names and in what they hold
makes() {
    rm -rf "$dir/files"
    mkdir "$dir/files"
    cd "$dir/files" || return 1
    mkdir -p "$(dirname "$name")" "$name"
    seq 8 > "$name.txt"
    seq 4 > "$name.list"
    cp "$dir/pe.npy" "$name.npy"
    cp "$dir/pe.npy" "$name.bin"
    cp "$texts/config.json" "$name.json"
    cp "$texts/long.json" "$name.long.json"
    cp "$texts/long.json" long.json
    printf '%s\n' '%% rows' '@value@,' '%% end' > "$name.template"
    printf '@%s@ @no_%s@\n%%%% %s\n' "$name" "$name" "$name" > template
    printf 'const float x%s[2][2] = {{%s}};\n' "$name" "$name" > array.c
    sed "s|'descr': '<f4'|'descr': '$escaped'|" "$dir/pe.npy" > array.npy
    printf '[%s]\n%s = %s\nmax-len = %s\nformat = %s\noutput = %s.h\n' \
        "$name" "$name" "$name" "$name" "$name" "$name" > manifest.ini
    printf '[pe]\nmax-len = 4\nd-model = 8\noutput = pe.h\n' > "$name.ini"
    cp "$name.ini" "$name/m.ini"
    for file in keys type value tensors; do sed "s|TEXT|$escaped|g" "$texts/$file.json" > $file.json; done
    head=$(($(wc -c < tensors.json)))
    { printf "\\$(printf %o $((head % 256)))\\$(printf %o $((head / 256)))\0\0\0\0\0\0" && cat tensors.json && printf '%64s' ''; } > tensors.safetensors
    cd "$root" || return 1
}

# says ARGUMENT...: the command prints and makes only plain text; a refusal is one line; otherwise there are as many lines as
# with a harmless name
says() {
    run "$@"
    (cd "$dir/cwd" && find . -type f ! -name '*.d') > "$dir/made"
    set -- "$dir/stdout" "$dir/stderr"
    while IFS= read -r made; do
        [ -f "$dir/files/$made" ] || [ ! -f "$dir/cwd/$made" ] || set -- "$@" "$dir/cwd/$made"
    done < "$dir/made"
    plain "$@" || return 1
    number=$((number + 1))
    printed="$status $(wc -l < "$dir/stdout") $(wc -l < "$dir/stderr")"
    case $printed in
    '2 0 1') ;;
    '2 0 '*) [ "${many-}" ] || { cat "$dir/stderr"; return 1; } ;;
    [01]' '*) echo "$number $printed" >> "$dir/$label" ;;
    *) echo "exit status and lines: $printed"; return 1 ;;
    esac
}

# every REQUEST: blanks divide its arguments, and @ is the name
every() {
    request=$1
    set --
    for argument in $request; do
        fill_mark "$argument" @ "$name" && set -- "$@" "$filled"
    done
    says "$@" || { echo "of: $*"; return 1; }
}

requests() {
    while IFS= read -r request; do
        every "$request" || return 1
    done < "$dir/list"
    many=y
    for request in 'build manifest.ini' 'build manifest.ini --list'; do
        every "$request" || return 1
    done
    many=
    piped "$POSENC" --help | sed -n 's/^  .. *--\([a-z-]*\) .*/\1/p' > "$dir/words"
    [ "$(wc -l < "$dir/words")" -gt 40 ] || return 1
    while IFS= read -r word; do
        every "--max-len 4 --d-model 8 --$word=@" || return 1
    done < "$dir/words"
}

"$POSENC" --max-len 4 --d-model 8 --format npy -o "$dir/pe.npy"
# each name: a label, that of a name which makes as many lines, the name as a text of printf, and as JSON and Python write it, for sed
while read -r label like format escaped; do
    name=$(printf "$format.")
    name=${name%.}
    number=0
    case $label in
    harmless | control) ;;
    *) here "$label" long || { here "$label: as many lines" long; continue; } ;;
    esac
    makes
    check "$label" requests
    check "$label: as many lines" awk '{ some += $3 } FNR == NR { lines[$1] = $0; next } $1 in lines && lines[$1] != $0 { print; bad = 1 }
        END { print NR " lines, of commands that print " some; exit bad || NR < 2 * least || some < least }' \
        least="$(with_audit && echo 20 || echo 10)" "$dir/$like" "$dir/$label"
done < "$texts/names.txt"

# a message is cut after some 4,500 bytes, between characters
long=$(printf 'é%.0s' $(seq 2500))
cut_off() {
    turned_down build "$1" && plain "$dir/stderr" && [ "$(wc -l < "$dir/stderr")" = 1 ] && [ "$(wc -c < "$dir/stderr")" -gt 4000 ]
}
check 'a name of 5000 bytes' cut_off "$long"
check 'a name of 5001 bytes' cut_off "x$long"
rm -rf "$dir/files"
esc=$(printf 'a\033b')
check 'a control character is in no depfile' refused \
    "posenc: 'a\\x1bb.h': a name with a control character can't be in a depfile" \
    --max-len 4 --d-model 8 -o "$esc.h" --depfile pe.d
plan
