# SPDX-License-Identifier: MIT
"""Tables as NumPy code makes them. Run in this folder: python3 numpy_tables.py; and `python3 numpy_tables.py svml` where
NumPy has AVX-512, for its table."""

import sys

import numpy as np


def interleaved(angles):
    table = np.empty((angles.shape[0], 2 * angles.shape[1]), angles.dtype)
    table[:, 0::2] = np.sin(angles)
    table[:, 1::2] = np.cos(angles)
    return table


def over_power(positions, d):
    """The usual tutorial: position / 10000^(2i/d), all in double."""
    position = np.arange(*positions)[:, np.newaxis]
    i = np.arange(0, d, 2)[np.newaxis, :]
    return position / np.power(10000, i / d)


if sys.argv[1:] == ["svml"]:
    interleaved(over_power((0, 96), 64)).tofile("numpy-svml-96x64.f64")
    sys.exit()

interleaved(over_power((0, 10**9, 10**7), 48)).astype(np.float32).tofile("numpy-double-100x48.f32")
interleaved(over_power((0, 48), 32)).tofile("numpy-double-48x32.f64")

# The same with the frequencies by exp, as in "The Annotated Transformer".
frequency = np.exp(np.arange(0, 32, 2) * -(np.log(10000.0) / 32))
interleaved(np.arange(48)[:, np.newaxis] * frequency).tofile("numpy-double-exp-48x32.f64")

# Frequencies in double, kept as float32; then all in float32.
frequency = (1.0 / 10000 ** (np.arange(0, 48, 2) / 48)).astype(np.float32)
position = np.arange(96, dtype=np.float32)[:, np.newaxis]
interleaved(position * frequency).tofile("numpy-single-96x48.f32")

# Float32 frequencies times 64-bit integers: NumPy makes that double.
frequency = np.float32(1) / np.float32(10000) ** (np.arange(0, 48, 2, dtype=np.float32) / np.float32(48))
interleaved(np.outer(np.arange(3000, 3096), frequency)).astype(np.float32).tofile("numpy-mixed-96x48.f32")

# All in float32, with the frequencies by exp, which errs by an ulp more than if it rounded correctly.
frequency = np.exp(np.arange(0, 48, 2, dtype=np.float32) * np.float32(-np.log(10000.0) / 48))
interleaved(np.outer(np.arange(100, dtype=np.float32), frequency)).tofile("numpy-exp-100x48.f32")
