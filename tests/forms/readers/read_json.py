# SPDX-License-Identifier: MIT
import json, struct, sys
from fractions import Fraction

def bf16(x):  # nearest, ties to even
    bits = struct.unpack("<I", struct.pack("<f", x))[0]
    return struct.pack("<H", bits + 0x7FFF + (bits >> 16 & 1) >> 16)

pack = {"f32": "<f", "f64": "<d", "f16": "<e", "q7": "<b", "s8": "<b", "q15": "<h", "q31": "<i", "q23": "<i",
        "u8": "<B", "i8": "<b", "u16": "<H", "i16": "<h"}
scales = {"u8": ("1/200", 100), "i8": ("1/200", -3), "u16": ("1/50000", 30000), "i16": ("1/40000", 5)}
for name in sys.argv[1:]:
    with open(name) as file:
        table = json.load(file)
    kind = table["type"]
    pair = name == "pair.json"
    assert pair != ("table" in table)
    arrays = [table[array] for array in (("pair_cos", "pair_sin") if pair else ("table",))]
    assert all([len(array), len(array[0])] == table["shape"] for array in arrays)
    entries = [entry for array in arrays for row in array for entry in row]
    assert len(entries) == table["max_len"] * table["d_model"]
    if kind in scales:
        assert (Fraction(table["scale"]), table["zero_point"]) == (Fraction(scales[kind][0]), scales[kind][1])
    assert kind in scales or "scale" not in table
    for entry in entries:
        sys.stdout.buffer.write(bf16(entry) if kind == "bf16" else struct.pack(pack[kind], entry))
