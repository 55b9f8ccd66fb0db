#!/bin/sh
# SPDX-License-Identifier: MIT
# Each measured number in README and docs/ is that of the measurement in docs/figures/, or is computed here. numbers.tsv
# lists them.
. "$(dirname "$0")/../tap.sh"
kept=$root/docs/figures bench=$root/tests/bench

# --- where the numbers come from: lines "name TAB value"

measured() {
    awk -f "$bench/fit.awk" -f "$root/tests/docs/bench_numbers.awk" "$kept/bench.csv" &&
        awk -f "$root/tests/docs/kept_numbers.awk" FS='\t' "$kept/libraries.tsv" "$kept/targets.tsv" "$kept/usual-ways.tsv" FS=, "$kept/compile.csv"
}
# Those that --guess doesn't name are listed in check_guess.sh.
golden() {
    unguessed=$(sed -n "s/^unguessed='\(.*\)'\$/\1/p" "$root/tests/audit/check_guess.sh" | wc -w)
    sed 1d "$root/tests/golden/systems/index.tsv" | awk -F '\t' -v unguessed="$unguessed" '!seen[$2]++ { systems++ } END {
        if (unguessed) print "golden/tables\t" NR "\ngolden/systems\t" systems "\ngolden/named\t" NR - unguessed }'
}
# How wrong float32 is, as `make usual` says.
usual() {
    ${CC:-cc} -O2 -o usual "$bench/usual.c" -lm && ${CC:-cc} -O2 -o twice "$bench/rounded_twice.c" -lm || return 1
    for rows in 1024 131072; do
        piped "$POSENC" --max-len $rows --d-model 512 --format raw | ./usual $rows > said &&
            awk -v rows=$rows 'END { print "usual/" rows "\t" $4 }' said || return 1
    done
    awk '/%  *[0-9.]*e-03$/ { worst = $NF * 1e3 } END { print "usual/error\t" worst }' said && piped ./twice "$POSENC" | sed 's,^,twice/,'
}
# Level double leaves one entry in 10^undecided; the zeros of position 0 go to MPFR at once.
undecided() {
    piped "$POSENC" --max-len 131072 --d-model 512 --format raw --verbose -o /dev/null 2>&1 |
        sed -n 's/.* \([0-9]*\) entries decided in double, \([0-9]*\) in double-double.*/\1 \2/p' |
        awk '{ print "undecided\t" log($1 / $2) / log(10) }'
}
# How much verify_decimal.sh tries: the zeros after the 1 in two constants
tried() {
    sed -n 's/^static uint64_t f64_count = 1\(0*\);.*/verify\/decimal \1/p' "$root/tests/verify/decimal_all.c" &&
        sed -n 's/.* end = wide ? 1\(0*\) : .*/verify\/texts \1/p' "$root/tests/verify/texts_all.cpp"
}
# The bytes of factored arrays, from their banners, for each line: length, width, type, and the name of the number.
arrays() {
    while read -r length width type name; do
        piped "$POSENC" --max-len $length --d-model $width --type $type --factored exact |
            sed -n "s,^ \* \([0-9]*\) bytes of arrays.*,arrays/$name$tab\1,p"
    done < "$root/tests/docs/factored_sizes.txt"
}
# The tables of check_oracle.sh, counted with a program that only prints a line.
oracle() {
    mkdir -p none/tests && printf '#!/bin/sh\necho x\n' > none/posenc && chmod +x none/posenc && cp none/posenc none/tests/oracle &&
        (unset CORE && POSENC=none/posenc sh "$root/tests/exact/check_oracle.sh") | grep -cE '^ok [0-9]+ - [0-9]+x[0-9]+ ' |
        sed 's,^,oracle/tables	,'
}
# The standards of C and C++ that check_forms.sh compiles in
standards() {
    sed -n '/CORE/!s/^c[x]*_\(old\|new\)=//p' "$root/tests/forms/check_forms.sh" | tr -d "'" | wc -w | sed 's/^ */standards	/'
}
# A full table's memory on two cores, in MiB: the largest of these is below `memory`.
memory=9
peak() {
    within_memory $((memory * 1024 - 1)) "$POSENC" --threads 2 --d-model 512 "$@" --verbose -o /dev/null 2> said &&
        grep ' entries decided in double' said
}
for words in '1000 --format c' '131072 --format c' '131072 --format c --axes channel-major' '131072 --format json' '2097152 --format raw' \
    '2097152 --format raw --axes channel-major' '2097152 --format raw --axes channel-major --type f64' '2097152 --format raw --type q7'; do
    check "less than $memory MiB: --max-len $words" peak --max-len $words
done
sources() {
    { printf 'memory\t%d\n' $memory && measured && golden && usual && undecided && tried | awk '{ print $1 "\t" length($2) }' && arrays && oracle && standards; } > values && at_least 151 values
}
check 'the numbers are there' sources

# --- what the pages say

cp "$root/tests/docs/numbers.tsv" rows
goals() { # how many tables --guess must name, by check_guess_random.sh
    sed -n 's/^ *row("\([^"]*\)", \([0-9]*\), "[^"]*")$/docs\/audit-rules.md\t| \1 | \2 % |/p' "$root/tests/audit/check_guess_random.sh" |
        sed 's/ 0 % |$/ none |/'
}
tables() {
    awk -f "$bench/outputs.awk" FS='\t' "$bench/outputs.tsv" FS=, "$kept/bench.csv" | sed 's,^,docs/benchmarks.md	,' &&
        awk -F '\t' -f "$root/tests/targets/tables.awk" "$kept/targets.tsv" | sed 's,^,docs/benchmarks.md	,' &&
        awk -v tables=1 -f "$bench/compile.awk" "$kept/compile.csv" | sed 's,^,docs/forms.md	,' &&
        awk -f "$bench/svg.awk" -f "$bench/interpolation.awk" | sed 's, , | ,g; s,.*,docs/sine-tables.md	| & |,' && goals
}
kept_tables() {
    tables > made && at_least 71 made && cat made >> rows
}
check 'the tables of kept measurements' kept_tables
compared() {
    awk -F '\t' -v page="$1" -f "$root/tests/docs/numbers.awk" values rows "$2"
}
none_compared() {
    ! compared "$page" "$text" | grep 'of no row'
}
for text in "$root"/README.md "$root"/docs/*.md; do
    page=${text#"$root"/}
    if grep -q "^$page	" rows; then
        check "$page: its numbers" compared "$page" "$text"
    else
        printf '%s\tno number\n' "$page" >> rows # so that any is found
        check "$page: it has none" none_compared
    fi
done
pages_are_there() {
    grep -v '^#' rows | cut -f 1 | sort -u > pages && at_least 3 pages || return 1
    while read -r page; do [ -f "$root/$page" ] || { echo "there is no $page"; return 1; }; done < pages
}
check 'no row of a page that is not there' pages_are_there

# Sources have these sizes today.
compile_sources() {
    grep -E '^(0.25|1),' "$kept/compile.csv" | cut -d , -f 1-3 | sort -u | tr , ' ' > sizes && at_least 14 sizes || return 1
    while read -r size form bytes; do
        case $form in incbin | asm | embed) words="--format $form" ;; *) words="--literal $form --linkage extern" ;; esac
        "$POSENC" --max-len "$(awk "BEGIN { print $size * 2048 }")" --d-model 512 --name t $words -o source || return 1
        for source in source.c source.S source; do [ ! -f $source ] || break; done
        [ "$(wc -c < $source)" -le $((bytes + 200)) ] && [ "$(wc -c < $source)" -ge $((bytes - 200)) ] ||
            { echo "$size $form: $(wc -c < $source) bytes, not $bytes"; return 1; }
        rm -f source*
    done < sizes
}
check 'compile.csv: the sizes of the sources' compile_sources
plan
