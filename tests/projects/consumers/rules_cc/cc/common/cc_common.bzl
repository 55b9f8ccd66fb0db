load(":native.bzl", "COMMON")

cc_common = COMMON
