#!/bin/sh
# SPDX-License-Identifier: MIT
# docs/audit.md and docs/audit-exact-values.md: every command runs, on tables like those of the pages, and prints what they show.
. "$(dirname "$0")/../tap.sh"
with_audit || skip_all 'the page of audit/' 'no audit/'
page=$root/docs/audit.md values=$root/docs/audit-exact-values.md
on_path
mkdir work && cd work || exit 1

# --- the tables

theirs() {
    "$dir/their_tables" "$@"
}
# npy ROWS COLUMNS: raw floats from standard input as a file of NumPy
npy() {
    posenc --max-len "$1" --d-model "$2" --format npy > whole.npy && posenc --max-len "$1" --d-model "$2" --format raw > whole.bin &&
        head -c $(($(wc -c < whole.npy) - $(wc -c < whole.bin))) whole.npy && cat && rm whole.npy whole.bin
}
# bytes8 N: a number as eight bytes, the lowest first
bytes8() {
    n=$1
    for _ in 1 2 3 4 5 6 7 8; do
        printf "\\$(printf %03o $((n % 256)))"
        n=$((n / 256))
    done
}
checkpoint() {
    posenc --preset fairseq --max-len 64 --d-model 32 -o pe.bin && posenc --max-len 1 --d-model 32 --component frequency --base 500000 -o w.bin ||
        return 1
    header='{"encoder.pe":{"dtype":"F32","shape":[1,64,32],"data_offsets":[0,8192]},"inv_freq":{"dtype":"F32","shape":[16],"data_offsets":[8192,8256]}}'
    { bytes8 ${#header} && printf %s "$header" && cat pe.bin w.bin; } > model.safetensors && rm pe.bin w.bin
}
tables() {
    ${CC:-cc} -std=c11 -o "$dir/their_tables" "$root/tests/docs/their_tables.c" -lm || return 1
    small='--max-len 64 --d-model 32'
    posenc $small --spacing endpoint --layout halves -o wrong.npy && posenc $small --spacing column -o half.npy &&
        posenc $small --order cos-sin -o swapped.npy && posenc $small --first 1 -o shifted.npy && posenc $small --base 10001 -o nearly.npy &&
        posenc $small --format raw | theirs flip 167 30 | npy 64 32 > flipped.npy &&
        posenc $small --format raw | theirs ulp | npy 64 32 > last.npy &&
        theirs float32 4096 64 | npy 4096 64 > drifts.npy && theirs float32 1024 64 | npy 1024 64 > runtime_a.npy &&
        theirs pow 1024 64 | npy 1024 64 > runtime_b.npy &&
        npy 96 64 < "$root/tests/golden/pipelines/torch-exp-96x64.f32" > torch.npy && theirs header 64 32 > pe_2019.h && checkpoint && posenc $small --type i8 --scale 1/127 -o pe_i8.bin &&
        posenc --max-len 1024 --d-model 32 --type bf16 -o bf16.npy && { head -c 128 bf16.npy && theirs bf16 1024 32; } > cos.npy &&
        { seq 0 18 && seq 0 30; } > packed.txt && posenc --preset rope-vllm --positions-file packed.txt --d-model 32 -o packed.npy &&
        posenc --preset whisper --max-len 1500 --d-model 384 -o encoder.npy
}
check 'the tables' tables

# --- the commands

# judged COMMAND: runs it; exit status 0, or 1 for an audit
judged() {
    status=0
    sh -euc "$1" > said 2> wrong || status=$?
    case $1 in 'posenc audit '*) [ $status -le 1 ] ;; *) [ $status = 0 ] ;; esac || { cat wrong; echo "exit status $status"; return 1; }
    made=$(echo "$1" | sed -n 's/.* \(>\|-o\) \([^ ]*\).*/\2/p')
    [ ! -s wrong ] && [ -s "${made:-said}" ]
}
# The table of symptoms: the output of each command contains the texts in backquotes in the last column.
says() {
    judged "$1" || return 1
    case $2 in *'exit status 0'*) [ $status = 0 ] || { echo "exit status $status"; return 1; } ;; esac
    echo "$2" | grep -o '`[^`]*`' | tr -d '`' > parts
    [ -s parts ] || return 1
    while read -r part; do
        grep -qF -e "$part" said || { echo "it doesn't say: $part"; cat said; return 1; }
    done < parts
}
sed -n '/^| symptom/,/^$/s/^| [^|]* | `\([^`]*\)`[^|]*| \(.*\) |$/\1	\2/p' "$page" > symptoms
check 'there are symptoms' at_least 12 symptoms
while IFS=$tab read -r command said; do
    check "$command" says "$command" "$said"
done < symptoms

# The commands between paragraphs, and their output if a block follows. A line "..." in the block stands for any number of lines.
awk '/^    posenc / { command = substr($0, 5); print command > "commands"; next } /^```text/ { n++; block = "block." n; print command > block; next }
    /^```/ { block = "" } block { print > block } /^[^ `]/ && !block { command = "" }' "$page" "$values"
check 'there are commands' at_least 9 commands
while read -r command; do
    check "$command" judged "$command"
done < commands
shows() {
    judged "$(head -n 1 "$1")" && sed 1d "$1" | awk -f "$root/tests/docs/shows.awk" - said
}
for block in block.*; do
    check "$(head -n 1 "$block"): the block" shows "$block"
done

# The line that runs a guess, also one with a word that a shell would split.
runs_a_guess() {
    line=$(sed -n 's/^`\([^`]*wrong\.npy --guess | head [^`]*pe\.h[^`]*\)`\. .*/\1/p' "$page") && [ "$line" ] && sh -euc "$line" &&
        posenc audit pe.h --preset whisper | grep -qx 'not correctly rounded: 0' && rm pe.h &&
        posenc --max-len 48 --d-model 32 --amplitude 'sqrt(2)' -o wrong.npy && posenc audit wrong.npy --guess | head -n 1 | grep -q "'" &&
        sh -euc "$line" && posenc audit pe.h --amplitude 'sqrt(2)' | grep -qx 'not correctly rounded: 0'
}
check 'the command of a guess can be run' runs_a_guess

# --- the pipelines are those of the source

pipelines() {
    sed -n 's/^    {"\([^"]*\)", [A-Z_]*, .*/\1/p' "$root/audit/pipelines/pipeline_rows.c" | sort -u > wanted
    at_least 10 wanted && sed -n '/^| pipeline/,/^$/p' "$page" | sed 1,2d | cut -d '|' -f 2 | grep -o '`[^`]*`' | tr -d '`' |
        sort | diff wanted -
}
check 'the page has the pipelines' pipelines
plan
