#!/bin/sh
# Two builds of posenc: random tables of all words, types and formats, and every preset, have the same bytes, and what one
# refuses the other refuses too. `make fuzz` compares with the build that uses no instructions of newer CPUs; a change that
# must change no byte is compared with the build before it.
#
#   OTHER=PROGRAM   the other build         FUZZ=2000     how many      SEED=1   which ones
#   STRIP=1         leaves comments out     WORDS_TOO=1   compares the lines of refusals too
#
# Each difference is printed with its command.
. "$(dirname "$0")/../tap.sh"
set -f
OTHER=${OTHER:-$(dirname "$POSENC")/tests/posenc-portable}
OTHER=$(cd "$(dirname "$OTHER")" && pwd)/$(basename "$OTHER")
printf '1\n1/3\n0x1p-9\n1e-3\n22/7\n' > list
printf '@command@\n@formula@\n@storage@\n%%%% rows\n@position@ @row@\n@value@\n%%%% end\n' > own

# stripped FOLDER: the bytes of its files, without comments if these don't count
stripped() {
    if [ -z "${STRIP-}" ]; then
        cat "$1"/*
    else
        cat "$1"/* | tr -d '\000' | sed -e ':a' -e 's,/\*[^*]*\*/,,g' -e '/\/\*/{' -e 'N' -e 'ba' -e '}' -e 's,//.*,,'
    fi
}

made=0 refused=0 differs=0
# compare WORD...
compare() {
    for program in "$POSENC" "$OTHER"; do
        folder=$([ "$program" = "$POSENC" ] && echo a || echo b)
        rm -rf $folder.d && mkdir $folder.d && cp list own $folder.d
        (cd $folder.d && exec timeout 60 "$program" "$@" > ../$folder.out 2> ../$folder.error)
        echo $? > $folder.status
        [ "${WORDS_TOO-}" ] || : > $folder.error
    done
    set +f
    stripped a.d > a.bytes
    stripped b.d > b.bytes
    ls -A a.d > a.names
    ls -A b.d > b.names
    set -f
    for what in status out error names bytes; do
        cmp -s a.$what b.$what || { echo "$what: posenc $*" && differs=$((differs + 1)); return; }
    done
    case $(cat a.status) in
    0) made=$((made + 1)) ;;
    2) refused=$((refused + 1)) ;;
    *) echo "both end with status $(cat a.status): posenc $*" && differs=$((differs + 1)) ;;
    esac
}

forms='c,c:hex,c:bits,c:bytes,c:native,cpp,cpp:hex,rust,go,go:bits,zig,verilog,systemverilog,vhdl,json,raw,raw,raw,npy,safetensors,onnx,incbin,asm,asm:bits,embed,own'
more='--accessor=yes|--split=2|--linkage=extern|--align=64|--section=.rdata|--qualifiers=PROGMEM,USED|--include=avr/pgmspace.h|--endian=big|--axes=channel-major|--axes=channel-major|--package=pe'
"$OTHER" --max-len 1 --d-model 2 --factored no --list > types 2>&1 && more="$more|--factored=exact"
types=1 # a build without scaled integers refuses them
"$OTHER" --max-len 1 --d-model 2 --type u8 --scale 1 --list > types 2>&1 && types=2
awk -v seed="${SEED:-1}" -v count="${FUZZ:-2000}" -v list=list -v type=$types -f "$root/tests/verify/random_words.awk" |
    awk -v forms="$forms" -v more="$more" 'BEGIN { n = split(forms, form, ","); m = split(more, other, "|") }
        { k = $1; $1 = ""; split(form[1 + (k + NR) % n], f, ":"); format = f[1]
          words = format == "own" ? "--template=own -o t.txt" : "--format=" format " -o t" (format ~ /^(c|incbin|embed)$/ ? ".c" : format == "asm" ? ".S" : ".x")
          if (f[2]) words = words " --literal=" f[2]
          if (k % 3 == 0) words = words " " other[1 + k % m]
          if ((k + NR) % 11 == 0) words = words " --engine=mpfr"
          print $0, "--name=t", words }' > requests
"$POSENC" presets | awk '/^[a-z0-9][a-z0-9-]* +e =/ { print $1 }' | while read -r preset; do
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
    echo "$made tables and $refused refusals are the same, $differs differ"
    [ $differs = 0 ] && [ $made -gt 0 ] && [ $((made + refused)) -gt "${FUZZ:-2000}" ] # the presets come on top
}
check "${FUZZ:-2000} random tables, seed ${SEED:-1}, and all presets: the same as those of $(basename "$OTHER")" all_same
plan
