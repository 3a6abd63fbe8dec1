#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# readers.sh: code that explains, shows and judges a run reads transactions and the journal, and
# asks the model nothing: it works on the log of any SPU, and the core may change without it. Prints
# each header that such a file includes, and each function of libspe that it calls, beyond the lists
# below. Status 1: there is one.
set -u
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh

# Types, names and texts; the log, and the replay that gives the journal.
headers='config|decode|enable|journal|log|model|packet|record|regs|replay|status|txn'
calls='cli_[a-z_]+|check_name|ctx_from_txn|decode_packet|event_name|log_print_txn|log_register_name|operation_name|packet_(title|fields)'
calls+='|journal_is_state|reg_name|replay_journal|status_[a-z_]+|txn_name|unit_name'
# The words for what an announced context says, and for what software has written.
words='buffer_owner|ctx_possible|current_state|owning_regime|reg_(access|writable|write)|regs_reset'

shopt -s nullglob
sources=(c_model/wave/*.[ch] c_model/cli/{bias,explain,suspect,words,log_items,log_links,log_sql}*.[ch]
    c_model/cli/{cmd_bias,cmd_explain,journal_state,population,tally,until}.[ch])
for file in "${sources[@]}"; do
    sed -nE "s#^.*\# *include +\"spe/([a-z_]+)\.h\".*#\1#p" "$file" | grep -vxE "$headers" | sed "s#.*#$file: spe/&.h    <- reads the journal only#"
    also=$calls
    [[ $file != */words* ]] || also+="|$words"
    [[ $file != */bias_read* ]] || also+='|current_state' # of a context
    grep -oE '(^|[^a-z_])spe_[a-z0-9_]+ *\(' "$file" | grep -oE 'spe_[a-z0-9_]+' | grep -vxE "spe_($also)" | sort -u |
        sed "s#.*#$file: &    <- reads the journal only#"
done | awk '{ print } END { exit NR != 0 }' || exit 1
[ ${#sources[@]} -ge 80 ] || die 4 'files that read the journal are missing'
