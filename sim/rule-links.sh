#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# rule-links.sh: each rule of dpi/timing.md, dpi/rules.md and rtl/registers.md, and each step of
# dpi/life.md (or those of the documents in $RULES) has one anchor, followed by a line
#   > RTL `module` `name`; C `function`; fault `fault` in `test`        or: ...; no fault: REASON,
#                                                                       test `test`
# whose names exist: the name in module.sv below rtl/, the function defined in c_model/src, the
# fault with this test in sim/faults/list.tsv. A rule that a file of the tree (with RULES: one of
# these documents) cites by document and id must exist. dpi/glossary.md has the prefix of each rule
# and choice. Prints what does not hold; status 1 then.
set -u
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
[ $# = 0 ] || die 2 "usage: sim/rule-links.sh"
read -ra rules <<<"${RULES:-dpi/timing.md dpi/rules.md rtl/registers.md dpi/life.md}"
where=(c_model dpi rtl sim tb README.md)
[ -z "${RULES:-}" ] || where=("${rules[@]}")
work=$(mktemp -d) || exit 4
trap 'rm -rf "$work"' EXIT

# The existing names, a line each: kind, words.
{
    grep -hoE '^[a-z][a-z0-9_ ]*[ *][a-z0-9_]+\(' -r --include='*.c' c_model/src | sed -E 's/.*[ *]([a-z0-9_]+)\($/function \1/'
    awk -F'\t' '!/^#/ { print "fault " $1 " " $3 }' sim/faults/list.tsv
    awk -F'\t' '!/^#/ { print "test " $1 }' sim/tests.tsv
    find c_model/test -name 'test_*.c' | sed 's#.*/#test #; s#\.c$##'
    find c_model/test/cases -name '*.cases' | sed 's#.*/#test cases/#; s#\.cases$##'
    find rtl -name '*.sv' -exec grep -HowE '[A-Za-z_][A-Za-z0-9_]*' {} + | sed -E 's#.*/([a-z0-9_]+)\.sv:#name \1 #'
} | sort -u >"$work/there"

# What each rule says, a line each: file, id, then kind and words as above; or `anchor`, `nothing`.
awk -v OFS='\t' '
    function close_rule() { if (id != "" && !seen) print file, id, "nothing" }
    FNR == 1 { close_rule(); id = "" }
    /^<a id="/ { close_rule(); split($0, w, "\""); id = w[2]; file = FILENAME; seen = 0; print file, id, "anchor"; next }
    /^> RTL / {
        seen++
        n = split($0, w, "`")
        print file, id, "name " w[2] " " w[4]
        print file, id, "function " w[6]
        if (w[7] == "; fault ") print file, id, "fault " w[8] " " w[10]
        else if (w[7] ~ /^; no fault: .*, test $/) print file, id, "test " w[8]
        else print file, id, "nothing"
    }
    END { close_rule() }' "${rules[@]}" >"$work/said"
{
    awk -F'\t' 'FNR == NR { there[$0] = 1; next }
        $3 == "nothing" { print $1 ": " $2 " has no line of RTL, C, and fault or test"; next }
        $3 == "anchor" { if (id[$2]++) print $1 ": " $2 " stands twice"; next }
        !($3 in there) { print $1 ": " $2 ": there is no " $3 }
        END { if (!FNR) print "no rule at all" }' "$work/there" "$work/said"

    # Citations: `dpi/timing.md, W3`, `timing.md#W3`, and within a document `(#W3)`.
    {
        grep -roE --include='*.'{[ch],cpp,hpp,sv,md,tsv,txnlog,cases} '\b(timing|rules|registers)\.md(#|,? )[A-Z]{1,2}[0-9]+\b' "${where[@]}"
        grep -HoE '\(#[A-Z]{1,2}[0-9]+' "${rules[@]}"
    } | awk -F'\t' 'FNR == NR { if ($3 == "anchor") { n = split($1, p, "/"); rule[p[n] " " $2] = 1 } next }
        {
            split($0, part, ":")
            if (part[2] ~ /^\(#/) { n = split(part[1], p, "/"); cited = p[n] " " substr(part[2], 3) }
            else { cited = part[2]; sub(/\.md(#|,? )/, ".md ", cited) }
            if (!(cited in rule)) print part[1] ": " cited " is no rule"
        }' "$work/said" -

    # The glossary has the prefix of every rule and choice.
    {
        cut -f2 "$work/said"
        grep -v '^#' sim/choices.tsv | cut -f1
    } | sed -nE 's/^([A-Z]+)[0-9]+$/\1/p' | sort -u |
        awk 'FNR == NR { if (split($0, c, "|") > 2) { n = split(c[2], w, /[, ]+/); for (i = 1; i <= n; i++) has[w[i]] = 1 } next }
            !($0 in has) { print "dpi/glossary.md: no prefix " $0 }' dpi/glossary.md -
} >"$work/lost"
[ ! -s "$work/lost" ] || { cat "$work/lost" && exit 1; }
