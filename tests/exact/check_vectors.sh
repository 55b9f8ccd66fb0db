# SPDX-License-Identifier: MIT
# Entries that are hard to round, through the whole command: those of tests/unit/hard_vectors.h. Every engine rounds them, and
# `show` finds that they are the hardest of their tables.
. "$(dirname "$0")/../tap.sh"

# "TYPE FUNCTION BASE POSITION BITS" a line
tr '\n' ' ' < "$root/tests/unit/hard_vectors.h" | grep -o '{"[^}]*0x[0-9a-f]*}' | tr -d '{}"' |
    tr ',' ' ' > "$dir/vectors"

# entry WORD...: column 2 or 3 (sine or cosine of pair 1) of one row as hexadecimal digits
entry() {
    piped "$POSENC" --d-model 4 --max-len 1 --format raw --endian big --base "$base" --type "$type" "$@" |
        od -An -v -tx1 | tr -d ' \n'
}

# rounded ENGINE POSITION WANT
rounded() {
    digits=$(printf %s "$3" | wc -c)
    column=2
    [ "$function" = COSINE ] && column=3
    got=$(entry --engine "$1" --first "$2" | cut -c $((column * digits + 1))-$(((column + 1) * digits)))
    [ "$got" = "$3" ] || { echo "got $got, want $3"; return 1; }
}

# hardest FUNCTION: the entry of the vector is the hardest of the rows from its position on, and of the rows around it
hardest() {
    for rows in 1 3; do
        piped "$POSENC" show --csv --hardest 1 --type "$type" --base "$base" --max-len $rows --d-model 4 --columns 2:4 \
            --first "$position-$((rows / 2))" | grep '^midpoint' > line || return 1
        [ "$(awk -F, '{ print $3, $5, $17 }' line)" = "$position $1 p*w1 $bits" ] || { cat line; return 1; }
        awk -F, '{ exit !($8 < 1e-2 && $8 > -1e-2 && $6 "" != $7 "") }' line || return 1
    done
}

while read -r type function base position bits; do
    for engine in auto double wide mpfr; do
        check "$type, $function of position $position, base $base, engine $engine" \
            rounded $engine "$position" "${bits#0x}"
    done
    case $function in SINE) name=sin ;; *) name=cos ;; esac
    ! with_audit || check "the hardest of its table: $name of $position, base $base, $type" hardest $name
done < "$dir/vectors"
vectors=$(grep -c '^    {"' "$root/tests/unit/hard_vectors.h")
check "all the vectors were read: $tap_count checks of $vectors" test "$vectors" -ge 10 -a $tap_count = $(($(with_audit && echo 5 || echo 4) * vectors))
plan
