#!/bin/sh
# The report of `posenc audit --guess`: what is out of place in the table, what speaks against others, and sizes that
# contradict the file.
. "$(dirname "$0")/../tap.sh"
. "$root/tests/audit/audits.sh"
tools mutate large_table
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
            '  2 entries are not a number, the first at row 15, column 19' '  1 entry is infinite: row 4, column 4' \
            '  1 zero has the wrong sign: row 0, column 2'
}
check 'NaN, infinities and a negative zero, and no healthy entry' odd_entries
noisy_odd() {
    cp noisy.bin odd.bin && put odd.bin 15 19 '\0\0\300\177' && guesses odd.bin '  1 entry is not a number: row 15, column 19' &&
        grep -q '^deviation: at most .*e-06 (row .*on average, where entries are finite; ' report
}
check 'NaN among float32 angles' noisy_odd

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
