# SPDX-License-Identifier: Apache-2.0
# Count the events in transaction logs (text of `spe log` on stdin): one line "COUNT EVENT" for each
# kind of event. rme=1: the configuration has Realm state; no_el2=1: it has no EL2.
function see(event) { count[event]++ }
function field(name,    i) {
    for (i = 3; i <= NF; i++)
        if (index($i, name "=") == 1)
            return substr($i, length(name) + 2)
    return ""
}
# Return `width` bits from bit `low` of a hexadecimal number. The number has less than 53 bits, or
# only its low bits matter.
function bits(text, low, width,    i, value) {
    for (i = 3; i <= length(text); i++)
        value = value * 16 + index("0123456789abcdef", substr(text, i, 1)) - 1
    return int(value / 2 ^ low) % 2 ^ width
}
# Whether a PE gives the fault in answer to the last request: of stage 2 in the EL1&0 regimes of the
# states in which these sessions have an EL2; where there is no stage 1 either, an Address size fault
# of level 0, an Alignment fault, or a Granule Protection Fault that is not on a walk.
function possible(fsc, stage2) {
    return stage2 == 1 ? !no_el2 && regime ~ /^[06]$/ : !physical || fsc ~ /^0x(0|21|28)$/
}

$2 == "reset" && $4 == "kind=assert" {
    if ($1 > 0)
        see("reset" (flying > 0 ? " in flight" : "") (psb ? " in PSB" : ""))
    flying = psb = dsb = asked = bursts = 0
    delete live
}
$2 == "ctx" {
    s = state[field("id")] = field("state")
    see("context at EL" bits(s, 0, 2))
    if (bits(s, 4, 1))
        see("context in Debug state")
    if (bits(s, 3, 1))
        see("context in AArch32 state")
    if (bits(s, 5, 1))
        see("context with EL1 in AArch32 state")
}
$2 == "sysreg" && field("write") == "write" && field("outcome") == "OK" {
    reg = field("enc")
    v = field("data")
    if (reg == "PMBLIMITR_EL1") {
        if (enabled && !bits(v, 0, 1))
            see("buffer disabled")
        if (!enabled)
            delete regimes
        enabled = bits(v, 0, 1)
    } else if (enabled) {
        see("write of " reg " with the buffer enabled")
    }
    if (reg == "PMBSR_EL1" && bits(v, 17, 1))
        see("software sets S")
    if (reg == "PMSIRR_EL1" && bits(v, 8, 24) >= 5)
        see("long interval")
    if (reg == "PMSIRR_EL1" && bits(v, 8, 24) == 0)
        see("interval 0")
}
$2 == "sel" {
    s = state[field("ctx")]
    see("selection at EL" bits(s, 0, 2) (!bits(s, 2, 1) ? " Secure" : rme && bits(s, 17, 1) ? " Realm" : " Non-secure"))
    if ($1 == chosen)
        see("two selections in a cycle")
    chosen = $1
    if (psb)
        see("selection while PSB CSYNC waits")
    if (dsb)
        see("selection while DSB waits")
    tag = field("tag")
    if (tag == "collided") {
        see("collision")
    } else {
        flying += !live[tag]
        live[tag] = 1
        if ($1 == freed[tag])
            see("tag given in the cycle of its ending")
        see("in flight " flying)
    }
}
$2 == "life" {
    kind = field("kind")
    see("life " kind)
    if (kind ~ /^(retire|exception|squash|nonarch|replay)$/) {
        tag = field("tag")
        flying -= live[tag]
        live[tag] = 0
        freed[tag] = $1
    }
}
$2 == "sysreg" {
    see("access " field("outcome"))
    if (field("enc") == "PMBSR_EL1" && field("write") == "read" && field("outcome") == "OK") {
        v = field("data")
        if (bits(v, 17, 1))
            see("event EC " bits(v, 26, 6) (bits(v, 26, 6) == 0 ? " full" : " FSC " bits(v, 0, 6)))
        if (bits(v, 19, 1))
            see("event DL")
        if (bits(v, 17, 1) && bits(v, 19, 1) && !bits(v, 18, 1) && bits(v, 26, 6) ~ /^3[67]$/)
            see("fault inside a record")
        if (bits(v, 16, 1))
            see("COLL read")
    }
    if (field("enc") ~ /^PMBSR_EL[23]$/ && field("write") == "read" && bits(field("data"), 17, 1))
        see("event in " field("enc"))
}
$2 == "xl_rsp" { asked = 0 }
$2 == "xl_rsp" && field("fault") == 1 {
    see("fault of stage " field("stage2") + 1)
    see("fault code group " bits(field("fsc"), 2, 4))
    if (!possible(field("fsc"), field("stage2")))
        see("impossible fault " field("fsc") " of stage " field("stage2") + 1 " in regime " regime (physical ? " with physical addresses" : ""))
}
$2 == "xl_rsp" && field("fault") == 2 { see("granule protection check") }
$2 == "xl_req" && field("nvm") == 1 { see("physical address mode") }
$2 == "xl_rsp" && field("fault") == 0 { see("attribute " field("attr")) }
$2 == "xl_req" {
    regime = field("regime")
    physical = field("nvm") == 1
    see("regime " regime)
    asked = 1
    regimes[field("regime")] = 1
    if (enabled && length(regimes) > 1)
        see("owner changes with the buffer enabled")
    if (field("va") ~ /^0xff/)
        see("address of the upper half")
}
$2 == "aw" {
    see(bits(field("addr"), 0, 12) == 0 ? "burst at a page" : "burst")
    bursts++
    if (field("offered") < $1)
        see("address waits")
}
$2 == "b" {
    see("response " field("resp"))
    if (--bursts > 0 && field("resp"))
        see("abort with a burst outstanding")
}
$2 == "sync" {
    kind = field("kind")
    see("sync " kind)
    if (kind == "cse") {
        if (ids != "" && ids != field("data"))
            see("another ASID or VMID")
        ids = field("data")
    }
    if (kind == "psb_req")
        psb = $1
    if (kind == "dsb_req")
        dsb = $1
    if (kind == "psb_done") {
        if ($1 > psb + 2)
            see("PSB CSYNC waits")
        psb = 0
    }
    if (kind == "dsb_done") {
        if ($1 > dsb)
            see("DSB waits")
        dsb = 0
    }
    if (kind == "tlbi" && asked)
        see("TLBI in a translation")
}
$2 == "out" {
    if (bits(field("levels"), 0, 1) != irq && (irq = bits(field("levels"), 0, 1)))
        see("PMBIRQ rises" (psb ? " in PSB" : ""))
    if (field("serror") != "0x0")
        see("SError")
    for (level = 1; level <= 3; level++) {
        if (bits(field("levels"), 3 + level, 1) && !take[level])
            see("exception to EL" level)
        take[level] = bits(field("levels"), 3 + level, 1)
    }
    if (bits(field("levels"), 7, 1))
        see("counters frozen")
    if (bits(field("levels"), 1, 3) && !bits(field("levels"), 4, 3))
        see("exception masked")
}
$2 == "clk" && field("running") == 0 { see("clock stops" (flying > 0 ? " in flight" : "")) }
$2 == "clk" && field("running") == 1 { see("thread active " field("active")) }
END {
    for (event in count)
        print count[event], event
}
