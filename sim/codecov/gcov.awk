# SPDX-License-Identifier: Apache-2.0
# gcov.awk: what `gcov -t -b -c` writes, in the form of points.awk. A branch is named by its number
# in its line. A line that several objects hold, of a header, is counted in all of them. That an
# assertion fails is no branch. Behind the columns of points.awk stands the function.
BEGIN {
    FS = ":"
    OFS = "\t"
    CONVFMT = OFMT = "%.0f"
}

$3 == "Source" {
    file = substr($0, index($0, ":Source:") + 8)
    name = "-"
    next
}

file ~ /^\// { next } # a header of the system

/^function / {
    split($0, word, " ")
    name = word[2]
    next
}

/^branch / && asserted { next }

/^branch / {
    split($0, word, " ")
    p = "c-branch" OFS file OFS line OFS 0 OFS "branch " word[2]
    of[p] = name
    hits[p] += word[3] == "taken" ? word[4] : 0
    next
}

/^ *[0-9#=*$-]+\*?: *[1-9][0-9]*:/ {
    line = $2 + 0
    asserted = /^[^:]*:[^:]*:[ \t]*assert\(/
    if ($1 ~ /-/) next
    p = "c-line" OFS file OFS line OFS 0 OFS "-"
    of[p] = name
    hits[p] += $1 # ##### is 0
}

END { for (p in hits) print "C", p, hits[p], "", of[p] }
