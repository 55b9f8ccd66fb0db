# SPDX-License-Identifier: MIT
# Do labels of ticks touch each other or the label of their axis? awk -v digit=PIXELS -f touching_labels.awk marks
BEGIN { FS = "\t" }
function wide(label) {
    gsub(/\342\210\222/, "-", label)
    return digit * length(label)
}
function touches(what) {
    print what
    bad = 1
}
$8 ~ /\^/ { next } # a power
$1 != group { group = $1; last = -1 }
$3 == "tick" && last >= 0 && $4 - wide($8) / 2 < last + 2 { touches("ticks touch at " $8) }
$3 == "tick" { last = $4 + wide($8) / 2; ticks++ }
$3 == "label" && $8 ~ /^translate/ { sub(/translate\(/, "", $8); split($8, at, " "); label[$1] = at[1] + 3 }
$3 == "side" && (!($1 in least) || $4 - wide($8) < least[$1]) { least[$1] = $4 - wide($8) }
END {
    for (group in least)
        if (least[group] < label[group])
            touches("the axis of " group " touches its labels")
    exit bad || !ticks
}
