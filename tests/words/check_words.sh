#!/bin/sh
# Valid requests. Words in other spellings or another order, with presets, or omitted make the same table (equivalences.tsv); sizes
# and formats follow from other words; help. refusals.tsv has the refusals.
. "$(dirname "$0")/../tap.sh"
check_table "$root/tests/words/equivalences.tsv"
rm -r "$dir/files"
small='--max-len 3 --d-model 4'
awk 'BEGIN { for (k = 1; k <= 10001; k++) print 1 "/" k }' > "$dir/long"
long_list="--max-len 2 --d-model 20002 --component frequency --frequencies $dir/long --format raw"

# --- outputs

# writes FILES EXPECTED WORD...: writes exactly these files; the first one equals EXPECTED
writes() {
    files=$1 expected=$2
    shift 2
    succeeds $small "$@" && [ "$(cd "$dir/cwd" && echo *)" = "$files" ] && cmp "$expected" "$dir/cwd/${files%% *}"
}

# --- help

help_names_every_word() {
    succeeds --help && cp "$dir/stdout" "$dir/help" || return 1
    for word in max-len d-model base spacing layout order axes first step odd type name format literal linkage preset \
        output if-changed rows engine threads verbose help version; do
        grep -q "^  .*--$word" "$dir/help" || { echo "no --$word"; return 1; }
    done
    for option in $(sed -n 's/^  .*\(--[a-z-]*\).*/\1/p' "$dir/help"); do
        refused_with '' "$option=" && ends 1 grep 'unknown option' "$dir/stderr" || return 1
    done
    awk 'length($0) > 99 && !/--format/ { print; bad = 1 } END { exit bad }' "$dir/help"
}
# help_is SAME WORD...: help with these words prints the same as with SAME, without a message
help_is() {
    succeeds $1 && [ -s "$dir/stdout" ] && cp "$dir/stdout" "$dir/a" && shift && succeeds "$@" && cmp "$dir/a" "$dir/stdout"
}
no_blanks() { # OPTION: its help has no blanks at line ends
    succeeds help "$1" && ends 1 grep ' $' "$dir/stdout"
}
explains() { # OPTION TEXT...
    succeeds help "$1" && shift && for text in "$@"; do grep -e "$text" "$dir/stdout" || { cat "$dir/stdout"; return 1; }; done
}
check_rows "$root/tests/words/words.tsv"
plan
