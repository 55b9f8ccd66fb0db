# SPDX-License-Identifier: MIT
# Messages of the checks of figures. Precedes another program: awk -f near.awk -f waves.awk ...
function near(got, wanted, what) { # coordinates are printed to a tenth, or less
    if (got < wanted - 0.051 || got > wanted + 0.051)
        wrong(what ": " got ", not " wanted)
}
function wrong(what) {
    print what
    bad = 1
    exit 1
}
