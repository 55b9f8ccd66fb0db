# SPDX-License-Identifier: MIT
# The targets: their compilers, memories and emulators. To be sourced by a script that has set $targets to this folder,
# and that runs in a folder for the files that it makes.
# shellcheck disable=SC2154 # $targets
all_targets='m0 m3 m4f rv32imac rv32imafc avr'

# target NAME: sets what the functions below read
#   title     for people
#   words     of posenc, for each table
#   rows      of full tables of 64 columns
#   ways      of reading full tables, as walk.c calls them
#   tools     prefix of gcc, nm and size
#   flags     of the compiler
#   memory    of flash.ld; without it the start and the places are the C library's
#   board     sources: start-up, board_write() and board_exit()
#   emulator  runs the ELF file that follows; the firmware's status is its own
target() {
    target=$1 words='' memory='flash_start=0 flash_size=4M ram_start=0x20000000 ram_size=4M'
    rows=512 ways='COPY AT ROW'
    case $1 in
    m0) arm 'Cortex-M0 (microbit)' microbit '-mcpu=cortex-m0' &&
        memory='flash_start=0 flash_size=256K ram_start=0x20000000 ram_size=16K' ;;
    m3) arm 'Cortex-M3 (mps2-an385)' mps2-an385 '-mcpu=cortex-m3' ;;
    m4f) arm 'Cortex-M4F (mps2-an386)' mps2-an386 '-mcpu=cortex-m4 -mfpu=fpv4-sp-d16 -mfloat-abi=hard' ;;
    rv32imac) riscv 'rv32imac (virt)' '-march=rv32imac -mabi=ilp32' ;;
    rv32imafc) riscv 'rv32imafc (virt)' '-march=rv32imafc -mabi=ilp32f' ;;
    avr) avr ;;
    *) echo "no target $1" >&2 && return 1 ;;
    esac
}

qemu='-display none -monitor none -serial none -chardev stdio,id=out
    -semihosting-config enable=on,target=native,chardev=out'
arm() { # arm TITLE MACHINE FLAGS
    title=$1 tools=arm-none-eabi- flags="-mthumb $3 --specs=nano.specs" board='cortex_m.c semihosting.c'
    emulator="qemu-system-arm -M $2 $qemu -kernel"
}
riscv() { # riscv TITLE FLAGS
    title=$1 tools=riscv64-unknown-elf- flags="$2 --specs=picolibc.specs" board='riscv.S semihosting.c'
    emulator="qemu-system-riscv32 -M virt -bios none $qemu -kernel"
    # virt starts in its RAM, of which the first 4 MiB stand for flash
    memory='flash_start=0x80000000 flash_size=4M ram_start=0x80400000 ram_size=4M'
}
avr() {
    title='AVR (ATmega1284P)' tools=avr- flags=-mmcu=atmega1284p board=avr.c emulator='./simavr atmega1284p' memory=
    # pgm_read reaches 64 KiB, and only pgm_read reaches flash
    words='--qualifiers PROGMEM --include avr/pgmspace.h' rows=120 ways='COPY AT'
}

# target_lacks: prints why firmware for it can't be built or run here, or nothing
target_lacks() {
    [ $target != avr ] || ${CC:-cc} -O2 -o simavr "$targets/simavr.c" -lsimavr 2> /dev/null ||
        { echo 'no libsimavr'; return; }
    for tool in "${tools}gcc" "${tools}nm" "${emulator%% *}"; do
        command -v "$tool" > /dev/null || { echo "no $tool"; return; }
    done
    echo '#include <assert.h>' | "${tools}gcc" $flags -fsyntax-only -x c - 2> /dev/null ||
        echo "no C library for ${tools}gcc"
}

# target_link ELF OPTION_OR_SOURCE...: links a firmware, without unused code; warnings are errors
target_link() {
    elf=$1
    shift
    "${tools}gcc" $flags -std=c11 -O2 -ffunction-sections -fdata-sections -Wall -Wextra -Wconversion -Werror \
        ${memory:+-nostartfiles -T "$targets/flash.ld" $(printf ' -Wl,--defsym=%s' $memory)} \
        -Wl,--gc-sections -I "$targets" \
        -o "$elf" $(for source in $board; do echo "$targets/$source"; done) "$targets/print.c" "$@" -lm
}

# target_run ELF: prints its output and returns its status. A firmware that hangs is stopped.
target_run() {
    timeout 120 $emulator "$1" < /dev/null
}
