# For check_chains.sh and verify_chains.sh, to be sourced after tap.sh: how many entries a chain of
# roundings, by way of f32, gets wrong.
# shellcheck disable=SC2154 # $root and $dir are of tap.sh

check 'the chain of roundings builds' ${CC:-cc} -std=c11 -D_XOPEN_SOURCE=700 -O2 -o "$dir/chain" \
    "$root/tests/exact/chain.c" -lm
mkfifo "$dir/f32" "$dir/own"

# differ COUNT ROWS TYPE WORD...: of the ROWS x 512 table, COUNT entries differ; both tables stream
differ() {
    wrong=$1 rows=$2 type=$3
    shift 3
    "$POSENC" --max-len "$rows" --d-model 512 --format raw > "$dir/f32" &
    "$POSENC" --max-len "$rows" --d-model 512 --format raw "$@" > "$dir/own" &
    got=$("$dir/chain" "$type" "$dir/f32" "$dir/own")
    status=$?
    wait
    [ $status = 0 ] && [ "$got" = "$wrong" ] || { echo "$got, not $wrong; exit status $status"; return 1; }
}
