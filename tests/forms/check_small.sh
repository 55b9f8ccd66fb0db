#!/bin/sh
# SPDX-License-Identifier: MIT
# Small processors: avr-gcc and sdcc, whose double is a float, read the same bits. The table of an AVR stays in
# its flash, in parts if one object is too small.
. "$(dirname "$0")/../tap.sh"
. "$root/tests/types.sh"
strict='-Wall -Wextra -pedantic -Werror'

digits() { # bytes as hexadecimal digits
    od -An -v -tx1 "$@" | tr -d ' \n'
}
# subnormal numbers and -0; and as many signs and exponents as rows
tiny='--max-len 19 --d-model 6 --first 1e-44 --step -7e-46 --base 1e-44'
wide='--max-len 150 --d-model 16 --first -77'
# words_of TYPE: the ends of fixed point too
words_of() {
    case $1 in
    f*) echo '--max-len 40 --d-model 10 --first -9' ;;
    u8) echo '--max-len 40 --d-model 10 --first -9 --scale 1/200 --zero-point 100' ;;
    u16) echo '--max-len 40 --d-model 10 --first -9 --scale 1/50000 --zero-point 30000' ;;
    *) echo '--max-len 40 --d-model 10 --first -9 --amplitude 3/2' ;;
    esac
}
# --- avr-gcc

flags="-mmcu=atmega2560 -Os $strict"

# in_flash STANDARD TYPE WORDS WORD...: the bytes in the program's flash, and what t_at reads, with simavr
in_flash() {
    standard=$1 type=$2 words=$3
    shift 3
    "$POSENC" $words "$@" --type $type --name t --accessor yes -o flash.h &&
        "$POSENC" $words --type $type --format raw -o flash.bin || return 1
    runs flash.bin -std=$standard -DHEADER='"flash.h"'
}
# runs RAW OPTION...: builds the consumer and compares what it sends
runs() {
    raw=$1
    shift
    avr-gcc $flags -I . -DTYPE="$(c_type_of $type)" "$@" "$consumers/avr.c" -o avr.elf || return 1
    avr-objcopy -O binary avr.elf avr.bin && digits "$raw" > pattern && digits avr.bin > image || return 1
    [ "$parts" ] || grep -q -F -f pattern image || { echo 'not in the image'; return 1; }
    [ "$(avr-size -A avr.elf | awk '/^\.(data|bss)/ { n += $2 } END { print n + 0 }')" -lt 64 ] ||
        { echo 'in RAM'; return 1; }
    has simavr || return 0
    timeout 60 simavr -m atmega2560 -f 16000000 avr.elf 2>&1 | sed 's/\x1b\[[0-9;]*m//g' | grep -a -x '[0-9a-f]*[.]*' |
        tr -d '.\n' | cmp - pattern
}
progmem='--qualifiers PROGMEM --include avr/pgmspace.h'
parts=
assembled() { # assembled FORMAT
    words=$(words_of q15)
    "$POSENC" $words --type q15 --name t $progmem --section .progmem.data --accessor yes --format $1 -o flash$1 &&
        "$POSENC" $words --type q15 --format raw -o flash.raw || return 1
    file=flash$1.c type=q15
    [ -f $file ] || file=flash$1.S
    avr-gcc -mmcu=atmega2560 -I . -c -o flash.o $file && runs flash.raw -DHEADER="\"flash$1.h\"" flash.o
}
too_large() {
    "$POSENC" --max-len 256 --d-model 64 --type q15 --name t $progmem -o large.h &&
        echo '#include "large.h"' > large.c && ! avr-gcc $flags -c -o large.o large.c 2> errors && grep 'is too large' errors
}
split() { # split WORD...
    rm -f large* && "$POSENC" --max-len 256 --d-model 64 --type q15 --name t --split 2 "$@" -o large.c &&
        "$POSENC" --max-len 256 --d-model 64 --type q15 --format raw -o large.bin && type=q15 parts=2 &&
        runs large.bin -std=gnu99 -DHEADER='"large.h"' large.c large_0.c large_1.c
}
no_double() { # no_double COMPILER LITERAL
    "$POSENC" --max-len 3 --d-model 4 --type f64 --literal $2 -o double.h && echo '#include "double.h"' > double.c &&
        ! $1 -c -o double.o double.c 2> errors && grep -F 'double must be IEEE 754 binary64' errors
}
has simavr || skip 'running on an AVR' 'no simavr: the image alone is compared'

# --- sdcc, whose <float.h> isn't C89

# in_image PROCESSOR TYPE WORDS WORD...: the linked program has the bytes
in_image() {
    processor=$1 type=$2 words=$3
    shift 3
    rm -f image.*
    "$POSENC" $words "$@" --type $type --name t -o image.h && "$POSENC" $words --type $type --format raw -o image.raw &&
        printf '%s\n' '#include "image.h"' 'volatile unsigned char r;' "volatile $(c_type_of $type) entry;" \
            'void main(void) { entry = t[r][1]; }' > image.c &&
        sdcc -m$processor --std-c99 -o image.ihx image.c && objcopy -I ihex -O binary image.ihx image.bin || return 1
    digits image.raw > pattern && digits image.bin | grep -q -F -f pattern
}
check_rows "$root/tests/forms/small.tsv"
plan
