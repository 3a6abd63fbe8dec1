# SPDX-License-Identifier: Apache-2.0
# c_judge.awk -v need_lines=PERCENT -v need_branches=PERCENT -v holes=FILE WAIVERS POINTS: lines and
# branches of the C that its unit tests meet, of those that are not waived. POINTS is what gcov.awk
# prints. A row of WAIVERS: file, function, text of the line, how many points of such lines are not
# met, reason; tab-separated. Whether code moves up or down, or a branch has another number, is
# nothing to a row; that another number of points is not met, or none, is. Prints both shares, and
# what is wrong, one line each: status 1. FILE gets the points that are neither met nor waived.
BEGIN { FS = OFS = "\t" }

/^#/ { next }

FILENAME == ARGV[1] {
    key = $1 SUBSEP $2 SUBSEP squeezed($3)
    if (NF != 5 || $4 !~ /^[1-9][0-9]*$/ || $5 == "") wrong(FILENAME ":" FNR ": file, function, text, number and reason are needed")
    else if (key in number) wrong(FILENAME ":" FNR ": stands twice")
    number[key] = $4
    where[key] = FILENAME ":" FNR
    next
}

# Points: config kind file line column name hits - function.
{
    total[$2]++
    if ($7 > 0) {
        met[$2]++
        next
    }
    key = $3 SUBSEP $9 SUBSEP source($3, $4)
    unmet[key]++
    if (key in number) waived[$2]++
    else print $3 ":" $4, $9, $2 " " $6, source($3, $4) >holes
}

# share KIND NAME NEED: of the points that are not waived.
function share(kind, name, need, all) {
    all = total[kind] - waived[kind]
    printf "%s of the C: %d of %d met (%.2f %%), %d waived\n", name, met[kind], all, all ? int(10000 * met[kind] / all) / 100 : 0, waived[kind]
    if (!all || 100 * met[kind] < need * all) wrong(name " of the C: " need " % are needed")
}

END {
    for (key in number) {
        if (!(key in unmet)) wrong(where[key] ": waives no point that is not met")
        else if (unmet[key] != number[key]) wrong(where[key] ": waives " number[key] " points, " unmet[key] " are not met")
    }
    share("c-line", "lines", need_lines)
    share("c-branch", "branches", need_branches)
    exit bad
}
