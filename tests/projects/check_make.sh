#!/bin/sh
# SPDX-License-Identifier: MIT
# The Makefile: what is made again when a source changes, and what the program and the goals need.
. "$(dirname "$0")/../tap.sh"
unset CFLAGS CPPFLAGS LDFLAGS LDLIBS SANITIZE TSAN STATIC CI
plain_make() {
    make --no-print-directory "$@"
}

# --- the program alone, from what meson.build and posenc.cmake link to: no tests/, no integration/

mkdir "$dir/tree" && copy_sources "$dir/tree" && cd "$dir/tree" || exit 1
# is_made WORD...: is there nothing to do for the program? build/flags is checked each time, and doesn't count.
is_made() {
    plain_make -q CFLAGS=-O0 -o build/flags "$@" build/posenc
}

# --- what a build takes from its environment, and what it prints

# prints LINES COMMAND...: standard output has exactly these lines, in the escapes of printf %b
prints() {
    printf %b "$1" > "$dir/wanted"
    shift
    "$@" > "$dir/printed" && diff "$dir/wanted" "$dir/printed"
}
# again ARGUMENT...: makes one object again
again() {
    plain_make CFLAGS=-O0 "$@" -W gen/main.c build/main.o
}
# takes WORD ASSIGNMENT... -- [ARGUMENT...]: does the command have the word, with these variables in the environment?
takes() {
    word=$1 given=
    shift
    while [ "$1" != -- ]; do given="$given $1"; shift; done
    shift
    env $given make -n V=1 "$@" -W gen/main.c build/main.o | grep 'c -o build/main.o' | grep -e " $word " -e "^$word "
}
# A compiler for another machine, whose program doesn't run here.
cross() (
    mkdir -p "$dir/cross/build" && cp -R gen templates Makefile "$dir/cross" && cd "$dir/cross" &&
        printf 'echo none-elf\n' > cc.sh && echo '!' > build/posenc && chmod +x build/posenc &&
        prints 'build/posenc does not run on this machine: no tables in out/\n' plain_make -o build/posenc CC="sh cc.sh" tables
)
shown() { # shown VARIABLE WORD...: show-VARIABLE, which meson.build asks for, has the words
    plain_make -s "show-$1" | tr ' ' '\n' > "$dir/shown"
    shift
    for word in "$@"; do grep -qxF -e "$word" "$dir/shown" || { echo "no $word"; return 1; }; done
}
all_shown() { # all_shown VARIABLE FIND-WORD...: it is these files
    plain_make -s "show-$1" | tr ' ' '\n' | sort > "$dir/shown"
    shift
    find "$@" | sort | diff - "$dir/shown"
}
# refuses LINE ARGUMENT...: make can't compile, and besides its own lines there is only this one
refuses() {
    line=$1
    shift
    ends 2 plain_make -s "$@" build/flags 2> "$dir/said" && grep -v '^make: ' "$dir/said" > "$dir/lines"
    echo "$line" | diff - "$dir/lines"
}
mkdir "$dir/broken" && echo '#error' > "$dir/broken/jansson.h"
# --- rows of make.tsv that take several steps

makefile_gen() {
    plain_make -s -j 2 CFLAGS=-O0 build/posenc && build/posenc --max-len 3 --d-model 4 > new &&
        piped "$POSENC" --max-len 3 --d-model 4 | cmp - new
}
made_again() {
    touch -t 200001010000 build/flags && plain_make -s CFLAGS=-O0 build/flags && [ ! "$(find build/flags -newermt 2001-01-01)" ] &&
        plain_make -s CFLAGS=-O1 build/flags && [ "$(find build/flags -newermt 2001-01-01)" ]
}
cflags_quotes() {
    plain_make -s CFLAGS="-DX='\"a b\"'" build/flags && grep -F -e "-DX='\"a b\"'" build/flags && touch -t 200001010000 build/flags &&
        plain_make -s CFLAGS="-DX='\"a b\"'" build/flags && [ ! "$(find build/flags -newermt 2001-01-01)" ]
}
wrong_flag() {
    ends 2 plain_make -s CFLAGS=--none build/flags 2> "$dir/said" && grep -e --none "$dir/said" && ! grep deps "$dir/said"
}
help_lists() {
    plain_make help > "$dir/said" && grep "make install" "$dir/said" && ! grep -e "make check" -e "make lint" "$dir/said"
}
same_bytes() {
    plain_make -s CFLAGS="-O0 -g" build/main.o && mkdir "$dir/else where" && copy_sources "$dir/else where" &&
        (cd "$dir/else where" && plain_make -s CFLAGS="-O0 -g" build/main.o) && cmp build/main.o "$dir/else where/build/main.o"
}
same_bytes_link() {
    ln -s tree "$dir/link" && (cd "$dir/link" && plain_make -s CFLAGS="-O0 -g" -W gen/main.c build/main.o) &&
        cmp build/main.o "$dir/else where/build/main.o"
}
deps_all() {
    said_last deps all > "$dir/said" && grep '^echo .*build/posenc --max-len .* make deps check' "$dir/said" &&
        ! said_last deps check | grep max-len && ! said_last all | grep max-len && ! said_last -s deps all | grep max-len
}
check_says() {
    said_last check | grep "^echo 'build/posenc passes .* sudo make install. .* make deps check-all'" &&
        ! CI=y said_last check | grep install && ! said_last check T=unit_ziv | grep install
}
elsewhere_says() { # with O=, both commands name the folder
    for goal in 'deps all' check; do
        said_last O="$dir/at" $goal | grep "^echo '$dir/at/build/posenc .* make O=$dir/at deps check" || return 1
    done
}
deps_all_processors() {
    JOBS=7 said_last deps show-jobs | grep JOBS=7 && JOBS=7 said_last -j3 deps show-jobs | grep JOBS=3 &&
        ! JOBS=7 said_last show-jobs | grep JOBS && ! JOBS=7 said_last deps clean show-jobs | grep JOBS
}
check_does() {
    CI=y said_last check > "$dir/said" && grep unit_ziv "$dir/said" && ! grep "unit_digest " "$dir/said" &&
        said_last check-all | grep "unit_digest "
}
deps_alone() {
    machine check && grep -vx locales had > installed && cp installed before && deps && grep -x "check: locales" said &&
        grep -x "all: nothing" said && grep "^lint: .*cppcheck" said && cmp installed before
}
deps_check() {
    machine check-matrix && ends 1 deps check-matrix &&
        grep -x "make deps: check-matrix needs .* ARCHITECTURES='arm64 armhf i386 ppc64el s390x'" said && [ "$(wc -l < said)" = 1 ] &&
        [ ! -s foreign ] && [ ! -s installed ]
}
deps_check_matrix() {
    machine check-matrix && ARCHITECTURES='arm64 armhf i386 ppc64el' ends 1 deps check-matrix && [ ! -s foreign ] &&
        ARCHITECTURES='s390x arm64 armhf i386 ppc64el' deps check-matrix &&
        [ "$(sort foreign | tr "\\n" " ")" = "arm64 armhf i386 ppc64el s390x " ] && grep -x libmpfr-dev:s390x installed &&
        : > installed && deps check-matrix
}
deps_check_all() {
    wanted check && sort packages > core && has_not check-all 'no package' $(tr '\n' ' ' < core) clang cmake
}
deps_what() {
    machine lint && grep -vx shellcheck had > fewer && mv fewer had && ends 1 deps lint &&
        grep -x 'make deps: not to be had: shellcheck; apt-get update failed' said && grep -x cppcheck installed
}
deps_two() {
    machine check && grep -vx libflint-arb-dev had > installed && ends 1 deps --complete check && deps check &&
        grep -x libflint-arb-dev installed
}
deps_two_packages() {
    machine check && grep -vx libflint-arb-dev had > fewer && mv fewer had && cp had installed && deps --complete check
}

check_rows "$root/tests/projects/make.tsv" sources
cd "$dir" || exit 1
goals() { # goals COMMANDS...: make would run these commands for the goals of its parts, in the tree under test
    plain_make -n -C "$root" -o build/posenc usual bench fuzz verify check-matrix mutants smoke dist deb install > "$dir/commands" &&
        for command in "$@"; do grep -F -e "$command" "$dir/commands" || { echo "no $command"; return 1; }; done > "$dir/log"
}
version=$(piped "$POSENC" --version | cut -d ' ' -f 2)

jobs() { # jobs WORD ARGUMENT...: does a goal that runs tests have the word?
    word=$1
    shift
    plain_make -n V=1 -C "$root" -o build/posenc "$@" check-targets | tail -n 1 | grep -e "^$word "
}
# said_last ARGUMENT...: what make prints last
said_last() {
    plain_make -n -C "$root" -o build/posenc "$@" | grep -vx : | tail -n 1
}
# built_for NAME GOAL PROGRAM...: with T=NAME the goal makes exactly these programs of tests, whatever is there already
built_for() {
    plain_make -n -C "$root" -W gen/main.c -W tests/work.c $(printf -- '-W %s ' "$root"/tests/exact/*.c "$root"/tests/unit/*.c \
        "$root"/tests/verify/*.c "$root/gen/base/cpus.c" | sed "s,$root/,,g") "$2" T="$1" | sed -n 's,.* -o \(build/tests/[a-z_0-9-]*\) .*,\1,p' |
        sort > "$dir/made" && shift 2 && printf 'build/tests/%s\n' "$@" | sed 's,/$,,;/tests$/d' | sort | diff - "$dir/made"
}
# at_once: a line of tests comes before their end, also with -O; with -n they don't run
at_once() (
    mkdir -p "$dir/sync/tests" "$dir/sync/gen/base" && cp "$root/Makefile" "$dir/sync" && cp "$root/tests/tests.mk" "$dir/sync/tests" &&
        cp "$root/gen/base/version.h" "$dir/sync/gen/base" && cd "$dir/sync" &&
        printf 'echo first; sleep 1; : > over; echo second\n' > tests/run.sh &&
        plain_make -s -n -o build/posenc check-targets && [ ! -e over ] &&
        plain_make -s -j2 --output-sync -o build/posenc check-targets | {
            read -r first && [ ! -e over ] && echo "$first" && cat
        } > said && printf 'first\nsecond\n' | diff - said
)
# The goals that help lists are all that makefiles declare, except for parts of others.
helped() {
    plain_make -C "$root" help | sed -n 's/^  make \([a-z][a-z-]*\) .*/\1/p' | sort > "$dir/listed" &&
        cat "$root/Makefile" "$root"/tests/*.mk "$root"/tests/bench/*.mk "$root/integration/packages.mk" "$root/integration/everywhere.mk" |
        sed -n 's/^[.]PHONY: //p' | tr ' ' '\n' | grep -vx -e '.*[$].*' -e in_folder -e program -e force -e dist-files -e package-json -e help | sort -u |
        diff - "$dir/listed"
}

# --- packages: what goals need

# wanted GOAL...: the packages that a machine with only apt-get would need
mkdir none && for tool in sh sed sort tr id cat dirname cmp; do ln -s "$(unset -f cmp; command -v $tool)" none; done
wanted() {
    PATH=$dir/none ends 1 sh "$root/tests/deps.sh" "$@" 2> said && tr ' ' '\n' < said > packages
}
# has_not GOAL PATTERN PACKAGE...: for that goal these packages are wanted, and none with the pattern
has_not() {
    wanted "$1" && ends 1 grep -E "$2" packages || return 1
    shift 2
    for package in "$@"; do grep -xF -e "$package" packages || { echo "no $package"; return 1; }; done
}
three='avr-libc gcc-arm-none-eabi gcc-avr gcc-riscv64-unknown-elf libnewlib-arm-none-eabi libsimavr-dev
picolibc-riscv64-unknown-elf qemu-system-arm qemu-system-misc'

# deps ARGUMENT...: on a machine whose apt-get can't update, and has the packages in `had`, of which some are in `installed`
mkdir apt && cp -R none/* apt && ln -s "$(command -v grep)" apt
printf '#!/bin/sh\n%s\n' 'case $1 in --print-arch*) echo amd64 ;; --print-foreign*) cat foreign ;; *) echo "$2" >> foreign ;; esac' > apt/dpkg
printf '#!/bin/sh\necho 0\n' > apt/own_id && mv apt/own_id apt/id
printf '#!/bin/sh\n%s\n' 'for p; do :; done; grep -qx -e "$p" installed && echo install ok installed' > apt/dpkg-query
printf '#!/bin/sh\n%s\n' 'if grep -qx -e "$2" had; then echo "Candidate: 1"; else echo "Candidate: (none)"; fi' > apt/apt-cache
printf '#!/bin/sh\n%s\n' '[ "$1" != update ] || exit 100; for p; do grep -x -e "$p" had; done >> installed; :' > apt/apt-get
printf '#!/bin/sh\n%s\n' 'shift; exec "$@"' > apt/env
chmod +x apt/*
deps() {
    PATH=$dir/apt sh "$root/tests/deps.sh" "$@" > said 2>&1
}
# machine GOAL: a machine on which all packages of the goal are available, and none is installed
machine() {
    wanted $1 && tr '|' '\n' < packages | grep -x '[a-z0-9.+:-]*' > had && : > installed && : > foreign
}
check_rows "$root/tests/projects/make.tsv" goals
plan
