#!/bin/sh
# SPDX-License-Identifier: MIT
# Two builds of posenc: random tables of all words, types and formats, and every preset, have the same bytes, and both builds
# refuse the same requests. `make fuzz` compares with a build without instructions of newer CPUs. After a change that must not
# change a byte, compare with the build before it.
#
#   OTHER=PROGRAM   the other build         FUZZ=2000     how many      SEED=1   which ones
#   STRIP=1         ignores comments        WORDS_TOO=1   compares the lines of refusals too
#
# Each difference is printed with its command.
. "$(dirname "$0")/../tap.sh"
. "$root/tests/verify/random_tables.sh"
set -f
OTHER=${OTHER:-$(dirname "$POSENC")/tests/posenc-portable}
OTHER=$(cd "$(dirname "$OTHER")" && pwd)/$(basename "$OTHER")
printf '@command@\n@formula@\n@storage@\n%%%% rows\n@position@ @row@\n@value@\n%%%% end\n' > own

# simplified FOLDER: removes what is ignored
simplified() {
    [ "${WORDS_TOO-}" ] || : > $1/error
    [ "${STRIP-}" ] || return 0
    find $1 -name 't*' | while read -r file; do
        tr -d '\000' < $file | sed -e ':a' -e 's,/\*[^*]*\*/,,g' -e '/\/\*/{' -e 'N' -e 'ba' -e '}' -e 's,//.*,,' > stripped
        mv stripped $file
    done
}

tables=0 refusals=0 differs=0
# compare WORD...
compare() {
    made a "$POSENC" "$@" && made b "$OTHER" "$@" && simplified a && simplified b && diff -rq a b ||
        { echo "posenc $*" && differs=$((differs + 1)); return; }
    case $(cat a/status) in 0) tables=$((tables + 1)) ;; *) refusals=$((refusals + 1)) ;; esac
}

forms='c,c:hex,c:bits,c:bytes,c:native,cpp,cpp:hex,rust,go,go:bits,zig,verilog,systemverilog,vhdl,json,raw,raw,raw,npy'
forms=$forms',safetensors,onnx,incbin,asm,asm:bits,embed,own'
more='--accessor=yes|--split=2|--linkage=extern|--align=64|--section=.rdata|--qualifiers=PROGMEM,USED'
more=$more'|--include=avr/pgmspace.h|--endian=big|--axes=channel-major|--axes=channel-major|--package=pe|--factored=exact'
random_words "${SEED:-1}" "${FUZZ:-2000}" ../ |
    awk -v forms="$forms" -v more="$more" -f "$root/tests/verify/random_forms.awk" > requests
piped "$POSENC" presets | awk '/^[a-z0-9][a-z0-9-]* +e =/ { print $1 }' | while read -r preset; do
    for size in '24 --d-model 48' '25 --d-model 48' '24 --d-model 47'; do
        for grid in '' ' --grid 4x6' ' --grid 2x3x4'; do
            echo "--preset $preset --max-len $size$grid -o t.h"
        done
    done
done >> requests
all_same() {
    while read -r words; do
        compare $words
    done < requests
    echo "$tables tables and $refusals refusals are the same, $differs differ"
    # the presets come on top
    [ $differs = 0 ] && [ $tables -gt 0 ] && [ $((tables + refusals)) -gt "${FUZZ:-2000}" ]
}
check "${FUZZ:-2000} random tables, seed ${SEED:-1}, and all presets: the same as those of $(basename "$OTHER")" all_same
plan
