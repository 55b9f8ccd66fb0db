#!/bin/sh
# make layers: silent on the tree, and one line for each way to break its rules in a copy.
. "$(dirname "$0")/../tap.sh"

# layers TREE
layers() {
    (cd "$1" && awk -f "$root/tests/lint/layers.awk" gen/*/*.[ch] gen/main.c)
}
check 'the tree keeps its layers' eval 'layers "$root" > "$dir/said" 2>&1 && [ ! -s "$dir/said" ]'

# broken FOLDER LINE COMPLAINT: a copy of gen/ with that line at the end of a file of that folder has one complaint
broken() {
    rm -rf "$dir/copy" && mkdir "$dir/copy" && cp -R "$root/gen" "$dir/copy" && cd "$dir/copy" || return 1
    file=$(ls "gen/$1"/*.c | head -n 1)
    echo "$2" >> "$file"
    ends 1 layers . 2> "$dir/said" && echo "$file:$(wc -l < "$file"): $3" | diff - "$dir/said"
}
check 'a header of a folder further down' broken base '#include "words/words.h"' 'base must not include "words/words.h"'
check 'a header of the folder that is next' broken exact '#include "words/words.h"' 'exact must not include "words/words.h"'
check 'a folder that is not there' broken cli '#include "none/none.h"' 'cli must not include "none/none.h"'
check 'a header without its folder' broken engine '#include "rows.h"' 'engine must not include "rows.h"'
check 'MPFR outside exact/' broken table '#include <mpfr.h>' 'only in exact: #include <mpfr.h>'
check 'a long comment' broken table "/* $(printf %0121d 0) */" 'a line of 127 columns'
check 'a file opened outside base/' broken emit 'int x = open("a", 0);' 'only in base: int x = open("a", 0);'
check 'an end of the program outside base/' broken emit 'void x(void) { exit(1); }' 'only in base: void x(void) { exit(1); }'
for folder in base engine; do
    for call in 'die(DIE_REQUEST, "a");' 'die_in("a", 1, "b");'; do
        check "an end of the program in $folder/: $call" broken $folder "void x(void) { $call }" \
            "a wrong request must not end the program here: void x(void) { $call }"
    done
done
same_name() {
    rm -rf "$dir/copy" && mkdir "$dir/copy" && cp -R "$root/gen" "$dir/copy" && cp "$dir/copy/gen/base/text.h" "$dir/copy/gen/cli" &&
        ends 1 layers "$dir/copy" 2> "$dir/said" && grep 'text\.h: .*text\.h has the same name' "$dir/said"
}
check 'two files of one name' same_name
cd /
plan
