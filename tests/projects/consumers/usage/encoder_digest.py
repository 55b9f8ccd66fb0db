"""encoder_digest.py sentences.h: the digest of what encoder_input must print, without posenc and in exact numbers:
sines from mpmath at 300 bits, rounded once to a float, added to w/1024 * 8 as fractions, rounded once."""
import hashlib
import re
import struct
import sys
from fractions import Fraction

import mpmath

LENGTH, D = 24, 64
mpmath.mp.prec = 300


def weight(token, j):
    return ((token * D + j) * 2654435761 % 2**32 >> 21) - 1024


def nearest_float(x):
    """to nearest, ties to even, as round() does; no result here is subnormal"""
    if x == 0:
        return x
    ulp = Fraction(1)
    while abs(x) / ulp >= 2**24:
        ulp *= 2
    while abs(x) / ulp < 2**23:
        ulp /= 2
    return round(x / ulp) * ulp


def entry(position, j):
    angle = position * mpmath.mpf(10000) ** (mpmath.mpf(-2 * (j // 2)) / D)
    return nearest_float(Fraction(mpmath.nstr(mpmath.cos(angle) if j % 2 else mpmath.sin(angle), 80)))


digest = hashlib.sha256()
for line in re.findall(r"^    \{([\d, ]+)\},", open(sys.argv[1]).read(), re.M):
    tokens = [int(token) for token in line.split(",")]
    for position in range(LENGTH):
        token = tokens[position] if position < len(tokens) else 0
        for j in range(D):
            x = nearest_float(Fraction(weight(token, j), 1024) * 8 + entry(position, j)) if token else 0
            digest.update(b"%08x\n" % struct.unpack(">I", struct.pack(">f", float(x))))
print(digest.hexdigest())
