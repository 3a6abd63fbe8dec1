# SPDX-License-Identifier: Apache-2.0
# info.awk -v dir=TREE POINTS: points.tsv (sim/codecov.sh) as a trace file of lcov.
# `verilator_coverage --write-info` knows no branches, and gives a line the smallest count of what
# stands in it.
function end(l) {
    if (file == "") return
    for (l = 1; l <= last; l++) if (l in hits) printf "DA:%d,%.0f\n", l, hits[l]
    for (l = 1; l <= branches; l++) printf "BRDA:%s,%s\n", place[l], executed[line_of[l]] || taken[place[l]] ? sprintf("%.0f", taken[place[l]]) : "-"
    print "end_of_record"
}

# count LINE: it was met so often; points that share it do not add up.
function count(l) {
    if (!(l in hits) || $7 > hits[l]) hits[l] = $7
    if (l > last) last = l
}

# in_lines LIST: 101-103,105
function in_lines(list, n, i, part, range, l) {
    n = split(list, part, ",")
    for (i = 1; i <= n; i++) {
        split(part[i] "-" part[i], range, "-")
        for (l = range[1] + 0; l <= range[2] + 0; l++) count(l)
    }
}

BEGIN { FS = "\t" }

$2 !~ /line|branch/ { next }

$3 != file {
    end()
    file = $3
    last = branches = 0
    split("", hits)
    split("", taken)
    split("", seen)
    split("", executed)
    print "SF:" dir "/" file
}

{
    if ($8 != "") in_lines($8)
    else if ($2 ~ /line/) count($4 + 0)
}

$2 ~ /branch/ {
    # The block of a branch: its column, which Verilator counts up for an else; gcov's are all of
    # one.
    p = $4 "," ($5 == "0" ? "0" : $5 - ($6 == "else")) "," ($6 ~ /^branch/ ? substr($6, 8) : $6 == "else")
    if (!(p in seen)) {
        seen[p]
        place[++branches] = p
        line_of[branches] = $4
    }
    taken[p] += $7
    executed[$4] += $7
}

END { end() }
