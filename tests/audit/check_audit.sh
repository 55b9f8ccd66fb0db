#!/bin/sh
# posenc audit: tables of real systems, tables that posenc writes, mutants of them, shapes, reports, wrong requests.
. "$(dirname "$0")/../tap.sh"
present "$root/tests/audit/diagnoses.tsv"
. "$root/tests/systems.sh"
transpose=$(dirname "$POSENC")/tests/transpose
for tool in differences mutate json_value; do
    ${CC:-cc} -std=c11 -O1 -Wall -o "$dir/$tool" "$root/tests/audit/$tool.c" -ljansson -lm || exit 1
done

# says LINE: is it a line of the last report, which $dir/stdout has?
says() {
    grep -qxF -- "$1" "$dir/stdout" || { cat "$dir/stdout" "$dir/stderr"; return 1; }
}
# audits STATUS ARGUMENT...: the exit status, with nothing on standard error
audits() {
    wanted=$1 status=0
    shift
    "$POSENC" audit "$@" > "$dir/stdout" 2> "$dir/stderr" < /dev/null || status=$?
    [ $status = "$wanted" ] && [ -s "$dir/stdout" ] && [ ! -s "$dir/stderr" ] ||
        { cat "$dir/stdout" "$dir/stderr"; echo "exit status $status, not $wanted: audit $*"; return 1; }
}
# clean ARGUMENT...: every entry is correct
clean() {
    audits 0 "$@" && says 'not correctly rounded: 0' && says 'every entry is the exact value, correctly rounded'
}
# makes FILE WORD...
makes() {
    made=$1
    shift
    "$POSENC" "$@" -o "$made" && [ -s "$made" ]
}

# --- tables of real systems

cd "$systems" || exit 1
# The bound is that of |file - exact value|, rounded up in its fourth digit; the audit's error is that from the rounded
# value, which is half an ulp away at most.
deviates() {
    bound=$1
    shift
    audits 1 "$@" && sed -n 's/^largest error: \([^ ]*\) (row .*/\1/p' "$dir/stdout" |
        awk -v bound="$bound" '{ half = 2^-25; seen = 1; if ($1 > bound + half || $1 < 0.999 * bound - half) bad = 1 }
            END { exit bad || !seen }' || { cat "$dir/stdout"; return 1; }
}
exact_system() {
    check "$1 is exact" clean "$@"
}
near_system() {
    check "$2 deviates by $1" deviates "$@"
}
each_system

# What the file's shape says need not be said: the sizes of each of these tables are found.
found_sizes() {
    makes "$dir/sized.npy" "$@" && shift 4 && clean "$dir/sized.npy" "$@"
}
while IFS=$tab read -r file words; do
    check "sizes are found: $words" found_sizes $words
done < "$dir/words"

# The command of a report makes the table.
runs() {
    command=$(sed -n 's/^command: posenc //p' "$dir/stdout")
    eval "\"\$POSENC\" $command --format raw" | cmp - "$1"
}
check 'the command of a report runs' eval 'audits 0 fastspeech2-512x64-pad0.f32 --max-len 512 --d-model 64 --preset fastspeech2 &&
    runs fastspeech2-512x64-pad0.f32 && audits 0 nerf-512x8.f32 --d-model 8 --preset nerf --first -1 --step 1/256 && runs nerf-512x8.f32'
cd "$dir" || exit 1

# --- what posenc writes

# written TYPE FORM OPTION...
written() {
    type=$1 form=$2
    shift 2
    case $type in [iu]8 | [iu]16) set -- "$@" --scale 1/120 ;; esac
    case $type in u*) set -- "$@" --zero-point 125 ;; esac
    rm -f pe.*
    makes "pe.$form" --max-len 40 --d-model 12 --type "$type" "$@" || return 1
    for option; do # what the file itself says
        shift
        case $option in --literal | --endian) skip_next=y ;; esac
        [ "${skip_next:-}" ] || set -- "$@" "$option"
        case $option in --*) ;; *) skip_next= ;; esac
    done
    clean "pe.$form" --type "$type" "$@" && says "pe.$form: 40 x 12, $type"
}
for type in f32 f64 f16 bf16 q7 q15 q31 s8 i8 u8 i16 u16; do
    for form in npy safetensors h hpp; do
        check "$type as $form" written $type $form
    done
done
for type in f32 f64; do
    check "$type as decimal literals" written $type h --literal decimal
    check "$type as hexadecimal literals" written $type hpp --literal hex
done
for type in f32 f64 f16 bf16; do
    check "$type as bits" written $type h --literal bits
done
big_npy() {
    makes pe.npy --max-len 40 --d-model 12 --type "$1" && makes pe.bin --max-len 40 --d-model 12 --type "$1" &&
        { head -c 128 pe.npy | sed "s/'descr': '<f/'descr': '>f/" && "$dir/mutate" reverse "$2" 12 < pe.bin; } > big.npy &&
        unlike pe.npy big.npy && clean big.npy && clean big.npy --endian big && ends 2 "$POSENC" audit big.npy --endian little
}
check 'f32 as npy, big-endian' big_npy f32 4
check 'f16 as npy, big-endian' big_npy f16 2
raw_sides() {
    for type in f32 f16 q15 f64; do
        for endian in little big; do
            makes pe.bin --max-len 40 --d-model 12 --type $type --endian $endian &&
                clean pe.bin --max-len 40 --d-model 12 --type $type --endian $endian || return 1
        done
        ends 1 "$POSENC" audit pe.bin --max-len 40 --d-model 12 --type $type > mismatched || return 1
    done
}
check 'raw elements of either endianness' raw_sides

# fortran TYPE SIZE: an .npy in Fortran order, made of one in C order
fortran() {
    makes pe.npy --max-len 40 --d-model 12 --type "$1" && makes pe.bin --max-len 40 --d-model 12 --type "$1" || return 1
    header=$(($(wc -c < pe.npy) - $(wc -c < pe.bin)))
    { head -c $header pe.npy | sed "s/'fortran_order': False/'fortran_order': True /" && "$transpose" 12 "$2" < pe.bin; } > turned.npy
    unlike pe.npy turned.npy && clean turned.npy --type "$1" && says "turned.npy: 40 x 12, $1"
}
for type in 'f32 4' 'f16 2' 'q7 1' 'f64 8'; do
    check "Fortran order, ${type% *}" fortran $type
done
fortran_places() {
    fortran f32 4 && tail -c $((40 * 12 * 4)) turned.npy | "$dir/mutate" flip 4 40 7 31 20 > elements &&
        { head -c $(($(wc -c < turned.npy) - 40 * 12 * 4)) turned.npy && cat elements; } > flipped.npy &&
        audits 1 flipped.npy && says 'diagnosis: row 31, column 7: bit 20 is flipped' &&
        { ends 1 "$POSENC" audit flipped.npy --csv | awk -F, 'NR == 33 && $1 == 31 && $3 == 1 && $5 == 7 { seen = 1 }
            NR > 1 && NR != 33 && $3 != 0 { bad = 1 } END { exit bad || !seen || NR != 41 }'; }
}
check 'rows and columns in Fortran order are those of the array' fortran_places
# fortran_guess WORD...: the words that --guess finds for the file are those that audit accepts for it
fortran_guess() {
    fortran f32 4 && "$POSENC" audit turned.npy --guess > guess || { cat guess; return 1; }
    "$POSENC" audit pe.npy --guess | sed 's/pe\.npy/turned.npy/' | diff - guess && guessed=$(sed -n '1s/^posenc //p' guess) && clean turned.npy $guessed
}
check 'Fortran order: audit accepts the words of --guess' fortran_guess
fortran_channels() {
    makes pe.npy --max-len 40 --d-model 12 --axes channel-major && makes pe.bin --max-len 40 --d-model 12 --axes channel-major &&
        { head -c 128 pe.npy | sed "s/'fortran_order': False/'fortran_order': True /" && "$transpose" 40 4 < pe.bin; } > turned.npy &&
        clean turned.npy --axes channel-major && "$POSENC" audit turned.npy --guess > guess && clean turned.npy $(sed -n '1s/^posenc //p' guess)
}
check 'Fortran order: channels first' fortran_channels

# --- shapes

# reshape SHAPE < FILE.npy: with that shape in its header, which has 128 bytes
reshape() {
    head -c 127 > header && LC_ALL=C sed -e "s/'shape': ([^)]*)/'shape': $1/" -e 's/ *$//' header > header.new &&
        cat header.new && printf "%$((127 - $(wc -c < header.new)))s" '' && cat
}
reshaped() {
    shape=$1
    shift
    makes pe.npy "$@" && shift 4 && reshape "$shape" < pe.npy > shaped.npy && clean shaped.npy "$@"
}
while IFS='|' read -r shape words; do
    check "an array of shape $shape: $words" reshaped "$shape" $words
done << 'end'
(1, 48, 32)|--max-len 48 --d-model 32
(48, 1, 32)|--max-len 48 --d-model 32
(1, 1, 48, 32)|--max-len 48 --d-model 32
(48, 16, 2)|--max-len 48 --d-model 32
(32, 6, 8)|--max-len 48 --d-model 32 --preset detr --grid 6x8
(1, 32, 6, 8)|--max-len 48 --d-model 32 --preset detr --grid 6x8
(1, 32, 48)|--max-len 48 --d-model 32 --preset coqui
(2, 3, 4, 64)|--max-len 24 --d-model 64 --preset cogvideox --grid 2x3x4
(3, 16, 32)|--max-len 48 --d-model 32 --preset diffusers-3d --grid 3x4x4
(4, 6, 16, 2)|--max-len 24 --d-model 32 --preset lumina --grid 4x6
end
flat() {
    makes pe.npy --max-len 48 --d-model 32 && reshape '(1536,)' < pe.npy > shaped.npy && clean shaped.npy --max-len 48 --d-model 32 &&
        clean shaped.npy --max-len 48 && says 'command: posenc --max-len 48 --d-model 32'
}
check 'a table in one dimension' flat
frequencies() {
    makes pe.npy --max-len 1 --d-model 64 --component frequency && reshape '(32,)' < pe.npy > inv_freq.npy &&
        clean inv_freq.npy && says 'command: posenc --max-len 1 --d-model 64 --component frequency' && clean inv_freq.npy --preset rope-hf &&
        audits 1 inv_freq.npy --base 500000 && says 'diagnosis: base 10000, not 500000; try --base 10000'
}
check 'frequencies in one dimension' frequencies
one_side() {
    makes pe.bin --max-len 48 --d-model 32 && clean pe.bin --max-len 48 && clean pe.bin --d-model 32 &&
        makes pe.bin --max-len 48 --d-model 64 --component sin && clean pe.bin --max-len 48 --component sin &&
        clean pe.bin --d-model 64 --component sin
}
check 'of raw elements, one size is enough' one_side

# --- counts

# counted FILE TYPE COLUMNS WORD...: the report has the counts of an independent program
counted() {
    mutant=$1 type=$2 columns=$3
    shift 3
    "$POSENC" "$@" --type "$type" --format raw > wanted.bin
    "$dir/differences" "$type" "$columns" "$mutant" wanted.bin > counts || return 1
    ends 1 "$POSENC" audit "$mutant" "$@" --type "$type" --json > report.json || return 1
    at() { "$dir/json_value" "$@" < report.json || echo 0; }
    echo "$(at entries) $(at not_correctly_rounded) $(at largest_error error) $(at largest_error row) $(at largest_error column)" \
        "$(at largest_error_in_ulps error) $(at largest_error_in_ulps row) $(at largest_error_in_ulps column)" \
        "$(at not_a_number) $(at infinite) $(at zeros_of_the_wrong_sign)" > reported
    diff counts reported
}
for type in f32 f64; do
    size=$(case $type in f32) echo 4 ;; *) echo 8 ;; esac)
    "$POSENC" --max-len 300 --d-model 16 --type $type --format raw > exact.bin
    "$dir/mutate" noise $size 16 < exact.bin > noise.bin
    "$dir/mutate" swap $size 16 3 270 < noise.bin > swapped.bin
    check "counts, $type: the lowest bit of some entries" counted noise.bin $type 16 --max-len 300 --d-model 16
    check "counts, $type: and two rows swapped" counted swapped.bin $type 16 --max-len 300 --d-model 16
    check "counts, $type: another base" counted exact.bin $type 16 --max-len 300 --d-model 16 --base 500000
done
"$POSENC" --max-len 300 --d-model 16 --format raw > exact.bin
"$dir/mutate" flip 4 16 0 1 30 < exact.bin | "$dir/mutate" flip 4 16 0 3 30 | "$dir/mutate" flip 4 16 0 3 0 |
    "$dir/mutate" flip 4 16 0 0 31 > special.bin
check 'counts: infinity, NaN and a negative zero' counted special.bin f32 16 --max-len 300 --d-model 16
is_special() {
    audits 1 special.bin --max-len 300 --d-model 16 && says 'not a number: 1 (0.02083 %), first at row 0, column 3' &&
        says 'infinite: 1 (0.02083 %), first at row 0, column 1' &&
        says 'zeros of the wrong sign: 1 (0.02083 %), first at row 0, column 0'
}
check 'infinity, NaN and a negative zero are told, with their places' is_special
# The first of several, in a table of several pieces, for any number of threads; in JSON; and in the rows of CSV. The
# last cosines of this base are 1.
"$POSENC" --max-len 5000 --d-model 16 --base 1e30 --format raw > long.bin
cp long.bin odd.bin
for at in '4000 15 30' '4001 13 30' '4001 15 30' '4001 15 0' '77 15 30' '77 2 5' '4900 15 30' '4900 15 0'; do
    "$dir/mutate" flip 4 16 $at < odd.bin > odder.bin && mv odder.bin odd.bin
done
odd_places() {
    for threads in 1 4; do
        ends 1 "$POSENC" audit odd.bin --d-model 16 --base 1e30 --threads $threads --json > report.json || return 1
        at() { "$dir/json_value" "$@" < report.json; }
        [ "$(at not_a_number) $(at first_not_a_number row) $(at first_not_a_number column)" = '2 4001 15' ] &&
            [ "$(at infinite) $(at first_infinite row) $(at first_infinite column)" = '3 77 15' ] || { cat report.json; return 1; }
        ends 1 "$POSENC" audit odd.bin --d-model 16 --base 1e30 --threads $threads --csv > rows.csv || return 1
        awk -F, 'NR > 1 && $3 > 0 { print $1, $3, $4, $5, $6 }' rows.csv | tr '\n' ';' > odd
        [ "$(cat odd)" = '77 2 inf 15 inf;4000 1 inf 15 inf;4001 2 nan 15 nan;4900 1 nan 15 nan;' ] || { cat odd; return 1; }
    done
}
check 'NaN and infinities of a long table: JSON and CSV say where' odd_places

# The histogram and the ranges add up.
adds_up() {
    ends 1 "$POSENC" audit swapped.bin --max-len 300 --d-model 16 --type f64 --json > report.json || return 1
    at() { "$dir/json_value" "$@" < report.json; }
    sum=0 k=0
    while entries=$(at errors_in_ulps $k count); do sum=$((sum + entries)) k=$((k + 1)); done
    [ $sum = 4800 ] && [ $k -ge 3 ] && [ "$(at by_position 0 begin) $(at by_position 0 end) $(at by_position 2 end)" = '0 128 300' ] &&
        [ $(($(at by_position 0 entries) + $(at by_position 1 entries) + $(at by_position 2 entries))) = 4800 ] &&
        [ $(($(at by_position 0 not_correctly_rounded) + $(at by_position 1 not_correctly_rounded) + \
            $(at by_position 2 not_correctly_rounded))) = "$(at not_correctly_rounded)" ]
}
check 'the histogram and the ranges of positions add up' adds_up

# One wrong entry of many: the answer stands before the numbers, which are few and don't hide it.
one_wrong() {
    "$POSENC" --max-len 5000 --d-model 64 --format raw | "$dir/mutate" flip 4 64 3000 7 30 > mutant.bin && audits 1 mutant.bin --max-len 5000 --d-model 64 &&
        grep -n '^diagnosis\|^pipelines\|^errors in ulps\|^by position' "$dir/stdout" | cut -d ' ' -f 1 | tr '\n' ' ' > order &&
        grep -q '^10:diagnosis: 11:pipelines: .*:errors .*:by $' order && sed -n '/^errors in ulps/,$p' "$dir/stdout" | sed 1d | sed 's/  */ /g' > numbers &&
        printf '%s\n' ' 0 319999 >99.99 %' ' more 1 <0.01 %' 'by position, % of entries with errors in ulps:' ' positions 0 more wrong largest ulps' \
            ' 0 to 2047 all are correctly rounded' ' 2048 to 4095 >99.99 <0.01 1 1.91707e+38 3.21631e+45' ' 4096 to 4999 all are correctly rounded' | diff - numbers
}
check 'one wrong entry: the diagnosis first, and nothing empty' one_wrong
near_zero() {
    says 'errors in ulps (near 0 an ulp is tiny, and a small error is many of them):' || return 1
    "$POSENC" --max-len 50 --d-model 8 --type q15 --format raw | "$dir/mutate" flip 2 8 30 7 3 > mutant.bin &&
        audits 1 mutant.bin --max-len 50 --d-model 8 --type q15 && says 'errors in ulps:'
}
check 'a note on ulps near zero, unless all ulps are alike' near_zero

by_channel() {
    "$POSENC" --max-len 300 --d-model 8 --axes channel-major --format raw | "$dir/mutate" flip 4 300 3 200 9 > mutant.bin &&
        ends 1 "$POSENC" audit mutant.bin --d-model 8 --axes channel-major --json > report.json || return 1
    at() { "$dir/json_value" "$@" < report.json; }
    [ "$(at rows) $(at columns) $(at by_position 1 end) $(at by_position 2 end)" = '8 300 256 300' ] &&
        [ "$(at by_position 0 not_correctly_rounded) $(at by_position 1 not_correctly_rounded)" = '0 1' ] &&
        [ "$(at by_position 1 largest_error row) $(at by_position 1 largest_error column)" = '3 200' ]
}
check 'ranges of positions where channels come first' by_channel

# --- mutants, by name

# named LINE FILE WORD...: exit status 1, and the line
named() {
    line=$1
    shift
    audits 1 "$@" && says "diagnosis: $line"
}
"$POSENC" --max-len 256 --d-model 32 --format raw > exact.bin
words='--max-len 256 --d-model 32'
mutated() {
    line=$1
    shift
    "$dir/mutate" "$1" 4 32 $2 < exact.bin > mutant.bin && unlike exact.bin mutant.bin && named "$line" mutant.bin $words
}
# The size of such a row says nothing about the size of errors: no bit of it makes an entry right.
garbage_row() {
    makes pe.bin --max-len 9 --d-model 8 --type f64 &&
        { head -c 320 pe.bin && printf 'A%.0s' $(seq 56) && printf 'pppppppp' && tail -c 192 pe.bin; } > row.bin &&
        audits 1 row.bin --max-len 9 --d-model 8 --type f64 && ! grep -q flipped "$dir/stdout" &&
        [ "$(grep -c '^diagnosis: row 5, column [0-7] is far off: got ' "$dir/stdout")" = 8 ]
}
check 'a row of garbage has no flipped bit' garbage_row
last_wrong() { # the last four entries are wrong, and not shifted
    cp exact.bin mutant.bin
    for column in 28 29 30 31; do
        "$dir/mutate" add 4 32 255 $column 200000 < mutant.bin > more.bin && mv more.bin mutant.bin || return 1
    done
    audits 1 mutant.bin $words && [ "$(grep -c '^diagnosis: row 255, column .* is far off: ' "$dir/stdout")" = 4 ] && [ "$(grep -c '^diagnosis' "$dir/stdout")" = 4 ]
}
check 'the last entries are wrong' last_wrong
# shifted WHAT AT FILE SIZE COLUMNS WORD...: an entry lost or inserted in a table of another kind
shifted() {
    what=$1 at=$2 became=$3 file=$4 size=$5 columns=$6
    shift 6
    "$dir/mutate" $what $size $columns $at 1 < "$file" > mutant.bin && audits 1 mutant.bin "$@" && grep '^diagnosis' "$dir/stdout" > said &&
        [ "$(wc -l < said)" = 1 ] && grep -q "^diagnosis: an entry is $became at row ${at% *}, column ${at#* }: " said || { cat said; return 1; }
}
shifts() { # of a noisy float32 table, channels first, a short wide one, few bits, halves
    shifted drop '20 7' lost "$systems/annotated_transformer-48x32.f32" 4 32 --d-model 32 &&
        shifted insert '20 8' inserted "$systems/annotated_transformer-48x32.f32" 4 32 --d-model 32 || return 1
    for kind in '4 512 --max-len 100 --d-model 512' '4 100 --max-len 100 --d-model 64 --axes channel-major' '2 64 --max-len 100 --d-model 64 --type bf16' \
        '4 64 --max-len 100 --d-model 64 --layout halves'; do
        "$POSENC" ${kind#* * } --format raw > kind.bin && shifted drop '9 3' lost kind.bin $kind && shifted insert '20 60' inserted kind.bin $kind || return 1
    done
    "$POSENC" --max-len 100 --d-model 512 --format raw > kind.bin && shifted drop '0 0' lost kind.bin 4 512 --d-model 512
}
check 'an entry lost or inserted in other tables' shifts
# Rows of zeros are one line, however many there are.
zero_rows() {
    cp exact.bin holes.bin
    for row in "$@"; do
        "$dir/mutate" clear 4 32 "$row" < holes.bin > mutant.bin && cp mutant.bin holes.bin || return 1
    done
}
zero_ranges() {
    zero_rows 3 9 10 && named '3 rows are zero: 3 and 9 to 10' holes.bin $words && [ "$(grep -c '^diagnosis' "$dir/stdout")" = 1 ] &&
        zero_rows 3 9 10 20 21 22 40 60 && named '8 rows are zero: 3, 9 to 10, 20 to 22, 40 and 1 more range' holes.bin $words &&
        zero_rows $(seq 0 2 254) && named '128 rows are zero: 0, 2, 4, 6 and 124 more ranges' holes.bin $words && [ "$(grep -c '^diagnosis' "$dir/stdout")" = 1 ]
}
check 'rows of zeros here and there' zero_ranges
zero_and_more() {
    zero_rows 3 9 10 && "$dir/mutate" swap 4 32 100 110 < holes.bin > mutant.bin && named '3 rows are zero: 3 and 9 to 10' mutant.bin $words &&
        says 'diagnosis: rows 100 and 110 are swapped' && "$dir/mutate" lose 4 32 150 < holes.bin > mutant.bin && named '3 rows are zero: 3 and 9 to 10' mutant.bin $words &&
        says 'diagnosis: row 150 is lost: from there on each row holds what the row after it should'
}
check 'rows of zeros beside other damage' zero_and_more
# One wrong entry in any column, of an exact table and of one whose entries have errors everywhere.
"$POSENC" --max-len 48 --d-model 512 --format raw > wide.bin && "$dir/mutate" noise 4 512 < wide.bin > wide_noisy.bin
far_off() {
    "$dir/mutate" flip 4 512 "$3" "$4" 20 < "$1" | "$dir/mutate" flip 4 512 "$3" "$4" 21 > mutant.bin && audits 1 mutant.bin --d-model 512 &&
        grep '^diagnosis' "$dir/stdout" > said && [ "$(wc -l < said)" = 1 ] && grep -q "^diagnosis: row $3, column $4 is $2" said || { cat said; return 1; }
}
for at in '15 101' '0 511' '47 16' '20 7'; do
    check "a lone wrong entry: $at" far_off wide.bin 'far off: got ' $at
    check "a lone wrong entry among many small errors: $at" far_off wide_noisy.bin 'far off: got ' $at
done
two_far_off() {
    "$dir/mutate" flip 4 512 15 101 20 < wide.bin | "$dir/mutate" flip 4 512 15 101 21 | "$dir/mutate" flip 4 512 15 300 20 |
        "$dir/mutate" flip 4 512 15 300 21 > mutant.bin && audits 1 mutant.bin --d-model 512 && grep -q '^diagnosis: row 15, column 101 is far off' "$dir/stdout" &&
        grep -q '^diagnosis: row 15, column 300 is far off' "$dir/stdout" && [ "$(grep -c '^diagnosis' "$dir/stdout")" = 2 ]
}
check 'two wrong entries of one row' two_far_off
many_columns() {
    cp wide.bin mutant.bin
    for column in 0 8 16 24 32 40 48 56 64; do
        "$dir/mutate" columns 4 512 $column $((column + 3)) < mutant.bin > next.bin && mv next.bin mutant.bin || return 1
    done
    named 'and 1 more column' mutant.bin --d-model 512 && says 'diagnosis: columns 0 and 3 are swapped' && [ "$(grep -c '^diagnosis' "$dir/stdout")" = 9 ]
}
check 'more columns swapped than are named' many_columns
# A figure changes nothing of the report.
plot_is_quiet() {
    for axes in position-major channel-major; do
        case $axes in position-major) columns=48 ;; *) columns=64 ;; esac
        "$POSENC" --max-len 64 --d-model 48 --axes $axes --format raw | "$dir/mutate" swap 4 $columns 5 9 > mutant.bin || return 1
        named 'rows 5 and 9 are swapped' mutant.bin --max-len 64 --d-model 48 --axes $axes && cp "$dir/stdout" alone &&
            named 'rows 5 and 9 are swapped' mutant.bin --max-len 64 --d-model 48 --axes $axes --plot f.svg && diff alone "$dir/stdout" || return 1
    done
}
check 'the diagnosis is the same with --plot' plot_is_quiet
# More rows than are held against each other: they are told as stretches, also of one row.
stretches() {
    "$POSENC" --max-len 1024 --d-model 32 --format raw > many.bin && "$dir/mutate" copy 4 32 150 700 < many.bin > one.bin &&
        { head -c $((200 * 128)) one.bin && tail -c +$((600 * 128 + 1)) one.bin | head -c $((100 * 128)) && tail -c +$((300 * 128 + 1)) one.bin; } > mutant.bin &&
        named 'row 150 is far off, unlike those beside it' mutant.bin --d-model 32 &&
        says 'diagnosis: rows 200 to 299 are far off, unlike those beside them'
}
check 'stretches of rows' stretches
shorter() {
    "$dir/mutate" lose 4 32 99 < exact.bin | head -c $((255 * 128)) > mutant.bin &&
        named 'row 99 is lost: from there on each row holds what the row after it should' mutant.bin --max-len 255 --d-model 32
}
check 'a row lost, and the table is shorter' shorter
# other LINE WORD... -- WORD...: the table of the first words, held against the second
other() {
    line=$1 mine=
    shift
    while [ "$1" != -- ]; do
        mine="$mine $1"
        shift
    done
    shift
    "$POSENC" $words $mine --format raw > mutant.bin && named "$line" mutant.bin $words "$@"
}
# The rows of diagnoses.tsv; and words that no usual change explains, which --guess finds.
while IFS='	' read -r name change line; do
    case $name in '' | '#'*) continue ;; esac
    case $change in
    *--*) check "$name" other "$line" $change ;;
    *) check "$name" mutated "$line" "${change%% *}" "${change#"${change%% *}"}" ;;
    esac
done < "$root/tests/audit/diagnoses.tsv"
check 'no usual words' other 'most entries are far off, and no usual change of the words explains it: try --guess' --base 77 --step 13/3 --
check 'a suggestion makes the table' eval 'clean mutant.bin $words --base 77 --step 13/3'

# The same in the noise of a float32 computation.
cp "$systems/ctrl-512x64.f32" . && cp "$systems/whisper-48x32.f32" . && cp "$systems/annotated_transformer-48x32.f32" noisy.bin
noisy='--max-len 48 --d-model 32'
check 'a float32 table: its words fit' named \
    'nothing is out of place: the words fit, and the errors are the size of intermediate rounding' noisy.bin $noisy
# That the words fit is said of what usual code makes, whatever its libm, and of nothing that errs more.
system_fits() {
    tables=0
    for list in "$systems/words.tsv" "$root/tests/golden/pipelines/tables.tsv"; do
        sed 1d "$list" | cut -f 1,2 | grep -v 'torch-fairseq-' > "$dir/list"
        while IFS=$tab read -r file theirs; do
            status=0 tables=$((tables + 1))
            (cd "${list%/*}" && "$POSENC" audit "$file" $theirs) < /dev/null > report || status=$?
            [ $status = 0 ] || grep -q '^diagnosis: \(nothing is out of place: the words fit\|only signs of zeros\|.* is flipped, or\)' report || { cat report; return 1; }
        done < "$dir/list"
    done
    [ $tables -gt 120 ]
}
check 'tables of real systems and libms: their words fit' system_fits
# Factors of frequencies as NumPy 1.24 computes them in float32: w by 1/pow, llama3's rule step by step, and their quotient.
factors() {
    theirs='--max-len 1 --d-model 128 --base 500000 --scaling llama3:factor=8,original=8192 --component factor'
    "$POSENC" $theirs --name factors -o factors.h &&
        sed 's/2\.0263133f/2.026313f/; s/2.69452977f/2.6945302f/; s/3\.6842525f/3.6842535f/; s/5\.2573266f/5.257327f/' factors.h > mutant.h &&
        named 'nothing is out of place: the words fit, and the errors are the size of intermediate rounding' mutant.h $theirs && says 'not correctly rounded: 4 (6.25 %)' &&
        says '  100.00 %  float32, 1/pow' && sed 's/3\.6842525f/3.6845525f/; s/5\.2573266f/5.2570266f/' factors.h > mutant.h &&
        audits 1 mutant.h $theirs && ! grep 'the words fit' "$dir/stdout" || return 1
    for rule in ntk:factor=4 dynamic:factor=2,original=64,length=128; do
        theirs="--max-len 1 --d-model 128 --base 500000 --component factor --scaling ${rule%%:*}"
        "$POSENC" $theirs:${rule#*:} -o factors.bin && audits 1 factors.bin $theirs:${rule#*:}9 && ! grep -q 'the words fit' "$dir/stdout" || return 1
    done
}
check 'factors of frequencies in float32' factors
# Positions that were rounded to bf16 are those of other rows: no damage, but real damage beside them is told.
coarse="$root/tests/golden/pipelines/torch-bf16_positions-320x16.f32"
coarse_rows() {
    fits='nothing is out of place: the words fit, and the errors are the size of intermediate rounding' theirs='--d-model 32 --component cos'
    named "$fits" "$coarse" --max-len 320 $theirs && "$transpose" 16 4 < "$coarse" > turned.bin && named "$fits" turned.bin --max-len 320 $theirs --axes channel-major || return 1
    for rows in '5 9' '270 290'; do
        "$dir/mutate" swap 4 16 $rows < "$coarse" > mutant.bin && named "rows ${rows% *} and ${rows#* } are swapped" mutant.bin --max-len 320 $theirs &&
            [ "$(grep -c '^diagnosis' "$dir/stdout")" = 1 ] || return 1
        "$transpose" 16 4 < mutant.bin > turned.bin && named "columns ${rows% *} and ${rows#* } are swapped" turned.bin --max-len 320 $theirs --axes channel-major &&
            [ "$(grep -c '^diagnosis' "$dir/stdout")" = 1 ] || return 1
    done
    "$dir/mutate" scatter 4 16 270 < "$coarse" > mutant.bin && named 'row 270 is far off, unlike those beside it' mutant.bin --max-len 320 $theirs &&
        [ "$(grep -c '^diagnosis' "$dir/stdout")" = 1 ] || return 1
    "$POSENC" audit "$coarse" --guess --max-len 320 > guess && ! grep -q '^  row' guess
}
check 'positions in bf16 are no damage' coarse_rows
turned_from() {
    "$POSENC" $words --first 16 --format raw | "$dir/mutate" turn 4 32 > mutant.bin && audits 1 mutant.bin $words --first 16 && ! grep -q swapped "$dir/stdout"
}
check 'negated sines, from another position: no columns are swapped' turned_from
all_zero() {
    head -c 32768 /dev/zero > zero.bin && named 'entries are zero' zero.bin $words
}
check 'a table of zeros' all_zero
# -0 is a zero too, but no other one than +0 if that is wanted.
zero_signs() {
    mutated 'entries are zero' nil '' && [ "$(grep -c '^diagnosis' "$dir/stdout")" = 1 ] || return 1
    { head -c 896 exact.bin && head -c 128 /dev/zero | "$dir/mutate" negate 4 32 && tail -c +1025 exact.bin; } > mutant.bin &&
        named 'row 7 is zero' mutant.bin $words && [ "$(grep -c '^diagnosis' "$dir/stdout")" = 1 ] || return 1
    "$POSENC" $words --zero-rows 0 --format raw > padded.bin && { head -c 128 padded.bin | "$dir/mutate" negate 4 32 && tail -c +129 padded.bin; } > mutant.bin &&
        named 'only signs of zeros differ' mutant.bin $words --zero-rows 0
}
check 'zeros of both signs' zero_signs
# Elements read in another way than they were written.
other_order() {
    for kind in 'f16 2' 'bf16 2' 'f32 4' 'f64 8' 'q15 2' 'q31 4'; do
        "$POSENC" $words --type ${kind% *} --format raw | "$dir/mutate" reverse ${kind#* } 32 > mutant.bin &&
            named 'the bytes of each entry are in the other order (--endian)' mutant.bin $words --type ${kind% *} && [ "$(grep -c '^diagnosis' "$dir/stdout")" = 1 ] || return 1
    done
}
check 'bytes in the other order' other_order
other_type() {
    for kind in 'f16 bf16' 'bf16 f16' 'f16 q15' 'q15 bf16' 'f32 q31' 'q31 f32'; do
        "$POSENC" $words --type ${kind% *} --format raw > mutant.bin &&
            named "the entries are ${kind% *}, not ${kind#* }; try --type ${kind% *}" mutant.bin $words --type ${kind#* } || return 1
    done
}
check 'another type of as many bytes' other_type
# other_size LARGER TYPE WIDTH TYPE BASE: a table of one type, read as another, and with another base, which isn't told then
other_size() {
    "$POSENC" --max-len 256 --d-model $3 --type $2 --base $5 --format raw > mutant.bin &&
        named "entries are far $1 than they should be: are their bytes in the other order (--endian), or of another --type?" mutant.bin $words --type $4 &&
        [ "$(grep -c '^diagnosis' "$dir/stdout")" = 1 ]
}
check 'f32 read as f64' other_size smaller f32 64 f64 10000
check 'f64 read as f32' other_size larger f64 16 f32 10000
check 'f16 of another base, read as bf16' other_size smaller f16 32 bf16 77
foreign_order() {
    "$POSENC" $words --base 77 --type f16 --format raw | "$dir/mutate" reverse 2 32 > mutant.bin && audits 1 mutant.bin $words --type f16 &&
        grep -q '^diagnosis: entries are far larger than they should be: ' "$dir/stdout" && [ "$(grep -c '^diagnosis' "$dir/stdout")" = 1 ]
}
check 'bytes in the other order, of another base' foreign_order
# Small errors where no usual way makes any: at the first positions, or in columns that move slowly.
for at in '0 1' '100 21' '250 2'; do
    check "an exact table with an error of 0.00001: $at" eval '"$dir/mutate" add 4 32 $at 10 < exact.bin > mutant.bin && audits 1 mutant.bin $words &&
        grep "^diagnosis" "$dir/stdout" > said && [ "$(wc -l < said)" = 1 ] && grep -q "^diagnosis: row ${at% *}, column ${at#* } is far off: got " said'
done
check 'a float32 table: cos and sin swapped' named 'cos and sin are swapped; try --order sin-cos' noisy.bin $noisy --order cos-sin
check 'a float32 table: base' named 'base 10000, not 500000; try --base 10000' noisy.bin $noisy --base 500000
check 'a float32 table: positions' named 'every row holds what the row before it should: positions begin at 0, not 1; try --first 0' \
    noisy.bin $noisy --first 1
check 'a float32 table: rows' eval '"$dir/mutate" swap 4 32 5 9 < noisy.bin > mutant.bin && named "rows 5 and 9 are swapped" mutant.bin $noisy'
check 'a float32 table: columns' eval '"$dir/mutate" columns 4 32 0 3 < noisy.bin > mutant.bin &&
    named "columns 0 and 3 are swapped" mutant.bin $noisy'
check 'a float32 table: a row of other numbers' eval '"$dir/mutate" scatter 4 32 20 < noisy.bin > mutant.bin &&
    named "row 20 is far off, unlike those beside it" mutant.bin $noisy && [ "$(grep -c "^diagnosis" "$dir/stdout")" = 1 ]'
check 'a float32 table: a row lost' eval '"$dir/mutate" lose 4 32 20 < noisy.bin > mutant.bin &&
    named "row 20 is lost: from there on each row holds what the row after it should" mutant.bin $noisy'
check 'a float32 table: channels first' eval '"$transpose" 32 4 < noisy.bin > mutant.bin &&
    named "transposed: columns are positions; try --axes channel-major" mutant.bin $noisy'

# --- tolerance

"$dir/mutate" noise 4 32 < exact.bin > noise.bin
check 'tolerance ulp=1' audits 0 noise.bin $words --tolerance ulp=1
check 'tolerance: how many are beyond it' eval 'says "beyond the tolerance ulp=1: 0" && says "not correctly rounded: 2731 (33.34 %)"'
check 'tolerance ulp=0.5' audits 1 noise.bin $words --tolerance ulp=0.5
check 'tolerance: all are beyond it' says 'beyond the tolerance ulp=0.5: 2731 (33.34 %)'
check 'tolerance abs' eval 'audits 0 noisy.bin $noisy --tolerance abs=1.2e-6 && audits 1 noisy.bin $noisy --tolerance abs=1.1e-6'
check 'numpy.allclose' eval 'audits 0 noisy.bin $noisy --tolerance rtol=1e-5,atol=1e-6 && audits 1 noisy.bin $noisy --tolerance rtol=0,atol=1e-8 &&
    audits 1 noisy.bin $noisy --tolerance rtol=1e-9 && audits 0 noisy.bin $noisy --tolerance atol=1e-5'
check 'numpy.allclose is said' eval 'audits 0 noisy.bin $noisy --tolerance atol=1e-5 && says "beyond the tolerance atol=1e-5 (as numpy.allclose): 0" &&
    audits 0 noisy.bin $noisy --tolerance abs=1e-5 && says "beyond the tolerance abs=1e-5: 0" && "$POSENC" help tolerance | grep -q "as numpy.allclose"'
check 'of rtol and atol, one that is not given is 0' eval '"$dir/mutate" flip 4 32 0 0 24 < exact.bin > tiny.bin && audits 1 tiny.bin $words --tolerance rtol=1 &&
    says "not correctly rounded: 1 (0.01221 %)" && "$dir/mutate" flip 4 32 0 1 3 < exact.bin > tiny.bin && audits 1 tiny.bin $words --tolerance atol=1e-7'
check 'each limit counts' eval 'audits 1 noisy.bin $noisy --tolerance abs=1,ulp=1 && audits 0 noisy.bin $noisy --tolerance abs=1,ulp=1e9'
check 'NaN is within no tolerance' audits 1 special.bin --max-len 300 --d-model 16 --tolerance abs=1e300,rtol=1e300
for value in '' ulp ulp= ulp=x ulp=-1 ulp=-0 'ulp=1,' ,ulp=1 ulp=1,ulp=2 ulp=nan ulp=inf ulp=0x1 'ulp= 1' foo=1 abs=1e999 'ulp=1;abs=1'; do
    check "tolerance '$value'" eval 'ends 2 "$POSENC" audit noisy.bin $noisy --tolerance "$value" > out 2> err && [ ! -s out ] &&
        echo "posenc: tolerance '\''$value'\'' is not of the form ulp=N, abs=X or rtol=X,atol=Y" | diff - err'
done

# --- forms of the report

check 'JSON is strict, with every fact' eval 'ends 1 "$POSENC" audit special.bin --max-len 300 --d-model 16 --json > report.json &&
    [ "$("$dir/json_value" command < report.json)" = "posenc --max-len 300 --d-model 16" ] &&
    [ "$("$dir/json_value" type < report.json)" = f32 ] && [ "$("$dir/json_value" rows < report.json)" = 300 ]'
check 'JSON of a name that is not UTF-8' eval 'name=$(printf "pe\377\".npy") && makes "$name" --max-len 8 --d-model 4 &&
    "$POSENC" audit "$name" --json | "$dir/json_value" entries | grep -qx 32'
csv_is_right() {
    ends 1 "$POSENC" audit noise.bin $words --csv > rows.csv && [ "$(head -n 1 rows.csv)" = row,position,wrong,largest_error,column,ulps ] &&
        awk -F, 'NR > 1 { if (NF != 6 || $1 != NR - 2 || $2 != $1) bad = 1; sum += $3 } END { exit bad || NR != 257 || sum != 2731 }' rows.csv
}
check 'CSV has a line for each row' csv_is_right
check 'CSV of a grid has the coordinates' eval 'cp "$systems/big_vision-48x32.f32" . &&
    ends 0 "$POSENC" audit big_vision-48x32.f32 --max-len 48 --preset simple-vit --grid 6x8 --csv | grep -qx "11,1 3,0,0,,0"'
check 'CSV of fractional positions' eval 'ends 0 "$POSENC" audit "$systems/nerf-512x8.f32" --d-model 8 --preset nerf --first -1 --step 1/256 --csv |
    sed -n 4p | grep -q "^2,-127/128,0,\|^2,-0.9921875,0,"'
alike() {
    "$POSENC" --max-len 3000 --d-model 48 --format raw > many.bin && "$dir/mutate" noise 4 48 < many.bin | "$dir/mutate" swap 4 48 1000 2000 > mutant.bin
    for form in '' --json --csv; do
        ends 1 "$POSENC" audit mutant.bin --d-model 48 $form --threads 1 > one && ends 1 "$POSENC" audit mutant.bin --d-model 48 $form --threads 4 |
            cmp - one && [ -s one ] || return 1
    done
}
check 'the report is the same for any number of threads' alike
alike_channels() {
    "$POSENC" --max-len 150000 --d-model 4 --axes channel-major --format raw > many.bin && "$dir/mutate" noise 4 150000 < many.bin > mutant.bin
    for form in '' --csv; do
        ends 1 "$POSENC" audit mutant.bin --d-model 4 --axes channel-major $form --threads 1 > one &&
            ends 1 "$POSENC" audit mutant.bin --d-model 4 --axes channel-major $form --threads 4 | cmp - one && [ -s one ] || return 1
    done
}
check 'the same for channels first' alike_channels

# --- wrong requests

mkdir files && cp noisy.bin files/pe.bin && makes files/pe.npy --max-len 48 --d-model 32 && makes files/pe.safetensors --max-len 48 --d-model 32
check 'no file' refused 'posenc: missing: the file, as in posenc audit pe.npy' audit
check 'two files' refused_with "posenc: unexpected argument 'pe.bin'" audit pe.npy pe.bin
check 'raw without sizes' refused 'posenc: missing: --max-len and --d-model' audit pe.bin
check 'raw of another size' refused 'posenc: pe.bin: 6144 bytes, but 48 x 34 elements of type f32 are 6528 bytes' audit pe.bin --max-len 48 --d-model 34
check 'raw of another type' refused 'posenc: pe.bin: 6144 bytes, but 48 x 32 elements of type f16 are 3072 bytes' \
    audit pe.bin --max-len 48 --d-model 32 --type f16
check 'another shape' refused 'posenc: pe.npy: the array is 48 x 32, but the words make 47 x 32' audit pe.npy --max-len 47
check 'another width' refused 'posenc: pe.npy: the array is 48 x 32, but the words make 48 x 64' audit pe.npy --d-model 64
check 'another type' refused_with 'posenc: pe.npy' audit pe.npy --type f64
check 'a grid of another size' refused_with 'posenc: grid' audit pe.npy --preset simple-vit --grid 5x8
check 'a wrong word' refused "posenc: layout 'x' is none of interleaved, halves" audit pe.npy --layout x
check 'a word without effect' refused_with "posenc: repeat" audit pe.npy --repeat halves
check 'a wrong size' refused "posenc: d-model 'x' is not a whole number" audit pe.npy --d-model x
check 'two tables' refused "posenc: component 'cos,sin' is two arrays: audit each, with component cos or sin" audit pe.npy --component cos,sin
check 'JSON and CSV' refused "posenc: option '--json' can't be combined with --csv" audit pe.npy --json --csv
check 'no threads' refused "posenc: threads '0' must be at least 1" audit pe.npy --threads 0
check 'an option of another command' refused "posenc: option '--output' is not for audit" audit pe.npy -o x
check 'a file that is not there' refused_with 'posenc: none.npy: ' audit none.npy
plan
