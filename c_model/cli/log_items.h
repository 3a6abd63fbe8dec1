/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_LOG_ITEMS_H
#define SPE_CLI_LOG_ITEMS_H

#include <stdbool.h>
#include <stdint.h>

#include "spe/journal.h"
#include "spe/log.h"
#include "spe/model.h"

/** What a replay shows, in the order of time: a transaction, a prediction, or a finding; the other
 * two are NULL. Valid during the call. */
struct log_item {
    uint64_t index; /* transactions before this item; of a transaction, its place in the log */
    const struct spe_txn *txn;
    const struct spe_journal_entry *entry;
    const struct spe_finding *finding;
};

struct log_items {
    const char *path;
    bool salvage;
    const char *command; /* named in error lines; NULL: log */
    void (*on_header)(void *user, const struct spe_log_header *header,
                      const struct spe_log_run *run);
    /** @return false: stop here. */
    bool (*on_item)(void *user, const struct log_item *item);
    void *user;
};

/** Replay a log. What happens between two transactions by time alone is shown between them. @return
 * 0, or the exit status after one line on stderr, "spe COMMAND: ...". */
int log_items_read(const struct log_items *items);

#endif
