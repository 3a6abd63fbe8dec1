# SPDX-License-Identifier: Apache-2.0
# awk -f model_table.awk WAIVERS KEYS MUTANTS JUDGED: one row for each mutant that was drawn:
# number, key, function, file, line, operator, original, mutated, outcome, how. A waiver says that a
# mutant is the model in another form; one that no mutant has, or whose mutant is noticed, is named
# on stderr, and the status is 1.
BEGIN { FS = OFS = "\t" }
function wrong(key, why) { print "waiver " key ": " why >"/dev/stderr"; bad = 1 }
FNR == 1 { file++ }
/^#/ { next }
file == 1 && (NF != 2 || $2 == "") { wrong($1, "key and reason are needed"); next }
file == 1 && $1 in reason { wrong($1, "it is there twice"); next }
file == 1 { reason[$1] = $2; next }
file == 2 { is[$1]; next }
file == 3 { row[++n] = $1 OFS $2 OFS $3 OFS $4 OFS $5 OFS $6 OFS $7 OFS $8; key[$1] = $2; next }
{ outcome[$1] = $2; how[$1] = $3 }
END {
    for (k in reason) if (!(k in is)) wrong(k, "no mutant has this key")
    for (i = 1; i <= n; i++) {
        split(row[i], at)
        if (!(at[1] in outcome)) { print "mutant " at[1] " was not judged" >"/dev/stderr"; exit 4 }
        if (at[2] in reason) {
            if (outcome[at[1]] != "survived") wrong(at[2], "it is noticed: " outcome[at[1]] ", " how[at[1]])
            else { outcome[at[1]] = "equivalent"; how[at[1]] = reason[at[2]] }
        }
        print row[i], outcome[at[1]], how[at[1]]
    }
    exit bad
}
