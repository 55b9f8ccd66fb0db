# SPDX-License-Identifier: MIT
import numpy as np

# QuantizeLinear of ONNX, in NumPy's doubles: the same wherever v/S isn't within their error of a tie
values = np.load("values.npy")
for kind, scale, zero in ("u8", 1 / 127, 128), ("i8", 0.0078125, 0), ("u16", 2 / 65535, 32768), ("i16", 1 / 30000, -7):
    table = np.load("quantized_" + kind + ".npy")
    ends = np.iinfo(table.dtype)
    want = np.clip(np.rint(values / scale) + zero, ends.min, ends.max)
    assert np.array_equal(table, want), kind
    assert np.abs((table - np.float64(zero)) * scale - values)[(table > ends.min) & (table < ends.max)].max() <= scale / 2
