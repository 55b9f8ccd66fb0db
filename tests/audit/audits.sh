# SPDX-License-Identifier: MIT
# For scripts of this folder, to be sourced after tap.sh: running an audit, and checking its report.
# shellcheck disable=SC2154 # $dir and $root of tap.sh

# tools NAME...: builds these programs of this folder or of words/, as ./NAME
tools() {
    for tool; do
        ${CC:-cc} -std=c11 -O1 -Wall -ffp-contract=off -o "$dir/$tool" "$root"/tests/*/$tool.c -ljansson -lm || exit 1
    done
}
# audits STATUS ARGUMENT...: the audit ends with that status and nothing on standard error; the report is in $dir/report
audits() {
    audits_status=$1
    shift
    ends "$audits_status" "$POSENC" audit "$@" > "$dir/report" 2> "$dir/errors" < /dev/null &&
        [ -s "$dir/report" ] && [ ! -s "$dir/errors" ] || { cat "$dir/report" "$dir/errors"; return 1; }
}
# says LINE...: the report has these lines; LINE* matches a line that begins with LINE; `! TEXT`: no line begins with TEXT
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
# guess FILE WORD...: leaves the lines in `report`, and the command of the first one in $command
guess() {
    "$POSENC" audit "$@" --guess > report || { cat report; return 1; }
    command=$(sed -n '1s/^posenc --/--/p' report)
    [ "$command" ] && sed -n 2p report | grep '^match: ' &&
        sed -n 3p report | grep '^deviation: ' || { cat report; return 1; }
}
