#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# lint.sh CHECK [ARGUMENT]: one check over the tree (sim/jobs.tsv).
# Status 77 and a reason when the tool is not there.
set -u
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh

# files PATTERN...: files of the tree with these endings, tracked or not, without ignored ones. If
# git is missing, or refuses the tree (another user owns it), all files that are not output.
files() {
    if [ -e .git ] && git ls-files Makefile >/dev/null 2>&1; then
        git ls-files -co --exclude-standard -- "${@/#/*}" | while IFS= read -r f; do [ -f "$f" ] && echo "$f"; done
    else
        find . \( -name .git -o -path ./build -o -type d -exec test -e '{}/.spe-output' \; \) -prune -o -type f -print |
            sed 's#^\./##' | grep -E "($(IFS='|'; echo "${*//./\\.}"))\$"
    fi | sort -u
}

# some PATTERN...: the same files, in `found`. It is a fault if there are none: a check of nothing
# finds nothing.
some() {
    mapfile -t found < <(files "$@")
    [ "${#found[@]}" != 0 ] || die 4 "no file $* in the tree"
}

need() {
    local line
    line=$(sim/probe.sh "$1") && return
    echo "${line#* }"
    exit 77
}

# pinned NAME: the tool in the version that the tree follows; each version lays out in its own way.
pinned() {
    local line
    need "$1"
    line=$(sim/probe.sh "$1")
    [[ $line == "$1 ok 14."* ]] && return
    echo "$1 14 is needed, not ${line#* ok }"
    exit 77
}

# report TEXT: fail with TEXT, unless it is empty.
report() {
    [ -z "$1" ] && return 0
    echo "$1"
    return 1
}

check_format() {
    pinned clang-format
    some .c .h .cpp .hpp
    clang-format --dry-run -Werror "${found[@]}"
}

check_spdx() {
    some .c .h .cpp .hpp .def .sv .svh .f .vlt .sh .mk .cfg .tsv Makefile .ci/run
    local list
    list=$(awk -v want="SPDX-License-Identifier: Apache-2.0" 'FNR <= 2 && index($0, want) { has[FILENAME] = 1 }
        FNR == 2 { nextfile }
        END { for (i = 1; i < ARGC; i++) if (!(ARGV[i] in has)) print ARGV[i] ": no SPDX line at the top" }' "${found[@]}") || die 4 "awk has failed"
    report "$list"
}

# Files that editors, patch and merge leave are not part of the tree.
check_left() {
    report "$(files .orig .rej .bak '~')"
}

check_words() {
    some .c .h .cpp .hpp .def .sv .svh .f .sh .mk .cfg .tsv .csv .md Makefile
    report "$(grep -nwE 'TO''DO|FIX''ME|XX''X|HA''CK' "${found[@]}")"
}

# longer LINES PATTERN...: the files that have more lines; of SystemVerilog only the files of the
# SPU.
longer() {
    some "${@:2}"
    wc -l "${found[@]}" | awk -v most="$1" '$2 != "total" && (!/\.sv$/ || $2 ~ /^rtl\//) && $1 > most {
        print $2 ": " $1 " lines, at most " most }'
}

check_size() {
    local list
    list=$(
        longer 500 .c .cpp && longer 250 .h .hpp && longer 400 .sv && longer 100 Makefile &&
            some .sv .svh && awk 'length($0) > 100 { print FILENAME ":" FNR ": longer than 100 columns" }' "${found[@]}" &&
            some .md && awk 'FNR == 1 { code = 0 } /^ *```/ { code = !code }
                !code && length($0) > 100 && !/^    | *\|/ { print FILENAME ":" FNR ": longer than 100 columns" }' "${found[@]}" &&
            some .c .cpp && awk -f sim/function-size.awk "${found[@]}"
    ) || exit
    report "$list"
}

# has_fst INCLUDE: the files on stdin, without those that use a library that this Verilator lacks
# (sim/graph.sh).
has_fst() {
    if [ -f "$1/gtkwave/fstapi.h" ]; then
        cat
    else
        grep -vxFf <(grep -lE '"(fstapi|fst_walk)\.h"' c_model/wave/*.c tb/tools/*.c)
    fi
}

# tidy CHECKS WHAT PART PARTS: run clang-tidy over that part of the C files of WHAT, the component
# or the programs of sim/, with CHECKS in addition to those of .clang-tidy.
tidy() {
    need clang-tidy
    local part vinc what='^(c_model/(src|host|cli|wave|edge|both)|dpi)/'
    [ "$2" = component ] || what='^sim/(night|closure|shrink|qualify)/[^/]*$'
    vinc=$("$VERILATOR" --getenv VERILATOR_ROOT)/include
    mapfile -t part < <(files .c | grep -E "$what" | has_fst "$vinc" | awk -v part="$3" -v parts="$4" 'NR % parts == part % parts')
    [ "${#part[@]}" != 0 ] || die 4 "no C files, or no part $3"
    generate
    clang-tidy --quiet --warnings-as-errors='*' --checks="$1" "${part[@]}" -- -std=c11 -Ic_model/{include,members,src,host,cli} -Idpi \
        -Isim/{night,closure,shrink,qualify} -I"$generated" -isystem "$vinc/vltstd" -isystem "$vinc/gtkwave"
}

# generate: make the files that the build makes and sources include, in the folder `generated` of
# this process.
generate() {
    generated=$(mktemp -d) || exit 4
    # shellcheck disable=SC2064 # the name of now
    trap "rm -rf '$generated'" EXIT
    awk -f sim/weights.awk tb/seq/random/weights.tsv >"$generated/weights.inc" && echo 0 >"$generated/bench_sources.inc" &&
        night_texts "$generated" || die 4 "cannot write to $generated"
}

# All checks except the analysis of paths, which takes fifty times as long: one call of `analyze`
# takes one sixth of the files of the component, or one third of those of the programs of sim/ (sim1
# to sim3).
check_tidy() {
    tidy '-clang-analyzer-*' "$1" 1 1
}

check_analyze() {
    case $1 in
    sim*) tidy '' sim "${1#sim}" 3 ;;
    *) tidy '' component "$1" 6 ;;
    esac
}

# SC1091: common.sh is found at run time; SC2154: a sourced file uses the variables of its reader.
check_shell() {
    need shellcheck
    some .sh .ci/run
    # A bare Debian lacks these tools, and no package of the table brings them: /proc tells the
    # same.
    report "$(grep -nwE '(pgrep|pkill|pidof|killall|ps|top|lsof|fuser)( -[A-Za-z]|$)' "${found[@]}" | grep -v '/lint\.sh:' | sed 's/$/ (procps, psmisc and lsof are in no row of sim\/packages.txt)/')" &&
        shellcheck -x -S warning -e SC1091,SC2154 "${found[@]}"
}

# Another compiler gives other warnings: compile the C, or a quarter of the C++, which takes thirty
# times as long. Files that see the Verilated class need its headers, so they are left out.
check_clang() {
    need clang
    local vinc tb f status=0
    vinc=$("$VERILATOR" --getenv VERILATOR_ROOT)/include
    generate
    tb=$(printf ' -I%s' tb/{systemc,pe,seq,timing,trace,a64,util} "$generated")
    mapfile -t found < <(if [ "$1" = c ]; then
        files .c | grep -E '^(c_model|dpi|tb|sim/(night|closure|shrink|qualify))/' | grep -vE '^(tb/plugin|sim/qualify/(mutate/parse|mutate_c/unit)\.c$)' | has_fst "$vinc"
    else
        files .cpp | grep '^tb/' | grep -vE '^tb/toy/' | grep -vxFf <(sim/model-users.sh) | awk -v part="$1" 'NR % 4 == part - 1'
    fi)
    [ "${#found[@]}" != 0 ] || die 4 "no part '$1' of the sources"
    for f in "${found[@]}"; do
        # shellcheck disable=SC2086 # lists of options
        case $f in
        sim/*) clang -std=c11 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -Ic_model/{include,test} -Isim/{night,closure,shrink,qualify,qualify/mutants} -I"$generated" "$f" ;;
        *.c) clang -std=c11 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -Ic_model/{include,members,src,host,cli} -Idpi -Itb $tb \
            -isystem "$vinc/vltstd" -isystem "$vinc/gtkwave" "$f" ;;
        *) clang++ -std=c++17 -Wall -Wextra -Werror -fsyntax-only -Ic_model/{include,members} -Idpi -Itb $tb -isystem "$vinc" \
            ${SYSTEMC_HOME:+-isystem "$SYSTEMC_HOME/include"} "$f" ;;
        esac || status=1
    done
    return $status
}

# The SPU alone, as other users take it; then with assertions and monitors under the harness of the
# bench.
check_verilator() {
    need verilator
    local flags=(--lint-only -Wall --assert --timescale 1ns/1ps)
    "$VERILATOR" "${flags[@]}" --top-module spu "$B/$1/spe_cfg_pkg.sv" -f rtl/rtl.f &&
        "$VERILATOR" "${flags[@]}" --top-module spu_harness "$B/$1/spe_cfg_pkg.sv" -f rtl/rtl.f -f rtl/sva.f -f dpi/dpi.f \
            -f tb/sv/harness.f
}

# Both examples of a foreign SPU. Their assertions sample the reset that flops take asynchronously.
check_toy() {
    need verilator
    local flags=(--lint-only -Wall --timing --assert --timescale 1ns/1ps)
    "$VERILATOR" "${flags[@]}" --top-module toy_bench -f tb/toy/toy.f &&
        "$VERILATOR" "${flags[@]}" -Wno-SYNCASYNCNET --top-module mini_bench -f dpi/tap.f dpi/example/mini_{spu,bench,tap}.sv
}

# Every assertion has a fault that it stops, or a reason why no fault reaches it
# (sim/faults/README.md), and all faults of a configuration can be applied together. Parameters:
# sim/params.sh.
check_asserts() {
    local names
    some .sv
    names=$(printf '%s\n' "${found[@]}" | grep -E '^(rtl/|(dpi|tb/sv)/[^/]*$)' | grep -vE '^rtl/test/|/spu_params_sva\.sv$' |
        xargs sed -nE 's/.*\b([A-Z][A-Za-z0-9]*): *assert\b.*/\1/p' | grep -vE '^Bits|Known$' | sort -u)
    [ -n "$names" ] || die 1 'the SystemVerilog holds no assertion'
    report "$(comm -23 <(echo "$names") \
        <({ grep -v '^#' sim/faults/assert.tsv | cut -f 1 | tr ' ' '\n'
            sed -n '/^Never seen/,/^Cover/p' sim/faults/README.md | grep -oE '`[A-Za-z0-9_.]*`' | tr -d '`'; } |
            sed 's/.*\.//' | sort -u) | sed 's/$/: no row in sim\/faults\/assert.tsv/'
        sim/assert.sh "$B" texts 2>&1)"
}

# inapplicable: patches of sim/faults and of the worked cases (PATCHES: of another folder) that do
# not apply to the RTL as it is.
inapplicable() {
    local patch patches=(sim/faults/*.patch sim/cases/*.patch)
    [ -z "${PATCHES:-}" ] || patches=("$PATCHES"/*.patch)
    for patch in "${patches[@]}"; do
        patch -s -F0 -p1 --dry-run <"$patch" >/dev/null 2>&1 || echo "$patch does not apply"
    done
}

# unconcerned: faults of the list that the scoreboard finds and that have no concern:
# sim/explained.sh needs one.
unconcerned() {
    local fault
    awk -F'\t' '!/^#/ && $5 !~ /^(hole|void)[.]/ { print $1 }' sim/faults/list.tsv | while read -r fault; do
        [ -n "$(fault_concerns "$fault")" ] || echo "$fault: no row in sim/faults/concerns.tsv"
    done
}

# The tables of sim/faults/README.md have the rows of sim/faults/list.tsv, apart from the findings
# and their cycles, and the counts of its items; README.md has the count of all faults. Each
# patch of sim/faults and sim/cases applies, and each fault has a concern.
check_faults() {
    local readme=${FAULTS:-sim/faults/README.md} list=sim/faults/list.tsv
    whole "$list"
    report "$({ diff <(awk -F'\t' '!/^#/ { print $1, "item " $7, $2, $3, $4, $5; item[$7]++ }
            END { for (i in item) print "item " i ": " item[i] " faults" }' "$list" | sort) \
        <(awk -F' *[|] *' '$2 == "fault" { rows = 1; next }
            $2 == "item" { rows = 0; next }
            rows && NF == 9 && $3 ~ /^[0-9]+$/ { print $2, "item " $3, $5, $6, $7 }
            !rows && NF == 8 && $2 ~ /^[0-9]+ / { print "item " $2 + 0 ": " $3 " faults" }' "$readme" | sort)
        } | sed -n "s#^<#$readme lacks:#p; s#^>#$readme has, and $list does not:#p"
        inapplicable
        unconcerned
        grep -q "^| faults | $(grep -vc '^#' "$list") injected faults " README.md || echo "README.md: it is not $(grep -vc '^#' "$list") injected faults")"
}

# scripts EACH COMMAND: the scripts that a row's command runs; for c_model/test/cli/run.sh, those of
# its groups.
scripts() {
    local word
    for word in $2; do
        case $word in
        */cli/run.sh | sim/lint.sh) ;;
        *.sh) echo "$word" ;;
        @) tr ',' '\n' <<<"$1" | sed 's#.*#c_model/test/cli/&.sh#' ;;
        *) [[ $2 != */cli/run.sh* ]] || echo "c_model/test/cli/$word.sh" ;;
        esac
    done | while read -r word; do [ ! -f "$word" ] || echo "$word"; done
}

# unmet: jobs whose script uses a program that their row does not list as a need: whether they pass
# depends on the order in which the engine runs jobs. The launcher is always built before the jobs.
unmet() {
    local name each needs command script program
    while IFS=$'\t' read -r _ name each needs _ _ command _; do
        for script in $(scripts "$each" "$command"); do
            for program in $({ grep -oE '(^|[^/])\$(B|1|\{?build\}?)/bin/[a-z_]+' "$script" | sed 's#.*/##'
                grep -qE '\$SPE|cli/run\.sh "\$build"' "$script" && echo spe; } | sort -u); do
                [ "$program" = launch ] || [[ " $needs " == *"/bin/$program "* ]] || echo "sim/jobs.tsv: $name: $script uses $program, which is no need of the row"
            done
        done
    done < <(grep -v '^#' sim/jobs.tsv)
}

# unlisted: configurations of assert.tsv that the row of the job of all of them does not list as a
# need: whether it passes depends on the order.
unlisted() {
    local needs config
    needs=$(awk -F'\t' '$7 == "sim/assert.sh $B" { print $4 }' sim/jobs.tsv)
    for config in $(awk -F'\t' '!/^#/ { print $5 }' "${ASSERTS:-sim/faults/assert.tsv}" | sort -u); do
        [[ " $needs " == *"/$config/spu_sim "* ]] || echo "sim/jobs.tsv: sim/assert: $config, which is no need of the row"
    done
}

# The table of jobs has seven or eight columns and only tiers that exist. It names every script of a
# test, and builds what a script uses before the script.
check_jobs() {
    mapfile -t found < <(files .sh | grep -E '^((tb|dpi)/test|c_model/test/cli)/' | grep -vE '/cli/(run|lib|nights_lib)\.sh$')
    [ "${#found[@]}" != 0 ] || die 4 'no script of a test'
    report "$(awk -F'\t' '/^#/ { next }
        NF < 7 || NF > 8 { print FILENAME ":" FNR ": " NF " columns, expected 7 or 8" }
        $7 == "-" { print FILENAME ":" FNR ": no command" }
        $1 !~ /^(lint|unit|smoke|test|full|coverage)$/ { print FILENAME ":" FNR ": tier " $1 }
        { rows++ }
        END { if (!rows) print FILENAME ": no row" }' "${TABLE:-sim/jobs.tsv}"
        for f in "${found[@]}"; do grep -v '^#' sim/jobs.tsv | grep -qw "$(basename "$f" .sh)" || echo "$f: no job of sim/jobs.tsv"; done
        unmet
        unlisted)"
}

check_braces() {
    local list
    some .c .h
    list=$(printf '%s\n' "${found[@]}" | xargs awk -f sim/braces.awk) || die 4 "awk has failed"
    report "$list"
}

check_yosys() {
    need yosys
    sim/yosys.sh "$B" "$@"
}

# members [FILE...]: Yosys 0.23 reads a member of a packed structure from its bit 0 up, whatever its
# range is, without a message.
check_members() {
    local list
    [ $# != 0 ] || set -- rtl/*.sv rtl/*/*.sv
    list=$(awk '/struct packed/ { inside = 1 }
        /^ *}/ { inside = 0 }
        { sub("//.*", "") }
        inside && /\[[^]]*:[^]]*\]/ && !/\[[^]]*: *0 *\]/ { print FILENAME ":" FNR ": a member whose range does not end at 0:" $0 }' "$@") ||
        die 4 "awk has failed"
    report "$list"
}

# contract CONFIG: the prover reads the promises of the PE, and each becomes an assumption
# (sim/qualify/proven.sh).
check_contract() {
    local said promises sva
    need yosys
    source sim/synthesis.sh
    contract_sources
    sva=("${contract[@]:0:3}")
    promises=$(cat "${sva[@]}" | grep -cE '\<Pe[A-Z]\w*:')
    work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT && cp --parents "${sva[@]}" "$work/" && sed -i -E "$assumed" "${sva[@]/#/$work/}" ||
        die 4 'no temporary folder'
    said=$(yosys -q -p "read_verilog -sv $B/$1/spe_cfg_pkg.sv rtl/spe_pkg.sv rtl/spu_int_pkg.sv ${sva[*]/#/$work/}
        hierarchy -check -top spu_pe_sva
        proc
        flatten
        select -assert-min $promises t:\$assume
        select -assert-none t:\$assert" 2>&1) || die 1 "the prover does not read the promises: $said"
    report "$(grep -E 'out of bounds|implicitly declared' <<<"$said")"
}

# paths_bad CONFIG: an SPU with a path from AWREADY to WVALID is refused for that path.
check_paths_bad() {
    local said
    need yosys
    said=$(FAULT=axi_path sim/yosys.sh "$B" "$1" 2>&1) && die 1 'the path is not found'
    grep -F 'selection is not empty: o:w* ' <<<"$said"
}

B=${B:-build}
[ $# -ge 1 ] && declare -F "check_$1" >/dev/null || die 2 'usage: sim/lint.sh CHECK [ARGUMENT]'
"check_$1" "${@:2}"
