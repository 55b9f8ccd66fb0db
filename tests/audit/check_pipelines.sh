#!/bin/sh
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
    audits 1 "$@" || return 1
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

# --- large tables: a sample

./large_table 4200 256 > large.f32
large() {
    first 'float32, position/pow' 95 95 large.f32 --max-len 4200 --d-model 256 &&
        grep -q '^pipelines: .* 262144 evenly spread entries' report
}
threads() {
    for threads in 1 2 5; do
        ends 1 "$POSENC" audit --threads $threads large.f32 --max-len 4200 --d-model 256 > "threads.$threads" || return 1
    done
    [ -s threads.1 ] && cmp threads.1 threads.2 && cmp threads.1 threads.5
}

# --- exact tables: nothing to explain, unless an entry is changed

# exact WORD...: of posenc's own table no shares are measured; with one bit flipped, only `exact` explains nearly all
exact() {
    "$POSENC" --format raw -o exact.raw "$@" && audits 0 exact.raw "$@" &&
        [ "$(grep '^pipelines' report)" = 'pipelines: every entry is the exact value, rounded once' ] && [ "$(shares)" = '' ] || return 1
    { head -c 640 exact.raw; printf '\125'; tail -c +642 exact.raw; } > wrong.raw
    audits 1 wrong.raw "$@" && shares | awk -F '|' 'NR == 1 && ($2 != "exact" || $1 < 99 || $1 >= 100) { exit 1 }' ||
        { tail -n 12 report; return 1; }
    grep -Fqx '  Probably computed as: the exact value, rounded once, except for the entry above that isn'"'"'t.' report
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
longrope() {
    "$POSENC" --max-len 50 --d-model 32 --component frequency --scaling longrope:factors --type f64 --format raw -o other.raw &&
        audits 1 other.raw --max-len 50 --d-model 32 --component frequency --scaling longrope:factors --type f64 --base 9999 && shares | grep -q '1/pow'
}
factors() {
    set -- --max-len 1 --d-model 64 --component factor --scaling llama3:factor=8,original=8192
    "$POSENC" --format raw -o factor.raw "$@" && printf '\125' | dd of=factor.raw bs=1 seek=40 conv=notrunc 2> /dev/null &&
        audits 1 factor.raw "$@" && shares | grep -q 'float32, 1/pow' && ! shares | grep 'frequencies\|angles\|positions'
}

# --- the other reports

json() {
    audits 1 "$golden/c-iterated-96x48.f32" --max-len 96 --d-model 48 --order cos-sin --step 32 --json &&
        [ "$(./json_value pipelines 0 pipeline < report)" = 'float32, iterated product' ] &&
        [ "$(./json_value pipelines 0 entries < report)" = 4608 ]
}
equal() {
    audits 1 "$golden/c-frequencies-96x48.f32" --max-len 96 --d-model 48 --spacing over:32 &&
        grep -q 'frequencies by pow(base, -i/d); or, with the same bits here: frequencies in float64, then float32 throughout.$' report
}
none() {
    audits 1 "$golden/torch-rope-100x32.f32" --max-len 100 --d-model 64 --component cos --base 500001 --first 61000 &&
        grep -qx '  None of them explains the table.' report
}

check_rows "$root/tests/audit/pipelines.tsv"
plan
