#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs what make has built, or removes it: sh install.sh install|uninstall [SOURCES/], for the Makefile, whose variables are in
# the environment. It compiles nothing, so that root needn't.
# shellcheck disable=SC2154 # these variables
set -eu
from=${2-}
umask 022

# Installed files find each other by relative paths, or by absolute ones if a folder isn't where it usually is below PREFIX.
paths=
[ "$bindir:$includedir:$datadir" = "$PREFIX/bin:$PREFIX/include:$PREFIX/share" ] || paths="
    s|^prefix=.*|prefix=$PREFIX|
    s|^program=.*|program=$bindir/posenc|
    s|^makefile=.*|makefile=$includedir/posenc.mk|
    s|\$(patsubst %/include/posenc.mk,%/bin/posenc,\$(posenc_mk))|$bindir/posenc|
    s|\${posenc_prefix}/bin/posenc|$bindir/posenc|"

# file MODE FILE FOLDER [NAME]
file() {
    to=$DESTDIR$3 name=${4-${2##*/}}
    case $action in
    look) [ -e "$2" ] || { echo "$2 is not there: run make first" >&2; exit 1; } ;;
    install)
        $INSTALL -d "$to"
        $INSTALL -m "$1" "$2" "$to/$name"
        case $paths:$name in ?*:posenc.pc | ?*:posenc.mk | ?*:posencConfig.cmake) sed "$paths" "$2" > "$to/$name" ;; esac
        # without audit/ there is no page for it, so the program's page doesn't name it
        case $name in posenc.1) [ -d "${from}audit" ] || sed '/^\.Xr posenc-audit 1$/,/\.$/d; /^\.Xr posenc-audit 1 ,$/d' "$2" > "$to/$name" ;; esac ;;
    uninstall)
        rm -f "$to/$name"
        until case ${to#"$DESTDIR"} in '' | "$PREFIX" | "$bindir" | "$includedir" | "$datadir" | "$mandir") ;; *) false ;; esac; do
            rmdir "$to" 2> /dev/null || break
            to=${to%/*}
        done ;;
    esac
    files=$((files + 1))
}

every_file() {
    file 755 build/posenc "$bindir"
    file 644 build/posenc.mk "$includedir"
    file 644 build/posenc.pc "$datadir/pkgconfig"
    file 644 "${from}integration/cmake/posencConfig.cmake" "$datadir/cmake/posenc"
    file 644 build/posencConfigVersion.cmake "$datadir/cmake/posenc"
    file 644 "${from}integration/cmake/posenc.cmake" "$datadir/cmake/posenc"
    file 644 "${from}integration/completions/posenc.bash" "$datadir/bash-completion/completions" posenc
    file 644 "${from}integration/completions/posenc.fish" "$datadir/fish/vendor_completions.d"
    file 644 "${from}integration/completions/_posenc" "$zsh_completions"
    for page in $manuals; do file 644 "$page" "$mandir/man${page##*.}"; done
    # The pages have the same links to each other as in the sources.
    for page in README CHANGELOG COMPATIBILITY CONTRIBUTING SECURITY; do file 644 "$from$page.md" "$docdir"; done
    file 644 "${from}LICENSE" "$docdir"
    for licence in "$from"LICENSES/*.txt; do file 644 "$licence" "$docdir/LICENSES"; done
    for page in "$from"docs/*.md "$from"docs/*.lua; do file 644 "$page" "$docdir/docs"; done
    for page in "$from"docs/figures/*.svg; do file 644 "$page" "$docdir/docs/figures"; done
}
for action in $([ "$1" != install ] || echo look) "$1"; do
    files=0
    every_file
done
[ "$1" != install ] || echo "posenc $version: $files files in $DESTDIR$PREFIX"
