# Entries that are hard to round, through the whole command: those of tests/unit/hard_vectors.h.
. "$(dirname "$0")/../tap.sh"

# "TYPE FUNCTION BASE POSITION BITS" a line
tr '\n' ' ' < "$root/tests/unit/hard_vectors.h" | grep -o '{"[^}]*0x[0-9a-f]*}' | tr -d '{}"' |
    tr ',' ' ' > "$dir/vectors"

# entry WORD...: column 2 or 3 (sine or cosine of pair 1) of one row as hexadecimal digits
entry() {
    "$POSENC" --d-model 4 --max-len 1 --format raw --endian big --base "$base" --type "$type" "$@" |
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

while read -r type function base position bits; do
    for engine in auto double wide mpfr; do
        check "$type, $function of position $position, base $base, engine $engine" \
            rounded $engine "$position" "${bits#0x}"
    done
done < "$dir/vectors"
vectors=$(grep -c '^    {"' "$root/tests/unit/hard_vectors.h")
check "all the vectors were read: $count checks of $vectors" test "$vectors" -ge 10 -a $count = $((4 * vectors))
plan
