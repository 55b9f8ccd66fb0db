#!/bin/sh
# SPDX-License-Identifier: MIT
# make bench-targets: what one row of 64 costs on each target, from the tables and in the usual ways. Positions are 0 to
# 511, base is 10000; a cost is the mean over the rows. Where 16 guard bits are needed, positions start at 740, by 1/21.
# QEMU counts instructions, simavr cycles. bench.c is the firmware. All of it is compiled by -O2, then by -Os.
#
#   build/bench-targets.txt  what this prints
#   build/bench-targets.tsv  target, what (", -Os" if compiled so), instructions or cycles of a row, bytes of flash,
#                            largest error. To keep a run, copy it to docs/figures/targets.tsv, and what tables.awk makes of it to README and
#                            docs/benchmarks.md
#   TARGETS='m0 avr'         only these
#
# A missed goal isn't a failure. The benchmark ends if a row isn't exact, a count is wrong, or two runs differ.
bench='bench-targets'
. "$(dirname "$0")/../bench/bench.sh"
programs "$POSENC"
targets=$(cd "$(dirname "$0")" && pwd)
POSENC=$(cd "$(dirname "$POSENC")" && pwd)/$(basename "$POSENC")
mkdir -p build
printed=$(pwd)/build/bench-targets.txt kept=$(pwd)/build/bench-targets.tsv dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
. "$targets/targets.sh"
. "$targets/../types.sh"
cd "$dir"

# --- files that the firmware includes, and the rows for comparison

awk 'BEGIN { for (i = 0; i < 32; i++) printf "%.9ef,\n", exp(-i / 32 * log(10000)) }' > frequencies.h
numbers() { # numbers TYPE: of bytes, one a line
    case $1 in
    f32) od -An -v -w4 -t f4 ;;
    q15) od -An -v -w2 -t d2 | awk '{ print $1 / 32768 }' ;;
    esac
}
piped "$POSENC" --max-len 1 --first 1 --d-model 64 --format raw | numbers f32 | awk '{ printf "%.9ef,\n", $1 }' > steps.h
# raw TYPE WORD...: TYPE.raw, what rows should be
raw() {
    "$POSENC" --max-len 512 --d-model 64 --type "$@" --format raw -o $1.raw
}

# --- counting

# counting: how the emulator counts on this target, and how many ticks an instruction takes
counting() {
    unit=instructions ticks=1 count=
    case $target in
    m0) ticks=2.048 count='-icount shift=7,sleep=off' ;;       # 128 ns; SysTick has 16 MHz
    m3 | m4f) ticks=3.2 count='-icount shift=7,sleep=off' ;;   # 128 ns; SysTick has 25 MHz
    rv*) count='-icount shift=0,sleep=off' ;;                  # minstret counts ns
    avr) unit=cycles ;;
    esac
    [ ! "$count" ] || emulator="${emulator% *} $count ${emulator##* }"
}

# counted NAME: this number of the firmware's
counted() {
    printf '%d' "0x$(sed -n "s/^$1 //p" out)"
}

# measure FORM TYPE ROWS: sets cost and flash; leaves made.raw, the rows
measure() {
    target_link bench.elf -I . -DFORM_$1 -DELEMENT=$(c_type_of $2) -DROWS=$3 -DNDEBUG $level "$targets/bench.c"
    target_run bench.elf > out || die "$title, $1: the firmware failed: $(tail -n 1 out)"
    target_run bench.elf | cmp -s - out || die "$title, $1: two runs differ"
    nothing=$(counted nothing)
    loop=$(awk "BEGIN { printf \"%.0f\", ($(counted loop) - $nothing) / $ticks }")
    [ $((loop - 30000)) -le 20 ] && [ $((30000 - loop)) -le 20 ] ||
        die "$title: a loop of 30,000 $unit reads $loop"
    cost=$(awk "BEGIN { printf \"%.0f\", ($(counted rows) / $3 - $nothing) / $ticks }")
    flash=$("${tools}size" bench.elf | awk 'NR == 2 { print $1 + $2 }')
    grep -x '[0-9A-F]*' out | basenc --base16 -d > made.raw
    head -c $(($3 * 64 * $(bytes_of $2))) $2.raw > exact.raw
    [ $(wc -c < made.raw) = $(wc -c < exact.raw) ] || die "$title, $1: not all rows"
}

# --- one line of the output each

# record TYPE GOAL NAME...: what was measured last
record() {
    numbers $1 < exact.raw > exact.numbers
    error=$(numbers $1 < made.raw | paste - exact.numbers | awk '
        $1 + 0 != $1 { print "nan"; exit nan = 1 }
        { e = $1 - $2; if (e < 0) e = -e; if (e > worst) worst = e }
        END { if (!nan) printf "%.1e\n", worst }')
    goal=$2
    shift 2
    printf '%s\t%s\t%s\t%s\t%s\n' $cost $((flash - base)) $error $goal "$*" >> records
}

# computed FORM NAME: in floating point
computed() {
    measure $1 f32 512
    record f32 - "$2"
}

# table FACTORED TYPE GOAL WORD...: rows of a table, which must be exact
table() {
    factored=$1 type=$2 goal=$3 name="full, $2" count=$rows
    shift 3
    [ $factored = no ] || name="factored, $type" count=512
    raw $type "$@"
    "$POSENC" --max-len $count --d-model 64 --type $type "$@" --factored $factored --name t --accessor yes $words -o table.h
    measure table $type $count
    cmp -s made.raw exact.raw || die "$title, $name: not exact"
    ! grep -q ' 16 guard bits; ' table.h || [ $type = f32 ] || name="$name, 16 guard bits"
    [ $count = 512 ] || name="$name, $count rows"
    record $type $goal "$name"
}

# goals: (a)/(b) of full f32, full q15, factored q15, factored f32
goals() {
    case $target in
    m0) echo 1500/700 2500/1200 140/65 35/15 ;;
    m3) echo 1200/500 2000/900 150/70 60/25 ;;
    m4f) echo 100/50 160/90 12/7 4.5/2.5 ;;
    rv32imac) echo 2000/1000 4000/2000 240/120 70/30 ;;
    avr) echo 140/55 260/120 13/6 - ;;
    *) echo - - - - ;;
    esac
}

bench() {
    level=$1 base=0
    set -- - - - -
    [ $level != -O2 ] || set -- $(goals)
    raw f32
    measure nothing f32 1
    base=$flash
    : > records
    computed usual '(a) powf, sinf, cosf'
    computed stored '(b) sinf, cosf, stored frequencies'
    computed recurrence 'float recurrence'
    table no f32 $1
    table no q15 $2
    table exact q15 $3
    table exact q15 - --first 740 --step 1/21 # 8 guard bits aren't enough
    table exact f32 $4
    awk -v title="$title, $level" -v unit=$unit -v loop=$loop -f "$targets/report.awk" records > lines
    awk -F '\t' -v target=$target -v level=$level '{
        printf "%s\t%s%s\t%s\t%s\t%s\n", target, $5, level == "-Os" ? ", -Os" : "", $1, $2, $3 }' records >> "$kept"
    tee -a "$printed" < lines
}

cat << 'END' | tee "$printed"
One row of 64 entries, positions 0 to 511, base 10000, gcc -DNDEBUG: the mean of the rows.
Arm and RISC-V: instructions, not cycles. AVR: cycles. Flash: bytes of code and data. (a)/ and (b)/: how many times (a) and (b) cost.
END
printf '# make bench-targets\n' > "$kept"
for target in ${TARGETS:-$all_targets}; do
    target $target
    why=$(target_lacks)
    if [ "$why" ]; then echo "skipped $title: $why" | tee -a "$printed"; else
        counting
        for level in -O2 -Os; do bench $level; done
    fi
    [ "$why" ] || "${tools}gcc" --version | sed -n '1s/^/# /p' >> "$kept"
done
! command -v qemu-system-arm > /dev/null || qemu-system-arm --version | sed -n '1s/^/# /p' >> "$kept"
