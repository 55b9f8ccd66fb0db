#!/bin/sh
# docs/figures/libraries.tsv: how much of a library's table of 4096 x 64 its own way of computing explains, in %. Run it from the
# root of the tree, with python3 that has numpy and torch, on a CPU with AVX-512.
set -eu
POSENC=${POSENC:-build/posenc} python=${PYTHON:-/usr/bin/python3}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
table=$dir/table.bin
cat > "$dir/table.c" << 'END'
#include <math.h>
#include <stdio.h>
int main(void) {
    for (int position = 0; position < 4096; position++)
        for (int column = 0; column < 64; column++) {
            float angle = (float)position * expf((float)(column / 2 * 2) * (float)(-log(10000.0) / 64));
            float entry = column % 2 ? cosf(angle) : sinf(angle);
            fwrite(&entry, sizeof entry, 1, stdout);
        }
}
END
cat > "$dir/table.py" << 'END'
import math, sys
import numpy
way, name, path = sys.argv[1:]
if name == "torch":
    import torch as of
    number, position, exponent = float, of.arange(4096.0)[:, None], of.arange(0, 64, 2).float()
else:
    of, number = numpy, numpy.dtype(name).type
    position, exponent = of.arange(4096, dtype=name)[:, None], of.arange(0, 64, 2, dtype=name)
if way == "exp":
    frequency = of.exp(exponent * number(-math.log(10000.0) / 64))
else:
    frequency = number(1) / number(10000) ** (exponent / number(64))
angle = position * frequency
entries = of.stack((of.sin(angle), of.cos(angle)), 2).reshape(4096, 64)
numpy.asarray(entries).tofile(path)
END

# share TYPE PIPELINE: the % of the table that the pipeline explains; its name begins so
share() {
    "$POSENC" audit "$table" --max-len 4096 --d-model 64 --type "$1" | awk -v name="$2" '$2 == "%" && index($0, "%  " name) { print $1; exit }'
}
# line NAME TYPE LIBRARY: both ways of Python
line() {
    "$python" "$dir/table.py" exp "$3" "$table"
    by_exp=$(share "$2" "float${2#f}, exp")
    "$python" "$dir/table.py" 1/pow "$3" "$table"
    printf '%s\t%s\t%s\n' "$1" "$by_exp" "$(share "$2" "float${2#f}, 1/pow")"
}
echo "# sh tests/bench/libraries.sh: library, % with frequencies by exp, by 1/pow. $(uname -m), $(awk -F ': ' '/^model name/ { print $2; exit }' /proc/cpuinfo), $(ldd --version |
    head -n 1)"
"$python" -c 'import numpy, torch; print("# numpy", numpy.__version__, "torch", torch.__version__)'
${CC:-cc} -O0 -o "$dir/table" "$dir/table.c" -lm && "$dir/table" > "$table"
echo "C, float32	$(share f32 'float32, exp')	"
export ATEN_CPU_CAPABILITY=avx2
line 'PyTorch, float32, AVX2' f32 torch
line 'NumPy, float32, with AVX-512' f32 float32
line 'NumPy, float64, with AVX-512' f64 float64
export NPY_DISABLE_CPU_FEATURES='AVX512F AVX512CD AVX512_SKX AVX512_CLX AVX512_CNL AVX512_ICL'
line 'NumPy, float32' f32 float32
line 'NumPy, float64' f64 float64
