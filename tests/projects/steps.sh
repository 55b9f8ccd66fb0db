# SPDX-License-Identifier: MIT
# For scripts of this folder, to be sourced after tap.sh: steps of a build, and their output.
# shellcheck disable=SC2034,SC2154 # $dir of tap.sh, $posenc of the script, which reads $model

# step COMMAND...: runs it; its output is in $dir/said
step() {
    "$@" > "$dir/said" 2>&1 || { cat "$dir/said"; return 1; }
}
says() {
    grep -qE -e "$1" "$dir/said" || { cat "$dir/said"; echo "this does not say: $1"; return 1; }
}
silent() {
    ! grep -E -e "$1" "$dir/said"
}
# as_given FILE WORD...: the file has the bytes that the program makes of the words
as_given() {
    file=$1
    shift
    mkdir -p "$dir/as_given" && "$posenc" "$@" -o "$dir/as_given/${file##*/}" && cmp "$file" "$dir/as_given/${file##*/}"
}
# a model of two tables
model='{"model_type": "gemma3_text", "head_dim": 4, "rope_theta": 500, "rope_local_base_freq": 10000}'
