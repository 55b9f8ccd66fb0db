#!/bin/sh
# Positions from a file: the rows of a listed table are those of usual ones; what is refused, and in which line; max-len that
# is left out; manifests and depfiles.
. "$(dirname "$0")/../tap.sh"

mkdir "$dir/files" "$dir/files/lists"
in_files() {
    printf "$2" > "$dir/files/$1"
}
in_files 3 '5\n# none\n-1/2 # a half\n\r\n2pi/3\r\n'
in_files 1 '7'
in_files empty ''
in_files comments '# nothing\n \t\r\n\n#'
in_files text '1\n# two\nten\n'
in_files two '1 2\n3\n'
in_files ratio '1\n1/0\n'
in_files large '1e999999\n'
in_files nan 'NaN\n'
in_files symbol '1\nmax-len\n'
in_files late '1\n2\n3\n4\nx\n'
in_files nul '1\n1\0001\n'
in_files hidden '1\n2 # two\r3\n'
in_files yx '0 1\n 3\t-4 # here\n0 1\n'
in_files ragged '0 1\n0\n'
in_files wide '0 1\n0 1 2\n'
in_files dots.txt '9\n3\n1\n'
cp "$dir/files/dots.txt" "$dir/files/lists/t.txt"

# --- laws

# hex COLUMNS OPTION...: a row a line
hex() {
    columns=$1
    shift
    "$POSENC" --d-model "$columns" --format raw "$@" | od -An -v -t x1 -w$((4 * columns))
}

# chosen FILE COLUMNS OPTION...: the rows of the usual table at those positions, which are whole
chosen() {
    file=$1
    shift
    hex "$@" > "$dir/usual" && [ -s "$dir/usual" ] || return 1
    awk 'NR == FNR { row[NR - 1] = $0; next } { print row[$1] }' "$dir/usual" "$file" > "$dir/want"
    columns=$1
    shift 3
    hex "$columns" --positions-file "$file" "$@" > "$dir/got" && cmp "$dir/want" "$dir/got"
}
awk 'BEGIN { for (k = 0; k < 2000; k++) print k * 389 % 2000 }' > "$dir/shuffled"
{ seq 0 511; seq 0 300; seq 0 99; seq 1999 -1 1500; echo 3; echo 3; } > "$dir/packed"
for list in shuffled packed; do
    for words in '' '--layout halves --threads 3' '--spacing column' '--component sin --repeat interleave' \
        '--scaling yarn:factor=8,original=256' '--engine wide'; do
        check "rows of 0 to 1999 in another order: $list $words" chosen "$dir/$list" 24 --max-len 2000 $words
    done
done

# Equal steps are first and step, to the last byte but the banner's.
equal_steps() {
    for steps in '0 1' '999 -20' '0 1/2' '7 0' '-3 2pi/7' '1e30 1/3' '1048570 3'; do
        set -- $steps
        awk -v first="$1" -v step="$2" 'BEGIN { for (k = 0; k < 30; k++) print first "+" k "*" step }' | sed 's/+\([0-9]*\)\*-/-\1*/' > "$dir/steps"
        for axes in position-major channel-major; do
            "$POSENC" --d-model 10 --positions-file "$dir/steps" --axes $axes --format raw --verbose > "$dir/a" 2> "$dir/said.a" &&
                "$POSENC" --max-len 30 --d-model 10 "--first=$1" "--step=$2" --axes $axes --format raw --verbose > "$dir/b" 2> "$dir/said.b" &&
                cmp "$dir/a" "$dir/b" && diff "$dir/said.a" "$dir/said.b" || return 1
        done
    done
}
check 'equal steps are computed as first and step' equal_steps

# One position a table, all of them in one; to 2^20 - 1 and with signs, and what isn't whole.
printf '%s\n' 1048575 -1048575 0 1048574 524288 -1 1023 1024 65535 65536 131071 777777 \
    1/3 2pi/25 0.1 1e6 -1e30 1048576 77777777 1+pi 1/3 > "$dir/many"
each_alone() {
    hex 64 --positions-file "$dir/many" "$@" > "$dir/got" && [ "$(wc -l < "$dir/got")" = 21 ] || return 1
    while read -r p; do
        hex 64 --max-len 1 "--first=$p"
    done < "$dir/many" | cmp - "$dir/got"
}
for options in '' '--threads 4' '--engine wide'; do
    check "each position by itself $options" each_alone $options
done

# Thousands of positions: other digits, more than one piece, every way to cut them.
awk 'BEGIN { for (k = 0; k < 20000; k++) print k * 389393 % 1048573 - (k % 3 ? 0 : 524288) }' > "$dir/spread"
{ cat "$dir/spread"; printf '%s\n' 1/3 0 0.1 0; } > "$dir/mixed"
one_table() {
    for axes in position-major channel-major; do
        for list in spread mixed; do
            for type in f32 f64; do
                words="--d-model 18 --positions-file $dir/$list --axes $axes --type $type --format raw"
                "$POSENC" $words --threads 1 > "$dir/a" && "$POSENC" $words --threads 4 | cmp - "$dir/a" &&
                    { "$POSENC" $words --rows 0:7 && "$POSENC" $words --rows 7:18; } > "$dir/b" &&
                    cmp -n "$(wc -c < "$dir/b")" "$dir/a" "$dir/b" || return 1
                rows=20000
                [ $list = spread ] || rows=20004
                [ $axes = channel-major ] || { "$POSENC" $words --rows 0:12345 && "$POSENC" $words --rows 12345:$rows; } | cmp - "$dir/a" || return 1
            done
        done
    done
}
check 'threads, ranges of rows and both axes make one table' one_table
by_reference() {
    tail -n 600 "$dir/mixed" > "$dir/some"
    for axes in position-major channel-major; do
        for type in f32 f64 f16 q15 s8; do
            "$POSENC" --d-model 6 --positions-file "$dir/some" --axes $axes --type $type --format raw > "$dir/a" && [ -s "$dir/a" ] &&
                "$POSENC" --d-model 6 --positions-file "$dir/some" --axes $axes --type $type --format raw --engine mpfr | cmp - "$dir/a" || return 1
        done
    done
}
check 'the reference engine agrees' by_reference
in_pieces() {
    printf '%s\n' 1048575 3 77 1/3 3 0 3 65537 1/3 0 > "$dir/some"
    set -- --d-model 17000 --positions-file "$dir/some" --base 7 --spacing over:5000 --layout halves --name t
    "$POSENC" "$@" --engine mpfr > "$dir/a" && [ -s "$dir/a" ] && "$POSENC" "$@" --threads 1 | cmp - "$dir/a" &&
        "$POSENC" "$@" --threads 3 | cmp - "$dir/a"
}
check 'also if a row is cut into pieces' in_pieces

# Seeds of 65536 x 256 frequencies would take minutes; MPFR decides no more than it must.
awk 'BEGIN { for (k = 0; k < 65536; k++) print k * 389393 % 1048573 }' > "$dir/long"
without_seeds() {
    (ulimit -t 40; exec "$POSENC" --d-model 512 --positions-file "$dir/long" --format raw --verbose -o /dev/null "$@" 2> "$dir/said") &&
        sed -n 's/.* \([0-9]*\) by MPFR.*/\1/p' "$dir/said" | awk '{ print; n = $1; m++ } END { exit !(m == 1 && n < 2000) }'
}
check 'whole positions need no seeds of their own' without_seeds
check 'also in rows of channels' without_seeds --axes channel-major

# --- grids

{ for t in 0 1; do for y in 0 1 2; do for x in 0 1 2 3; do echo $t $y $x; done; done; done; } > "$dir/tyx"
as_sizes() {
    for words in '' '--grid-nesting inner --layout halves' '--component cos --repeat axis' '--grid-columns x2y1t1' '--grid-frequencies shared'; do
        for axes in position-major channel-major; do
            "$POSENC" --d-model 24 --grid 2x3x4 --max-len 24 $words --axes $axes --format raw > "$dir/a" && [ -s "$dir/a" ] &&
                "$POSENC" --d-model 24 --grid tyx --positions-file "$dir/tyx" $words --axes $axes --format raw | cmp - "$dir/a" || return 1
        done
    done
}
check 'all points of a grid, listed, are that grid' as_sizes
other_rows() {
    sort -k3,3 -k1,1 -k2,2 "$dir/tyx" > "$dir/xty"
    "$POSENC" --d-model 24 --grid 2x3x4 --max-len 24 --grid-rows xty --format raw > "$dir/a" && [ -s "$dir/a" ] &&
        "$POSENC" --d-model 24 --grid tyx --positions-file "$dir/xty" --format raw | cmp - "$dir/a"
}
check 'rows are in the order of the lines' other_rows
zero_rows() {
    "$POSENC" --d-model 8 --positions-file "$dir/files/3" --zero-rows 1 --format raw > "$dir/a" &&
        "$POSENC" --d-model 8 --positions-file "$dir/files/3" --format raw > "$dir/b" &&
        { head -c 32 "$dir/b"; head -c 32 /dev/zero; tail -c 32 "$dir/b"; } | cmp - "$dir/a" &&
        "$POSENC" --d-model 8 --grid yx --positions-file "$dir/files/yx" --zero-rows 0 --format raw > "$dir/a" &&
        "$POSENC" --d-model 8 --grid yx --positions-file "$dir/files/yx" --format raw > "$dir/b" &&
        { head -c 32 /dev/zero; tail -c 64 "$dir/b"; } | cmp - "$dir/a"
}
check 'a row of zeros has a line too, on a grid as without' zero_rows

# --- max-len, the banner, names

says() {
    cd "$dir/files" || return 1
    "$POSENC" --d-model 4 --positions-file 3 > "$dir/a" && "$POSENC" --d-model 4 --positions-file 3 --max-len 3 | cmp - "$dir/a" &&
        grep -q '^ \*     posenc --max-len 3 --d-model 4 --positions-file 3$' "$dir/a" && grep -q 'pe_3x4\[3\]\[4\]' "$dir/a" &&
        tr '\n' ' ' < "$dir/a" | sed 's/ \* / /g' | tr -s ' ' | grep -q 'position p = number r of 3, counted from 0, for row r, w = ' &&
        grep -n '{ /\* ' "$dir/a" | sed 's/.*{ //' > "$dir/rows" && printf '/* %s */\n' 5 -0.5 2pi/3 | diff - "$dir/rows" &&
        [ "$("$POSENC" --d-model 4 --positions-file 3 -o x.h --list)" = "$(printf 'pe_3x4\tx.h')" ]
}
check 'the file says what max-len is, and the banner where positions are' says
says_points() {
    cd "$dir/files" || return 1
    "$POSENC" --d-model 4 --grid yx --positions-file yx > "$dir/a" &&
        tr '\n' ' ' < "$dir/a" | sed 's/ \* / /g' | tr -s ' ' | grep -q "position p = that of the channel's axis in line r of yx (yx), counted from 0, for row r" &&
        sed -n 's/.*{ \(\/\*.*\*\/\)$/\1/p' "$dir/a" > "$dir/rows" && printf '/* %s */\n' 'y 0, x 1' 'y 3, x -4' 'y 0, x 1' | diff - "$dir/rows"
}
check 'and on a grid where each row is' says_points
defaults_stated() {
    cd "$dir/files" || return 1
    "$POSENC" --d-model 4 --positions-file 3 > "$dir/a" &&
        "$POSENC" --d-model 4 --positions-file 3 --first 0 --step 1 --clamp none --positions signed --grid none | cmp - "$dir/a"
}
check 'defaults may be stated' defaults_stated

# --- what is refused

# wrong MESSAGE WORD...: of posenc itself; bad MESSAGE WORD...: of a file
wrong() {
    message=$1
    shift
    check "refused: $message ($*)" refused "posenc: $message" --d-model 8 "$@" -o pe.h
}
bad() {
    message=$1
    shift
    check "refused: $message ($*)" refused "$message" --d-model 8 --positions-file "$@" -o pe.h
}
bad "text:3: 'ten' is not a number" text
bad "text:3: 'ten' is not a number" text --max-len 7
bad "late:5: 'x' is not a number" late --max-len 4
bad "two:1: '1 2' has 2 numbers, and a row needs 1" two
bad "ratio:2: '1/0' divides by zero" ratio
bad "large:1: '1e999999' is too large or too small: over 4096 bits" large
bad "nan:1: 'NaN' is not a number" nan
bad "symbol:2: 'max-len' is not a number" symbol
bad 'nul:2: a byte 0 is not text' nul
bad 'hidden:2: a carriage return in a comment hides what follows it' hidden
bad "ragged:2: '0' has 1 number, and a row needs 2" ragged --grid yx
bad "wide:2: '0 1 2' has 3 numbers, and a row needs 2" wide --grid yx
bad "yx:1: '0 1' has 2 numbers, and a row needs 1" yx
for file in empty comments; do
    wrong "positions-file '$file': the file has no numbers" --positions-file $file
    wrong "positions-file '$file': the file has no numbers" --positions-file $file --max-len 5
done
wrong "positions-file '3': the file has 3 positions, and max-len is '4'" --positions-file 3 --max-len 4
wrong "positions-file '3': the file has 3 positions, and max-len is '2'" --positions-file 3 --max-len 2
wrong "positions-file 'yx': the file has 3 positions, and max-len is '6'" --positions-file yx --grid yx --max-len 6
wrong 'positions-file: nix: No such file or directory' --positions-file nix
wrong 'positions-file: lists: Is a directory' --positions-file lists
wrong "positions-file '' names no file" --positions-file ''
wrong "max-len '0' must be at least 1" --positions-file 3 --max-len 0
wrong 'missing: --max-len' --positions-file none
check 'refused: no width' refused 'posenc: missing: --d-model' --positions-file 3 -o pe.h
for word in first=2 step=0.5 clamp=:3 positions=absolute; do
    wrong "${word%=*} '${word#*=}' has no effect beside positions-file '3'" --positions-file 3 --$word
done
for component in frequency factor; do
    wrong "positions-file '3' has no effect beside component '$component'" --positions-file 3 --component $component
done
for axes in yx tyx styx; do
    wrong "grid '$axes' has no sizes, so it needs a positions-file" --grid $axes
    wrong "grid '$axes' has no sizes, so it needs a positions-file" --grid $axes --max-len 6
done
for axes in xy ty x sty yxx styxx; do
    wrong "grid '$axes': axes without sizes are yx, tyx or styx" --grid $axes --positions-file yx
done
wrong "grid '1x3' has sizes, and positions-file 'yx' has the points: the grid beside it is yx" --grid 1x3 --positions-file yx
wrong "grid '1x1x3' has sizes, and positions-file 'yx' has the points: the grid beside it is tyx" --grid 1x1x3 --positions-file yx
wrong "grid-rows 'xy' has no effect beside positions-file 'yx'" --grid yx --positions-file yx --grid-rows xy
wrong "grid-blocks '1x1' has no effect beside positions-file 'yx'" --grid yx --positions-file yx --grid-blocks 1x1
wrong "zero-rows '3': the table has no row 3" --positions-file 3 --zero-rows 3
not_over() {
    refused "posenc: output 'dots.txt' is a file that this run reads" --d-model 4 --positions-file dots.txt --format c -o dots.txt
}
check 'the list is not overwritten' not_over

# --- manifests and depfiles

manifest() {
    rm -rf "$dir/m" && cp -R "$dir/files" "$dir/m" && cd "$dir/m" || return 1
    cat > lists/tables.ini <<'EOF'
[defaults]
d-model = 6
max-len = 5
[steps]
positions-file = t.txt
output = ../steps.h
[points]
positions-file = ../yx
grid = yx
d-model = 8
output = ../points.h
[usual]
output = ../usual.h
EOF
    "$POSENC" build lists/tables.ini --depfile d &&
        printf 'steps.h points.h usual.h: lists/tables.ini lists/t.txt lists/../yx\n' | sed 's|[a-z]*\.h|lists/../&|g' | diff - d &&
        "$POSENC" --d-model 6 --positions-file lists/t.txt --name steps -o other.h && cmp other.h steps.h &&
        "$POSENC" --d-model 8 --grid yx --positions-file yx --name points -o other.h && cmp other.h points.h &&
        "$POSENC" --max-len 5 --d-model 6 --name usual -o other.h && cmp other.h usual.h &&
        "$POSENC" build lists/tables.ini --check && printf '9\n3\n2\n' > lists/t.txt && ends 1 "$POSENC" build lists/tables.ini --check
}
check 'manifests find the file beside them, and a table has as many rows as its own file' manifest
of_all() {
    cd "$dir/files" || return 1
    printf '[defaults]\npositions-file = 3\nd-model = 4\n[a]\noutput = a.h\n[b]\nmax-len = 2\noutput = b.h\n[c]\npositions-file = none\noutput = c.h\n[d]\npositions-file=text\nmax-len=2\noutput=d.h\n[e]\ncomponent=frequency\nmax-len=9\noutput=e.h\n' > ../of_all.ini
    cp ../of_all.ini of_all.ini
    ends 2 "$POSENC" build of_all.ini 2> said
    cat > want <<'EOF'
of_all.ini:2: positions-file '3': the file has 3 positions, and max-len is '2'
of_all.ini:9: missing: --max-len
of_all.ini:13: text:3: 'ten' is not a number
EOF
    diff want said
    same=$?
    rm -f of_all.ini said want
    return $same
}
check 'faults of a manifest have their lines' of_all
depfile() {
    cd "$dir/files" && "$POSENC" --d-model 4 --positions-file dots.txt -o ../pe.h --depfile ../d && printf '../pe.h: dots.txt\n' | diff - ../d
}
check 'the depfile of a single table names the file' depfile

# --- other words

with_model() {
    cat > "$dir/config.json" <<'EOF'
{"model_type": "llama", "hidden_size": 64, "num_attention_heads": 4, "max_position_embeddings": 2048, "rope_theta": 10000.0}
EOF
    "$POSENC" --model "$dir/config.json" --positions-file "$dir/files/3" --format raw > "$dir/a" && [ "$(wc -c < "$dir/a")" = $((3 * 16 * 4)) ] &&
        "$POSENC" --preset rope-hf --d-model 16 --positions-file "$dir/files/3" --format raw | cmp - "$dir/a"
}
check 'of a model the file decides how many rows there are' with_model

# --- the name of a .bin, which no other table has

bin_names() { # bin_names WORD... < lists, a line each, with ; for newlines
    while read -r list; do
        echo "$list" | tr ';' '\n' > "$dir/list" && "$POSENC" --positions-file "$dir/list" --d-model 8 --format incbin --list -o pe.c "$@" || return 1
    done > "$dir/names"
    grep -o 'pe-[0-9a-f]*\.bin' "$dir/names" | sort > "$dir/bins"
    [ "$(wc -l < "$dir/bins")" -ge 4 ] && [ "$(uniq -d "$dir/bins" | wc -l)" = 0 ]
}
check 'each list has its own .bin' eval "printf '%s\n' '3;5' '-3;5' '3;4' '5;3' '1/3;5' '2/3;5' 'pi;5' '-pi;5' '3;5e9' | bin_names"
check 'each list of points has its own .bin' eval "printf '%s\n' '1 2;0 0' '2 1;0 0' '1 2;0 1' '0 0;1 2' '1 -2;0 0' '1 2pi;0 0' | bin_names --grid yx"

# --- memory

little() {
    within_memory 150000 "$POSENC" --d-model 64 --positions-file "$dir/long" --format raw --threads 1 > "$dir/table" &&
        [ "$(wc -c < "$dir/table")" = $((65536 * 256)) ]
}
check 'a long list takes little memory' little

# --- names

# The banner shows a file's name, with quotes for the shell, also where its lines break. Its command is pasted into a shell.
named() {
    rm -rf "$dir/named" && mkdir "$dir/named" && cd "$dir/named" && seq 3 > "$1" &&
        "$POSENC" --d-model 4 --positions-file "$1" --base 1234567 --layout halves --order cos-sin --name a_name_to_break_lines \
            --type f16 -o named.c || return 1
    command=$(sed -n '/posenc --/,/[^\\]$/s/^ \* *//p' named.c) && [ "$(echo "$command" | wc -l)" -ge 2 ] && mkdir again && cp "$1" again &&
        (cd again && echo "\"\$POSENC\" ${command#posenc }" > run && POSENC=$POSENC sh run) && cmp named.c again/named.c && cmp named.h again/named.h &&
        gcc -std=c99 -Wall -Wextra -pedantic -Werror -c named.c
}
for name in 'a b' é '日本 steps.txt' 'a b c d e f g h i j k l m n o p q r s t u v w x y z 0 1 2 3 4 5 6 7 8 9'; do
    check "a file of the name $name" named "$name"
done
# Names that would end a line or a comment, or turn the text around, and bytes that are no character.
for code in 'a\342\200\250b' 'a\342\200\256b' 'a\342\201\246b' 'a\302\205b' 'a\303' 'a\303b' '\355\240\200' 'a*' "a'b"; do
    name=$(printf "$code")
    check "refused: a file of the name $(printf %s "$code" | tr '\\' .)" eval 'cd "$dir" && seq 3 > "$name" &&
        ! "$POSENC" --d-model 4 --positions-file "$name" -o "$dir/none.h" 2> "$dir/said.name" && grep -q "the base name appears in the banner" "$dir/said.name"'
done

plan
