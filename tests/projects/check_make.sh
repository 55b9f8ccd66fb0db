#!/bin/sh
# The Makefile: what is made again when a source changes, and what the program and the goals need.
. "$(dirname "$0")/../tap.sh"
unset CFLAGS CPPFLAGS LDFLAGS LDLIBS SANITIZE STATIC
plain_make() {
    make --no-print-directory "$@"
}

# --- the program alone, from what meson.build and posenc.cmake link to: no tests/, no integration/

mkdir "$dir/tree" && cp -R "$root/gen" "$root/templates" "$root/Makefile" "$dir/tree" && cd "$dir/tree" || exit 1
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
check_rows "$root/tests/projects/make.tsv" sources
cd "$dir" || exit 1
goals() { # goals COMMANDS...: make would run these commands for the goals of its parts, in the tree under test
    plain_make -n -C "$root" -o build/posenc usual bench fuzz verify check-matrix mutants dist deb install > "$dir/commands" &&
        for command in "$@"; do grep -F -e "$command" "$dir/commands" || { echo "no $command"; return 1; }; done > "$dir/log"
}
version=$("$POSENC" --version | cut -d ' ' -f 2)

jobs() { # jobs WORD ARGUMENT...: does a goal that runs tests have the word?
    word=$1
    shift
    plain_make -n -C "$root" -o build/posenc "$@" check-targets | tail -n 1 | grep -e "^$word "
}

# --- packages: what goals need

# wanted GOAL...: the packages that a machine with only apt-get would need
mkdir none && for tool in sh sed sort tr id cat dirname; do ln -s "$(command -v $tool)" none; done
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
    wanted $1 && tr '|' '\n' < packages | grep -x '[a-z0-9.+-]*' > had && : > installed
}
check_rows "$root/tests/projects/make.tsv" goals
plan
