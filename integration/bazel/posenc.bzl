"""Tables as files of a Bazel build.

    load("@posenc//:posenc.bzl", "posenc_manifest", "posenc_table")

    posenc_table(
        name = "pe",
        words = {"max-len": "512", "d-model": "384"},
    )
    posenc_manifest(
        name = "tables",
        manifest = "tables.ini",
        outs = ["timescale.c", "timescale.h"],
    )
    cc_binary(name = "encoder", srcs = ["encoder.c", ":pe", ":tables"], deps = [":pe", ":tables"])

As sources they are the files, as dependencies the folder that #include "pe.h" finds. `program` is posenc as the
machine runs it that builds, whatever the target is.
"""

def _provide(outs):
    return [
        DefaultInfo(files = depset(outs)),
        CcInfo(compilation_context = cc_common.create_compilation_context(
            headers = depset([f for f in outs if f.extension == "h"]),
            quote_includes = depset([f.dirname for f in outs if f.extension == "h"]),
        )),
    ]

def _table(ctx):
    words = dict(ctx.attr.words)
    out = ctx.outputs.out
    outs = [out]
    other = {"c": "h", "h": "c"}.get(out.extension)
    if other and words.get("linkage", "extern" if other == "h" else "static") == "extern":
        outs.append(ctx.actions.declare_file(out.basename[:-1] + other, sibling = out))
    words.setdefault("name", ctx.label.name)
    ctx.actions.run(
        executable = ctx.executable.program,
        arguments = ["--%s=%s" % (word, words[word]) for word in words] + ["-o", out.path],
        outputs = outs,
        mnemonic = "Posenc",
    )
    return _provide(outs)

def _manifest(ctx):
    folder = ctx.bin_dir.path + "/" + ctx.label.package
    ctx.actions.run(
        executable = ctx.executable.program,
        arguments = ["build", ctx.file.manifest.path, "--output-dir", folder],
        inputs = [ctx.file.manifest] + ctx.files.data,
        outputs = ctx.outputs.outs,
        mnemonic = "Posenc",
    )
    return _provide(ctx.outputs.outs)

_program = attr.label(executable = True, cfg = "exec", allow_single_file = True, default = "@posenc//:posenc")

_posenc_table = rule(_table, attrs = {
    "words": attr.string_dict(mandatory = True, doc = "of `posenc --help`, without dashes; name is the target's"),
    "out": attr.output(mandatory = True),
    "program": _program,
})

posenc_manifest = rule(_manifest, attrs = {
    "manifest": attr.label(allow_single_file = True, mandatory = True),
    "outs": attr.output_list(mandatory = True, doc = "all files that `posenc build MANIFEST --list` tells"),
    "data": attr.label_list(allow_files = True, doc = "files that the manifest names"),
    "program": _program,
})

def posenc_table(name, words, out = None, **kwargs):
    """One table, in NAME.h or in `out`; a .c comes with its header."""
    _posenc_table(name = name, words = words, out = out or name + ".h", **kwargs)
