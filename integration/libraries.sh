#!/bin/sh
# SPDX-License-Identifier: MIT
# GMP, MPFR and jansson as static libraries for a system that Debian has no packages for: sh libraries.sh TARGET, which is windows,
# windows-i686 or web. They are compiled from Debian's source packages, once, and kept in build/libraries/TARGET: lib, include, the
# licences, and `versions`, which names each source with its version and digest. The archives stay in build/sources; they are
# fetched only if one is missing. A folder build/sources/gmp, mpfr or jansson is a changed library, and replaces the
# archive. --have only returns whether the libraries and the compiler are there.
set -eu
target=${1-}
top=$(cd "$(dirname "$0")/.." && pwd)/build
at=$top/libraries/$target
case $target in
windows | windows-i686)
    host=x86_64-w64-mingw32
    [ $target = windows ] || host=i686-w64-mingw32
    wrap='' compiler=$host-gcc archiver=$host-ar ranlib=$host-ranlib
    # The assembler makes aligned moves of vectors unaligned: gcc can't align the stack to more than 16 bytes there.
    flags='-O2 -Wa,-muse-unaligned-vector-move' gmp='' mpfr=--enable-thread-safe
    ;;
web)
    # No assembly; one thread.
    host=none-unknown-none wrap=emconfigure compiler=emcc archiver=emar ranlib=emranlib
    flags=-O2 gmp='--disable-assembly CC_FOR_BUILD=cc' mpfr=--disable-thread-safe
    # Where Debian has the modules of its emcc, which reads files by a fetch that node 18 and later have another of.
    export NODE_PATH=/usr/share/nodejs NODE_OPTIONS=--no-experimental-fetch
    ;;
*)
    echo 'usage: libraries.sh windows|windows-i686|web [--have]' >&2
    exit 2
    ;;
esac
has_compiler() {
    command -v "$compiler" > /dev/null
}
if [ "${2-}" = --have ]; then
    [ -e "$at/versions" ] && has_compiler
    exit
fi
if [ -e "$at/versions" ]; then # it must be newer than this script, or make runs it again and again
    touch "$at/versions"
    exit
fi
has_compiler || { echo "libraries.sh: no $compiler here" >&2; exit 1; }
jobs=${JOBS:-$(getconf _NPROCESSORS_ONLN)}

# Fetches the sources from apt's sources of packages, with a separate list of only these. They are put in place when all are there.
sources=$top/sources
has_archives() {
    for package in gmp mpfr4 jansson; do
        ls "$sources/$package"_*.orig.tar.* > /dev/null 2>&1 || return 1
    done
}
if ! has_archives; then
    command -v apt-get > /dev/null || { echo "libraries.sh: $sources lacks the archives of gmp, mpfr4 and jansson" >&2; exit 1; }
    mkdir -p "$sources"
    new=$(mktemp -d "$top/sources-XXXXXX")
    mkdir -p "$new/lists/partial" "$new/archives"
    apt-get indextargets --format '$(SITE) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' 'Origin: Debian' | sort -u |
        sed 's/^/deb-src /' > "$new/sources.list"
    set -- -q -o "Dir::Etc::sourcelist=$new/sources.list" -o Dir::Etc::sourceparts=- -o "Dir::State::lists=$new/lists" \
        -o Debug::NoLocking=1
    apt-get "$@" update
    (cd "$new/archives" && apt-get "$@" source --download-only gmp mpfr4 jansson)
    mv "$new"/archives/* "$sources"
    rm -rf "$new"
fi

# unpack NAME PACKAGE: unpacks the sources into a folder of that name
unpack() {
    if [ -d "$sources/$1" ]; then
        cp -R "$sources/$1" .
    else
        mkdir "$1" && tar xf "$sources/$2"_*.orig.tar.* -C "$1" --strip-components=1
    fi
}
work=$at/work
rm -rf "$work"
mkdir -p "$work" "$at/lib" "$at/include"
cd "$work"
unpack gmp gmp
unpack mpfr mpfr4
unpack jansson jansson
quietly() {
    "$@" > log 2>&1 || { tail -n 40 log >&2; echo "libraries.sh: in $PWD: $*" >&2; exit 1; }
}
common="--prefix=$at --host=$host --disable-shared --enable-static --disable-dependency-tracking"
export CFLAGS="$flags"
mkdir -p "$at/licences"
cp gmp/COPYING.LESSERv3 gmp/COPYINGv3 jansson/LICENSE "$at/licences"
# Debian's archive of GMP lacks the manual, but configure needs its makefile.
mkdir -p gmp/doc
printf 'all install check clean:\n\t@:\n' > gmp/doc/Makefile.in
(cd gmp && quietly $wrap ./configure $common $gmp && quietly make -j "$jobs" && quietly make install)
(cd mpfr && quietly $wrap ./configure $common $mpfr --with-gmp="$at" && quietly make -j "$jobs" -C src && quietly make -C src install)
# Debian's archive of jansson has no configure script: its two headers are filled in here.
cd jansson/src
sed 's/@json_inline@/inline/; s/@json_have_[a-z_]*@/1/; s/@[a-z_]*@/0/' jansson_config.h.in > jansson_config.h
for name in STDINT_H LOCALE_H INTTYPES_H SYS_TIME_H SYS_TYPES_H UNISTD_H FCNTL_H GETTIMEOFDAY GETPID CLOSE OPEN READ STRTOLL \
    LOCALECONV ATOMIC_BUILTINS SETLOCALE; do
    echo "#define HAVE_$name 1"
done > jansson_private_config.h
echo '#define INITIAL_HASHTABLE_ORDER 3' >> jansson_private_config.h
for source in *.c; do
    quietly "$compiler" $flags -DHAVE_CONFIG_H -I. -c "$source"
done
"$archiver" rcs "$at/lib/libjansson.a" ./*.o
"$ranlib" "$at/lib/libjansson.a"
cp jansson.h jansson_config.h "$at/include"
cd "$sources"
sha256sum ./*.orig.tar.* ./*.dsc > "$at/versions"
rm -rf "$work"
