#!/bin/sh
# SPDX-License-Identifier: MIT
# Files that posenc audit reads: files of posenc in every readable format, type and literal; files of NumPy; and
# hostile files, which it refuses in one line, at once and in little memory.
. "$(dirname "$0")/../tap.sh"
words='--max-len 9 --d-model 6'

# clean ARGUMENT...: the file has the table of the words; clean_within KIB ARGUMENT...: in that much memory
clean() {
    clean_within 1048576 "$@"
}
clean_within() {
    most=$1
    shift
    within_memory $most "$POSENC" audit "$@" > "$dir/stdout" 2> "$dir/stderr" < /dev/null &&
        grep -qx 'not correctly rounded: 0' "$dir/stdout" || { cat "$dir/stdout" "$dir/stderr"; return 1; }
}

# --- files of posenc

mkdir "$dir/made"
cd "$dir/made" || exit 1
own() {
    "$POSENC" $words "$@" 2> "$dir/stderr"
}
reads() {
    clean $words "$@"
}
# own_type FILE WORDS TYPE WORD...: a file written with all these words is read with the last ones; the report has its shape and
# type
own_type() {
    own_file=$1 own_words=$2 of_type=$3
    shift 3
    rm -f pe.* && own --type $of_type "$@" $own_words -o $own_file && reads $own_file --type $of_type "$@" &&
        grep -qxF "$own_file: 9 x 6, $of_type" "$dir/stdout"
}
check_rows "$root/tests/audit/arrays.tsv" 'what posenc writes'

for file in pair.h pair.safetensors; do own --component cos,sin --name pair -o $file; done
own --literal bits --name table -o union.h
own --align 64 --section .tables --qualifiers volatile --literal hex -o placed.h
own --split 3 --name parts -o parts.c
own --factored exact --name small -o small.h
"$POSENC" --max-len 3000 --d-model 64 -o long.h
own --literal bytes -o bytes.h
own --literal bytes --name strings -o strings.c # a union of a type that only the header knows
own --format incbin -o incbin.c
own --format embed -o embed.c
own --type q15 -o q15.npy
# turned_away LINE FILE...: exit status 2, and just that line
turned_away() {
    echo "$1" > "$dir/lines"
    shift
    ends 2 "$POSENC" audit "$@" $words > "$dir/stdout" 2> "$dir/stderr" < /dev/null && [ ! -s "$dir/stdout" ] &&
        diff "$dir/lines" "$dir/stderr"
}
# cannot PATTERN WHY FILE: the first line of the file with the pattern is refused, with the reason
cannot() {
    turned_away "posenc: $3:$(grep -n "$1" "$3" | head -n 1 | cut -d: -f1): $2" "$3"
}
# as_text EXTENSION TYPE WORD...: a file of numbers has every entry of its table, of one column and of several
as_text() {
    text=$1 of_text=$2
    shift 2
    for shape in '--preset sine --max-len 61' '--max-len 7 --d-model 6 --first 1'; do
        case $text in
        csv) piped "$POSENC" $shape --type $of_text "$@" --format json | sed -n '/"table": \[/,$p' | grep '^ *-*[0-9]' | tr -d ' ' > table.csv ;;
        *) "$POSENC" $shape --type $of_text "$@" -o table.$text ;;
        esac && clean table.$text $shape --type $of_text "$@" || return 1
    done
}
# foreign EXTENSION WHAT: a file with this extension is known by its name
foreign() {
    cp x.rs "x.$1" && turned_away "posenc: x.$1: is $2: save its array as .npy or .safetensors" "x.$1"
}
cp "$root/tests/audit/variants.c" . || exit 1
# --- names of files

printf abcd > x.rs
taken='read as raw elements, because its name isn'"'"'t that of .npy, .safetensors, C or C++: '
cp x.rs x.bin
strange=$(printf 'a\nentries: 3.npy')
own -o "$strange"
check_rows "$root/tests/audit/arrays.tsv" everywhere

# --- files of NumPy

# shown SHAPE FILE: the first line has the shape of the file, if that isn't the table's
shown() {
    reads "$2" && grep -qxF "$2: 9 x 6, f32 (in the file: $1)" "$dir/stdout"
}
guessed() {
    numpy -c "import numpy as np; np.save('guess.npy', np.asfortranarray(np.load('plain.npy').view('<c8')))" &&
        "$POSENC" audit guess.npy --guess > guess.txt &&
        sed -n 3p guess.txt | grep -qx 'deviation: none, every entry is the exact one, correctly rounded' &&
        piped eval "$(sed -n '1s/^posenc/"$POSENC"/p' guess.txt) --format npy" | cmp plain.npy -
}
# what the diagnosis advises makes the audit clean
advised() {
    ends 1 "$POSENC" audit turned.npy > advice.txt &&
        grep -q '^transposed: columns are positions; .*; try --axes channel-major$' advice.txt && clean turned.npy --axes channel-major
}
if python=$(python_with numpy); then # rows need `numpy`
    numpy() {
        "$python" "$@"
    }
    own -o f32.npy
    own --type f64 -o f64.npy
    own --type bf16 -o bf16.npy
    numpy "$root/tests/audit/numpy_files.py"
    "$POSENC" --max-len 40 --d-model 24 --order cos-sin --format npy -o plain.npy
fi
check_rows "$root/tests/audit/arrays.tsv" NumPy

# --- hostile files

# turned_down_soon FILE: in one line about it, in ten seconds of processor time, of which ThreadSanitizer takes ten times as much, and
# 256 MiB of memory
seconds=10
! sanitized || seconds=100
turned_down_soon() {
    (
        ulimit -t $seconds
        ends 2 within_memory 262144 timeout $((6 * seconds)) "$POSENC" audit "$1" $words > "$dir/stdout" 2> "$dir/stderr" < /dev/null
    ) && [ ! -s "$dir/stdout" ] && [ "$(wc -l < "$dir/stderr")" = 1 ] &&
        case $(cat "$dir/stderr") in "posenc: ${1%:a}:"* | "posenc: '$1' names no file") ;; *) false ;; esac || { cat "$dir/stdout" "$dir/stderr"; return 1; }
}
tens=10 # of the smaller sizes and counts of a core run
[ ! "${CORE:-}" ] || tens=1
mkdir "$dir/hostile"
cd "$dir/hostile" || exit 1
npy() { # FILE DICTIONARY, of a length below 128
    printf "\\223NUMPY\\001\\000\\$(printf %03o ${#2})\\000%s" "$2" > "$1"
}
tensors() { # FILE HEADER, of a length below 256
    printf "\\$(printf %03o ${#2})\\000\\000\\000\\000\\000\\000\\000%s" "$2" > "$1"
}
own -o whole.npy
head -c 100 whole.npy > header_cut.npy
head -c 300 whole.npy > cut.npy
{ cat whole.npy; echo; } > longer.npy
printf '\223NUMPY\002\000\377\377\377\377{' > long_header.npy
npy overflow.npy "{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296), }"
npy wraps.npy "{'descr': '<f4', 'fortran_order': False, 'shape': (4611686018427387904,), }"
npy code.npy "__import__('os').system('touch evil')"
own -o whole.safetensors
head -c 40 whole.safetensors > header_cut.safetensors
head -c $(($(wc -c < whole.safetensors) - 1)) whole.safetensors > cut.safetensors
printf '\000\000\000\000\002\000\000\000{}' > huge_header.safetensors
truncate -s 9G huge_header.safetensors
printf '\377\377\377\377\377\377\377\377{}' > largest_header.safetensors
tensors outside.safetensors '{"a":{"dtype":"F32","shape":[9,6],"data_offsets":[0,216]}}'
tensors backwards.safetensors '{"a":{"dtype":"F32","shape":[9,6],"data_offsets":[216,0]}}'
tensors overlaps.safetensors '{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},"b":{"dtype":"U8","shape":[2],"data_offsets":[1,3]}}'
printf abc >> overlaps.safetensors
tensors overflow.safetensors '{"a":{"dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,0]}}'
{ printf '\000\000\020\000\000\000\000\000'; head -c 1048576 /dev/zero | tr '\0' '['; } > nested.safetensors
{ printf '\000\000\040\000\000\000\000\000{"a":['; yes '{},' | tr -d '\n' | head -c 2097143; printf ']} '; } > objects.safetensors
truncate -s 4G zeros.c
{ printf 'float a[2] = {'; yes '0.5f, /* and */ 0.25f,' | head -n $((100000 * tens)); } > no_end.c
{ printf 'float a[] = '; head -c $((3000000 * tens)) /dev/zero | tr '\0' '{'; } > nested.c
{ printf 'float a[] = {'; head -c $((3000000 * tens)) /dev/zero | tr '\0' '('; } > parentheses.c
head -c $((3000000 * tens)) /dev/zero | tr '\0' '9' > number.c
head -c $((3000000 * tens)) /dev/zero | tr '\0' 'x' > name.c
{ printf '/*'; head -c $((3000000 * tens)) /dev/zero | tr '\0' '*'; } > comment.c
{ printf '#define x '; yes ' \' | head -n $((100000 * tens)); } > directive.c
yes 'float a(int b[], c d) { return x[3] = {1}; }' | head -n $((30000 * tens)) > functions.cpp
yes 'const std::array<std::array<std::array<' | head -n $((30000 * tens)) | tr -d '\n' > templates.cpp
head -c 3000 "$POSENC" > binary.c
head -c 3001 "$POSENC" > binary
cp "$POSENC" binary.npy
cp "$POSENC" binary.safetensors
: > empty
: > empty.c
: > empty.npy
: > empty.safetensors
mkdir folder folder.npy
mkfifo fifo fifo.npy fifo.c
ln -s loop loop
# A header that would take far more memory if it were read as JSON at once; the members of the second are small.
awk 'BEGIN {
    printf "{\"a\":{\"dtype\":\"F32\",\"shape\":[9,6],\"data_offsets\":[0,216]}"
    for (k = 0; k < 120000; k++) printf ",\"model.layers.%d.rotary_emb.inv_freq\":{\"dtype\":\"F32\",\"shape\":[0],\"data_offsets\":[216,216]}", k
    printf "}"
}' > header
many() {
    size=$(wc -c < header)
    [ "$size" -gt 10000000 ] && [ "$size" -lt 16777216 ] &&
        { printf "\\$(printf %03o $((size % 256)))\\$(printf %03o $((size / 256 % 256)))\\$(printf %03o $((size / 65536)))\\0\\0\\0\\0\\0" &&
            cat header && tail -c 216 whole.npy; } > whole.many.safetensors &&
        clean_within 262144 whole.many.safetensors:a $words
}
check 'a header of 120000 tensors' many
rm -f header
for file in *; do
    case $file in whole.*) continue ;; esac
    check "hostile: $file" turned_down_soon "$file"
done
for file in /dev/zero /dev/null /dev/tty none none.npy none:a '' :; do
    check "hostile: '$file'" turned_down_soon "$file"
done
check 'no code is run' [ ! -e evil ]

# --- changed copies of valid files

check 'changed copies of valid files' "$tests/fuzz_arrays" "$dir" $((4000 * tens)) 3

plan
