# SPDX-License-Identifier: MIT
import sys
import numpy as np

kinds = {"f32": "<f4", "f64": "<f8", "f16": "<f2", "bf16": "<u2", "q7": "|i1", "s8": "|i1", "q15": "<i2", "q31": "<i4", "q23": "<i4",
         "u8": "|u1", "i8": "|i1", "u16": "<u2", "i16": "<i2"}
for kind, dtype in kinds.items():
    table = np.load(kind + ".npy")
    assert table.dtype == np.dtype(dtype) and table.shape == (19, 6) and table.flags.c_contiguous, kind
    assert np.load(kind + ".npy", mmap_mode="r").tobytes() == table.tobytes(), kind
    with open(kind + ".raw", "rb") as file:
        assert table.tobytes() == file.read(), kind
    with open(kind + ".npy", "rb") as file:
        assert (len(file.read()) - table.nbytes) % 64 == 0, kind
