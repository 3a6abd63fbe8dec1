/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_LOG_LINKS_H
#define SPE_CLI_LOG_LINKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "log_items.h"

/** A sampled operation; its place in the array, from 1, is the number of the sample. */
struct log_op {
    uint64_t member, pc;
    uint32_t record; /* 0: no record */
};

/** A transaction that belongs to an operation. */
struct log_link {
    uint64_t txn; /* its place in the log, from 0 */
    uint32_t op;  /* number of the sample */
};

/**
 * Which transactions belong to which operation. Selection and life are found by the tag. The
 * journal tells the record of an operation and the bursts of a record. Data and responses follow
 * their bursts in the order of AXI. The translation of a burst's page belongs to the record, too.
 */
struct log_links {
    struct log_op *op; /* place: number of the sample - 1 */
    size_t n_ops, op_room;
    struct log_link *link; /* by operation, then in the order of the log; no duplicates */
    size_t n_links;
    size_t n_records; /* records that were predicted */
};

/** Read a log. @return 0, or the exit status after one line on stderr. */
int log_links_read(struct log_links *links, const char *path, bool salvage);

/** The first link of an operation; *n becomes the number of its links. */
const struct log_link *log_links_of(const struct log_links *links, uint32_t op, size_t *n);

void log_links_free(struct log_links *links);

#endif
