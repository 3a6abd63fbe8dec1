/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_WORDS_H
#define SPE_CLI_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "spe/enable.h"
#include "spe/regs.h"
#include "spe/txn.h"

/** What is said of one transaction: pieces, the first of which says what it is. */
struct words {
    char text[2048]; /* a piece ends with '\n'; what does not fit is left out */
    size_t used;
};

/** Begin; add a piece; go on with the last one. @{ */
void words_init(struct words *w);
__attribute__((format(printf, 2, 3))) void words_add(struct words *w, const char *format, ...);
__attribute__((format(printf, 2, 3))) void words_more(struct words *w, const char *format, ...);
/** @} */

/** As many pieces from *from on as fit into `width` columns, the first one in any case, with commas
 * between them; behind one that ends with a colon none. *from moves behind them.
 * @return whether there was one. */
bool words_line(const struct words *w, size_t *from, size_t width, char *dst, size_t bytes);

/** What earlier transactions have said, as far as words about later ones need it. */
struct words_state {
    const struct spe_config *cfg;
    struct spe_txn_ctx context[16]; /* by id */
    bool known[16];
    uint8_t current; /* the one announced last */
    bool has_current;
    struct spe_regs regs; /* as software has written them: PMSCR_EL2.EE decides what PMBSR_EL1 is */
    uint64_t members;
    struct words_tag {
        bool known;
        uint16_t op;
        uint8_t flags;
        uint64_t pc, member;
    } tag[256];
};

/** Begin with a log of this configuration, which the caller keeps. */
void words_begin(struct words_state *state, const struct spe_config *cfg);

/** Say a transaction; then, for those behind it, words_take() it. @{ */
void words_say(const struct words_state *state, const struct spe_txn *txn, struct words *w);
void words_take(struct words_state *state, const struct spe_txn *txn);
/** @} */

/** The transaction without what this configuration does not have: that is nothing to tell. */
void words_know(const struct words_state *state, const struct spe_txn *txn, struct spe_txn *known);
uint16_t words_known_op(const struct spe_config *cfg, uint16_t op);

/** Parts of it, each for its kinds of transactions. @{ */
void words_say_sysreg(const struct words_state *state, const struct spe_txn *txn, struct words *w);
void words_say_operation(const struct words_state *state, const struct spe_txn *txn,
                         struct words *w);
void words_say_bus(const struct spe_txn *txn, struct words *w);
void words_say_output(const struct spe_txn *txn, struct words *w);
/** @} */

/** A context: whose buffer it is, and the controls that differ from the context `before`; without
 * one those that are not 0. */
void words_say_context(const struct spe_config *cfg, const struct spe_txn_ctx *t,
                       const struct spe_txn_ctx *before, struct words *w);

/** Security state and level: "Non-secure EL1". */
void words_level(const struct spe_config *cfg, const struct spe_ctx *ctx, char *dst, size_t bytes);

/** Security state or physical address space; translation regime. @{ */
const char *words_pas(unsigned pas);
const char *words_regime(unsigned regime);
/** @} */

/** A piece for each SPE_OUT_* that is high. */
void words_say_levels(unsigned levels, struct words *w);
/** The same in one line, as far as `dst` has room. */
void words_levels(uint64_t levels, char *dst, size_t bytes);

/** "events" and the names of those that are set; nothing if there are none. */
void words_add_events(struct words *w, uint64_t events);

/** The kind of an operation, and what its payload says of it: "branch, conditional". */
void words_operation(uint16_t op, char *dst, size_t bytes);

/** The register that an access reaches, and the context that it is made in. */
enum spe_reg words_register(const struct words_state *state, const struct spe_txn_sysreg *t);

#endif
