#!/bin/sh
# SPDX-License-Identifier: MIT
# make bench-compile: what gcc, clang and tcc need to compile each C form, as a Markdown table of seconds and peak
# memory; and the way from specification to object, with targets. Commands that are compared run in turn; a
# ratio is the median of the quotients within a round. A missed target fails nothing.
#
#   SIZES='0.25 1 8'   millions (2^20) of f32, 512 to a row: 8 takes gcc half a minute and 2 GiB a form
#   FORMS='bytes incbin'  only these
#   build/bench-compile.csv  every measurement     build/bench-compile.md  what this prints
bench='bench-compile' here=$(dirname "$0")
. "$here/bench.sh"
SIZES=${SIZES:-0.25 1 8} RUNS=${RUNS:-3}
FORMS=${FORMS:-decimal hex bits bytes incbin asm embed}
csv=build/bench-compile.csv data=build/bench/compile
timed=build/bench/timed

programs "$POSENC" $timed
trap 'rm -rf "$data"' EXIT
rm -rf "$data"
mkdir -p "$data"
: > $csv

has() {
    command -v "$1" > /dev/null
}
newest_clang() {
    ls $(echo "$PATH" | tr ':' '\n' | sed 's|$|/clang-[0-9]*|') 2> /dev/null | sed 's|.*/||' | grep -x 'clang-[0-9]*' |
        sort -t - -k 2n | tail -n 1
}
words_of() {
    case $1 in
    incbin | asm | embed) echo "--format $1" ;;
    *) echo "--literal $1 --linkage extern" ;;
    esac
}

# --- each form, each compiler, each size

modern=$(newest_clang)
for size in $SIZES; do
    rows=$(awk "BEGIN { print $size * 2048 }")
    runs=$RUNS
    [ "$(awk "BEGIN { print ($size > 2) }")" = 0 ] || runs=1
    for form in $FORMS; do
        "$POSENC" --max-len $rows --d-model 512 --name t $(words_of $form) -o $data/$form
        source=$data/$form.c
        [ -f $source ] || source=$data/$form.S
        set --
        for compiler in gcc clang tcc; do
            command="$compiler -O2 -I $data"
            case $form$compiler in
            incbintcc | asmtcc) continue ;; # its assembler knows no .incbin
            embedclang) command="${modern:-none} -std=c2x -O2" compiler=$modern ;;
            embed*) continue ;;
            esac
            has ${command%% *} || continue
            if ! $command -c -o $data/probe.o $source 2> $data/errors; then
                echo "bench-compile: $compiler, $form, $size M: $(grep error $data/errors | head -n 1)" >&2
                continue
            fi
            set -- "$@" ${1:+:::} -l "$compiler" -x $data/t.o $command -c -o $data/t.o $source
        done
        [ $# = 0 ] || {
            echo "bench-compile: $size M, $form ..." >&2
            $timed -n $runs -p "$size,$form,$(($(wc -c < $source)))" "$@" >> $csv
        }
        rm -f $data/$form*
    done
done

# --- from the specification to the object, 4096 x 512

path='--max-len 4096 --d-model 512 --name t'
whole() { # whole FORM: the command
    echo "$POSENC $path $(words_of $1) -o $data/$1 && gcc -O2 -I $data -c -o $data/$1.o $data/$1.[cS]"
}
set --
for form in decimal hex bits bytes incbin asm; do
    set -- "$@" ${1:+:::} -l $form -x $data/$form.o sh -c "$(whole $form)"
done
echo 'bench-compile: specification to object ...' >&2
$timed -n $RUNS -p object,, "$@" >> $csv
if python=$(python_with numpy); then
    set -- -l 'numpy script' -x $data/n.o sh -c \
        "$python $here/header.py 4096 512 > $data/n.h && printf '#include \"n.h\"\nconst void *use = pe_4096x512;\n' > \
$data/n.c && gcc -O2 -I $data -c -o $data/n.o $data/n.c"
    $timed -n $RUNS -p numpy,, "$@" ::: -l incbin -x $data/incbin.o sh -c "$(whole incbin)" >> $csv
fi

{
    echo "$(uname -srm), $(cpu), $(nproc) CPUs, $(load)"
    for compiler in gcc clang $modern tcc; do has $compiler && $compiler --version 2> /dev/null | head -n 1; done
    has tcc && tcc -v
    echo
    awk -f "$here/compile.awk" $csv
} | tee build/bench-compile.md
