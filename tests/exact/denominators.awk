# SPDX-License-Identifier: MIT
# Are the denominators that somebody printed those of a table of 6 columns? awk -f denominators.awk printed table
# The sine columns of row 1 are sin(w), with w <= 1 < pi/2: w is their arc sine. A notebook's own float32 may err
# by some ulps before it prints: 2^-22 of the value, beside half a unit of the last digit printed.
BEGIN { FS = "," }
NR == FNR { for (i = 0; i < NF; i++) printed[i] = $(i + 1); count = NF; next }
FNR == 2 {
    for (i = 0; i < count; i++) {
        x = $(2 * i + 1)
        seen = 1 / atan2(x, sqrt(1 - x * x))
        exact = 10000^(2 * i / 6)
        print i ": " seen " of the table, printed " printed[i] ", exact " exact
        bad += !(size(seen - printed[i]) <= 0.00005 + exact / 4194304) + !(size(seen / exact - 1) <= 2e-7)
    }
    checked = count
}
function size(error) {
    return error < 0 ? -error : error
}
END { exit bad || checked != 3 }
