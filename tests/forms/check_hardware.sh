#!/bin/sh
# SPDX-License-Identifier: MIT
# Packages of VHDL and SystemVerilog: GHDL and Verilator compile them without a warning, and run a program that prints
# the bits of the raw table, for every element type and for tables of one row and of one column.
. "$(dirname "$0")/../tap.sh"
. "$root/tests/forms/tables.sh"
readers=$root/tests/forms/readers

# tables EXTENSION: NAME_pkg.EXTENSION of each, and what a program should print, in `want`
names="$types tall wide single upright narrow grid"
tables() {
    : > want
    for name in $names; do
        case $name in
        tall) words='--max-len 9 --d-model 2 --component cos --repeat none' type=q15 ;;
        upright) words='--max-len 9 --d-model 2 --component cos --repeat none --shape 2d' type=q15 ;;
        narrow) words='--preset sine --max-len 13 --step 2 --scale 1/511 --bits 10' type=i16 ;;
        wide) words='--max-len 1 --d-model 3000 --first 5' type=f16 ;;
        single) words='--max-len 1 --d-model 2 --component cos --repeat none' type=f32 ;;
        grid) words='--max-len 6 --d-model 8 --grid 2x3 --axes channel-major' type=q31 ;;
        *) words=$(words_of $name) type=$name ;;
        esac
        "$POSENC" $words --type $type --name $name -o ${name}_pkg.$1 && "$POSENC" $words --type $type -o $name.bin || return 1
        case $type in q7 | *8) bytes=1 ;; *16 | q15) bytes=2 ;; f32 | q31) bytes=4 ;; f64) bytes=8 ;; esac
        od -An -v -tx$bytes -w$bytes $name.bin | tr -d ' ' | case $name in narrow) sed 's/^.//; s/^[48c]/0/; s/^[59d]/1/; s/^[6ae]/2/; s/^[7bf]/3/' ;; *) cat ;; esac >> want
    done
    [ "$(wc -l < want)" -gt 3000 ]
}
two_tables() { # two_tables EXTENSION: in a package, whose sizes it has once; they come last in `want`
    pair q15 PE_pkg.$1 --name PE && pair_raw q15 && grep -i 'pe_[mdc][A-Z_]* ' PE_pkg.$1 > sizes && cat sizes &&
        cat pair_cos.raw pair_sin.raw | od -An -v -tx2 -w2 | tr -d ' ' >> want &&
        [ "$(grep -c 'MAX_LEN' sizes)$(grep -c D_MODEL sizes)$(grep -c CHANNELS sizes)" = 111 ]
}

# readers/reader.vhd and reader.sv print the contents of all these packages
vhdl() { # vhdl STANDARD
    rm -rf work && mkdir work && case $1 in 93) sed '/float_pkg/d' "$readers/reader.vhd" ;; *) cat "$readers/reader.vhd" ;; esac > reader.vhd &&
        ghdl -a --std=$1 --workdir=work --warn-error ./*_pkg.vhd reader.vhd &&
        ghdl -e --std=$1 --workdir=work reader && { ghdl -r --std=$1 --workdir=work reader > got || { tail -n 3 got; return 1; }; } && cmp got want
}
systemverilog() {
    verilator --binary -Wall --top-module reader -Mdir verilated ./*_pkg.sv "$readers/reader.sv" &&
        verilated/Vreader | grep -v '\$finish' > got && cmp got want
}
unread() { # nobody need read the sizes
    echo 'module alone(input logic [4:0] r, input logic [1:0] c, output logic [15:0] x); assign x = PE_pkg::PE_cos[r][c] ^ PE_pkg::PE_sin[r][c]; endmodule' > alone.sv
    verilator --lint-only -Wall --top-module alone PE_pkg.sv alone.sv
}

# --- names

# Words of many languages as names, in lower and upper case: each is refused, or its table compiles. One run of the compiler
# takes all accepted names.
words() {
    awk '/^[^ ]/ { keywords = /^keywords = / } keywords { sub(/^keywords = /, ""); print }' "$root/gen/words/formats.ini" |
        tr ' ' '\n' | sed '/^$/d' > listed
    { cat listed && sed 's/.*/\U&/' listed && printf '%s\n' a A1 a_b a_1_b pe_512x384 _a a_ a__b _ __a A_ e1 x1 z row pkg entry; } | sort -u
}
compile() { # compile EXTENSION COMMAND...
    extension=$1
    shift
    rm -rf named && mkdir named && words > tried && accepted=0 && [ "$(wc -l < tried)" -gt 600 ] || return 1
    while read -r name; do
        status=0
        "$POSENC" --max-len 2 --d-model 2 --type q7 --name "$name" -o "named/${name}_pkg.$extension" 2> said || status=$?
        case $status in
        0) accepted=$((accepted + 1)) ;;
        2) grep -q "^posenc: name '$name' " said || { cat said; return 1; } ;;
        *) cat said; return 1 ;;
        esac
    done < tried
    [ $accepted -gt 100 ] && "$@"
}
analysed() { # if two names differ only in case, the second package replaces the first
    rm -rf work && mkdir work && ghdl -a --std=08 --workdir=work named/*_pkg.vhd
}
linted() { # every table is read, by a name that its package has
    {
        echo 'module top(input logic [31:0] k, output logic [7:0] sum); assign sum = 0'
        for package in named/*_pkg.sv; do
            package=${package#named/} && package=${package%.sv}
            echo "+ ${package}::${package%_pkg}[k[0]][k[1]]"
        done
        echo '; endmodule'
    } > top.sv
    verilator --lint-only -Wno-SYMRSVDWORD --top-module top named/*_pkg.sv top.sv
}
check_rows "$root/tests/forms/hardware.tsv"
plan
