#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# profile.sh BUILD CONFIG [SVG]: the profile that Linux perf reports from the records of the RTL,
# beside the exact one. For each function of the traced program: the share of its operations, the
# share of the operations that the counter selected, and the share of the records, as perf report
# prints it. The run is `trace_plain`, without filters. With SVG, a picture of the functions is
# written there.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
[ $# = 2 ] || [ $# = 3 ] || die 2 'usage: sim/profile.sh BUILD CONFIG [SVG]'
build=$1 config=$2 svg=${3:-} program=sim/traces/mix.elf
line=$(sim/probe.sh perf) || { echo "${line#* }"; exit 77; }
built "$build" "$config/spu_sim" bin/spe
out=$build/profile/$config
mkdir -p "$out" || die 4 "cannot write to $out"
"$build/$config/spu_sim" --config "rtl/configs/$config.cfg" --test trace_plain --trace sim/traces/mix.trc --seed 1 \
    --population "$out/population" --dir "$out/run" --keep >"$out/log" 2>&1 || die 1 "the run does not pass: $out/log"
"$build/bin/spe" perf --elf "$program" -o "$out/perf.data" "$out/run/txnlog" >"$out/log" || exit
perf report --itrace=i1i --stdio --sort=sym -i "$out/perf.data" >"$out/report" 2>"$out/err" || die 1 "perf report: $(tail -n 1 "$out/err")"
"$build/bin/spe" bias --more --elf "$program" --population "$out/population" "$out/run/txnlog" >"$out/bias"
[ $? -le 1 ] || die 1 'spe bias has failed'

# "FUNCTION EXACT SELECTED PERF" in percent, the largest ones first.
awk -v OFS='\t' '
    FNR == NR { if ($2 == "[.]") perf[$3] = $1 + 0; next }
    /^[a-z]+:/ { on = /^functions:/; next }
    on && $3 ~ /%$/ { name[++n] = $1; share[n] = $3 + 0; selected[n] = $4; all += $4 }
    END { for (i = 1; i <= n; i++) printf "%s\t%.2f\t%.2f\t%.2f\n", name[i], share[i], 100 * selected[i] / all, perf[name[i]] }
' "$out/report" "$out/bias" >"$out/table"
[ -s "$out/table" ] || die 1 'no function has a share'
printf '%-28s %9s %9s %9s\n' function exact selected perf
head -n 16 "$out/table" | while IFS=$'\t' read -r name exact selected perf; do
    printf '%-28s %8s%% %8s%% %8s%%\n' "$name" "$exact" "$selected" "$perf"
done
[ -n "$svg" ] || exit 0

# picture: two bars for each function, the exact share above that of perf.
picture() {
    awk -F'\t' '
        NR <= 15 { name[NR] = $1; exact[NR] = $2; perf[NR] = $4; n = NR; most = $2 > most ? $2 : most; most = $4 > most ? $4 : most }
        function bar(y, share, fill) {
            printf "<rect x=\"190\" y=\"%d\" width=\"%.1f\" height=\"9\" fill=\"%s\"/>\n", y, 480 * share / most, fill
            printf "<text x=\"%.1f\" y=\"%d\" class=\"n\">%.2f %%</text>\n", 196 + 480 * share / most, y + 9, share
        }
        END {
            printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"760\" height=\"%d\" font-family=\"sans-serif\">\n", 30 * n + 50
            print "<style>text{font-size:13px} .n{font-size:10px;fill:#555}</style><rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>"
            print "<rect x=\"190\" y=\"10\" width=\"12\" height=\"12\" fill=\"#7a8ba0\"/><text x=\"208\" y=\"21\">all operations that ran</text>"
            print "<rect x=\"390\" y=\"10\" width=\"12\" height=\"12\" fill=\"#d9772b\"/><text x=\"408\" y=\"21\">perf report, of the records</text>"
            for (i = 1; i <= n; i++) {
                printf "<text x=\"180\" y=\"%d\" text-anchor=\"end\">%s</text>\n", 30 * i + 20, name[i]
                bar(30 * i + 6, exact[i], "#7a8ba0")
                bar(30 * i + 16, perf[i], "#d9772b")
            }
            print "</svg>"
        }' "$out/table"
}
picture >"$svg" || die 4 "cannot write to $svg"
