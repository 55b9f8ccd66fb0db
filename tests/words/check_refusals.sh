#!/bin/sh
# What grids, lists, presets, positions and rules of scaling refuse: each in its one line that names the value,
# with exit status 2, and nothing is written.
. "$(dirname "$0")/../tap.sh"

# files in the folder that requests run in
mkdir "$dir/files"
in_files() {
    printf "$2" > "$dir/files/$1"
}
in_files nan '1\nNaN\n'
in_files inf '# a\n\n  -inf # b\n'
in_files zero '1\n2\n0.0'
in_files negative ' -1/3\n'
in_files text '1 # one\n# two\nten # three\n'
in_files two '1 2\n'
in_files ratio '1\r\n1/0\r\n'
in_files large '1\n1e999999\n'
in_files pi 'pi\n'
in_files cr '2\r3\r5\r7\n'
in_files crcr '1\r\r\n2\n'
in_files hidden '1\n2 # two\r3\n'
in_files nul '1\n1\0001\n'
in_files binary '\177ELF\002\001\n'
in_files empty ''
in_files comments '# nothing\n \t\r\n\n#'
in_files 1 '1\n'
in_files 2 '1\n2\n'
in_files 3 '3\r\n 0x1p-1 # a half\n\n\t1/5'

# wrong MESSAGE WORD...: of posenc itself; bad MESSAGE WORD...: of a file
wrong() {
    message=$1
    shift
    check "refused: $message ($*)" refused "posenc: $message" "$@" -o pe.h
}
bad() {
    check "refused: $1" refused "$@" -o pe.h
}

# wrong_word MESSAGE WORD...: for 6 x 8
wrong_word() {
    message=$1
    shift
    wrong "$message" --max-len 6 --d-model 8 "$@"
}

# wrong_value WORD MESSAGE VALUE...: the message, after word and value
wrong_value() {
    key=$1 what=$2
    shift 2
    for value in "$@"; do
        wrong_word "$key '$value'$what" "--$key=$value"
    done
}

# --- words that the table never reads

for word in first=5 step=2 clamp=:3 positions=absolute layout=halves order=cos-sin; do
    for component in frequency factor; do
        wrong_word "${word%=*} '${word#*=}' has no effect beside component '$component'" --component $component --$word
    done
done
for amplitude in 2 'sqrt(3)'; do
    wrong_word "amplitude '$amplitude' has no effect beside component 'factor'" --component factor --amplitude "$amplitude"
done
for type in f32 bf16 q15 s8; do
    for word in scale=1/127 zero-point=128; do
        wrong_word "${word%=*} '${word#*=}' has no effect beside type '$type'" --type $type --$word
    done
done
for component in sin cos; do
    for word in layout=halves order=cos-sin; do
        wrong_word "${word%=*} '${word#*=}' has no effect beside component '$component'" --component $component --$word
        wrong_word "${word%=*} '${word#*=}' has no effect beside component '$component'" --component $component --$word \
            --preset rope-vllm
    done
done
for word in base=10000 base=7 spacing=pair spacing=endpoint spacing=column; do
    wrong_word "${word%=*} '${word#*=}' has no effect beside frequencies '2'" --d-model 4 --frequencies 2 --$word
done
same_bytes() { # same_bytes "WORD..." "WORD...": both make one table
    (cd "$dir/files" && "$POSENC" --max-len 6 --d-model 4 --format raw $1 > ../a && "$POSENC" --max-len 6 --d-model 4 \
        --format raw $2 > ../b) && [ -s "$dir/a" ] && cmp "$dir/a" "$dir/b"
}
check 'taken: defaults beside a word that makes them unread' same_bytes \
    '--component frequency --first 0.0 --step 2/2 --clamp none --layout interleaved --order sin-cos' '--component frequency'
check "taken: a preset's words that are not read" same_bytes '--preset opennmt-tf --component frequency' \
    '--spacing endpoint --component frequency'
check "taken: a preset's spacing beside frequencies" same_bytes '--preset tensor2tensor --frequencies 2' \
    '--layout halves --odd zero --frequencies 2'
check "taken: another component than the preset's, without its repeat" same_bytes '--preset rope-hf --component both' ''
check "taken: words in place of a preset's that are wrong for these sizes" same_bytes \
    '--preset fairseq --zero-rows none --max-len 1' '--spacing endpoint --layout halves --odd zero --max-len 1'
check 'taken: the defaults of words that only integers with a scale read' same_bytes '--scale none --zero-point 0' ''
check 'taken: a whole zero point, however it is written' same_bytes '--type u8 --scale d/1000 --zero-point 0x40*2' \
    '--type u8 --scale 0.004 --zero-point 128'
check 'taken: preset none' same_bytes '--preset none' ''
check 'taken: split 01, which is 1' eval '"$POSENC" --max-len 6 --d-model 4 --split 1 > "$dir/a" && [ -s "$dir/a" ] &&
    "$POSENC" --max-len 6 --d-model 4 --split 01 | cmp - "$dir/a"'

# --- spacing

for columns in 1 2 3; do
    wrong "spacing 'endpoint' needs at least 2 pairs: d-model '$columns' has $((columns / 2))" \
        --max-len 3 --d-model $columns --spacing endpoint --odd zero
done
wrong_value spacing ': D divides by zero' over:0 over:0*n over:n-n over:d-2/1-6 over:1/0 over:d/2-n over:max-len/2-3
wrong_value spacing ': D is not a number' over: over:m over:2n over:n2 over:nd over:n-m over:d- over:-- over:'d n' over:d**2
wrong_value spacing ': D is not a rational number' over:pi over:d-pi

# --- odd d_model

"$POSENC" presets | awk '/^[a-z0-9]/ { name = $1 } /^ .*--odd error/ { print name }' > "$dir/even"
even_only() {
    [ -s "$dir/even" ] || return 1
    while read -r preset; do
        ! "$POSENC" presets "$preset" | grep -q '^    words: .*--grid-columns' || continue
        refused "posenc: d-model '7' is odd, which the preset does not allow" --max-len 7 --d-model 7 \
            --preset "$preset" -o pe.h || { echo "preset $preset"; return 1; }
    done < "$dir/even"
}
check 'refused: an odd d-model, by the presets of systems that have none' even_only
for spacing in endpoint over:3; do
    wrong "d-model '7' is odd: spacing '$spacing' has no frequency for one more sine (odd zero makes the last column 0)" \
        --max-len 3 --d-model 7 --spacing $spacing --odd sin
done
wrong "d-model '7' is odd: spacing 'endpoint' has no frequency for one more pair" \
    --max-len 3 --d-model 7 --spacing endpoint --odd extend
wrong "d-model '1' leaves no column" --max-len 3 --d-model 1 --odd drop

# --- one component

for component in sin cos frequency factor; do
    for odd in sin zero; do
        wrong "d-model '7' is odd: component '$component' needs odd drop or extend" \
            --max-len 3 --d-model 7 --component $component --odd $odd
    done
    wrong "d-model '7' is odd" --max-len 3 --d-model 7 --component $component --odd error
done
for repeat in halves interleave; do
    wrong_word "repeat '$repeat' needs one component: set component to sin, cos, frequency or factor" --repeat $repeat
    wrong_word "repeat '$repeat' needs one component: set component to sin, cos, frequency or factor" \
        --repeat $repeat --grid 2x3
    wrong_word "repeat '$repeat' is not for spacing 'column': every column has a frequency of its own" \
        --repeat $repeat --component sin --spacing column
done
wrong_value component " is none of both, sin, cos, frequency, factor, 'cos,sin'" phase ''
wrong_value repeat ' is none of none, halves, axis, interleave' twice
wrong_word "repeat 'axis' needs one component: set component to sin, cos, frequency or factor" --repeat axis
wrong_word "repeat 'axis' needs one component: set component to sin, cos, frequency or factor" --repeat axis --grid 2x3
wrong_word "repeat 'axis' needs a grid" --repeat axis --component cos
wrong_word "repeat 'axis' is not for grid-nesting 'inner', where axes have no sections" \
    --repeat axis --component cos --grid 2x3 --grid-nesting inner

# --- numbers and names beyond a language

# An entry that the type can't hold is refused in every format, as text and as bytes.
beyond() { # beyond MESSAGE WORD...
    message=$1
    shift
    for format in c json raw npy safetensors onnx go rust vhdl systemverilog; do
        refused "posenc: $message" "$@" --format $format -o pe.h || { echo "format $format"; return 1; }
    done
}
check 'refused: an amplitude beyond f32' beyond "row 0, column 1: the entry is beyond type 'f32'" \
    --max-len 6 --d-model 8 --amplitude 1e400
check 'refused: the least amplitude that rounds to infinity' beyond "row 0, column 1: the entry is beyond type 'f32'" \
    --max-len 6 --d-model 8 --amplitude 340282356779733661637539395458142568448
check 'refused: an amplitude beyond f64' beyond "row 0, column 1: the entry is beyond type 'f64'" \
    --max-len 6 --d-model 8 --amplitude 1e309 --type f64
check 'refused: a frequency beyond f16' beyond "row 0, column 16: the entry is beyond type 'f16'" \
    --max-len 1 --d-model 60 --component frequency --base 2 --spacing over:-1 --type f16
check 'refused: an attention factor beyond f32' beyond "row 0, column 0: the entry is beyond type 'f32'" \
    --max-len 6 --d-model 8 --preset rope-hf --scaling yarn:factor=4,original=4096,attention=1e39
check 'refused: the first entry beyond the type, wherever it is' beyond \
    "row 2, column 0: the entry is beyond type 'f16'" --max-len 6 --d-model 8 --amplitude 75000 --type f16 \
    --order sin-cos --component sin
largest() { # the largest amplitude that f32 holds, and entries below an amplitude that it doesn't
    "$POSENC" --max-len 6 --d-model 8 --amplitude 340282356779733661637539395458142568447 --format raw > "$dir/table" &&
        [ "$(od -An -tx4 -j4 -N4 "$dir/table" | tr -d ' ')" = 7f7fffff ] &&
        "$POSENC" --max-len 6 --d-model 2 --amplitude 66000 --type f16 --component sin --format raw > "$dir/table" &&
        [ "$(wc -c < "$dir/table")" = 12 ]
}
check 'taken: the largest amplitude of a type, and one beyond it that no entry reaches' largest
# it would take days to look at the entries, and the limit is there to end that
check 'taken at once: amplitudes up to the largest number, whose entries nobody has to look at' eval \
    'for type in f16=65504 f32=3.4e38 bf16=3.38e38; do timeout 100 "$POSENC" --max-len 1000000000 --d-model 512 \
        --type ${type%=*} --amplitude ${type#*=} --list > "$dir/table" && [ -s "$dir/table" ] || return 1; done'
wrong_word "qualifiers 'static': 'static' is a keyword of C or C++" --qualifiers static
printf '1\n1/2\n' > "$dir/a b*.txt"
wrong_word "frequencies '../a b*.txt': the base name appears in the banner, and may contain only letters, digits, blanks and _ . + - = ~" --frequencies '../a b*.txt'
for list in x,,y ,x 'x,' 'x, ,y' 'x y,' ','; do
    check "refused: qualifiers '$list'" eval 'turned_down --max-len 6 --d-model 8 "--qualifiers=$list" -o pe.h &&
        grep -q "^posenc: qualifiers .$list.: .* is not a C identifier" "$dir/stderr"'
done
wrong_word "scaling 'longrope:': longrope needs a FILE" --scaling longrope:
wrong_word "scaling 'linear:factor=2,' ends with a comma" --scaling linear:factor=2,

# --- grids

wrong_value grid ' is not of the form HxW, TxHxW or SxTxHxW' 6X8 6*8 '' -48 6x x6 six
for text in 0x5 5x0 6x x6 x 6xx8 6x8x six '6 x8' 6x8.0 1e0x6 nonex; do
    check "refused: grid '$text'" refused_with "posenc: grid '" --max-len 6 --d-model 8 -o pe.h "--grid=$text"
done
wrong_value grid ' has one axis: it is not a grid' 6 48
wrong_value grid ' has more than 4 axes' 1x2x3x4x5 1x1x1x1x1x1
wrong_value grid ' is too large: a table has at most 2^40 entries' 1048577x1048576 1099511627776x2
wrong "grid '2x3' has 6 rows: max-len '7' must be the same" --max-len 7 --d-model 8 --grid 2x3
wrong "grid '2x3x2' has 12 rows: max-len '6' must be the same" --max-len 6 --d-model 12 --grid 2x3x2
wrong "grid '2x3' has 7 rows, with those of zero-rows: max-len '6' must be the same" \
    --max-len 6 --d-model 8 --grid 2x3 --zero-rows 0
for axes in xx yy xyt tyx xyx XY 'x y' x,y '' yxz none; do
    wrong_word "grid-rows '$axes' must name each axis of the grid once: y and x" --grid 2x3 --grid-rows "$axes"
    wrong_word "grid-columns '$axes' must name axes of the grid, each once: y and x" --grid 2x3 --grid-columns "$axes"
done
for axes in x y; do
    wrong_word "grid-rows '$axes' must name each axis of the grid once: y and x" --grid 2x3 --grid-rows "$axes"
done
for axes in s txx tyxt xyz; do
    wrong "grid-columns '$axes' must name axes of the grid, each once: t, y and x" \
        --max-len 6 --d-model 12 --grid 1x2x3 --grid-columns $axes
done
for axes in tyx styxs ttyx; do
    wrong "grid-rows '$axes' must name each axis of the grid once: s, t, y and x" \
        --max-len 6 --d-model 12 --grid 1x1x2x3 --grid-rows $axes
done
# blocks NAME: the message about words of a grid 2x4x6
blocks() {
    wrong "grid-blocks '$1'$2" --max-len 48 --d-model 12 --grid 2x4x6 --grid-blocks "$1"
}
for text in 2 2x3x4x5x6 6X8 -48 2x x2 six '' nonex 2x0 grid; do
    case $text in
    2) blocks $text ' has one axis: it is not a grid' ;;
    2x3x4x5x6) blocks $text ' has more than 4 axes' ;;
    2x0) blocks $text ': each size must be at least 1' ;;
    *) blocks "$text" ' is not of the form HxW, TxHxW or SxTxHxW' ;;
    esac
done
blocks 1x2x2x2 ' has 4 axes, and the grid has 3'
blocks 1048577x1048576 ' is too large: a table has at most 2^40 entries'
blocks 2x4 ": axis x of grid '2x4x6' has 6, which is not a multiple of 4"
blocks 3x2 ": axis y of grid '2x4x6' has 4, which is not a multiple of 3"
blocks 3x4x6 ": axis t of grid '2x4x6' has 2, which is not a multiple of 3"
blocks 8x2 ": axis y of grid '2x4x6' has 4, which is not a multiple of 8"
for shares in x0y1 x1y0 x1000y x18446744073709551617y; do
    wrong_word "grid-columns '$shares': a share is a number of 1 to 999" --grid 2x3 --grid-columns $shares
done
wrong_word "grid-rows 'y2x1' must name each axis of the grid once: y and x" --grid 2x3 --grid-rows y2x1
for nesting in middle inner; do
    wrong "grid-columns 'x2y1': unequal shares need grid-nesting outer, or grid-frequencies shared" \
        --max-len 6 --d-model 12 --grid 2x3 --grid-columns x2y1 --grid-nesting $nesting
done
for word in 'grid-columns xy' 'grid-nesting inner' 'grid-rows yx' 'grid-blocks 2x2' 'grid-frequencies shared'; do
    wrong_word "${word% *} '${word#* }' needs a grid" "--${word% *}" "${word#* }"
done
for preset in mae timm-2d vit-3d detr loftr dinov3 pixtral qwen2-vl flux2 lumina; do
    wrong_word "missing: --grid, which preset '$preset' is for" --preset $preset
done
wrong_word "grid-nesting 'mid' is none of outer, middle, inner" --grid-nesting mid
for columns in 6 10 11 14; do
    wrong "grid: d-model '$columns' does not divide into pairs of the axes (odd zero fills what is \
left, $((columns % 4)) of them, with 0)" --max-len 6 --d-model $columns --grid 2x3
done
for columns in 6 10 11 14; do
    for odd in zero sin extend; do
        wrong "grid: d-model '$columns' does not divide into pairs of the axes (odd drop leaves out what is \
left, $((columns % 4)) of them)" --max-len 6 --d-model $columns --grid 2x3 --component cos --odd $odd
    done
done
for component in sin frequency; do
    wrong_word "grid-nesting 'middle' is for component 'both', or grid-frequencies 'shared': component '$component' has \
only outer and inner" --component $component --grid 2x3 --grid-nesting middle
done

# --- frequencies that the axes share

wrong_word "grid-frequencies 'all' is none of axis, shared" --grid 2x3 --grid-frequencies all
wrong "grid-columns 'grid' leaves 1 of the 5 pairs of d-model '10' without an axis, and grid-frequencies is shared" \
    --max-len 6 --d-model 10 --grid 2x3 --grid-frequencies shared --odd zero
wrong "grid-columns 't16y24x24' leaves 1 of the 65 pairs of d-model '131' without an axis, and grid-frequencies is \
shared" --max-len 6 --d-model 131 --grid 1x2x3 --grid-frequencies shared --grid-columns t16y24x24 --component cos
wrong "grid: d-model '9' does not divide into pairs of the axes (odd zero fills what is left, 1 of them, with 0)" \
    --max-len 6 --d-model 9 --grid 2x3 --grid-frequencies shared
for nesting in inner middle; do
    wrong "grid-columns 't8y28x28': among 64 pairs, axis y can't have its 28 one by one" \
        --max-len 6 --d-model 128 --grid 1x2x3 --grid-frequencies shared --grid-columns t8y28x28 --grid-nesting $nesting
done
wrong "grid-columns 'x2y1s3t6': among 12 pairs, axis t can't have its 6 one by one" \
    --max-len 6 --d-model 24 --grid 1x1x2x3 --grid-frequencies shared --grid-columns x2y1s3t6 --grid-nesting inner
wrong "frequencies '2': the file has 2, and the table needs 4" \
    --max-len 6 --d-model 8 --frequencies 2 --grid 2x3 --grid-frequencies shared
wrong "scaling 'longrope:2': the file has 2 factors, and the table needs 4" \
    --max-len 6 --d-model 8 --scaling longrope:2 --grid 2x3 --grid-frequencies shared
wrong "component 'factor' divides by frequencies, and one is 0" --max-len 6 --d-model 8 --component factor \
    --scaling proportional:share=3/4 --grid 2x3 --grid-frequencies shared
wrong "row 0, column 4: the entry is beyond type 'f16'" --max-len 6 --d-model 12 --grid 2x3 --component frequency \
    --base 16 --spacing over:-1 --type f16 --grid-frequencies shared
wrong "row 0, column 4: the entry is beyond type 'f16'" --max-len 6 --d-model 20 --grid 2x3 --component frequency \
    --base 16 --spacing over:-1 --type f16

wrong "d-model '3' leaves axis y of the grid without a pair" --max-len 6 --d-model 3 --grid 2x3 --odd zero
wrong "d-model '8' leaves axis x of the grid without a pair" \
    --max-len 6 --d-model 8 --grid 2x3 --grid-columns y9x1 --odd zero
wrong "spacing 'endpoint' needs at least 2 pairs: d-model '4' has 1" --max-len 6 --d-model 4 --grid 2x3 --spacing endpoint
wrong_word "spacing 'column' is not for a grid" --grid 2x3 --spacing column

# --- positions

for key in first step; do
    wrong_word "$key '1,2' has more values than the table has axes" --$key 1,2
    wrong_word "$key '1,2,3' has more values than the table has axes" --$key 1,2,3 --grid 2x3
    wrong "$key '1,2' has 2 values for 3 axes" --max-len 6 --d-model 12 --grid 1x2x3 --$key 1,2
    for text in 1,x ',' ,1 '1,,' 1,nan; do
        wrong_word "$key '$text' is not a number" --$key=$text --grid 2x3
    done
    wrong_value $key ' is not a number' '' 2d n2 max-le max-len2 1+ 1+-x d--e D
    wrong_word "$key '1+1+1+1+1+1+1+1+1' has too many terms" --$key 1+1+1+1+1+1+1+1+1
done
wrong_value clamp ' is not of the form A:B' '' 5 : 1,2 none2
wrong_value clamp ' is not a number' a:b 1:2:3 :: nan:inf none: ' 1:2' '1: 2' :x -:1
wrong_value clamp ' divides by zero' 1:1/0 1/0:
wrong_value clamp ': the lower end is above the upper one' 3:2 pi:3 0:-pi d:n 1/2:499999/1000000
wrong_value positions ' is none of signed, absolute' abs negative
wrong_value zero-rows ' is not a list of row numbers' '' -1 , 0, ,0 1,,2 x 0-3 0:3 1.0 '0, 1' 99999999999999999999
wrong_value zero-rows ': the table has no row 6' 6 0,6 6,0
wrong_value zero-rows ' names row 0 twice' 0,0 0,3,0 0,00

# --- amplitude

wrong_value amplitude ' must be positive' 0 -1 'sqrt(0)' 'sqrt(-2)' n-d 'sqrt(n-d)'
wrong_value amplitude ' is not a number' '' nan 'sqrt()' 'sqrt(' 'sqrt(2' sqrt2 'sqrt(2))' 'sqrt(sqrt(2))' '-sqrt(2)' '2sqrt(2)'
wrong_value amplitude ' is not a rational number' pi 'sqrt(pi)' 'sqrt(2/3pi)'

# --- integers with a scale

for type in u8 i8 u16 i16; do
    wrong_word "missing: --scale, which type '$type' needs" --type $type
    wrong_word "missing: --scale, which type '$type' needs" --type $type --scale none --zero-point 1
done
for scale in 0 -1/127 n-d; do
    wrong_word "scale '$scale' must be positive" --type u8 --scale=$scale
done
for scale in '' nan 'sqrt(2)' 1/127x; do
    wrong_word "scale '$scale' is not a number" --type i16 --scale "$scale"
done
wrong_word "scale 'pi' is not a rational number" --type u8 --scale pi
wrong_word "scale '1/0' divides by zero" --type u8 --scale 1/0
wrong_word "scale '1e9999' is too large or too small: over 4096 bits" --type u8 --scale 1e9999
for ends in u8:0:255 i8:-128:127 u16:0:65535 i16:-32768:32767; do
    type=${ends%%:*} least=${ends#*:} most=${ends##*:}
    least=${least%:*}
    for zero in '' nan 1/2 pi d $((least - 1)) $((most + 1)) 1e30 -1e30; do
        wrong_word "zero-point '$zero' is not a whole number from $least to $most" --type $type --scale 1 "--zero-point=$zero"
    done
done
wrong_word "zero-point '99999' is not a whole number from -32768 to 65535" --zero-point 99999

# --- files of numbers: of frequencies, and of longrope's factors

for key in frequencies= scaling=longrope:; do
    for file in nan:2:NaN inf:3:-inf text:3:ten 'two:1:1 2' pi:1:pi 'binary:1:\x7fELF\x02\x01'; do
        place=${file%:*}
        bad "$place: '${file##*:}' is not a number" --max-len 6 --d-model 4 "--$key${file%%:*}"
    done
    negative='is below 0' # a frequency may be 0, a factor divides
    [ $key = frequencies= ] || negative='is not above 0'
    bad "negative:1: '-1/3' $negative" --max-len 6 --d-model 4 --${key}negative
    bad "ratio:2: '1/0' divides by zero" --max-len 6 --d-model 4 --${key}ratio
    bad "large:2: '1e999999' is too large or too small: over 4096 bits" --max-len 6 --d-model 4 --${key}large
    bad 'nul:2: a byte 0 is not text' --max-len 6 --d-model 4 --${key}nul
    bad "cr:1: '2\\x0d3\\x0d5\\x0d7' is not a number" --max-len 6 --d-model 4 --${key}cr
    bad "crcr:1: '1\\x0d' is not a number" --max-len 6 --d-model 4 --${key}crcr
    bad 'hidden:2: a carriage return in a comment hides what follows it' --max-len 6 --d-model 4 --${key}hidden
done
for file in empty comments; do
    wrong "frequencies '$file': the file has no numbers" --max-len 6 --d-model 4 --frequencies $file
    wrong "scaling 'longrope:$file': the file has 0 factors, and the table needs 2" \
        --max-len 6 --d-model 4 --scaling longrope:$file
done
for file in 1 3; do
    wrong "frequencies '$file': the file has $file, and the table needs 2" --max-len 6 --d-model 4 --frequencies $file
    wrong "scaling 'longrope:$file': the file has $file factors, and the table needs 2" \
        --max-len 6 --d-model 4 --scaling longrope:$file
done
wrong "frequencies '2': the file has 2, and the table needs 3" --max-len 6 --d-model 5 --frequencies 2
wrong "frequencies '2': the file has 2, and the table needs 3" --max-len 6 --d-model 5 --frequencies 2 --odd extend
wrong "frequencies '3': the file has 3, and the table needs 2" --max-len 6 --d-model 5 --frequencies 3 --odd zero
wrong "frequencies '3': the file has 3, and the table on each axis 2" --max-len 6 --d-model 8 --frequencies 3 --grid 2x3

long_list() { # a list that has another length than the table is refused before its numbers are read
    seq 3000000 > "$dir/long" &&
        refused "posenc: frequencies '$dir/long': the file has 3000000, and the table needs 2" --max-len 6 --d-model 4 \
            --frequencies "$dir/long" -o pe.h &&
        ends 2 within_memory 100000 "$POSENC" --max-len 6 --d-model 4 --frequencies "$dir/long" 2> "$dir/stderr" &&
        grep -q 'has 3000000' "$dir/stderr"
}
check 'refused: three million numbers for two, in 100 MB' long_list
wrong "d-model '2147483648' takes about 1600 GiB of memory, which is over 2 GiB" --max-len 1 --d-model 2147483648
wrong "grid '2x536870912' with d-model '512': the axes' own tables are over 2^30 bytes" --max-len 1073741824 \
    --grid 2x536870912 --d-model 512 --type q7 --format raw
many_zero_rows() { # 100,000 of them, which took minutes when their text was copied for each
    seq -s, 0 2 199998 > "$dir/rows" && { printf '[t]\nmax-len = 200000\nd-model = 2\noutput = t.bin\nzero-rows = ' &&
        cat "$dir/rows"; } > "$dir/t.ini" && (ulimit -t 20 && "$POSENC" build "$dir/t.ini") && [ -s "$dir/t.bin" ]
}
check 'taken: 100,000 zero rows' many_zero_rows
check 'taken: a row of 10^9 prime entries, whose first byte comes at once' eval 'timeout 100 "$POSENC" --max-len 1000000007 \
    --d-model 2 --axes channel-major | head -c 1 | grep -q /'

# taken WORD...: a table of the file that is written as it can be
taken() {
    (cd "$dir/files" && "$POSENC" --max-len 6 --d-model 6 "$@" --format raw > ../table) && [ -s "$dir/table" ]
}
check 'taken: comments, empty lines, blanks, CRLF, hexadecimals, ratios, no last newline' taken --frequencies 3
check 'taken: the same as factors' taken --scaling longrope:3

for components in '' '--component sin' '--component frequency --amplitude 2'; do
    check "taken: a frequency 0 $components" taken --frequencies zero $components
done
bad "zero:3: '0.0' is not above 0" --max-len 6 --d-model 6 --scaling longrope:zero
for words in '--frequencies zero' '--frequencies zero --scaling linear:factor=2' '--scaling proportional:share=2/3' \
    '--scaling proportional:share=0.99,factor=2 --repeat halves' '--scaling proportional:share=1 --d-model 7 --odd extend'; do
    wrong "component 'factor' divides by frequencies, and one is 0" --max-len 6 --d-model 6 --component factor $words
done
check 'taken: factors of frequencies that all turn' taken --component factor --scaling proportional:share=1

# --- rules of scaling

rules='none, linear:..., ntk:..., dynamic:..., yarn:..., llama3:..., longrope:FILE, proportional:...'
wrong_value scaling " is none of $rules" \
    '' linear yarn dynamic proportional longrope none: yarm:factor=2 Linear:factor=2 :factor=2 proportion:share=1
for rule in linear ntk yarn:original=9 llama3:original=9 dynamic:original=9,length=9; do
    name=${rule%%:*} rest=,${rule#"$name"}
    rest=${rest#,}
    rest=${rest#:}
    wrong_word "scaling '$name:$rest': $name needs factor=" --scaling "$name:$rest"
    for bad in -1:'must be positive' 0:'must be positive' x:'is not a number' :'is not a number' \
        1/0:'divides by zero' nan:'is not a number' pi:'is not a number' 1e5000:'is too large or too small: over 4096 bits'; do
        text=$name:factor=${bad%%:*}${rest:+,$rest}
        wrong_word "scaling '$text': factor '${bad%%:*}' ${bad#*:}" --scaling "$text"
    done
    for bad in factor Factor=2 factors=2 '' base=3 =2; do
        text=$name:factor=2,$bad,${rest:-factor=2}
        wrong_word "scaling '$text': '$bad' is not a KEY=VALUE of $name" --scaling "$text"
    done
    wrong_word "scaling '$name:factor=2,factor=2${rest:+,$rest}': factor is given twice" \
        --scaling "$name:factor=2,factor=2${rest:+,$rest}"
done
for name in yarn llama3 dynamic; do
    wrong_word "scaling '$name:factor=2': $name needs original=" --scaling $name:factor=2
    wrong_word "scaling '$name:factor=2,original=0': original '0' must be positive" --scaling $name:factor=2,original=0
done
for key in original=4 low=1 high=4 beta-fast=32 beta-slow=1 truncate=no attention=1 mscale=1 mscale-all-dim=1 length=4 share=1; do
    wrong_word "scaling 'linear:factor=2,$key': '$key' is not a KEY=VALUE of linear" --scaling "linear:factor=2,$key"
done
dynamic=dynamic:factor=2,original=9
wrong_word "scaling '$dynamic': dynamic needs length=" --scaling $dynamic
wrong_word "scaling 'dynamic:factor=2,length=9': dynamic needs original=" --scaling dynamic:factor=2,length=9
for bad in -1:'must be positive' 0:'must be positive' x:'is not a number' :'is not a number' n:'is not a number'; do
    wrong_word "scaling '$dynamic,length=${bad%%:*}': length '${bad%%:*}' ${bad#*:}" --scaling "$dynamic,length=${bad%%:*}"
done
for key in beta-fast=2 attention=1 mscale=1 share=1 lengths=9; do
    wrong_word "scaling '$dynamic,length=9,$key': '$key' is not a KEY=VALUE of dynamic" --scaling $dynamic,length=9,$key
done
wrong_word "scaling 'proportional:': proportional needs share=" --scaling proportional:
wrong_word "scaling 'proportional:factor=2': proportional needs share=" --scaling proportional:factor=2
for bad in -1/4:'must be positive' 0:'must be positive' 5/4:'must be at most 1' 1.0000001:'must be at most 1' x:'is not a number' \
    :'is not a number' 1/0:'divides by zero'; do
    wrong_word "scaling 'proportional:share=${bad%%:*}': share '${bad%%:*}' ${bad#*:}" --scaling "proportional:share=${bad%%:*}"
done
wrong_word "scaling 'proportional:share=1/2,factor=0': factor '0' must be positive" --scaling proportional:share=1/2,factor=0
wrong_word "scaling 'proportional:share=1/2,share=1': share is given twice" --scaling proportional:share=1/2,share=1
wrong_word "scaling 'proportional:share=1/2,original=4': 'original=4' is not a KEY=VALUE of proportional" \
    --scaling proportional:share=1/2,original=4
yarn=yarn:factor=2,original=9
for key in low=1 high=4 length=4 share=1 mscale_all_dim=1; do
    wrong_word "scaling '$yarn,$key': '$key' is not a KEY=VALUE of yarn" --scaling $yarn,$key
done
wrong_word "scaling '$yarn,mscale-all-dim=1': mscale-all-dim needs mscale" --scaling $yarn,mscale-all-dim=1
wrong_word "scaling '$yarn,mscale-all-dim=1,attention=2': mscale-all-dim needs mscale" --scaling $yarn,mscale-all-dim=1,attention=2
for key in beta-fast beta-slow attention mscale mscale-all-dim; do
    wrong_word "scaling '$yarn,$key=0': $key '0' must be positive" --scaling $yarn,$key=0
    wrong_word "scaling '$yarn,$key=': $key '' is not a number" --scaling $yarn,$key=
    wrong_word "scaling '$yarn,$key=5,$key=6': $key is given twice" --scaling $yarn,$key=5,$key=6
done
for value in maybe '' YES 1; do
    wrong_word "scaling '$yarn,truncate=$value': truncate '$value' is none of yes, no" --scaling $yarn,truncate=$value
done
for keys in beta-fast=1/2 beta-slow=33 beta-fast=2,beta-slow=3; do
    wrong_word "scaling '$yarn,$keys': beta-slow must not be above beta-fast" --scaling $yarn,$keys
done
for base in 1 1/2; do
    wrong_word "scaling '$yarn': yarn needs a base above 1" --scaling $yarn --base $base
done
llama3=llama3:factor=2,original=9
for key in beta-fast=2 beta-slow=1 truncate=no attention=1 mscale=1 share=1; do
    wrong_word "scaling '$llama3,$key': '$key' is not a KEY=VALUE of llama3" --scaling $llama3,$key
done
for keys in low=5 high=1/2 low=3,high=2; do
    wrong_word "scaling '$llama3,$keys': low must not be above high" --scaling $llama3,$keys
done
for key in low high; do
    wrong_word "scaling '$llama3,$key=-1': $key '-1' must be positive" --scaling $llama3,$key=-1
done
for keys in factor=2 original=2 factor=2,attention=1 original=2,attention=1; do
    wrong "scaling 'longrope:2,$keys': longrope's amplitude needs factor and original" \
        --max-len 6 --d-model 4 --scaling longrope:2,$keys
done
wrong "scaling 'longrope:2,factor=2,original=1': original must be above 1" \
    --max-len 6 --d-model 4 --scaling longrope:2,factor=2,original=1
for bad in 0:'must be positive' -1:'must be positive' x:'is not a number'; do
    wrong "scaling 'longrope:2,attention=${bad%%:*}': attention '${bad%%:*}' ${bad#*:}" \
        --max-len 6 --d-model 4 --scaling longrope:2,attention=${bad%%:*}
done
wrong "scaling 'longrope:2,low=1': 'low=1' is not a KEY=VALUE of longrope" --max-len 6 --d-model 4 --scaling longrope:2,low=1
in_files 4 '1\n2\n3\n4\n'
for scaling in ntk:factor=2 $yarn $dynamic,length=12 proportional:share=1/2; do
    for words in '--spacing endpoint' '--spacing over:n' '--spacing column' '--frequencies 4' '--spacing endpoint --grid 2x3'; do
        wrong_word "scaling '$scaling' is for spacing 'pair'" --scaling $scaling $words
    done
    wrong_word "scaling '$scaling' needs a rational base, not exp(Q)" --scaling $scaling --base 'exp(2)'
done
for scaling in ntk:factor=2 $dynamic,length=9; do
    for columns in 1 2; do
        wrong "scaling '$scaling': d-model '$columns' must be above 2" --max-len 3 --d-model $columns --scaling $scaling --odd zero
    done
    wrong "scaling '$scaling': d-model '2' must be above 2" --max-len 6 --d-model 6 --grid 2x3 --grid-columns y1x2 --scaling $scaling
done
plan
