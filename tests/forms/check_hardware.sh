#!/bin/sh
# Packages of VHDL and SystemVerilog: GHDL and Verilator compile them without a warning, and run a program that prints
# the bits of the raw table, for every element type and for tables of one row and of one column.
. "$(dirname "$0")/../tap.sh"
. "$root/tests/forms/tables.sh"

# tables EXTENSION: NAME_pkg.EXTENSION of each, and what a program should print, in `want`
names="$types tall wide single grid"
tables() {
    : > want
    for name in $names; do
        case $name in
        tall) words='--max-len 9 --d-model 2 --component cos --repeat none' type=q15 ;;
        wide) words='--max-len 1 --d-model 3000 --first 5' type=f16 ;;
        single) words='--max-len 1 --d-model 2 --component cos --repeat none' type=f32 ;;
        grid) words='--max-len 6 --d-model 8 --grid 2x3 --axes channel-major' type=q31 ;;
        *) words=$(words_of $name) type=$name ;;
        esac
        "$POSENC" $words --type $type --name $name -o ${name}_pkg.$1 && "$POSENC" $words --type $type -o $name.bin || return 1
        case $type in q7 | *8) bytes=1 ;; *16 | q15) bytes=2 ;; f32 | q31) bytes=4 ;; f64) bytes=8 ;; esac
        od -An -v -tx$bytes -w$bytes $name.bin | tr -d ' ' >> want
    done
    [ "$(wc -l < want)" -gt 3000 ]
}
two_tables() { # two_tables EXTENSION: in a package, whose sizes it has once; they come last in `want`
    pair q15 PE_pkg.$1 --name PE && pair_raw q15 && grep -i 'pe_[mdc][A-Z_]* ' PE_pkg.$1 > sizes && cat sizes &&
        cat pair_cos.raw pair_sin.raw | od -An -v -tx2 -w2 | tr -d ' ' >> want &&
        [ "$(grep -c 'MAX_LEN' sizes)$(grep -c D_MODEL sizes)$(grep -c CHANNELS sizes)" = 111 ]
}
sizes_of() { # sizes_of NAME: max-len, d-model and, if the rows aren't that wide, the channels
    case $1 in PE) echo 19 6 3 ;; tall) echo 9 2 1 ;; wide) echo 1 3000 ;; single) echo 1 2 1 ;; grid) echo 6 8 ;; *) echo 19 6 ;; esac
}
number() { # number NAME: is the table one of numbers, signed or unsigned?
    case $1 in q* | *8 | u16 | i16 | tall | grid | PE*) ;; *) return 1 ;; esac
}

# --- VHDL

# Prints each entry of each table. Only 0 and 1 may be among the bits.
vhdl_reader() {
    echo 'library ieee; use ieee.std_logic_1164.all; use ieee.numeric_std.all; use std.textio.all;'
    for name in $names PE; do echo "use work.${name}_pkg.all;"; done
    cat << 'END'
entity reader is end;
architecture prints of reader is
    function digits(bits : std_logic_vector) return string is
        constant digit : string(1 to 16) := "0123456789abcdef";
        variable text : string(1 to bits'length / 4);
        variable nibble : std_logic_vector(3 downto 0);
    begin
        for k in text'range loop
            nibble := bits(bits'left - 4 * (k - 1) downto bits'left - 4 * (k - 1) - 3);
            for b in nibble'range loop
                assert nibble(b) = '0' or nibble(b) = '1' severity failure;
            end loop;
            text(k) := digit(to_integer(unsigned(nibble)) + 1);
        end loop;
        return text;
    end;
begin
    process
        variable l : line;
    begin
END
    for name in $names PE_cos PE_sin; do
        echo "for r in $name'range loop for c in $name(r)'range loop"
        echo "write(l, digits($(number $name && echo std_logic_vector || echo '')($name(r)(c)))); writeline(output, l);"
        echo 'end loop; end loop;'
    done
    # numbers have their signs
    echo 'assert q15(0)(0) = -20256 and q15(0)(1) = -32768 and s8(0)(1) = -127 severity failure;'
    echo 'assert i16(0)(1) = -32768 and u8(0)(1) = 0 and u16(3)(0) > 32767 severity failure;'
    for name in $names PE; do
        set -- "$1" $(sizes_of $name)
        echo "assert ${name}_MAX_LEN = $2 and ${name}_D_MODEL = $3 ${4:+and ${name}_CHANNELS = $4} severity failure;"
    done
    echo "assert PE_cos'length = PE_MAX_LEN and PE_sin(0)'length = PE_CHANNELS severity failure;"
    [ "$1" = 93 ] || echo 'assert abs (to_real(to_float(single(0)(0), 8, 23)) - 1.0) < 1.0e-9 severity failure;'
    echo 'wait; end process; end;'
}
vhdl() { # vhdl STANDARD
    rm -rf work && mkdir work && { [ "$1" = 93 ] || echo 'library ieee; use ieee.float_pkg.all;'; vhdl_reader $1; } > reader.vhd &&
        ghdl -a --std=$1 --workdir=work --warn-error ./*_pkg.vhd reader.vhd &&
        ghdl -e --std=$1 --workdir=work reader && { ghdl -r --std=$1 --workdir=work reader > got || { tail -n 3 got; return 1; }; } && cmp got want
}

# --- SystemVerilog

systemverilog_reader() {
    echo 'module reader;'
    echo 'initial begin'
    for name in $names PE_cos PE_sin; do
        case $name in PE_*) array=PE_pkg::$name ;; *) array=${name}_pkg::$name ;; esac
        echo "for (int r = 0; r < \$size($array); r++) for (int c = 0; c < \$size($array, 2); c++)"
        echo "\$display(\"%h\", ${array}[r][c]);"
    done
    echo "if (q15_pkg::q15[0][0] >= 0 || s8_pkg::s8[0][0] >= 0 || i8_pkg::i8[0][0] >= 0) \$display(\"not signed\");"
    echo "if (u16_pkg::u16[3][0] <= 32767) \$display(\"not unsigned\");"
    echo "if (\$realtobits(\$bitstoreal(f64_pkg::f64[1][1])) != f64_pkg::f64[1][1]) \$display(\"not the bits of a real\");"
    for name in $names PE; do
        set -- $(sizes_of $name)
        echo "if (${name}_pkg::${name}_MAX_LEN != $1 || ${name}_pkg::${name}_D_MODEL != $2) \$display(\"sizes of $name\");"
        [ ! "${3-}" ] || echo "if (${name}_pkg::${name}_CHANNELS != $3) \$display(\"channels of $name\");"
    done
    echo "if (\$size(PE_pkg::PE_cos) != PE_pkg::PE_MAX_LEN || \$size(PE_pkg::PE_sin, 2) != PE_pkg::PE_CHANNELS) \$display(\"sizes of a pair\");"
    echo '$finish;'
    echo end
    echo endmodule
}
systemverilog() {
    systemverilog_reader > reader.sv && verilator --binary -Wall --top-module reader -Mdir verilated ./*_pkg.sv reader.sv &&
        verilated/Vreader | grep -v '\$finish' > got && cmp got want
}
unread() { # nobody need read the sizes
    echo 'module alone(input logic [4:0] r, input logic [1:0] c, output logic [15:0] x); assign x = PE_pkg::PE_cos[r][c] ^ PE_pkg::PE_sin[r][c]; endmodule' > alone.sv
    verilator --lint-only -Wall --top-module alone PE_pkg.sv alone.sv
}

# --- names

# Words of many languages as names, in two cases: each is refused, or what it makes compiles. One run of the compiler
# takes all that are accepted.
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
analysed() { # of two names that differ in case alone, the second package takes the place of the first
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
