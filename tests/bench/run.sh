#!/bin/sh
# SPDX-License-Identifier: MIT
# make bench: compares posenc with cp, a bare write, Python, MPFR, libm, Arb, numpy and torch, in one run. Commands
# to compare run in turn, A B A B; a ratio is the median of the quotients of each round. All write new files:
# none exists before a run, and none waits for the disk.
#
#   build/bench.csv  every measurement    build/bench.txt  what this prints
#
# A missed goal isn't a failure. `make figures` draws docs/figures/bench.csv: copy build/bench.csv there to keep a
# run, and its table to docs/benchmarks.md. PARTS='a g' runs only these parts. QUICK=1 tries the harness itself on small
# tables; its results are meaningless.
#
# Tried, and dropped for less than a tenth: two entries in one store; tiles of half and of twice the size; longer runs of short rows;
# threads that spin for a while before they sleep.
bench=bench here=$(dirname "$0")
. "$here/bench.sh"
csv=build/bench.csv notes=build/bench/notes data=build/bench/data

programs "$POSENC" build/tests/posenc-avx2 build/tests/posenc-portable build/bench/timed build/bench/write build/bench/peers
trap 'rm -rf "$data"' EXIT
rm -rf "$data" "$csv" build/bench.txt
mkdir -p "$data"
: > "$notes"

columns=512
if [ "${QUICK:-}" ]; then
    runs=3 smaller=256 file=512 text=256 level=512 slow=256 peer=512
    lengths='32 64 128 256 512 1024' widths='16 32 64 128 256' width_rows=512
    pair_rows=4 pair_width=512 pair_length=64
    factored_length=64 factored_width=1024
else
    runs=${RUNS:-9} smaller=1 file=131072 text=16384 level=1048576 slow=4096 peer=16384
    lengths='20 64 256 1024 4096 16384 65536 262144 1048576 2097152'
    widths='64 128 256 512 1024 2048 4096 8192 16384' width_rows=4096
    pair_rows=16 pair_width=16384 pair_length=4096
    factored_length=4096 factored_width=16384
fi

# note WORD...: a line below the table
note() {
    echo "$*" >> "$notes"
}

# wanted PART: its letter, and more after a blank
wanted() {
    case " ${PARTS:-a b c d e f g h i j k} " in *" ${1%% *} "*) ;; *) return 1 ;; esac
}

# timed PART ARGUMENT...: adds to the CSV
timed() {
    wanted "$1" || return 0
    echo "bench: ($1) $3 ..." >&2
    build/bench/timed -n "$runs" -p "$@" >> "$csv" || die "part ($1) failed"
}

echo part,what,against,entries,runs,seconds,least,most,peak_kib,ratio,ratio_least,ratio_most,cpu > "$csv"

# --- (a): each output, against a copy and a bare write of the same bytes, or Python --------------------------

has_flags() {
    for flag in "$@"; do grep -m 1 '^flags' /proc/cpuinfo 2> /dev/null | grep -qw "$flag" || return 1; done
}
best=portable
! has_flags avx2 fma bmi1 bmi2 || best=avx2
[ $best != avx2 ] || ! has_flags avx512f avx512dq avx512vl avx512bw avx512cd || best=avx512

# program SET: prints the one that uses no instructions after that set, if this CPU has the set
program() {
    case $1$best in
    -* | avx512avx512) echo "$POSENC" ;;
    avx2avx*) echo build/tests/posenc-avx2 ;;
    portable*) echo build/tests/posenc-portable ;;
    *) return 1 ;;
    esac
}
python3=/usr/bin/python3 # those of users may start through scripts
[ -x $python3 ] || python3=$(python_with os) || python3=
note "python3 is ${python3:-not installed}"

# output NAME SET AGAINST ROWS COLUMNS WORD...: a row of outputs.tsv
output() {
    wanted a || return 0
    name=$1 against=$3 entries=$(($4 * $5))
    posenc=$(program "$2") || { note "skipped $name: this CPU's best instructions are $best"; return 0; }
    rows=$4 columns_of=$5
    shift 5
    set -- "$posenc" --max-len "$rows" --d-model "$columns_of" "$@"
    if [ "$against" = python ]; then
        [ ! "$python3" ] || timed a -l "$name" -e $entries -x "$data/out" "$@" -o "$data/out" \
            ::: -l 'python3 -c pass' -e $entries "$python3" -c pass
        return
    fi
    "$@" -o "$data/source" || die "$* failed"
    bytes=$(($(wc -c < "$data/source")))
    sync
    timed a -l "$name" -e $entries -x "$data/out" "$@" -o "$data/out" \
        ::: -l cp -e $entries -x "$data/copy" cp "$data/source" "$data/copy" \
        ::: -l 'bare write' -e $entries -x "$data/bare" build/bench/write "$data/bare" "$bytes"
    rm -f "$data/source"
}

tab=$(printf '\t')
# Words hold no blanks: they are split here on purpose.
while IFS=$tab read -r name set against _ _ rows width words; do
    case $name in '#'*) continue ;; esac
    [ "$rows" -lt $smaller ] || rows=$((rows / smaller))
    output "$name" "$set" "$against" "$rows" "$width" $words < /dev/null
done < "$here/outputs.tsv"

# --- (b): a small header, against the usual script ------------------------------------------------------------

if python=$(python_with numpy); then
    timed b -l 'C text 512x384' -x $data/pe.h "$POSENC" --max-len 512 --d-model 384 -o $data/pe.h \
        ::: -l 'numpy script' -o $data/np.h -x $data/np.h "$python" "$here/header.py" 512 384
fi

# --- (c): one core, raw to /dev/null; large tables make the start-up negligible ------------

entries=$((level * columns)) slow_entries=$((slow * columns)) peer_entries=$((peer * columns))

# level ROWS OPTION...: the command
level() {
    rows=$1
    shift
    echo "$POSENC --max-len $rows --d-model $columns --format raw --threads 1 $* -o /dev/null"
}

# The words of these commands hold no blanks: they are split here on purpose.
set -- -l 'posenc f32' -e $entries $(level $level) \
    ::: -l 'posenc f32 double' -e $entries $(level $level --engine double) \
    ::: -l 'posenc f32 wide' -e $slow_entries $(level $slow --engine wide) \
    ::: -l 'posenc f32 mpfr' -e $slow_entries $(level $slow --engine mpfr) \
    ::: -l 'posenc f64' -e $entries $(level $level --type f64) \
    ::: -l 'plain MPFR' -e $slow_entries build/bench/peers mpfr $slow $columns \
    ::: -l 'libm double' -e $peer_entries build/bench/peers libm $peer $columns
if build/bench/peers arb 1 2 2> /dev/null; then
    set -- "$@" ::: -l Arb -e $slow_entries build/bench/peers arb $slow $columns
else
    note 'skipped Arb: not there when build/bench/peers was linked'
fi
for module in numpy torch; do
    if python=$(python_with $module); then
        set -- "$@" ::: -l $module -e $peer_entries \
            -s "$python" "$here/peers.py" $module $peer $columns $peer \
            ::: -l "$module in blocks" -e $peer_entries \
            -s "$python" "$here/peers.py" $module $peer $columns $((peer / 8))
    else
        note "skipped $module: no python3 here imports it"
    fi
done
timed c "$@"
# shellcheck disable=SC2091 # it is a command
$(level $level --verbose) 2>&1 | sed 's/^/--verbose, f32: /' >> "$notes"

# --- (d): growth, one core: until a second one begins to work, some milliseconds go by ---------------------------

# growth PART FORMAT ROWSxCOLUMNS...
growth() {
    part=$1 format=$2 commands=
    shift 2
    for size; do
        commands="$commands ${commands:+:::} -l $size -e $((${size%x*} * ${size#*x}))
            $POSENC --max-len ${size%x*} --d-model ${size#*x} --format $format --threads 1 -o /dev/null"
    done
    timed "$part" $commands
}
growth 'd rows' raw $(printf "%dx$columns " $lengths)
growth 'd columns' raw $(printf "${width_rows}x%d " $widths)
growth 'd text' c $(for rows in $lengths; do [ $rows -gt 65536 ] || echo ${rows}x$columns; done)

# --- (e): threads, to /dev/null --------------------------------------------------------------------------------

# threads WHAT ROWS COLUMNS WORD...: one against two
threads() {
    what=$1 entries=$(($2 * $3)) size="--max-len $2 --d-model $3 -o /dev/null"
    shift 3
    timed e -l "$what by 1 thread" -e $entries "$POSENC" $size "$@" --threads 1 \
        ::: -l '2 threads' -e $entries "$POSENC" $size "$@" --threads 2
}
threads 'raw f32' $level $columns --format raw
threads 'C text f32' $text $columns --format c
threads 'raw f32 wide' $slow 16384 --format raw
threads 'raw f32 channel-major' $level $columns --format raw --axes channel-major

# --- (f): both tables of a rotary cache in one run, against two runs -----------------------------------------

# pair WHAT ROWS COLUMNS FORMAT
pair() {
    what=$1 rows=$2 width=$3 format=$4
    set -- "$POSENC" --max-len $rows --d-model $width --name pe --format $format
    timed f -l "$what" -e $((rows * width)) -x $data/pair "$@" --component cos,sin -o $data/pair \
        ::: -l 'two runs' -e $((rows * width)) -x $data/pair sh -c '
            "$@" --component cos -o "$0" && rm "$0" && "$@" --component sin -o "$0"' $data/pair "$@"
}

pair "wide rows ${pair_rows}x$pair_width" $pair_rows $pair_width c
pair "cache ${pair_length}x128" $pair_length 128 c
pair "long cache ${text}x$columns" $text $columns c
pair "the same as safetensors" $text $columns safetensors

# --- (g): positions from a file, against as many rows in order, one core --------------------------------------

# listed WHAT ROWS PROGRAM WORD...: awk's program prints the positions
listed() {
    what=$1 rows=$2
    awk -v rows="$rows" "BEGIN { for (k = 0; k < rows; k++) print $3 }" > "$data/positions"
    shift 3
    timed g -l "$what" -e $((rows * columns)) \
        $POSENC --positions-file "$data/positions" --d-model $columns --format raw --threads 1 "$@" -o /dev/null \
        ::: -l "$rows rows in order" -e $((rows * columns)) $(level "$rows" "$@")
}
listed 'equal steps' $file '7 * k'
listed 'sequences one after the other' $file 'k % 1000'
listed 'whole positions in any order' $slow 'k * 389393 % 1048573'
listed fractions $slow 'k * 389393 % 1048573 "/7"'
listed 'fractions by channel' $slow 'k * 389393 % 1048573 "/7"' --axes channel-major
listed 'fractions of scaled frequencies' $slow 'k * 389393 % 1048573 "/7"' --scaling linear:factor=3
listed 'whole positions from 2^20 on' $slow '1048576 + k * 389393 % 1048573'

# --- (h): the arrays of a factored table, against the full table as C text -------------------------------------

# factored WHAT LENGTH WIDTH TYPE
factored() {
    what=$1 entries=$(($2 * $3))
    set -- "$POSENC" --max-len $2 --d-model $3 --type $4 --name pe --format c -o /dev/null
    timed h -l "$what" -e $entries "$@" --factored exact ::: -l 'the full table' -e $entries "$@"
}
for type in q15 f32; do
    factored "factored $type ${factored_length}x$columns" $factored_length $columns $type
done
factored "factored f32 ${file}x$columns" $file $columns f32
factored "factored q7 64x$factored_width" 64 $factored_width q7

# --- (i): auditing a table that is right, against a copy of it -------------------------------------------------

"$POSENC" --max-len $file --d-model $columns -o "$data/source.npy"
sync
timed i -l "audit of npy ${file}x$columns" -e $((file * columns)) "$POSENC" audit "$data/source.npy" \
    ::: -l 'cp of it' -e $((file * columns)) -x "$data/copy" cp "$data/source.npy" "$data/copy"
rm -f "$data/source.npy"

# --- (j): finding the words of a table, against auditing it with these words ----------------------------------------

"$POSENC" --preset whisper --max-len 1500 --d-model 384 --format raw -o "$data/whisper.raw"
timed j -l 'guess of f32 1500x384' -e 576000 "$POSENC" audit "$data/whisper.raw" --guess --max-len 1500 \
    ::: -l 'audit of it' -e 576000 "$POSENC" audit "$data/whisper.raw" --preset whisper --max-len 1500 --d-model 384
rm -f "$data/whisper.raw"

# guessed WHAT ENTRIES WORD...: a table of these words as .npy; its words are to be found
guessed() {
    what=$1 entries=$2
    shift 2
    "$POSENC" "$@" --format npy -o "$data/guessed.npy"
    timed j -l "guess of $what" -e "$entries" "$POSENC" audit "$data/guessed.npy" --guess --threads 1 \
        ::: -l 'making it' -e "$entries" -x "$data/made.npy" "$POSENC" "$@" --format npy -o "$data/made.npy"
    rm -f "$data/guessed.npy"
}
guessed 'f16 8192x128' 1048576 --preset rope-hf --component cos --max-len 8192 --d-model 128 --type f16
guessed 'DETR 100x134x256' 3430400 --preset detr --grid 100x134 --max-len 13400 --d-model 256
guessed 'M-RoPE 4x24x42' 516096 --preset qwen2-vl --grid 4x24x42 --max-len 4032 --d-model 128 --component cos

# --- (k): the page, in Chromium ------------------------------------------------------------------------------

chromium=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || chromium=
if ! wanted k; then
    note 'part (k) was not asked for'
elif [ "$chromium" ] && [ -d build/web ] && [ -d build/everywhere/node_modules/playwright-core ]; then
    echo 'bench: (k) page ...' >&2
    TOOLS=build/everywhere CHROMIUM=$chromium node "$here/page.mjs" build/web "$runs" >> "$csv" || die 'part (k) failed'
else
    note 'skipped the page: it needs make web, Chromium, and make deps check-everywhere'
fi

# --- the report -------------------------------------------------------------------------------------------

[ ! "${QUICK:-}" ] || note 'QUICK: small tables and few runs; the figures mean nothing'
cores=$(nproc 2> /dev/null || getconf _NPROCESSORS_ONLN)
disk=$(stat -f -c %T "$data" 2> /dev/null) || disk='unknown file system'
machine="$("$POSENC" --version) on $(uname -srm), $(cpu) with $best, $cores CPUs allowed, $disk"
echo "# $machine" >> "$csv"
{
    echo "$machine"
    echo "$runs rounds after one that warms up; medians; $(load)"
    echo
    awk -v goals=1 -f "$here/outputs.awk" FS='\t' "$here/outputs.tsv" FS=, "$csv"
    echo
    awk -f "$here/fit.awk" -f "$here/report.awk" "$csv"
    echo
    cat "$notes"
} > build/bench.txt
cat build/bench.txt
