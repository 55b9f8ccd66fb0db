/* Writes the table t of HEADER by its accessor to the first serial port of an ATmega, in hexadecimal digits, and stops.
 * If t_copy writes another row than t_at reads, it also writes an exclamation mark. */
#include HEADER

#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <string.h>

static void put(unsigned char c) {
    while (!(UCSR0A & (1 << UDRE0)))
        ;
    UDR0 = c;
}

static void write_entry(const unsigned char *bytes, unsigned width) {
    unsigned k;
    for (k = 0; k < width; k++) {
        put("0123456789abcdef"[bytes[k] >> 4]);
        put("0123456789abcdef"[bytes[k] & 15]);
    }
}

int main(void) {
    unsigned r, c;
    TYPE copied[t_D_MODEL];
    UCSR0B = 1 << TXEN0;
    for (r = 0; r < t_MAX_LEN; r++) {
        t_copy(r, copied);
        for (c = 0; c < t_D_MODEL; c++) {
            TYPE entry = t_at(r, c);
            if (memcmp(&copied[c], &entry, sizeof entry) != 0)
                put('!');
            write_entry((const unsigned char *)&entry, sizeof entry);
        }
        put('\n');
    }
    while (!(UCSR0A & (1 << TXC0)))
        ;
    cli();
    sleep_enable();
    sleep_cpu();
    return 0;
}
