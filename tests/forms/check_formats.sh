#!/bin/sh
# SPDX-License-Identifier: MIT
# Formats other than C: compilers and readers of each language get the bits of the raw table, for every element
# type, including zeros of both signs, subnormal numbers and the ends of fixed point.
. "$(dirname "$0")/../tap.sh"
readers=$root/tests/forms/readers
. "$root/tests/forms/tables.sh"

for type in $types; do needed table $type $type.raw --format raw; done
needed pair_raw f32
arrays="$types pair_cos pair_sin" # each of its type, and two of a pair
has_all_kinds() {
    od -An -v -tx4 f32.raw | tr -s ' ' '\n' > f32 && od -An -v -tx8 f64.raw | tr -s ' ' '\n' > f64 &&
        od -An -v -td4 q31.raw | tr -s ' ' '\n' > q31 && od -An -v -td1 s8.raw | tr -s ' ' '\n' > s8 || return 1
    grep -qx 80000000 f32 && grep -qx 80000001 f32 && grep -qx 00000001 f32 && grep -qx 3f800000 f32 &&
        grep -qx 8000000000000000 f64 && grep -qx 0000000000000001 f64 && grep -qx -e -2147483648 q31 &&
        grep -qx 2147483647 q31 && grep -qx -e -127 s8
}
want() { # want ARRAY...
    for array in "$@"; do cat "$array.raw"; done > want
}

# --- C++

cpp() { # cpp COMPILER LITERAL-OF-FLOATS STANDARD
    pair f32 pair.hpp --literal $2 || return 1
    for type in $types; do
        case $type in
        f32 | f64) table $type $type.hpp --literal $2 ;;
        *) table $type $type.hpp ;;
        esac || return 1
    done
    for array in $arrays; do cat $array.raw $array.raw; done > want
    $1 -std=$3 -Wall -Wextra -pedantic -Werror -I . -I "$consumers" -o use "$readers/reader.cpp" && ./use | cmp - want
}
long_command() {
    "$POSENC" --max-len 5 --d-model 4 --amplitude 123456789/987654321 --base 123456789123456789 --first 1234567 \
        --name a_name_that_is_long_enough_to_break_the_line -o long.hpp && grep -q '\\$' long.hpp &&
        echo '#include "long.hpp"' > long.cpp && $1 -std=c++17 -Wall -Wextra -Werror -c -o long.o long.cpp
}

# --- Rust

rust() {
    for type in $types; do table $type $type.rs --name t_$type || return 1; done
    pair f32 pair.rs && want $arrays
    cp "$readers/reader.rs" . && rustc -o use_rust reader.rs && ./use_rust | cmp - want
}

# --- Go, which has no constant -0: its floats begin at positive entries

go_table() {
    case $1 in
    f32) floats='--max-len 14 --d-model 6 --first 1e-44 --step -7e-46 --base 1e-44' ;;
    f64) floats='--max-len 14 --d-model 6 --first 1e-322 --step -72e-325 --base 1e-200' ;;
    *) floats=$(words_of $1) ;;
    esac
    type=$1
    shift
    "$POSENC" $floats --type $type --name "pe_$type" "$@" || return 1
}
go_reads() {
    rm -rf go && mkdir go && cp "$readers/reader.go" go/main.go
    for type in $types; do
        case $type in
        f32 | f64) go_table $type --literal $1 --package main -o go/pe_$type.go ;;
        *) go_table $type --package main -o go/pe_$type.go ;;
        esac && go_table $type --format raw -o go/$type.raw || return 1
    done
    (cd go && pair q15 pe_pair.go --name pe_pair --package main && pair_raw q15 && want $arrays && go vet main.go pe_*.go &&
        GO111MODULE=off go build -o use main.go pe_*.go && ./use | cmp - want)
}
left_alone() { # by gofmt
    table q15 q15.go && pair q15 pair.go && [ -s q15.go ] && [ -s pair.go ] && gofmt -l q15.go pair.go > unlike_gofmt && [ ! -s unlike_gofmt ]
}
export GOCACHE="$dir/cache" GOFLAGS='' GO111MODULE=off
no_minus_zero() { # no_minus_zero TYPE LITERAL ROW COLUMN
    refused "posenc: minus: row $3, column $4: the entry is -0, which this language has no constant for" $(words_of "$1") \
        --type $1 --name minus --literal $2 -o minus.go
}
first_minus_zero() { # the first of many, for any threads; and no byte, into a file or to standard output
    many='--max-len 60000 --d-model 6 --first 30000 --step -1 --base 1e200 --format go'
    for threads in 1 2 3 7 7 7 7 7; do
        for output in minus.go -; do
            refused 'posenc: pe_60000x6: row 30001, column 2: the entry is -0, which this language has no constant for' \
                $many --threads $threads -o $output || return 1
        done
    done
}

# --- licences and copyrights, with all signs that they may have

noticed() { # noticed FILE COMMAND...: the command accepts the file
    file=$1
    shift
    table q15 "$file" --spdx '(MIT-0 OR (Zlib AND 0BSD)) AND GPL-2.0+ WITH x-exception' \
        --copyright '2026 A_b.c+d-e=f~g, <h@i.j>: (k; l) & https://m//n/ -- o' && "$@" || return 1
}
echo 'module empty; endmodule' > empty.sv
skip zig 'Debian has no zig: its template is compiled by nothing here'

# --- Verilog

verilog() {
    for type in $types; do
        table $type $type.mem || return 1
        od -An -v -tx$(($(wc -c < $type.raw) / 114)) -w$(($(wc -c < $type.raw) / 114)) $type.raw | tr -d ' '
    done > want
    iverilog -Wall -o use_verilog "$readers/reader.v" && vvp -n use_verilog > got && ! grep -i warning got && cmp got want
}

# --- JSON

wide='--max-len 2 --d-model 20001' tall='--max-len 9000 --d-model 2'
for shape in wide tall; do
    words=$(eval "echo \$$shape")
    needed "$POSENC" $words -o $shape.json
    needed "$POSENC" $words --format raw -o $shape.raw
done
for type in $types; do needed table $type $type.json; done
needed pair f32 pair.json
python_reads() {
    want $types wide tall pair_cos pair_sin
    $python "$readers/read_json.py" $(for file in $types wide tall pair; do echo $file.json; done) | cmp - want
}
if python=$(python_with json); then check 'python, JSON' python_reads; else skip 'python, JSON' 'not installed'; fi
node_reads() {
    want f32 f64 $fixed wide tall
    node "$readers/read_json.js" $(for type in f32 f64 $fixed wide tall; do echo $type.json; done) > got && cmp got want
}

# --- NumPy, and its own reading of the raw bytes

for type in $types; do needed table $type $type.npy; done
quantizes() {
    words='--max-len 300 --d-model 64 --format npy'
    "$POSENC" $words --type f64 -o values.npy &&
        "$POSENC" $words --type u8 --scale 1/127 --zero-point 128 -o quantized_u8.npy &&
        "$POSENC" $words --type i8 --scale 0.0078125 -o quantized_i8.npy &&
        "$POSENC" $words --type u16 --scale 2/65535 --zero-point 32768 -o quantized_u16.npy &&
        "$POSENC" $words --type i16 --scale 1/30000 --zero-point -7 -o quantized_i16.npy && $python "$readers/quantize.py"
}
if python=$(python_with numpy); then
    check 'numpy' $python "$readers/read_npy.py"
    check 'numpy quantizes as ONNX says, and has the same integers' quantizes
else
    skip numpy 'not installed'
fi
check_rows "$root/tests/forms/formats.tsv"
plan
