/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_WORDS_H
#define SPE_CLI_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "spe/enable.h"
#include "spe/regs.h"
#include "spe/txn.h"

/** The words for one transaction: a list of pieces; the first piece names the transaction. */
struct words {
    char text[2048]; /* each piece ends with '\n'; what does not fit is left out */
    size_t used;
};

/** Begin; add a piece; extend the last piece. @{ */
void words_init(struct words *w);
__attribute__((format(printf, 2, 3))) void words_add(struct words *w, const char *format, ...);
__attribute__((format(printf, 2, 3))) void words_more(struct words *w, const char *format, ...);
/** @} */

/** Join pieces from *from on with commas, as many as fit into `width` columns, and at least one; no
 * comma follows a piece that ends with a colon. *from moves to the next piece.
 * @return whether there was a piece. */
bool words_line(const struct words *w, size_t *from, size_t width, char *dst, size_t bytes);

/** Facts from earlier transactions that the words for later ones need. */
struct words_state {
    const struct spe_config *cfg;
    struct spe_txn_ctx context[16]; /* by id */
    bool known[16];
    uint8_t current; /* id of the last announced one */
    bool has_current;
    struct spe_regs regs; /* as software wrote them: PMSCR_EL2.EE decides what PMBSR_EL1 is */
    uint64_t members;
    struct words_tag {
        bool known;
        uint16_t op;
        uint8_t flags;
        uint64_t pc, member;
    } tag[256];
};

/** Start a log with this configuration, which the caller keeps. */
void words_begin(struct words_state *state, const struct spe_config *cfg);

/** Describe a transaction; then call words_take(), so that later ones can be described. @{ */
void words_say(const struct words_state *state, const struct spe_txn *txn, struct words *w);
void words_take(struct words_state *state, const struct spe_txn *txn);
/** @} */

/** Copy the transaction without the fields that this configuration lacks: their values mean
 * nothing. */
void words_know(const struct words_state *state, const struct spe_txn *txn, struct spe_txn *known);
uint16_t words_known_op(const struct spe_config *cfg, uint16_t op);

/** Parts of words_say(), each for its kinds of transactions. @{ */
void words_say_sysreg(const struct words_state *state, const struct spe_txn *txn, struct words *w);
void words_say_operation(const struct words_state *state, const struct spe_txn *txn,
                         struct words *w);
void words_say_bus(const struct spe_txn *txn, struct words *w);
void words_say_output(const struct spe_txn *txn, struct words *w);
/** @} */

/** Describe a context: who owns the buffer, and the controls that differ from the context `before`;
 * if that is NULL, the controls that are not 0. */
void words_say_context(const struct spe_config *cfg, const struct spe_txn_ctx *t,
                       const struct spe_txn_ctx *before, struct words *w);

/** Security state and level: "Non-secure EL1". */
void words_level(const struct spe_config *cfg, const struct spe_ctx *ctx, char *dst, size_t bytes);

/** Name of a Security state or physical address space; of a translation regime. @{ */
const char *words_pas(unsigned pas);
const char *words_regime(unsigned regime);
/** @} */

/** Add a piece for each SPE_OUT_* level that is high. */
void words_say_levels(unsigned levels, struct words *w);
/** Write the same into one line, as far as `dst` has room. */
void words_levels(uint64_t levels, char *dst, size_t bytes);

/** Add "events" and the names of the events that are set; nothing if no event is set. */
void words_add_events(struct words *w, uint64_t events);

/** The kind of an operation, and the meaning of its payload: "branch, conditional". */
void words_operation(uint16_t op, char *dst, size_t bytes);

/** The register that an access reaches in its context. */
enum spe_reg words_register(const struct words_state *state, const struct spe_txn_sysreg *t);

#endif
