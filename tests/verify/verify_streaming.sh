# SPDX-License-Identifier: MIT
# Memory does not grow with the table: 4 GiB of f32, raw and as C text (14 GB), position-major and
# channel-major, in less than 64 MiB.
. "$(dirname "$0")/../tap.sh"

rows=1048576
peak() {
    within_memory 65536 "$POSENC" --max-len $rows --d-model 1024 "$@" -o /dev/null
}
check 'raw' peak --format raw
check 'raw, channel-major' peak --format raw --axes channel-major
check 'C text' peak
check 'C text, channel-major' peak --axes channel-major
rows=131072 # half of the text waits in a file of 900 MB
check 'C text of a pair' peak --component cos,sin
plan
