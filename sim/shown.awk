# SPDX-License-Identifier: Apache-2.0
# shown.awk OUTPUT SHOWN: each line of SHOWN is one of OUTPUT; "..." stands for what it leaves out.
# A line that does not come is said with the document that shows it (-v readme), status 1.
NR == FNR { came[++n] = $0; next }
{
    parts = split($0, part, / *[.][.][.] */)
    for (found = i = 0; i < n && !found; ) {
        rest = came[++i]
        for (found = k = 1; k <= parts && found; k++) {
            at = part[k] == "" ? 1 : index(rest, part[k])
            found = at != 0 && (k > 1 || at == 1)
            rest = substr(rest, at + length(part[k]))
        }
        found = found && (part[parts] == "" || rest == "")
    }
    if (!found) { print readme ": does not come: " $0; bad = 1 }
}
END { exit bad }
