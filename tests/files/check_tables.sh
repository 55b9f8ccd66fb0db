#!/bin/sh
# The same words make the same bytes: those of out/SHA256SUMS, those of a banner's command, and under any locale,
# time zone, home, folder and umask. And make clean leaves what is tracked.
. "$(dirname "$0")/../tap.sh"

# --- the tables of out/

# The make that runs this test passes its flags on in the environment: they are not for these.
fresh_make() {
    env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL -u MAKEOVERRIDES make "$@"
}
"$POSENC" build "$root/out/tables.ini" --list | tr '\t' '\n' | sed -n 's/.*\/out\///p' | sort > "$dir/listed"
sed 's/^[0-9a-f]*  //' "$root/out/SHA256SUMS" | sort > "$dir/summed"
check "out/SHA256SUMS and out/tables.ini list the same tables" eval '[ -s "$dir/listed" ] &&
    diff "$dir/listed" "$dir/summed"'
check 'the tables of out/ are those of out/SHA256SUMS' eval '(cd "$root/out" && sha256sum -c --strict SHA256SUMS)'

# --- the banner's command

# command_of FILE: the command in its banner, without the comment around it
command_of() {
    awk 'started && $0 == " *" { if (lines) exit; next }
        started { sub(/^ \*     /, ""); print; lines++ }
        /The command that makes it again:$/ { started = 1 }' "$1"
}

# again FILE [WORD...]: runs that command, with the words after it, in a folder of its own
again() {
    file=$1
    shift
    rm -rf "$dir/again" && mkdir "$dir/again"
    {
        echo 'posenc() { "$POSENC" "$@" '"$*; }"
        command_of "$file"
    } > "$dir/command.sh"
    grep -q '^posenc --' "$dir/command.sh" || { echo "$file: no command"; return 1; }
    (cd "$dir/again" && POSENC=$POSENC sh ../command.sh > output) || { cat "$dir/command.sh"; return 1; }
}

# one_file FILE: its banner's command makes it again on standard output
one_file() {
    again "$1" && cmp "$1" "$dir/again/output"
}
while read -r table; do
    check "the banner's command makes out/$table again" one_file "$root/out/$table"
done < "$dir/listed"

# of_words WORD...: the same for a table of these words
of_words() {
    "$POSENC" "$@" > "$dir/table.h" && one_file "$dir/table.h"
}
nines=99999999999999999999999999999999999999999999999999999999999999999999999999
check 'the banner of a plain table' of_words --max-len 3 --d-model 4
check 'the banner of base and spacing' of_words --max-len 3 --d-model 4 --base 7/3 --spacing over:-5/7
check 'the banner of every layout word' of_words --max-len 9 --d-model 7 --layout halves --order cos-sin \
    --axes channel-major --odd zero
check 'the banner of multiples of pi' of_words --max-len 9 --d-model 6 --first -3/7pi --step 2pi/50
check 'the banner of decimals' of_words --max-len 9 --d-model 6 --base 1.5e-7 --first -.125 --step 0.1
check 'the banner of exponent forms' of_words --max-len 9 --d-model 6 --base 5e25 --first -1e-40 --step 1e30
check 'the banner of long ratios' of_words --max-len 4 --d-model 6 --base $nines/7 --first -1/$nines --step ${nines}pi/3
check 'the banner of the longest numbers' of_words --max-len 2 --d-model 4 --base 3e1230 --first -7e-1230
check 'the banner of a name of 56 characters' of_words --max-len 3 --d-model 4 --name "$(printf 'n%055d' 0)" \
    --literal hex
check 'the banner of bits' of_words --max-len 3 --d-model 4 --literal bits --spacing column
check 'the banner of a preset' of_words --max-len 5 --d-model 8 --preset timescale
check 'the banner of a preset that words overrule' of_words --max-len 5 --d-model 9 --preset vaswani --odd zero \
    --base 777 --spacing endpoint
check "the banner of a preset, with defaults given as words" of_words --max-len 5 --d-model 8 \
    --preset timescale --layout interleaved --spacing pair
check 'the banner of nearly every word' of_words --max-len 11 --d-model 13 --base 123456789/1000 --spacing column \
    --layout halves --order cos-sin --axes channel-major --first -123456789123456789.5 --step 12345678912345678pi/77777777 \
    --odd zero --name a_table_with_a_name_of_a_good_many_characters --literal bits
check 'a long command is broken into lines' eval '[ "$(command_of "$dir/table.h" | wc -l)" -ge 3 ] &&
    command_of "$dir/table.h" | ends 1 grep "^.\{91\}"'

# both_files WORD...: the command in BASE.c and in BASE.h, which has -o, makes both again. BASE.c includes BASE.h
# by name.
both_files() {
    rm -rf "$dir/first" && mkdir "$dir/first" && "$POSENC" "$@" -o "$dir/first/t.c" || return 1
    for made_from in t.c t.h; do
        again "$dir/first/$made_from" && cmp "$dir/first/t.c" "$dir/again/t.c" &&
            cmp "$dir/first/t.h" "$dir/again/t.h" || return 1
    done
}
check 'the banner of two files' both_files --max-len 3 --d-model 4
check 'the banner of two files with many words' both_files --max-len 9 --d-model 7 --layout halves --order cos-sin \
    --axes channel-major --odd zero --base 1/7 --step pi/1000000007 --literal bits --name other_name
check 'a canonical command is its own' eval '"$POSENC" --max-len 007 --d-model 4 --base 1.0e4 --step 4/8 --first -6pi/4 \
    > "$dir/table.h" && [ "$(command_of "$dir/table.h")" = \
    "posenc --max-len 7 --d-model 4 --first -3pi/2 --step 0.5" ]'

# --- nothing else shows in the bytes

words='--max-len 30 --d-model 13 --base 12345.678 --first -1234567.5 --step 0.0625 --spacing column'
for as in '--literal decimal' '--literal hex' '--literal bits' '--format raw' --help; do
    "$POSENC" $words $as
done > "$dir/plain"
# same_bytes COMMAND...: run before each of these, it changes nothing
same_bytes() {
    : > "$dir/same"
    for as in '--literal decimal' '--literal hex' '--literal bits' '--format raw' --help; do
        "$@" "$POSENC" $words $as >> "$dir/same" || return 1
    done
    [ -s "$dir/same" ] && cmp "$dir/plain" "$dir/same"
}
check 'twice the same' same_bytes env
check 'the same with an empty environment' same_bytes env -i
check 'the same in another time zone' same_bytes env TZ=Asia/Kathmandu
check 'the same with another home and user' same_bytes env HOME=/nowhere USER=nobody LOGNAME=nobody
check 'the same with POSIXLY_CORRECT, COLUMNS and LINES' same_bytes env POSIXLY_CORRECT=1 COLUMNS=20 LINES=5
in_folder() {
    (cd / && exec "$@")
}
check 'the same in another folder' same_bytes in_folder
with_umask() {
    (umask 077 && exec "$@")
}
check 'the same with another umask' same_bytes with_umask
under_another_name() {
    shift
    (exec "$dir/another name" "$@")
}
ln -s "$POSENC" "$dir/another name"
check "the same under another name of the program's" same_bytes under_another_name
to_files() {
    "$POSENC" $words > "$dir/plain.h" && mkdir "$dir/some folder" &&
        "$POSENC" $words -o "$dir/some folder/other name.h" && cmp "$dir/plain.h" "$dir/some folder/other name.h"
}
check "the same whatever the output's name" to_files

# de_DE writes 0,5: made here, so that no locale need be installed.
mkdir "$dir/locale"
if ! localedef -i de_DE -f UTF-8 "$dir/locale/de_DE.UTF-8" > "$dir/localedef.log" 2>&1; then
    skip 'the same with a decimal comma' 'localedef cannot make de_DE.UTF-8 here'
else
    german() {
        env LOCPATH="$dir/locale" LC_ALL=de_DE.UTF-8 LANG=de_DE.UTF-8 "$@"
    }
    check 'the locale de_DE has a decimal comma' eval '[ "$(german /usr/bin/env printf %.1f 0,5)" = 0,5 ]'
    check 'the same with a decimal comma' same_bytes german
    german_comma() {
        ends 2 german "$POSENC" --max-len 3 --d-model 4 --base 1,5 2> "$dir/message" && echo "posenc: base '1,5' is not a number" | diff - "$dir/message"
    }
    check 'a decimal comma is not a number there either' german_comma
    check 'messages are the same there' eval 'ends 1 german "$POSENC" --max-len 3 --d-model 4 -o "$dir/none/pe.h" \
        2> "$dir/message" && echo "posenc: $dir/none/pe.h: No such file or directory" | diff - "$dir/message"'
fi

# --- make clean

if ! git -C "$root" ls-files > "$dir/tracked" 2> "$dir/git.log" || ! [ -s "$dir/tracked" ]; then
    skip 'make clean leaves all that is tracked' 'this is not a git repository, or git is not installed'
else
    clean() {
        mkdir "$dir/copy" && cd "$root" || return 1
        while read -r file; do [ -f "$file" ] && echo "$file"; done < "$dir/tracked" > "$dir/there"
        tar -cf - -T "$dir/there" | tar -xf - -C "$dir/copy" || return 1
        cd "$dir/copy" && git init -q . && git add -f . || return 1
        mkdir -p build/tests && touch build/posenc build/tests/oracle build/main.d
        while read -r table; do touch "out/$table"; done < "$dir/listed"
        fresh_make -s clean || return 1
        git ls-files -d -m -o > "$dir/changed"
        [ ! -s "$dir/changed" ] || { echo 'changed, or left behind:'; cat "$dir/changed"; return 1; }
    }
    check 'make clean leaves all that is tracked, and nothing that was built' eval '(clean)'
fi
plan
