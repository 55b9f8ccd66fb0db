# SPDX-License-Identifier: MIT
"""Holds `posenc show --csv` against mpmath: show_mpmath.py DIGITS BASE D_MODEL < CSV, of the paper's table in f32."""
import csv
import decimal
import struct
import sys

import mpmath

digits, base, columns = (int(text) for text in sys.argv[1:])
mpmath.mp.dps = digits + 40
context = decimal.Context(prec=digits, rounding=decimal.ROUND_HALF_EVEN)
count = 0
for line in csv.DictReader(sys.stdin):
    j, p = int(line["column"]), int(line["position"])
    w = mpmath.power(base, -mpmath.mpf(j // 2 * 2) / columns)
    exact = (mpmath.cos if j % 2 else mpmath.sin)(p * w)
    near = decimal.Decimal(mpmath.nstr(exact, digits + 30, strip_zeros=False))
    shown = decimal.Decimal(line["decimal"])
    if context.plus(near) != shown:
        sys.exit(f"{line}: not {near}")
    if abs(exact) not in (0, 1) and len(shown.as_tuple().digits) != digits:
        sys.exit(f"{line}: not {digits} digits")
    (element,) = struct.unpack(">f", int(line["bits"], 16).to_bytes(4, "big"))
    if struct.unpack(">f", struct.pack(">f", float(line["element"])))[0] != element:
        sys.exit(f"{line}: the element isn't its bits")
    ulp = mpmath.mpf(2) ** (max(mpmath.frexp(element)[1], -125) - 24)
    error = (element - exact) / ulp
    if abs(error - mpmath.mpf(line["error"])) > abs(error) * 5e-4 + mpmath.mpf(10) ** -30:
        sys.exit(f"{line}: the error is {mpmath.nstr(error, 8)}")
    count += 1
print(count)
