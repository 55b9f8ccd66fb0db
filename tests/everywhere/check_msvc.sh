# SPDX-License-Identifier: MIT
# The forms of C as consumers with MSVC have them: clang compiles them as its cl does, with all warnings as errors, for
# x86_64-pc-windows-msvc, with the headers of mingw-w64, and lld links them without any library of C. Under Wine each program writes its table.
# MSVC itself isn't tried: no copy of it may be given away.
. "$(dirname "$0")/wine.sh"
. "$(dirname "$0")/../tap.sh"
headers=/usr/share/mingw-w64/include
kernel=/usr/x86_64-w64-mingw32/lib/libkernel32.a
requires 'the forms of C for MSVC' wine clang lld-link "$headers/assert.h: mingw-w64" "$kernel: mingw-w64"
export WINEDEBUG=-all
# /GS- and NDEBUG: what they take of a library of C is not there.
cl="--driver-mode=cl --target=x86_64-pc-windows-msvc -imsvc $headers /W4 /WX /O2 /GS- /DNDEBUG /c"
cd "$dir" || exit 1

# form STANDARD DEFINES TYPE WORD...: the table of that form, in a program, has the bytes of the raw one
form() {
    standard=$1 defines=$2 type=$3
    shift 3
    rm -rf made && mkdir made && cd made || return 1
    "$POSENC" --max-len 64 --d-model 32 --name pe --type $type "$@" && "$POSENC" --max-len 64 --d-model 32 --type $type --format raw -o pe.raw || return 1
    clang=clang
    [ $standard != c23 ] || clang=$(newer_clang)
    for source in *.c; do
        [ ! -f "$source" ] || $clang $cl /clang:-std=$standard -- "$source" || return 1
    done
    clang $cl /std:c11 /DHEADER='"pe.h"' /I. /Fouse.obj $defines -- "$root/tests/everywhere/write_table.c" &&
        lld-link /entry:start /subsystem:console /nodefaultlib /out:use.exe ./*.obj $kernel && wine ./use.exe > written &&
        cmp pe.raw written
}
newer_clang() {
    for version in 19 20 21 22; do command -v clang-$version && return; done
    return 1
}
newer_clang > newest
check_when $? 'no clang 19' 'embed' form c23 '' f32 --format embed -o pe.c
rows='/DROWS=64 /DWIDTH=32'
check_rows "$root/tests/everywhere/msvc.tsv"
plan
