/* SPDX-License-Identifier: MIT */
/* Numbers as the oracle reads them. It recognises only some invalid texts: refusing is not its job. */
#ifndef ORACLE_NUMBER_H
#define ORACLE_NUMBER_H

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <flint/fmpq.h>

static _Noreturn void usage(const char *text) {
    fprintf(stderr, "oracle: '%s'?\n", text);
    exit(2);
}

/* Reads a decimal, adding digit after digit, and returns what follows it. */
static const char *read_decimal(fmpq_t q, const char *text) {
    const char *at = text + (*text == '-' || *text == '+');
    bool point = false;
    long exponent = 0;
    fmpq_zero(q);
    for (; isdigit((unsigned char)*at) || (*at == '.' && !point); at++) {
        if (*at == '.') {
            point = true;
            continue;
        }
        fmpq_mul_ui(q, q, 10);
        fmpq_add_ui(q, q, (ulong)(*at - '0'));
        exponent -= point;
    }
    if (*at == 'e' || *at == 'E') {
        char *end;
        exponent += strtol(at + 1, &end, 10);
        at = end;
    }
    fmpq_t scale;
    fmpq_init(scale);
    fmpq_set_si(scale, 10, 1);
    fmpq_pow_si(scale, scale, exponent);
    fmpq_mul(q, q, scale);
    if (*text == '-')
        fmpq_neg(q, q);
    fmpq_clear(scale);
    return at;
}

static unsigned long read_size(const char *text) {
    char *end;
    unsigned long size = strtoul(text, &end, 10);
    if (size == 0 || *end)
        usage(text);
    return size;
}

#endif
