#!/bin/sh
# SPDX-License-Identifier: MIT
# Files over 4 GiB: every row is in its place, an audit reads it there, and a comparison notices a change of the last byte.
. "$(dirname "$0")/../tap.sh"
rows=1100000 # of 4096 bytes
[ "$(df -Pk . | awk 'NR == 2 { print $4 }')" -ge 6000000 ] || skip_all 'files over 4 GiB' "less than 6 GB free in $dir"
words="--max-len $rows --d-model 1024"
printf '[large]\nmax-len = %d\nd-model = 1024\noutput = large.npy\n' $rows > large.ini

built() {
    "$POSENC" build large.ini && [ "$(wc -c < large.npy)" = $((rows * 4096 + 128)) ]
}
check 'a file of 4.5 GB' built
# at ROW: the 16 rows from there on
at() {
    "$POSENC" $words --rows $1:$(($1 + 16)) --format raw > want && [ "$(wc -c < want)" = 65536 ] &&
        tail -c +$((129 + $1 * 4096)) large.npy | head -c 65536 | cmp - want
}
for row in 0 524280 1048568 $((rows - 16)); do # those about 2^31 and 2^32 bytes too
    check "rows from $row on" at $row
done
audited() {
    "$POSENC" audit large.npy $words > audit && grep -x 'not correctly rounded: 0' audit
}
check 'an audit finds no wrong entry' audited
check 'build --check finds no difference' "$POSENC" build --check large.ini
# The last byte is another.
changed() {
    printf '\1' | dd of=large.npy bs=1 seek=$((rows * 4096 + 127)) conv=notrunc 2> dd.log && ends 1 "$POSENC" build --check large.ini
}
check 'build --check sees the last byte' changed
plan
