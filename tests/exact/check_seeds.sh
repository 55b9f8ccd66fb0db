#!/bin/sh
# SPDX-License-Identifier: MIT
# The five systems that posenc was created from print these values, and its tables show them. The oracles hold every bit
# of the same words: pair and interleaved, column and interleaved, endpoint and halves.
#
#   S0  PE(t,2i) = sin(t/base^(2i/d)), PE(t,2i+1) = cos of the same; base is a parameter
#   S1  the same, base 10000, with the denominators 10000^(2i/6) on the way
#   S2  the same through exp(-(2i/d) ln 10000), added to (batch, seq_len, d_model); d_model = 20000
#   S3  sin in even columns, cos in odd ones, column j with an exponent j/d of its own
#   S4  half = n_ch/2 frequencies 10000^(-i/(half-1)), sines then cosines, [n_ch][length]
. "$(dirname "$0")/../tap.sh"
seeds=$root/tests/golden/seeds consumers=$root/tests/projects/consumers
${CC:-cc} -std=c11 -O1 -o print_table "$consumers/print_table.c" || exit 1

# table FORMAT COLUMNS WORD...: the table's values
table() {
    format=$1 columns=$2
    shift 2
    "$POSENC" --format raw -o table.bin "$@" && ./print_table "$format" $columns < table.bin
}
# values FILE [NAME]: a golden file without its comments; or one of its lists of that name
values() {
    grep -v '^#' "$seeds/$1" | case ${2-} in '') cat ;; *) sed -n "s/^$2[^,]*,//p" ;; esac
}
# prints FILE ROWS FORMAT COLUMNS WORD...: these rows of the table, printed in that format, are those of the file
prints() {
    values "$1" > wanted
    rows=$2
    shift 2
    table "$@" | sed -n "${rows}p" > got && [ -s wanted ] && diff wanted got
}

asin='function asin(x) { return atan2(x, sqrt(1 - x * x)) }'
denominators() {
    values frequencies.csv denominator > wanted && table %.9g 6 --preset vaswani --max-len 2 --d-model 6 > got || return 1
    awk -f "$root/tests/exact/denominators.awk" wanted got
}
# With cos-sin the odd columns are sines, so row 1 of one of the two tables shows every column's frequency.
column_frequencies() {
    values frequencies.csv frequency > wanted
    for order in sin-cos cos-sin; do
        table %.9g 20 --preset per-column --max-len 2 --d-model 20 --order $order | sed -n 2p
    done | awk -F, "$asin"'
        NR == 1 { for (c = 1; c <= NF; c++) even[c] = $c }
        NR == 2 { for (c = 1; c <= NF; c++) printf "%.4e%s", asin(c % 2 ? even[c] : $c), c < NF ? "," : "\n" }' > got
    [ -s wanted ] && diff wanted got
}
row_product() {
    table %.9g 6 --preset per-column --max-len 12 --d-model 6 | awk -F, -v a=$1 -v b=$2 '
        NR == a + 1 { for (c = 1; c <= 6; c++) left[c] = $c }
        NR == b + 1 { for (c = 1; c <= 6; c++) sum += left[c] * $c }
        END { printf "%.4f\n", sum }' > got
    echo "$3" | diff - got
}
added() { # to a (batch, seq_len, d_model) embedding
    "$POSENC" --preset vaswani --max-len 128 --d-model 256 -o pe_128x256.h &&
        ${CC:-cc} -std=c11 -Wall -Wextra -Werror -O2 -ffp-contract=off -I. -o add_embedding "$consumers/add_embedding.c" -lm &&
        ./add_embedding
}
check_rows "$root/tests/exact/seeds.tsv"
plan
