# SPDX-License-Identifier: Apache-2.0
# gcov.awk: what `gcov -t -b -c` writes, in the form of points.awk. A branch is named by its number in its line. A line that
# several objects hold, of a header, is counted in all of them. That an assertion fails is no branch.
BEGIN {
    FS = ":"
    OFS = "\t"
    CONVFMT = OFMT = "%.0f"
}

$3 == "Source" {
    file = substr($0, index($0, ":Source:") + 8)
    next
}

file ~ /^\// { next } # a header of the system

/^branch / && asserted { next }

/^branch / {
    split($0, word, " ")
    p = "c-branch" OFS file OFS line OFS 0 OFS "branch " word[2]
    hits[p] += word[3] == "taken" ? word[4] : 0
    next
}

/^ *[0-9#=*$-]+\*?: *[1-9][0-9]*:/ {
    line = $2 + 0
    asserted = /^[^:]*:[^:]*:[ \t]*assert\(/
    if ($1 !~ /-/) hits["c-line" OFS file OFS line OFS 0 OFS "-"] += $1 # ##### is 0
}

END { for (p in hits) print "C", p, hits[p], "" }
