# Joins the lines of a command in a comment to one line: removes the comment's characters and the backslashes.
s/^[ */;#]*//
:a
/\\$/{
    N
    s/\\\n[ */;#]*//
    ba
}
p
q
