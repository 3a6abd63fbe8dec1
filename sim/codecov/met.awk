# SPDX-License-Identifier: Apache-2.0
# met.awk -v list=LIST [-v base=FILES] POINTS (behind point.awk): which runs have met the points of
# POINTS (code_points.tsv) that are waived and were met. LIST names their coverage files,
# FOLDER/RUN/covers; a line for each: kind, file, line, name, RUN (tabs).
BEGIN { FS = OFS = "\t" }

/^#/ || $5 == 0 || $6 == "" || $1 !~ /^(line|branch|toggle)$/ { next }

{ wanted[$1, $2, $3, $4] }

# wants KEY: is it one of them? A name carries its column there.
function wants(key, part) {
    split(key, part, "\t")
    name = part[5] (part[4] ? "@" part[4] : "")
    place = part[1] OFS part[2] OFS part[3] OFS name
    return (part[1], part[2], part[3], name) in wanted
}

# look FILE: what its run has met.
function look(file, part, run, text, p, seen) {
    run = part[split(file, part, "/") - 1]
    while ((getline text <file) > 0) {
        if (text !~ /^C '/ || text ~ / 0$/) continue
        p = point(text)
        if (count(text) > idle[p] && wants(p) && !(p in seen)) {
            seen[p]
            print place, run
        }
    }
    close(file)
}

END {
    for (w in wanted) any = 1
    while (any && (getline name_of_file <list) > 0) look(name_of_file)
}
