#!/bin/sh
# SPDX-License-Identifier: MIT
# Which pipeline made a table: tables that NumPy, PyTorch and C printed, tables of real systems, large ones, exact ones.
. "$(dirname "$0")/../tap.sh"
present "$root/tests/audit/systems_pipelines.tsv"
golden=$root/tests/golden/pipelines
systems=$root/tests/golden/systems
transpose=$tests/transpose
. "$root/tests/audit/audits.sh"
tools large_table mutate json_value

# shares: the lines of the pipelines, as "SHARE|NAME"
shares() {
    awk '/^pipelines: / { on = 1; next } on && / %  / { share = $1; sub(/^.* %  /, ""); print share "|" $0 }' report
}
# first NAME SHARE OTHERS ARGUMENT...: the first pipeline, its share, and what the shares of the others are below
first() {
    name=$1 share=$2 others=$3
    shift 3
    audits 1 "$@" --verbose || return 1
    shares | awk -F '|' -v name="$name" -v share="$share" -v others="$others" '
        NR == 1 && ($2 != name || $1 + 0 < share) || NR > 1 && $1 + 0 >= others + 0 { bad = 1 }
        END { exit bad || NR < 2 }' || { grep -A 9 '^pipelines' report; return 1; }
}

# pinned NAME SHARE OTHERS ARGUMENT...: the same, with just that share: it doesn't depend on the machine
pinned() {
    first "$@" && [ "$(shares | sed 's/|.*//;q')" = "$2" ]
}

# --- tables that were printed for this

sed 1d "$golden/tables.tsv" > tables
while IFS=$tab read -r file words name share others; do
    check "$file: $name" pinned "$name" "$share" "$others" "$golden/$file" $words
done < tables

# --- tables of real systems, by what their code says

words_of() {
    awk -F "$tab" -v file="$1" '$1 == file { print $2 }' "$systems/words.tsv"
}
system() {
    first "$2" "$3" "$3" "$systems/$1" $(words_of "$1")
}
while IFS=$tab read -r file name share; do
    check "$file: $name" system "$file" "$name" "$share"
done < "$root/tests/audit/systems_pipelines.tsv"

# --- a large table: a sample

./large_table 4200 256 > large.f32
# large FILE WORD...
large() {
    first 'float32, position/pow' 95 95 "$@" --max-len 4200 --d-model 256 && grep '^pipelines: .* 262144 evenly spread entries' report
}
# Of twice as many rows as are compared, f16 has all even positions.
uneven() {
    ./large_table 4096 128 > even.f32 && first 'float32, position/pow' 95 95 even.f32 --max-len 4096 --d-model 128 &&
        shares | awk -F '|' '$2 == "f16 positions, 1/pow" { found = $1 + 0 < 65 } END { exit !found }'
}
large_turned() {
    "$transpose" 256 4 < large.f32 > turned.f32 && large turned.f32 --axes channel-major
}
by_threads() {
    for threads in 1 2 5; do
        ends 1 "$POSENC" audit --verbose --threads $threads large.f32 --max-len 4200 --d-model 256 > threads.$threads || return 1
    done
    cmp threads.1 threads.2 && cmp threads.1 threads.5
}

# --- exact tables: nothing to explain, unless an entry is changed

# exact WORD...: of posenc's own table no shares are measured; with one bit flipped, only `exact` explains nearly all
exact() {
    "$POSENC" --format raw -o exact.raw "$@" && audits 0 exact.raw "$@" &&
        [ "$(sed 1q report)" = 'every entry is right' ] && [ "$(shares)" = '' ] || return 1
    { head -c 640 exact.raw; printf '\125'; tail -c +642 exact.raw; } > wrong.raw
    audits 1 wrong.raw "$@" --verbose && shares | awk -F '|' 'NR == 1 && ($2 != "exact" || $1 < 99 || $1 >= 100) { exit 1 }' ||
        { tail -n 12 report; return 1; }
}

# --- rules of scaling have the methods of frequencies; a list of frequencies has none

rule() {
    exact "$@" && shares | grep -q '|float32, 1/pow' && ! shares | grep -E 'position/pow|product'
}
seq 0.1 0.1 3.2 > list
frequencies() {
    exact "$@" && ! shares | grep -E '(exp|pow|product)$' && shares | grep -q 'float32'
}
seq 2 17 > factors
longrope='--max-len 50 --d-model 32 --component frequency --scaling longrope:factors --type f64'
factors='--max-len 1 --d-model 64 --component factor --scaling llama3:factor=8,original=8192'

rope='--max-len 100 --d-model 64 --component cos' iterated='--max-len 96 --d-model 48 --order cos-sin --step 32'
small_turned() {
    "$transpose" 48 4 < "$golden/c-iterated-96x48.f32" > turned.f32 &&
        first 'float32, iterated product' 98.8 25 turned.f32 $iterated --axes channel-major
}
factors() {
    "$POSENC" $factors --format raw -o factor.raw && printf '\125' | dd of=factor.raw bs=1 seek=40 conv=notrunc 2> dd.log &&
        audits 1 factor.raw $factors --verbose && shares | grep 'float32, 1/pow' && ! shares | grep 'frequencies\|angles\|positions'
}
# sines of angles above 2^25 take long, so fewer of them are computed
large_angles() {
    large="--preset coqui --max-len 131072 --d-model 4 --base $1" && "$POSENC" $large --format raw > exact.raw &&
        { head -c 640 exact.raw; printf '\125'; tail -c +642 exact.raw; } > wrong.raw && audits 1 wrong.raw $large --verbose &&
        says "pipelines: share of $2 evenly spread entries *"
}

# --- forms of the report

json() {
    audits 1 "$golden/c-iterated-96x48.f32" $iterated --json && [ "$(at pipelines 0 pipeline)" = 'float32, iterated product' ] &&
        [ "$(at pipelines 0 entries)" = 4608 ]
}
csv() {
    audits 1 "$golden/c-iterated-96x48.f32" $iterated --csv && at_least 97 report && ! grep pipeline report
}

check_rows "$root/tests/audit/pipelines.tsv"
plan
