# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# sim/configs.sh draws configurations: the same from the same text, good ones, and of what rtl/ has.

# draws SEED N: print the N-th configuration of SEED.
draws() {
    limited sim/configs.sh "$build" draw "$@"
}

# good FILE: `spe config` accepts the configuration, and a PE can have it.
good() {
    run spe config "$1"
    [ "$status" = 0 ] && ! grep -q '^# no PE has' "$work/out"
}

# changes FILE: how many keys differ from those of the base that the file names.
changes() {
    local base
    base=$(sed -n 's/^# Drawn from \([a-z0-9_]*\) .*/\1/p' "$1")
    spe config "rtl/configs/$base.cfg" | sed -nE 's/^([a-z0-9_]+ = [^#]*[^# ]) *(#.*)?$/\1/p' | sort >"$work/base"
    sed -n '/^name /d; / = /p' "$1" | sort | comm -13 "$work/base" - | wc -l
}

# draw N: judge the N-th configuration of the text `a`.
draw() {
    local file
    run draws a "$1"
    name=$(sed -n 's/^name = //p' "$work/out")
    file=$work/configs/${name:-none}.cfg
    cp "$work/out" "$file"
    if [ "$status" = 0 ] && [[ $name =~ ^r[0-9a-f]{8}$ ]]; then ok; else bad "configs_draw_$1" "status $status, name '$name'"; fi
    run draws a "$1"
    if cmp -s "$work/out" "$file"; then ok; else bad "configs_same_$1" 'drawn again, it is another'; fi
    if good "$file"; then ok; else bad "configs_good_$1" "spe config: status $status, or no PE has it"; fi
    # Such values are for a foreign SPU (c_model/key_rules.md, "What rtl/ supports").
    if ! grep -E '^(f[etl]_zero|fne_zero|fe_overlap|dl_boundary|wrong_pointer|disabled_record) = any' "$file"; then ok; else bad "configs_rtl_$1" 'rtl/ does not support it'; fi
    if [ "$(changes "$file")" -ge 3 ]; then ok; else bad "configs_changed_$1" "$(changes "$file") keys differ from the base"; fi
}

mkdir -p "$work/configs"
draws_of_a=24
! quick || draws_of_a=3
for ((n = 1; n <= draws_of_a; n++)); do draw $n; done
run draws b 1
if [ "$(find "$work/configs" -name '*.cfg' | wc -l)" = $draws_of_a ] && [ ! -e "$work/configs/$(sed -n 's/^name = //p' "$work/out").cfg" ]; then
    ok
else
    bad configs_others 'two draws are the same'
fi
refused configs_usage 2 '^configs.sh: usage: ' draws a
refused configs_number 2 '^configs.sh: draw 0: a positive integer is needed$' draws a 0
