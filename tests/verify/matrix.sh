# SPDX-License-Identifier: MIT
# The same bytes from every compiler, -O level, processor and floating-point environment: each build writes
# the tables of matrix_lists.sh, with every engine and with 1 and 3 threads, and each table equals that of the reference engine
# of the normal build. Each processor also reads models, lists and arrays, and prints the same about them as the normal
# build. Missing compilers, libraries and emulators are skipped, with a line.
. "$(dirname "$0")/../tap.sh"
. "$root/tests/verify/matrix_lists.sh"

# words NAME
words() {
    echo "$tables" | sed -n "s/^$1 //p"
}

# digests FILE RUNNER... -- OPTION...: a line for each table that the program makes so; the program is the
# last word of RUNNER
digests() {
    to=$1 runner=
    shift
    while [ "$1" != -- ]; do
        runner="$runner $1"
        shift
    done
    shift
    made=$dir/made
    : > "$to"
    for type in $types; do
        for name in $names; do
            $runner $(words $name) --type $type -o "$made.bin" "$@" || return 1
            echo "$name $type raw $(sha256sum < "$made.bin")" >> "$to"
        done
    done
    while read -r form; do
        $runner --max-len 300 --d-model 66 --name t $form "$@" > "$made" || return 1
        echo "$form $(sha256sum < "$made")" >> "$to"
    done < "$root/tests/verify/matrix_forms.txt" # words of one table in many forms, beside its size
}

# agrees RUNNER... -- OPTION...
agrees() {
    digests "$dir/digests" "$@" && diff "$dir/expected" "$dir/digests"
}

# --- answers about models, grids, lists and arrays

# binary64 COMPILER-AND-FLAGS...: is each operation rounded once? If it isn't, as on x87, an audit doesn't compute the
# usual ways.
binary64() {
    printf '#include <float.h>\nint method[FLT_EVAL_METHOD == 0 ? 1 : -1];\n' | "$@" -std=c11 -x c -c -o /dev/null - 2> "$dir/method.log"
}

# asks RUNNER -- COMPILER-AND-FLAGS...: of builds by -O2, and of i386 without x87
asks() {
    asked=$1
    shift 2
    case "$*" in *-O2* | *-mfpmath=sse*) ;; *) return ;; esac
    answers "$dir/questions" "$dir/answers" $asked
    for group in $(echo "$questions" | cut -d '|' -f 1 | uniq); do
        case "$group $*" in # coarse entries begin the search for factors elsewhere, which ends with other ones
        factored*POSENC_SHRINK*) continue ;;
        esac
        if [ $group != audits ] || binary64 "$@"; then
            check "$*: $group" same_answers $group "$dir/answers"
        else
            skip "$*: $group" 'floating point is not binary64'
        fi
    done
}

ways='auto,1 auto,3 double,1 double,3 wide,1 wide,3'

# runs NAME RUNNER...: each way, which is an engine and a number of threads
runs() {
    title=$1
    shift
    for way in $ways; do
        check "$title, engine ${way%,*}, threads ${way#*,}" \
            agrees "$@" -- --engine ${way%,*} --threads ${way#*,}
    done
}

# links COMPILER-AND-FLAGS...: are compiler, headers and libraries there?
links() {
    printf '#include <jansson.h>\n#include <mpfr.h>\nint main(void) { mpz_t z; mpz_init(z); return mpfr_get_emin() > 0; }\n' |
        "$@" -x c -o "$dir/links" - -lmpfr -lgmp -ljansson -lm -lpthread 2> "$dir/links.log"
}

# variant EMULATOR COMPILER-AND-FLAGS...: a build and its runs; it is static if an emulator is there
variant() {
    emulator=$1
    shift
    check "$*: builds" whole_program "$dir/posenc" "$@" ${emulator:+-static}
    [ -x "$dir/posenc" ] && runs "$*" $emulator "$dir/posenc" && asks "$emulator $dir/posenc" -- "$@"
    rm -f "$dir/posenc"
}

# stopped COMPILER-AND-FLAGS...: such a build stops at the #error
stopped() {
    ends 1 whole_program "$dir/posenc" "$@" 2> "$dir/refused.log" && grep 'error.*build without -ffast-math' "$dir/refused.log"
}

digests "$dir/expected" "$POSENC" -- --engine mpfr --threads 1 || exit 1
echo "$questions" > "$dir/questions"
answers "$dir/questions" "$dir/native" "$POSENC"
check 'the normal build, engine mpfr, 3 threads' agrees "$POSENC" -- --engine mpfr --threads 3
runs 'the normal build' "$POSENC"

# --- compilers ----------------------------------------------------------------------------------------

for cc in gcc clang; do
    if ! links $cc; then
        skip $cc 'no compiler, MPFR or jansson for it'
        continue
    fi
    for level in -O0 -O1 -O2 -O3; do
        variant '' $cc $level
    done
    variant '' $cc -O3 -march=native
    if [ $cc = gcc ]; then variant '' gcc -O2 -flto=auto; fi # Ubuntu's packages are built so
    # shrunk: coarser inputs, so that each level hands many entries on to the next
    variant '' $cc -O2 -DPOSENC_SHRINK
    if links $cc -fsanitize=undefined,address; then
        variant '' $cc -O2 -g -fsanitize=undefined,address -fno-sanitize-recover=all
    else
        skip "$cc -fsanitize=undefined,address" 'no sanitizers'
    fi
    for flag in -ffast-math -Ofast; do
        check "$cc $flag: refused" stopped $cc -O2 $flag
    done
    if links $cc -m32; then
        variant '' $cc -m32 -march=i686 -O0
        variant '' $cc -m32 -march=i686 -O2
        variant '' $cc -m32 -O2 -msse2 -mfpmath=sse
    else
        skip "$cc -m32" 'no compiler, 32-bit MPFR or jansson for it'
    fi
done

# --- forced floating-point environments -------------------------------------------------------------------

environments='nearest upward downward zero flush upward,flush single'

# shows ENVIRONMENT RUNNER...: does arithmetic show that it is forced?
shows() {
    how=$1
    shift
    [ "$how" = nearest ] || [ "$(FORCE=$how "$@")" != "$(FORCE=nearest "$@")" ]
}

preload=$dir/preload.so
if ${CC:-cc} -O2 -fPIC -shared -o "$preload" "$root/tests/verify/preload.c" -lm 2> /dev/null &&
    ${CC:-cc} -O2 -o "$dir/probe" "$root/tests/verify/probe.c"; then
    for how in $environments; do
        if shows $how env LD_PRELOAD="$preload" "$dir/probe"; then
            runs "preloaded $how" env FORCE=$how LD_PRELOAD="$preload" "$POSENC"
        else
            skip "preloaded $how" 'not on this processor'
        fi
    done
else
    skip 'preloaded environments' 'no compiler for tests/verify/preload.c'
fi

ways='auto,3 double,1 wide,3' # an emulator is slow

# --- vector units -------------------------------------------------------------------------------------

# The kernels for lesser processors, where this one is x86-64.
for model in qemu64 Haswell; do
    if [ "$(uname -m)" != x86_64 ] || ! qemu-x86_64 -cpu $model /bin/true 2> /dev/null; then
        skip "qemu-x86_64 -cpu $model" 'no x86-64, or no qemu-x86_64'
    else
        runs "qemu-x86_64 -cpu $model" qemu-x86_64 -cpu $model "$POSENC"
    fi
done

# --- processors ---------------------------------------------------------------------------------------

# forced QEMU COMPILER...: the environments linked in
forced() {
    qemu=$1
    shift
    check "$* with environments: builds" whole_program "$dir/posenc" "$@" -O2 -static "$root/tests/verify/preload.c"
    "$@" -O2 -static -o "$dir/probe" "$root/tests/verify/probe.c" "$root/tests/verify/preload.c" -lm
    for how in $environments; do
        if shows $how $qemu "$dir/probe"; then
            check "$*, forced $how" agrees env FORCE=$how $qemu "$dir/posenc" -- --threads 3
        else
            skip "$*, forced $how" 'not on this processor'
        fi
    done
    rm -f "$dir/posenc"
}

# what the compiler's name begins with, its emulator, flags for more vectors
processors='aarch64-linux-gnu qemu-aarch64 -march=armv8-a+sve
arm-linux-gnueabihf qemu-arm -mfpu=neon-vfpv4
s390x-linux-gnu qemu-s390x -march=z13
powerpc64le-linux-gnu qemu-ppc64le -mcpu=power9
i686-linux-gnu qemu-i386 -msse2 -mfpmath=sse'
echo "$processors" > "$dir/processors"

while read -r target qemu vectors; do
    cc=$target-gcc
    if ! links "$cc" -static; then
        skip "$target" "no $cc, or no static MPFR or jansson for it"
    elif ! $qemu "$dir/links" 2> /dev/null; then
        skip "$target" "no $qemu"
    else
        ! "$dir/links" 2> /dev/null || qemu='env' # this processor runs it without an emulator
        variant $qemu $cc -O0
        variant $qemu $cc -O2 -Wconversion -Werror
        variant $qemu $cc -O3 $vectors
        variant $qemu $cc -O2 -DPOSENC_SHRINK
        check "$cc -ffast-math: refused" stopped $cc -O2 -ffast-math
        forced $qemu $cc
        if links clang --target=$target -static; then
            variant $qemu clang --target=$target -O3
        else
            skip "clang --target=$target" 'it does not link'
        fi
    fi
done < "$dir/processors"

plan
