#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# qualify/proofs.sh BUILD [CONFIG...]: hold sim/qualify/waivers.tsv (WAIVERS: another file) to what
# its rows say: the assertion of what is `argued` is there, and a fault breaks it (one of parameters
# is judged before any run); the rule of what is `permitted` is there. A `proof` is made in each run
# of `make qualify`, and is no row of that table; of another file it is one in these configurations,
# by sim/qualify/proven.sh: skipped where npm cannot fetch the parser, or Yosys is missing. The last
# line is "COUNT passed failed 0".
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 2
source sim/common.sh
[ $# -ge 1 ] || die 2 'usage: sim/qualify/proofs.sh BUILD [CONFIG...]'
build=$1
shift
waivers=${WAIVERS:-sim/qualify/waivers.tsv}
whole "$waivers"
if [ $# != 0 ]; then
    command -v yosys >/dev/null || { echo 'yosys is missing' && exit 77; }
    said=$(sim/qualify/tools.sh "$build" 2>&1) || { tail -n 1 <<<"$said" && exit 77; }
fi
source sim/qualify/is.sh

# rows KIND: key and third column.
rows() {
    awk -F'\t' -v OFS='\t' -v kind="$1" '!/^#/ && $2 == kind { print $1, $3 }' "$waivers"
}

# broken ASSERTION: a fault of sim/faults/assert.tsv ends at it, so that runs evaluate it.
broken() {
    grep -qE "^ *$1: +assert \\(" rtl/sva/spu_params_sva.sv || grep -E "^([a-z_0-9]+\.)*$1[ (	]" sim/faults/assert.tsv
}

while IFS=$'\t' read -r key assertion; do
    is "$key: no assertion is named $assertion" grep -E "^ *$assertion: +assert" rtl/sva/*_sva.sv
    is "$key: no fault breaks $assertion" broken "$assertion"
done < <(rows argued)
while IFS=$'\t' read -r key rule; do
    is "$key: no rule is named $rule" grep -E "^<a id=\"$rule\"|^\| $rule +\|" dpi/timing.md dpi/rules.md rtl/registers.md c_model/choices.md
done < <(rows permitted)
{ rows proof && rows 'smaller proof'; } | cut -f 1 >"$work/keys"
[ $# != 0 ] || while read -r key; do is "$key: a proof is no row" false; done <"$work/keys"
for config; do
    sim/qualify/proven.sh "$build" "$config" "$work/keys" >"$work/proven" || exit
    while read -r key; do is "$config: $key: no proof" grep -x "$key" "$work/proven"; done <"$work/keys"
done
echo "COUNT $passed $failed 0"
[ $failed = 0 ]
