#!/bin/sh
# SPDX-License-Identifier: MIT
# The facts about other systems, gen/words/*.ini: each row says where it was read, and has words that posenc accepts.
. "$(dirname "$0")/../tap.sh"
facts=$dir/facts commit='[0-9a-f]\{40\}'
mkdir "$facts" && cp $(find "$root/gen" -name "*.ini") "$facts" || exit 1

# rows FILE: each section as one line "name|key = value|key = value..."
rows() {
    awk '/^[#;]/ || /^$/ { next } /^\[/ { if (row) print row; row = substr($0, 2, length($0) - 2); next }
        /^ / { sub(/^ +/, " "); row = row $0; next } { row = row "|" $0 } END { print row }' "$facts/$1"
}
# A preset or an alias has a repository, a file, a function and a commit, except two tables of samples.
sources() {
    rows "$1.ini" > rows && [ "$(wc -l < rows)" -ge "$2" ] && [ "$(wc -l < rows)" = "$(grep -c '^\[' "$facts/$1.ini")" ] &&
        sed -i '/^\(sine\|twiddle\)|/d' rows && ends 1 grep -vE '\|about = [A-Za-z].*\|repository = [^ |/]+/[^ |/]+\|path = [^ |]+\|function = [^|]+\|revision = [0-9a-f]{40}$' rows
}
# Each row's words, with suitable sizes, make a table; it is the table of the row's name, if that has only one.
words_taken() {
    tried=0
    rows "$1.ini" > rows
    while IFS='|' read -r name rest; do
        words=$(printf '%s\n' "$rest" | tr '|' '\n' | sed -nE '/^(about|search|explanation|square|head|parameters|repository|path|function|revision) = /!s/^([a-z0-9-]+) = (.*)/--\1 "\2"/p' | tr '\n' ' ')
        tried=$((tried + 1))
        # those of a grid suit some number of axes, and the width of some model
        for sizes in '--max-len 6' '--max-len 6 --d-model 24' '--grid 4x2 --d-model 24' '--grid 4x4 --d-model 88' '--grid 2x4x2 --d-model 24' \
            '--grid 2x4x2 --d-model 64' '--grid 2x4x2 --d-model 72' '--grid 2x4x2 --d-model 112' '--grid 2x4x2 --d-model 128' \
            '--grid 2x2x4x2 --d-model 24' '--grid 2x2x4x2 --d-model 128' none; do
            [ "$sizes" = none ] && { echo "no sizes suit $name: $words"; return 1; }
            case $sizes:$rest in *' 4x2 '*'|square = yes|'*) continue ;; esac
            # shellcheck disable=SC2086
            eval "\"$POSENC\" $sizes $words --type f64 --format raw" > by_words 2> why && break
        done
        [ "$1" = aliases ] && [ "$(grep -c "^$name|" rows)" -gt 1 ] && continue
        grep -qxF "$name" names && [ "$1" = aliases ] && continue
        # shellcheck disable=SC2086
        piped "$POSENC" $sizes --preset "$name" --type f64 --format raw | cmp - by_words || { echo "$name is not $words"; return 1; }
    done < rows
    [ "$tried" -ge "$2" ]
}
named_once() { # and each alias names one
    rows presets.ini | cut -d '|' -f 1 | sort > names && [ -s names ] && [ -z "$(uniq -d names)" ] &&
        rows aliases.ini | sed 's/.*|preset = \([^|]*\).*/\1/' | sort -u > named && all_in 30 named names
}
no_repetition() {
    rows presets.ini | sed '/^diffusers|/d; s/|about = .*//; s/^[^|]*//' | sort > words && [ -s words ] && [ -z "$(uniq -d words)" ]
}

# A family has REPOSITORY@REVISION: PATH:LINE, or only PATH:LINE, whose revision is given above; a class may stand for a line. A family of transformers, except a
# tower, says where its defaults are and where its rotary embedding is made.
sourced() { # sourced ROWS
    one='([A-Za-z0-9._-]+/[A-Za-z0-9._-]+@[0-9a-f]{40}: )?[^ :]+\.(py|go):([0-9]+|[A-Z][A-Za-z0-9]+)'
    ends 1 grep -vE "\|source = $one(, ($one|:[0-9]+))*$" "$1" &&
        ends 1 awk -F '\\|source = ' '$1 !~ /\|vision = / && $2 !~ /^[^:]*@/ && $2 !~ /modeling_[a-z0-9_]+\.py:[0-9]/ { print; lacks = 1 }
            END { exit !lacks }' "$1"
}
families_sourced() {
    rows families.ini > rows && at_least 180 rows && sourced rows && tr -d '\n#' < "$facts/families.ini" | tr -s ' ' |
        grep "A path alone is that of huggingface/transformers at commit $commit, below src/transformers/models"
}
are_json() { # read as one array
    ${CC:-cc} -o json_value "$root/tests/words/json_value.c" -ljansson && rows families.ini | tr '|' '\n' |
        sed -n 's/^\(rule\|class\) = //p' > json && at_least 10 json &&
        { echo '[' && sed '$!s/$/,/' json && echo ']'; } | ./json_value 9 > tenth && [ -s tenth ]
}
unsourced() { # unsourced SOURCE...: each is refused, beside a right one
    printf '%s\n' 'llama|source = llama/configuration_llama.py:31, modeling_llama.py:93' > unsourced && sourced unsourced || return 1
    for source in "$@"; do
        printf '%s\n' 'llama|head = quotient|source = llama/configuration_llama.py:31, modeling_llama.py:93' "x|head = quotient|source = $source" > unsourced
        sourced unsourced > /dev/null && { echo "takes $source"; return 1; }
    done
    true
}
check 'a source without line, revision or rotary embedding is seen' unsourced '' 'llama/configuration_llama.py' \
    'llama/configuration_llama.py:31' 'llama/configuration_llama.py:31, modeling_llama.py' 'LlamaConfig, modeling_llama.py:93' \
    'a/b: c/d.py:3' 'a/b@main: c/d.py:3' 'a/b@0123456789012345678901234567890123456789: c/d.py'
members() { # members FILE STRUCT...: the keys are those of the comment, and of the structure
    rows "$1.ini" | tr '|' '\n' | sed -n 's/^\([a-z-]*\) = .*/\1/p' | sort -u > keys && [ -s keys ] || return 1
    while read -r key; do
        sed -n '/^[^#]/q;p' "$facts/$1.ini" | grep -qE "^# *(.*, )?${key}[ ,]" || { echo "$1.ini does not say what $key is"; return 1; }
    done < keys
}
shown() { # its words, if it isn't refused
    "$POSENC" presets "$1" 2> none || [ $? = 2 ]
}
published() { # except for files of factors
    for config in "$root"/tests/golden/configs/*.json; do
        piped shown "$config"
    done | sed -n 's/.*--scaling \([a-z0-9]*:[^ ]*\).*/\1/p' | grep -v longrope: |
        sed 's/,low=1,high=4//; s/,beta-fast=32//; s/,beta-slow=1//' | LC_ALL=C sort -u > wanted
    rows published_rules.ini | cut -d '|' -f 1 | LC_ALL=C sort -u > listed
    [ "$(wc -l < wanted)" -ge 15 ] && [ -z "$(LC_ALL=C comm -23 wanted listed)" ] || { LC_ALL=C comm -23 wanted listed; return 1; }
}

# The build refuses a section that isn't a valid row.
refuses() {
    printf '%b' "$1" > presets.ini
    ends 1 sh "$root/templates/rows_to_c.sh" presets.ini > stdout 2> stderr && grep -qxF "presets.ini:$2" stderr
}
lines() { # an explanation keeps its lines, and what stands in front of them beyond four blanks
    printf '[max-len]\nexplanation =\n    a  b\n      "c"\nmeaning = d\n    e\nchoices = f g\n' > words.ini &&
        sh "$root/templates/rows_to_c.sh" words.ini > stdout && grep -qF '.explanation = "a  b\n  \"c\"",' stdout &&
        grep -qF '.meaning = "d e",' stdout && grep -qF '[MAX_LEN] = {.name = "max-len",' stdout &&
        grep -qF '.choices = (const char *const[]){"f", "g", NULL},' stdout
}
names() { # the enumerations of rules and of their keys, each key once; an option may have another name
    printf '[none]\n\n[a-b]\nkeys = x-y=F [z=G]\n\n[c]\nformula = d\n    [e]\nkeys = z=1 v=H\n' > scaling_rules.ini &&
        printf '[d]\nconstant = E\nletter = f\n\n[g-h]\nmeaning = i\n' > run_options.ini &&
        cat > wanted << 'end' &&
enum scaling_rule {
    RULE_NONE,
    RULE_A_B,
    RULE_C,
    RULES
};
enum rope_value {
    ROPE_X_Y,
    ROPE_Z,
    ROPE_V,
    ROPE_VALUES
};
enum run_option {
    E = WORDS,
    G_H,
    OPTIONS
};
end
        for file in scaling_rules.ini run_options.ini; do sh "$root/templates/rows_to_c.sh" --names $file; done > made &&
        cmp wanted made && sh "$root/templates/rows_to_c.sh" run_options.ini > stdout && ! grep constant stdout
}
choices() {
    printf '[a]\nchoices = b c,d e-f\nvalues = g\n\n[h]\nchoices = i\n' > words.ini && cat > wanted << 'end' &&
#ifndef POSENC_ROWS_CHOICES_H
#define POSENC_ROWS_CHOICES_H
enum g {
    G_B,
    G_C_D,
    G_E_F,
};
#endif
end
        sh "$root/templates/rows_to_c.sh" --choices words.ini | cmp wanted - &&
        sh "$root/templates/rows_to_c.sh" words.ini > stdout && ! grep values stdout
}
check_rows "$root/tests/words/facts.tsv"
plan
