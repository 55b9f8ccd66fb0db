/* After the block of README that adds positions to two rows. */
static float x[2][pe_D_MODEL] = {{0.5f}, {0.5f}};

int main(void) {
    add_positions(x, 2);
    return x[0][0] != 0.5f || x[0][1] != 1 || x[1][0] != 0.5f + pe[1][0] || x[1][383] != pe[1][383];
}
