#!/bin/sh
# SPDX-License-Identifier: MIT
# The tree without audit/: the program builds, has no command of audit/, writes the same bytes, and passes its core tests.
. "$(dirname "$0")/../tap.sh"
unset CFLAGS CPPFLAGS LDFLAGS LDLIBS DESTDIR SANITIZE TSAN STATIC O MAKEFLAGS MAKELEVEL
with_audit || skip_all 'the tree without audit/' 'it is this one'
mkdir "$dir/tree" && cd "$dir/tree" && cp -R "$root"/*.md "$root/Makefile" "$root/LICENSE" "$root/LICENSES" "$root/gen" "$root/templates" "$root/out" "$root/tests" \
    "$root/docs" "$root/integration" . && rm -f out/*.h out/*.bin || exit 1
alone=build/posenc

# Also where rows.c was made with audit/.
builds_alone() {
    cp -R "$root/audit" . && make -s build/rows.c && grep -q audit_run build/rows.c && rm -r audit && make -s -j 2 CFLAGS=-O1 all tables && (cd out && sha256sum -c SHA256SUMS)
}
check 'it builds, and the tables of out/ are the same' builds_alone
no_commands() {
    "$alone" help > usage && ends 1 grep -E 'posenc (audit|show|plot)' usage && grep 'posenc build' usage &&
        "$alone" --help > help && ends 1 grep -E -e '--(guess|hardest|figure) ' help && for command in audit show plot; do
        ends 2 "$alone" $command 2> said && echo "posenc: unexpected argument '$command'; see posenc --help" | diff - said || return 1
    done
}
check 'its help and its commands are those of gen/' no_commands
# same WORD...: the same bytes, or the same refusal
same_as() {
    "$POSENC" "$@" > want 2> want.err
    wanted=$?
    ends $wanted "$alone" "$@" > got 2> got.err && diff want.err got.err && { [ $wanted != 0 ] || cmp want got; }
}
forms() {
    while read -r form; do same_as --max-len 30 --d-model 66 --name t $form || return 1; done < "$root/tests/verify/matrix_forms.txt"
}
check 'the same bytes in all forms' forms
presets() {
    piped "$POSENC" help --json | sed -n '/^"presets"/,$s/^  "\([^"]*\)": .*/\1/p' > names && at_least 60 names &&
        while read -r name; do
            same_as --preset "$name" --max-len 12 --d-model 48 && same_as --preset "$name" --grid 3x4 --d-model 48 || return 1
        done < names
}
check 'the same bytes of all presets, or the same refusal' presets
installs() {
    make -s install DESTDIR="$dir/it" PREFIX=/p && [ -f "$dir/it/p/share/man/man1/posenc.1" ] && [ ! -e "$dir/it/p/share/man/man1/posenc-audit.1" ] &&
        ends 1 grep posenc-audit "$dir/it/p/share/man/man1/posenc.1" && grep -q 'Xr posenc-manifest 5' "$dir/it/p/share/man/man1/posenc.1"
}
check 'make install' installs
# What only audit/ calls belongs there, except resolve_words, one of the two steps by which every command resolves its words.
none_for_audit_alone() { # the linker names the functions that nothing reaches from main
    mkdir "$dir/unused" && cp -R gen templates Makefile "$dir/unused" &&
        make -s -j 2 -C "$dir/unused" CFLAGS='-O0 -ffunction-sections' LDFLAGS=-Wl,--gc-sections,--print-gc-sections build/posenc 2> linked &&
        sed -n "s/.* section '\.text\.\([a-z_0-9]*\)' in file 'build.*/\1/p" linked > unused && echo resolve_words | diff - unused
}
check 'no function of gen/ is there for audit/ alone' none_for_audit_alone
core() {
    CI=true make -s -j 2 check > log 2>&1 && tail -n 1 log | grep '^[1-9][0-9]* passed, 0 failed, ' || { tail -n 40 log; return 1; }
}
! here 'make check passes' long || check 'make check passes' core
plan
