#!/bin/sh
# The five systems that posenc was created from, S0 to S4: each is a table of its, and shows what they print.
#
#   S0  PE(t,2i) = sin(t/base^(2i/d)), PE(t,2i+1) = cos of the same; base is a parameter
#   S1  the same, base 10000, with the denominators 10000^(2i/6) on the way
#   S2  the same through exp(-(2i/d) ln 10000), added to (batch, seq_len, d_model); d_model = 20000
#   S3  sin in even columns, cos in odd ones, column j with an exponent j/d of its own
#   S4  half = n_ch/2 frequencies 10000^(-i/(half-1)), sines then cosines, [n_ch][length]
. "$(dirname "$0")/../tap.sh"
seeds=$root/tests/golden/seeds
cd "$dir" || exit 1
LC_ALL=C
export LC_ALL

if ! ${CC:-cc} -std=c11 -O1 -o print_table "$root/tests/projects/consumers/print_table.c"; then
    echo 'Bail out! no C compiler'
    exit 1
fi

# table FORMAT COLUMNS WORD...: the table's values
table() {
    format=$1 columns=$2
    shift 2
    "$POSENC" --format raw -o table.bin "$@" && ./print_table "$format" $columns < table.bin
}

# values FILE: a golden file without its comments
values() {
    grep -v '^#' "$seeds/$1"
}

# prints FILE FORMAT COLUMNS WORD...: the table is what the file has, printed so
prints() {
    file=$1
    shift
    values "$file" > wanted
    table "$@" > got && [ -s wanted ] && diff wanted got
}

# same_tables WORDS WORDS: not one bit differs
same_tables() {
    "$POSENC" --format raw $1 > left.bin && [ -s left.bin ] && "$POSENC" --format raw $2 > right.bin && cmp left.bin right.bin
}

# near FORMULA COLUMNS WORD...: each entry x of row r, column c (both from 0) is near awk's FORMULA, which sees
# d = COLUMNS: half an ulp of float, and what doubles lose.
near() {
    formula=$1
    shift
    table %.17g "$@" > got || return 1
    awk -F, "function even(c) { return c - c % 2 }
        { d = NF; r = NR - 1
          for (c = 0; c < d; c++) {
              x = \$(c + 1); y = $formula; e = x - y; if (e < 0) e = -e; a = y < 0 ? -y : y
              if (!(e <= a * 5.961e-8 + (r + 1) * 1e-14)) { print \"row \" r \", column \" c \": \" x \", not \" y; bad = 1 }
          } }
        END { exit bad || NR == 0 }" got
}

# --- S0 and S1: paired columns

paired='(c % 2 ? cos(r / BASE^(even(c) / d)) : sin(r / BASE^(even(c) / d)))'
with_base() {
    echo "$paired" | sed "s/BASE/$1/g"
}
for seed in S0 S1; do
    check "$seed: the values printed" prints paired-10x6.csv %.4f 6 --preset vaswani --max-len 10 --d-model 6
done
for base in 100 10000 500000 1.5; do
    check "S0: base $base" near "$(with_base $base)" 24 --preset vaswani --max-len 50 --d-model 24 --base $base
done
check 'S0: the preset is spacing pair, layout interleaved' same_tables '--max-len 10 --d-model 6 --preset vaswani' \
    '--max-len 10 --d-model 6 --base 10000 --spacing pair --layout interleaved'
for seed in S0 S1 S2; do
    check "$seed: an odd d_model is refused" refused "posenc: d-model '7' is odd, which the preset does not allow" \
        --preset vaswani --max-len 10 --d-model 7
done

# The sine columns of row 1 are sin(w), with w <= 1 < pi/2: w is their arc sine. A notebook's own float32 may err
# by some ulps before it prints: 2^-22 of the value, beside half a unit of the last digit printed.
asin='function asin(x) { return atan2(x, sqrt(1 - x * x)) }'
denominators() {
    table %.9g 6 --preset vaswani --max-len 2 --d-model 6 > got || return 1
    values frequencies.csv | grep '^denominator' | cut -d, -f 2- > wanted
    awk -F, "$asin"'
        NR == FNR { for (i = 0; i < NF; i++) printed[i] = $(i + 1); count = NF; next }
        FNR == 2 {
            for (i = 0; i < count; i++) {
                seen = 1 / asin($(2 * i + 1)); exact = 10000^(2 * i / 6)
                e = seen - printed[i]; if (e < 0) e = -e
                f = seen / exact - 1; if (f < 0) f = -f
                print i ": " seen " of the table, printed " printed[i] ", exact " exact
                bad += !(e <= 0.00005 + exact / 4194304) + !(f <= 2e-7)
            }
            checked = count
        }
        END { exit bad || checked != 3 }' wanted got
}
check 'S1: the denominators 10000^(2i/6) printed' denominators

# --- S2: through the exponential function

exponential='(c % 2 ? cos(r * exp(-(even(c) / d) * log(10000))) : sin(r * exp(-(even(c) / d) * log(10000))))'
check 'S2: 128 x 256 by the formula with exp' near "$exponential" 256 --preset vaswani --max-len 128 --d-model 256
embedding() {
    "$POSENC" --preset vaswani --max-len 128 --d-model 256 -o pe_128x256.h &&
        ${CC:-cc} -std=c11 -Wall -Wextra -Werror -O2 -ffp-contract=off -I. -o add_embedding \
            "$root/tests/projects/consumers/add_embedding.c" -lm && ./add_embedding
}
check 'S2: 128 x 256 added to a (batch, seq_len, d_model) embedding' embedding
wide_shape() {
    "$POSENC" --preset vaswani --max-len 128 --d-model 20000 --format raw -o wide.bin &&
        [ "$(wc -c < wide.bin)" -eq $((128 * 20000 * 4)) ]
}
check 'S2: d_model = 20000 has 128 rows of 20000' wide_shape
wide_rows() {
    for row in 0 1 64 127; do
        tail -c +$((row * 80000 + 1)) wide.bin | head -c 80000 | ./print_table %.17g 20000 | tr , '\n' |
            awk -v r=$row '{ c = NR - 1; angle = r * exp(-((c - c % 2) / 20000) * log(10000))
                y = c % 2 ? cos(angle) : sin(angle); e = $1 - y; if (e < 0) e = -e; a = y < 0 ? -y : y
                if (!(e <= a * 5.961e-8 + (r + 1) * 1e-14)) { print "row " r ", column " c ": " $1 ", not " y; bad = 1 } }
                END { exit bad || NR != 20000 }' || return 1
    done
}
check 'S2: rows 0, 1, 64 and 127 of d_model = 20000' wide_rows
wide_frequencies() {
    tail -c +80001 wide.bin | head -c 80000 | ./print_table %.17g 20000 | tr , '\n' | awk "$asin"'
        NR % 2 { i = (NR - 1) / 2; seen = asin($1); exact = exp(-(2 * i / 20000) * log(10000)); e = seen / exact - 1
            if (e > 2e-7 || e < -2e-7) { print "frequency " i ": " seen ", not " exact; bad = 1 }
            if (i > 0 && !(seen < last)) { print "frequency " i " is not below the one before"; bad = 1 }
            last = seen }
        END { exit bad || NR != 20000 }'
}
check 'S2: the frequencies of d_model = 20000 fall from 1 towards 1/10000' wide_frequencies

# --- S3: an exponent a column

check 'S3: the values printed, 12 x 6' prints column-12x6.csv %.4f 6 --preset per-column --max-len 12 --d-model 6
rows_1_and_2() {
    values column-8x20-rows.csv > wanted
    table %.4e 20 --preset per-column --max-len 8 --d-model 20 | sed -n 2,3p > got
    [ "$(wc -l < wanted)" -eq 2 ] && diff wanted got
}
check 'S3: the values printed, rows 1 and 2 of 8 x 20' rows_1_and_2
row_product() {
    table %.9g 6 --preset per-column --max-len 12 --d-model 6 | awk -F, -v a=$1 -v b=$2 '
        NR == a + 1 { for (c = 1; c <= 6; c++) left[c] = $c }
        NR == b + 1 { for (c = 1; c <= 6; c++) sum += left[c] * $c }
        END { printf "%.4f\n", sum }' > got
    echo "$3" | diff - got
}
check 'S3: row 3 times row 4 is 2.4374' row_product 3 4 2.4374
check 'S3: row 3 times row 10 is 1.5401' row_product 3 10 1.5401
# With cos-sin the odd columns are sines, so that row 1 shows every column's frequency in one table or the other.
column_frequencies() {
    table %.9g 20 --preset per-column --max-len 2 --d-model 20 | sed -n 2p > sines
    table %.9g 20 --preset per-column --max-len 2 --d-model 20 --order cos-sin | sed -n 2p >> sines
    values frequencies.csv | grep '^frequency' | cut -d, -f 2- > wanted
    awk -F, "$asin"'
        NR == 1 { for (c = 1; c <= NF; c++) even[c] = $c }
        NR == 2 { for (c = 1; c <= NF; c++) printf "%.4e%s", asin(c % 2 ? even[c] : $c), c < NF ? "," : "\n" }' \
        sines > got
    [ -s wanted ] && diff wanted got
}
check 'S3: the frequencies 10000^(-j/20) printed' column_frequencies
check 'S3: by its formula' near '(c % 2 ? cos(r / 10000^(c / d)) : sin(r / 10000^(c / d)))' 20 \
    --preset per-column --max-len 50 --d-model 20
check 'S3: the preset is spacing column, layout interleaved' same_tables '--max-len 12 --d-model 6 --preset per-column' \
    '--max-len 12 --d-model 6 --base 10000 --spacing column --layout interleaved'
not_paired() {
    for preset in per-column vaswani; do
        "$POSENC" --max-len 12 --d-model 6 --preset $preset --format raw -o $preset.bin || return 1
    done
    unlike per-column.bin vaswani.bin
}
check 'S3: is not a paired table' not_paired
check 'S3: an odd d_model is well' near '(c % 2 ? cos(r / 10000^(c / d)) : sin(r / 10000^(c / d)))' 7 \
    --preset per-column --max-len 12 --d-model 7

# --- S4: time scales

check 'S4: by its formula' near \
    '(c < d / 2 ? sin(r * 10000^(-c / (d / 2 - 1))) : cos(r * 10000^(-(c - d / 2) / (d / 2 - 1))))' 32 \
    --preset timescale --max-len 100 --d-model 32
check 'S4: the preset is spacing endpoint, layout halves' same_tables '--max-len 100 --d-model 32 --preset timescale' \
    '--max-len 100 --d-model 32 --base 10000 --spacing endpoint --layout halves'
transposed() {
    table %.9g 32 --preset timescale --max-len 100 --d-model 32 | awk -F, '
        { for (c = 1; c <= NF; c++) entry[c, NR] = $c }
        END { for (c = 1; c <= NF; c++) for (r = 1; r <= NR; r++) printf "%s%s", entry[c, r], r < NR ? "," : "\n" }' \
        > wanted
    table %.9g 100 --preset timescale --max-len 100 --d-model 32 --axes channel-major > got
    [ "$(wc -l < wanted)" -eq 32 ] && diff wanted got
}
check 'S4: [n_ch][length] is the transpose of [length][n_ch]' transposed
first_and_last() {
    table %.9g 32 --preset timescale --max-len 2 --d-model 32 | awk -F, "$asin"'
        NR == 2 { printf "%.6f %.6e\n", asin($1), asin($16) }' > got
    echo '1.000000 1.000000e-04' | diff - got
}
check 'S4: the frequencies run from 1 to 1/10000, both included' first_and_last
channel_major_shape() {
    "$POSENC" --preset timescale --max-len 100 --d-model 32 --axes channel-major --name t -o t.h &&
        ${CC:-cc} -I. -DHEADER='"t.h"' -DNAME=t -DMAX_LEN=t_MAX_LEN -DD_MODEL=t_D_MODEL -o write \
            "$root/tests/projects/consumers/write_table.c" && ./write 2> got > written &&
        echo '[32][100] max_len 100 d_model 32' | diff - got
}
check 'S4: in C it is [n_ch][length]' channel_major_shape
check 'S4: n_ch = 2, where the original divides by zero, is refused' refused \
    "posenc: spacing 'endpoint' needs at least 2 pairs: d-model '2' has 1" --preset timescale --max-len 10 --d-model 2
check 'S4: an odd n_ch, where the original drops a channel, is refused' refused \
    "posenc: d-model '7' is odd, which the preset does not allow" --preset timescale --max-len 10 --d-model 7
check 'S4: n_ch = 4 has the two frequencies 1 and 1/10000' near \
    '(c < 2 ? sin(r * 10000^(-c)) : cos(r * 10000^(-(c - 2))))' 4 --preset timescale --max-len 30 --d-model 4
cd /
plan
