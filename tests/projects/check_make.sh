#!/bin/sh
# The Makefile itself: what is made again when a source changes, what the program needs, how tests are counted.
. "$(dirname "$0")/../tap.sh"
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES CFLAGS CPPFLAGS LDFLAGS LDLIBS SANITIZE STATIC
plain_make() {
    make --no-print-directory "$@"
}

# --- the program alone, from what meson.build and posenc.cmake link to: no tests/, no integration/

mkdir "$dir/tree" && cp -R "$root/gen" "$root/templates" "$root/Makefile" "$dir/tree" && cd "$dir/tree" || exit 1
check 'Makefile, gen/ and templates/ are enough' eval 'plain_make -s -j 2 CFLAGS=-O0 build/posenc &&
    build/posenc --max-len 3 --d-model 4 > new && "$POSENC" --max-len 3 --d-model 4 | cmp - new'
# is_made WORD...: is there nothing to do for the program? build/flags, which is looked at each time, is left out.
is_made() {
    plain_make -q CFLAGS=-O0 -o build/flags "$@" build/posenc
}
check 'nothing is left to be done after it' is_made
for file in gen/main.c gen/base/text.c gen/base/text.h gen/element/element.h templates/c.h templates/to_c.sh Makefile; do
    check "made again if this changes: $file" ends 1 is_made -W $file
done
check 'not if these change' is_made -W docs/posenc.1 -W tests/tap.sh
flags() {
    touch -t 200001010000 build/flags && plain_make -s CFLAGS=-O0 build/flags && [ ! "$(find build/flags -newermt 2001-01-01)" ] &&
        plain_make -s CFLAGS=-O1 build/flags && [ "$(find build/flags -newermt 2001-01-01)" ]
}
check 'made again with other flags, not with the same' flags
# --- what a build takes from its environment, and says

# prints LINES COMMAND...: exactly these on standard output
prints() {
    printf '%s' "$1" > "$dir/wanted"
    shift
    "$@" > "$dir/printed" && diff "$dir/wanted" "$dir/printed"
}
# again ARGUMENT...: makes one object again
again() {
    plain_make CFLAGS=-O0 "$@" -W gen/main.c build/main.o
}
check 'a line for a file' prints '  CC gen/main.c
' again
check 'V=1: the command' eval 'again V=1 > "$dir/printed" && grep -q -e "-std=c11 .* -c -o build/main.o gen/main.c$" "$dir/printed"'
check '-s: nothing' prints '' again -s
# takes WORD ASSIGNMENT... -- [ARGUMENT...]: does the command have the word, with these in the environment?
takes() {
    word=$1 given=
    shift
    while [ "$1" != -- ]; do given="$given $1"; shift; done
    shift
    env $given make -n V=1 "$@" -W gen/main.c build/main.o | grep 'c -o build/main.o' | grep -e " $word " -e "^$word "
}
check 'CFLAGS of the environment' takes -DGIVEN CFLAGS=-DGIVEN --
check 'CFLAGS of the command line before them' eval 'takes -DGIVEN CFLAGS=-DOTHER -- CFLAGS=-DGIVEN && ends 1 takes -DOTHER CFLAGS=-DOTHER -- CFLAGS=-DGIVEN'
check 'CFLAGS without either' eval 'takes -O3 -u CFLAGS --'
check 'CC of the environment' takes other-cc CC=other-cc --
check 'CPPFLAGS of the environment' takes -DGIVEN CPPFLAGS=-DGIVEN --
elsewhere() {
    mkdir -p "$dir/else where" && cp -R gen templates Makefile "$dir/else where" &&
        (cd "$dir/else where" && plain_make -s CFLAGS='-O0 -g' build/main.o) && plain_make -s CFLAGS='-O0 -g' build/main.o &&
        cmp build/main.o "$dir/else where/build/main.o"
}
check 'the same bytes in another folder' elsewhere
# A compiler of another machine, and a program that doesn't run here.
cross() {
    mkdir -p "$dir/cross/build" && cp -R gen templates Makefile "$dir/cross" && cd "$dir/cross" &&
        printf 'echo none-elf\n' > cc.sh && echo '!' > build/posenc && chmod +x build/posenc &&
        prints 'build/posenc does not run on this machine: no tables in out/
' plain_make -o build/posenc CC="sh cc.sh" tables
}
check 'make, where the program does not run: no tables' cross
check 'make, where it should run: an error' eval 'cd "$dir/cross" && ends 2 plain_make -o build/posenc CC=cc tables'
cd "$dir/tree" || exit 1
shown() { # shown VARIABLE WORD...: show-VARIABLE, which meson.build asks for, has the words
    plain_make -s "show-$1" | tr ' ' '\n' > "$dir/shown"
    shift
    for word in "$@"; do grep -qxF -e "$word" "$dir/shown" || { echo "no $word"; return 1; }; done
}
check 'show-sources: all of them' eval 'plain_make -s show-sources | tr " " "\n" | sort > "$dir/shown" &&
    find gen -name "*.c" | sort | diff - "$dir/shown"'
check 'show-templates: all of them, and their script' eval 'plain_make -s show-templates | tr " " "\n" | sort > "$dir/shown" &&
    find templates -type f | sort | diff - "$dir/shown"'
check 'show-dialect' shown dialect -std=c11 -ffp-contract=off -Igen
check 'show-libraries' shown libraries -lmpfr -lgmp -ljansson -lm -lpthread
cd "$dir" || exit 1
goals() { # goals COMMANDS...: that make would carry out in the tree under test, by the goals of its parts
    plain_make -n -C "$root" -o build/posenc usual bench fuzz verify check-matrix mutants dist deb install > "$dir/commands" &&
        for command in "$@"; do grep -F -e "$command" "$dir/commands" || { echo "no $command"; return 1; }; done > "$dir/log"
}
version=$("$POSENC" --version | cut -d ' ' -f 2)
check 'the goals of all parts' goals "posenc-$version.tar.gz" "posenc_${version}_*.deb" build/bench/usual tests/bench/run.sh \
    tests/verify/fuzz.sh tests/verify/verify_decimal.sh tests/verify/matrix.sh tests/verify/mutants.sh bin/posenc

jobs() { # jobs WORD ARGUMENT...: does a goal that runs tests have the word?
    word=$1
    shift
    plain_make -n -C "$root" -o build/posenc "$@" check-targets | tail -n 1 | grep -e "^$word "
}
check 'as many tests at a time as make has jobs' eval 'jobs JOBS=3 -j3 && jobs JOBS=1 -s -j1 && ends 1 jobs "JOBS=.*" -s'

# --- how tests are counted

# counts LAST-LINE STATUS SCRIPT...: run.sh of tests that say these things
counts() {
    last=$1 wanted_status=$2 k=0
    shift 2
    rm -f test_*.sh
    for script in "$@"; do
        k=$((k + 1))
        printf '%s\n' "$script" > test_$k.sh
    done
    ends "$wanted_status" sh "$root/tests/run.sh" test_*.sh > said && [ "$(tail -n 1 said)" = "$last" ] || { cat said; return 1; }
}
check 'passed, and skipped' counts '2 passed, 0 failed, 1 skipped' 0 'echo "ok 1 - a"; echo "ok 2 - b # SKIP c"; echo 1..2' \
    'echo "ok 1 - a"; echo 1..1'
check 'skipped, as cmocka says it' counts '1 passed, 0 failed, 2 skipped' 0 \
    'echo 1..3; echo "ok 1 - a"; echo "not ok 2 # SKIP"; echo "not ok 3 - b # SKIP"'
check 'failed' counts '1 passed, 1 failed, 0 skipped' 1 'echo "ok 1 - a"; echo "not ok 2 - b"; echo 1..2; exit 1'
check 'a script that ends early fails' counts '1 passed, 1 failed, 0 skipped' 1 'echo "ok 1 - a"; exit 0'
check 'a script with another plan fails' counts '1 passed, 1 failed, 0 skipped' 1 'echo "ok 1 - a"; echo 1..2'
check 'a script without a check fails' counts '1 passed, 1 failed, 0 skipped' 1 'echo 1..0' 'echo "ok 1 - a"; echo 1..1'
check 'a status without a failure fails' counts '1 passed, 1 failed, 0 skipped' 1 'echo "ok 1 - a"; echo 1..1; exit 3'
check 'nothing but skips fails' counts '0 passed, 0 failed, 1 skipped' 1 'echo "ok 1 - a # SKIP b"; echo 1..1'
# in_tap CHECKS...: a script of these lines, which sources tap.sh
mkdir -p tests/one && cp "$root/tests/tap.sh" tests
in_tap() {
    printf '%s\n' '. "$(dirname "$0")/../tap.sh"' "$@" plan > tests/one/check_one.sh
    POSENC=$POSENC sh tests/one/check_one.sh > said
}
check 'refused: not if the program crashes' ends 1 in_tap 'POSENC=/bin/false' 'check a refused "posenc: no" -o x'
check 'refused: the right line' in_tap "check a refused \"posenc: max-len '0' must be at least 1\" --max-len 0 --d-model 4 -o x"
check 'refused: another line' ends 1 in_tap 'check a refused "posenc: no" --max-len 0 --d-model 4 -o x'
check 'refused: what is done' ends 1 in_tap 'check a refused "" --max-len 3 --d-model 4 -o x'
check 'ends: another status' ends 1 in_tap 'check a ends 2 false'
check 'unlike: a file that is not there' ends 1 in_tap 'check a unlike /dev/null none'
check 'no check at all' ends 1 in_tap :
check 'a core run has gcc, and no other compiler' eval 'CORE=y in_tap "check a has gcc" "check b ends 1 has clang"'

# --- packages: what goals need

# wanted GOAL...: the packages, on a machine that has apt-get and nothing else
mkdir none && for tool in sh sed sort tr id cat dirname; do ln -s "$(command -v $tool)" none; done
wanted() {
    PATH=$dir/none ends 1 sh "$root/tests/deps.sh" "$@" 2> said && tr ' ' '\n' < said > packages
}
check 'deps: a compiler where there is none' eval 'wanted all && grep -x gcc packages && grep -x make packages && ends 1 grep cmocka packages'
check 'deps check: the core, and no other compiler' eval 'wanted check && grep -x libcmocka-dev packages &&
    grep -x "libflint-arb-dev|libflint-dev" packages && ends 1 grep -E "clang|cmake|avr|torch" packages'
three='avr-libc gcc-arm-none-eabi gcc-avr gcc-riscv64-unknown-elf libnewlib-arm-none-eabi libsimavr-dev
picolibc-riscv64-unknown-elf qemu-system-arm qemu-system-misc'
for goal in check-targets bench-targets; do
    check "deps $goal: compilers and emulators of three families" eval 'wanted $goal && sort packages > sorted &&
        printf "%s\n" $three | comm -23 - sorted > lacks && cat lacks && [ ! -s lacks ]'
done
check 'deps check-all: everything, the core included' eval 'wanted check && sort packages > core && wanted check-all &&
    sort packages > all && [ ! "$(comm -23 core all)" ] && grep -x clang all && grep -x cmake all'
cd /
plan
