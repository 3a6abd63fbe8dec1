#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# qualify/test/slice.sh BUILD CONFIG: the slice of a night plays two mutants. One equals the design,
# so no check can kill it. A check kills the other one. The page shows the first one as a new
# survivor, and the page of the next night as a known one. A night that asks the prover shows no
# survivor. Skipped if npm cannot fetch the parser. The last line is "COUNT passed failed 0".
set -u
cd "$(dirname "$0")/../../.." || exit 2
source sim/common.sh
build=$1 config=$2
said=$(sim/qualify/tools.sh "$build" 2>&1) || {
    tail -n 1 <<<"$said"
    exit 77
}
source sim/qualify/is.sh

# plays UUID [PROOFS]: play a night of these mutants only. Its page is night.txt.
plays() {
    local night
    export PROOFS=${2:-}
    night=$("$build/bin/night" begin "$work/nights" --uuid "$1" --models "$work/models.tsv" --list "$work/list.tsv" --list-name slice \
        --list-hash h --commit c --dirty 0 --engine ninja --jobs 1 --budget 600 --build-ms 0 --sim sim --draw '') || exit 4
    BUDGET=600 QUALIFY=50 JOBS=1 MUTANTS=$work/mutants WAIVERS=$work/waivers.tsv sim/night/slice.sh "$build" "$work/nights" "$night"
    "$build/bin/night" page "$work/nights" --out "$work/page" --build "$build" --tree "$work/tree"
}

sim/qualify/model.sh "$build" "$config" noassert "$(realpath -m "$build/qualify/$config/all")" || exit
all=$build/qualify/$config/all
same=a9b8918ef628466b # the last beat is told by the count alone, whether there is data or not
other=$(awk -F'\t' 'FILENAME ~ /present/ { there[$1]; next } $3 == "spu_packet" && $6 == "constant" && ($1 in there) { print $2; exit }' \
    "$all/present.tsv" "$all/mutants.tsv")
printf '%s\n' "$same" "$other" >"$work/mutants"
echo '# end' >"$work/waivers.tsv"
printf '# configurations\n%s\tplain\t%s\t%s\trtl/configs/%s.cfg\n# end\n' "$config" "$build/$config/spu_sim" h "$config" >"$work/models.tsv"
printf 'smoke\t%s\t1-1\t0\t60\n# end\n' "$config" >"$work/list.tsv"
mkdir -p "$work/nights/live" "$work/tree/sim/qualify"
cp sim/*.tsv sim/*.csv "$work/tree/sim" && cp -r rtl "$work/tree/" && cp "$work/waivers.tsv" "$work/tree/sim/qualify/" || exit 4

is 'a night plays them' plays one
is 'the same design survives' grep -qE "^survivor $same " "$work/page/night.txt"
is 'the other one does not' grep -q '^2 mutants played, 1 killed by a check, 1 new survivors, 0 not judged to the end$' "$work/page/night.txt"
is 'it stands on the page' grep -q "$same" "$work/page/index.html"
is 'what it left is gone' test ! -e "$work/nights/runs/1/mutants"
is 'another night' plays two
is 'then it is known' grep -q '^2 mutants played, 1 killed by a check, 0 new survivors, ' "$work/page/night.txt"
if command -v yosys >/dev/null; then
    is 'a night with the prover' plays three "$work/proofs.tsv"
    is 'what is proven is no survivor' grep -q '^2 mutants played, 1 killed by a check, 0 new survivors, 0 not' "$work/page/night.txt"
    is 'nor a known one' test "$(grep -c "^survivor $same " "$work/page/night.txt")" = 0
    is 'the proof is kept' grep -q "$same.*proven" "$work/proofs.tsv"
fi
cp sim/qualify/waivers.tsv "$work/tree/sim/qualify/"
"$build/bin/night" page "$work/nights" --out "$work/page" --build "$build" --tree "$work/tree"
is 'what is waived is none' test "$(grep -c "$same" "$work/page/index.html")" = 0
echo "COUNT $passed $failed 0"
[ $failed = 0 ]
