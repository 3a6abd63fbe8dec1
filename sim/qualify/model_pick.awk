# SPDX-License-Identifier: Apache-2.0
# awk -f model_pick.awk TOLD: of the logs of a stream of spe-both, the short ones first, those that
# are worth keeping: the name of each that is among the first to have something: a bin, a branch of
# a choice, a check that fires or is off; the first of each configuration and of each set of checks
# that are off, and the first two of all.
function has(what) {
    if (seen[what]++ < 2) take = 1
    if (!seen[config, what]++) take = 1
    if (!seen[off, what]++) take = 1
}
/^log / { name = $2; take = 0 }
/^f verdict 0\t/ {
    config = match($0, /config=[a-z0-9_]+/) ? substr($0, RSTART, RLENGTH) : ""
    off = match($0, / off=[^ ]+/) ? substr($0, RSTART, RLENGTH) : ""
}
/^f (bin|choice) / { split($0, field, "\t"); has(field[1]) }
/^f check / {
    split($0, field, "\t")
    if (field[2] ~ /fired [1-9]/) has(field[1] " fires")
    if (match(field[2], / (off|absent|in part)/)) has(field[1] substr(field[2], RSTART, RLENGTH))
}
/^end / && take { print name }
