# For scripts of this folder, to be sourced after tap.sh: what an audit says.
# shellcheck disable=SC2154 # $dir and $root of tap.sh

# tools NAME...: builds these programs of this folder, as ./NAME
tools() {
    for tool; do
        ${CC:-cc} -std=c11 -O1 -Wall -ffp-contract=off -o "$dir/$tool" "$root/tests/audit/$tool.c" -ljansson -lm || exit 1
    done
}
# audits STATUS ARGUMENT...: ends so, with nothing on standard error, and leaves $dir/report
audits() {
    audits_status=$1
    shift
    ends "$audits_status" "$POSENC" audit "$@" > "$dir/report" 2> "$dir/errors" < /dev/null &&
        [ -s "$dir/report" ] && [ ! -s "$dir/errors" ] || { cat "$dir/report" "$dir/errors"; return 1; }
}
# says LINE...: these are lines of the report, or begin so before a star; of `! TEXT` no line begins so
says() {
    for says_line; do
        LINE=$says_line awk 'BEGIN { line = ENVIRON["LINE"]; none = sub(/^! /, "", line)
                begins = sub(/[*]$/, "", line) || none }
            begins ? index($0, line) == 1 : $0 == line { found = 1 }
            END { exit found == none }' "$dir/report" || { cat "$dir/report"; echo "not so: $says_line"; return 1; }
    done
}
# at KEY...: a value of the report in JSON
at() {
    "$dir/json_value" "$@" < "$dir/report"
}
