#!/bin/sh
# SPDX-License-Identifier: MIT
# The notices of a static program: sh notices.sh windows|web VERSION > NOTICES.txt. They name its libraries with the
# digests of their sources; the licences are from these sources.
set -eu
cd "$(dirname "$0")/.."
libraries=build/libraries/$1
case $1 in
web)
    emscripten=$(dirname "$(readlink -f "$(command -v emcc)")")
    runtime="The library of C is that of Emscripten $(emcc --version | sed -n '1s/.* \([0-9.]*\) .*/\1/p'), Copyright (c) 2010-2022 The Emscripten
Authors, under the licence of MIT as jansson below. It has parts of musl, whose notice is at the end."
    compiler=Emscripten goals='web npm' made='build/web and build/npm'
    copyright=$emscripten/system/lib/libc/musl/COPYRIGHT
    ;;
windows)
    runtime="The runtime is that of mingw-w64 $(dpkg-query -W -f '${Version}' mingw-w64-x86-64-dev), whose notices are at the end, and that of GCC,
whose Runtime Library Exception lets programs of any licence contain it."
    compiler=mingw-w64 goals=windows made=build/posenc.exe
    copyright=/usr/share/doc/mingw-w64-x86-64-dev/copyright
    ;;
esac
# The notices of the runtime; for mingw-w64 those of its C library and of its threads.
runtime_notices() {
    case $1 in
    web) cat "$copyright" ;;
    windows) awk 'BEGIN { RS = ""; ORS = "\n\n" }
        /^Files: ([*]|mingw-w64-crt|mingw-w64-libraries.winpthreads.[^t])/ || /^License: / && !/^License: L?GPL/' "$copyright" ;;
    esac
}
cat << EOF
posenc $2 contains these libraries, compiled from the sources of Debian without changes:

$(sed 's/^/    /; s,\./,,' "$libraries/versions")

GMP and MPFR are under the GNU Lesser General Public License, version 3 or later: you may change them and link the program
again. The folder "sources" of posenc-$2-$1.zip has all sources. There, on Debian or another Linux with $compiler:

    tar -xzf posenc-$2.tar.gz
    mkdir -p posenc-$2/build/sources/gmp
    cp *.orig.tar.* *.dsc posenc-$2/build/sources
    cd posenc-$2
    tar -xf build/sources/gmp_*.orig.tar.* -C build/sources/gmp --strip-components=1

Change what is in build/sources/gmp, and run \`make $goals\`, or on Debian \`make deps $goals\`, which installs what it lacks.
The program is then in $made. MPFR is changed in a folder mpfr beside gmp. After a further change remove build/libraries first.

posenc itself and jansson are under the licence of MIT, and what posenc writes under MIT-0, which needs no notice.
$runtime

--- posenc

$(cat LICENSE)

--- jansson

$(cat "$libraries/licences/LICENSE")

--- The GNU Lesser General Public License

$(cat "$libraries/licences/COPYING.LESSERv3")

--- The GNU General Public License

$(cat "$libraries/licences/COPYINGv3")

--- $(basename "$(dirname "$copyright")")

$(runtime_notices "$1")
EOF
