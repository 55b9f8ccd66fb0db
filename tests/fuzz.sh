#!/bin/sh
# Random words: all engines, numbers of threads, splits into rows and both axes make the same table, or all
# refuse it in the same line; a source that names the table's bytes is the same too, digest included; and nothing hangs
# or crashes.
#
#   FUZZ=2000   how many requests        SEED=1   which ones
#
# Each failure is printed with its command; the exit status is 1 then. $POSENC is the program.
set -u
POSENC=$(cd "$(dirname "${POSENC:-build/posenc}")" && pwd)/$(basename "${POSENC:-build/posenc}")
transpose=$(dirname "$POSENC")/tests/transpose
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
failed=0 made=0 refused=0 number=0

printf '1\n1/3\n0x1p-9\n1e-3\n22/7\n' > "$dir/list"

# One request a line: the cut, then the words. Lehmer's generator is exact in awk's doubles.
requests() {
    awk -v seed="$1" -v count="$2" -v list="$dir/list" '
    function random(n) { state = state * 16807 % 2147483647; return int(state / 2147483647 * n) }
    function one(text, many, parts) { many = split(text, parts, " "); return parts[1 + random(many)] }
    function chance(percent) { return random(100) < percent }
    function word(name, text) { line = line " --" name " " text }
    function order(weighted, letters, made, k) {
        letters = axes == 3 ? "tyx" : "yx"
        for (made = ""; letters != ""; letters = substr(letters, 1, k - 1) substr(letters, k + 1)) {
            k = 1 + random(length(letters))
            made = made substr(letters, k, 1) (weighted && chance(50) ? 1 + random(3) : "")
        }
        return made
    }
    BEGIN {
        state = seed * 48271 % 2147483647 + 1
        for (k = 0; k < 10; k++) random(2)
        while (count-- > 0) {
            line = ""
            d = 1 + random(chance(10) ? 200 : 40)
            rows = 1 + random(chance(10) ? 700 : 80)
            grid = chance(30)
            if (grid) {
                axes = 2 + random(2); rows = 1; sizes = ""
                for (k = 0; k < axes; k++) {
                    size = 1 + random(9); rows *= size; sizes = sizes (k ? "x" : "") size
                }
                d = 6 + random(60)
                word("grid", sizes)
                nesting = one("outer outer middle inner")
                word("grid-nesting", nesting)
                if (chance(70)) word("grid-columns", order(nesting == "outer"))
                if (chance(70)) word("grid-rows", order(0))
            }
            if (chance(20)) { word("zero-rows", random(rows + grid)); rows += grid }
            word("max-len", chance(97) ? rows : rows + 1)
            listed = !grid && chance(8)
            if (listed) { word("frequencies", list); d = 10 + random(2) }
            word("d-model", d)
            if (chance(70)) word("spacing", one("pair pair endpoint column over:7 over:n over:-d/3 over:d-1/2"))
            if (chance(70)) word("base", one("10000 500000 7/3 2 1 1/16 1e-5 16 1e300"))
            word("layout", one("interleaved halves"))
            word("order", one("sin-cos cos-sin"))
            parts = !grid && chance(30)
            if (chance(5)) word("odd", one("sin zero drop extend error"))
            else word("odd", grid ? "zero" : parts ? one("drop extend") : one("zero zero drop sin"))
            if (parts) word("component", one("sin cos frequency"))
            if (parts || chance(2)) word("repeat", one("none halves interleave"))
            if (chance(50)) word("first", one("1 -20 1/2 pi/3 max-len-1 -pi 1e6 d-n+pi 1e15 -7/3-pi" (grid ? " 1,2 1/2,pi,0" : "")))
            if (chance(50)) word("step", one("1 -1 1/3 2pi/50 pi/4 0 -pi/12 1e-9 0x1p-3 -1/d" (grid ? " 1,1/2 2pi/3.000001,1" : "")))
            if (chance(25)) word("clamp", one(":10 -5: -3:7 0:0 1:1 -pi:pi 3:2 :-1 n:d -1e9:1e9"))
            if (chance(25)) word("positions", one("absolute signed"))
            if (chance(25)) word("scaling", one("linear:factor=4 ntk:factor=4 yarn:factor=4,original=20 " \
                "yarn:factor=4,original=20,truncate=no llama3:factor=8,original=40 llama3:factor=4,original=9000 " \
                "yarn:factor=2,original=100,attention=1 linear:factor=1/2 yarn:factor=8,original=4096 longrope:" list))
            if (chance(30)) word("amplitude", one("1/5000 sqrt(2/d) sqrt(2) 2 1/256 1/255 127/128 1e-30 1e30 sqrt(1/3) n-d"))
            word("type", one("f32 f32 f64 f16 bf16 q7 q15 q31 s8"))
            print random(1000), line
        }
    }'
}

wrong() {
    failed=$((failed + 1))
    echo "$1: posenc$words"
}

# run NAME OPTION...: the table goes to $dir/NAME, what is said to $dir/NAME.error, and how it ended to $status
run() {
    name=$1
    shift
    # shellcheck disable=SC2086
    timeout 20 "$POSENC" $words --format raw "$@" > "$dir/$name" 2> "$dir/$name.error"
    status=$?
    case $status in
    0) [ ! -s "$dir/$name.error" ] || wrong "says something ($*)" ;;
    1 | 2)
        [ ! -s "$dir/$name" ] && [ "$(wc -l < "$dir/$name.error")" -eq 1 ] || wrong "refuses badly ($*)"
        [ $status = 2 ] || wrong "$(cat "$dir/$name.error") ($*)"
        ;;
    124) wrong "hangs ($*)" ;;
    *) wrong "exit status $status ($*)" ;;
    esac
}

# same OPTION...: as the first run
same() {
    run other "$@"
    [ $status = "$first" ] && cmp -s "$dir/table" "$dir/other" && cmp -s "$dir/table.error" "$dir/other.error" ||
        wrong "differs ($*)"
}

# incbin FOLDER OPTION...: a source, its header and the bytes
incbin() {
    folder=$dir/$1
    shift
    rm -rf "$folder" && mkdir "$folder"
    # shellcheck disable=SC2086
    timeout 20 "$POSENC" $words --format incbin "$@" -o "$folder/t.c" || wrong "incbin ($*)"
}

same_sources() {
    incbin source --threads 1
    for options in '--threads 4' '--engine wide' '--engine mpfr --threads 3'; do
        # shellcheck disable=SC2086
        incbin again $options
        diff -r "$dir/source" "$dir/again" > "$dir/different" || wrong "other files of incbin ($options)"
    done
}

by_parts() {
    total=$1 cut=$(($2 % $1))
    [ $cut -gt 0 ] || return
    run head --rows 0:$cut
    run tail --rows $cut:"$total"
    cat "$dir/head" "$dir/tail" | cmp -s - "$dir/table" || wrong "differs (--rows 0:$cut and $cut:$total)"
}

across() {
    run across --axes channel-major
    case $words in
    *'--type f64'*) size=8 ;;
    *'--type f16'* | *'--type bf16'* | *'--type q15'*) size=2 ;;
    *'--type q7'* | *'--type s8'*) size=1 ;;
    *) size=4 ;;
    esac
    columns=$(($(wc -c < "$dir/table") / size / $1))
    "$transpose" "$columns" $size < "$dir/table" | cmp -s - "$dir/across" || wrong 'differs (--axes channel-major)'
    words="$words --axes channel-major"
    mv "$dir/across" "$dir/table"
    by_parts "$columns" "$2"
    same --engine wide --threads 3
}

requests "${SEED:-1}" "${FUZZ:-2000}" > "$dir/requests"
while read -r cut words; do
    words=" $words"
    number=$((number + 1))
    run table --threads 1
    first=$status
    same --threads 4
    same --engine wide
    same --engine mpfr
    if [ "$first" = 0 ]; then
        made=$((made + 1))
        same_sources
        rows=${words#*--max-len }
        rows=${rows%% *}
        by_parts "$rows" "$cut"
        across "$rows" "$cut"
    else
        refused=$((refused + 1))
    fi
done < "$dir/requests"
echo "$number requests: $made tables, $refused refused, $failed failures"
[ $failed = 0 ]
