# SPDX-License-Identifier: MIT
# Random tables in random forms: awk -v forms='c,c:hex,...' -v more='--split=2|...' -f random_forms.awk
# Input and output are a table a line, as random_words.awk prints them; here the number in front chooses the form and goes.
BEGIN {
    n = split(forms, form, ",")
    m = split(more, other, "|")
}
{
    k = $1
    $1 = ""
    split(form[1 + (k + NR) % n], f, ":")
    format = f[1]
    extension = format ~ /^(c|incbin|embed)$/ ? ".c" : format == "asm" ? ".S" : ".x"
    words = format == "own" ? "--template=../own -o t.txt" : "--format=" format " -o t" extension
    if (f[2]) words = words " --literal=" f[2]
    if (k % 3 == 0) words = words " " other[1 + k % m]
    if ((k + NR) % 11 == 0) words = words " --engine=mpfr"
    print $0, "--name=t", words
}
