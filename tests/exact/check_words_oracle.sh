#!/bin/sh
# Every bit of the tables of all words that say what an entry is, against an oracle that shares none of the
# program's specification: both axes, the engine that is the default and the reference engine on its own.
. "$(dirname "$0")/../tap.sh"
oracle=$(dirname "$POSENC")/tests/oracle_words

both_axes='position-major channel-major'
[ ! "${CORE-}" ] || both_axes=position-major
agrees() {
    for axes in $both_axes; do
        "$POSENC" "$@" --axes $axes --format raw > "$dir/table.bin" &&
            "$oracle" "$@" --axes $axes < "$dir/table.bin" &&
            "$POSENC" "$@" --axes $axes --format raw --engine mpfr | cmp - "$dir/table.bin" || return 1
    done
}

# exact MAX_LEN D_MODEL WORDS...
exact() {
    rows=$1 columns=$2
    shift 2
    check "$rows x $columns $*" agrees --max-len "$rows" --d-model "$columns" "$@"
}

# --- lists of frequencies

printf '# 4 of them\n1\n  0.1\t# a tenth\n\n0x1.999999999999ap-7\r\n1/1000\n' > "$dir/4.txt"
printf '3\n1e-30\n22/7\n0xA\n1e3\n' > "$dir/5.txt"
exact 40 8 --frequencies "$dir/4.txt"
exact 40 8 --frequencies "$dir/4.txt" --layout halves --order cos-sin --step pi/6
exact 40 9 --frequencies "$dir/4.txt" --odd zero
exact 40 9 --frequencies "$dir/4.txt" --odd drop --layout halves
for odd in sin extend; do
    for layout in interleaved halves; do
        for order in sin-cos cos-sin; do
            exact 20 9 --frequencies "$dir/5.txt" --odd $odd --layout $layout --order $order
        done
    done
done
exact 40 8 --frequencies "$dir/4.txt" --component cos --repeat halves
exact 3 8 --frequencies "$dir/4.txt" --component frequency --type f16
exact 40 8 --frequencies "$dir/4.txt" --scaling linear:factor=3
exact 40 8 --frequencies "$dir/4.txt" --scaling llama3:factor=3,original=100
exact 12 16 --frequencies "$dir/4.txt" --grid 3x4

# --- spacing over a formula, and odd d_model

for over in n d d/2 -d/2 n-1 -d/3+1/7 max-len; do
    exact 40 12 --spacing over:$over
    exact 40 13 --spacing over:$over --odd zero --layout halves
done
for spacing in pair column over:n endpoint; do
    for layout in interleaved halves; do
        for odd in sin zero drop extend; do
            case $spacing-$odd in
            over*-sin | endpoint-sin | endpoint-extend) continue ;;
            esac
            exact 20 7 --spacing $spacing --layout $layout --odd $odd
            exact 20 7 --spacing $spacing --layout $layout --odd $odd --order cos-sin
        done
    done
done
exact 20 1 --odd extend
exact 20 1 --odd zero --base 2 --step -pi/12
exact 20 1 --odd sin --layout halves --order cos-sin

# --- products, and bases that are exponentials

for base in 32/8/0.5 10000*8 d*n 5e5/max-len/3 2.5*0.25 n-0x1p-1/3 -d/-7; do
    exact 40 12 --base=$base
done
exact 40 12 --first 2*pi/50 --step pi/2/3
exact 40 12 --first=-n*2+1/3 --step pi*2/n
exact 40 12 --spacing over:2*n/3 --amplitude 'sqrt(2/d*5/3)' --clamp 3*n/2:d*max-len/20
exact 12 24 --grid 3x4 --spacing over:d*max-len --base n*max-len --first d/2/3,-2*-pi
exact 40 12 --scaling linear:factor=2*3/4
printf '1/2/3\n2.5*0.25\n0x10*3/7\n-2*-1e-3\n' > "$dir/products.txt"
exact 40 8 --frequencies "$dir/products.txt"
for base in 'exp(2)' 'exp(-1/3)' 'exp(9.25)' 'exp(1e-9)' 'exp(-d/n)' 'exp(0)' 'exp(1-1)'; do
    for spacing in pair over:1 over:-3/2 column endpoint; do
        exact 30 12 --base "$base" --spacing $spacing --first -4
    done
    exact 30 12 --base "$base" --step pi/6 --layout halves --order cos-sin
    exact 30 12 --base "$base" --first 1/3-pi --step 2pi/25 --positions absolute --clamp=-2:
    exact 30 13 --base "$base" --odd zero --amplitude 'sqrt(2/d)' --type f16
    exact 2 12 --base "$base" --component frequency --amplitude 7/3
    exact 2 12 --base "$base" --component frequency --spacing over:1 --type f16
done
exact 12 32 --grid 3x4 --base 'exp(max-len/n)' --spacing over:1 --grid-nesting middle --first 1
exact 13 2 --base 'exp(3)' --step pi/6 --amplitude 16777217/8388608
exact 2 400 --base 'exp(1/2)' --component frequency --spacing over:1

# --- one component

for component in sin cos frequency; do
    for repeat in none halves interleave; do
        exact 20 12 --component $component --repeat $repeat
        exact 20 13 --component $component --repeat $repeat --odd drop
        exact 20 13 --component $component --repeat $repeat --odd extend --spacing over:n
        exact 20 12 --component $component --repeat $repeat --base 7/3 --spacing endpoint --amplitude 'sqrt(2/d)'
    done
done
exact 20 12 --component cos
exact 20 12 --component sin --first max-len/2-1/2 --step -1 --positions absolute
exact 300 32 --component cos --step pi/3 --base 2 --spacing over:-1

# Frequencies that an element type holds, that are midway between two, or beyond all.
exact 2 60 --component frequency --base 2 --spacing over:1 --type f16
exact 2 60 --component frequency --base 2 --spacing over:1 --type f16 --amplitude 3
exact 2 60 --component frequency --base 2 --spacing over:1 --type f16 --amplitude 2049/2048
exact 2 60 --component frequency --base 2 --spacing over:1 --type f16 --amplitude 2051/2048
exact 2 60 --component frequency --base 2 --spacing over:2 --type f16 --amplitude 'sqrt(2)'
exact 2 60 --component frequency --base 2 --spacing over:2 --type f16 --amplitude 'sqrt(4198401/2097152)'
exact 2 32 --component frequency --base 2 --spacing over:-1 --type f16
exact 2 60 --component frequency --base 2 --spacing over:-1 --type f16 --amplitude 1/33554432
exact 2 320 --component frequency --base 2 --spacing over:1
exact 2 320 --component frequency --base 2 --spacing over:1 --amplitude 16777217/16777216
exact 2 320 --component frequency --base 2 --spacing over:1 --amplitude 16777219/16777216
exact 2 256 --component frequency --base 2 --spacing over:-1
exact 2 128 --component frequency --base 4 --spacing over:-1 --amplitude 3/2
exact 2 60 --component frequency --base 3 --type f16
exact 2 4 --component frequency --base 33554431/16777216 --spacing over:-1
printf '0x1p-25\n0x1p-24\n0x1.8p-24\n0x1.004p-3\n0x1.00cp-3\n65519\n65519.99\n1e-400\n1/3\n' > "$dir/9.txt"
exact 2 18 --component frequency --frequencies "$dir/9.txt" --type f16
sed -i 's|^1/3|340282356779733661637539395458142568447|' "$dir/9.txt"
exact 2 18 --component frequency --frequencies "$dir/9.txt"

# Sines that are rational but for the amplitude, which makes ties of them.
exact 13 2 --step pi/4 --amplitude 'sqrt(4198401/2097152)' --type f16
exact 13 2 --step pi/3 --amplitude 'sqrt(4198401/3145728)' --type f16
exact 13 2 --step pi/6 --amplitude 2049/1024 --type f16
exact 13 2 --step pi/6 --amplitude 16777217/8388608
exact 13 6 --step -pi/12 --base 2 --spacing over:-1 --amplitude 16777219/16777216
exact 40 12 --amplitude 1/5000

# --- grids

for nesting in outer middle inner; do
    for layout in interleaved halves; do
        for order in sin-cos cos-sin; do
            exact 12 16 --grid 3x4 --grid-nesting $nesting --layout $layout --order $order
            exact 12 16 --grid 3x4 --grid-nesting $nesting --layout $layout --order $order \
                --grid-columns xy --grid-rows xy
            exact 24 26 --grid 2x3x4 --grid-nesting $nesting --layout $layout --order $order \
                --grid-columns xty --grid-rows ytx --odd zero --spacing endpoint
        done
    done
done
for shares in tyx t2x3y3 x3t2y1 y10x1t2; do
    for slowest in tyx txy ytx yxt xty xyt; do
        exact 24 30 --grid 2x3x4 --grid-columns $shares --grid-rows $slowest --odd zero --layout halves
    done
done
exact 5 8 --grid 5x1
exact 5 8 --grid 1x5 --grid-columns xy
exact 13 16 --grid 3x4 --zero-rows 0
exact 15 16 --grid 3x4 --zero-rows 4,14,0 --grid-rows xy --layout halves
exact 12 19 --grid 3x4 --odd zero --grid-nesting middle
exact 12 17 --grid 3x4 --odd zero --grid-nesting inner --layout halves
exact 12 16 --grid 3x4 --first 1
exact 12 16 --grid 3x4 --first 1/2,-2 --step 2,1/3
exact 12 16 --grid 3x4 --first 2pi/3.000001,2pi/4.000001 --step 2pi/3.000001,2pi/4.000001
exact 24 24 --grid 2x3x4 --first 1,d,pi --step 1/2,pi/6,-n --grid-rows xyt
for over in n d n-1 max-len; do
    exact 24 24 --grid 2x3x4 --spacing over:$over
    exact 12 24 --grid 3x4 --spacing over:$over --grid-columns x2y1
done
exact 12 16 --grid 3x4 --clamp 1:2
exact 12 16 --grid 3x4 --first -1,-2 --positions absolute
exact 12 16 --grid 3x4 --scaling linear:factor=4
exact 12 16 --grid 3x4 --scaling llama3:factor=4,original=20
exact 12 16 --grid 3x4 --amplitude 'sqrt(2/d)' --base 1/100

# --- grids of four axes, and of one component

for nesting in outer middle inner; do
    exact 24 32 --grid 1x2x3x4 --grid-nesting $nesting --layout halves
    exact 24 33 --grid 2x2x2x3 --grid-nesting $nesting --grid-columns xsyt --grid-rows tysx --odd zero --first 1,2,3,4
done
exact 54 42 --grid 3x2x3x3 --grid-columns s8t16y8x3 --grid-rows xyts --odd zero --step 1/2,1,2,-1
exact 24 32 --grid 1x2x3x4 --base 2000 --component cos --repeat interleave
for repeat in none halves axis interleave; do
    for component in sin cos frequency; do
        exact 12 16 --grid 3x4 --component $component --repeat $repeat
    done
    exact 24 40 --grid 2x3x4 --component cos --repeat $repeat --grid-columns x2y5t3 --grid-rows yxt --spacing endpoint
    exact 26 31 --grid 2x3x4 --component sin --repeat $repeat --odd drop --zero-rows 3,25 --amplitude 'sqrt(2/d)' --type f16
    exact 12 17 --grid 3x4 --component frequency --repeat $repeat --odd drop --amplitude 3
    exact 12 24 --grid 3x4 --component factor --repeat $repeat --scaling yarn:factor=4,original=20
    exact 12 24 --grid 3x4 --component cos --repeat $repeat --spacing over:n --first 1/2,-pi --step pi/6,1/3 --clamp -2:5
done
for repeat in none halves interleave; do
    exact 24 36 --grid 2x3x4 --component cos --repeat $repeat --grid-nesting inner --grid-columns ytx
    exact 12 18 --grid 3x4 --component sin --repeat $repeat --grid-nesting inner --odd drop --positions absolute --first -2
done

# --- grids whose axes share frequencies: sections as in Qwen2-VL, dealt out as in Qwen3-VL, and both as in Pixtral

for layout in interleaved halves; do
    for order in sin-cos cos-sin; do
        exact 24 32 --grid 2x3x4 --grid-frequencies shared --grid-columns t4y6x6 --layout $layout --order $order
        exact 24 32 --grid 2x3x4 --grid-frequencies shared --grid-columns t6y5x5 --layout $layout --order $order --grid-nesting inner
        exact 12 32 --grid 3x4 --grid-frequencies shared --layout $layout --order $order --grid-nesting middle
    done
done
for repeat in none halves interleave axis; do
    exact 24 32 --grid 2x3x4 --grid-frequencies shared --grid-columns y6t4x6 --component cos --repeat $repeat
    exact 12 24 --grid 3x4 --grid-frequencies shared --grid-columns x7y5 --component sin --repeat $repeat --grid-nesting middle
    exact 12 25 --grid 3x4 --grid-frequencies shared --component frequency --repeat $repeat --odd drop
    [ $repeat = axis ] ||
        exact 24 32 --grid 2x3x4 --grid-frequencies shared --grid-columns t6y5x5 --component cos --repeat $repeat --grid-nesting inner
done
exact 24 128 --grid 4x3x2 --grid-frequencies shared --grid-columns t16y24x24 --component cos --repeat halves --base 1000000
exact 24 128 --grid 4x3x2 --grid-frequencies shared --grid-columns t24y20x20 --component sin --grid-nesting inner --base 5000000
exact 24 40 --grid 2x1x3x4 --grid-frequencies shared --grid-columns x2y3t5s10 --grid-nesting outer --grid-rows xyst
exact 24 40 --grid 2x1x3x4 --grid-frequencies shared --grid-columns x12y3t4s1 --grid-nesting inner --layout halves
exact 24 40 --grid 2x1x3x4 --grid-frequencies shared --grid-columns x5y5t5s5 --grid-nesting middle --type bf16
exact 12 33 --grid 3x4 --grid-frequencies shared --odd zero --grid-nesting inner
exact 14 32 --grid 3x4 --grid-frequencies shared --zero-rows 0,7 --grid-columns x5y11 --type q15
for spacing in endpoint over:n over:-d/3+1/7 over:max-len; do
    exact 12 24 --grid 3x4 --grid-frequencies shared --grid-columns y5x7 --spacing $spacing
done
printf '1\n1.5\n9/4\n4\n' > "$dir/factors.txt"
exact 12 8 --grid 3x4 --grid-frequencies shared --frequencies "$dir/4.txt" --layout halves
exact 12 8 --grid 3x4 --grid-frequencies shared --frequencies "$dir/4.txt" --grid-nesting inner --component cos
exact 12 8 --grid 3x4 --grid-frequencies shared --scaling longrope:"$dir/factors.txt" --grid-columns x3y1
for rule in linear:factor=3 ntk:factor=4 dynamic:factor=4,original=8,length=24 yarn:factor=4,original=200 \
    yarn:factor=8,original=300,truncate=no llama3:factor=8,original=100 proportional:share=1/3; do
    exact 24 32 --grid 2x3x4 --grid-frequencies shared --grid-columns t4y6x6 --scaling $rule --component cos --repeat halves
    exact 24 32 --grid 2x3x4 --grid-frequencies shared --grid-columns t6y5x5 --scaling $rule --grid-nesting inner
done
exact 24 32 --grid 2x3x4 --grid-frequencies shared --grid-columns t4y6x6 --scaling yarn:factor=8,original=300 --component factor

# --- rows in blocks, and axes without columns

for slowest in grid xy; do
    exact 24 16 --grid 4x6 --grid-blocks 2x3 --grid-rows $slowest
    exact 24 16 --grid 4x6 --grid-blocks 4x1 --grid-rows $slowest --layout halves
    exact 26 16 --grid 4x6 --grid-blocks 2x2 --grid-rows $slowest --zero-rows 0,9 --component cos --repeat halves
done
for slowest in tyx txy ytx yxt xty xyt; do
    exact 48 24 --grid 2x4x6 --grid-blocks 2x3 --grid-rows $slowest
    exact 48 24 --grid 4x2x6 --grid-blocks 2x1x3 --grid-rows $slowest --grid-columns yxt --component sin
    exact 48 16 --grid 2x4x6 --grid-blocks 2x2 --grid-rows $slowest --grid-columns yx --component cos --repeat halves
done
exact 64 32 --grid 2x2x4x4 --grid-blocks 2x1x2x2 --grid-rows xsyt
exact 64 32 --grid 2x2x4x4 --grid-blocks 2x4 --grid-columns sxy --grid-rows tysx --odd zero
for owners in y x t ty xt yx2 t3x1; do
    for nesting in outer middle inner; do
        case $owners-$nesting in *[0-9]-[mi]*) continue ;; esac
        for layout in interleaved halves; do
            exact 24 26 --grid 2x3x4 --grid-columns $owners --grid-nesting $nesting --layout $layout --odd zero
        done
    done
    for repeat in none halves axis interleave; do
        exact 24 26 --grid 2x3x4 --grid-columns $owners --component sin --repeat $repeat --odd drop --spacing over:n
    done
    exact 24 26 --grid 2x3x4 --grid-columns $owners --odd zero --scaling yarn:factor=4,original=20
    exact 24 26 --grid 2x3x4 --grid-columns $owners --odd zero --spacing endpoint
    exact 24 26 --grid 2x3x4 --grid-columns $owners --component frequency --odd drop
    exact 24 26 --grid 2x3x4 --grid-columns $owners --component factor --odd drop --scaling ntk:factor=4
done
exact 24 24 --grid 2x3x4 --grid-columns xt --grid-nesting inner --component cos --repeat halves --first 1,7,pi
for nesting in outer middle inner; do
    exact 24 24 --grid 2x3x4 --grid-columns x8t4 --grid-frequencies shared --grid-nesting $nesting --layout halves
    exact 24 24 --grid 2x3x4 --grid-columns y --grid-frequencies shared --grid-nesting $nesting --scaling dynamic:factor=2,original=8,length=20
done
exact 24 8 --grid 2x3x4 --grid-columns x --frequencies "$dir/4.txt"
exact 24 16 --grid 2x3x4 --grid-columns yx --frequencies "$dir/4.txt" --layout halves
exact 24 8 --grid 2x3x4 --grid-columns y --scaling longrope:"$dir/factors.txt"

# --- positions

exact 40 12 --first max-len-1 --step -1
exact 41 12 --first max-len/2-1/2 --step -1
exact 41 12 --first max-len/2-1/2 --step -1 --positions absolute
exact 40 12 --first 1+pi --step -1/3+pi/25
exact 40 12 --first=-pi-1-1/d --step 2pi/n
exact 40 12 --first d-n/2+max-len/3-2e0+0x1p-3
exact 40 12 --step 1/max-len
for clamp in 3:7 :7 3: 0:0 -5:5 -pi:pi 1/2:37/2 -9:-3 n:d 100: :-100 3:3; do
    exact 40 12 --first -10 --clamp=$clamp
    exact 40 12 --first 20 --step -1 --clamp=$clamp --positions absolute
done
exact 40 12 --first -pi --step pi/7 --clamp -1:max-len/10 --positions absolute
exact 40 12 --zero-rows 0
exact 40 12 --zero-rows 39,0,7 --component cos --repeat halves
exact 40 13 --zero-rows 1 --spacing endpoint --odd zero --layout halves

# --- positions from a file

# listed D_MODEL FILE WORDS...: as many rows as the file has
listed() {
    width=$1 positions=$2
    shift 2
    check "positions '$positions', $width columns $*" agrees --d-model $width --positions-file "$dir/$positions" "$@"
}
list() { printf '%s\n' "$@"; }
list 0 1 2 3 4 5 6 > "$dir/rising"
list 999 979 959 939 > "$dir/falling"
list 0 0.5 1 3/2 0x1p1 > "$dir/halves"
list 5 > "$dir/one"
list 1/3 > "$dir/third"
list 7 7 7 7 > "$dir/same"
list 0 > "$dir/zero"
list 1048575 0 1048574 524288 1 1023 1024 1025 -1048575 -1 -0 32767 > "$dir/far"
list 0 1 2 3 4 0 1 2 0 1 2 3 > "$dir/packed"
list 1048576 -1048576 1e6 1000001 1e300 -1e15 3 > "$dir/huge"
list 2pi/7 1/3 -pi 0.1 1+pi/6 4 -0x1.8p-3 4 1/3 2.5*3 -7/3-pi 0 pi/6 -pi/2 > "$dir/mixed"
printf '# timesteps\r\n 3 \t# a comment\r\n\r\n-2\r\n17\r\n1' > "$dir/crlf"
awk 'BEGIN { for (k = 0; k < 70; k++) print (k * 7919 * 7919) % 1048573 * (k % 5 ? 1 : -1) }' > "$dir/spread"
for file in rising falling halves one third same zero far packed huge mixed crlf spread; do
    listed 8 $file
    listed 7 $file --odd zero --layout halves --order cos-sin --type f64
    listed 6 $file --component cos --repeat interleave --type f16 --amplitude 'sqrt(3)'
done
listed 8 spread --type q15 --zero-rows 0,69
listed 1 spread --odd zero
listed 8 far --type s8 --scaling yarn:factor=4,original=20
listed 7 far --spacing column --type bf16
listed 8 mixed --base 1 --amplitude 2 --type f16
listed 8 huge --base 'exp(2)' --type q31
listed 8 packed --frequencies "$dir/4.txt" --scaling linear:factor=3
listed 8 spread --base max-len --spacing over:max-len
exact 70 8 --positions-file "$dir/spread" --odd extend
for kernel in double wide; do
    same_by() { "$POSENC" --d-model 40 --positions-file "$dir/far" --format raw --engine $kernel | "$oracle" --d-model 40 --positions-file "$dir/far"; }
    check "from level $kernel on: far" same_by
done

awk 'BEGIN { for (y = 0; y < 6; y += 2) for (x = 0; x < 4; x += 2) for (k = 0; k < 4; k++) print y + int(k / 2), x + k % 2 }' > "$dir/merged"
list '0 0 0' '1 0 0' '1 0 1' '-1/2 7 3' '0 7 2pi/5' '1048575 -4 2pi/5' '3 7 3' > "$dir/tyx"
list '0 0 0 1' '5 -1 0 1' '0	 3 1/7 2' '1e9 3 1/7 2' > "$dir/styx"
list '3 3' > "$dir/point"
for words in '' '--grid-nesting inner --layout halves' '--grid-nesting middle --type f64' '--zero-rows 0 --spacing over:max-len' \
    '--component sin --repeat axis' '--component cos --repeat halves --type f16' '--grid-frequencies shared --type q15'; do
    listed 24 merged --grid yx $words
    listed 24 tyx --grid tyx $words
    listed 24 tyx --grid tyx --grid-columns xy $words
    listed 24 styx --grid styx $words
    listed 24 point --grid yx ${words#--zero-rows 0 }
done
listed 30 tyx --grid tyx --grid-columns x3t2y1 --odd zero --order cos-sin

# --- rules of scaling

exact 60 16 --scaling linear:factor=1
for rule in linear:factor=1/2 ntk:factor=1/2 dynamic:factor=1/2,original=20,length=60 llama3:factor=1/2,original=8192 \
    yarn:factor=1/2,original=4096 yarn:factor=3/4,original=4096,truncate=no,mscale=2 proportional:share=1/2,factor=1/2; do
    exact 60 16 --base 10000 --scaling $rule
done
exact 60 16 --scaling linear:factor=7/2 --layout halves
exact 60 17 --scaling linear:factor=4
exact 60 16 --scaling linear:factor=4 --spacing endpoint
exact 60 16 --scaling ntk:factor=1
exact 60 16 --scaling ntk:factor=4 --base 500000
exact 60 6 --scaling ntk:factor=5/2
exact 60 7 --scaling ntk:factor=8 --odd extend
exact 401 4 --scaling ntk:factor=4 --step pi
exact 2 4 --base 4 --scaling ntk:factor=16777216 --component frequency --type f16
for truncate in yes no; do
    exact 60 32 --scaling yarn:factor=4,original=32,truncate=$truncate
    exact 60 32 --scaling yarn:factor=40,original=4096,truncate=$truncate --component cos
    exact 60 32 --scaling yarn:factor=16,original=8192,beta-fast=64,beta-slow=2,truncate=$truncate --base 1000000
    exact 60 32 --scaling yarn:factor=3/2,original=100,attention=1,truncate=$truncate
    exact 60 32 --scaling yarn:factor=4,original=1e9,attention=5/4,truncate=$truncate --base 50
    exact 60 32 --scaling yarn:factor=1,original=100,truncate=$truncate
    exact 60 33 --scaling yarn:factor=4,original=200,truncate=$truncate
    exact 60 32 --scaling yarn:factor=4,original=1/100,truncate=$truncate
    exact 60 32 --scaling yarn:factor=4,original=1e40,truncate=$truncate
    exact 60 2 --scaling yarn:factor=4,original=20,truncate=$truncate
    exact 60 1 --scaling yarn:factor=4,original=20,truncate=$truncate
    exact 3 32 --scaling yarn:factor=4,original=200,truncate=$truncate --component frequency --type f16
    exact 20 32 --scaling yarn:factor=4,original=200,truncate=$truncate --amplitude 'sqrt(1/3)'
done
exact 60 64 --scaling llama3:factor=8,original=8192 --base 500000
exact 60 32 --scaling llama3:factor=32,original=100,low=1,high=4
exact 60 32 --scaling llama3:factor=4,original=60,low=1/2,high=20 --layout halves
exact 60 32 --scaling llama3:factor=4,original=1e-9
exact 60 32 --scaling llama3:factor=4,original=1e9
exact 60 33 --scaling llama3:factor=1,original=50
exact 60 32 --scaling llama3:factor=8,original=50 --spacing endpoint --component sin --repeat interleave
exact 3 64 --scaling llama3:factor=8,original=8192 --base 500000 --component frequency
printf '1\n1.5\n9/4\n0x1p2\n' > "$dir/factors.txt"
exact 60 8 --scaling longrope:"$dir/factors.txt"
exact 60 8 --scaling longrope:"$dir/factors.txt",factor=32,original=4096
exact 60 8 --scaling longrope:"$dir/factors.txt",factor=1,original=4096
exact 60 8 --scaling longrope:"$dir/factors.txt",original=4096,factor=8 --component cos --repeat halves --amplitude 2
exact 60 7 --scaling longrope:"$dir/factors.txt" --odd extend
exact 3 8 --scaling longrope:"$dir/factors.txt" --component frequency --type f16
# Beyond the ends of the ramp frequencies are rational as they are without the rule: sines at multiples of pi are
# 0, and frequencies are midway between two elements.
exact 9 8 --step pi --scaling llama3:factor=8,original=8192
exact 9 8 --step 4pi/3 --base 2 --spacing over:1 --scaling llama3:factor=8,original=10
exact 9 8 --step pi --scaling yarn:factor=8,original=8192,truncate=no,attention=1
exact 9 8 --step pi --scaling yarn:factor=8,original=3,truncate=no
exact 9 8 --step 8pi --base 16 --scaling yarn:factor=8,original=1/100,truncate=no
exact 2 60 --base 2 --spacing over:1 --scaling llama3:factor=8,original=10 --component frequency --type f16
exact 2 60 --base 2 --spacing over:1 --scaling llama3:factor=3,original=10 --component frequency --type f16 --amplitude 3

# --- the rules of 2026: every type, both sides of every boundary

# exact_types TYPES MAX_LEN D_MODEL WORDS...
exact_types() {
    types=$1
    shift
    for type in $types; do
        exact "$@" --type "$type"
    done
}
all_types='f32 f64 f16 bf16 q15'
turning='f32 q15'
[ ! "${CORE-}" ] || turning=f32

# dynamic: up to the original length nothing changes, one position beyond it does
for length in 1 99 100 101 400 1e6 201/2; do
    for width in 4 16; do
        exact 30 $width --scaling dynamic:factor=2,original=100,length=$length
    done
done
exact_types "$all_types" 40 128 --scaling dynamic:factor=4,original=2048,length=4096 --component cos --repeat halves
exact_types "$turning" 40 128 --scaling dynamic:factor=1,original=2048,length=8192 --base 500000
exact 40 7 --scaling dynamic:factor=8,original=16,length=40 --odd zero
exact 40 3 --scaling dynamic:factor=8,original=16,length=40 --odd extend
exact 13 4 --scaling dynamic:factor=2,original=1,length=5/2 --step pi/6
exact 2 4 --base 4 --scaling dynamic:factor=1,original=1,length=16777216 --component frequency --type f16

# proportional: shares whose half of d is whole or isn't
for share in 1/8 1/4 1/3 0.3 15/16 1; do
    for width in 4 10 16; do
        exact 30 $width --scaling proportional:share=$share
    done
    exact_types "$turning" 30 128 --scaling proportional:share=$share,factor=8 --base 1000000 --component sin --repeat halves
done
exact_types "$all_types" 30 24 --scaling proportional:share=1/4 --component cos --repeat interleave
exact_types "$all_types" 3 24 --scaling proportional:share=1/4,factor=3 --component frequency
exact_types "$all_types" 30 24 --scaling proportional:share=2/3 --amplitude 'sqrt(1/3)' --layout halves
exact 30 24 --scaling proportional:share=1/100 --first -7 --step -pi/6
exact 30 9 --scaling proportional:share=4/9 --odd zero
exact 30 9 --scaling proportional:share=0.45 --odd drop
exact 30 7 --scaling proportional:share=6/7 --odd sin --layout halves
exact 30 7 --scaling proportional:share=1 --odd extend --clamp :9

# yarn: equal betas, whose pair lies before the first, between the ends or beyond the last
for truncate in yes no; do
    for original in 1/2 1 6 7 32 200 4096 1e9 1e20; do
        exact 30 16 --scaling yarn:factor=4,original=$original,beta-fast=1,beta-slow=1,truncate=$truncate
    done
    exact 30 64 --scaling yarn:factor=64,original=4096,beta-fast=1,beta-slow=1,truncate=$truncate,mscale=1,mscale-all-dim=1 --base 50000
    exact 3 64 --scaling yarn:factor=64,original=4096,beta-fast=4/2,beta-slow=2,truncate=$truncate --component frequency --type f64
    exact 30 2 --scaling yarn:factor=4,original=20,beta-fast=3,beta-slow=3,truncate=$truncate
    exact 30 1 --scaling yarn:factor=4,original=20,beta-fast=3,beta-slow=3,truncate=$truncate
done
# with an end on pair 2 to seven digits, and to a ten-thousandth, which the thousandth of the ramp tells apart
for original in 62.83185 62.83185307179586476925286766559005768394338798750 62.827 62.83 62.8325 62.85 62.87; do
    for truncate in yes no; do
        exact 3 8 --scaling yarn:factor=4,original=$original,beta-fast=1,beta-slow=1,truncate=$truncate --base 100 --component frequency --type f64
        exact 3 8 --scaling yarn:factor=4,original=$original,beta-fast=1,beta-slow=1,truncate=$truncate --base 100 --component factor --type f64
    done
done

# mscale: alone, over another one, over itself
for keys in mscale=0.707 mscale=1 mscale=1,mscale-all-dim=0.8 mscale=0.707,mscale-all-dim=1 mscale=3,mscale-all-dim=1/7 \
    mscale=5/7,mscale-all-dim=5/7 mscale=2,mscale-all-dim=1,attention=9/8; do
    exact_types "$turning" 30 16 --scaling yarn:factor=40,original=64,$keys --component cos
    exact 30 16 --scaling yarn:factor=1,original=64,$keys --amplitude 'sqrt(2)'
    exact_types "$turning" 3 16 --scaling yarn:factor=40,original=64,$keys --component frequency
done
exact_types "$all_types" 30 16 --scaling yarn:factor=40,original=64,mscale=0.707,mscale-all-dim=0.3
exact 13 4 --scaling yarn:factor=40,original=64,mscale=2,mscale-all-dim=2 --step pi/6 --type f16

# llama3: equal low and high
for original in 1 6 7 20 100 8192 1e9; do
    exact 30 16 --scaling llama3:factor=8,original=$original,low=1,high=1
done
exact_types "$all_types" 30 64 --scaling llama3:factor=16,original=8192,low=1,high=1 --base 500000
exact 9 8 --step pi --base 16 --scaling llama3:factor=8,original=7,low=1,high=1
exact 3 16 --scaling llama3:factor=8,original=100,low=4/2,high=2 --component frequency --type f64

# longrope: an attention, which wins over the logarithms
exact_types "$all_types" 30 8 --scaling longrope:"$dir/factors.txt",attention=1.19
exact 30 8 --scaling longrope:"$dir/factors.txt",factor=32,original=4096,attention=5/4
exact 13 8 --scaling longrope:"$dir/factors.txt",attention=2049/2048 --step pi/6 --type f16

# grids: each axis by its own d, also where these differ
for rule in ntk:factor=4 dynamic:factor=4,original=8,length=24 dynamic:factor=4,original=24,length=8 \
    yarn:factor=4,original=20 yarn:factor=4,original=20,truncate=no yarn:factor=8,original=30,beta-fast=2,beta-slow=2,truncate=no \
    yarn:factor=8,original=30,beta-fast=2,beta-slow=2,mscale=1/2 proportional:share=1/3 proportional:share=1/2,factor=3; do
    exact 6 16 --grid 2x3 --scaling $rule
    exact 6 26 --grid 2x3 --grid-columns x5y8 --scaling $rule --layout halves --order cos-sin
    exact 24 38 --grid 2x3x4 --grid-columns t2x3y5 --grid-rows ytx --scaling $rule --odd zero
    exact 24 30 --grid 2x3x4 --grid-nesting inner --scaling $rule --odd zero --type f64
    exact 25 24 --grid 2x3x4 --grid-nesting middle --layout halves --scaling $rule --zero-rows 0 --type bf16
done

# lists with 0: sines are 0, cosines the amplitude
printf '0\n1\n1/3\n2\n' > "$dir/first.txt"
printf '3\n1/7\n1e-3\n-0.0\n' > "$dir/last.txt"
printf '0\n0\n0.0e9\n0/5\n' > "$dir/zeros.txt"
for list in first last zeros; do
    exact_types "$all_types" 20 8 --frequencies "$dir/$list.txt"
    exact_types "$turning" 20 8 --frequencies "$dir/$list.txt" --layout halves --order cos-sin --step -pi/6 --amplitude 'sqrt(1/3)'
    exact 20 8 --frequencies "$dir/$list.txt" --first 1/3-pi --step 2pi/25
    exact 20 8 --frequencies "$dir/$list.txt" --component sin --repeat halves --scaling linear:factor=3
    exact_types "$all_types" 3 8 --frequencies "$dir/$list.txt" --component frequency --amplitude 5
    exact 20 8 --frequencies "$dir/$list.txt" --scaling llama3:factor=4,original=20
    exact 20 8 --frequencies "$dir/$list.txt" --scaling longrope:"$dir/factors.txt",factor=8,original=64
    exact 20 9 --frequencies "$dir/$list.txt" --odd zero --zero-rows 1
    exact 20 8 --frequencies "$dir/$list.txt" --amplitude 2049/2048 --type f16 # cosines midway between two elements
    exact 6 16 --frequencies "$dir/$list.txt" --grid 2x3
done

# factors: without an amplitude, in every shape of frequencies
for rule in linear:factor=7/3 ntk:factor=8 ntk:factor=3 dynamic:factor=2,original=100,length=300 dynamic:factor=2,original=100,length=100 \
    yarn:factor=40,original=4096 yarn:factor=40,original=4096,truncate=no yarn:factor=3,original=200,attention=2 \
    yarn:factor=40,original=64,mscale=2 yarn:factor=64,original=4096,beta-fast=1,beta-slow=1 llama3:factor=8,original=300 \
    llama3:factor=8,original=300,low=2,high=2; do
    exact_types "$all_types" 3 32 --scaling $rule --component factor
    exact 3 33 --scaling $rule --component factor --repeat halves --odd extend
    exact 3 32 --scaling $rule --component factor --repeat interleave --base 500000
done
exact 3 8 --scaling longrope:"$dir/factors.txt",factor=32,original=4096 --component factor
exact_types "$all_types" 3 32 --scaling proportional:share=1,factor=7 --component factor
exact 3 8 --scaling none --component factor
exact 3 8 --frequencies "$dir/4.txt" --scaling llama3:factor=3,original=100 --component factor
exact 3 8 --frequencies "$dir/4.txt" --scaling longrope:"$dir/factors.txt",attention=3 --component factor --type f64
exact 3 12 --base 2 --spacing over:1 --scaling llama3:factor=3,original=20 --component factor
exact 3 12 --base 7/3 --spacing endpoint --scaling linear:factor=3 --component factor --repeat halves
# midway between two elements: 257/256 is the factor where the ramp is 1/2, and 2049/2048 one of a power
exact 3 32 --scaling yarn:factor=257/255,original=200 --component factor --type bf16
exact 3 4 --scaling ntk:factor=2049/2048 --component factor --type f16
exact 3 4 --scaling linear:factor=2051/2048 --component factor --type f16

# Integers with a scale: what is 0 is stored as the zero point, whichever word makes it so. 1/257 and 3/257 have ties.
quantized() {
    exact 12 8 "$@" --frequencies "$dir/zeros.txt"
    exact 20 8 "$@" --frequencies "$dir/first.txt" --layout halves --step pi/6
    exact 20 9 "$@" --frequencies "$dir/last.txt" --odd zero --zero-rows 0,19
    exact 20 8 "$@" --frequencies "$dir/last.txt" --component sin --repeat halves
    exact 12 19 "$@" --grid 3x4 --odd zero
    exact 14 19 "$@" --grid 3x4 --odd zero --grid-nesting inner --layout halves --zero-rows 0,5 --first -1,1/2
    exact 25 26 "$@" --grid 2x3x4 --grid-columns xty --grid-nesting middle --odd zero --zero-rows 24 --step pi/6
    exact 40 13 "$@" --odd zero --zero-rows 7,39 --clamp 3:20
    exact 40 13 "$@" --odd sin --zero-rows 0 --positions absolute --first -20
    exact 30 16 "$@" --scaling yarn:factor=40,original=64,mscale=0.707 --zero-rows 1
    exact 3 64 "$@" --component frequency --base 2 --spacing over:3
    exact 3 32 "$@" --component factor --scaling yarn:factor=257/255,original=200
    exact 30 12 "$@" --amplitude 'sqrt(2/d)' --base 'exp(2)'
}
quantized --type u8 --scale 1/127 --zero-point 128
quantized --type i16 --scale max-len/1e5 --zero-point -77
if [ ! "${CORE-}" ]; then
    quantized --type i8 --scale 1/257 --zero-point 0
    quantized --type u16 --scale 3/257 --zero-point 65535
    quantized --type u8 --scale 1e-40 --zero-point 1
fi

# same WORDS WORDS: tables with the same bytes
same() {
    for words in "$1" "$2"; do
        "$POSENC" --max-len 60 --d-model 33 --odd zero --step 3/7 --format raw $words > "$dir/one" && [ -s "$dir/one" ] || return 1
        [ "$words" != "$1" ] || mv "$dir/one" "$dir/other"
    done
    cmp "$dir/one" "$dir/other"
}
check 'q7 is i8 by 1/128' same '--type q7' '--type i8 --scale 1/128'
check 'q15 is i16 by 1/32768' same '--type q15 --amplitude 2' '--type i16 --scale 1/32768 --amplitude 2'
check 's8 is i8 by 1/127 up to an amplitude of 1' same '--type s8' '--type i8 --scale 1/127'
# The test of QuantizeLinear in ONNX: 0, 2, 3 and 1000 by 2 and 128 are 128, 129, 130 and 255.
printf '0\n2\n3\n1000\n' > "$dir/onnx.txt"
onnx() {
    [ "$("$POSENC" --max-len 1 --d-model 8 --component frequency --frequencies "$dir/onnx.txt" --type u8 --scale 2 --zero-point 128 \
        --format raw | od -An -v -tu1 | tr -s ' ')" = ' 128 129 130 255' ]
}
check "ONNX's own test of QuantizeLinear" onnx

# Of a rule's three regimes each occurs, or these don't test it.
frequencies() {
    "$POSENC" --max-len 1 --d-model 64 --base 500000 --component frequency --type f64 --format raw "$@" |
        od -An -v -t f8 -w8
}
regimes() {
    frequencies > "$dir/plain" && frequencies --scaling "$1" > "$dir/scaled" && [ -s "$dir/plain" ] || return 1
    paste "$dir/plain" "$dir/scaled" | awk '{ ratio = $1 / $2; same += ratio < 1.000001; all += ratio > 7.999999 }
        END { print same, all, NR; exit !(NR == 32 && same > 0 && all > 0 && same + all < NR) }'
}
check 'llama3: whole, blended and divided frequencies' regimes llama3:factor=8,original=8192
check 'yarn: whole, blended and divided frequencies' regimes yarn:factor=8,original=8192,attention=1

# --- the oracle sees the least change

"$POSENC" --max-len 12 --d-model 16 --grid 3x4 --format raw > "$dir/good.bin"
held() {
    "$oracle" --max-len 12 --d-model 16 --grid 3x4 "$@" < "$dir/good.bin"
}
# sees WORD...: the table is taken with its own words, and not with these
sees() {
    ends 0 held && ends 1 held "$@"
}
check "the oracle takes a good table" ends 0 held
for other in '--grid 4x3' '--grid-columns xy' '--grid-rows xy' '--grid-nesting inner' '--layout halves' \
    '--order cos-sin' '--grid-frequencies shared' '--first 1,0' '--step 1,2' '--clamp :2' '--zero-rows 0 --max-len 13' '--base 10001' \
    '--spacing over:d' '--base exp(9.2103)' '--base 2*5000.1' '--scaling linear:factor=2' '--amplitude 1.0000001' '--type f16' '--odd zero --d-model 17'; do
    check "the oracle refuses the table of other words: $other" sees $other
done
list 3 1 4 1 5 > "$dir/five"
list 3 1 4 1 5.000001 > "$dir/other"
"$POSENC" --d-model 8 --positions-file "$dir/five" --format raw > "$dir/five.bin"
five() { "$oracle" --d-model 8 --positions-file "$dir/$1" < "$dir/five.bin"; }
check 'the oracle takes a table of listed positions' five five
check 'and refuses the table of other positions' ends 1 five other
plan
