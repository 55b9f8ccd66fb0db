#!/bin/sh
# `posenc audit --guess`: every table of a real system gives its own words; so do tables with other numbers, with entries
# that are wrong, of other types, and of float32 code. What is no such table is near to nothing.
. "$(dirname "$0")/../tap.sh"
present "$root/tests/audit/found.txt"
golden=$root/tests/golden/systems

# guess ROWS FILE WORDS...: leaves the lines in $dir/guess, and what the command of the first one makes in $dir/guessed
guess() {
    guess_rows=$1 guess_file=$2
    shift 2
    rm -f "$dir/guessed"
    "$POSENC" audit "$guess_file" --guess --max-len "$guess_rows" "$@" > "$dir/guess" || { cat "$dir/guess"; return 1; }
    case $(sed -n 2p "$dir/guess") in 'match: '*) ;; *) cat "$dir/guess"; return 1 ;; esac
    case $(sed -n 3p "$dir/guess") in 'deviation: '*) ;; *) cat "$dir/guess"; return 1 ;; esac
    command=$(sed -n 1p "$dir/guess")
    echo "$command"
    case $command in 'posenc --'*) ;; *) return 1 ;; esac
    eval "\"\$POSENC\" ${command#posenc} --format raw -o \"\$dir/guessed\""
}

# makes_again ROWS FILE WORDS...: the guess makes the file's bytes
makes_again() {
    guess "$@" && cmp "$2" "$dir/guessed"
}

# --- tables of real systems

# Columns that don't turn, a factor for each axis and positions that are rounded down aren't guessed.
unguessed='ltx_video-24x32-cos ltx_video-24x32-sin cosmos-24x128-scales-cos cosmos-24x128-scales-sin cogview4-35x64-cos cogview4-35x64-sin'
no_guess() {
    for table in $unguessed; do
        rows=${table#*-} && ends 1 "$POSENC" audit "$golden/$table.f32" --guess --max-len "${rows%%x*}" > "$dir/said" && head -n 1 "$dir/said" | grep -x 'no match' || return 1
    done
}
check 'what is not guessed' no_guess
# Rows that are all but equal fit many words, if enough of them count as damage, or noise is large: they aren't named. Nor are
# columns of which few turn; and a number that noise leaves open, here -5.4712345.
degenerate() {
    while read -r words; do
        "$POSENC" $words --format npy -o "$dir/equal.npy" && ends 1 "$POSENC" audit "$dir/equal.npy" --guess > "$dir/said" &&
            [ "$(head -n 1 "$dir/said")" = 'no match' ] || { echo "$words"; head -n 2 "$dir/said"; return 1; }
    done << END
--max-len 15 --d-model 5 --base 1/16 --layout halves --order cos-sin --odd zero --step 1e-9
--max-len 72 --d-model 25 --base 1 --odd sin --step 0 --type f16
--max-len 54 --d-model 86 --zero-rows 9 --spacing endpoint --base 1e-5 --odd zero --first max-len-1 --clamp 0:0
--max-len 20 --d-model 19 --base 1e300 --layout halves --order cos-sin --odd zero --first 1e6 --clamp 0:0 --type f16
--max-len 76 --d-model 18 --spacing over:7 --base 1e300 --odd drop --component sin --repeat halves --amplitude sqrt(2/d) --type f16
--max-len 59 --d-model 13 --base 500000 --order cos-sin --odd zero --first -5.4712345 --step -pi/12
END
}
check 'what fits many words is not named' degenerate
# systems: each of the others; a core run takes every fourth
systems() {
    number=0 failed=0 seen=0
    sed 1d "$golden/words.tsv" > "$dir/systems"
    while IFS=$tab read -r file words; do
        case " $unguessed " in *" ${file%.f32} "*) continue ;; esac
        number=$((number + 1))
        [ -z "${CORE:-}" ] || [ $((number % 4)) = 0 ] || continue
        seen=$((seen + 1))
        rows=${words#*--max-len } rows=${rows%% *}
        (cd "$golden" && "$POSENC" $words --format raw -o "$dir/wanted") || failed=$((failed + 1))
        if ! guess "$rows" "$golden/$file" < /dev/null > "$dir/said" 2>&1 || ! cmp "$dir/wanted" "$dir/guessed"; then
            echo "$file: $(cat "$dir/said")"
            failed=$((failed + 1))
        fi
    done < "$dir/systems"
    [ $failed = 0 ] && [ $seen -ge 26 ]
}
check 'the table of every system gives its own words' systems

# --- words

# found WORDS: posenc's own table of these words is found, bit by bit
found() {
    words=$1 rows=${1#*--max-len } rows=${rows%% *} type=f32
    case $words in *'--type '*) type=${words#*--type } type=${type%% *} ;; esac
    eval "\"\$POSENC\" $words --format raw -o \"\$dir/table\"" && makes_again "$rows" "$dir/table" --type "$type"
}
while read -r words; do
    check "found: $words" found "$words"
done < "$root/tests/audit/found.txt"

# The numbers of integer types mean what the user says.
zero_point() {
    "$POSENC" --max-len 200 --d-model 64 --type u8 --scale 1/100 --zero-point 120 --format npy -o "$dir/u8.npy" &&
        guess 200 "$dir/u8.npy" --scale 1/100 --zero-point 120 && grep -q -e '--zero-point 120' "$dir/guess" &&
        eval "\"\$POSENC\" ${command#posenc} --format npy -o \"\$dir/again.npy\"" && cmp "$dir/u8.npy" "$dir/again.npy"
}
check 'a zero point' zero_point

# names WORDS LINE: a table of these words has that first line
names() {
    words=$1 rows=${1#*--max-len } rows=${rows%% *}
    eval "\"\$POSENC\" $words --format raw -o \"\$dir/table\"" && guess "$rows" "$dir/table" && [ "$(sed -n 1p "$dir/guess")" = "$2" ]
}
sizes='--max-len 48 --d-model 32'
# under SYSTEM FIRST WORD...: the words that its name leads to, and others that the table needs, are found
under() {
    system=$1 line=$2
    shift 2
    "$POSENC" --preset "$system" "$@" --format raw -o "$dir/table" && guess 48 "$dir/table" --preset "$system" &&
        [ "$(sed -n 1p "$dir/guess")" = "$line" ]
}
# A table in other formats; more dimensions; the notes and the other tables of a report.
report() {
    "$POSENC" --preset whisper --first 1 $sizes --format npy -o "$dir/pe.npy" && "$POSENC" audit "$dir/pe.npy" --guess > "$dir/guess" || return 1
    cat "$dir/guess"
    [ "$(sed -n 1p "$dir/guess")" = "posenc --preset opennmt-tf $sizes" ] &&
        grep -qx 'deviation: none, every entry is the exact one, correctly rounded' "$dir/guess" &&
        grep -qx "also: posenc --preset whisper $sizes" "$dir/guess" && grep -qx '  rejected: in that table, positions begin at 0, not 1; largest difference 1.0' "$dir/guess"
}
check 'the lines of a report' report

given() {
    "$POSENC" --preset rope-meta $sizes --format raw -o "$dir/table" &&
        guess 48 "$dir/table" --preset vaswani && grep -qx "posenc --preset vaswani $sizes --order cos-sin" "$dir/guess" &&
        grep -qx '  cos and sin are swapped' "$dir/guess" && ends 1 "$POSENC" audit "$dir/table" --guess --max-len 48 --base 500000
}
check 'given words are kept' given

rule() {
    names "--preset rope-hf --max-len 300 --d-model 64 $1 --component cos" "posenc --preset rope-hf --max-len 300 --d-model 64 $1"
}
check_rows "$root/tests/audit/guess.tsv" words

# --- wrong entries

# damaged WORDS SED...: the table with bytes changed by the script still has its words; numbers are printed and read again
damaged() {
    words=$1 rows=${1#*--max-len } rows=${rows%% *}
    eval "\"\$POSENC\" $words --format raw -o \"\$dir/table\"" && cp "$dir/table" "$dir/damaged" || return 1
    shift
    "$@" && ! cmp -s "$dir/table" "$dir/damaged" && guess "$rows" "$dir/damaged" && cmp "$dir/table" "$dir/guessed"
}
# put OFFSET BYTES: into $dir/damaged, octal
put() {
    printf "$2" | dd of="$dir/damaged" bs=1 seek="$1" conv=notrunc 2> "$dir/dd"
}
# swap BYTES: exchanges rows 3 and 10 of so many bytes
swap() {
    for pair in '3 10' '10 3'; do
        dd if="$dir/table" of="$dir/damaged" bs="$1" skip="${pair% *}" seek="${pair#* }" count=1 conv=notrunc 2> "$dir/dd" || return 1
    done
}
for words in "--preset vaswani $sizes" "--preset rope-hf $sizes" '--preset mae --grid 7x7 --max-len 50 --d-model 32' \
    '--preset qwen2-vl --grid 2x3x4 --max-len 24 --d-model 128'; do
    check "a bit flipped: $words" damaged "$words" put 1999 '\301'
    check "a NaN: $words" damaged "$words" put 1996 '\0\0\300\177'
    rest=${words#*--d-model }
    check "rows swapped: $words" damaged "$words" swap $((4 * ${rest%% *}))
done
# Slow columns change from row to row only a few times, as those with some wrong entries do.
words='--preset qwen2-vl --grid 1x24x24 --max-len 576 --d-model 128'
check "rows swapped: $words" damaged "$words" swap 512

# --- words that come near

# honest WORDS: a table that few columns or few bits say is named by words that make its bytes, or not at all
honest() {
    eval "\"\$POSENC\" $1 --format npy -o \"\$dir/near.npy\"" || return 1
    case $1 in *'--type bf16'*) near='--type bf16' ;; *) near= ;; esac
    status=0
    # shellcheck disable=SC2086 # words
    "$POSENC" audit "$dir/near.npy" $near --guess > "$dir/guess" || status=$?
    [ $status -le 1 ] || return 1
    [ $status = 1 ] && [ "$(head -n 1 "$dir/guess")" = 'no match' ] && return
    command=$(sed -n 1p "$dir/guess")
    echo "$command"
    eval "\"\$POSENC\" ${command#posenc} --format npy -o \"\$dir/near2.npy\"" && cmp "$dir/near.npy" "$dir/near2.npy"
}
for words in '--max-len 21 --d-model 4 --type f16 --base 1e300 --layout halves --first 2+pi' \
    '--max-len 53 --d-model 21 --type bf16 --base 1e300 --layout halves --odd sin --step 1/3' \
    '--max-len 44 --d-model 8 --base 17523.9 --order cos-sin --first 1/2 --step -1/9 --positions absolute --scaling linear:factor=3' \
    '--max-len 72 --d-model 19 --grid 6x6x1x2 --odd zero --base 7'; do
    check "honest: $words" honest "$words"
done

stray_row() {
    "$POSENC" --max-len 64 --d-model 32 --format raw > "$dir/stray" &&
        printf '\000\000\200\077\000\000\000\277%.0s' $(seq 16) | dd of="$dir/stray" bs=128 seek=43 conv=notrunc 2> "$dir/none" &&
        ends 1 "$POSENC" audit "$dir/stray" --guess --max-len 64 --type f32 > "$dir/guess" &&
        [ "$(head -n 1 "$dir/guess")" = 'no match' ] && grep -q '^closest: posenc --preset vaswani' "$dir/guess"
}
check 'a row that holds anything is no match' stray_row

# --- rows that are lost, or padding, or of several tables

# of_numpy SCRIPT PATTERN...: the array x that the script makes, of p(rows, columns, base, positions) and noise(rows, columns),
# is reported so: line k of the report is like the k-th pattern, and status 0 if the first isn't `no match`
of_numpy() {
    script=$1 status=0
    shift
    "$python" "$root/tests/audit/guess_rows.py" "$dir/rows.npy" "$script" || return 1
    case $1 in 'no match') status=1 ;; esac
    ends $status "$POSENC" audit "$dir/rows.npy" --guess > "$dir/guess" || { cat "$dir/guess"; return 1; }
    grep -v -e '^match: ' -e '^deviation: ' "$dir/guess" > "$dir/lines"
    for line; do
        IFS= read -r said
        # shellcheck disable=SC2254 # a pattern
        case $said in $line) ;; *) cat "$dir/guess"; echo "not $line"; return 1 ;; esac
    done < "$dir/lines"
}
# Entries of rows that moved are no deviation from the table.
moved() {
    of_numpy 'x = np.delete(p(256), [100, 101, 102], 0)' 'posenc --preset vaswani *' && cat "$dir/guess" &&
        grep -q '^match: 39\.53 % of 16192 entries bit by bit, 9791 that moved with their rows' "$dir/guess" &&
        grep -q '^deviation: at most [0-9.]*e-08 (row [0-9]*, column [0-9]*), .*, where rows are in their place; 0\.0' "$dir/guess"
}
if python=$(python_with numpy); then
    check 'rows that moved' moved
    check_rows "$root/tests/audit/guess.tsv" rows
    check_rows "$root/tests/audit/guess.tsv" columns
else
    skip 'rows of several tables' 'NumPy is missing'
fi

# --- cosines with sines below them

# both FILE COMMAND: the tables of cosines and of sines, one after the other
both() {
    for component in cos sin; do
        eval "\"\$POSENC\" ${2#posenc} --format raw -o \"\$dir/part\"" && cat "$dir/part" || return 1
    done > "$1"
}

# as_source SHAPE < BYTES > FILE.c: floats as an array of that shape
as_source() {
    echo "const float t$1 = {"
    od -An -v -t f4 -w4 | awk '{ print $1 "," }'
    echo '};'
}
# stacked SHAPE WORDS: both tables, as an array of that shape, are named as component cos,sin
stacked() {
    both "$dir/both.bin" "$2 --component \$component" || return 1
    as_source "$1" < "$dir/both.bin" > "$dir/both.c"
    "$POSENC" audit "$dir/both.c" --guess > "$dir/guess" || { cat "$dir/guess"; return 1; }
    command=$(sed -n 1p "$dir/guess")
    case $command in *'--component cos,sin'*) ;; *) echo "$command"; return 1 ;; esac
    both "$dir/again.bin" "$(echo "$command" | sed 's/cos,sin/$component/')" && cmp "$dir/both.bin" "$dir/again.bin"
}
check 'a leading axis of cosines and sines' stacked '[2][64][32]' '--preset rope-hf --max-len 64 --d-model 32'
check 'sines below cosines' stacked '[128][16]' '--max-len 64 --d-model 32 --repeat none --base 500000 --scaling llama3:factor=8,original=8192'
# The sines count as the cosines do: one that is far off is named, and a row of them that holds anything is no match.
odd_sines() {
    both "$dir/damaged" '--preset rope-hf --max-len 64 --d-model 32 --component $component' && put $((4 * (84 * 32 + 6))) '\0\0\140\100' &&
        as_source '[2][64][32]' < "$dir/damaged" > "$dir/both.c" && "$POSENC" audit "$dir/both.c" --guess > "$dir/guess" &&
        grep -q '^match: .*, 1 damaged' "$dir/guess" && grep -q '^  row 84, column 6 is far off: got 3\.5 ' "$dir/guess" || { cat "$dir/guess"; return 1; }
    put $((4 * 90 * 32)) "$(printf '\\0\\0\\200\\076%.0s' $(seq 32))"
    as_source '[2][64][32]' < "$dir/damaged" > "$dir/both.c" && ends 1 "$POSENC" audit "$dir/both.c" --guess > "$dir/guess" && [ "$(head -n 1 "$dir/guess")" = 'no match' ]
}
check 'entries of the sines that are far off' odd_sines

# --- positions that follow no step

# lists POSITIONS WORDS: the file that --positions-out writes has these positions, and makes the same bytes; without it they
# are only named as the reason
lists() {
    printf '%s\n' $1 > "$dir/wanted"
    rm -f "$dir/listed"
    eval "\"\$POSENC\" $2 --positions-file \"\$dir/wanted\" --format npy -o \"\$dir/list.npy\"" || return 1
    ends 1 "$POSENC" audit "$dir/list.npy" --guess > "$dir/guess" || { cat "$dir/guess"; return 1; }
    grep -q '^closest: .*--positions-file FILE .*follow no step' "$dir/guess" || { cat "$dir/guess"; return 1; }
    "$POSENC" audit "$dir/list.npy" --guess --positions-out "$dir/listed" > "$dir/guess" || { cat "$dir/guess"; return 1; }
    cmp "$dir/wanted" "$dir/listed" || return 1
    command=$(sed -n 1p "$dir/guess")
    eval "\"\$POSENC\" ${command#posenc} --format npy -o \"\$dir/list2.npy\"" && cmp "$dir/list.npy" "$dir/list2.npy"
}
jumps=$(awk 'BEGIN { for (r = 0; r < 70; r++) print r * 7919 % 1013 }')
packed=$(awk 'BEGIN { for (r = 0; r < 70; r++) print r < 19 ? r : r < 30 ? r - 19 : r - 30 }')
halves=$(awk 'BEGIN { for (r = 0; r < 70; r++) print r * r / 4 }' | sed 's/,/./')
check 'positions that jump' lists "$jumps" '--preset vaswani --d-model 64'
for component in cos sin; do
    check "positions that jump: $component" lists "$jumps" "--d-model 64 --component $component --repeat none"
    check "positions that jump, f64: $component" lists "$jumps" "--d-model 96 --type f64 --base 500000 --component $component"
    check "packed sequences: $component" lists "$packed" "--d-model 128 --component $component"
    check "positions of quarters: $component" lists "$halves" "--d-model 64 --component $component --repeat none"
done
check 'packed sequences' lists "$packed" '--preset rope-hf --base 500000 --component both --repeat none --d-model 128'
check 'positions of quarters, f64' lists "$halves" '--d-model 48 --type f64 --layout halves'

# Positions that follow a step need no file, and noise has none: none is written.
not_listed() {
    rm -f "$dir/listed"
    "$POSENC" --max-len 48 --d-model 32 --format npy -o "$dir/list.npy"
    "$POSENC" audit "$dir/list.npy" --guess --positions-out "$dir/listed" > "$dir/guess" || return 1
    [ ! -e "$dir/listed" ] && ! grep positions-file "$dir/guess" || return 1
    awk 'BEGIN { srand(3); print "const float t[][32] = {"; for (n = 0; n < 48*32; n++) printf "%.8g,", rand(); print "};" }' > "$dir/noise.c"
    ends 1 "$POSENC" audit "$dir/noise.c" --guess --positions-out "$dir/listed" > "$dir/guess" && [ ! -e "$dir/listed" ]
}
check 'a file of positions only where one is needed' not_listed

# --- what is no such table

# nothing ROWS AWK: awk prints the numbers of a table of 32 columns; nothing is near, and one line says so
nothing() {
    awk "BEGIN { srand(7); for (r = 0; r < $1; r++) for (c = 0; c < 32; c++) printf \"%.9g,\\n\", $2 }" > "$dir/numbers"
    { echo 'const float t[] = {'; cat "$dir/numbers"; echo '};'; } > "$dir/table.c"
    ends 1 "$POSENC" audit "$dir/table.c" --guess --max-len "$1" > "$dir/guess" || { cat "$dir/guess"; return 1; }
    cat "$dir/guess"
    [ "$(sed -n 1p "$dir/guess")" = 'no match' ]
}

# A vector of noise is no frequencies, whatever they are multiplied by.
noise_vectors() {
    for seed in 1 2 3 4 5 6 7 8 9 10 11 12; do
        {
            echo 'const float t[] = {'
            awk "BEGIN { srand($seed); for (n = 0; n < 128; n++) printf \"%.9g,\\n\", rand() }"
            echo '};'
        } > "$dir/vector.c"
        ends 1 "$POSENC" audit "$dir/vector.c" --guess > "$dir/guess" || { echo "seed $seed"; cat "$dir/guess"; return 1; }
    done
}
check 'vectors of noise' noise_vectors

# scrambled WORDS AWK: rope's own table of 64 columns, f32, with its entries changed by the script, is near to nothing
scrambled() {
    eval "\"\$POSENC\" --preset rope-hf --d-model 64 $1 --format raw -o \"\$dir/rope\"" || return 1
    {
        echo 'const float t[][64] = {'
        od -An -v -t f4 -w256 "$dir/rope" | awk "$2"
        echo '};'
    } > "$dir/scrambled.c"
    ends 1 "$POSENC" audit "$dir/scrambled.c" --guess > "$dir/guess" || { cat "$dir/guess"; return 1; }
}
swapped='{ for (c = 1; c < 64; c += 2) printf "%s, %s, ", $(c + 1), $c; print "" }'
squared='{ for (c = 1; c <= 64; c++) printf "%.9g, ", $c * $c; print "" }'
check_rows "$root/tests/audit/guess.tsv" nothing

# --- the work

# quick STATUS ROWS FILE: has an answer after at most 4000 basic blocks for each entry of a row of 384
quick() {
    work "$1" audit "$3" --guess --max-len "$2" && [ "$work" -gt $((384 * $2)) ] && [ "$work" -lt $((4000 * 384 * $2)) ]
}
large='--max-len 500 --d-model 384'
for words in '--amplitude 16' '--axes channel-major'; do
    "$POSENC" --preset vaswani $large $words --format npy -o "$dir/large.npy"
    check "the work: $words" quick 0 500 "$dir/large.npy"
done
awk 'BEGIN { srand(1); print "const float t[] = {"; for (n = 0; n < 500*384; n++) printf "%.8g,", 2*rand() - 1; print "};" }' > "$dir/large.c"
check 'the work: noise' quick 1 500 "$dir/large.c"

plan
