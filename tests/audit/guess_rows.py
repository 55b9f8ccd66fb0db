# SPDX-License-Identifier: MIT
"""Arrays whose rows aren't one table, computed in float32: guess_rows.py FILE SCRIPT

SCRIPT sets x, from p(rows, columns, base, positions), sines and cosines side by side; c(...), cosines alone, each twice; and
noise(rows, columns)."""
import sys
import numpy as np

f32 = np.float32


def angles(rows, columns, base, positions):
    w = np.exp(np.arange(columns // 2, dtype=f32) * f32(-2 * np.log(base) / columns)).astype(f32)
    return np.outer(np.arange(rows, dtype=f32) if positions is None else np.asarray(positions, dtype=f32), w).astype(f32)


def p(rows, columns=64, base=10000, positions=None):
    a = angles(rows, columns, base, positions)
    return np.stack([np.sin(a), np.cos(a)], -1).reshape(len(a), -1)


def c(rows, columns=64, base=10000, positions=None):
    a = np.cos(angles(rows, columns, base, positions))
    return np.concatenate([a, a], -1)


def noise(rows, columns=64):
    return np.random.default_rng(rows).normal(size=(rows, columns)).astype(f32)


names = dict(np=np, p=p, c=c, noise=noise)
exec(sys.argv[2], names)
np.save(sys.argv[1], names['x'])
