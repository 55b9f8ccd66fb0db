"""Tables as files of a Bazel build.

    load("@posenc//:posenc.bzl", "posenc_manifest", "posenc_table")
    load("@rules_cc//cc:cc_binary.bzl", "cc_binary")

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

As sources they are the files, as dependencies the folder that #include "pe.h" finds. `program` is the
posenc that runs on the build machine, whatever the target is.
"""

load("@rules_cc//cc/common:cc_common.bzl", "cc_common")
load("@rules_cc//cc/common:cc_info.bzl", "CcInfo")

def _provide(outs):
    headers = [f for f in outs if f.extension in ["h", "hpp"]]
    return [
        DefaultInfo(files = depset(outs)),
        CcInfo(compilation_context = cc_common.create_compilation_context(
            headers = depset(headers),
            quote_includes = depset([f.dirname for f in headers]),
        )),
    ]

def _expand(ctx, text):
    # Bazel quotes a path with a blank for a shell, which doesn't read these arguments.
    text = ctx.expand_location(text, ctx.attr.data)
    for f in ctx.files.data:
        text = text.replace("'%s'" % f.path.replace("'", "'\\''"), f.path)
    return text

def _table(ctx):
    words = dict(ctx.attr.words)
    out = ctx.outputs.out
    if words.get("format", out.extension) in ["S", "asm", "embed", "incbin"] or words.get("split", "1") != "1":
        fail("%s: posenc names the files of such a table; list it in a manifest" % ctx.label.name)
    outs = [out]
    other = {"c": "h", "h": "c"}.get(out.extension)
    if other and "template" not in words and words.get("format", "c") == "c" and \
       words.get("linkage", "extern" if other == "h" else "static") == "extern":
        outs.append(ctx.actions.declare_file(out.basename[:-1] + other, sibling = out))
    words.setdefault("name", ctx.label.name)
    words = {word: _expand(ctx, words[word]) for word in words}
    ctx.actions.run(
        executable = ctx.executable.program,
        arguments = ["--%s=%s" % (word, words[word]) for word in words] + ["-o", out.path],
        inputs = ctx.files.data,
        outputs = outs,
        mnemonic = "Posenc",
    )
    return _provide(outs)

def _manifest(ctx):
    folder = "/".join([part for part in [ctx.bin_dir.path, ctx.label.workspace_root, ctx.label.package] if part])
    ctx.actions.run(
        executable = ctx.executable.program,
        arguments = ["build", ctx.file.manifest.path, "--output-dir", folder],
        inputs = [ctx.file.manifest] + ctx.files.data,
        outputs = ctx.outputs.outs,
        mnemonic = "Posenc",
    )
    return _provide(ctx.outputs.outs)

_program = attr.label(executable = True, cfg = "exec", allow_single_file = True, default = Label("//:posenc"))

_posenc_table = rule(_table, attrs = {
    "words": attr.string_dict(mandatory = True, doc = "of `posenc --help`, without dashes; name is the target's"),
    "out": attr.output(mandatory = True),
    "data": attr.label_list(allow_files = True, doc = "files that the words name, as $(location FILE)"),
    "program": _program,
})

posenc_manifest = rule(_manifest, attrs = {
    "manifest": attr.label(allow_single_file = True, mandatory = True),
    "outs": attr.output_list(mandatory = True, doc = "all files that `posenc build MANIFEST --list` names"),
    "data": attr.label_list(allow_files = True, doc = "files that the manifest names"),
    "program": _program,
})

def posenc_table(name, words, out = None, **kwargs):
    """One table, in `out`, whose extension chooses the format; a .c comes with its header. Without it, in NAME.h."""
    if not out and ("format" in words or "template" in words):
        fail("posenc_table %s: a format or a template needs out, the name of the file" % name)
    _posenc_table(name = name, words = words, out = out or name + ".h", **kwargs)
