/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_LOG_LINKS_H
#define SPE_CLI_LOG_LINKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "log_items.h"

/** An operation that was sampled; the number of the sample is its place, from 1. */
struct log_op {
    uint64_t member, pc;
    uint32_t record; /* 0: none */
};

/** A transaction that is of an operation. */
struct log_link {
    uint64_t txn; /* its place in the log, from 0 */
    uint32_t op;  /* number of the sample */
};

/**
 * Which transactions belong to which operation. Selection and life are those of its tag; the
 * journal says which record it has and which bursts that has; data and responses follow their
 * bursts as AXI orders them. The translation of a burst's page is of the record, too.
 */
struct log_links {
    struct log_op *op; /* number - 1 */
    size_t n_ops, op_room;
    struct log_link *link; /* by operation, each in the order of the log, none twice */
    size_t n_links;
    size_t n_records; /* predicted */
};

/** Read a log. @return 0, or the exit status after one line on stderr. */
int log_links_read(struct log_links *links, const char *path, bool salvage);

/** The first link of an operation; *n: their number. */
const struct log_link *log_links_of(const struct log_links *links, uint32_t op, size_t *n);

void log_links_free(struct log_links *links);

#endif
