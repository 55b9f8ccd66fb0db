load(":native.bzl", "INFO")

CcInfo = INFO
