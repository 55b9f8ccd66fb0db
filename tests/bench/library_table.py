# SPDX-License-Identifier: MIT
import math, sys
import numpy
way, name, path = sys.argv[1:]
if name == "torch":
    import torch as of
    number, position, exponent = float, of.arange(4096.0)[:, None], of.arange(0, 64, 2).float()
else:
    of, number = numpy, numpy.dtype(name).type
    position, exponent = of.arange(4096, dtype=name)[:, None], of.arange(0, 64, 2, dtype=name)
if way == "exp":
    frequency = of.exp(exponent * number(-math.log(10000.0) / 64))
else:
    frequency = number(1) / number(10000) ** (exponent / number(64))
angle = position * frequency
entries = of.stack((of.sin(angle), of.cos(angle)), 2).reshape(4096, 64)
numpy.asarray(entries).tofile(path)
