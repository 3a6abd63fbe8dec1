# SPDX-License-Identifier: Apache-2.0
# JUnit XML of the lines "result passed failed skipped job name cpu_ms": one suite for each job; a
# job that counts several tests without a name is one case that says how many. commit: what was
# tested.
function text(s) { gsub(/&/, "\\&amp;", s); gsub(/</, "\\&lt;", s); gsub(/"/, "\\&quot;", s); return s }
{
    if (!($5 in tests)) order[++n] = $5
    tests[$5] += $2 + $3 + $4; failed[$5] += $3; skipped[$5] += $4; seconds[$5] += $7 / 1000
    all += $2 + $3 + $4; bad += $3; left += $4
    inner = $3 ? sprintf("<failure message=\"%s\"/>", $1 == "NONE" ? "not run" : $3 " failed") : $4 ? "<skipped/>" : ""
    cases[$5] = cases[$5] sprintf("    <testcase classname=\"%s\" name=\"%s\" time=\"%.3f\">%s</testcase>\n", text($5), text($6), $7 / 1000, inner)
}
END {
    printf "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    if (commit != "") printf "<!-- commit %s -->\n", commit
    printf "<testsuites tests=\"%d\" failures=\"%d\" skipped=\"%d\">\n", all, bad, left
    for (i = 1; i <= n; i++)
        printf "  <testsuite name=\"%s\" tests=\"%d\" failures=\"%d\" skipped=\"%d\" time=\"%.3f\">\n%s  </testsuite>\n", text(order[i]),
            tests[order[i]], failed[order[i]], skipped[order[i]], seconds[order[i]], cases[order[i]]
    print "</testsuites>"
}
