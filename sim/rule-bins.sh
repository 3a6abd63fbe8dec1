#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# rule-bins.sh RUNS: each bin that a rule of sim/rules.tsv names, or a bin that matches its pattern,
# must have been met by a run of a test that the rule also names: else these tests do not make the
# situation. RUNS has a directory CONFIG/TEST-SEED for each run, of all tests and configurations.
# Status 1 when a rule is not shown in this way, one line each. RULES: another file than
# sim/rules.tsv.
set -u
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
[ $# = 1 ] || die 2 'usage: sim/rule-bins.sh RUNS'
rules=${RULES:-sim/rules.tsv}
met=$(mktemp) || exit 4
trap 'rm -f "$met"' EXIT

# "TEST GROUP.BIN" of each test and bin.
find "$1" -mindepth 3 -maxdepth 3 -name bins -print0 2>/dev/null | xargs -0r awk '
    FNR == 1 { n = split(FILENAME, part, "/"); test = part[n - 1]; sub(/-[0-9]+$/, "", test) }
    /^[a-z]/ && $3 > 0 && !seen[test, $1, $2]++ { print test, $1 "." $2 }' | sort -u >"$met"
[ -s "$met" ] || die 4 "$1 holds no run with bins"
awk -F'\t' -v list="$met" '
    # like NAME PATTERN: * stands for any characters.
    function like(name, pattern, part, n, i, at) {
        n = split(pattern, part, "*")
        if (substr(name, 1, length(part[1])) != part[1]) return 0
        name = substr(name, length(part[1]) + 1)
        for (i = 2; i <= n; i++) {
            if (i == n) return length(name) >= length(part[n]) && substr(name, length(name) - length(part[n]) + 1) == part[n]
            if (!(at = index(name, part[i]))) return 0
            name = substr(name, at + length(part[i]))
        }
        return name == ""
    }
    function shown(pattern, tests, t, n, i, k, bin) {
        n = split(tests, t, " ")
        for (i = 1; i <= n; i++) {
            split(bins[t[i]], bin, " ")
            for (k in bin) if (like(bin[k], pattern)) return 1
        }
        return 0
    }
    BEGIN { while ((getline line <list) > 0) { split(line, f, " "); bins[f[1]] = bins[f[1]] " " f[2] } }
    /^#/ || $5 == "-" { next }
    {
        n = split($5, word, " ")
        for (i = 1; i <= n; i++) {
            named++
            if (shown(word[i], $6)) continue
            print "rule " $1 ": none of its tests meets " word[i]
            bad++
        }
    }
    END { printf "COUNT %d %d 0\n", named - bad, bad; exit bad > 0 || !named }' "$rules"
