# SPDX-License-Identifier: MIT
# The marks of an SVG figure, a line for each: awk -f marks.awk figure.svg
#     GROUP <TAB> ELEMENT <TAB> CLASS <TAB> x <TAB> y <TAB> width <TAB> height <TAB> d or text
# A group's name is its class, with that of the group around it: "heatmap/cells". Fails if the file isn't well-formed XML, as
# strictly as posenc writes it: each attribute in double quotes, no entity but the five of XML, no comment.
{ all = all $0 "\n" }
END {
    OFS = "\t"
    if (sub(/^<\?xml version="1.0" encoding="UTF-8"\?>\n/, "", all) != 1)
        wrong("no declaration")
    while (match(all, /<[^<]*/)) {
        if (RSTART > 1)
            wrong("text before <: " substr(all, 1, 40))
        token = substr(all, 1, RLENGTH)
        all = substr(all, RLENGTH + 1)
        take()
    }
    if (depth > 0 || roots != 1)
        wrong("not one element that ends")
}
# A tag with the text after it.
function take(    close_at, tag, content) {
    close_at = index(token, ">")
    if (close_at == 0)
        wrong("no > in " token)
    gsub(/\n/, " ", token)
    tag = substr(token, 2, close_at - 2)
    content = substr(token, close_at + 1)
    if (content ~ />/)
        wrong("> in a text")
    entities(content)
    if (tag ~ /^\//) {
        leave(substr(tag, 2))
        text[depth] = text[depth] content
        return
    }
    empty = sub(/\/$/, "", tag)
    open(tag, content)
    if (empty)
        leave(name[depth])
    if (depth == 0 && content != " ")
        wrong("text after the end")
}
function open(tag, content,    rest) {
    if (depth == 0)
        roots++
    depth++
    match(tag, /^[a-z]+/)
    name[depth] = substr(tag, 1, RLENGTH)
    rest = substr(tag, RLENGTH + 1)
    split("", value)
    while (match(rest, /^ [a-zA-Z][a-zA-Z0-9:-]*="[^"<]*"/)) {
        pair = substr(rest, 2, RLENGTH - 2)
        rest = substr(rest, RLENGTH + 1)
        key = substr(pair, 1, index(pair, "=") - 1)
        if (key in value)
            wrong("a second " key)
        value[key] = substr(pair, index(pair, "=") + 2)
        entities(value[key])
    }
    if (rest != "")
        wrong("not attributes: " rest)
    class[depth] = value["class"]
    group[depth] = name[depth] == "g" ? (group[depth - 1] ? group[depth - 1] "/" : "") value["class"] : group[depth - 1]
    x[depth] = value["x"]; y[depth] = value["y"]; width[depth] = value["width"]; height[depth] = value["height"]
    d[depth] = value["d"]; transform[depth] = value["transform"]; box[depth] = value["viewBox"]
    text[depth] = content
}
function leave(ended) {
    if (depth == 0 || ended != name[depth])
        wrong("</" ended "> ends <" name[depth] ">")
    if (ended == "svg")
        print "", "svg", "", box[depth], "", width[depth], height[depth], ""
    else if (ended == "g")
        print group[depth], "g", class[depth], "", "", "", "", transform[depth]
    else if (ended == "tspan")
        text[depth - 1] = text[depth - 1] "^" text[depth]
    else if (ended != "style")
        print group[depth], ended, class[depth], x[depth], y[depth], width[depth], height[depth],
            ended == "path" ? d[depth] : transform[depth] text[depth]
    depth--
}
function entities(string) {
    gsub(/&(amp|lt|gt|quot|#39);/, "", string)
    if (string ~ /&/)
        wrong("an entity in " string)
}
function wrong(what) {
    print "not well-formed: " what > "/dev/stderr"
    exit 1
}
