# A file that defines CcInfo can't read the one that is part of bazel.
INFO = CcInfo
COMMON = cc_common
