#!/bin/sh
# The notices that a static program needs: sh notices.sh windows|web VERSION > NOTICES.txt. Its libraries are named with the
# digests of their sources; the licences are those of these sources.
set -eu
cd "$(dirname "$0")/.."
sources=build/sources
cat << EOF
posenc $2 contains these libraries, compiled from the sources of Debian without changes:

$(sed 's/^/    /; s,\./,,' "build/libraries/$1/versions")

GMP and MPFR are under the GNU Lesser General Public License, version 3 or later. You may change them and link the program
again: unpack posenc-$2.tar.gz, put these archives, or changed ones of the same name, into build/sources, create
build/sources/complete, and run \`make $1\`. posenc itself and jansson are under the licence of MIT.
$([ "$1" != web ] || echo 'The library of C is that of Emscripten, which has parts of musl: both are under the licence of MIT.')

--- posenc

$(cat LICENSE)

--- jansson

$(tar xOf $sources/jansson_*.orig.tar.* --wildcards '*/LICENSE')

--- The GNU Lesser General Public License

$(tar xOf $sources/gmp_*.orig.tar.* --wildcards '*/COPYING.LESSERv3')

--- The GNU General Public License

$(tar xOf $sources/gmp_*.orig.tar.* --wildcards '*/COPYINGv3')
EOF
