# The levels of the engine agree: same bytes whatever level, thread count, instruction set and rows at a time.
# A program of coarser inputs (POSENC_SHRINK) hands many entries on, and shows the same bytes too; with the
# bounds set to 0 it does not.
. "$(dirname "$0")/../tap.sh"
present "$root/tests/exact/engine_tables.tsv" "$root/tests/exact/engine_texts.txt"

embedded="$(dirname "$POSENC")/templates.c $(dirname "$POSENC")/rows.c"

# the fast kernels: of binary32, binary64, narrow floats, fixed point
types='f32 f64 f16 q15'
[ ! "${CORE-}" ] || types='f32 f64 q15'

# Positions in any order: near and far, all digits, repeated, negative; and among others that have seeds of their own
awk 'BEGIN { for (k = 0; k < 900; k++) print k * k * 389 % 1048573 * (k % 4 ? 1 : -1); for (k = 0; k < 70; k++) print k % 50 }' > listed
awk 'BEGIN { for (k = 0; k < 300; k++) print k % 3 ? k * 7919 % 104729 : k "/7" (k % 2 ? "+pi" : ""); print "-1e20\n0\n0" }' > mixed
tables=$(grep -v '^#' "$root/tests/exact/engine_tables.tsv")
names=$(echo "$tables" | cut -f 1)

# words NAME
words() {
    echo "$tables" | sed -n "s/^$1$tab//p"
}

# compare TYPES PROGRAM OPTION...: makes all tables in these types; $others are those that the reference makes otherwise
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
threads_of_all='1 2 5'
[ ! "${CORE-}" ] || threads_of_all='1 3'
for engine in auto double wide; do
    for threads in $threads_of_all; do
        check "engine $engine, $threads threads" agree "$types" "$POSENC" --engine $engine --threads $threads
    done
done

# The kernels of lesser instruction sets make the same entries, and their loops the same texts.
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
for set in portable avx2; do
    lesser=$(dirname "$POSENC")/tests/posenc-$set
    check "instructions $set: the same bytes" agree "$types" "$lesser"
    check "instructions $set: the same texts" texts_agree "$lesser"
done

# Rows that are cut into pieces; their seeds take long.
wide_rows() {
    "$POSENC" "$@" --engine mpfr -o "$dir/wide_rows" || return 1
    for options in '--engine auto --threads 2' '--engine wide --threads 1'; do
        "$POSENC" "$@" $options -o "$dir/made" && cmp "$dir/made" "$dir/wide_rows" || return 1
    done
}
printf '%s\n' 1048575 3 77 1/3 -1048575 3 524288 65537 > wide
[ ! "${CORE-}" ]
check_when $? slow 'listed rows of 70000' wide_rows --positions-file wide --d-model 70000 --base 7 --spacing over:30000 --format c
for type in f16 f64; do
    [ ! "${CORE-}" ]
    check_when $? slow "rows of 530000 $type" wide_rows --max-len 2 --d-model 530000 --type $type --format raw
done

# A source says the digest of its .bin: of the bytes alone, not of the pieces that they were computed in.
# of_bytes WORDS...: the same files from every engine and number of threads
of_bytes() {
    rm -rf "$dir/source" && mkdir "$dir/source" && "$POSENC" "$@" --format incbin --engine mpfr -o "$dir/source/t" && [ -s "$dir/source/t.c" ] || return 1
    for options in '--engine auto' '--engine double --threads 1' '--engine wide --threads 3'; do
        rm -rf "$dir/again" && mkdir "$dir/again" &&
            "$POSENC" "$@" --format incbin $options -o "$dir/again/t" && diff -r "$dir/source" "$dir/again" || return 1
    done
}
check 'digest: of a clamped table' of_bytes --max-len 100 --d-model 4 --clamp :10
check 'digest: of absolute positions' of_bytes --max-len 100 --d-model 4 --first -50 --positions absolute
check 'digest: of a grid' of_bytes --max-len 91 --d-model 10 --grid 7x13 --odd zero --type f16
check 'digest: of many pieces, which begin within words of it' of_bytes --max-len 2501 --d-model 333 --type s8
check 'digest: of swapped bytes' of_bytes --max-len 5001 --d-model 33 --type f64 --endian big
requests=40
[ ! "${CORE-}" ] || requests=10
check 'random words: the same tables and sources' eval 'FUZZ=$requests POSENC=$POSENC sh "$root/tests/verify/fuzz.sh"'

# decided LEVEL WORDS...: how many entries the level decided: 1 double, 2 double-double, 3 MPFR
decided() {
    level=$1
    shift
    "$POSENC" "$@" --verbose 2>&1 > /dev/null |
        sed 's/.*: \([0-9]*\) entries decided in double, \([0-9]*\) in double-double, \([0-9]*\) by MPFR.*/\'"$level/"
}
check 'every f32 is in double first, and nearly every one decided there' \
    test "$(decided 1 --max-len 4096 --d-model 512 --format raw)" -ge 2096800
for type in f16 q15 q31; do
    check "nearly every $type" test "$(decided 1 --max-len 4096 --d-model 512 --format raw --type $type)" -ge 2096000
done
check 'a forced wide level decides f32 too' \
    test "$(decided 2 --max-len 1024 --d-model 64 --format raw --engine wide)" -ge 65500
check 'f64 is decided in double-double' \
    test "$(decided 2 --max-len 4096 --d-model 512 --format raw --type f64)" -ge 2096800
check 'so is nearly every f32 at listed positions' \
    test "$(decided 1 --positions-file "$dir/listed" --d-model 64 --format raw)" -ge 62000
check 'also in channels' \
    test "$(decided 1 --positions-file "$dir/listed" --d-model 64 --axes channel-major --format raw)" -ge 62000
check 'position 0 alone is left to MPFR' test "$(decided 3 --max-len 1024 --d-model 64 --format raw)" -le 40

# in_parts NAME TYPE COUNT: the rows in so many parts, one after the other, are the table
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
check 'rows in 3 parts' in_parts plain f32 3 64 4
check 'rows in 7 parts, f64' in_parts far f64 7 130 8
check 'rows in 12 parts, one channel each' in_parts channels f32 12 5000 4
check 'rows in 300 parts' in_parts odd f32 300 65 4
check 'listed rows in 7 parts' in_parts listed f64 7 64 8
check 'listed rows in 12 parts, one channel each' in_parts listed_channels f32 12 970 4

# tail_of ROWS WORDS...: the last 100 rows of the table are those that the reference makes of them
tail_of() {
    rows=$1
    shift
    "$POSENC" --max-len "$rows" "$@" --format raw --rows $((rows - 100)):"$rows" > "$dir/tail" &&
        "$POSENC" --max-len "$rows" "$@" --format raw --engine mpfr --rows $((rows - 100)):"$rows" |
        cmp - "$dir/tail"
}
check 'the end of 2^40 positions' tail_of 1099511627776 --d-model 1
check 'the end of 2^34 positions from 2^53 on' tail_of 17179869184 --d-model 64 --first 9007199254740992
check 'the same in f64' tail_of 17179869184 --d-model 64 --first 9007199254740992 --type f64

# Channels are turned from piece to piece and seeded anew after 1024; these are 1221.
seeded_anew() {
    "$POSENC" --max-len 5000000 --d-model 64 --type "$1" --format raw | tail -c $((1000 * 64 * $2)) > "$dir/tail"
    "$POSENC" --max-len 5000000 --d-model 64 --type "$1" --format raw --engine mpfr --rows 4999000:5000000 |
        cmp - "$dir/tail"
}
check 'the end of 5000000 rows' seeded_anew f32 4
if [ "${CORE-}" ]; then skip 'the end of 5000000 rows, f64' 'slow'; else check 'the end of 5000000 rows, f64' seeded_anew f64 8; fi

one_cpu() {
    taskset -c "$(taskset -cp $$ | sed 's/.*: //; s/[,-].*//')" "$POSENC" --max-len 3 --d-model 4 --verbose \
        2>&1 > /dev/null | grep 'at most 1 threads'
}
has taskset
check_when $? 'no taskset here' 'no more threads than the CPUs allowed' one_cpu

check '131072 x 1024 raw in less than 64 MiB' within_memory 65536 "$POSENC" --max-len 131072 --d-model 1024 --format raw -o /dev/null
check 'the same, channel-major' within_memory 65536 "$POSENC" --max-len 131072 --d-model 1024 --axes channel-major --format raw \
    -o /dev/null
awk 'BEGIN { for (k = 0; k < 100000; k++) print k * 389393 % 1048573 }' > "$dir/long"
for axes in position-major channel-major; do
    check "100000 listed positions x 1024 raw in less than 64 MiB, $axes" within_memory 65536 "$POSENC" --positions-file "$dir/long" --d-model 1024 --format raw \
        --axes $axes -o /dev/null
done
# What is estimated for it: 72 bytes a row of sines that are all close to where rounding changes, and what any run has.
check 'a factored table of small sines' within_memory $((8192 + 72 * 500000 / 1024)) "$POSENC" --max-len 500000 --d-model 4 --base 1e30 \
    --factored exact --threads 1 -o /dev/null
check '32768 x 1024 as C in less than 64 MiB' within_memory 65536 "$POSENC" --max-len 32768 --d-model 1024 -o /dev/null

# build NAME FLAG...: the program from its sources, as $dir/NAME
build() {
    name=$1
    shift
    ${CC:-cc} -std=c11 -D_XOPEN_SOURCE=700 -ffp-contract=off -O1 "$@" -I"$root/gen" -o "$dir/$name" \
        "$root"/gen/*.c "$root"/gen/*/*.c $embedded -lmpfr -lgmp -ljansson -lm -lpthread
}
if [ "${CORE-}" ]; then
    skip 'programs with seeds by MPFR, with coarser inputs, and without bounds' 'slow'
    plan
    exit
fi
check 'the program with all seeds by MPFR builds' build by_mpfr -DFIXED_SINES_NONE
check 'seeds by MPFR: the same bytes' agree "$types" "$dir/by_mpfr"
# A program that gives up at 128 bits: what is undecided has the same message, whatever the threads, and a turn is no position.
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
check 'a program that gives up early builds' build early -DZIV_CAP=128
check 'an undecided entry' undecided 'position 0, frequency 58' --first 1e40
undecided_on_show() {
    ends 1 "$dir/early" show --max-len 1 --d-model 128 --scaling llama3:factor=8,original=100000 --first 1e300 --columns 116:117 2> "$dir/said" > "$dir/printed"
    [ ! -s "$dir/printed" ] && [ "$(wc -l < "$dir/said")" = 1 ] &&
        grep "^posenc: position 0, frequency 58: undecided at 2^20 bits (base '10000', scaling 'llama3:" "$dir/said" || { cat "$dir/said"; return 1; }
}
check 'an undecided entry that is shown' undecided_on_show
check 'an undecided turn' undecided 'a turn by positions: 1, frequency 58' --step 1e34
check 'an undecided pair of a factored table' undecided 'position 64, frequency 58' --step 1e6 --engine mpfr --type q7 --factored exact

check 'the shrunk program builds' build shrunk -DPOSENC_SHRINK
check 'shrunk: the same bytes' agree "$types" "$dir/shrunk" --engine double
check 'shrunk: the same bytes from double-double on' agree "$types" "$dir/shrunk" --engine wide
POSENC=$dir/shrunk
check 'shrunk: many entries reach double-double' \
    test "$(decided 2 --max-len 1024 --d-model 64 --format raw)" -ge 1000
check 'shrunk: many entries reach MPFR' test "$(decided 3 --max-len 1024 --d-model 64 --format raw)" -ge 10
check 'a program without bounds builds' build boundless -DPOSENC_SHRINK -DPOSENC_BOUND=0
for type in $types; do
    for engine in double wide; do
        check "without bounds other bytes, $type in $engine" differ $type "$dir/boundless" --engine $engine
    done
done
check 'a program without bounds and rough kernels builds' build boundless -DPOSENC_SHRINK -DPOSENC_BOUND=0 -DPOSENC_ROUGH=0
for type in f16 q15; do
    check "without bounds other bytes, $type from fine kernels alone" differ $type "$dir/boundless" --engine double
done
plan
