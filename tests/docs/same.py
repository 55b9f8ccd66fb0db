# SPDX-License-Identifier: MIT
# In front of the Python of docs/loading.md: is a table that it loads the raw one?
count = 0
def same(table):
    global count
    import numpy
    bits = "pe.bin"
    if not isinstance(table, numpy.ndarray):
        import torch
        assert table.shape == (512, 384)
        if table.dtype == torch.bfloat16:
            table, bits = table.view(torch.int16), "pe_bf16.bin"
        table = table.numpy()
    assert table.shape == (512, 384) and table.tobytes() == open(bits, "rb").read(), bits
    count += 1
