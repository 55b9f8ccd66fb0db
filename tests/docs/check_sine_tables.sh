#!/bin/sh
# SPDX-License-Identifier: MIT
# docs/sine-tables.md: its commands run, its code gives the samples that it says, over the whole wave, and its numbers are right.
. "$(dirname "$0")/../tap.sh"
. "$root/tests/projects/steps.sh"
page=$root/docs/sine-tables.md
strict='-std=c99 -Wall -Wextra -Wconversion -pedantic -Werror'

sed -n 's/^    \(posenc .* -o .*\)/\1/p' "$page" > commands
awk '/^```/ { inside = !inside; n += inside; language = substr($0, 4); next } inside { print > ("block." n "." language) }' "$page"

commanded() { # commanded WORD: runs the command of the page that has the word
    grep -e "$1" commands > command && [ "$(wc -l < command)" = 1 ] && on_path && sh -euc "$(cat command)"
}
all_commands() {
    on_path && each 4 commands makes && set -- block.* && [ $# = 3 ]
}
makes() { # makes COMMAND: it writes its file
    made=${1##* -o }
    made=${made%% *}
    rm -f "$made" && sh -euc "$1" && [ -s "$made" ]
}
# The words of the tables: those in backquotes of the last column, and those beside the preset.
listed_words() {
    {
        sed -n 's/^| [^|]* | \(.*--max-len.*\) |$/\1/p' "$page" | grep -o '`--[^`]*`' | tr -d '`' |
            sed 's/^--preset twiddle/&/; /^--preset/!s/^/--preset sine /'
        echo '--preset twiddle --max-len 1024 --step -2pi/1024'
        sed -n 's/^| [^|]* | \(.*--type.*\) |$/\1/p' "$page" | grep -o '`--type[^`]*`' | tr -d '`' | sed 's/^/--preset sine --max-len 256 /'
        grep -o '`--component cos --amplitude[^`]*`' "$page" | tr -d '`' | sed 's/^/--preset sine --max-len 256 /'
    } > words
    sed '/--max-len/!d; /^--preset sine --step -2pi/d' words > requests && each 16 requests takes
}
takes() {
    succeeds $1 -o t.h && [ -s "$dir/cwd/t.h" ]
}
errors() { # the table of the page is what tests/bench/interpolation.awk computes, and so does dense sampling
    sed -n 's/^| \([0-9]*\) | \([0-9.e-]*\) | \([0-9.e-]*\) | \([0-9.e-]*\) |$/\1 \2 \3 \4/p' "$page" > shown &&
        LC_ALL=C awk -f "$root/tests/bench/svg.awk" -f "$root/tests/bench/interpolation.awk" | diff shown - &&
        cat > dense.c <<'end' && ${CC:-cc} -O2 -o dense dense.c -lm && ./dense < shown
#include <math.h>
#include <stdio.h>
int main(void) {
    int n, rows = 0;
    double below, nearest, line;
    for (; scanf("%d %lf %lf %lf", &n, &below, &nearest, &line) == 4; rows++) {
        double most[3] = {0, 0, 0};
        for (int k = 0; k < 64 * 4096; k++) {
            const double turn = (k + 0.999) / (64 * 4096), at = turn * n, h = 2 * 3.14159265358979323846 / n;
            const double y = sin(turn * n * h), low = sin(floor(at) * h), high = sin((floor(at) + 1) * h), part = at - floor(at);
            const double error[3] = {fabs(y - low), fabs(y - (part < 0.5 ? low : high)), fabs(y - low - part * (high - low))};
            for (int i = 0; i < 3; i++)
                most[i] = error[i] > most[i] ? error[i] : most[i];
        }
        const double said[3] = {below, nearest, line};
        for (int i = 0; i < 3; i++)
            if (fabs(most[i] - said[i]) > 0.06 * said[i])
                return printf("%d samples: %g, and the page has %g\n", n, most[i], said[i]), 1;
    }
    return rows < 9;
}
end
}
accumulator() { # within 4 units at a million phases, and a step of a tone
    commanded sine.c && cat block.1.c - > tone.c <<'end' && ${CC:-cc} $strict -o tone tone.c sine.c -lm && ./tone
#include <math.h>
#include <stdio.h>
int main(void) {
    double most = 0;
    for (uint32_t n = 0; n < 1000000; n++) {
        const uint32_t phase = n * 4295u * 997u;
        const double exact = 32767 * sin(phase * (3.14159265358979323846 / 2147483648.0));
        most = fmax(most, fabs(sine_of(phase) - exact));
    }
    printf("%g units\n", most);
    return most > 4 || most < 2 || phase_step(440, 48000) != 39370534u;
}
end
}
quarter() { # the quarter gives each of the 256 samples
    commanded quarter.c && cat block.2.c - > q.c <<'end' && ${CC:-cc} $strict -o q q.c quarter.c && ./q > got &&
#include <stdio.h>
int main(void) {
    for (int k = 0; k < 256; k++)
        printf("%d\n", sample((uint8_t)k));
    return 0;
}
end
        whole > want && cmp got want
}
whole() { # whole WORD...: the samples of a period
    piped "$POSENC" --preset sine --max-len 256 --type i16 --scale 1/32767 "$@" --format raw | od -An -v -td2 -w2 | tr -d ' '
}
logic() {
    commanded quarter.mem && cat block.3.verilog - > bench.v <<'bench' && iverilog -Wall -Wno-timescale -o bench bench.v && vvp -n bench > got &&
module bench;
    reg clk = 0;
    reg [7:0] k = 0;
    wire signed [15:0] y;
    integer n;
    sine of(clk, k, y);
    initial for (n = 0; n < 258; n = n + 1) begin
        k = n;
        #1 clk = 1;
        #1 clk = 0;
        if (n > 0 && n < 257) $display("%0d", y);
    end
endmodule
bench
        whole --first pi/256 --step 2pi/256 > want && cmp got want
}
flash() { # what the page says of an AVR: without a warning in flash, with one in RAM
    "$POSENC" --preset sine --max-len 256 --type q15 --name t -o ram.h && "$POSENC" --preset sine --max-len 256 --type q15 --name t \
        --qualifiers PROGMEM --include avr/pgmspace.h --accessor yes -o flash.h && "$POSENC" --preset sine --max-len 256 --type q15 --name t \
        --qualifiers __flash -o own.h || return 1
    for table in flash:t_at own:; do
        { echo "#include \"${table%:*}.h\"" && case $table in flash*) echo 'int at(unsigned char k); int at(unsigned char k) { return t_at(k); }' ;;
        *) echo 'int at(unsigned char k); int at(unsigned char k) { return t[k]; }' ;; esac; } > at.c && avr-gcc -mmcu=atmega328p -std=gnu99 -Os -DNDEBUG \
            -Wall -Wextra -Werror -c -o at.o at.c && avr-objdump -h at.o | awk '$2 == ".data" || $2 == ".bss" || $2 == ".rodata" { ram += $3 != "00000000" } END { exit ram }' || return 1
    done
    printf '#include "ram.h"\nint at(unsigned char k) { return t[k]; }\n' > at.c && ends 1 avr-gcc -mmcu=atmega328p -Os -Werror -c -o at.o at.c 2> said &&
        grep 'keeps it in flash' said && avr-gcc -mmcu=atmega328p -Os -Werror -Dt_IN_RAM -c -o at.o at.c
}
check 'the commands' all_commands
check 'the words in the tables' listed_words
check 'the errors of tables' errors
check 'the phase accumulator' accumulator
check 'a quarter of the wave, in C' quarter
for tool in iverilog:logic avr-gcc:flash; do
    if here "${tool#*:} of the page" "${tool%:*}"; then check "${tool%:*}: the page's ${tool#*:}" "${tool#*:}"; fi
done
plan
