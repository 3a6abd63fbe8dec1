#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# assert.sh BUILD [CONFIGS [LIST]]: show that assertions fire. All faults of LIST
# (sim/faults/assert.tsv) for one configuration are built into one model, and +fault=N turns on one
# of them. Every run must stop at the assertion that its row names, and the run without a fault must
# pass. A second name in a row is an assertion that fails in the cycle of the first, where the run
# ends. Other values in flops without reset must not change where a run ends. An assertion of the
# SPU, or one of the monitors that accuses the SPU (Spu...), ends the run with status 1 and says how
# to continue without assertions; so does the replay of the run. An assertion of the monitors, or
# one that accuses the bench (Pe...), ends the run with status 4. CONFIGS: comma list, or all;
# texts: only check, without a build, that each text to replace is there once, beside the other
# faults of its configuration. Prints one line per fault that did not fire; the last line counts
# them.
set -u
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
[ $# -ge 1 ] && [ $# -le 3 ] || die 2 "usage: sim/assert.sh BUILD [CONFIGS [LIST]]"
build=$1 configs=${2:-all} list=${3:-sim/faults/assert.tsv}
[ -r "$list" ] || die 2 "cannot read $list"
whole "$list"
of_list=$(awk -F'\t' '!/^#/ { print $5 }' "$list" | sort -u | paste -sd,)
[ "$configs" != all ] || configs=$of_list

# replace FILE FROM TO: replace the only FROM in FILE.
replace() {
    FROM=$2 TO=$3 awk '{
            at = index($0, ENVIRON["FROM"])
            if (at) { n++; $0 = substr($0, 1, at - 1) ENVIRON["TO"] substr($0, at + length(ENVIRON["FROM"])) }
            print
        } END { exit n != 1 }' "$1" >"$1.new" && mv "$1.new" "$1"
}

# placed CONFIG: copy the SystemVerilog with all faults of CONFIG.
placed() {
    local config=$1 n=0 row file from to
    rm -rf "$work" && mkdir -p "$work/src/tb" && cp -r rtl dpi "$work/src/" && cp -r tb/sv "$work/src/tb/" || die 4 "cannot write to $work"
    while IFS=$'\t' read -r row file from to _; do
        n=$((n + 1))
        replace "$work/src/$file" "$from" "${to//@/(spe_pkg::fault == 32\'d$n)}" ||
            die 4 "$row: the text of the fault does not occur once in $file: $from"
    done < <(rows "$config")
}

# faulty CONFIG: build and link WORK/spu_sim from these sources.
faulty() {
    local config=$1
    placed "$config"
    cp "$build/$config/spe_cfg_pkg.sv" "$work/" || die 4 "cannot write to $work"
    replace "$work/src/rtl/spe_pkg.sv" 'package spe_pkg;' 'package spe_pkg; int unsigned fault;' &&
        replace "$work/src/tb/sv/spu_harness.sv" '  assign config_hash_o = ConfigHash;' \
            '  assign config_hash_o = ConfigHash;
  initial if ($value$plusargs("fault=%d", spe_pkg::fault) == 0) spe_pkg::fault = 32'"'"'d0;' || die 4 "no place for the faults"
    sim/model.sh "$work" "$work/src" plain objects >"$work/build.log" 2>&1 || die 4 "the faulty RTL does not build: $work/build.log"
    sim/link.sh "$build/$config/link.rsp" "$work/model" "$work/spu_sim" || die 4 "cannot link $work/spu_sim"
    rm -rf "$work/model"
}

rows() {
    awk -F'\t' -v c="$1" '!/^#/ && $5 == c' "$list"
}

# end_of LOG STATUS ASSERTION: what is wrong with the end of a run.
end_of() {
    local why expected=4
    [ "$3" != DrainedAtEnd ] || return 0 # judged at the end of a run that may have failed before
    why=$(sed -n 's/^why: //p' "$1" | head -n 1)
    [[ $why =~ ^(rtl|dpi)/[a-z_/]+\.sv:[0-9]+:\ assertion\ $3\ failed ]] || echo "why: $why"
    [[ $3 == Pe* || ( $why != rtl/* && $3 != Spu* ) ]] || expected=1
    [ "$2" = $expected ] || echo "status $2, expected $expected"
    [ $expected = 4 ] || [[ $why == *': make debug RUN=DIR' ]] || echo "why: $why"
    grep -qE "^[0-9]+ spu0 ASSERTION: sva $3: .* (rtl|dpi)/[a-z_/]+\.sv:[0-9]+\]$" "$1" || echo 'it is no finding'
    [[ $(tail -n 1 "$1") == "RESULT FAIL "* ]] || echo 'the last line is not RESULT FAIL'
    [ $expected = 4 ] || "$build/bin/spe" replay "$work/txnlog" 2>&1 | tail -n 1 | cmp -s - <(tail -n 1 "$1") || echo 'its replay has another verdict'
}

# where LOG: the cycle and the assertion that ended the run.
where() {
    sed -nE "s/^([0-9]+) spu0 ASSERTION: sva (\\S+): .*/\\1 \\2/p" "$1" | head -n 1
}

# elsewhere N OPTION...: where the run of fault N ends with other values in flops without reset, if
# that differs. These values differ from build to build, and with or without waves, but the run has
# to end alike.
elsewhere() {
    local log=$work/$1.log
    "${run[@]}" "${@:2}" --poison-seed 77 >"$log.other" 2>&1
    [ "$(where "$log.other")" = "$(where "$log")" ] ||
        echo "ends in cycle $(where "$log"), with other values in flops without reset in $(where "$log.other")"
}

# fires CONFIG: run every fault.
fires() {
    local config=$1 n=0 name also test seed run first status wrong
    run=("$build/bin/launch" --cpu 120 "$work/spu_sim" --config "rtl/configs/$config.cfg" --max-cycles 1000000)
    "${run[@]}" --test smoke --seed 1 >"$work/none.log" 2>&1 || {
        echo "FAIL $config: the run without a fault fails: $work/none.log"
        failed=$((failed + 1))
    }
    while IFS=$'\t' read -r name _ _ _ _ test seed; do
        n=$((n + 1))
        read -r name also <<<"$name"
        "${run[@]}" --test "$test" --seed "$seed" --plusarg "+fault=$n" --log "$work/txnlog" >"$work/$n.log" 2>&1
        status=$?
        first=$(sed -nE 's/.*Assertion failed in ([^ ]*): .*/\1/p' "$work/$n.log" | head -n 1)
        wrong=$(end_of "$work/$n.log" "$status" "${first##*.}")
        [ -n "$wrong" ] || wrong=$(elsewhere $n --test "$test" --seed "$seed" --plusarg "+fault=$n")
        [ -z "$also" ] || grep -qE "Assertion failed in [^ ]*\\.${also//./\\.}: " "$work/$n.log" || wrong+="${wrong:+; }$also does not fail in its cycle"
        if [[ ".$first" == *".$name" ]] && [ -n "$wrong" ]; then
            failed=$((failed + 1))
            echo "FAIL $name: $wrong ($config, $test, seed $seed, fault $n)"
        elif [[ ".$first" == *".$name" ]]; then
            fired=$((fired + 1))
        else
            failed=$((failed + 1))
            echo "FAIL $name: ${first:-no assertion} ($config, $test, seed $seed, fault $n)"
        fi
    done < <(rows "$config")
}

if [ "$configs" = texts ]; then
    work=$build/assert/texts
    for config in ${of_list//,/ }; do placed "$config"; done
    exit
fi
fired=0 failed=0
for config in ${configs//,/ }; do
    [ -f "$build/$config/link.rsp" ] || unbuilt "$build" "$config/spu_sim"
    work=$build/assert/$config
    faulty "$config"
    fires "$config"
done
echo "$fired assertions fired, $failed did not"
[ "$failed" = 0 ] && [ "$fired" -gt 0 ]
