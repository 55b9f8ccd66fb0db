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
long='base/integer.h has a function for that:'
check 'a count to GMP, in 32 bits' broken table 'void x(uint64_t n) { mpz_set_ui(z, n); }' "$long mpz_set_ui of n"
check 'one of two numbers' broken table 'void x(uint64_t n) { mpq_set_si(q, (long)f(n, 1), 2); }' "$long mpq_set_si of (long)f(n, 1)"
check 'a constant of 40 bits' broken words 'int x = mpz_cmp_ui(z, 1099511627776);' "$long mpz_cmp_ui of 1099511627776"
check 'a macro, which need not be an int' broken words 'int x = mpz_cmp_ui(z, CHOICE_ENTRIES) > 0;' "$long CHOICE_ENTRIES is no int"
check 'a count from GMP' broken emit 'uint64_t x(void) { return mpz_get_ui(z); }' "$long mpz_get_ui of z"
check 'a count to MPFR' broken exact 'void x(long n) { mpfr_add_si(y, y, n, MPFR_RNDD); }' "$long mpfr_add_si of n"
check 'a call of two lines' broken exact "$(printf 'void x(long n) { mpz_ui_pow_ui(f(y,\n2), 10, n); }')" "$long mpz_ui_pow_ui of n"
same_name() {
    rm -rf "$dir/copy" && mkdir "$dir/copy" && cp -R "$root/gen" "$dir/copy" && cp "$dir/copy/gen/base/text.h" "$dir/copy/gen/cli" &&
        ends 1 layers "$dir/copy" 2> "$dir/said" && grep 'text\.h: .*text\.h has the same name' "$dir/said"
}
check 'two files of one name' same_name
plan
