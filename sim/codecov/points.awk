# SPDX-License-Identifier: Apache-2.0
# points.awk -v config=NAME [-v base=FILES] FILE... (behind point.awk): the points of Verilator's
# coverage files of one configuration, summed: "config kind file line column name hits lines"
# (tabs). Of each run and point only what goes beyond idle[] counts.
BEGIN {
    OFS = "\t"
    CONVFMT = OFMT = "%.0f"
}

# Instances of one module stand in one file more than once: what is beyond `idle` counts of each.
/^C '/ {
    p = point($0)
    lines[p] = value($0, "S")
    n = count($0) - idle[p]
    hits[p] += n > 0 ? n : 0
}

END { for (p in hits) print config, p, hits[p], lines[p] }
