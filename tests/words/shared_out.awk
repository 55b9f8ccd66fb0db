# SPDX-License-Identifier: MIT
# Are these the sines of a table on a grid of 2 x 4 x 6 whose pairs the axes share one by one? awk -v pairs=P -v y=Y -v x=X -v base=B
# -f shared_out.awk entries. apply_interleaved_mrope writes the positions of y and x over those of t; each starts at 9.
BEGIN {
    for (i = 1; i < 3 * y; i += 3) axis[i] = 1
    for (i = 2; i < 3 * x; i += 3) axis[i] = 2
}
{
    r = int((NR - 1) / (2 * pairs))
    i = (NR - 1) % pairs
    at[0] = int(r / 24); at[1] = int(r / 6) % 4; at[2] = r % 6
    off = $1 - sin((9 + at[axis[i] + 0]) * exp(-i / pairs * log(base)))
    if (off > 1e-12 || off < -1e-12) {
        print r, i, $1
        bad = 1
    }
}
END { exit bad || NR != 96 * pairs }
