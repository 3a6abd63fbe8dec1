# SPDX-License-Identifier: Apache-2.0
# For sim/checks.sh and sim/keys.sh: names of cases.

# NAME as a reader understands it alone. "W2, S1: ... and the rest" continues the case before it, so
# the last name that continues no other one comes in front. Call it for each case of a file, in order.
function whole_name(name) {
    if (name !~ /^([^:]*: )?\.\.\./) {
        begun = name
        return name
    }
    return begun " " substr(name, index(name, "..."))
}
