# SPDX-License-Identifier: MIT
"""peers.py numpy|torch ROWS COLUMNS BLOCK: the seconds that the table takes by the usual formula, one core.

BLOCK rows at a time: with ROWS it is one array, as programs make it, and much of the time goes into memory
that is touched first; with few rows memory is used again, and what is left is the arithmetic. The
first table warms up; the second is timed.
"""
import math
import sys
import time


def numpy_block(first, rows, columns):
    w = np.exp(np.arange(0, columns, 2) * (-math.log(10000.0) / columns))
    angle = np.outer(np.arange(first, first + rows), w)
    pe = np.empty((rows, columns))
    pe[:, 0::2] = np.sin(angle)
    pe[:, 1::2] = np.cos(angle)
    return pe


def torch_block(first, rows, columns):
    position = torch.arange(first, first + rows, dtype=torch.float32)
    w = torch.exp(torch.arange(0, columns, 2, dtype=torch.float32) * (-math.log(10000.0) / columns))
    angle = torch.outer(position, w)
    pe = torch.empty(rows, columns)
    pe[:, 0::2] = torch.sin(angle)
    pe[:, 1::2] = torch.cos(angle)
    return pe


rows, columns, block = map(int, sys.argv[2:])
if sys.argv[1] == "numpy":
    import numpy as np

    make = numpy_block
else:
    import torch

    torch.set_num_threads(1)
    make = torch_block

for _ in range(2):
    start = time.perf_counter()
    for first in range(0, rows, block):
        make(first, min(block, rows - first), columns)
    seconds = time.perf_counter() - start
print(seconds)
