#!/bin/sh
# The Makefile in another folder: make O=FOLDER, and make -f SOURCES/Makefile. Nothing is written to the sources.
. "$(dirname "$0")/../tap.sh"
unset CFLAGS CPPFLAGS LDFLAGS LDLIBS DESTDIR SANITIZE STATIC O
small='--max-len 3 --d-model 4'

# Root may write anywhere, so run as the user nobody, if possible.
as_user=
[ "$(id -u)" != 0 ] || as_user='setpriv --reuid=65534 --regid=65534 --clear-groups'
$as_user true 2> /dev/null || as_user=
in_folder() { # in_folder FOLDER ARGUMENT...: make there
    (cd "$1" && shift && $as_user make --no-print-directory CFLAGS='-O0 -g' "$@")
}
# sources FOLDER: a copy of the files that are built and installed, with a small manifest
sources() {
    mkdir -p "$1/out" && cp -R "$root/Makefile" "$root/LICENSE" "$root/gen" "$root/templates" "$root/docs" "$root/integration" "$1" &&
        printf '[%s]\nmax-len = 3\nd-model = 4\noutput = %s.h\n' one one two two > "$1/out/tables.ini"
}
listed() {
    (cd "$1" && find . -exec ls -ld --time-style=+%s.%N {} +)
}
src="$dir/the sources" at="$dir/b c"
sources "$src" && mkdir "$at" && chmod -R a+rX,a-w "$src" && chmod 755 "$dir" && chmod 777 "$at" && listed "$src" > "$dir/before" || exit 1

again() { # again ARGUMENT...: nothing is made, and nothing is printed
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
check_rows "$root/tests/projects/elsewhere.tsv"
plan
