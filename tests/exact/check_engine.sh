# SPDX-License-Identifier: MIT
# The levels of the engine agree: same bytes with every level, number of threads, instruction set and number of rows at a time.
# A program with coarser inputs (POSENC_SHRINK), which leaves many entries to the next level, also makes the same bytes; with the
# bounds set to 0 it does not.
. "$(dirname "$0")/../tap.sh"
present "$root/tests/exact/engine_tables.tsv" "$root/tests/exact/engine_texts.txt"


# the fast kernels: of binary32, binary64, narrow floats, fixed point
types='f32 f64 f16 q15'
[ ! "${CORE-}" ] || types='f32 f64 q15'

# Positions in any order: near and far, all digits, repeated, negative; and mixed with others that have their own seeds
awk 'BEGIN { for (k = 0; k < 900; k++) print k * k * 389 % 1048573 * (k % 4 ? 1 : -1); for (k = 0; k < 70; k++) print k % 50 }' > listed
awk 'BEGIN { for (k = 0; k < 300; k++) print k % 3 ? k * 7919 % 104729 : k "/7" (k % 2 ? "+pi" : ""); print "-1e20\n0\n0" }' > mixed
tables=$(grep -v '^#' "$root/tests/exact/engine_tables.tsv")
names=$(echo "$tables" | cut -f 1)

# words NAME
words() {
    echo "$tables" | sed -n "s/^$1$tab//p"
}

# compare TYPES PROGRAM OPTION...: makes all tables in these types; $others are those that differ from the reference
compare() {
    of_types=$1 program=$2 compared=0 others=
    shift 2
    for name in $names; do
        for type in $of_types; do
            "$program" $(words $name) --type $type --format raw "$@" > "$dir/made" || { echo "$name $type: $?"; return 1; }
            [ "$(wc -c < "$dir/made")" = "$(wc -c < "$dir/$name.$type")" ] || { echo "$name $type: size"; return 1; }
            cmp -s "$dir/made" "$dir/$name.$type" || others="$others $name-$type"
            compared=$((compared + 1))
        done
    done
    [ $compared -ge 10 ] && echo "of $compared these differ:$others"
}
agree() {
    compare "$@" && [ ! "$others" ]
}
differ() {
    compare "$@" && [ "$others" ]
}

for name in $names; do
    for type in $types; do
        "$POSENC" $(words $name) --type $type --format raw --engine mpfr -o "$dir/$name.$type"
    done
done
threads_of_all='1|2|5' requests=40
[ ! "${CORE-}" ] || threads_of_all=3 requests=10

# The kernels of smaller instruction sets make the same entries, and their loops the same texts.
# texts_agree PROGRAM: it writes each of these as $POSENC does
texts_agree() {
    compared=0
    while read -r form; do
        for way in "$form" "$form --axes channel-major --amplitude 127/128"; do
            "$POSENC" --max-len 97 --d-model 34 --first -3 --name t $way > "$dir/text" &&
                "$1" --max-len 97 --d-model 34 --first -3 --name t $way | cmp - "$dir/text" || { echo "$way"; return 1; }
            compared=$((compared + 1))
        done
    done < "$root/tests/exact/engine_texts.txt"
    [ $compared = 42 ]
}

# Rows that are cut into pieces; their seeds take long.
wide_rows() {
    "$POSENC" "$@" --engine mpfr -o "$dir/wide_rows" || return 1
    for options in '--engine auto --threads 2' '--engine wide --threads 1'; do
        "$POSENC" "$@" $options -o "$dir/made" && cmp "$dir/made" "$dir/wide_rows" || return 1
    done
}
printf '%s\n' 1048575 3 77 1/3 -1048575 3 524288 65537 > wide

# A source has the digest of its .bin: it depends only on the bytes, not on the pieces in which they were computed.
# of_bytes WORDS...: the same files from every engine and number of threads
of_bytes() {
    rm -rf "$dir/source" && mkdir "$dir/source" && "$POSENC" "$@" --format incbin --engine mpfr -o "$dir/source/t" && [ -s "$dir/source/t.c" ] || return 1
    for options in '--engine auto' '--engine double --threads 1' '--engine wide --threads 3'; do
        rm -rf "$dir/again" && mkdir "$dir/again" &&
            "$POSENC" "$@" --format incbin $options -o "$dir/again/t" && diff -r "$dir/source" "$dir/again" || return 1
    done
}

# decides LEVEL LEAST WORD...: the level decided LEAST entries or more
decides() {
    least=$2 level=$1
    shift 2
    [ "$(decided $level "$@")" -ge "$least" ]
}
leaves() { # leaves MOST WORD...: at most MOST entries to MPFR
    most=$1
    shift
    [ "$(decided 3 "$@")" -le "$most" ]
}
# decided LEVEL WORDS...: how many entries the level decided: 1 double, 2 double-double, 3 MPFR
decided() {
    level=$1
    shift
    piped "$POSENC" "$@" --verbose 2>&1 > /dev/null |
        sed 's/.*: \([0-9]*\) entries decided in double, \([0-9]*\) in double-double, \([0-9]*\) by MPFR.*/\'"$level/"
}
# in_parts NAME TYPE COUNT: the rows in COUNT parts, one after the other, are the table
in_parts() {
    rows=$(($(wc -c < "$dir/$1.$2") / $5 / $4))
    from=0
    part=0
    : > "$dir/parts"
    while [ $part -lt "$3" ]; do
        part=$((part + 1))
        to=$((rows * part / $3))
        "$POSENC" $(words "$1") --type "$2" --format raw --rows $from:$to >> "$dir/parts" || return 1
        from=$to
    done
    cmp "$dir/parts" "$dir/$1.$2"
}
# tail_of ROWS WORDS...: the last 100 rows of the table are those that the reference makes of them
tail_of() {
    rows=$1
    shift
    "$POSENC" --max-len "$rows" "$@" --format raw --rows $((rows - 100)):"$rows" > "$dir/tail" &&
        piped "$POSENC" --max-len "$rows" "$@" --format raw --engine mpfr --rows $((rows - 100)):"$rows" |
        cmp - "$dir/tail"
}
# Channels are turned from piece to piece, with a new seed after 1024 pieces; here are 1221.
seeded_anew() {
    piped "$POSENC" --max-len 5000000 --d-model 64 --type "$1" --format raw | tail -c $((1000 * 64 * $2)) > "$dir/tail"
    piped "$POSENC" --max-len 5000000 --d-model 64 --type "$1" --format raw --engine mpfr --rows 4999000:5000000 |
        cmp - "$dir/tail"
}

one_cpu() {
    piped taskset -c "$(taskset -cp $$ | sed 's/.*: //; s/[,-].*//')" "$POSENC" --max-len 3 --d-model 4 --verbose \
        2>&1 > /dev/null | grep 'at most 1 threads'
}

awk 'BEGIN { for (k = 0; k < 100000; k++) print k * 389393 % 1048573 }' > long
check_rows "$root/tests/exact/engine.tsv" everywhere "threads=$threads_of_all"

# build NAME FLAG...: the program from its sources, as $dir/NAME
build() {
    name=$1
    shift
    whole_program "$dir/$name" "${CC:-cc}" -O1 "$@"
}
requires 'programs with seeds by MPFR, with coarser inputs, and without bounds' long
# A program that gives up at 128 bits: an undecided entry has the same message with any number of threads, and a turn isn't reported as
# a position.
undecided() { # MESSAGE ARGUMENT...
    message=$1
    shift
    for threads in 1 2 5; do
        ends 1 "$dir/early" --max-len 300 --d-model 128 --scaling llama3:factor=8,original=100000 --threads $threads -o "$dir/none" \
            "$@" 2> "$dir/said" && [ ! -e "$dir/none" ] && grep "^posenc: pe_300x128: $message: undecided at " "$dir/said" || { cat "$dir/said"; return 1; }
    done
    ends 1 "$dir/early" --max-len 300 --d-model 128 --scaling llama3:factor=8,original=100000 "$@" 2> "$dir/said" > "$dir/printed"
    [ ! -s "$dir/printed" ] || { echo 'a part of the table is out'; return 1; }
}
undecided_on_show() {
    ends 1 "$dir/early" show --max-len 1 --d-model 128 --scaling llama3:factor=8,original=100000 --first 1e300 --columns 116:117 2> "$dir/said" > "$dir/printed"
    [ ! -s "$dir/printed" ] && [ "$(wc -l < "$dir/said")" = 1 ] &&
        grep "^posenc: position 0, frequency 58: undecided at 2^20 bits (base '10000', scaling 'llama3:" "$dir/said" || { cat "$dir/said"; return 1; }
}
# shrunk LEVEL LEAST: in a program with coarser inputs the level decides LEAST entries or more
shrunk() (
    POSENC=$dir/shrunk
    decides "$@" --max-len 1024 --d-model 64 --format raw
)
check_rows "$root/tests/exact/engine.tsv" built
plan
