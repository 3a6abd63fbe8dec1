#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# blind.sh BUILD [CONFIG...]: random runs are judged again from their logs, without the OUT tap.
# Then no level shows whether and when an event took effect (c_model/README.md). There must be no
# finding. A changed byte must still be found.
set -u
cd "$(dirname "$0")/../.." || exit 2
build=$1
[ $# -gt 1 ] || set -- "$build" el1_only v1p2_discard v1p5_max
out=$build/out/blind
failed=0
mkdir -p "$out"

# without_out LOG CHANGE: print the log without OUT. CHANGE 1 changes the lowest byte of the last
# whole word.
without_out() {
    "$build/bin/spe" log "$1" | awk -v change="$2" '
        $1 == "@taps" { $0 = "@taps 0x5f" }
        /^[0-9]/ && $2 == "out" { next }
        /^[0-9]/ && $2 == "close" { $0 = $1 " close" }
        { gsub(/ seq=[0-9]+/, ""); line[++n] = $0 }
        $2 == "w" && / strb=0xff / { last = n }
        END {
            if (change) { sub(/.$/, line[last] ~ /0$/ ? "1" : "0", line[last]) }
            for (i = 1; i <= n; i++) { print line[i] }
        }'
}

# judged LOG CHANGE: print the verdict on the log without OUT.
judged() {
    without_out "$1" "$2" >"$out/text" && "$build/bin/spe" log --pack "$out/text" "$out/packed" &&
        "$build/bin/spe" replay "$out/packed" 2>"$out/findings"
}

while read -r config seed ops; do
    [[ " ${*:2} " == *" $config "* ]] || continue
    log=$out/$config.txnlog
    "$build/$config/spu_sim" --config "rtl/configs/$config.cfg" --test random --seed "$seed" --ops "$ops" --log "$log" \
        >"$out/run" 2>&1 || { cat "$out/run" && exit 1; }
    if judged "$log" 0 >"$out/verdict"; then
        echo "ok    $config, seed $seed: $(tail -n 1 "$out/verdict" | cut -d' ' -f1,2)"
    else
        echo "FAIL  $config, seed $seed" && cat "$out/findings" "$out/verdict" && failed=1
    fi
done <<'END'
el1_only 4 25000
v1p2_discard 3 40000
v1p5_max 3 10000
END
if judged "$log" 1 >"$out/verdict" || ! grep -q 'MISMATCH: buf.data' "$out/findings"; then
    echo "FAIL  a changed byte is not found" && failed=1
fi
exit $failed
