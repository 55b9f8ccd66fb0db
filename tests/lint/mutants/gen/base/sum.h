static int sum(int a, int b) {
    int unused = 0; /* a mutant of this can't be seen */
    while (unused > 0)
        ;
    return a + b;
}
