# SPDX-License-Identifier: MIT
# Does a command print what a block of a page shows? awk -f shows.awk - said
# Standard input has the lines of the block; a line "..." stands for any number of lines.
FILENAME == "-" { wanted[++n] = $0; next }
!k { k = 1 }
k <= n && wanted[k] == "..." { skips = 1; k++ }
k <= n && $0 == wanted[k] { skips = 0; k++; next }
!skips {
    print "not there: " wanted[k]
    print "but: " $0
    bad = 1
    exit
}
END {
    if (k <= n && wanted[k] == "...")
        k++
    if (!bad && k <= n)
        print "not there: " wanted[k]
    exit bad || k <= n
}
