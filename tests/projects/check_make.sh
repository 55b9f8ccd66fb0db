#!/bin/sh
# The Makefile itself: what is made again when a source changes, what the program and the goals need.
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
for file in gen/main.c gen/base/text.c gen/base/text.h gen/element/element.h templates/c.h templates/to_c.sh templates/rows_to_c.sh gen/words/presets.ini Makefile; do
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
linked() {
    ln -s tree "$dir/link" && (cd "$dir/link" && plain_make -s CFLAGS='-O0 -g' -W gen/main.c build/main.o) &&
        cmp build/main.o "$dir/else where/build/main.o"
}
check 'the same bytes in another folder' elsewhere
check 'the same bytes by a link to the folder' linked
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

# deps ARGUMENT...: on a machine whose apt-get can't update, and has the packages in `had`, of which some are in `installed`
mkdir apt && cp -R none/* apt && ln -s "$(command -v grep)" apt
printf '#!/bin/sh\necho 0\n' > apt/own_id && mv apt/own_id apt/id
printf '#!/bin/sh\n%s\n' 'for p; do :; done; grep -qx -e "$p" installed && echo install ok installed' > apt/dpkg-query
printf '#!/bin/sh\n%s\n' 'if grep -qx -e "$2" had; then echo "Candidate: 1"; else echo "Candidate: (none)"; fi' > apt/apt-cache
printf '#!/bin/sh\n%s\n' '[ "$1" != update ] || exit 100; for p; do grep -x -e "$p" had; done >> installed; :' > apt/apt-get
printf '#!/bin/sh\n%s\n' 'shift; exec "$@"' > apt/env
chmod +x apt/*
deps() {
    PATH=$dir/apt sh "$root/tests/deps.sh" "$@" > said 2>&1
}
# machine GOAL: with all packages of the goal to be had, and none installed
machine() {
    wanted $1 && tr '|' '\n' < packages | grep -x '[a-z0-9.+-]*' > had && : > installed
}
check 'deps --complete: not where something is lacking' eval 'machine lint && ends 1 deps --complete lint && [ ! -s installed ]'
check 'deps: nothing is wrong if all can be had without an update' eval 'machine lint && deps lint && grep -x shellcheck installed &&
    deps --complete lint'
check 'deps: what can not be had after a failed update' eval 'machine lint && grep -vx shellcheck had > fewer && mv fewer had &&
    ends 1 deps lint && grep -x "make deps: not to be had: shellcheck; apt-get update failed" said && grep -x cppcheck installed'
second_choice() { # is lacking where the first can be had
    machine check && grep -vx libflint-arb-dev had > installed && ends 1 deps --complete check && deps check &&
        grep -x libflint-arb-dev installed && machine check && grep -vx libflint-arb-dev had > fewer && mv fewer had &&
        cp had installed && deps --complete check
}
check 'deps: of two packages the first that can be had' second_choice
plan
