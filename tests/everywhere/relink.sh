# SPDX-License-Identifier: MIT
# The LGPL's right: from the archives of dist-windows and dist-web the programs are linked with a changed GMP, by the steps that
# NOTICES.txt names, in an empty folder. The libraries are compiled for it, which takes minutes for Windows and half an hour for
# the web: make check-relink.
. "$(dirname "$0")/wine.sh"
. "$(dirname "$0")/../tap.sh"
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES
export WINEDEBUG=-all LC_ALL=C.UTF-8
version=$(piped "$POSENC" --version | cut -d ' ' -f 2)
"$POSENC" --max-len 4 --d-model 4 --engine mpfr -o "$dir/native.h" || exit 1

# relinks NAME NOTICES RUNNER...: the program, which RUNNER runs, makes the table, and says that its GMP is another
relinks() {
    name=$1 notices=$2
    shift 2
    mkdir "$dir/$name" && unzip -q "$root/build/posenc-$version-$name.zip" -d "$dir/$name" &&
        cd "$dir/$name/posenc-$version-$name/sources" || return 1
    sed -n '/^    [0-9a-f]\{64\} /d; s/^    //p; /^--- /q' "../$notices" > "$dir/steps"
    goals=$(sed -n 's/.* run `make \([a-z ]*\)`.*/\1/p' "../$notices")
    cat "$dir/steps"
    [ "$(wc -l < "$dir/steps")" = 5 ] && [ "$goals" ] || return 1
    # shellcheck source=/dev/null
    . "$dir/steps" || return 1
    cat >> build/sources/gmp/mpz/init.c << 'END' && make $goals || return 1
#include <stdio.h>
static void __attribute__((constructor)) say_it(void) { fputs("another GMP\n", stderr); }
END
    "$@" --max-len 4 --d-model 4 --engine mpfr -o pe.h 2> said && cmp pe.h "$dir/native.h" && echo 'another GMP' | diff - said
}
for name in windows web; do
    case $name in
    windows) tools=wine notices=NOTICES.txt run='wine build/posenc.exe' compiler=x86_64-w64-mingw32-gcc ;;
    web) tools=node notices=web/NOTICES.txt run='node build/npm/bin.js' compiler=emcc ;;
    esac
    here "$name" unzip $tools $compiler || continue
    [ -f "$root/build/posenc-$version-$name.zip" ]
    check_when $? "no archive: make dist-$name" "$name: another GMP" relinks $name $notices $run
done
plan
