#!/bin/sh
# Factored tables against the oracles, which share no sine with the program: what the compiled functions compute is the
# correctly rounded value of each entry.
. "$(dirname "$0")/../tap.sh"
. "$root/tests/types.sh"

# computes TYPE WORD...: rows from t_copy, and then the same entries from t_at
computes() {
    type=$1
    shift
    "$POSENC" --type $type "$@" --name t --factored exact -o t.h &&
        gcc -std=c99 -O2 -I . -I "$consumers" -DHEADER='"t.h"' -DTYPE="$(c_type_of $type)" -o use "$consumers/copied.c" &&
        ./use > both || return 1
    bytes=$(($(wc -c < both) / 2))
    [ $bytes -gt 0 ] && head -c $bytes both > rows && tail -c $bytes both | cmp - rows
}
# exact ORACLE MAX_LEN D_MODEL TYPE WORD...
agrees() {
    oracle=$1 size="--max-len $2 --d-model $3" of=$4
    shift 4
    computes $of $size "$@" && "$tests/$oracle" $size --type $of "$@" < rows
}
exact() {
    check "$2 x $3, $4 $5" agrees $1 $2 $3 $4 $5
}

# the core has samples
rows=4096 columns=512
[ ! "${CORE-}" ] || rows=300 columns=32
for each in q7 q15 q31 f32; do
    for words in '' '--base 2' '--base 100 --layout halves' '--base 5e5' '--base 1e6 --order cos-sin' '--step 1/4' \
        '--first -1000' '--step 2pi/50 --spacing endpoint'; do
        exact oracle $rows $columns $each "$words"
    done
    exact oracle $((rows - 1)) $columns $each ''
    exact oracle_words $rows $((columns / 4)) $each \
        "--base 5e5 --scaling llama3:factor=8,original=$((rows / 8)) --component cos --repeat halves"
done

for base in 1e8 1e12; do
    exact oracle $rows $columns f32 "--base $base"
    check "base $base has shifts" grep -q 't_shift\[' t.h
done

# The oracle must see what is wrong in the functions.
sees() { # sees CHANGE WORD...: as sed changes the source
    change=$1
    shift
    computes "$@" && sed "$change" t.h > wrong.h && unlike t.h wrong.h &&
        gcc -std=c99 -O2 -I . -I "$consumers" -DHEADER='"wrong.h"' -DTYPE="$(c_type_of $type)" -o use "$consumers/copied.c" &&
        ./use > both && head -c $bytes both > rows && shift && ends 1 "$tests/oracle" --type $type "$@" < rows
}
small='--max-len 300 --d-model 32'
check_rows "$root/tests/exact/factored_seen.tsv" everywhere
[ "${CORE-}" ] || check_rows "$root/tests/exact/factored_seen.tsv" large
plan
