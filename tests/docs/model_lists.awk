# SPDX-License-Identifier: MIT
# Writes new lists about models between marks in a page: awk -f model_lists.awk SAID EXAMPLES INI... PAGE
# SAID has lines "config TAB words"; EXAMPLES is model_examples.tsv; each INI is a file of gen/model/, whose comment
# explains its keys. The marks, before a table and an empty line, are
#     <!-- rows examples HEADING -->   the examples below that heading
#     <!-- rows NAME -->               the sections of NAME.ini
BEGIN { FS = "\t" }
FNR == 1 {
    file = FILENAME
    sub(/.*\//, "", file)
    kind = kind_of(FILENAME)
}
function kind_of(path,   k) { # 1 for SAID, 2 for EXAMPLES, 3 for an INI, 4 for the page
    if (path == ARGV[ARGC - 1]) return 4
    return path == ARGV[1] ? 1 : path == ARGV[2] ? 2 : 3
}

# --- the files

kind == 1 { words[$1] = $2; next }
kind == 2 {
    if (!/^#/) {
        example[++examples] = $0
        heading[examples] = $1
    }
    next
}
kind == 3 && /^#/ || kind == 3 && /^$/ { next }
kind == 3 && /^\[/ {
    sub(/\.ini$/, "", file)
    section = substr($0, 2, length($0) - 2)
    names[file, ++count[file]] = section
    next
}
kind == 3 && /^ / { # the value above goes on
    sub(/^ +/, "")
    value[file, section, key] = value[file, section, key] " " $0
    next
}
kind == 3 {
    key = $0
    sub(/ =.*/, "", key)
    sub(/^[^=]*= */, "")
    value[file, section, key] = $0
    keys[file, section] = keys[file, section] " " key
    next
}

# --- what a row says

function get(key) { return value[of, name, key] }
# The words of a list as code: "a b|c" is `a`, `b` or `c`
function code(list, between,   n, k, one, out, j, m, either) {
    n = split(list, one, " ")
    for (k = 1; k <= n; k++) {
        m = split(one[k], either, "|")
        out = out (k > 1 ? between : "")
        for (j = 1; j <= m; j++) out = out (j > 1 ? " or " : "") "`" either[j] "`"
    }
    return out
}
# JSON as text: without quotes and braces
function plain(json) {
    gsub(/["{}]/, "", json)
    gsub(/: /, " ", json)
    return json
}
function uses(list,   n, k, one) { # these keys of a row are told about
    n = split(list, one, " ")
    for (k = 1; k <= n; k++) used[of, one[k]]
}
function say(what) { said = said (said == "" ? "" : "; ") what }
# say_if KEY, what is said if the section has it, with its value for @
function say_if(key, what,   v) {
    used[of, key]
    v = get(key)
    if (v == "") return
    gsub(/&/, "\\\\&", v)
    gsub(/[|]/, "\\|", v)
    sub(/@/, v, what)
    say(what)
}
# The same with its words as code
function code_if(key, before, after) {
    used[of, key]
    if (get(key) != "") say(before code(get(key), ", ") after)
}

# The words of a list that are not in another one
function except(list, others,   n, k, one, out) {
    gsub(/[|]/, " ", others)
    n = split(list, one, " ")
    for (k = 1; k <= n; k++) if (!index(" " others " ", " " one[k] " ")) out = out " " one[k]
    return out
}

function family_says(   also) {
    said = ""
    say_if("refused", "refused: @")
    say_if("none", "refused: @")
    say_if("vision", "a vision tower: `--preset @`")
    code_if("without", "", " has no rope")
    code_if("without-if", "but only if there is ", "")
    code_if("unscaled", "", " is not scaled")
    code_if("null", "null as ", " means no rope")
    say_if("by-layer", "a rule for each type of layer")
    say_if("needs-rule", "no rope without a `rope_theta` in `rope_parameters`")
    code_if("sliding-base-key", "base of sliding layers: ", "")
    code_if("sliding-head-key", "head of sliding layers: ", "")
    say_if("own-partial", "a type of layer may have its own share")
    uses("head reads")
    if (get("head") == "quotient") say("the head is the quotient")
    else if (get("head") == "twice") say("the head is twice the quotient")
    else if (get("head") != "") unknown("head = " get("head"))
    code_if("needs", "needs ", "")
    also = except(get("reads"), get("needs") " " get("foreign"))
    if (also != "") say("reads " code(also, ", "))
    code_if("foreign", "refuses ", "")
    code_if("unread", "ignores ", "")
    code_if("over", "also the text of ", " within it")
    code_if("within", "", " replaces the keys around it")
    say_if("bases", "no base of its own: the class had @")
    say_if("grid", "images: `--preset @`")
    say_if("no-grid", "images are refused: @")
    uses("class rule source")
    return said
}
# Repositories without revisions, and files without folders
function source(text,   n, k, part, out, file) {
    n = split(text, part, /, */)
    for (k = 1; k <= n; k++) {
        file = part[k]
        sub(/@[0-9a-f]*:/, ":", file)
        sub(/huggingface\/transformers: /, "", file)
        if (match(file, /: /)) file = substr(file, 1, RSTART + 1) base_name(substr(file, RSTART + 2))
        else if (file !~ /:$/) file = base_name(file)
        out = out (k > 1 ? ", " : "") file
    }
    return out
}
function base_name(path) {
    sub(/.*\//, "", path)
    return path
}
function print_families(   k, text) {
    print "| `model_type` | what its code does | values of its class for missing keys | source |\n|---|---|---|---|"
    for (k = 1; k <= count[of]; k++) {
        name = names[of, k]
        text = plain(get("class"))
        if (get("rule") != "") text = text (text == "" ? "" : "; ") "rule: " plain(get("rule"))
        printf "| `%s` | %s | %s | %s |\n", name, family_says(), text == "" ? "" : "`" text "`", source(get("source"))
    }
}
function print_examples(group,   k, c, example_words) {
    print "| family | `model_type` | keys that matter | example | words of the example |\n|---|---|---|---|---|"
    for (k = 1; k <= examples; k++) {
        if (heading[k] != group) continue
        shown[group]
        split(example[k], c, "\t")
        example_words = c[5] == "-" ? c[6] : words[c[5]]
        if (example_words == "") unknown("no words of " example[k])
        printf "| %s | %s | %s | %s | %s |\n", c[2], c[3], c[4], c[5] == "-" ? "" : "`" c[5] "`",
            example_words == "refused" ? "refused" : "`" example_words "`"
    }
    if (!(group in shown)) unknown("no examples below " group)
}
function print_rope_types(   k) {
    print "| type | needs | takes | ignores |\n|---|---|---|---|"
    uses("other needs takes ignores")
    for (k = 1; k <= count[of]; k++) {
        name = names[of, k]
        printf "| %s | %s | %s | %s |\n", code(name " " get("other"), ", "), code(get("needs"), " "), code(get("takes"), " "),
            code(get("ignores"), " ")
    }
}
function known_key_says(   only) {
    said = ""
    uses("only why gives usual says layers ignored rope")
    if (get("only") != "") {
        only = get("only")
        gsub(/"/, "", only)
        gsub(/ /, " or ", only)
        return "refused unless " only ": " get("why")
    }
    if (get("layers") == "names") return "the types of the layers; some must have rope"
    if (get("layers") == "numbers") return "the numbers of the layers with attention; there must be some"
    if (get("layers") == "flags") return "1 for each layer with rope, 0 for others; some must have it"
    if (get("ignored") == "yes") return "ignored"
    if (get("usual") != "") return "the name of `" get("usual") "` in some classes"
    if (get("gives") == "object") return "an object with a base, in families whose code reads it"
    if (get("gives") != "") return "a " get("gives") ", in families whose code reads it"
    if (get("says") != "" && get("says") != name)
        return "another spelling of `" get("says") "`: refused without that key, otherwise not read"
    return get("says") == name ? "read" : "as below"
}
function architecture_says() {
    said = ""
    uses("pairs source factors sections sliding multiplier")
    if (get("factors") == "freqs") say("`rope_freqs`")
    if (get("factors") == "needed") say("`rope_freqs` is needed, and not for layers with a window")
    if (get("factors") == "always") say("`rope_factors_long` and `_short`")
    if (get("factors") == "both") say("`rope_factors_long` and `_short` if the type is longrope, otherwise `rope_freqs`")
    if (get("sliding") == "own") say("layers with a window: base 10000 or `rope.freq_base_swa`, not scaled")
    if (get("sliding") == "same") say("layers with a window: the same base or `rope.freq_base_swa`, scaled")
    if (get("sliding") == "unscaled") say("layers with a window: the same base, not scaled")
    say_if("window", "these only if `attention.sliding_window` is above 0")
    say_if("own-size", "these may have `rope.dimension_count_swa`")
    say_if("full-head", "the whole head must turn")
    say_if("switch-key", "a false `rope.scaling.finetuned` turns nothing")
    code_if("reads", "reads ", "")
    if (get("multiplier") == "any") say("entries aren't multiplied if there is a `yarn_log_multiplier`")
    else if (get("multiplier") != "") say("entries aren't multiplied if `yarn_log_multiplier` is " get("multiplier"))
    if (get("sections") == "needed") say("needs `rope.dimension_sections`")
    if (get("sections") == "may") say("may have `rope.dimension_sections`")
    say_if("grid", "images: `--preset @`")
    say_if("none", "refused: @")
    return said
}
function print_other_configs(   k) {
    print "| in the file | what posenc does | source |\n|---|---|---|"
    for (k = 1; k <= count[of]; k++) {
        name = names[of, k]
        printf "| %s | %s | %s |\n", code(get("has"), " "), other_config_says(), source(get("source"))
    }
}
function other_config_says() {
    said = ""
    uses("has preset source max-len d-model base grid zero-rows shares pairs")
    say_if("refused", "refused: @")
    if (get("shares") != "") return "refused: a diffusion transformer on a grid: `--preset " get("preset") "`"
    if (get("part") != "") say("`FILE:" get("part") "`")
    used[of, "part"]
    if (get("preset") != "") say("`--preset " get("preset") (get("pairs") == "" ? "" : " --repeat interleave") "`")
    code_if("within", "in ", "")
    if (get("max-len") != "") say("max-len is " parts(get("max-len")))
    if (get("d-model") != "") say("d-model is " parts(get("d-model")))
    if (get("base") != "") say("base is " parts(get("base")))
    if (get("grid") != "") say("a side of the grid is " parts(get("grid")))
    if (get("zero-rows") != "") say("zero-rows is " parts(get("zero-rows")))
    code_if("yarn", "YaRN in ", "")
    code_if("latent", "with ", " entries aren't multiplied")
    say_if("never", "refused with @")
    code_if("ignores", "ignores ", "")
    return said
}
function parts(text) { # "A | B / C" as `A`, or else `B / C`
    gsub(/ [|] /, "`, or else `", text)
    return "`" text "`"
}
# One row for all sections that say the same, in the order of the first
function print_alike(   k, text, rows, row, members, n) {
    if (of == "known_keys") print "| keys | what posenc does |\n|---|---|"
    else print "| architectures | pairs | besides |\n|---|---|---|"
    for (k = 1; k <= count[of]; k++) {
        name = names[of, k]
        text = of == "known_keys" ? known_key_says() : get("pairs") " | " architecture_says()
        if (!(text in members)) row[++rows] = text
        members[text] = members[text] (members[text] == "" ? "" : " ") "`" name "`"
    }
    for (n = 1; n <= rows; n++) printf "| %s | %s |\n", members[row[n]], row[n]
}
# A key that no row tells about is one that this script doesn't know.
function all_used(   k, j, n, key) {
    for (k = 1; k <= count[of]; k++) {
        n = split(keys[of, names[of, k]], key, " ")
        for (j = 1; j <= n; j++) if (!((of, key[j]) in used)) unknown(of ".ini: [" names[of, k] "] " key[j])
    }
}
function unknown(what) {
    print "model_lists.awk: " what > "/dev/stderr"
    failed = 1
}

# --- the page

skipped && /^$/ { skipped = 0 }
skipped { next }
{ print }
/^<!-- rows .* -->$/ {
    mark = $0
    sub(/^<!-- rows /, "", mark)
    sub(/ -->$/, "", mark)
    of = mark
    if (sub(/^examples /, "", mark)) print_examples(mark)
    else if (!(of in count)) unknown("there is no " of ".ini")
    else if (of == "families") print_families()
    else if (of == "rope_types") print_rope_types()
    else if (of == "other_configs") print_other_configs()
    else print_alike()
    if (of in count) all_used()
    listed[of]
    skipped = 1
}
END {
    for (k = 1; k <= examples; k++) if (!(heading[k] in shown)) unknown("the page has no heading " heading[k])
    for (of in count) if (!(of in listed)) unknown("the page has no list of " of ".ini")
    exit failed
}
