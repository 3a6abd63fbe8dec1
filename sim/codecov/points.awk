# SPDX-License-Identifier: Apache-2.0
# points.awk -v config=NAME [-v base=FILE] FILE...: the points of Verilator's coverage files of one configuration, summed:
# "config kind file line column name hits lines" (tabs). All instances and parameters of a module are one: a point is a
# place of the source. `base` names files of runs without stimulus (blanks between): of each run and point only
# what goes beyond the most of them counts.
function value(text, key, from, rest) {
    from = index(text, "\001" key "\002")
    if (!from) return ""
    rest = substr(text, from + length(key) + 2)
    return substr(rest, 1, match(rest, /[\001']/) - 1)
}

# point TEXT: sets `key` to what the points of merged files have in common.
function point(text, page) {
    page = value(text, "page")
    page = substr(page, 1, index(page, "/") - 1)
    kind = page == "v_line" ? "line" : page == "v_branch" ? "branch" : page == "v_toggle" ? "toggle" : "cover"
    key = kind "\t" value(text, "f") "\t" value(text, "l") "\t" value(text, "n") "\t" value(text, "o")
    lines[key] = value(text, "S")
    return key
}

BEGIN {
    OFS = "\t"
    CONVFMT = OFMT = "%.0f"
    files = split(base, file, " ")
    for (i = 1; i <= files; i++) {
        while ((getline line <file[i]) > 0) {
            if (line !~ /^C '/) continue
            p = point(line)
            n = substr(line, match(line, /[0-9]+$/)) + 0
            if (n > idle[p]) idle[p] = n
        }
    }
}

# Instances of one module stand in one file more than once: what is beyond `idle` counts of each.
/^C '/ {
    p = point($0)
    n = substr($0, match($0, /[0-9]+$/)) - idle[p]
    hits[p] += n > 0 ? n : 0
}

END { for (p in hits) print config, p, hits[p], lines[p] }
