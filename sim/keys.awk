# SPDX-License-Identifier: Apache-2.0
# For sim/keys.sh: of spe_config.def, the C of libspe, its tests, the RTL and the configurations
# (variable `kind`) what is said of each key.

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

# A case ends. For each key that it gives or names, its file keeps the case that shows the key most
# clearly. Best is a case that has the key in its name and gives it, then one that has it in its
# name, then the one that gives the fewest keys.
function close_case(key, rest, score) {
    rest = name
    while (match(rest, /\[[a-z0-9_]+\]/)) {
        named[substr(rest, RSTART + 1, RLENGTH - 2)]
        rest = substr(rest, RSTART + RLENGTH)
    }
    for (key in gives) named[key]
    for (key in named) {
        score = index(name, "[" key "]") ? !(key in gives) : n_gives + 1
        if (!((key, file) in best) || score < best[key, file]) { clearest[key, file] = file ":" line ": " name; best[key, file] = score }
        cases[key, file]++
        all_cases[key]++
        # A case with the key in its name counts more than all that only give the key.
        weight[key, file] += score < 2 ? 10000 : 1
        if (weight[key, file] > heaviest[key]) { heaviest[key] = weight[key, file]; home[key] = file }
    }
    split("", gives)
    split("", named)
    n_gives = 0
    name = ""
}

# The case that shows KEY: of the file with the most cases of the key, and how many more there are.
function case_of(key, more, elsewhere) {
    more = cases[key, home[key]] - 1
    elsewhere = all_cases[key] - more - 1
    return clearest[key, home[key]] (more ? "; " more " more in " home[key] : "") (elsewhere ? "; " elsewhere " in other files" : "")
}

FNR == 1 { close_case(); begun = function_name = ""; file = base(FILENAME) }

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

kind == "case" && /^case / { close_case(); name = whole_name(substr($0, 6)); line = FNR }
kind == "case" && /^key / && !($2 in gives) { gives[$2]; n_gives++ }
kind == "unit" { # `cfg.key = 1`, `"key"`, `"key = 1`, `@key key = 1`
    rest = $0
    while (match(rest, /(\.|"|@key )[a-z][a-z0-9_]*( =|")/)) {
        key = substr(rest, RSTART, RLENGTH)
        sub(/^(\.|"|@key )/, "", key)
        sub(/( =|")$/, "", key)
        if (!(key in unit)) unit[key] = file ":" FNR
        rest = substr(rest, RSTART + RLENGTH - 1)
    }
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
        print "  shown in  " (key in home ? case_of(key) : key in unit ? unit[key] : "-")
        print "  RTL       " (modules[key] == "" ? "-" : modules[key])
        print "  given in  " (given[key] == "" ? "no configuration: the default" : given[key])
    }
    if (!keys) { print "no key at all" > "/dev/stderr"; faults++ }
    exit faults > 0
}
