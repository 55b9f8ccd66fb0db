#!/bin/sh
# The report of `posenc audit --guess`: what is out of place in the table, what speaks against others, and sizes that
# contradict the file.
. "$(dirname "$0")/../tap.sh"
. "$root/tests/audit/audits.sh"
tools mutate large_table json_value
sizes='--max-len 64 --d-model 32'

# guesses FILE LINE...: the report has each line
guesses() {
    guessed=$1
    shift
    "$POSENC" audit "$guessed" --guess --max-len 64 > report 2> error || { cat report error; return 1; }
    for wanted; do
        grep -qxF -- "$wanted" report || { cat report; echo "no line: $wanted"; return 1; }
    done
}
# lacks TEXT: no line of the report has it
lacks() {
    ! grep -F -- "$1" report
}
# mutated WHAT ARGUMENT... LINE: a mutant of $table has that line below the deviation
mutated() {
    what=$1 arguments=
    shift
    while [ $# -gt 1 ]; do
        arguments="$arguments $1"
        shift
    done
    ./mutate "$what" 4 32 $arguments < "$table" > mutant.bin && unlike "$table" mutant.bin && guesses mutant.bin "  $1" &&
        [ "$(sed -n 4p report)" = "  $1" ]
}

# --- what is out of place

"$POSENC" --preset vaswani $sizes --format raw -o exact.bin
# Angles of float32, as most programs have them
check 'a table of float32 angles' eval './large_table 64 32 > noisy.bin && [ "$(wc -c < noisy.bin)" = 8192 ]'
for table in exact.bin noisy.bin; do
    check_rows "$root/tests/audit/guess_report.tsv" 'what is out of place' table=$table
    check "$table: two bits of an entry" eval './mutate flip 4 32 20 6 30 < $table | ./mutate flip 4 32 20 6 28 > mutant.bin &&
        guesses mutant.bin && sed -n 4p report | grep -qx "  row 20, column 6 is far off: got .*, wanted -0\.[0-9]* (0x[0-9a-f]*)"'
done
check 'an audit names the flipped bit too' eval './mutate flip 4 32 15 19 31 < noisy.bin > mutant.bin &&
    ends 1 "$POSENC" audit mutant.bin $sizes | grep -qx "diagnosis: row 15, column 19: bit 31 is flipped"'
check 'a clean table has nothing out of place' eval 'guesses exact.bin "deviation: none, every entry is the exact one, correctly rounded" &&
    sed -n 4p report | grep -q "^also: "'
check 'nor has that of float32' eval 'guesses noisy.bin && sed -n 4p report | grep -q "^also: "'

# put FILE ROW COLUMN BYTES
put() {
    printf "$4" | dd of="$1" bs=1 seek=$((4 * (32 * $2 + $3))) conv=notrunc 2> dd
}
odd_entries() {
    cp exact.bin odd.bin && put odd.bin 15 19 '\0\0\300\177' && put odd.bin 20 3 '\0\0\300\377' && put odd.bin 4 4 '\0\0\200\377' &&
        put odd.bin 0 2 '\0\0\0\200' &&
        guesses odd.bin 'deviation: none, every entry is the exact one, correctly rounded, except:' \
            '  row 15, column 19 is not a number' '  row 20, column 3 is not a number' '  row 4, column 4 is infinite' \
            '  1 zero has the wrong sign: row 0, column 2'
}
check 'NaN, infinities and a negative zero, and no healthy entry' odd_entries
noisy_odd() {
    cp noisy.bin odd.bin && put odd.bin 15 19 '\0\0\300\177' && guesses odd.bin '  row 15, column 19 is not a number' &&
        grep -q '^deviation: at most .*e-06 (row .*on average, where entries are finite; ' report
}
check 'NaN among float32 angles' noisy_odd

# Entries that hold anything are damage if each is named, and they are at most one of 128.
# holes FILE COLUMNS ROWS COUNT BYTES: that many entries of a table hold these bytes, in every third column of as many rows
holes() {
    "$POSENC" --max-len $3 --d-model $2 --format raw -o "$1" || return 1
    for k in $(seq $4); do
        printf "$5" | dd of="$1" bs=1 seek=$((4 * ($2 * (k * 5 % $3) + k * 3 % $2))) conv=notrunc 2> dd || return 1
    done
}
# bound COLUMNS ROWS COUNT BYTES: so many are named one by one, and one more is no match
bound() {
    holes holed.bin $1 $2 $3 "$4" && ends 0 "$POSENC" audit holed.bin --guess --max-len $2 > report &&
        [ "$(grep -c '^  row .* \(is\|bit\)' report)" = $3 ] && grep -q "^match: .*, $3 damaged" report || { cat report; return 1; }
    holes holed.bin $1 $2 $(($3 + 1)) "$4" && ends 1 "$POSENC" audit holed.bin --guess --max-len $2 > report &&
        [ "$(head -n 1 report)" = 'no match' ] && grep -q "^closest: posenc --preset vaswani --max-len $2 --d-model $1 " report || { cat report; return 1; }
}
check '16 entries of any value are named' bound 32 64 16 '\063\063\063\100'
check '16 that are not a number' bound 32 64 16 '\0\0\300\177'
check '2 of 256 entries' bound 16 16 2 '\063\063\063\100'
check 'a row that is not a number is no match' eval 'cp exact.bin odd.bin && for column in $(seq 0 31); do put odd.bin 30 $column "\0\0\300\177"; done &&
    ends 1 "$POSENC" audit odd.bin --guess --max-len 64 > report && grep -q "^closest: posenc --preset vaswani $sizes  (32 entries are infinite or not a number, the first at row 30, column 0)" report'

# The deviation of 0.87649 from cos 0 is 0.12351: above 0.1235, so it is rounded up.
check 'the deviation is a bound' eval 'cp exact.bin odd.bin && put odd.bin 0 1 "\246\141\140\77" &&
    guesses odd.bin && grep -q "^deviation: at most 0.1236 (row 0, column 1), " report'

# --- cos and sin

check 'cos and sin are swapped' eval '"$POSENC" --preset vaswani --order cos-sin $sizes --format raw -o swapped.bin &&
    guesses swapped.bin "  --preset vaswani with cos and sin swapped"'
check 'and positions begin at 1' eval '"$POSENC" --preset vaswani --order cos-sin --first 1 $sizes --format raw -o swapped.bin &&
    guesses swapped.bin "  positions begin at 1" "  --preset vaswani with cos and sin swapped"'
check 'of a preset that few know' eval '"$POSENC" --preset musicgen $sizes --format raw -o swapped.bin &&
    guesses swapped.bin "posenc --preset musicgen $sizes" "  --preset whisper with cos and sin swapped"'
check 'not where sines come first' eval 'guesses exact.bin && lacks "with cos and sin swapped"'

# --- other tables

check 'what is against others, is about them' guesses exact.bin "also: posenc --preset vaswani $sizes --spacing endpoint" \
    "  rejected: in that table, fairseq's spacing, not the paper's; largest difference 1.3" \
    '  rejected: in that table, positions begin at 1; largest difference 1.0'
small_difference() {
    "$POSENC" --max-len 1 --d-model 64 --component frequency --format npy -o frequency.npy && "$POSENC" audit frequency.npy --guess > report || return 1
    cat report
    grep -qxF "  rejected: in that table, fairseq's spacing, not the paper's; largest difference 0.012" report && lacks 'differ by 0.0e' && lacks 'differ by 0.0 '
}
check 'a small difference is no 0' small_difference

# --- no match says what is closest, or why nothing is

# remote LINE WORD...: the file that these make is no match, and a line begins so
remote() {
    line=$1
    shift
    eval "$*" > remote.bin && ends 1 "$POSENC" audit remote.bin --guess --max-len 64 > report && [ "$(head -n 1 report)" = 'no match' ] &&
        grep -q "^closest: $line" report && ends 1 "$POSENC" audit remote.bin --guess --max-len 64 --json > remote.json || { cat report; return 1; }
    case $line in
    none*) [ "closest: none, since $(./json_value reason < remote.json)" = "$(sed -n 2p report)" ] ;;
    *) [ "closest: $(./json_value closest 0 command < remote.json)  ($(./json_value closest 0 reason < remote.json))" = "$(sed -n 2p report)" ] ;;
    esac
}
for table in exact.bin noisy.bin; do
    check "$table: errors of a hundredth" remote "posenc --preset vaswani $sizes  (.* % of entries are beyond the noise of float32; the largest error is 0\.0" \
        "./mutate jitter 4 32 10000 < $table"
done
check 'one number' remote 'none, since all entries are the same number' 'tr "\0-\377" "\0" < exact.bin'
check 'no numbers' remote 'none, since no entry is a number, except for zeros' 'tr "\0-\377" "\377" < exact.bin'
numbers() { # numbers AWK: as floats
    awk "$1" > numbers.c && "$POSENC" audit numbers.c --guess > report
    [ "$(sed -n 1p report)" = 'no match' ] && sed -n 2p report | grep "^closest: none, since $2"
}
check 'numbers by chance' numbers 'BEGIN { srand(3); print "float x[64][32] = {"; for (r = 0; r < 64; r++) { printf "{"; for (c = 0; c < 32; c++) printf "%.7ff,", 2 * rand() - 1; print "}," } print "};" }' \
    'its columns are no waves of one amplitude$'
check 'waves by chance' numbers 'BEGIN { srand(3); print "float x[64][32] = {"; for (c = 0; c < 16; c++) w[c] = rand(); for (r = 0; r < 64; r++) { printf "{"; for (c = 0; c < 16; c++) printf "%.7ff,%.7ff,", sin(r * w[c]), cos(r * w[c]); print "}," } print "};" }' \
    'its columns are waves, but'

# --- the facts in JSON

json_facts() {
    ./mutate flip 4 32 15 19 31 < noisy.bin > mutant.bin && guesses mutant.bin && "$POSENC" audit mutant.bin --guess --max-len 64 --json > facts.json || return 1
    fact() { ./json_value "$@" < facts.json; }
    [ "$(fact match)" = true ] && [ "$(fact command)" = "$(sed -n 1p report)" ] && [ "$(fact damage 0)" = 'row 15, column 19: bit 31 is flipped' ] &&
        [ "match: $(fact bit_by_bit) of $(fact entries), $(fact damaged)" = "match: 2047 of 2048, 1" ] || sed -n 2p report
    [ "$(fact also 0 command)" = "$(sed -n 's/^also: //p' report | head -n 1)" ] && [ "$(fact also 2 command)" = "$(sed -n 's/^also: //p' report | sed -n 3p)" ] &&
        grep -qxF "  rejected: in that table, $(fact also 0 rejected 0); largest difference 1.0" report &&
        [ "$(fact next_best_differs_by)" = "$(fact also 0 largest_difference)" ] && [ "$(fact deviation row), $(fact deviation column)" = '15, 19' ] &&
        [ "$(fact deviation not_correctly_rounded)" -gt 100 ] && [ "$(fact pipelines 0 same)" = "$(fact bit_by_bit)" ]
}
check 'the facts in JSON are those of the lines' json_facts

# --- sizes that contradict the file

"$POSENC" $sizes --format npy -o pe.npy
"$POSENC" --max-len 1 --d-model 64 --component frequency --format npy -o inv_freq.npy
mkdir files && cp pe.npy exact.bin files/
# contradicts ARGUMENT...: status 2 and the same line as without --guess
contradicts() {
    run audit "$@"
    [ $status = 2 ] || { cat "$dir/stdout" "$dir/stderr"; return 1; }
    cp "$dir/stderr" without
    turned_down audit "$@" --guess && diff without "$dir/stderr"
}
check_rows "$root/tests/audit/guess_report.tsv" 'sizes that contradict the file'
check 'sizes that agree' eval 'for words in "--max-len 64" "--d-model 32" "--max-len 64 --d-model 32"; do
    [ "$("$POSENC" audit pe.npy --guess $words | head -n 1)" = "posenc --preset vaswani $sizes" ] || exit 1; done
    [ "$("$POSENC" audit inv_freq.npy --guess --d-model 64 | head -n 1)" = "posenc --preset vaswani --max-len 1 --d-model 64 --component frequency" ]'
one_component() {
    "$POSENC" --preset rope-hf $sizes --component sin --format npy -o sines.npy && "$POSENC" audit sines.npy --guess --d-model 32 > report &&
        eval "$(sed -n '1s/^posenc/"$POSENC"/p' report) --format npy" | cmp - sines.npy
}
check 'the width of a table of one component' one_component
plan
