# SPDX-License-Identifier: Apache-2.0
# For sim/keys.sh: of spe_config.def, the C of libspe, its tests, the RTL and the configurations (variable `kind`) what is said of each key.

# TEXT behind what `list` has, once.
function add(list, text) {
    return index(", " list ", ", ", " text ", ") ? list : list (list == "" ? "" : ", ") text
}

# The last part of a path.
function base(path) { sub(/.*\//, "", path); return path }

# The key as a parameter of the RTL: dl_boundary, DlBoundary.
function parameter_of(key, text, n, word, i) {
    n = split(key, word, "_")
    for (i = 1; i <= n; i++) text = text toupper(substr(word[i], 1, 1)) substr(word[i], 2)
    return text
}

FNR == 1 { name = function_name = "" }

kind == "key" && /^SPE_CFG_[A-Z]+ *\(/ {
    n = split($0, part, "\"")
    split(part[1], head, /[(,]/)
    key = head[2]
    gsub(/ /, "", key)
    order[++keys] = key
    parameter[parameter_of(key)] = key
    text[key] = part[n - 1]
    section[key] = part[n - 3]
    choice[key] = part[n - 5]
    next
}

kind == "code" && /^[a-z].*[ *][a-z0-9_]+\(/ && !/;$/ {
    function_name = $0
    sub(/\(.*/, "", function_name)
    sub(/.*[ *]/, "", function_name)
}
kind == "code" {
    rest = $0
    while (match(rest, /cfg(\.|->)[a-z0-9_]+/)) {
        key = substr(rest, RSTART, RLENGTH)
        sub(/cfg(\.|->)/, "", key)
        read[key] = add(read[key], base(FILENAME) ": " function_name)
        rest = substr(rest, RSTART + RLENGTH)
    }
}

kind == "case" && /^case / { name = substr($0, 6) }
kind == "case" && /^key / && !($2 in shown) { shown[$2] = base(FILENAME) ": " name }
kind == "unit" && match($0, /\.[a-z0-9_]+ = /) {
    key = substr($0, RSTART + 1, RLENGTH - 4)
    if (!(key in shown)) shown[key] = base(FILENAME)
}
kind == "rtl" && /^ *parameter / && match($0, /[A-Z][A-Za-z0-9]* *= /) {
    key = substr($0, RSTART, RLENGTH)
    sub(/ *= $/, "", key)
    if (key in parameter && FILENAME !~ /\/(sva|test)\//) modules[parameter[key]] = add(modules[parameter[key]], base(FILENAME))
}
kind == "config" && /^[a-z0-9_]+ = / && $1 != "name" { given[$1] = add(given[$1], base(FILENAME)) }

END {
    for (i = 1; i <= keys; i++) {
        key = order[i]
        if (read[key] == "") { print "key " key ": no function of c_model/src reads it" > "/dev/stderr"; faults++ }
        print key ": " text[key]
        print "  choice    " (choice[key] == "" ? "-" : choice[key]) ", section " section[key]
        print "  read in   " read[key]
        print "  shown in  " (shown[key] == "" ? "-" : shown[key])
        print "  RTL       " (modules[key] == "" ? "-" : modules[key])
        print "  given in  " (given[key] == "" ? "no configuration: the default" : given[key])
    }
    if (!keys) { print "no key at all" > "/dev/stderr"; faults++ }
    exit faults > 0
}
