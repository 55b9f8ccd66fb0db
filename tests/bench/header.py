# SPDX-License-Identifier: MIT
"""header.py ROWS COLUMNS: the header that posenc writes for --max-len ROWS --d-model COLUMNS, without its
banner, by numpy: the usual script in a build.

Doubles are rounded to float: in large tables a few entries differ.
"""
import sys

import numpy as np

rows, columns = int(sys.argv[1]), int(sys.argv[2])
name = f"pe_{rows}x{columns}"
angle = np.outer(np.arange(rows), 10000.0 ** (-np.arange(0, columns, 2) / columns))
pe = np.empty((rows, columns), np.float32)
pe[:, 0::2] = np.sin(angle)
pe[:, 1::2] = np.cos(angle)


def literal(value):
    text = "%.9g" % value
    return text + "f," if "." in text or "e" in text else text + ".0f,"


out = [f"""#ifndef {name}_H
#define {name}_H

#include <float.h>
#if FLT_RADIX != 2 || FLT_MANT_DIG != 24 || FLT_MIN_EXP != -125 || FLT_MAX_EXP != 128
#error "{name} needs a float that is IEEE 754 binary32"
#endif

#define {name}_MAX_LEN {rows}
#define {name}_D_MODEL {columns}

static const float {name}[{rows}][{columns}] = {{
"""]
for position, row in enumerate(pe.tolist()):
    out.append(f"    {{ /* {position} */\n")
    line = "       "
    for text in map(literal, row):
        if len(line) + 1 + len(text) > 99:
            out.append(line + "\n")
            line = "       "
        line += " " + text
    out.append(line + "\n    },\n")
out.append("};\n\n#endif\n")
sys.stdout.write("".join(out))
