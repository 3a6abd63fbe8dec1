# SPDX-License-Identifier: Apache-2.0
# What a log says first of a failure: at most twelve lines from the first that looks like one, and
# the verdict of a run.
{ gsub(/[^[:print:]\t]/, "?"); line[NR] = substr($0, 1, 300) }
/^COUNT |^\[ +OK|^\[ RUN|^(ok|PASS) / { line[NR] = ""; next }
/^RESULT / { verdict = line[NR] }
!first && /FAIL|ERROR|[Ee]rror|MISMATCH|MISUSE|Assertion|^why:|^launch: |warning:|cannot|not |differ|expected|^[<>] / { first = NR }
END {
    if (!first) first = NR > 12 ? NR - 11 : 1
    for (i = first; i <= NR && shown < 12; i++) {
        if (line[i] == "") continue
        print "  | " line[i]
        shown++
        said = said || line[i] == verdict
    }
    if (verdict != "" && !said) print "  | ...\n  | " verdict
    if (!shown) print "  | (it said nothing)"
}
