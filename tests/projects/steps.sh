# For scripts of this folder, to be sourced after tap.sh: steps of a build, and what they say.
# shellcheck disable=SC2154 # $dir of tap.sh

# step COMMAND...: runs it; what it says is in $dir/said
step() {
    "$@" > "$dir/said" 2>&1 || { cat "$dir/said"; return 1; }
}
says() {
    grep -qE -e "$1" "$dir/said" || { cat "$dir/said"; echo "this does not say: $1"; return 1; }
}
silent() {
    ! grep -E -e "$1" "$dir/said"
}
