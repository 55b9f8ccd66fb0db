#!/bin/sh
# SPDX-License-Identifier: MIT
# All files of a run are put in place, or none, whatever fails or stops the program at that time, and whatever the system lacks.
. "$(dirname "$0")/../tap.sh"
export POSENC
"$POSENC" --max-len 3 --d-model 4 > "$dir/one.h" || : > "$dir/one.h"
present "$dir/one.h"
[ "$(uname)" = Linux ] && ${CC:-cc} -shared -fPIC -o "$dir/placing.so" "$root/tests/files/placing.c" -ldl &&
    env LD_PRELOAD="$dir/placing.so" WITHOUT=proc "$POSENC" --max-len 3 --d-model 4 > "$dir/out" ||
    skip_all 'files that are put in place' 'no library can be preloaded'
scene=$dir/scene
all=y # of files that were there, and of systems; the core takes some
[ ! "${CORE-}" ] || all=
names='pe.h pe.c a.h b.bin sub/c.npy d.d' small='--max-len 3 --d-model 4'
held='--max-len 4000 --d-model 64 --scaling llama3:factor=8,original=8192 --name pe'
audit='audit pe.npy --max-len 40000 --d-model 64 --threads 2'

# set_scene OLD...: a new folder, the current one, with a manifest of four tables and these old files in it
set_scene() {
    rm -rf "$scene" && mkdir -p "$scene" && cd "$scene" || exit 1
    for old in "$@"; do
        mkdir -p "$(dirname $old)" && echo "old $old" > $old && touch -t 200001010000 $old
    done
    printf '[%s]\nmax-len = 3\nd-model = 4\noutput = %s\n' pe pe.c a a.h b b.bin c sub/c.npy > "$dir/all.ini"
}

# under ASSIGNMENT... ARGUMENT...: runs posenc with these variables for placing.so
under() {
    under_env=
    while case $1 in [A-Z]*=*) ;; *) false ;; esac do
        under_env="$under_env $1"
        shift
    done
    env LD_PRELOAD="$dir/placing.so" $under_env "$POSENC" "$@"
}
# placed ASSIGNMENT...: posenc writes all files of the scene
placed() {
    under "$@" build "$dir/all.ini" --output-dir . --depfile d.d > "$dir/out" 2> "$dir/err"
}
# folders only by name, since temporary names change their times
look() {
    find "$scene" | sort
    find "$scene" -type f -exec ls -li {} + -exec cksum {} +
}
set_scene
placed && mkdir "$dir/new" && cp -R . "$dir/new" || { echo 'Bail out! no files'; exit 1; }
is_new() {
    diff -r "$dir/new" .
}
# each_old FUNCTION...: if all the files exist, some of them, or none
each_old() {
    for old in "$names" 'pe.c a.h d.d' ${all:+'pe.h sub/c.npy' ''}; do
        set_scene $old
        "$@" || { echo "old files: $old"; return 1; }
    done
}
# each_lack FUNCTION...: with systems that lack something
each_lack() {
    for lack in nothing exchange,tmpfile ${all:+exchange naming tmpfile proc}; do
        "$@" WITHOUT=$lack || { echo "without $lack"; return 1; }
    done
}

# none WORDS...: the file that can't be put in place is named; nothing has changed
none() {
    for name in $names; do
        look > "$dir/before"
        ends 1 placed "$@" FAIL=$(basename $name) || return 1
        echo "posenc: ./$name: Permission denied" | sed 's|\./d\.d|d.d|' | diff - "$dir/err" || return 1
        look | diff "$dir/before" - || { echo "after $name"; return 1; }
    done
}
all() {
    placed "$@" && [ ! -s "$dir/err" ] && is_new
}

# Without an exchange of names and hard links, an old file can't be restored; each file is whole, and a new one is removed.
neither() {
    set_scene pe.h pe.c b.bin sub/c.npy d.d && ends 1 placed WITHOUT=exchange,link FAIL=b.bin &&
        echo 'posenc: ./b.bin: Permission denied' | diff - "$dir/err" || return 1
    for name in $names; do
        case $name in
        pe.?) cmp $name "$dir/new/$name" ;;
        a.h) [ ! -e $name ] ;;
        *) echo "old $name" | cmp - $name ;;
        esac || return 1
    done
    [ "$(find . -type f | wc -l)" = 5 ]
}

# single_run OLD FAIL LACK: with these old files, on a system that lacks LACK, nothing changes if FAIL can't be put in place
single_run() {
    set_scene $1
    look > "$dir/before"
    ends 1 under FAIL=$2 WITHOUT=$3 $small -o pe.c 2> "$dir/err" && look | diff "$dir/before" -
}
if_changed() { # of all.ini: a.h is right, and b.bin can't be put in place; then it can
    set_scene $names && cp "$dir/new/a.h" a.h && touch -t 200001010000 a.h && look > "$dir/before" &&
        ends 1 under FAIL=b.bin build "$dir/all.ini" --output-dir . --if-changed 2> "$dir/err" && look | diff "$dir/before" - &&
        ls -li a.h > "$dir/a" && "$POSENC" build "$dir/all.ini" --output-dir . --if-changed && ls -li a.h | diff "$dir/a" - &&
        rm d.d && diff -r -x d.d "$dir/new" .
}
# beside COUNT: COUNT files have a temporary name
beside() {
    [ "$(find . -name '.posenc-*' | wc -l)" = "$1" ]
}

# --- signals

# A signal during the renames ends the program when all files are in place.
late() {
    for name in $names; do
        set_scene $old && ends 143 placed "$@" SIGNAL=$(basename $name):15 && is_new || return 1
    done
}
# Each file is old or new, and leftover files have a temporary name.
whole() {
    for name in $names; do
        set_scene $old && ends 137 placed "$@" SIGNAL=$(basename $name):9 2> /dev/null || return 1
        for each in $names; do
            if [ -e $each ]; then cmp -s $each "$dir/new/$each" || echo "old $each" | cmp - $each; else
                case " $old " in *" $each "*) false ;; esac
            fi || { echo "$each after $name"; return 1; }
        done
        find . -name '.posenc-*' -exec rm {} +
        [ -z "$(find . -name '.*' -type f)" ] || return 1
    done
}

killed() { # before the only rename of a single run
    set_scene pe.h && ends 137 under SIGNAL=pe.h:9 $small -o pe.h && echo 'old pe.h' | cmp - pe.h && beside 1 &&
        "$POSENC" $small -o pe.h && beside 1
}

# --- existing names

taken() {
    set_scene && mkdir taken || return 1
    # the names of the next thousand processes
    sh -c 'for k in $(seq $$ $(($$ + 1000))); do echo mine > .posenc-$k-0; echo mine > .posenc-$k-1; done
        exec "$POSENC" --max-len 3 --d-model 4 -o pe.h'
    cmp pe.h "$dir/one.h" && [ "$(cat .posenc-* | sort -u)" = mine ] && beside 2002
}
taken_from_start() {
    (export LD_PRELOAD="$dir/placing.so" WITHOUT=tmpfile && taken)
}

# --- reading

interrupted() {
    set_scene && under INTERRUPTED=1 build "$dir/all.ini" --output-dir . --depfile d.d && is_new &&
        under INTERRUPTED=1 build --check "$dir/all.ini" --output-dir . && ls -li pe.? a.h b.bin > "$dir/before" &&
        under INTERRUPTED=1 build "$dir/all.ini" --output-dir . --if-changed && ls -li pe.? a.h b.bin | diff "$dir/before" -
}
interrupted_audit() {
    set_scene && "$POSENC" --max-len 3 --d-model 4 -o c.npy && under INTERRUPTED=1 audit c.npy --max-len 3 --d-model 4 > "$dir/out"
}
interrupted_held() {
    set_scene && "$POSENC" $held -o want && under INTERRUPTED=1 $held > got && cmp want got && under WITHOUT=tmpfile $held > got && cmp want got
}

# --- figures: no thread of a comparison begins before the file is there

refused_first() {
    set_scene && "$POSENC" --max-len 40000 --d-model 64 -o pe.npy && : > "$dir/threads" &&
        ends 1 under THREADS="$dir/threads" $audit --plot none/a.svg > out 2> "$dir/err" &&
        echo 'posenc: none/a.svg: No such file or directory' | diff - "$dir/err" && [ ! -s out ] && [ ! -s "$dir/threads" ] &&
        under THREADS="$dir/threads" $audit --plot a.svg > out && [ -s a.svg ] && [ -s "$dir/threads" ]
}
no_figure() {
    set_scene && "$POSENC" --max-len 40000 --d-model 64 -o pe.npy && { [ ! -c /dev/full ] || ends 1 "$POSENC" $audit --plot a.svg 2> "$dir/err" > /dev/full; } && [ ! -e a.svg ]
}

# --- threads

# threads CPUS WANTED WORD...: with so many CPUs, a run starts one thread less than are wanted
threads() {
    cpus=$1 wanted=$2
    shift 2
    set_scene && rm -f "$dir/threads" && touch "$dir/threads" &&
        under CPUS=$cpus THREADS="$dir/threads" --max-len 40000 --d-model 64 --format raw "$@" > "$dir/out" &&
        [ "$(wc -c < "$dir/out")" = $((40000 * 64 * 4)) ] && [ "$(wc -l < "$dir/threads")" = $((wanted - 1)) ] || { wc -l "$dir/threads"; return 1; }
}
check_rows "$root/tests/files/placing.tsv"
plan
