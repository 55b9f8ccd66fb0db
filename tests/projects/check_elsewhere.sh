#!/bin/sh
# SPDX-License-Identifier: MIT
# The Makefile in another folder: make O=FOLDER, and make -f SOURCES/Makefile. Nothing is written to the sources.
. "$(dirname "$0")/../tap.sh"
unset CFLAGS CPPFLAGS LDFLAGS LDLIBS DESTDIR SANITIZE TSAN STATIC O
small='--max-len 3 --d-model 4'

# Root may write anywhere, so run as the user nobody, if possible.
as_user=
[ "$(id -u)" != 0 ] || as_user='setpriv --reuid=65534 --regid=65534 --clear-groups'
$as_user true 2> /dev/null || as_user=
in_folder() { # in_folder FOLDER ARGUMENT...: make there
    (cd "$1" && shift && $as_user make --no-print-directory CFLAGS='-O0 -g' "$@")
}
# sources FOLDER: a copy of the files that are built and installed, with a small manifest and few tests
sources() {
    mkdir -p "$1/out" "$1/tests" && copy_sources "$1" && cp -R "$root"/*.md "$root/LICENSE" "$root/LICENSES" "$root/docs" "$root/integration" "$1" && cp -R "$root/tests/dev.mk" "$root/tests/lint" "$1/tests" &&
        printf '[%s]\nmax-len = 3\nd-model = 4\noutput = %s.h\n' one one two two > "$1/out/tables.ini"
}
listed() {
    (cd "$1" && find . -exec ls -ld --time-style=+%s.%N {} +)
}
src="$dir/the sources" at="$dir/b c"
sources "$src" && mkdir "$at" && chmod -R a+rX,a-w "$src" && chmod 755 "$dir" && chmod 777 "$at" && listed "$src" > "$dir/before" || exit 1

again() { # again ARGUMENT...: nothing is made, and nothing is printed
    listed "$at" > "$dir/first" && in_folder "$@" all tables > "$dir/said" && cat "$dir/said" && [ ! -s "$dir/said" ] &&
        listed "$at" | diff "$dir/first" -
}
as_they_were() {
    listed "$src" | diff "$dir/before" -
}
built_in() {
    sources "$dir/tree" && make -s -j 2 -C "$dir/tree" CFLAGS='-O0 -g' all tables && for file in build/posenc build/posenc.pc build/main.o \
        build/templates.o out/one.h out/two.h; do cmp "$at/$file" "$dir/tree/$file" || return 1; done
}
in_tree() {
    make -q -C "$dir/tree" CFLAGS='-O0 -g' -o build/flags "$@" build/posenc && [ ! -e "$dir/tree/build/sources" ]
}
# The tree is also built from another folder without a blank: there is no link to it.
no_link() {
    make --no-print-directory -s -j 2 -C "$dir/tree" O="$dir/plain" CFLAGS='-O0 -g' && cmp "$at/build/main.o" "$dir/plain/build/main.o" &&
        [ ! "$(find "$dir/plain" -type l)" ] && [ "$(find "$at" -type l)" = "$at/build/sources" ]
}
# --- rows of elsewhere.tsv that take several steps

make_f() {
    in_folder "$at" -s -j 2 -f '../the sources/Makefile' all tables && "$at/build/posenc" $small > "$dir/new" &&
        piped "$POSENC" $small | cmp - "$dir/new"
}
source_changes() {
    touch "$src/templates/c.h" && listed "$src" > "$dir/before" && in_folder "$src" O="$at" build/posenc > "$dir/said" &&
        printf '  %s\n' 'GEN build/templates.c' 'CC build/templates.c' 'LD build/posenc' | diff - "$dir/said"
}
below_destdir() {
    in_folder "$at" -f '../the sources/Makefile' install DESTDIR=st/age PREFIX=/p &&
        cmp "$at/build/posenc" "$at/st/age/p/bin/posenc" && [ -f "$at/st/age/p/include/posenc.mk" ] &&
        [ -f "$at/st/age/p/share/man/man1/posenc.1" ]
}
nothing_install() {
    ends 2 in_folder "$at" O=bare -f '../the sources/Makefile' install PREFIX="$at/none" 2> "$dir/said" &&
        grep -x "build/posenc is not there: run make first" "$dir/said" && [ ! -e "$at/none" ]
}
goals_who() {
    in_folder "$src" O="$at" layers dist && tar -tf "$at"/build/posenc-*.tar.gz > "$dir/packed" && grep /gen/main.c "$dir/packed" &&
        ! grep build/ "$dir/packed"
}
other_sources() {
    mkdir -p "$dir/other/gen" && cp "$root/Makefile" "$dir/other" && cp -R "$root/gen/base" "$dir/other/gen" &&
        echo '#define VERSION "other"' > "$dir/other/gen/base/version.h" &&
        [ "$(in_folder "$dir/other" -s O="$at" show-version)" = other ] && [ "$(in_folder "$src" -s O="$at" show-version)" != other ]
}
make_clean() {
    echo mine > "$at/out/mine" && in_folder "$src" -s O="$at" clean && [ -f "$dir/tree/out/one.h" ] && [ ! -e "$at/build" ] &&
        [ "$(ls "$at/out")" = mine ]
}

check_rows "$root/tests/projects/elsewhere.tsv"
plan
