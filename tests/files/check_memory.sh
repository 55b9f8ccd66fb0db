#!/bin/sh
# Memory: what a run takes at most (DESIGN: 64 MiB, 1 KiB a column, 4 KiB a table of a manifest), and how it ends when there
# is none: with status 1 and one line, or with the right bytes.
. "$(dirname "$0")/../tap.sh"
cd "$dir" || exit 1
places=300
[ -z "${CORE-}" ] || places=20

check 'the program that measures memory builds' ${CC:-cc} -D_XOPEN_SOURCE=700 -D_DEFAULT_SOURCE -o peak "$root/tests/verify/peak.c"

# takes KIB ARGUMENT...: peak memory is below that
takes() {
    limit=$1
    shift
    ./peak "$POSENC" "$@" > peak.txt && [ "$(tail -n 1 peak.txt)" -lt "$limit" ] || { tail -n 1 peak.txt; return 1; }
}

# tables N KEY...: a manifest of N tables, with these keys
tables() {
    awk -v n="$1" -v keys="$2" 'BEGIN { for (k = 0; k < n; k++) printf "[t%d]\n%s", k, keys ? keys "output = o/t" k ".h\n" : "" }'
}
keys='max-len = 8
d-model = 8
'
tables 20000 "$keys" > large.ini
tables 500 "$keys" > small.ini
tables 50000 '' > empty.ini
mkdir o
check 'a list of 20000 tables' takes 65536 build large.ini --list
check '500 tables are written' takes 16384 build small.ini
check '500 tables are compared' takes 16384 build small.ini --check
empty() { # a complaint of each, in 300 MB of addresses
    (ulimit -v 300000; ends 2 "$POSENC" build empty.ini 2> errors) && [ "$(wc -l < errors)" = 100000 ]
}
check '50000 empty sections' empty
# twice: what a table is made from is read again, but for a pipe
pipe() {
    printf '[pe]\npositions-file = p\nd-model = 8\noutput = o/pipe.h\n' > pipe.ini
    mkfifo p
    seq 8 > p &
    "$POSENC" build pipe.ini && rm p && seq 8 > p && "$POSENC" build pipe.ini --check
}
check 'a table of a manifest from a pipe' pipe
too_many() {
    awk 'BEGIN { print "[a]"; for (k = 0; k < 4500000; k++) print "x" }' > lines.ini
    ends 2 "$POSENC" build lines.ini 2> errors &&
        echo 'posenc: lines.ini: 1 tables in 4500001 lines take about 3 GiB of memory, which is over 2 GiB' | diff - errors
}
check 'too many lines' too_many

# around N: a template with so many bytes before each entry, and before each row
around() {
    bytes=$(printf "%$1s" '' | tr ' ' x)
    printf '%%%% rows\n%s\n%s@value@,\n%%%% end\n' "$bytes" "$bytes"
}
around 100000 > wide.template
check 'a template with 100 kB around each entry' takes 65536 --template wide.template --max-len 64 --d-model 64 -o /dev/null
check 'and with 3000 columns' takes 65536 --template wide.template --max-len 1 --d-model 3000 -o /dev/null --threads 2
# the entries of a template whose lines have room for many, from pieces of any size
around 1 > narrow.template
"$POSENC" --template narrow.template --max-len 2 --d-model 10000 | tr -s 'x ' '\n' | tr -d , | grep . > numbers
lines() {
    around "$1" > some.template
    "$POSENC" --template some.template --max-len 2 --d-model 10000 --threads 2 -o some.txt &&
        [ "$(grep -c '^x*$' some.txt)" = 2 ] && [ "$(wc -l < numbers)" = 20000 ] &&
        grep , some.txt | sed 's/^x*//; s/, x*\(.\)/\n\1/g; s/,//g' | cmp - numbers
}
for n in 99 120 199 1000; do check "$n bytes before an entry: every line" lines $n; done
strings() {
    { printf '%%%% rows\n"'; awk 'BEGIN { printf "%1100s", "" }'; printf '@bytes@"\n%%%% end\n'; } > strings.template
    ends 2 "$POSENC" --template strings.template --max-len 8 --d-model 8 2> errors &&
        echo "strings.template:2: more than 1024 bytes around '@bytes@'" | diff - errors
}
check 'a string has no long lines' strings

check 'frequencies of 100000 columns' takes 65536 --component frequency --spacing column --d-model 100000 --max-len 2 --format raw -o /dev/null
check 'MPFR in 16 threads, 20000 columns' takes 85536 --engine mpfr --threads 16 --d-model 20000 --max-len 8 -o /dev/null

# --- none

# without LAST ARGUMENT...: for some of the last allocations that can fail, alone and with all after it
without() {
    last=$1
    shift
    "$POSENC" "$@" > wanted 2> wanted_errors
    wanted_status=$?
    FAIL_COUNT=$dir/allocations LD_PRELOAD=$dir/no_memory.so "$POSENC" "$@" > stdout 2> stderr
    allocations=$(cat allocations)
    [ "$allocations" -gt 10 ] || return 1
    from=$((allocations > last ? allocations - last : 1))
    step=$(((allocations - from) / places + 1))
    for after in '' y; do
        k=$from
        while [ $k -le "$allocations" ]; do
            env FAIL_AT=$k ${after:+FAIL_AFTER=y} LD_PRELOAD=$dir/no_memory.so "$POSENC" "$@" > stdout 2> stderr
            got=$?
            if [ $got = 1 ] && [ "$(wc -l < stderr)" = 1 ] && grep -q '^posenc: out of memory' stderr; then :
            elif [ $got = $wanted_status ] && cmp -s stdout wanted && cmp -s stderr wanted_errors; then :
            else
                echo "allocation $k of $allocations${after:+ and all after it}: status $got"
                cat stderr
                return 1
            fi
            k=$((k + step))
        done
    done
}
printf '{"head_dim": 4, "rope_theta": 1e4, "max_position_embeddings": 8, "rope_parameters": {"rope_type": "default"}}' > config.json
printf '{"head_dim": 4, "rope_theta": 1e4, "rope_scaling": {"type": "unknown"}}' > wrong.json
"$POSENC" --max-len 2 --d-model 2 --format npy -o right.npy
{ head -c -4 right.npy && printf '\0\0\0\0'; } > pe.npy
echo '[pe' > wrong.ini
if ${CC:-cc} -shared -fPIC -o no_memory.so "$root/tests/files/no_memory.c" -ldl 2> /dev/null &&
    FAIL_AT=1 FAIL_AFTER=y LD_PRELOAD=$dir/no_memory.so "$POSENC" --max-len 2 --d-model 2 2>&1 | grep -q 'out of memory'; then
    check 'no memory for a model' without 1000 import config.json
    check 'no memory for a wrong model' without 1000 presets wrong.json
    check 'no memory for a report' without 400 audit pe.npy --json
    check 'no memory for a manifest' without 1000 build wrong.ini
    else
    skip 'no memory' 'needs LD_PRELOAD'
fi
plan
