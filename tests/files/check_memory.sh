#!/bin/sh
# SPDX-License-Identifier: MIT
# The memory of a run: at most 64 MiB, plus 1 KiB for each column, and 4 KiB for each table of a manifest. check_faults.sh shows
# how a run ends without memory.
. "$(dirname "$0")/../tap.sh"

# takes KIB ARGUMENT...: peak memory is at most KIB; writes the file out
takes() {
    limit=$1
    shift
    within_memory "$limit" "$POSENC" "$@" > out && [ -s out ]
}
# entries COUNT KIB ARGUMENT...: a template's text has so many, with a comma each
entries() {
    wanted=$1 limit=$2
    shift 2
    piped within_memory "$limit" "$POSENC" "$@" | tr -cd , > commas && [ "$(wc -c < commas)" = "$wanted" ]
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
listed() {
    takes 65536 build large.ini --list && [ "$(wc -l < out)" = 20000 ] && [ "$(tail -n 1 out)" = "t19999${tab}o/t19999.h" ]
}
written() {
    within_memory 16384 "$POSENC" build small.ini && [ "$(find o -name 't*.h' -size +0 | wc -l)" = 500 ]
}
compared() { # and a difference in the last file is seen
    within_memory 16384 "$POSENC" build small.ini --check && echo >> o/t499.h &&
        ends 1 within_memory 16384 "$POSENC" build small.ini --check
}
empty() { # the first complaint of each table
    ends 2 within_memory 65536 "$POSENC" build empty.ini 2> errors && [ "$(wc -l < errors)" = 50000 ]
}
# twice: the files of a table are read again, except for a pipe
pipe() {
    printf '[pe]\npositions-file = p\nd-model = 8\noutput = o/pipe.h\n' > pipe.ini
    mkfifo p
    seq 8 > p &
    "$POSENC" build pipe.ini && [ -s o/pipe.h ] || { timeout 5 cat p; return 1; } # which lets seq end
    rm p && seq 8 > p && "$POSENC" build pipe.ini --check && seq 9 > p &&
        ends 1 "$POSENC" build pipe.ini --check
}
too_many() {
    awk 'BEGIN { print "[a]"; for (k = 0; k < 4500000; k++) print "x" }' > lines.ini
    ends 2 "$POSENC" build lines.ini 2> errors &&
        echo 'posenc: lines.ini: 1 tables in 4500001 lines take about 3 GiB of memory, which is over 2 GiB' | diff - errors
}

# around N: a template with N bytes before each entry, and before each row
around() {
    bytes=$(printf "%$1s" '' | tr ' ' x)
    printf '%%%% rows\n%s\n%s@value@,\n%%%% end\n' "$bytes" "$bytes"
}
around 100000 > wide.template
# a template whose lines have room for many entries, with pieces of any size
around 1 > narrow.template
piped "$POSENC" --template narrow.template --max-len 2 --d-model 10000 | tr -s 'x ' '\n' | tr -d , | grep . > numbers
lines() {
    around "$1" > some.template
    "$POSENC" --template some.template --max-len 2 --d-model 10000 --threads 2 -o some.txt &&
        [ "$(grep -c '^x*$' some.txt)" = 2 ] && [ "$(wc -l < numbers)" = 20000 ] &&
        grep , some.txt | sed 's/^x*//; s/, x*\(.\)/\n\1/g; s/,//g' | cmp - numbers
}
strings() {
    { printf '%%%% rows\n"'; awk 'BEGIN { printf "%1100s", "" }'; printf '@bytes@"\n%%%% end\n'; } > strings.template
    ends 2 "$POSENC" --template strings.template --max-len 8 --d-model 8 2> errors &&
        echo "strings.template:2: more than 1024 bytes around '@bytes@'" | diff - errors
}
frequencies='--component frequency --spacing column --d-model 100000 --max-len 2 --format raw'
of_mpfr() {
    words='--d-model 20000 --max-len 8'
    takes 85536 --engine mpfr --threads 16 $words && piped "$POSENC" $words | cmp - out
}

check_rows "$root/tests/files/memory.tsv"
plan
