# A command from its first line on, without what comments have in front of it, as one line: it goes on after a backslash.
s/^[ */;#]*//
:a
/\\$/{
    N
    s/\\\n[ */;#]*//
    ba
}
p
q
