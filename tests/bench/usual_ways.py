# SPDX-License-Identifier: MIT
# Largest errors of what people run, by octaves of positions: posenc --max-len 131072 --d-model 512 --format raw -o FILE
#     python3 usual_ways.py FILE > docs/figures/usual-ways.tsv
# Each way computes whole rows with numpy or torch as the code that is named does; an error is |got - wanted|, where wanted is
# the exact value rounded once to float32. A line of the output has a way, the first and the last position, the error.
import platform
import sys

import numpy as np
import torch

N, D, BASE, ROWS = 131072, 512, 10000.0, 4096
exact = np.memmap(sys.argv[1], np.float32, "r", shape=(N, D))
even = torch.arange(0, D, 2)


def sines(angles):
    """Interleaved, as float32; angles are a tensor of torch or an array of numpy."""
    table = np.empty((len(angles), D), np.float32)
    if isinstance(angles, np.ndarray):
        table[:, 0::2], table[:, 1::2] = np.sin(angles), np.cos(angles)
    else:
        table[:, 0::2], table[:, 1::2] = angles.sin().float().numpy(), angles.cos().float().numpy()
    return table


def transformer(first, last):
    """The Annotated Transformer and PyTorch's tutorial."""
    position = torch.arange(first, last).unsqueeze(1)
    return sines(position * torch.exp(even * -(np.log(BASE) / D)))


def rotary(first, last, inv_freq_type=torch.float32, position_type=torch.float32):
    """The rotary embedding of transformers, angles and sines in float32."""
    inv_freq = 1.0 / (BASE ** (even.float() / D))
    position = torch.arange(first, last).to(position_type).float().unsqueeze(1)
    return sines(position * inv_freq.to(inv_freq_type).float())


def double(first, last):
    """numpy without a type: float64, then astype(float32)."""
    position = np.arange(first, last)[:, None]
    return sines(position / np.power(BASE, np.arange(0, D, 2) / D))


def half(first, last):
    """All of it in float16, the products too."""
    inv_freq = (1.0 / (BASE ** (even.float() / D))).half()
    position = torch.arange(first, last).half().unsqueeze(1)
    return sines((position * inv_freq).float())


ways = [
    ("numpy, float64", double),
    ("torch, float32 exp", transformer),
    ("torch, float32 1/pow", rotary),
    ("inv_freq in float16", lambda a, b: rotary(a, b, inv_freq_type=torch.float16)),
    ("inv_freq in bfloat16", lambda a, b: rotary(a, b, inv_freq_type=torch.bfloat16)),
    ("positions in bfloat16", lambda a, b: rotary(a, b, position_type=torch.bfloat16)),
    ("angles in float16", half),
]

print(f"# {N} x {D}, base {BASE:g}: numpy {np.__version__}, torch {torch.__version__}, {platform.machine()}")
for name, way in ways:
    first = 0
    while first < N:
        last = max(2 * first, 1)
        largest = 0.0
        for begin in range(first, last, ROWS):
            end = min(begin + ROWS, last)
            apart = np.abs(way(begin, end).astype(np.float64) - exact[begin:end])
            largest = max(largest, float(apart.max())) if np.isfinite(apart).all() else float("nan")
        print(name, first, last - 1, f"{largest:.4g}", sep="\t")
        first = last
