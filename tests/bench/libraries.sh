#!/bin/sh
# SPDX-License-Identifier: MIT
# docs/figures/libraries.tsv: how much of a library's table of 4096 x 64 its own way of computing explains, in %. Run it from the
# root of the tree, with python3 that has numpy and torch, on a CPU with AVX-512.
bench=figures
. tests/bench/bench.sh
python=${PYTHON:-/usr/bin/python3}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
table=$dir/table.bin

# share TYPE PIPELINE: the % of the table that the pipeline explains; its name begins so
share() {
    "$POSENC" audit "$table" --max-len 4096 --d-model 64 --type "$1" | awk -v name="$2" '$2 == "%" && index($0, "%  " name) { print $1; exit }'
}
# line NAME TYPE LIBRARY: both ways of Python
line() {
    "$python" tests/bench/library_table.py exp "$3" "$table"
    by_exp=$(share "$2" "float${2#f}, exp")
    "$python" tests/bench/library_table.py 1/pow "$3" "$table"
    printf '%s\t%s\t%s\n' "$1" "$by_exp" "$(share "$2" "float${2#f}, 1/pow")"
}
echo "# sh tests/bench/libraries.sh: library, % with frequencies by exp, by 1/pow. $(uname -m), $(cpu), $(ldd --version |
    head -n 1)"
"$python" -c 'import numpy, torch; print("# numpy", numpy.__version__, "torch", torch.__version__)'
${CC:-cc} -O0 -o "$dir/table" tests/bench/library_table.c -lm && "$dir/table" > "$table"
echo "C, float32	$(share f32 'float32, exp')	"
export ATEN_CPU_CAPABILITY=avx2
line 'PyTorch, float32, AVX2' f32 torch
line 'NumPy, float32, with AVX-512' f32 float32
line 'NumPy, float64, with AVX-512' f64 float64
export NPY_DISABLE_CPU_FEATURES='AVX512F AVX512CD AVX512_SKX AVX512_CLX AVX512_CNL AVX512_ICL'
line 'NumPy, float32' f32 float32
line 'NumPy, float64' f64 float64
