# SPDX-License-Identifier: Apache-2.0
# point.awk: what points.awk and met.awk share: a point of Verilator's coverage files. All instances
# and parameters of a module are one: a point is a place of the source. `base` (-v) names files of
# runs without stimulus (blanks between): of each point the most that they show is idle[].
function value(text, key, from, rest) {
    from = index(text, "\001" key "\002")
    if (!from) return ""
    rest = substr(text, from + length(key) + 2)
    return substr(rest, 1, match(rest, /[\001']/) - 1)
}

# point TEXT: sets `key` to what the points of merged files have in common: kind, file, line,
# column, name.
function point(text, page) {
    page = value(text, "page")
    page = substr(page, 1, index(page, "/") - 1)
    kind = page == "v_line" ? "line" : page == "v_branch" ? "branch" : page == "v_toggle" ? "toggle" : "cover"
    key = kind "\t" value(text, "f") "\t" value(text, "l") "\t" value(text, "n") "\t" value(text, "o")
    return key
}

# count TEXT: how often it was met.
function count(text) {
    return substr(text, match(text, /[0-9]+$/)) + 0
}

BEGIN {
    files = split(base, file, " ")
    for (i = 1; i <= files; i++) {
        while ((getline line <file[i]) > 0) {
            if (line !~ /^C '/) continue
            p = point(line)
            n = count(line)
            if (n > idle[p]) idle[p] = n
        }
        close(file[i])
    }
}
