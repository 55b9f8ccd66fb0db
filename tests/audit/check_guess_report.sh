#!/bin/sh
# SPDX-License-Identifier: MIT
# The report of `posenc audit --guess`: damage in the table, reasons against other tables, and sizes that contradict the file.
. "$(dirname "$0")/../tap.sh"
. "$root/tests/audit/audits.sh"
tools mutate large_table json_value
sizes='--max-len 64 --d-model 32'

# reports STATUS 'ARGUMENT...' LINE...: a guess ends with that status, and its report has these lines (`says`)
reports() {
    # shellcheck disable=SC2086 # a file and words
    ends "$1" "$POSENC" audit $2 --guess > report 2> error && [ -s report ] || { cat report error; return 1; }
    shift 2
    says "$@"
}
guesses() {
    reports 0 "$@"
}
no_match() {
    reports 1 "$@" 'no match'
}
# fourth PATTERN: the line below the deviation
fourth() {
    sed -n 4p report | grep -x -e "$1"
}
# mutated WHAT ARGUMENT... LINE: a mutant of $table has that line below the deviation
mutated() {
    what=$1 arguments=
    shift
    while [ $# -gt 1 ]; do
        arguments="$arguments $1"
        shift
    done
    ./mutate "$what" 4 32 $arguments < "$table" > mutant.bin && unlike "$table" mutant.bin &&
        guesses 'mutant.bin --max-len 64' "  $1" &&
        fourth "  $1"
}
# flipped 'ROW COLUMN BIT, ...' COMMAND...: with $table's mutant of these bits
flipped() {
    cp "$table" mutant.bin && echo "$1" | tr , '\n' > bits && shift || return 1
    while read -r row column bit; do
        ./mutate flip 4 32 $row $column $bit < mutant.bin > flipped.bin && mv flipped.bin mutant.bin || return 1
    done < bits
    steps "$@"
}

# --- damage

"$POSENC" --preset vaswani $sizes --format raw -o exact.bin
# Angles of float32, as most programs have them
./large_table 64 32 > noisy.bin

# An entry that no float holds
far() {
    "$POSENC" --preset vaswani $sizes --type f64 --format raw -o far.bin && printf '\132\142\327\327\030\347\164\151' |
        dd of=far.bin bs=1 seek=4096 conv=notrunc 2> dd && "$POSENC" audit far.bin --max-len 64 --type f64 --guess > report
    grep 'deviation: at most 1e+200 ' report || { cat report; return 1; }
}
# odd FILE 'ROW COLUMN BYTES, ...': makes odd.bin, the file with these entries
odd() {
    cp "$1" odd.bin && printf '%s\n' "$2" | tr , '\n' > entries || return 1
    while read -r row column bytes; do
        printf "$bytes" | dd of=odd.bin bs=1 seek=$((4 * (32 * row + column))) conv=notrunc 2> dd
    done < entries
}
# with_entries FILE ENTRIES LINE...: that file has these lines in its report
with_entries() {
    odd "$1" "$2" && shift 2 && guesses 'odd.bin --max-len 64' "$@"
}
clean_table() {
    guesses 'exact.bin --max-len 64' 'deviation: none, every entry is the exact one, correctly rounded' && fourth 'pipelines: .*'
}
audit_names_it() {
    table=noisy.bin
    flipped '15 19 31' "audits 1 mutant.bin $sizes" && says 'row 15, column 19: bit 31 is flipped'
}
noisy_nan() { # noisy_nan NAN
    with_entries noisy.bin "15 19 $1" '  row 15, column 19 is not a number' &&
        grep '^deviation: at most .*e-06 (row .*on average, where entries are finite; ' report
}
row_of_none() {
    odd exact.bin "$(seq -s , -f "30 %g \\0\\0\\300\\177" 0 31)" && guesses 'odd.bin --max-len 64' '  row 30 is nan throughout'
}
# Arbitrary entries count as damage if each is named, and if they are at most one of 128.
# holes FILE COLUMNS ROWS COUNT BYTES: COUNT entries of a table have these bytes, in every third column of COUNT rows
holes() {
    "$POSENC" --max-len $3 --d-model $2 --format raw -o "$1" || return 1
    for k in $(seq $4); do
        printf "$5" | dd of="$1" bs=1 seek=$((4 * ($2 * (k * 5 % $3) + k * 3 % $2))) conv=notrunc 2> dd || return 1
    done
}
# bound COLUMNS ROWS COUNT BYTES: COUNT are named one by one, and one more is no match
bound() {
    holes holed.bin $1 $2 $3 "$4" && guesses "holed.bin --max-len $2" &&
        [ "$(grep -c '^  row .* \(is\|bit\)' report)" = $3 ] && grep -q "^match: .*, $3 damaged" report || { cat report; return 1; }
    holes holed.bin $1 $2 $(($3 + 1)) "$4" && no_match "holed.bin --max-len $2" "closest: posenc --preset vaswani --max-len $2 --d-model $1 *"
}

# --- without a match, the report says what is closest, or why nothing is

# remote LINE COMMAND...: the array that the command prints is no match; a line begins with LINE, and JSON has its parts
remote() {
    line=$1
    shift
    "$@" > remote.bin && no_match 'remote.bin --max-len 64' && grep -q "^closest: $line" report &&
        ends 1 "$POSENC" audit remote.bin --guess --max-len 64 --json > remote.json || { cat report; return 1; }
    case $line in
    none*) says "closest: none, since $(./json_value reason < remote.json)" ;;
    *) says "closest: $(./json_value closest 0 command < remote.json)  ($(./json_value closest 0 reason < remote.json))" ;;
    esac
}
numbers() { # numbers AWK LINE: of 64 x 32 floats, each of which awk has in column c of row r
    awk "BEGIN { srand(3); print \"float x[64][32] = {\"; for (k = 0; k < 16; k++) w[k] = rand()
        for (r = 0; r < 64; r++) for (c = 0; c < 32; c++) printf \"%.7ff,\", $1; print \"};\" }" > numbers.c &&
        no_match numbers.c "closest: none, since $2"
}

# --- the facts in JSON

# fact VALUE KEY...: a value of facts.json
fact() {
    fact=$1
    shift
    got=$(./json_value "$@" < facts.json) && [ "$got" = "$fact" ] || { echo "$*: ${got-}, not $fact"; return 1; }
}
# bits FILE: a line for each float
bits() {
    od -An -v -t x4 -w4 "$1"
}
json_facts() {
    ./mutate flip 4 32 15 19 31 < noisy.bin > mutant.bin && guesses 'mutant.bin --max-len 64' &&
        "$POSENC" audit mutant.bin --guess --max-len 64 --json > facts.json && bits exact.bin > wanted && bits mutant.bin > got || return 1
    wrong=$(paste wanted got | awk '$1 != $2' | wc -l) same=$(./json_value bit_by_bit < facts.json)
    percent=$(awk -v same="$same" 'BEGIN { printf "%.2f", int(10000 * same / 2048) / 100 }')
    says "match: $percent % of 2048 entries bit by bit, 1 damaged, *" &&
        fact true match && fact 2048 entries && fact 1 damaged && fact "$same" pipelines 0 same &&
        fact "$(sed -n 1p report)" command && fact 'row 15, column 19: bit 31 is flipped' damage 0 &&
        fact 15 deviation row && fact 19 deviation column &&
        fact "$wrong" deviation not_correctly_rounded
}

# --- sizes that contradict the file

"$POSENC" $sizes --format npy -o pe.npy
"$POSENC" --max-len 1 --d-model 64 --component frequency --format npy -o inv_freq.npy
mkdir files && cp pe.npy exact.bin files/
# contradicts FILE WORD...: status 2 and the same line about the file as without --guess
contradicts() {
    run audit "$@"
    [ $status = 2 ] && grep "^posenc: $1: " "$dir/stderr" || { cat "$dir/stdout" "$dir/stderr"; return 1; }
    cp "$dir/stderr" without
    turned_down audit "$@" --guess && diff without "$dir/stderr"
}
one_component() {
    "$POSENC" --preset rope-hf $sizes --component sin --format npy -o sines.npy && guesses 'sines.npy --d-model 32' &&
        piped eval "$(sed -n '1s/^posenc/"$POSENC"/p' report) --format npy" | cmp - sines.npy
}
# of_words WORDS LINE...: the report of a table of these words has these lines
of_words() {
    "$POSENC" $1 --format npy -o words.npy && shift && guesses words.npy "$@"
}
for table in noisy.bin exact.bin; do
    [ $table = noisy.bin ] || here "what is out of place in $table" long || continue
    check_rows "$root/tests/audit/guess_report.tsv" 'what is out of place' table=$table
done
check_rows "$root/tests/audit/guess_report.tsv" everywhere
plan
