# SPDX-License-Identifier: Apache-2.0
# perf.awk: a line "OFFSET BYTES MEANING" for each packet, of `spe decode` (-v from=spe) and of
# `perf report -D` (from=perf), in the words of perf. Padding is left out. Where perf is silent
# (bits of events that it does not know, kinds of a class of operation, with -v unknown=1 the
# previous branch target, which perf 6.1 shows as address 4) the meaning says no more than perf
# does.
BEGIN {
    split("exception retired l1d_access l1d_refill_or_miss tlb_access tlb_walk not_taken mispredicted llc_access llc_miss " \
          "remote_access misaligned partial_predicate empty_predicate", ours, " ")
    split("EXCEPTION-GEN RETIRED L1D-ACCESS L1D-REFILL TLB-ACCESS TLB-REFILL NOT-TAKEN MISPRED LLC-ACCESS LLC-REFILL " \
          "REMOTE-ACCESS ALIGNMENT SVE-PARTIAL-PRED SVE-EMPTY-PRED", theirs, " ")
    for (i in ours) word[ours[i]] = theirs[i]
}

# number HEX: as decimal digits, of 64 bits; an awk counts in doubles.
function number(hex,    i, low, mid, high) {
    low = mid = high = 0
    for (i = 3; i <= length(hex); i++) {
        low = low * 16 + index("0123456789abcdef", substr(hex, i, 1)) - 1
        mid = mid * 16 + int(low / 1e9)
        high = high * 16 + int(mid / 1e9)
        low %= 1e9
        mid %= 1e9
    }
    return high ? sprintf("%d%09d%09d", high, mid, low) : mid ? sprintf("%d%09d", mid, low) : sprintf("%d", low)
}

# field NAME: the value of " NAME=VALUE" in rest.
function field(name,    at) {
    at = match(rest, " " name "=[^ ]*")
    return at ? substr(rest, at + length(name) + 2, RLENGTH - length(name) - 2) : ""
}

# bits VALUE: an address without the sign above bit 55.
function bits(value) {
    return length(value) == 18 ? "0x" substr(value, 5) : value
}

function address(    kind) {
    if (rest ~ /data virtual/) return "VA " byte[8] " " number(bits(field("addr")))
    if (rest ~ /data physical/) return "PA " number(field("addr")) " ns=" (rest ~ / ns=Non-secure/)
    if (unknown && rest ~ /previous/) return "ADDR 4"
    kind = rest ~ /previous/ ? "PBT" : rest ~ /target/ ? "TGT" : "PC"
    return kind " " number(bits(field("addr"))) " " tolower(field("el")) " ns=" (rest ~ / ns=Non-secure/)
}

function events(    n, i, part, text) {
    text = "EV"
    n = split(rest, part, " ")
    for (i = 3; i <= n; i++) if (part[i] in word) text = text " " word[part[i]]
    return text
}

function operation() {
    if (rest ~ /^Operation: branch/) return "B"
    if (rest ~ /^Operation: load.store/) return rest ~ / ldst=store/ ? "ST" : "LD"
    if (rest ~ /^Operation: data processing, SVE vector/)
        return "SVE-OTHER EVLEN " (rest ~ / evl=more than 2048/ ? 4096 : field("evl")) (rest ~ / fp=/ ? " FP" : "") (rest ~ / pred=/ ? " PRED" : "")
    return "OTHER"
}

function spe_meaning() {
    if (rest ~ /^Address/) return address()
    if (rest ~ /^Events/) return events()
    if (rest ~ /^Operation/) return operation()
    if (rest ~ /^Context/) return "CONTEXT " number(field("context")) (rest ~ /EL1/ ? " el1" : " el2")
    if (rest ~ /^Counter/)
        return "LAT " field("count") (rest ~ /total/ ? " TOT" : rest ~ /: issue/ ? " ISSUE" : rest ~ /translation/ ? " XLAT" : "")
    if (rest ~ /^Data Source/) return "DATA-SOURCE " field("source")
    if (rest ~ /^Timestamp/) return "TS " number(field("ts"))
    if (rest ~ /^End/) return "END"
    return rest
}

function perf_events(    n, i, part, text) {
    n = split(rest, part, " ")
    text = "EV"
    for (i = 2; i <= n; i++) text = text " " part[i]
    return text
}

# perf prints timestamps as signed numbers: their bytes are taken.
function perf_meaning(    part) {
    gsub(/[()]/, "", rest)
    split(rest, part, " ")
    if (part[1] == "TS") return "TS " number("0x" byte[8] byte[7] byte[6] byte[5] byte[4] byte[3] byte[2] byte[1])
    if (part[1] == "VA") return "VA " byte[8] " " number("0x" byte[7] byte[6] byte[5] byte[4] byte[3] byte[2] byte[1])
    if (part[1] == "PA") return "PA " number(part[2]) " " part[3]
    if (part[1] ~ /^(PC|TGT|PBT)$/) return part[1] " " number(part[2]) " " part[3] " " part[4]
    if (part[1] == "CONTEXT") return "CONTEXT " number(part[2]) " " part[3]
    if (part[1] == "ADDR") return "ADDR " part[3] + 0
    if (part[1] == "EV") return perf_events()
    if (part[1] ~ /^(OTHER|LD|ST|B)$/) return part[1]
    return rest
}

# take AT: bytes from field AT on; the rest of the line is the meaning.
function take(at,    n) {
    bytes = ""
    for (n = 0; $at ~ /^[0-9a-f][0-9a-f]$/; at++) {
        bytes = bytes $at
        byte[n++] = $at
    }
    rest = $at
    while (++at <= NF) rest = rest " " $at
}

from == "spe" && /^0x/ {
    take(2)
    if (bytes != "") print substr($1, 3), bytes, spe_meaning()
}
# What perf prints of its own records has offsets of four digits.
from == "perf" && /^\.  [0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]+: / {
    take(3)
    if (rest != "PAD") print substr($2, 1, 8), bytes, perf_meaning()
}
