/* SPDX-License-Identifier: MIT */
/* Links if the given libraries have Arb; tests/tests.mk tries each of their names. */
void arb_init(void *x);

int main(void) {
    char room[256];
    arb_init(room);
    return 0;
}
