# SPDX-License-Identifier: MIT
# Random words of tables, a table a line: a random number below 1000, then the words, which have no blanks in them. Lehmer's
# generator is exact in awk's doubles. seed: which tables; count: how many; list: a file of five numbers;
# rest: another one, which has zeros, or nothing. points: the prefix of files PREFIX1 to PREFIX4 with 12 lines of 1 to 4 positions
# each; or nothing. type: 1 for types without a scale, 2 for all, or nothing. pair: 1 if all tables have component
# cos,sin, or nothing.
function random(n) { state = state * 16807 % 2147483647; return int(state / 2147483647 * n) }
function one(text, many, parts) { many = split(text, parts, " "); return parts[1 + random(many)] }
function chance(percent) { return random(100) < percent }
function word(name, text) { line = line " --" name " " text }
function order(weighted, letters, made, k) {
    letters = substr("styx", 5 - axes)
    for (made = ""; letters != "" && (made == "" || !few || chance(50)); letters = substr(letters, 1, k - 1) substr(letters, k + 1)) {
        k = 1 + random(length(letters))
        made = made substr(letters, k, 1) (weighted == 1 && chance(50) ? 1 + random(3) : weighted > 1 ? share() : "")
    }
    return made
}
# Most of these can be dealt one by one: the first axis has more.
function share(pairs) { pairs = nesting == "outer" ? 1 + random(9) : shares ? 2 + random(4) : 6 + random(6); shares += pairs; return pairs }
BEGIN {
    state = seed * 48271 % 2147483647 + 1
    for (k = 0; k < 10; k++) random(2)
    while (count-- > 0) {
        line = ""
        d = 1 + random(chance(10) ? 200 : 40)
        rows = 1 + random(chance(10) ? 700 : 80)
        grid = chance(30)
        filed = points && chance(15)
        if (filed) rows = 12
        if (grid) {
            axes = 2 + random(3); sizes = ""
            blocks = ""; blocked = chance(40) ? 2 + random(axes - 1) : 0 # the number of last axes that are blocked
            if (!filed) rows = 1
            for (k = 0; k < axes; k++) {
                size = 1 + random(axes == 4 ? 5 : 9)
                if (k >= axes - blocked) {
                    block = 1 + random(3)
                    if (chance(98)) size = block * (1 + random(axes == 4 ? 2 : 4))
                    blocks = blocks (blocks != "" ? "x" : "") block
                }
                if (!filed) rows *= size; sizes = sizes (k ? "x" : "") size
            }
            d = 8 + random(60)
            shared = chance(30); shares = 0
            if (shared) word("grid-frequencies", "shared")
            word("grid", filed && chance(97) ? substr("styx", 5 - axes) : sizes)
            nesting = one("outer outer middle inner")
            word("grid-nesting", nesting)
            few = chance(25) # some axes own no columns
            if (shared || few || chance(70)) word("grid-columns", order(shared ? 2 : nesting == "outer"))
            if (shared) d = 2 * shares + chance(10)
            few = 0
            if (chance(filed ? 2 : 70)) word("grid-rows", order(0))
            if (blocks != "" && chance(filed ? 2 : 97)) word("grid-blocks", blocks)
        }
        if (chance(20)) { word("zero-rows", random(rows + (grid && !filed))); rows += grid && !filed }
        if (filed) word("positions-file", points (grid ? axes : 1))
        word("max-len", chance(97) ? rows : rows + 1)
        listed = !grid && chance(8)
        parts = pair || chance(30)
        component = pair ? "cos,sin" : parts ? one("sin cos frequency factor") : "both"
        if (listed) { word("frequencies", rest && chance(50) ? rest : list); d = 10 + random(2) }
        word("d-model", d)
        if (!listed && chance(70)) word("spacing", one("pair pair endpoint " (grid && chance(90) ? "pair" : "column") " over:7 over:n over:-d/3 over:d-1/2"))
        if (!listed && chance(70)) word("base", one("10000 500000 7/3 2 1 1/16 1e-5 16 1e300 10000*8 d*n/3"))
        if (!parts || chance(2)) { word("layout", one("interleaved halves")); word("order", one("sin-cos cos-sin")) }
        if (chance(5)) word("odd", one("sin zero drop extend error"))
        else word("odd", grid ? (parts ? "drop" : "zero") : parts ? one("drop extend") : one("zero zero drop sin"))
        moving = component != "frequency" && component != "factor" && (!filed || chance(2))
        if (parts) word("component", component)
        if (parts || chance(2)) word("repeat", one("none halves interleave" (grid || chance(5) ? " axis" : "")))
        if (moving && chance(50)) word("first", one("1 -20 1/2 pi/3 max-len-1 -pi 1e6 d-n+pi 1e15 -7/3-pi -2*pi/d n*n/-3" (grid ? " 1,2 1/2,pi,0" : "")))
        if (moving && chance(50)) word("step", one("1 -1 1/3 2pi/50 pi/4 0 -pi/12 1e-9 0x1p-3 -1/d pi*2/n/3" (grid ? " 1,1/2 2pi/3.000001,1" : "")))
        if (moving && chance(25)) word("clamp", one(":10 -5: -3:7 0:0 1:1 -pi:pi 3:2 :-1 n:d -1e9:1e9"))
        if (moving && chance(25)) word("positions", one("absolute signed"))
        if (chance(25)) word("scaling", one("linear:factor=4 ntk:factor=4 yarn:factor=4,original=20 " \
            "yarn:factor=4,original=20,truncate=no llama3:factor=8,original=40 llama3:factor=4,original=9000 " \
            "yarn:factor=2,original=100,attention=1 linear:factor=1/2 yarn:factor=8,original=4096 longrope:" list " longrope:" list ",attention=1.2 " \
            "dynamic:factor=2,original=20,length=50 dynamic:factor=2,original=20,length=20 proportional:share=1/4 " \
            "proportional:share=0.6,factor=8 proportional:share=1,factor=3 yarn:factor=40,original=64,mscale=0.707,mscale-all-dim=1 " \
            "yarn:factor=40,original=64,mscale=1,mscale-all-dim=1 yarn:factor=4,original=30,mscale=2,truncate=no " \
            "yarn:factor=8,original=99,beta-fast=1,beta-slow=1 yarn:factor=8,original=99,beta-fast=1,beta-slow=1,truncate=no " \
            "llama3:factor=8,original=40,low=1,high=1"))
        if (chance(component == "factor" ? 2 : 30)) word("amplitude", one("1/5000 sqrt(2/d) sqrt(2) 2 1/256 1/255 127/128 1e-30 1e30 sqrt(1/3) n-d"))
        if (type) {
            element = one("f32 f32 f64 f16 bf16 q7 q15 q31 q23 s8" (type > 1 ? " u8 i8 u16 i16" : ""))
            word("type", element)
            if (element ~ /^[ui]/) {
                if (chance(97)) word("scale", one("1/127 0.0078125 2/5 d/1000 1/32767 3e-5 1e-31 1e31 1/n"))
                if (chance(70)) word("zero-point", one(element ~ /^u/ ? "0 1 128 255" : "0 -1 17 -128 127"))
            }
        }
        print random(1000), line
    }
}
