#!/bin/sh
# make bench: posenc beside cp, a bare write, Python, MPFR, libm, Arb, numpy and torch, in one run. Commands
# that are compared run in turn, A B A B; a ratio is the median of the quotients within a round. Files are
# fresh on every side: none is there before a run, and no side waits for the disk.
#
#   build/bench.csv  every measurement    build/bench.txt  what this prints    build/bench.svg  growth
#
# A missed target fails nothing. QUICK=1 tries the harness itself on small tables; its figures mean nothing.
set -eu
export LC_ALL=C
POSENC=${POSENC:-build/posenc}
here=$(dirname "$0")
csv=build/bench.csv notes=build/bench/notes data=build/bench/data

die() {
    echo "bench: $*" >&2
    exit 1
}

for program in "$POSENC" build/bench/timed build/bench/write build/bench/peers; do
    [ -x "$program" ] || die "$program: no such program; make bench makes it"
done
trap 'rm -rf "$data"' EXIT
trap 'exit 130' INT TERM HUP
rm -rf "$data" "$csv" build/bench.txt build/bench.svg
mkdir -p "$data"
: > "$notes"

columns=512
if [ "${QUICK:-}" ]; then
    runs=3 file=512 text=256 level=512 slow=256 peer=512
    lengths='32 64 128 256 512 1024' widths='16 32 64 128 256' width_rows=512 settled=131072
    pair_rows=4 pair_width=512 pair_length=64
    factored_length=64 factored_width=1024
else
    runs=9 file=131072 text=16384 level=1048576 slow=4096 peer=16384
    lengths='1024 2048 4096 8192 16384 32768 65536 131072 262144 524288 1048576'
    widths='64 128 256 512 1024 2048 4096 8192 16384' width_rows=4096 settled=8388608
    pair_rows=16 pair_width=16384 pair_length=4096
    factored_length=4096 factored_width=16384
fi

# note WORD...: a line below the table
note() {
    echo "$*" >> "$notes"
}

# takes OPTION...: does the program take these? If not, a line says so.
takes() {
    why=$("$POSENC" --max-len 2 --d-model 2 --format raw -o /dev/null "$@" 2>&1) && return
    note "skipped $*: $why"
    return 1
}

# python_with MODULE: prints an interpreter that has it; the real one, not a shim's script
python_with() {
    for p in python3 /usr/bin/python3; do
        "$p" -c "import $1, sys; print(sys.executable)" 2> /dev/null && return
    done
    return 1
}

# timed PART ARGUMENT...: adds to the CSV
timed() {
    echo "bench: ($1) ..." >&2
    build/bench/timed -n "$runs" -p "$@" >> "$csv" || die "part ($1) failed"
}

one_thread=
if takes --threads 1; then one_thread='--threads 1'; fi

echo part,what,against,entries,runs,seconds,least,most,peak_kib,ratio,ratio_least,ratio_most > "$csv"

# --- (a) and (b): files, against a copy and a bare write of the same bytes -------------------------------

# files PART WHAT EXTENSION ROWS
files() {
    source=$data/source$3 entries=$(($4 * columns))
    "$POSENC" --max-len "$4" --d-model $columns -o "$source" || die "$POSENC failed"
    bytes=$(($(wc -c < "$source")))
    sync
    timed "$1" -l "$2 ${4}x$columns" -e $entries -x "$data/out$3" \
        "$POSENC" --max-len "$4" --d-model $columns -o "$data/out$3" \
        ::: -l 'cp of it' -e $entries -x "$data/copy" cp "$source" "$data/copy" \
        ::: -l 'bare write of it' -e $entries -x "$data/bare" build/bench/write "$data/bare" "$bytes"
    rm -f "$source"
}

files a 'raw f32' .bin $file
files b 'C text' .h $text

# --- (c): one core, raw to /dev/null, start-up not subtracted: its tables make it negligible ------------

entries=$((level * columns)) slow_entries=$((slow * columns)) peer_entries=$((peer * columns))

# level ROWS OPTION...: the command
level() {
    rows=$1
    shift
    echo "$POSENC --max-len $rows --d-model $columns --format raw $one_thread $* -o /dev/null"
}

# The words of these commands hold no blanks: they are split here on purpose.
set -- -l 'posenc f32' -e $entries $(level $level)
if takes --engine double; then
    set -- "$@" ::: -l 'posenc f32 double' -e $entries $(level $level --engine double)
fi
for engine in wide mpfr; do
    if takes --engine $engine; then
        set -- "$@" ::: -l "posenc f32 $engine" -e $slow_entries $(level $slow --engine $engine)
    fi
done
if takes --type f64; then
    set -- "$@" ::: -l 'posenc f64' -e $entries $(level $level --type f64)
fi
set -- "$@" ::: -l 'plain MPFR' -e $slow_entries build/bench/peers mpfr $slow $columns \
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
if takes --verbose; then
    $(level $level --verbose) 2>&1 | sed 's/^/--verbose, f32: /' >> "$notes"
fi

# --- (d): a small header, the whole process ---------------------------------------------------------------

set -- -l 'C text 512x384' -x $data/pe.h "$POSENC" --max-len 512 --d-model 384 -o $data/pe.h
if python=$(python_with numpy) || python=$(python_with os); then
    set -- "$@" ::: -l 'python3 -c pass' "$python" -c pass
    note "python3 is $python"
else
    note 'skipped python3: not installed'
fi
if python=$(python_with numpy); then
    set -- "$@" ::: -l 'numpy script' -o $data/np.h -x $data/np.h "$python" "$here/header.py" 512 384
fi
timed d "$@"

# --- (e): growth --------------------------------------------------------------------------------------------

# growth ROWS COLUMNS: one more command
growth() {
    echo "-l ${1}x$2 -e $(($1 * $2)) $POSENC --max-len $1 --d-model $2 --format raw -o /dev/null"
}

set --
for rows in $lengths; do
    set -- "$@" ${1:+:::} $(growth $rows $columns)
done
timed 'e rows' "$@"
set --
for width in $widths; do
    set -- "$@" ${1:+:::} $(growth $width_rows $width)
done
timed 'e columns' "$@"

# --- (f): threads -------------------------------------------------------------------------------------------

if takes --threads 2; then
    # threads N FORMAT ROWS: the command
    threads() {
        echo "$POSENC --max-len $3 --d-model $columns --format $2 --threads $1 -o /dev/null"
    }
    timed f -l 'raw 1 thread' -e $entries $(threads 1 raw $level) \
        ::: -l 'raw 2 threads' -e $entries $(threads 2 raw $level)
    entries=$((text * columns))
    timed f -l 'C text 1 thread' -e $entries $(threads 1 c $text) \
        ::: -l 'C text 2 threads' -e $entries $(threads 2 c $text)
fi

# --- (g): both tables of a rotary cache in one run, against two runs -----------------------------------------

# pair WHAT ROWS COLUMNS FORMAT
pair() {
    what=$1 rows=$2 width=$3 format=$4
    set -- "$POSENC" --max-len $rows --d-model $width --name pe --format $format
    timed g -l "$what" -e $((rows * width)) -x $data/pair "$@" --component cos,sin -o $data/pair \
        ::: -l 'two runs' -e $((rows * width)) -x $data/pair sh -c '
            "$@" --component cos -o "$0" && rm "$0" && "$@" --component sin -o "$0"' $data/pair "$@"
}

if takes --component cos,sin --format c; then
    pair "wide rows ${pair_rows}x$pair_width" $pair_rows $pair_width c
    pair "cache ${pair_length}x128" $pair_length 128 c
    pair "long cache ${text}x$columns" $text $columns c
    pair "the same as safetensors" $text $columns safetensors
fi

# --- (h): positions from a file, against as many rows in order, one core --------------------------------------

# listed WHAT ROWS PROGRAM: awk's program prints the positions
listed() {
    awk -v rows="$2" "BEGIN { for (k = 0; k < rows; k++) print $3 }" > "$data/positions"
    timed h -l "$1" -e $(($2 * columns)) \
        $POSENC --positions-file "$data/positions" --d-model $columns --format raw $one_thread -o /dev/null \
        ::: -l "${2} rows in order" -e $(($2 * columns)) $(level "$2")
}
if takes --positions-file none; then
    listed 'equal steps' $file '7 * k'
    listed 'sequences one after the other' $file 'k % 1000'
    listed 'whole positions in any order' $file 'k * 389393 % 1048573'
    listed fractions $slow 'k * 389393 % 1048573 "/7"'
    listed 'whole positions from 2^20 on' $slow '1048576 + k * 389393 % 1048573'
fi

# --- (i): the arrays of a factored table, against the full table as C text -------------------------------------

# factored WHAT LENGTH WIDTH TYPE
factored() {
    what=$1 entries=$(($2 * $3))
    set -- "$POSENC" --max-len $2 --d-model $3 --type $4 --name pe --format c -o /dev/null
    timed i -l "$what" -e $entries "$@" --factored exact ::: -l 'the full table' -e $entries "$@"
}
if takes --factored exact --format c; then
    for type in q15 f32; do
        factored "factored $type ${factored_length}x$columns" $factored_length $columns $type
    done
    factored "factored f32 ${file}x$columns" $file $columns f32
    factored "factored q7 64x$factored_width" 64 $factored_width q7
fi

# --- (j): auditing a table that is right, against a copy of it -------------------------------------------------

"$POSENC" --max-len $file --d-model $columns -o "$data/source.npy"
sync
timed j -l "audit of npy ${file}x$columns" -e $((file * columns)) "$POSENC" audit "$data/source.npy" \
    ::: -l 'cp of it' -e $((file * columns)) -x "$data/copy" cp "$data/source.npy" "$data/copy"
rm -f "$data/source.npy"

# --- (k): finding the words of a table, against auditing it with these words ----------------------------------------

"$POSENC" --preset whisper --max-len 1500 --d-model 384 --format raw -o "$data/whisper.raw"
timed k -l 'guess of f32 1500x384' -e 576000 "$POSENC" audit "$data/whisper.raw" --guess --max-len 1500 \
    ::: -l 'audit of it' -e 576000 "$POSENC" audit "$data/whisper.raw" --preset whisper --max-len 1500 --d-model 384
rm -f "$data/whisper.raw"

# --- what it says -------------------------------------------------------------------------------------------

[ ! "${QUICK:-}" ] || note 'QUICK: small tables and few runs; the figures mean nothing'
cpu=$(awk -F': ' '/^model name/ { print $2; exit }' /proc/cpuinfo 2> /dev/null) || cpu=
cores=$(nproc 2> /dev/null || getconf _NPROCESSORS_ONLN)
{
    echo "$("$POSENC" --version) on $(uname -srm), $cpu, $cores CPUs allowed"
    echo "$runs rounds after one that warms up; medians; $(uptime | sed 's/.*load/load/')"
    echo
    awk -v settled=$settled -f "$here/fit.awk" -f "$here/report.awk" "$csv"
    echo
    cat "$notes"
} > build/bench.txt
awk -f "$here/fit.awk" -f "$here/plot.awk" "$csv" > build/bench.svg
cat build/bench.txt
