#!/bin/sh
# SPDX-License-Identifier: MIT
# posenc audit: tables of real systems, tables that posenc writes, mutants of them, shapes, reports, wrong requests.
. "$(dirname "$0")/../tap.sh"
. "$root/tests/systems.sh"
. "$root/tests/audit/audits.sh"
transpose=$tests/transpose
tools differences mutate json_value

# diagnoses: the verdict of the report, and what else it says is the matter
diagnoses() {
    sed -n '1p; s/^also: //p' report > diagnoses
}
# named PATTERN ARGUMENT...: a diagnosis matches the pattern, and no other one names a number
named() {
    line=$1
    shift
    audits 1 "$@" && diagnoses && found=no || return 1
    while read -r one; do
        # shellcheck disable=SC2254 # a pattern
        case $one in
        $line) found=yes ;;
        *'; try --'*) found=no && break ;;
        esac
    done < diagnoses
    [ $found != yes ] || return 0
    cat report
    echo "no diagnosis: $line"
    return 1
}
# clean ARGUMENT...: every entry is correct
clean() {
    audits 0 "$@" && says 'not correctly rounded: 0' && [ "$(sed 1q "$dir/report")" = 'every entry is right' ]
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
    audits 1 "$@" && sed -n 's/^largest error: \([^ ]*\) (row .*/\1/p' "$dir/report" |
        awk -v bound="$bound" '{ half = 2^-25; seen = 1; if ($1 > bound + half || $1 < 0.999 * bound - half) bad = 1 }
            END { exit bad || !seen }' || { cat "$dir/report"; return 1; }
}
exact_system() {
    check "$1 is exact" clean "$@"
}
near_system() {
    check "$2 deviates by $1" deviates "$@"
}
each_system

# Words that follow from the file's shape may be omitted: the sizes of each of these tables are found, in a core run of one in four.
found_sizes() {
    makes "$dir/sized.npy" "$@" && shift 4 && clean "$dir/sized.npy" "$@"
}
number=0
while IFS=$tab read -r file words; do
    number=$((number + 1))
    [ $((number % 4)) = 0 ] || here "sizes are found: $words" long || continue
    check "sizes are found: $words" found_sizes $words
done < "$dir/words"

# runs FILE WORD...: the command of a report makes the table
runs() (
    cd "$systems" && audits 0 "$@" && command=$(sed -n 's/^command: posenc //p' "$dir/report") &&
        piped eval "\"\$POSENC\" $command --format raw" | cmp - "$1"
)
cd "$dir" || exit 1

# --- tables of posenc

big_npy() {
    makes pe.npy --max-len 40 --d-model 12 --type "$1" && makes pe.bin --max-len 40 --d-model 12 --type "$1" &&
        { head -c 128 pe.npy | sed "s/'descr': '<f/'descr': '>f/" && ./mutate reverse "$2" 12 < pe.bin; } > big.npy &&
        unlike pe.npy big.npy && clean big.npy && clean big.npy --endian big && ends 2 "$POSENC" audit big.npy --endian little
}
raw_sides() {
    for type in f32 f16 q15 f64; do
        for endian in little big; do
            makes pe.bin --max-len 40 --d-model 12 --type $type --endian $endian &&
                clean pe.bin --max-len 40 --d-model 12 --type $type --endian $endian || return 1
        done
        ends 1 "$POSENC" audit pe.bin --max-len 40 --d-model 12 --type $type > mismatched || return 1
    done
}

# fortran TYPE SIZE: an .npy in Fortran order, made from one in C order
fortran() {
    makes pe.npy --max-len 40 --d-model 12 --type "$1" && makes pe.bin --max-len 40 --d-model 12 --type "$1" || return 1
    header=$(($(wc -c < pe.npy) - $(wc -c < pe.bin)))
    { head -c $header pe.npy | sed "s/'fortran_order': False/'fortran_order': True /" && "$transpose" 12 "$2" < pe.bin; } > turned.npy
    unlike pe.npy turned.npy && clean turned.npy --type "$1" && says "turned.npy: 40 x 12, $1"
}
fortran_places() {
    fortran f32 4 && tail -c $((40 * 12 * 4)) turned.npy | ./mutate flip 4 40 7 31 20 > elements &&
        { head -c $(($(wc -c < turned.npy) - 40 * 12 * 4)) turned.npy && cat elements; } > flipped.npy &&
        audits 1 flipped.npy && says 'row 31, column 7: bit 20 is flipped' &&
        { piped ends 1 "$POSENC" audit flipped.npy --csv | awk -F, 'NR == 33 && $1 == 31 && $3 == 1 && $5 == 7 { seen = 1 }
            NR > 1 && NR != 33 && $3 != 0 { bad = 1 } END { exit bad || !seen || NR != 41 }'; }
}
# fortran_guess WORD...: the words that --guess finds for the file are those that audit accepts for it
fortran_guess() {
    fortran f32 4 && "$POSENC" audit turned.npy --guess > guess || { cat guess; return 1; }
    piped "$POSENC" audit pe.npy --guess | sed 's/pe\.npy/turned.npy/' | diff - guess && guessed=$(sed -n '1s/^posenc //p' guess) && clean turned.npy $guessed
}
fortran_channels() {
    makes pe.npy --max-len 40 --d-model 12 --axes channel-major && makes pe.bin --max-len 40 --d-model 12 --axes channel-major &&
        { head -c 128 pe.npy | sed "s/'fortran_order': False/'fortran_order': True /" && "$transpose" 40 4 < pe.bin; } > turned.npy &&
        clean turned.npy --axes channel-major && "$POSENC" audit turned.npy --guess > guess && clean turned.npy $(sed -n '1s/^posenc //p' guess)
}

# --- shapes

# reshape SHAPE < FILE.npy: with that shape in its header, which has 128 bytes
reshape() {
    head -c 127 > header && sed -e "s/'shape': ([^)]*)/'shape': $1/" -e 's/ *$//' header > header.new &&
        cat header.new && printf "%$((127 - $(wc -c < header.new)))s" '' && cat
}
reshaped() {
    shape=$1
    shift
    makes pe.npy "$@" && shift 4 && reshape "$shape" < pe.npy > shaped.npy && clean shaped.npy "$@"
}
makes pe.npy --max-len 48 --d-model 32 && reshape '(1536,)' < pe.npy > flat.npy && makes side.bin --max-len 48 --d-model 32
makes pe.npy --max-len 1 --d-model 64 --component frequency && reshape '(32,)' < pe.npy > inv_freq.npy
makes sines.bin --max-len 48 --d-model 64 --component sin

# --- counts

# counted FILE TYPE COLUMNS WORD...: the report has the counts of an independent program
counted() {
    mutant=$1 type=$2 columns=$3
    shift 3
    "$POSENC" "$@" --type "$type" --format raw > wanted.bin && ./differences "$type" "$columns" "$mutant" wanted.bin > counts &&
        audits 1 "$mutant" "$@" --type "$type" --json || return 1
    as_counted not_correctly_rounded largest_error
}
# as_counted KEY KEY: these values of the JSON, and the others there, are those of an independent program, in `counts`
as_counted() {
    for keys in entries $1 "$2 error" "$2 row" "$2 column" "$2_in_ulps error" "$2_in_ulps row" "$2_in_ulps column" \
        not_a_number infinite zeros_of_the_wrong_sign; do
        at $keys || echo 0
    done | tr '\n' ' ' | sed 's/ $/\n/' | diff counts -
}
for type in f32 f64; do
    size=$(case $type in f32) echo 4 ;; *) echo 8 ;; esac)
    "$POSENC" --max-len 300 --d-model 16 --type $type --format raw > exact_$type.bin
    ./mutate noise $size 16 < exact_$type.bin > noise_$type.bin
    ./mutate swap $size 16 3 270 < noise_$type.bin > swapped_$type.bin
done
./mutate flip 4 16 0 1 30 < exact_f32.bin | ./mutate flip 4 16 0 3 30 | ./mutate flip 4 16 0 3 0 |
    ./mutate flip 4 16 0 0 31 > special.bin
# compared FILE FILE TYPE: as counted, of two files
compared() {
    ./differences "$3" 16 "$1" "$2" > counts && audits 1 "$1" --against "$2" --max-len 300 --type "$3" --json &&
        as_counted different largest_difference && audits 1 "$1" --against "$2" --max-len 300 --type "$3" --csv &&
        awk -F , -v all="$(cut -d ' ' -f 2 counts)" 'NR > 1 { n += $3 } END { exit n != all }' report
}
# reports STATUS 'ARGUMENT...' LINE...: an audit ends with that status, and its report has these lines (`says`)
reports() {
    audits "$1" $2 && shift 2 && says "$@"
}
# Two files: which rows differ, by how much, and which is nearer to the exact table; each may have a type, a byte order and
# a scale of its own.
./mutate swap 4 16 3 270 < exact_f32.bin > two.bin
of='--max-len 300 --d-model 16' sizes='--max-len 48 --d-model 32'
makes half.npy $sizes --type f16 && makes one.npy $sizes && makes long.npy --max-len 50 --d-model 32
"$POSENC" $sizes --format raw > a.bin && "$POSENC" $sizes --type bf16 --endian big --format raw > b.bin &&
    "$POSENC" $sizes --type i8 --scale 1/127 --format raw > c.bin && makes c.npy $sizes --type i8 --scale 1/127
# The first of several, in a table of several pieces, for any number of threads; in JSON; and in the rows of CSV. The
# last cosines of this base are 1.
"$POSENC" --max-len 5000 --d-model 16 --base 1e30 --format raw > long.bin
cp long.bin odd.bin
for at in '4000 15 30' '4001 13 30' '4001 15 30' '4001 15 0' '77 15 30' '77 2 5' '4900 15 30' '4900 15 0'; do
    ./mutate flip 4 16 $at < odd.bin > odder.bin && mv odder.bin odd.bin
done
odd_places() {
    for threads in 1 4; do
        audits 1 odd.bin --d-model 16 --base 1e30 --threads $threads --json || return 1
        [ "$(at not_a_number) $(at first_not_a_number row) $(at first_not_a_number column)" = '2 4001 15' ] &&
            [ "$(at infinite) $(at first_infinite row) $(at first_infinite column)" = '3 77 15' ] || { cat report; return 1; }
        ends 1 "$POSENC" audit odd.bin --d-model 16 --base 1e30 --threads $threads --csv > rows.csv || return 1
        awk -F, 'NR > 1 && $3 > 0 { print $1, $3, $4, $5, $6 }' rows.csv | tr '\n' ';' > odd
        [ "$(cat odd)" = '77 2 inf 15 inf;4000 1 inf 15 inf;4001 2 nan 15 nan;4900 1 nan 15 nan;' ] || { cat odd; return 1; }
    done
}

# The histogram and the ranges add up.
adds_up() {
    audits 1 swapped_f64.bin --max-len 300 --d-model 16 --type f64 --json || return 1
    sum=0 k=0
    while entries=$(at errors_in_ulps $k count); do sum=$((sum + entries)) k=$((k + 1)); done
    [ $sum = 4800 ] && [ $k -ge 3 ] && [ "$(at by_position 0 begin) $(at by_position 0 end) $(at by_position 9 end)" = '0 1 300' ] || return 1
    entries=0 wrong=0
    for k in 0 1 2 3 4 5 6 7 8 9; do
        entries=$((entries + $(at by_position $k entries))) wrong=$((wrong + $(at by_position $k not_correctly_rounded)))
    done
    [ $entries = 4800 ] && [ $wrong = "$(at not_correctly_rounded)" ]
}

# both_forms STATUS ARGUMENT...: the text of an audit has the numbers of its JSON
both_forms() {
    audits "$@" --json && for key in errors_in_ulps by_position rows; do at $key || echo; done > json
    audits "$@" --verbose && awk -v against="$(case $* in *--against*) echo y ;; esac)" -f "$root/tests/audit/both_forms.awk" json report
}
./mutate swap 4 16 0 290 < two.bin | ./mutate swap 4 16 10 12 | ./mutate swap 4 16 11 20 > several.bin
./mutate flip 4 16 250 5 30 < special.bin > beyond_all_bins.bin

# One wrong entry of many: the verdict comes before the numbers, which are few and don't hide it.
one_wrong() {
    piped "$POSENC" --max-len 5000 --d-model 64 --format raw | ./mutate flip 4 64 3000 7 30 > mutant.bin &&
        audits 1 mutant.bin --max-len 5000 --d-model 64 --verbose && [ "$(sed 1q report)" = 'row 3000, column 7: bit 30 is flipped' ] &&
        grep -n '^pipelines\|^errors in ulps\|^by position' report | cut -d ' ' -f 1 | tr '\n' ' ' > order &&
        grep -q '^11:pipelines: .*:errors .*:by $' order && sed -n '/^errors in ulps/,$p' report | sed 1d | sed 's/  */ /g' > numbers &&
        printf '%s\n' ' 0 319999 >99.99 %' ' more 1 <0.01 %' 'by position:' ' positions wrong share largest ulps' \
            ' 2048 to 4095 1 <0.01 1.91707e+38 3.21631e+45' | diff - numbers
}
near_zero() {
    says 'errors in ulps (near 0 an ulp is tiny, and a small error is many of them):' || return 1
    piped "$POSENC" --max-len 50 --d-model 8 --type q15 --format raw | ./mutate flip 2 8 30 7 3 > mutant.bin &&
        audits 1 mutant.bin --max-len 50 --d-model 8 --type q15 --verbose && says 'errors in ulps:'
}

# facts STATUS 'ARGUMENT...' 'KEY...=VALUE'...: an audit ends with that status, and its JSON has these values
facts() {
    audits "$1" $2 --json && shift 2 || return 1
    for fact; do
        [ "$(at ${fact%%=*})" = "${fact#*=}" ] || { cat report; echo "not $fact"; return 1; }
    done
}
piped "$POSENC" --max-len 300 --d-model 8 --axes channel-major --format raw | ./mutate flip 4 300 3 200 9 > by_channel.bin

# --- mutants, by name

"$POSENC" --max-len 256 --d-model 32 --format raw > exact.bin
words='--max-len 256 --d-model 32'
mutated() {
    line=$1
    shift
    ./mutate "$1" 4 32 $2 < exact.bin > mutant.bin && unlike exact.bin mutant.bin && named "$line" mutant.bin $words
}
# The size of such a row doesn't show the size of errors: flipping no bit makes an entry right.
garbage_row() {
    makes pe.bin --max-len 9 --d-model 8 --type f64 &&
        { head -c 320 pe.bin && printf 'A%.0s' $(seq 56) && printf 'pppppppp' && tail -c 192 pe.bin; } > row.bin &&
        audits 1 row.bin --max-len 9 --d-model 8 --type f64 --verbose && ! grep -q flipped report && diagnoses &&
        [ "$(cat diagnoses)" = 'row 5 is far off' ]
}
# diagnosed FILE|WORDS SIZE COLUMNS 'CHANGE, CHANGE...' 'WORDS' LINE...: the table of the file, or of the first words, with
# these changes made one after the other, has exactly these diagnoses, in which * is as in the shell. `transpose` and
# `first ROWS` are changes too.
diagnosed() {
    case $1 in --*) "$POSENC" $1 --format raw > mutant.bin ;; *) cp "$1" mutant.bin ;; esac || return 1
    size=$2 columns=$3 changes=$4 of_words=$5
    shift 5
    echo "$changes" | tr ',' '\n' > changes
    while read -r what where; do
        case $what in
        '') cat ;;
        transpose) "$transpose" $columns $size ;;
        first) head -c $((where * columns * size)) ;;
        *) ./mutate $what $size $columns $where ;;
        esac < mutant.bin > changed.bin && mv changed.bin mutant.bin || return 1
    done < changes
    audits 1 mutant.bin $of_words --verbose && diagnoses &&
        [ "$(wc -l < diagnoses)" = $# ] || { cat diagnoses; return 1; }
    for line; do
        IFS= read -r diagnosis
        # shellcheck disable=SC2254 # a pattern
        case $diagnosis in $line) ;; *) echo "$diagnosis, not $line"; return 1 ;; esac
    done < diagnoses
}
"$POSENC" --max-len 48 --d-model 512 --format raw > wide.bin && ./mutate noise 4 512 < wide.bin > wide_noisy.bin
"$POSENC" --max-len 100 --d-model 512 --format raw > long_rows.bin
"$POSENC" --max-len 100 --d-model 64 --axes channel-major --format raw > channels.bin
"$POSENC" --max-len 100 --d-model 64 --type bf16 --format raw > narrow.bin
"$POSENC" --max-len 100 --d-model 64 --layout halves --format raw > halves.bin
head -c 32768 /dev/zero > zero.bin
# A figure changes nothing of the report.
plot_is_quiet() {
    for axes in position-major channel-major; do
        case $axes in position-major) columns=48 ;; *) columns=64 ;; esac
        piped "$POSENC" --max-len 64 --d-model 48 --axes $axes --format raw | ./mutate swap 4 $columns 5 9 > mutant.bin || return 1
        named 'rows 5 and 9 are swapped' mutant.bin --max-len 64 --d-model 48 --axes $axes && cp report alone &&
            named 'rows 5 and 9 are swapped' mutant.bin --max-len 64 --d-model 48 --axes $axes --plot f.svg && diff alone report || return 1
    done
}
# many_rows: the rows of a long table are compared in pieces, and a row's source is looked up; so neither takes long, or much
# memory
many_rows() {
    "$POSENC" --max-len 1000000 --d-model 4 --format raw > many.bin && odd=
    for row in 13807 15882 32518 44867 67141 999998; do
        odd="$odd | ./mutate scatter 4 4 $row"
    done
    eval "cat many.bin $odd" > mutant.bin
    for form in '' --csv '--plot many.svg'; do
        ends 1 within_memory 32768 "$POSENC" audit mutant.bin --max-len 1000000 --d-model 4 $form > report || return 1
        [ "$form" = --csv ] || [ "$(sed 1q report)" = '6 rows are far off: 13807, 15882, 32518, 44867 and 2 more ranges' ] || return 1
    done
}
# third_rows: damage of a third of a million rows is counted in little memory, and what has no name is not hidden
third_rows() {
    "$POSENC" --max-len 1000000 --d-model 4 --format raw > many.bin && ./casts third rows < many.bin > third.bin &&
        ends 1 within_memory 49152 "$POSENC" audit third.bin --max-len 1000000 --d-model 4 > report &&
        [ "$(sed 1q report)" = '4096 rows are 0.5 throughout: 0, 3, 6, 9 and 4092 more ranges; 1285890 other entries are wrong, the first at row 12288, column 0' ]
}
two_columns() {
    head -c 8000000 /dev/zero > zeros.bin && "$POSENC" --max-len 1000000 --d-model 2 --format raw > long.bin &&
        ends 1 within_memory 32768 "$POSENC" audit long.bin --against zeros.bin --max-len 1000000 --type f32 > report &&
        [ "$(sed 1q report)" = 'the files differ in 1000000 of 1000000 rows, by up to 1' ] &&
        audits 1 zeros.bin --max-len 1000000 --d-model 2 && [ "$(sed 1q report)" = 'entries are zero' ]
}
# `echo "scale=40; c(3)" | bc -l` says -.9899924966004454572715727947312613023936. A double with its bit 1 flipped is
# 2.6410486649e-16 away from it. Errors are those from the rounded value, which is half an ulp away at most, 5.6e-17; double
# arithmetic would err by more.
doubles() {
    piped "$POSENC" --max-len 256 --d-model 32 --type f64 --format raw | ./mutate flip 8 32 3 1 1 > mutant.bin &&
        audits 1 mutant.bin $words --type f64 && sed -n 's/^largest error: \([^ ]*\) (row 3, column 1: .*/\1/p' report > said &&
        audits 0 mutant.bin --max-len 256 --type f64 --guess &&
        sed -n 's/^deviation: at most \([^ ]*\) (row 3, column 1), .*/\1/p' report >> said && cat said report &&
        awk '{ n += $1 > 2.6410486649e-16 - 5.6e-17 && $1 < 2.6410486649e-16 + 5.6e-17 } END { exit n != 2 }' said
}
# verdict_is PATTERN ARGUMENT...: the first line of a report
verdict_is() {
    line=$1
    shift
    audits 1 "$@" || return 1
    # shellcheck disable=SC2254 # a pattern
    case $(sed 1q report) in $line) ;; *) cat report; return 1 ;; esac
}
"$POSENC" --max-len 2000 --d-model 2 --component sin --type f16 --format raw > sines.f16 && ./mutate clear 2 1 355 < sines.f16 > zero.f16
# frequencies from 1 up to 7,500: angles in float32 are off by much more than sines may be
cat > rising.c << 'end'
#include <math.h>
#include <stdio.h>
int main(void) {
    for (int p = 0; p < 512; p++)
        for (int i = 0; i < 32; i++) {
            float angle = (float)p * (1 / powf(1e-4f, (float)(2 * i) / 64)), pair[] = {sinf(angle), cosf(angle)};
            fwrite(pair, sizeof *pair, 2, stdout);
        }
}
end
${CC:-cc} -std=c11 -O1 -o rising rising.c -lm && ./rising > rising.bin || exit 1
# casts to integers, a sine whose angle is five turns away, and every third row of four set to a half
cat > casts.c << 'end'
#include <math.h>
#include <stdio.h>
int main(int count, char **arguments) {
    float row[4];
    for (int p = 0; count == 3 && fread(row, sizeof row, 1, stdin) == 1; p++) {
        for (int j = 0; j < 4 && p % 3 == 0; j++)
            row[j] = .5f;
        fwrite(row, sizeof row, 1, stdout);
    }
    for (int p = 0; p < 256 && count == 2; p++)
        for (int j = 0; j < 32; j++) {
            double angle = p * pow(1e4, -(j / 2) / 16.0), entry = 127 * (j % 2 ? cos(angle) : sin(angle));
            putchar((signed char)(arguments[1][0] == 'd' ? floor(entry) : trunc(entry)));
        }
    for (int p = 0; p < 512 && count == 1; p++) {
        float entry = (float)sin(p * 2 * 3.141592653589793 / 64 + 10 * 3.141592653589793);
        fwrite(&entry, sizeof entry, 1, stdout);
    }
}
end
${CC:-cc} -std=c11 -O1 -o casts casts.c -lm && ./casts > turns.f32 && ./casts trunc > cast.i8 && ./casts down > down.i8 || exit 1
# More rows than are compared one by one: they are reported as ranges, also of one row.
stretches() {
    "$POSENC" --max-len 1024 --d-model 32 --format raw > many.bin && ./mutate copy 4 32 150 700 < many.bin > one.bin &&
        { head -c $((200 * 128)) one.bin && tail -c +$((600 * 128 + 1)) one.bin | head -c $((100 * 128)) && tail -c +$((300 * 128 + 1)) one.bin; } > mutant.bin &&
        named 'row 150 holds what row 700 should' mutant.bin --d-model 32 &&
        says 'also: rows 200 to 299 hold what rows 600 to 699 should'
}
# column_mutated LINE WHAT ARGUMENT...: the columns of the table are changed as rows are
column_mutated() {
    line=$1 what=$2
    shift 2
    "$transpose" 32 4 < exact.bin | ./mutate $what 4 256 "$@" | "$transpose" 256 4 > mutant.bin &&
        unlike exact.bin mutant.bin &&
        named "$line" mutant.bin $words && ! grep '^also: ' report
}
# other LINE WORD... -- WORD...: the table of the first words, audited by the second
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
# The rows of diagnoses.tsv; and words that only --guess finds, since no usual change leads to them.
check_rows "$root/tests/audit/diagnoses.tsv"
check 'no usual words' other 'base 77, not 10000; positions go in steps of 13/3, not 1; try --base 77 --step 13/3' --base 77 --step 13/3 --
check 'a suggestion makes the table' clean mutant.bin $words --base 77 --step 13/3

# The same in the noise of a float32 computation.
cp "$systems/ctrl-512x64.f32" . && cp "$systems/whisper-48x32.f32" . && cp "$systems/annotated_transformer-48x32.f32" noisy.bin
noisy='--max-len 48 --d-model 32'
${CC:-cc} -std=c11 -O1 -o their_tables "$root/tests/docs/their_tables.c" -lm && ./their_tables float32 512 64 > theirs.bin || exit 1
fits='off by rounding: *'
# The words fit if the errors are those of usual code, with any libm; not if they are larger.
system_fits() {
    tables=0 fitting='^\(off by rounding: .* %); largest error \|off by rounding in [0-9]* of \|only signs of zeros\|.* is flipped, or\)'
    for list in "$systems/words.tsv" "$root/tests/golden/pipelines/tables.tsv"; do
        sed 1d "$list" | cut -f 1,2 | grep -v 'torch-fairseq-' > list
        while IFS=$tab read -r file theirs; do
            status=0 tables=$((tables + 1))
            (cd "${list%/*}" && "$POSENC" audit "$file" $theirs) < /dev/null > report || status=$?
            [ $status -le 1 ] && sed 1q report | grep -q "^every entry is right\|$fitting" || { cat report; return 1; }
        done < list
    done
    [ $tables -gt 120 ]
}
# NaN comes before the rounding of the others, wherever it is.
nan_first() {
    cp theirs.bin mutant.bin && for row in $(seq 5 20 400); do
        printf '\000\000\300\177' | dd of=mutant.bin bs=4 seek=$((64 * row + row % 64)) conv=notrunc 2> dd || return 1
    done
    audits 1 mutant.bin --max-len 512 --d-model 64 &&
        sed 1q report | grep '^20 of 32768 entries are infinite or not a number; the others are off by rounding: float32'
}
# Factors of frequencies as NumPy 1.24 computes them in float32: w by 1/pow, llama3's rule step by step, and their quotient.
factors() {
    theirs='--max-len 1 --d-model 128 --base 500000 --scaling llama3:factor=8,original=8192 --component factor'
    "$POSENC" $theirs --name factors -o factors.h &&
        sed 's/2\.0263133f/2.026313f/; s/2.69452977f/2.6945302f/; s/3\.6842525f/3.6842535f/; s/5\.2573266f/5.257327f/' factors.h > mutant.h &&
        named "$fits" mutant.h $theirs && says 'not correctly rounded: 4 (6.25 %)' 'off by rounding: float32, 1/pow (100.0 %); largest error 9.5e-07' &&
        sed 's/3\.6842525f/3.6845525f/; s/5\.2573266f/5.2570266f/' factors.h > mutant.h &&
        audits 1 mutant.h $theirs && ! grep 'off by rounding' report || return 1
    for rule in ntk:factor=4 dynamic:factor=2,original=64,length=128; do
        theirs="--max-len 1 --d-model 128 --base 500000 --component factor --scaling ${rule%%:*}"
        "$POSENC" $theirs:${rule#*:} -o factors.bin && audits 1 factors.bin $theirs:${rule#*:}9 && ! grep -q 'off by rounding' report || return 1
    done
}
# Positions that were rounded to bf16 are those of other rows: no damage, but real damage beside them is reported.
coarse="$root/tests/golden/pipelines/torch-bf16_positions-320x16.f32"
coarse_guess() {
    "$POSENC" audit "$coarse" --guess --max-len 320 > guess && [ -s guess ] && ! grep '^  row' guess
}
# -0 is a zero, too, but it is wrong if +0 is wanted.
zero_signs() {
    { head -c 896 exact.bin && head -c 128 /dev/zero | ./mutate negate 4 32 && tail -c +1025 exact.bin; } > mutant.bin &&
        named 'row 7 is zero' mutant.bin $words && ! grep '^also: ' report || return 1
    "$POSENC" $words --zero-rows 0 --format raw > padded.bin && { head -c 128 padded.bin | ./mutate negate 4 32 && tail -c +129 padded.bin; } > mutant.bin &&
        named 'only signs of zeros differ' mutant.bin $words --zero-rows 0
}
# --- tolerance

./mutate noise 4 32 < exact.bin > noise.bin
./mutate flip 4 32 0 0 24 < exact.bin > beside_zero.bin
./mutate flip 4 32 0 1 3 < exact.bin > beside_one.bin

# --- formats of the report

json_of_bytes() {
    name=$(printf 'pe\377".npy') && makes "$name" --max-len 8 --d-model 4 && audits 0 "$name" --json && [ "$(at entries)" = 32 ]
}
csv_is_right() {
    ends 1 "$POSENC" audit noise.bin $words --csv > rows.csv && [ "$(head -n 1 rows.csv)" = row,position,wrong,largest_error,column,ulps ] &&
        awk -F, 'NR > 1 { if (NF != 6 || $1 != NR - 2 || $2 != $1) bad = 1; sum += $3 } END { exit bad || NR != 257 || sum != 2731 }' rows.csv
}
csv_row() { # csv_row PATTERN FILE WORD...
    wanted_row=$1
    shift
    ends 0 "$POSENC" audit "$@" --csv > rows.csv && grep -x "$wanted_row" rows.csv
}
# alike FORM WORD...: the report is the same by one thread and by four
alike() {
    form=$1
    shift
    for threads in 1 4; do ends 1 "$POSENC" audit alike.bin "$@" $form --threads $threads > threads.$threads || return 1; done
    [ -s threads.1 ] && cmp threads.1 threads.4
}
alike_rows() {
    piped "$POSENC" --max-len 3000 --d-model 48 --format raw | ./mutate noise 4 48 | ./mutate swap 4 48 1000 2000 > alike.bin
    for form in '' --json --csv; do alike "$form" --d-model 48 || return 1; done
}
alike_channels() {
    piped "$POSENC" --max-len 150000 --d-model 4 --axes channel-major --format raw | ./mutate noise 4 150000 > alike.bin
    for form in '' --csv; do alike "$form" --d-model 4 --axes channel-major || return 1; done
}

check_rows "$root/tests/audit/audit.tsv"

# --- wrong requests

mkdir files && cp noisy.bin files/pe.bin && makes files/pe.npy --max-len 48 --d-model 32 && makes files/pe.safetensors --max-len 48 --d-model 32
check_table "$root/tests/audit/refusals.tsv"
plan
