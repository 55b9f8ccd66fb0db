#!/bin/sh
# Every bit of many kinds of table against the oracle, which shares no sine with the program.
. "$(dirname "$0")/../tap.sh"
oracle=$(dirname "$POSENC")/tests/oracle

# agrees WORDS...: the engine that is the default, and the reference engine on its own
agrees() {
    "$POSENC" "$@" --format raw > "$dir/table.bin" && "$oracle" "$@" < "$dir/table.bin" &&
        "$POSENC" "$@" --format raw --engine mpfr | cmp - "$dir/table.bin"
}

# exact MAX_LEN D_MODEL WORDS...
exact() {
    size="--max-len $1 --d-model $2" name="$1 x $2"
    shift 2
    check "$name $*" agrees $size "$@"
}

# beyond ROW COLUMN TYPE AMPLITUDE: the first entry that rounds to infinity is refused; row 20 is position 0
beyond() {
    refused "posenc: row $1, column $2: the entry is beyond type '$3'" \
        --max-len 100 --d-model 12 --first -20 --type "$3" --amplitude "$4" --format raw
}

types='f32 f64 f16 bf16 q7 q15 q31 s8'
# the core has samples
rows=4096 columns=512 some=2000
[ ! "${CORE-}" ] || rows=512 columns=64 some=200
for type in $types; do
    exact $rows $columns --base 10000 --type $type
done

for base in 1 2 7/3 500000 1e6 1208925819614629174706176 0.5 1e-30; do
    exact 300 32 --base $base
done
exact 64 4 --base 50331648
exact 3 4 --base 1208925819614629174706176 --first 16777219
exact 3 4 --base 1606938044258990275541962092341162602522202993782792835301376 --first 16777217

exact 2100 16 --first -1000
exact 300 32 --step 1/4
exact 300 32 --step -1
exact 300 32 --first -7.25 --step 0.1
exact 300 32 --step 2pi/50
exact 300 32 --first 1/3 --step 2pi/50
exact 300 32 --first=-3/7pi --step 1e-3
exact 60 32 --first -5pi --step pi/6
exact 60 4 --base 10000 --step 25pi/3
exact 60 8 --base 1/16 --step pi/6

# angles of many bits, and angles too small for any float
exact 40 32 --first 1e15
exact 40 32 --first 1e18 --step 7/3
exact 10 8 --first -1e300 --step 1e299
exact 10 8 --first 1e30pi --step 2/7pi
exact 40 16 --base 1e100 --first -20
exact 5 6 --base 1e1000 --spacing over:1e-12 --first -2
exact 20 6 --base 2 --spacing over:-1/9

for spacing in pair endpoint over:7 over:-3/2 column; do
    for layout in interleaved halves; do
        for order in sin-cos cos-sin; do
            exact 50 24 --spacing $spacing --layout $layout --order $order
        done
    done
done
exact 300 32 --base 2 --spacing over:-1

for spacing in pair column; do
    for layout in interleaved halves; do
        for order in sin-cos cos-sin; do
            exact 40 25 --spacing $spacing --layout $layout --order $order --odd sin
        done
    done
done
for spacing in pair endpoint over:5 column; do
    for layout in interleaved halves; do
        exact 40 25 --spacing $spacing --layout $layout --order cos-sin --odd zero
    done
done
exact 40 1
exact 40 1 --odd zero --layout halves
exact 3 1 --odd zero --base 1/2
exact 1 2

exact 300 33 --axes channel-major
exact 300 33 --axes channel-major --layout halves --order cos-sin --odd zero --step 2pi/50
exact 300 20 --axes channel-major --spacing column --layout halves

# Each type on what its rounding may stumble over: the ends of fixed point, exact values and ties (1/256
# is one in q7, 3/65536 in q15, 1/254 in s8), subnormal and infinite floats, and amplitudes that make
# sines rational where they were not.
# stumbles TYPE WORDS...
stumbles() {
    type=$1
    shift
    exact 300 25 --type $type "$@" --first -150 --step 3/7
    exact 200 24 --type $type "$@" --first -7/3pi --step pi/12 --spacing endpoint --layout halves --order cos-sin
    exact 60 8 --type $type "$@" --base 1/16 --step pi/6
    exact 300 33 --type $type "$@" --axes channel-major --step 2pi/50 --odd zero
    exact 40 17 --type $type "$@" --first 1e15 --spacing column --odd zero
    case $type in
    f16) amplitudes='1e-5 1e-30 1e-45 1e-300 1e-1000 65503 65519' ;;
    *f*) amplitudes='1e-5 1e-30 1e-45 1e-300 1e-1000 65503 65520 1e5 sqrt(1e77)' ;;
    *) amplitudes='3/65536 1/254 2/127 127/128 32767/32768 65535/65536 64 1e-30 1e400' ;;
    esac
    for amplitude in 1/5000 'sqrt(1/512)' 2 1/256 $amplitudes; do
        exact 100 12 --type $type "$@" --amplitude "$amplitude" --first -20
    done
    case $type in
    *f*) check "refused: amplitude 1e400, $type" beyond 0 0 $type 1e400 ;;
    esac
    for amplitude in 1 'sqrt(2)' 'sqrt(1/32768)' 'sqrt(3)' 'sqrt(4/3)' 'sqrt(3/65536)' 'sqrt(1/2147483648)' \
        'sqrt(8/16129)' 'sqrt(5)'; do
        exact 50 4 --type $type "$@" --amplitude "$amplitude" --base 1 --first -25/12pi --step pi/12
        exact 50 6 --type $type "$@" --amplitude "$amplitude" --base 8 --spacing over:3 --step -pi/4
    done
}
for type in $types; do
    stumbles $type
done
stumbles u8 --scale 1/127 --zero-point 128
[ "${CORE-}" ] || stumbles i8 --scale 0.0078125 --zero-point -5
[ "${CORE-}" ] || stumbles u16 --scale 2/65535 --zero-point 32767
stumbles i16 --scale 1/32768

# Integers with a scale: zero points at the ends of the type and beside them, ties (1/S is 5/2, 7/2, 255/2; half of
# it is 1/2, 3/2 for sines of 1/2), scales that leave nothing and scales that saturate all, and irrational quotients.
scaled='u8=0=255 i8=-128=127 u16=0=65535 i16=-32768=32767'
[ ! "${CORE-}" ] || scaled='i8=-128=127 u16=0=65535'
for type in $scaled; do
    ends=${type#*=} type=${type%%=*}
    for zero in ${ends%=*} $((${ends%=*} + 1)) 0 5 $((${ends#*=} - 1)) ${ends#*=}; do
        for scale in 2/5 2/7 2/255 1 1/3 1/40000; do
            exact 40 5 --type $type --scale $scale --zero-point $zero --step pi/6 --base 1 --odd zero
        done
        exact 60 12 --type $type --scale 1/200 --zero-point $zero --first -20 --amplitude 'sqrt(2)'
    done
    for scale in 1e-10 1e-30 1e-33 1e-60 1e-400 1e10 1e13 1e30 1e60 1e61 1e400 0x1p-12 3; do
        exact 40 13 --type $type --scale $scale --zero-point 17 --odd zero --step pi/4 --spacing column
        exact 40 13 --type $type --scale $scale --zero-point 17 --odd zero --amplitude $scale --axes channel-major
    done
done
# large enough that every level has some to decide
check 'refused: amplitude 65520, which only cos 0 makes infinite in f16' beyond 20 1 f16 65520
check 'refused: amplitude 1e5, f16' beyond 0 0 f16 1e5
exact $some 64 --amplitude 'sqrt(1/512)'
exact $some 64 --amplitude 1e-38
exact $some 64 --type f16 --amplitude 1e-5
exact $some 64 --type bf16 --amplitude 1e-38
exact $some 64 --type q15 --amplitude 1.5
exact $some 64 --type q31 --amplitude 1/5000
exact $some 64 --type s8 --amplitude 'sqrt(2)'
exact $some 64 --type u8 --scale 1/127 --zero-point 127
exact $some 64 --type i16 --scale 1/5000 --zero-point -1

# The oracle must see the least change, wherever it is.
"$POSENC" --max-len 100 --d-model 6 --format raw > "$dir/good.bin"
held() {
    "$oracle" --max-len 100 --d-model 6 < "$dir/$1.bin"
}
head -c 2396 "$dir/good.bin" > "$dir/short.bin"
last=$(tail -c 4 "$dir/good.bin" | od -An -tu1 | awk '{ print $1 }')
changed=$(printf '\\%03o' $((last % 2 ? last - 1 : last + 1)))
{ cat "$dir/short.bin" && printf "$changed" && tail -c 3 "$dir/good.bin"; } > "$dir/flipped.bin"
{ cat "$dir/good.bin" && printf '\0'; } > "$dir/long.bin"
# sees NAME: the good table is taken, and that other one is not
sees() {
    held good && ends 1 held "$1"
}
check 'the oracle takes a good table' held good
check 'the oracle refuses a table whose last entry has one bit flipped' sees flipped
check 'the oracle refuses a truncated table' sees short
check 'the oracle refuses a table with a byte too many' sees long

another() {
    "$POSENC" --max-len 1000 --d-model 6 --type "$1" --format raw > "$dir/table.bin" &&
        "$oracle" --max-len 1000 --d-model 6 --type "$1" < "$dir/table.bin" &&
        ends 1 "$oracle" --max-len 1000 --d-model 6 --type "$1" --amplitude 1000/1001 < "$dir/table.bin"
}
for type in $types; do
    check "the oracle refuses $type with another amplitude" another $type
done
plan
