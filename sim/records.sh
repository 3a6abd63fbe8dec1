#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# records.sh BUILD CONFIG [TEST...]: what `spu_sim --records` writes must agree with the log of the
# run: the bytes of its W transactions, as many as bytes= of the verdict; if there are none, stderr
# says so. Plays every test that passes on CONFIG, or the named ones, with the first seed. Each
# counts as a test. SIM: another executable.
set -u
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
[ $# -ge 2 ] || die 2 "usage: sim/records.sh BUILD CONFIG [TEST...]"
build=$1 config=$2 spe=$1/bin/spe out=$1/records/$2
sim=${SIM:-$build/$config/spu_sim}
shift 2
whole sim/tests.tsv sim/applies.tsv
built "$build" bin/spe
[ -x "$sim" ] || unbuilt "$build" "$config/spu_sim"
rm -rf "$out"
mkdir -p "$out" || die 4 "cannot write to $out"

# rows TEST...: the rows in the form of --batch; without TEST, all of them.
rows() {
    local name seeds options
    while IFS=$'\t' read -r name seeds _ _ options; do
        [ $# = 0 ] || [[ " $* " == *" $name "* ]] || continue
        printf '%s\t%s\t0\t-\t%s\n' "$name" "$out/$name" \
            "--config rtl/configs/$config.cfg --seed ${seeds%%,*} $options --keep --records $out/$name/records"
    done < <(tests_of "$config")
}

# same_bytes NAME: whether the files of the run agree; prints what differs.
same_bytes() {
    local dir=$out/$1 file log sum=0 said
    for file in "$dir"/records*; do
        log=$dir/txnlog
        [[ $file != *.spu* ]] || log=$dir/${file##*.}/txnlog
        "$spe" log --bytes "$log" | cmp -s - "$file" || { echo "FAIL $1: $file is not what $log says"; return 1; }
        sum=$((sum + $(stat -c %s "$file")))
        [ -s "$file" ] || grep -qF "spu_sim: $file is empty: nothing was written to the Profiling Buffer" "$dir/stderr" ||
            { echo "FAIL $1: not said that nothing was written"; return 1; }
    done
    said=$(sed -n 's/^RESULT PASS .* bytes=\([0-9]*\) .*/\1/p' "$dir/verdict")
    [ "$sum" = "$said" ] || { echo "FAIL $1: $sum bytes in the files, bytes=$said"; return 1; }
}

rows "$@" >"$out/rows"
[ -s "$out/rows" ] || die 2 "no test applies"
for test in "$@"; do
    cut -f1 "$out/rows" | grep -qx -- "$test" || die 2 "test '$test' is not one that passes on $config"
done
"$sim" --batch "$out/rows" --results "$out/results" | grep -v '^COUNT'
[ "${PIPESTATUS[0]}" -le 1 ] || die 4 "the runs have broken off"
passed=0 failed=0
while IFS=$'\t' read -r name _; do
    if grep -q "^PASS 1 0 0 $name " "$out/results" && same_bytes "$name"; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
    rm -rf "${out:?}/$name"
done <"$out/rows"
echo "COUNT $passed $failed 0"
[ "$failed" = 0 ]
