#!/bin/sh
# Templates of the user's own: a language that is not built in, the values as documented, and the errors of
# bad ones.
. "$(dirname "$0")/../tap.sh"
present "$root/tests/forms/wrong_templates.tsv"
. "$root/tests/forms/tables.sh"
docs=$root/docs

# --- the documented example, read by its language

cat > read.lua <<'END'
local forms = {f32 = "<f", f64 = "<d", f16 = "<I2", bf16 = "<I2", q7 = "<i1", s8 = "<i1", q15 = "<i2", q31 = "<i4", q23 = "<i4",
    u8 = "<I1", i8 = "<i1", u16 = "<I2", i16 = "<i2"}
local table = dofile(arg[1])
assert(#table.rows == table.max_len and #table.rows[1] == table.d_model)
for _, row in ipairs(table.rows) do
    for _, entry in ipairs(row) do io.write(string.pack(arg[2] or forms[table.type], entry)) end
end
END
reads() { # reads TYPE LITERAL [FORM-OF-BITS]
    "$POSENC" $(words_of $1) --type $1 --literal $2 --template "$docs/example.lua" -o table.lua &&
        "$POSENC" $(words_of $1) --type $1 --format raw -o table.raw && $lua read.lua table.lua ${3:-} | cmp - table.raw
}
lua=
for program in lua5.4 lua5.3 lua; do
    [ "$lua" ] || { has $program && [ "$($program -e 'print(string.pack and 1)')" = 1 ] && lua=$program; }
done
if [ "$lua" ]; then
    for literal in decimal hex shortest; do
        check "example.lua, f32, $literal" reads f32 $literal
        check "example.lua, f64, $literal" reads f64 $literal
    done
    for type in f16 bf16 q7 q15 q31 q23 s8 u8 i8 u16 i16; do
        literal=decimal
        case $type in *f16) literal=bits ;; esac
        check "example.lua, $type, $literal" reads $type $literal
    done
    check 'example.lua, f32, bits' reads f32 bits '<I4'
else
    skip 'example.lua' 'no lua of 5.3 or later'
fi

# --- one line a row

csv() { # csv ROWS COLUMNS: comma-separated values, with the row in front, are those of JSON
    printf '%s\n' '%% rows unbroken' '@row@,@each@@value@@comma@' '%% end' > csv.txt
    "$POSENC" --max-len $1 --d-model $2 --template csv.txt --literal shortest -o table.csv &&
        "$POSENC" --max-len $1 --d-model $2 -o table.json &&
        sed -n '/"table"/,$p' table.json | tr -d ' \n' | sed 's/"table":\[//; s/\]\]}*//; s/\],\[/\n/g; s/\[//g' > want.csv &&
        echo >> want.csv && cut -d, -f2- table.csv | cmp - want.csv && [ "$(wc -l < table.csv)" = $1 ] &&
        cut -d, -f1 table.csv | cmp - rows
}
seq 0 6 > rows
check 'rows unbroken, short' csv 7 6
check 'rows unbroken, of more than a line' csv 7 40
check 'rows unbroken, of more than a piece' csv 7 20002

# --- the same bytes whatever the threads and the output, and for CR LF or a last line without its end

table='--max-len 3000 --d-model 40 --name t'
"$POSENC" $table --template "$docs/example.lua" --threads 1 -o one.lua || exit 1
any_threads() {
    for threads in 2 3 7; do
        "$POSENC" $table --template "$docs/example.lua" --threads $threads -o many.lua && cmp one.lua many.lua || return 1
    done
}
check 'the same bytes for any number of threads' any_threads
check 'the same bytes to standard output' eval \
    '"$POSENC" $table --template "$docs/example.lua" | cmp one.lua - &&
     "$POSENC" $table --template "$docs/example.lua" -o - | cmp one.lua -'
mkdir variant
awk '{ printf "%s\r\n", $0 }' "$docs/example.lua" > variant/example.lua
check 'a template with CR LF' eval '"$POSENC" $table --template variant/example.lua | cmp one.lua -'
printf %s "$(cat "$docs/example.lua")" > variant/example.lua
check 'a last line without its end' eval '"$POSENC" $table --template variant/example.lua | cmp one.lua -'
check 'the command names the template' grep -q -e '--template example.lua$' one.lua
again() {
    "$POSENC" $table --template "$docs/example.lua" -o again.lua && cmp one.lua again.lua && touch -d '2001-01-01' again.lua &&
        "$POSENC" $table --template "$docs/example.lua" --if-changed -o again.lua &&
        [ "$(date -r again.lua +%Y)" = 2001 ]
}
check '--if-changed' again

# --- each instruction, against the text that it makes

# makes NAME: template.txt gives want.txt, for 3 rows of 2
makes() {
    "$POSENC" --max-len 3 --d-model 2 --type q7 --name t --template template.txt -o got.txt && diff want.txt got.txt
}
printf '%s\n' 'a @name@ b @ c @d_model@@d_model@ @x y@' '# %% rows' '@row@: @position@' '  <@value@>@comma@' '(@row@)@comma@' \
    '# %% end' end > template.txt
printf '%s\n' 'a t b @ c 22 @x y@' '0: 0' '  <0>, <127>' '(0),' '1: 1' '  <108>, <69>' '(1),' '2: 2' '  <116>, <-53>' \
    '(2)' end > want.txt
check 'values, openings, closings and commas' makes
printf '%s\n' '%% if type=q7' 'is q7' '%% if kind=float' no '%% else' 'is signed' '%% end' '%% else' no '%% if kind=signed' no \
    '%% else' no '%% end' '%% end' '%%  rows' '%% if literal=bits' '0x@value@' '%% else' 'DB @each@@value@@comma@' '%% end' '%% end' > template.txt
printf '%s\n' 'is q7' 'is signed' 'DB 0, 127' 'DB 108, 69' 'DB 116, -53' > want.txt
check 'ifs that nest, also in rows; @each@' makes
printf '%s\n' '%% parts' '@object@ @object_rows@ @object_strings@ @name@' '%% end' '%% rows' '@bytes@' '%% end' > template.txt
printf '%s\n' 't 3 3 t' '\0\177' 'lE' 't\313' > want.txt
check 'parts, and rows as strings' makes
printf '%s\n' 'first @formula@' '%% rows' '@value@' '%% end' between '%% rows unbroken' '@row@:@each@[@value@@comma@]' '%% end' last > template.txt
two_sections() {
    "$POSENC" --max-len 3 --d-model 2 --type q7 --template template.txt -o got.txt &&
        printf '%s\n' '0 127' '108 69' '116 -53' between '0:[0,][127]' '1:[108,][69]' '2:[116,][-53]' last > want.txt &&
        grep -v '^first ' got.txt | diff want.txt - && [ "$(grep -c '^first ' got.txt)" -gt 1 ]
}
check 'two row sections, with text around them' two_sections
long_lines() {
    printf '%s\n' '%% rows' '  .long @each@$@value@@comma@' '%% end' > template.txt
    "$POSENC" --max-len 2 --d-model 10001 --template template.txt -o long.txt &&
        awk 'length($0) > 99 || !/^  \.long \$[^,]*(, \$[^,]*)*$/ { print; bad = 1 } END { exit bad }' long.txt &&
        tr -s ' ,' '\n' < long.txt | grep -c '^[$]' | grep -qx 20002
}
check 'long rows: lines below 100 columns, none ending in a comma' long_lines

# --- the values as documented

sed -n '/^## Values/,$s/^| \(`[^|]*\) |.*/\1/p' "$docs/templates.md" | tr -cs 'a-z_0-9' '\n' | grep . | sort > documented
grep -oE '(add[a-z_]*\([a-z]+, "[a-z_0-9]+"|\{"[a-z_0-9]+", +[A-Z])' "$root/gen/emit/template_values.c" |
    sed 's/.*"\(.*\)".*/\1/' | sort -u > written
check 'docs/templates.md lists each value of a template once' diff documented written
each_is_there() {
    while read -r name; do
        printf '%s\n' '%% arrays' "@$name@" '%% end' '%% rows' '@value@' '%% end' > template.txt
        rm -f got.txt && "$POSENC" --max-len 3 --d-model 2 --template template.txt -o got.txt && [ -s got.txt ] || return 1
    done < documented
}
check 'each documented value is one of the program' each_is_there
check "the templates' own language is documented" eval \
    'for word in if rows parts arrays; do grep -q "\`%% $word" "$docs/templates.md" || return 1; done
     for hole in value bytes each comma row position; do grep -q "\`@$hole@" "$docs/templates.md" || return 1; done'

# --- bad ones

# bad MESSAGE [WORD...]: template.txt is refused, written into a file or to standard output
bad() {
    case $1 in
    ../*) message=$1 ;;
    *) message="posenc: $1" ;;
    esac
    shift
    for output in pe.txt -; do
        refused "$message" --max-len 3 --d-model 4 --template ../template.txt -o $output "$@" || return 1
    done
}
while IFS='	' read -r message text; do
    case $message in '' | '#'* | pair:*) continue ;; esac
    printf %b "$text" > template.txt
    check "refused: ../template.txt:$message" bad "../template.txt:$message"
done < "$root/tests/forms/wrong_templates.tsv"
rows='# %% rows
@value@
# %% end'
nest() { # nest DEPTH
    awk -v depth="$1" 'BEGIN { for (k = 0; k < depth; k++) print "%% if type=f32"; print "deep"
        for (k = 0; k < depth; k++) print "%% end"; print "%% rows\n@value@\n%% end" }' > template.txt
}
nest 16
check 'ifs 16 deep' eval '"$POSENC" --max-len 3 --d-model 4 --template template.txt | grep -qx deep'
nest 17
check 'refused: ifs 17 deep' bad "../template.txt:17: too deeply nested: 'if'"
printf 'a\nb\0c\n%s\n' "$rows" > template.txt
check 'refused: a byte 0' bad '../template.txt:2: a byte 0 is not text'
: > template.txt
check 'refused: nothing in it' bad '../template.txt:1: no line says %% rows: the table would not be in the output'
{ printf '%s\n' "$rows" && head -c 1048576 /dev/zero | tr '\0' x; } > template.txt
check 'refused: more than 1 MiB' bad 'template: ../template.txt: has more than 1048576 bytes'
{ printf '%s\n' "$rows" && head -c $((1048576 - 27)) /dev/zero | tr '\0' x; } > template.txt
check '1 MiB' eval '[ $(wc -c < template.txt) = 1048576 ] &&
    "$POSENC" --max-len 3 --d-model 4 --template template.txt -o big.txt && [ $(wc -c < big.txt) -gt 1048000 ]'
rm template.txt && mkdir template.txt
check 'refused: a folder' bad 'template: ../template.txt: Is a directory'
rmdir template.txt
check 'refused: a file that is not there' bad 'template: ../template.txt: No such file or directory'
plan
