# Joins the lines of a command in a comment to one line: removes the comment's characters and the backslashes.
s/^\(--\)\{0,1\}[ */;#]*//
:a
/\\$/{
    N
    s/\\\n\(--\)\{0,1\}[ */;#]*//
    ba
}
p
q
