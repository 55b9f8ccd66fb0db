#!/bin/sh
# The Makefile in another folder: make O=FOLDER, and make -f SOURCES/Makefile. Nothing is written to the sources.
. "$(dirname "$0")/../tap.sh"
unset CFLAGS CPPFLAGS LDFLAGS LDLIBS DESTDIR SANITIZE STATIC O
small='--max-len 3 --d-model 4'

# Root may write anywhere: be nobody, if that can be.
as_user=
[ "$(id -u)" != 0 ] || as_user='setpriv --reuid=65534 --regid=65534 --clear-groups'
$as_user true 2> /dev/null || as_user=
in_folder() { # in_folder FOLDER ARGUMENT...: make there
    (cd "$1" && shift && $as_user make --no-print-directory CFLAGS='-O0 -g' "$@")
}
# sources FOLDER: a copy of what is built and installed, with a small manifest
sources() {
    mkdir -p "$1/out" && cp -R "$root/Makefile" "$root/LICENSE" "$root/gen" "$root/templates" "$root/docs" "$root/integration" "$1" &&
        printf '[%s]\nmax-len = 3\nd-model = 4\noutput = %s.h\n' one one two two > "$1/out/tables.ini"
}
listed() {
    (cd "$1" && find . -exec ls -ld --time-style=+%s.%N {} +)
}
src="$dir/the sources" at="$dir/b c"
sources "$src" && mkdir "$at" && chmod -R a+rX,a-w "$src" && chmod 755 "$dir" && chmod 777 "$at" && listed "$src" > "$dir/before" || exit 1

read_only() {
    in_folder "$at" -s -j 2 -f '../the sources/Makefile' && "$at/build/posenc" $small > "$dir/new" &&
        "$POSENC" $small | cmp - "$dir/new"
}
two_folders() {
    [ "$(ls -A "$at" | tr '\n' ' ')" = 'build out ' ] && [ "$(ls "$at/out" | tr '\n' ' ')" = 'one.h two.h ' ]
}
again() { # again ARGUMENT...: nothing is made, and nothing is said
    listed "$at" | grep -v 'build/[.]source' > "$dir/first" && in_folder "$@" > "$dir/said" && cat "$dir/said" && [ ! -s "$dir/said" ] &&
        listed "$at" | grep -v 'build/[.]source' | diff "$dir/first" -
}
as_they_were() {
    listed "$src" | diff "$dir/before" -
}
built_in() {
    sources "$dir/tree" && make -s -j 2 -C "$dir/tree" CFLAGS='-O0 -g' && for file in build/posenc build/posenc.pc build/main.o \
        build/templates.o out/one.h out/two.h; do cmp "$at/$file" "$dir/tree/$file" || return 1; done
}
in_tree() {
    make -q -C "$dir/tree" CFLAGS='-O0 -g' -o build/flags "$@" build/posenc && [ ! -e "$dir/tree/build/.source" ]
}
changed() {
    touch "$src/templates/c.h" && listed "$src" > "$dir/before" && in_folder "$src" O="$at" build/posenc > "$dir/said" &&
        printf '  %s\n' 'GEN build/templates.c' 'CC build/templates.c' 'LD build/posenc' | diff - "$dir/said"
}

# --- install, clean, and what is refused

installs() {
    in_folder "$at" -f '../the sources/Makefile' install DESTDIR=st/age PREFIX=/p && cmp "$at/build/posenc" "$at/st/age/p/bin/posenc" &&
        [ -f "$at/st/age/p/include/posenc.mk" ] && [ -f "$at/st/age/p/share/man/man1/posenc.1" ]
}
uninstalls() {
    in_folder "$at" -f '../the sources/Makefile' uninstall DESTDIR=st/age PREFIX=/p && [ -z "$(find "$at/st" ! -type d)" ]
}
relative() {
    in_folder "$src" O="$at" install PREFIX='../b c/p' && cmp "$at/build/posenc" "$at/p/bin/posenc"
}
bare() {
    ends 2 in_folder "$at" O=bare -f '../the sources/Makefile' install PREFIX="$at/none" 2> "$dir/said" &&
        grep -x 'build/posenc is not there: run make first' "$dir/said" && [ ! -e "$at/none" ]
}
refused_goal() {
    for goal in check dist deb lint; do
        ends 2 in_folder "$at" -f '../the sources/Makefile' program $goal 2> "$dir/said" && [ "$(wc -l < "$dir/said")" = 1 ] &&
            grep "make $goal: only in the folder of the sources, ${src}[.]  Stop" "$dir/said" || { cat "$dir/said"; return 1; }
    done
}
other_sources() {
    mkdir -p "$dir/other/gen" && cp "$root/Makefile" "$dir/other" && cp -R "$root/gen/base" "$dir/other/gen" &&
        printf '#define VERSION "other"\n' > "$dir/other/gen/base/version.h" &&
        [ "$(in_folder "$dir/other" -s O="$at" show-version)" = other ] && [ "$(in_folder "$src" -s O="$at" show-version)" != other ]
}
cleans() {
    echo mine > "$at/out/mine" && in_folder "$src" -s O="$at" clean && [ -f "$dir/tree/out/one.h" ] &&
        [ "$(ls "$at/out" "$at/build")" = "$(printf '%s\n' "$at/build:" '' "$at/out:" mine)" ]
}
check_rows "$root/tests/projects/elsewhere.tsv"
plan
