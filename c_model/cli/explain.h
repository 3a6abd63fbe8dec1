/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_EXPLAIN_H
#define SPE_CLI_EXPLAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config_members.h"
#include "journal_state.h"
#include "spe/journal.h"
#include "spe/log.h"
#include "spe/model.h"
#include "spe/record.h"
#include "spe/regs.h"

/*
 * spe explain: says what the journal of a log tells about one finding. explain_read() fills a
 * struct explain; the other files read it, each for its kind of finding.
 */

#define EXPLAIN_TXNS     32    /* transactions up to the finding that are kept */
#define EXPLAIN_AFTER    4096u /* cycles after the finding that are looked at */
#define EXPLAIN_LINES    40
#define EXPLAIN_WIDTH    110
#define EXPLAIN_CONTEXTS 16 /* ids of contexts */

/** When something changed, or was last seen to be right. */
struct when {
    bool known;
    uint64_t cycle;
    uint32_t seq;
    const char *rule;
};

/** For each bit of a register: its last change, and when it was last read right before the finding.
 */
struct bit_history {
    struct when changed[64], right[64];
};

/** A sample, and the context (one of those announced) in which it was selected. */
struct explain_picked {
    uint32_t number;
    size_t context;
};

struct explain {
    const char *path;
    bool salvage;
    struct spe_log_header header;
    struct spe_config cfg; /* the configuration in the log's header */
    struct spe_log_run run;

    struct spe_finding *finding; /* all findings that the log reports, in order */
    size_t n_findings, finding_room;
    bool counted;  /* the log was replayed: `finding` is complete */
    size_t target; /* index of the finding that is explained */

    struct spe_journal_entry *entry; /* the last ones up to the finding, and some after it */
    size_t n_entries, entry_room;
    bool cut;     /* earlier entries were dropped */
    size_t at;    /* number of entries before the finding */
    bool reached; /* the replay has come to the finding */

    struct spe_txn txn[EXPLAIN_TXNS]; /* the last ones up to the finding, the oldest first */
    size_t n_txns;

    struct bit_history reg[SPE_REGS];
    struct when written[SPE_REGS]; /* last write by software before the finding */
    struct journal_state state;    /* at the finding */
    uint64_t released; /* last cycle before the finding in which reset was released, 0: none */
    struct spe_txn_ctx *said; /* contexts, in the order in which they came */
    size_t n_said, said_room;
    size_t ctx[EXPLAIN_CONTEXTS];  /* for each id, place of the last one in `said`, from 1 */
    struct explain_picked *picked; /* samples selected before the finding */
    size_t n_picked, picked_room;
    uint8_t picks; /* id of the context of the last selection */
    bool failed;   /* no memory */
};

/** Read the log twice: for its findings, then for the journal around finding `n` (from 1).
 * `command` begins the error lines. @return 0, or the exit status after one line on stderr: 2 also
 * if there is no such finding. */
int explain_read(struct explain *e, const char *command, uint64_t n);
void explain_free(struct explain *e);

/** The finding that is explained. */
static inline const struct spe_finding *explain_finding(const struct explain *e)
{
    return &e->finding[e->target];
}

/** The context with this id, as last announced before the finding. NULL: it was never announced. */
static inline const struct spe_txn_ctx *explain_context(const struct explain *e, size_t id)
{
    return e->ctx[id] != 0 ? &e->said[e->ctx[id] - 1] : NULL;
}

/** The context in which a sample was selected, as it was then. NULL: it was not announced. */
const struct spe_txn_ctx *explain_context_of(const struct explain *e, uint32_t sample);

/** Find journal entries that match: before the finding, from the last one backwards, or after it,
 * from the first one on. NULL: no further entry. `field` NULL and `number` UINT32_MAX match any. @{
 */
const struct spe_journal_entry *explain_before(const struct explain *e,
                                               const struct spe_journal_entry *from, int unit,
                                               uint32_t number, const char *field);
const struct spe_journal_entry *explain_after(const struct explain *e,
                                              const struct spe_journal_entry *from, int unit,
                                              uint32_t number, const char *field);
/** @} */

/** The first entry of all that are kept, or NULL. */
const struct spe_journal_entry *explain_first(const struct explain *e, int unit, uint32_t number,
                                              const char *field);

/** Record and register that a finding names. @return 0 or SPE_REGS: it names none. @{ */
uint32_t finding_record(const struct spe_finding *f);
enum spe_reg finding_register(const struct spe_finding *f);
/** @} */

/** Number of the record, or of the sample, that the finding belongs to; 0: none. @{ */
uint32_t explain_record(const struct explain *e);
uint32_t explain_sample(const struct explain *e);
/** @} */

/** The register that the finding is about; SPE_REGS: none. */
enum spe_reg explain_register(const struct explain *e);

#endif
