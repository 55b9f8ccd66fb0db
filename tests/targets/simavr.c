/* SPDX-License-Identifier: MIT */
/* Runs the firmware of an AVR: simavr MCU FIRMWARE.elf. A byte that the firmware writes into GPIOR0 goes to standard
 * output. A write into GPIOR1 keeps the number of cycles so far, and four reads of GPIOR1 return it, lowest byte first.
 * The run ends when the firmware sleeps without interrupts; its status is then what it wrote into GPIOR2. */
#define _POSIX_C_SOURCE 200809L
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>
#include <simavr/sim_io.h>
#include <stdio.h>
#include <unistd.h>

enum { GPIOR0 = 0x3e, GPIOR1 = 0x4a, GPIOR2 = 0x4b }; // addresses in the data space of an ATmega

static void print(avr_t *avr, avr_io_addr_t address, uint8_t byte, void *output) {
    (void)avr, (void)address;
    putc(byte, output);
}

static void keep_cycles(avr_t *avr, avr_io_addr_t address, uint8_t byte, void *kept) {
    (void)address, (void)byte;
    *(avr_cycle_count_t *)kept = avr->cycle;
}

static uint8_t next_byte(avr_t *avr, avr_io_addr_t address, void *kept) {
    (void)avr, (void)address;
    avr_cycle_count_t *cycles = kept;
    uint8_t byte = (uint8_t)*cycles;
    *cycles >>= 8;
    return byte;
}

int main(int arguments, char **argument) {
    static elf_firmware_t firmware;
    avr_cycle_count_t cycles = 0;
    FILE *output = fdopen(dup(1), "w");
    avr_t *avr = arguments == 3 ? avr_make_mcu_by_name(argument[1]) : NULL;
    /* The library prints what it loads to standard output. */
    if (output == NULL || freopen("/dev/null", "w", stdout) == NULL || avr == NULL ||
        elf_read_firmware(argument[2], &firmware) != 0) {
        fputs("usage: simavr MCU FIRMWARE.elf\n", stderr);
        return 2;
    }
    avr_init(avr);
    avr_load_firmware(avr, &firmware);
    avr_register_io_write(avr, GPIOR0, print, output);
    avr_register_io_write(avr, GPIOR1, keep_cycles, &cycles);
    avr_register_io_read(avr, GPIOR1, next_byte, &cycles);
    int state = cpu_Running;
    while (state != cpu_Done && state != cpu_Crashed)
        state = avr_run(avr);
    return fclose(output) == 0 && state == cpu_Done ? avr->data[GPIOR2] : 1;
}
