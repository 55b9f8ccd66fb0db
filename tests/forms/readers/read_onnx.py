# SPDX-License-Identifier: MIT
import sys
import numpy as np
import onnx
from onnx import TensorProto, checker, external_data_helper, helper, numpy_helper

kinds = {"f32": (TensorProto.FLOAT, "<f4"), "f64": (TensorProto.DOUBLE, "<f8"), "f16": (TensorProto.FLOAT16, "<f2"),
    "bf16": (TensorProto.BFLOAT16, "<f4"), "q7": (TensorProto.INT8, "|i1"), "s8": (TensorProto.INT8, "|i1"),
    "q15": (TensorProto.INT16, "<i2"), "q31": (TensorProto.INT32, "<i4"), "q23": (TensorProto.INT32, "<i4"), "u8": (TensorProto.UINT8, "|u1"),
    "i8": (TensorProto.INT8, "|i1"), "u16": (TensorProto.UINT16, "<u2"), "i16": (TensorProto.INT16, "<i2")}

def bits(array, kind):  # onnx reads bfloat16 into float32
    return (array.view("<u4") >> 16).astype("<u2").tobytes() if kind == "bf16" else array.tobytes()

for kind, (number, dtype) in kinds.items():
    with open(kind + ".raw", "rb") as file:
        raw = file.read()
    tensor = onnx.load_tensor(kind + ".pb")
    checker.check_tensor(tensor)
    assert (tensor.data_type, list(tensor.dims), tensor.name) == (number, [19, 6], kind), kind
    assert tensor.raw_data == raw, kind
    array = numpy_helper.to_array(tensor)
    assert array.dtype == np.dtype(dtype) and array.shape == (19, 6) and bits(array, kind) == raw, kind
    command, formula = tensor.doc_string.split("\n")
    assert formula.endswith("(%s)." % kind), formula
    with open(kind + ".command", "w") as file:
        file.write(command)
    # nothing that onnx doesn't know, and no field twice
    assert len(tensor.SerializeToString()) == len(open(kind + ".pb", "rb").read()), kind

    # The raw bytes are external data of a model.
    outside = TensorProto(data_type=number, dims=[19, 6], name=kind)
    outside.raw_data = b""
    external_data_helper.set_external_data(outside, kind + ".raw", offset=0, length=len(raw))
    outside.ClearField("raw_data")
    value = helper.make_tensor_value_info("out", number, [19, 6])
    graph = helper.make_graph([helper.make_node("Identity", [kind], ["out"])], "g", [], [value], [outside])
    with open(kind + ".onnx", "wb") as file:
        file.write(helper.make_model(graph).SerializeToString())
    checker.check_model(kind + ".onnx")
    inside = onnx.load(kind + ".onnx").graph.initializer[0]
    assert inside.raw_data == raw and bits(numpy_helper.to_array(inside), kind) == raw, kind
