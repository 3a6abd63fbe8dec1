# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2034
# Sourced by scripts that judge kept transaction logs: the logs of the unit tests, and the logs that
# can be made from a log. The script sets `logs`, their folder; `spe` and `both`, the programs that
# make them; and `dir`, whose file `log` holds the messages of these programs.

# The masks of the taps without each group but BYTES, and without the groups that need it: REGS,
# LIFE, POP, RND, OUT, SYNC.
masks=(97 123 103 111 95 63)
# Keys that permit more than the SPU of the log does: its own outcome, and others, so that the
# outcome is in doubt.
opened=(disabled_record=any wrong_pointer=any dl_boundary=any fe_zero=any ft_zero=any fl_zero=any fne_zero=any fe_overlap=any
    tag_order=any record_order=any release_max=2 read_lag_max=4 event_max=12 b1_max=16 irq_max=3)

# text_logs: the logs of the unit tests, which show what no bench can do.
text_logs() {
    local text
    for text in c_model/test/logs/*.txnlog; do
        "$spe" log --pack "$text" "$logs/text.$(basename "$text")" || die 4 "$text is no log"
    done
}

# open_log NAME: the same log under the keys `opened`.
open_log() {
    local key set=()
    for key in "${opened[@]}"; do set+=(--set "$key"); done
    "$spe" replay "${set[@]}" --log "$logs/$1.open.txnlog" "$logs/$1.txnlog" >"$dir/log" 2>&1
    [ -s "$logs/$1.open.txnlog" ] || die 4 "$1 cannot be judged with other keys: $(tail -n 1 "$dir/log")"
}

# changed_log NAME: the same log with some transactions that no SPU gives, drawn by the name of the
# log.
changed_log() {
    local seed
    seed=$(cksum <<<"$1") || die 4 'cksum has failed'
    "$both" change "${seed%% *}" "$logs/$1.txnlog" "$logs/$1.changed.txnlog" || exit
}

# without NAME MASK: the same log with these groups of taps alone, NAME.MASK. With [impdef_event] LIFE
# needs SYNC. Status 1 if the log does not have the groups.
without() {
    local narrow
    for narrow in "$2" $(($2 & ~4)); do
        "$spe" replay --taps "$narrow" --log "$logs/$1.$2.txnlog" "$logs/$1.txnlog" >"$dir/log" 2>&1
        [ ! -s "$logs/$1.$2.txnlog" ] || return 0
    done
    return 1
}

# narrowed NAME: the same log without each group in turn. The scoreboard of BASE says where members
# end, so that both scoreboards get the same log.
narrowed() {
    local mask
    for mask in "${masks[@]}"; do
        without "$1" "$mask" || die 4 "$1 cannot be judged with the taps $mask: $(tail -n 1 "$dir/log")"
    done
}
