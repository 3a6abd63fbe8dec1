# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2154 # spe and draft are the caller's
# Sourced by configs.sh after common.sh: draw a configuration of the SPU, beginning with a file of
# rtl/configs. The numbers are those of a small generator, so the same text gives the same
# configuration on every machine. The caller sets `spe`, the program, and `draft`, a folder for a
# file.

# KEY VALUES: for keys with a range of which only some values are good, these values.
SPARSE='
altclk 0 1 15
axi_bytes 8 16 32 64
count_size 12 16
event_bytes 1 2 4 8
granule 12 14 16
'
# KEY VALUES [OTHER VALUES]: values, as extended expressions, that rtl/ does not support, alone or
# beside values of another key (c_model/key_rules.md, "What rtl/ supports").
UNSUPPORTED='
record_order population inflight [2-4]
event_min [2-9]|[1-6][0-9]
pmu_min [2-9]|[1-6][0-9]
cti_min [2-9]|[1-6][0-9]
serror_min [2-9]|[1-6][0-9]
pmu_max 0
cti_max 0
serror_max 0
disabled_record write|any
wrong_pointer any
dl_boundary any
fe_zero any
ft_zero any
fl_zero any
fne_zero any
fe_overlap any
'
# Keys that follow from others, and the name.
DERIVED=' name speculative fne layout '

declare -A value was allowed sparse touched
keys=()

# seeded TEXT: begin the numbers of that text.
seeded() {
    local hash
    hash=$(sha256sum <<<"$1")
    state=$((16#${hash:0:7}))
}

# roll N: set `rolled` to a number below N, at most 2^20. The low bits of such a generator repeat
# soon.
roll() {
    state=$(((state * 1103515245 + 12345) & 0x7fffffff))
    rolled=$(((state >> 8) % $1))
}

# read_keys: read the keys and their values that `spe config` permits.
read_keys() {
    local key text table='s/^\| `([a-z0-9_]+)` \| ([^|]*) \|.*/\1\t\2/p'
    while IFS=$'\t' read -r key text; do
        allowed[$key]=$text
        [[ $DERIVED == *" $key "* ]] || keys+=("$key")
    done < <("$spe" config --doc | sed -nE "$table")
    while read -r key text; do [ -z "$key" ] || sparse[$key]=$text; done <<<"$SPARSE"
    [ ${#keys[@]} -gt 50 ] || die 4 "$spe config --doc names no keys"
}

# lines FILE: print the keys of a configuration, KEY = VALUE.
lines() {
    "$spe" config "$1" | sed -nE 's/^([a-z0-9_]+ = [^#]*[^# ]) *(#.*)?$/\1/p'
}

# read_base FILE: set `value` and `was` to the configuration in FILE.
read_base() {
    local key text
    while read -r key _ text; do value[$key]=$text was[$key]=$text; done < <(lines "$1")
    [ -n "${value[layout]:-}" ] || die 4 "$1 cannot be read"
}

# flipped BITS OLD: set `chosen` to OLD with one of BITS inverted.
flipped() {
    local bit
    while roll 64 && bit=$((1 << rolled)) && (((bit & $1) == 0)); do :; done
    printf -v chosen '0x%X' $(($2 ^ bit))
}

# in_range LOW HIGH: set `chosen` to one end or to a number between.
in_range() {
    roll 3
    case $rolled in
    0) chosen=$1 ;;
    1) chosen=$2 ;;
    *) roll $(($2 - $1 + 1)) && chosen=$(($1 + rolled)) ;;
    esac
}

# one_of VALUE...: set `chosen` to one of them.
one_of() {
    roll $#
    chosen=${*:rolled+1:1}
}

# choose KEY: draw another value of the key.
choose() {
    local text=${allowed[$1]} list
    read -r -a list <<<"${sparse[$1]:-$(sed 's/, / /g; s/^0 or 1$/0 1/' <<<"$text")}"
    chosen=${value[$1]}
    while [ "$chosen" = "${value[$1]}" ]; do
        case $text in
        'bits of '*) flipped "${text#bits of }" "${value[$1]}" ;;
        *' to '*) if [ -n "${sparse[$1]:-}" ]; then one_of "${list[@]}"; else in_range "${text% to *}" "${text#* to }"; fi ;;
        *) one_of "${list[@]}" ;;
        esac
    done
    value[$1]=$chosen
}

# follow_events: events and filters that the version and the features define (C14, C15), and bytes
# for them.
follow_events() {
    local v=${value[pmsver]} base=0xFF own=0xFFFF00000000F000 more=0x700 filters=0 events
    ((v < 2)) || base=$((base | 0x800))
    ((v < 2 || !(value[sve] || value[sme]))) || base=$((base | 0x60000))
    ((v < 5)) || more=0xF80700
    ((v < 5 || !value[spe_sme])) || { base=$((base | 0x1000000)) more=$((more | 0x2000000)); }
    ((v >= 5)) || own=$((own | 0xFF000000)) filters=0x714
    events=$(((value[events] & (own | more)) | base))
    printf -v 'value[events]' '0x%X' "$events"
    printf -v 'value[event_filters]' '0x%X' $((value[event_filters] & events & (own | filters)))
    while ((value[event_bytes] < 8 && events >> 8 * value[event_bytes])); do value[event_bytes]=$((value[event_bytes] * 2)); done
}

# follow_layout: each packet that records can have is in the layout, and no other: a new one comes
# before Timestamp and End.
follow_layout() {
    local item tail word words=() kept=()
    declare -A needs=([pbt]=${value[pbt]} [alt]=${value[altclk]} [ds]=${value[lds]} [ctx2]=${value[el2]})
    read -r -a words <<<"${value[layout]}"
    for word in "${words[@]}"; do
        [ "${needs[${word%@*}]-1}" = 0 ] || kept+=("$word")
    done
    tail=${kept[-1]} && unset 'kept[-1]'
    [[ ${kept[-1]} != ts* ]] || { tail="${kept[-1]} $tail" && unset 'kept[-1]'; }
    for item in pbt alt ds ctx2; do
        [ "${needs[$item]}" = 0 ] || [[ " ${kept[*]} " == *" $item"[@\ ]* ]] || kept+=("$item")
    done
    value[layout]="${kept[*]} $tail"
}

# follow: the keys that follow from others.
follow() {
    value[speculative]=$((${#value[sample_point]} == 8))
    value[fne]=$((value[pmsver] >= 3))
    ((value[pmsver] < 4)) || value[flag_updates]=1
    [ "${value[ext_abort]}" != sync ] || value[record_done]=b
    ((value[irq_min] <= value[irq_max])) || value[irq_max]=${value[irq_min]}
    follow_events
    follow_layout
}

# written NAME: print the configuration as a file.
written() {
    local key
    echo "name = $1"
    for key in "${!value[@]}"; do
        [ "$key" = name ] || echo "$key = ${value[$key]}"
    done | LC_ALL=C sort
    echo end
}

# supported: rtl/ has these values.
supported() {
    local key values other others
    while read -r key values other others; do
        [[ -z $key || ! ${value[$key]} =~ ^($values)$ ]] || { [ -n "$other" ] && [[ ! ${value[$other]} =~ ^($others)$ ]]; } || return
    done <<<"$UNSUPPORTED"
}

# exists: `spe config` accepts the configuration, and a PE can have it.
exists() {
    local said
    written draft >"$draft/draft.cfg"
    said=$("$spe" config "$draft/draft.cfg" 2>/dev/null) && [[ $said != *'# no PE has '* ]]
}

# change: draw another value of one key, of two in each third step, and keep it if such an SPU can
# be.
change() {
    local key n=1 drawn=() before
    before=$(declare -p value)
    roll 3 && [ "$rolled" != 0 ] || n=2
    while [ ${#drawn[@]} -lt $n ]; do
        roll ${#keys[@]} && key=${keys[rolled]}
        [ -n "${touched[$key]:-}" ] || { choose "$key" && drawn+=("$key"); }
    done
    follow
    if supported && exists; then
        for key in "${drawn[@]}"; do touched[$key]=1; done
    else
        eval "${before/declare -A/declare -gA}"
    fi
}

# draw_config TEXT: draw the configuration of that text: `base` and `value`.
draw_config() {
    local cfgs=(rtl/configs/*.cfg) wanted
    value=() was=() touched=()
    seeded "$1"
    roll ${#cfgs[@]} && base=$(basename "${cfgs[rolled]}" .cfg)
    read_base "rtl/configs/$base.cfg"
    roll 10 && wanted=$((rolled + 3))
    while [ ${#touched[@]} -lt "$wanted" ]; do change; done
}

# differences: print the keys that differ from the base, KEY=VALUE, on one line.
differences() {
    local key said=()
    for key in "${!value[@]}"; do
        [ "$key" = name ] || [ "${value[$key]}" = "${was[$key]}" ] || said+=("$key=${value[$key]// /,}")
    done
    printf '%s\n' "${said[@]}" | LC_ALL=C sort | paste -sd' '
}
