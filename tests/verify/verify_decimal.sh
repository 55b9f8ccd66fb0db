#!/bin/sh
# SPDX-License-Identifier: MIT
# element_literal and the makers of texts against printf: every binary32 of [-1, 1], a billion binary64. On two
# cores f32 takes some twenty minutes, hexadecimal and integers ten, binary64 ten. Shortest texts of makers against
# std::to_chars, two minutes.
. "$(dirname "$0")/../tap.sh"

# The types, which the build makes of data
build_types() {
    sh "$root/templates/rows_to_c.sh" "$root/gen/element/elements.ini" > "$dir/types.c" &&
        ${CC:-cc} -std=c11 -D_XOPEN_SOURCE=700 -I"$root/gen" -I"$(dirname "$POSENC")" -c -o "$dir/types.o" "$dir/types.c"
}
build() {
    build_types && ${CC:-cc} -std=c11 -D_XOPEN_SOURCE=700 -O2 -Wall -Wextra -I"$root/gen" -I"$(dirname "$POSENC")" -o "$dir/decimal_all" \
        "$root/tests/verify/decimal_all.c" "$dir/types.o" "$(dirname "$POSENC")"/element/*.o "$(dirname "$POSENC")"/base/*.o \
        -ljansson -lgmp -lm -lpthread
}

check "the comparison is built" build
check "every binary32 of [-1, 1] has printf's text" "$dir/decimal_all" f32
check "every binary32 of [-1, 1] has it in hexadecimal too, and a billion integers in decimal" "$dir/decimal_all" words
check "10^9 binary64 of [-1, 1] have printf's text" "$dir/decimal_all" f64

# The maker of each instruction set that this CPU has
build_texts() {
    build=$(dirname "$POSENC")
    ${CXX:-c++} -std=c++17 -O2 -Wall -Wextra -I"$root/gen" -I"$(dirname "$POSENC")" -o "$dir/texts_all" "$root/tests/verify/texts_all.cpp" \
        "$dir/types.o" "$build"/element/*.o "$build"/base/*.o -lmpfr -lgmp -ljansson -lm -lpthread
}

check "the comparison of texts made by vectors is built" build_texts
check "every binary32 of [1e-4, 1] has the shortest text of std::to_chars" "$dir/texts_all" f32
check "10^8 binary64 of [1e-4, 1] have its shortest text, and 17 digits" "$dir/texts_all" f64
plan
