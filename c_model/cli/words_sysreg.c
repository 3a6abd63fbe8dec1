/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>

#include "reg_fields.h"
#include "spe/log.h"
#include "words.h"

/* Accesses to System registers, with their fields. */

enum spe_reg words_register(const struct words_state *state, const struct spe_txn_sysreg *t)
{
    const char *name = spe_log_register_name(t->enc);
    enum spe_reg reg = name != NULL ? reg_by_name(name) : SPE_REGS;
    struct spe_ctx ctx;

    if (reg != SPE_REGS && state->has_current) { /* E2H may redirect PMSCR_EL1 to PMSCR_EL2 */
        spe_ctx_from_txn(&ctx, &state->context[state->current]);
        (void)spe_reg_access(state->cfg, &state->regs, &ctx, t, &reg);
    }
    return reg;
}

static void say_field(const struct reg_field *field, uint64_t value, struct words *w)
{
    const uint64_t part = reg_field_value(field, value);
    char meaning[96];

    reg_field_meaning(field, value, meaning, sizeof(meaning));
    if (part == 0 && meaning[0] == '\0') {
        return;
    }
    words_add(w, part < 10 ? "%s=%" PRIu64 : "%s=0x%" PRIx64, field->name, part);
    if (meaning[0] != '\0') {
        words_more(w, " (%s)", meaning);
    }
}

static void say_sources(uint64_t value, struct words *w)
{
    const char *before = "data sources ";

    for (unsigned source = 0; source < 64; source++) {
        if ((value >> source & 1) != 0) {
            words_add(w, "%s%u", before, source);
            before = "";
        }
    }
}

/* The bits that this configuration has. Identification registers are only read. */
static uint64_t bits_there(const struct spe_config *cfg, enum spe_reg reg)
{
    return reg == SPE_PMSIDR || reg == SPE_PMBIDR ? UINT64_MAX : spe_reg_writable(cfg, reg);
}

static void say_fields(const struct spe_config *cfg, enum spe_reg reg, uint64_t value,
                       struct words *w)
{
    const uint64_t there = bits_there(cfg, reg);
    const bool events = reg == SPE_PMSEVFR || reg == SPE_PMSNEVFR;
    const struct reg_field *field;
    uint64_t fields = events || reg == SPE_PMSDSFR ? there : 0;

    for (unsigned i = 0; (field = reg_field(reg, i)) != NULL; i++) {
        if ((there & SPE_MASK(field->high, field->low)) != 0) {
            say_field(field, value & there, w);
            fields |= there & SPE_MASK(field->high, field->low);
        }
    }
    if (events) {
        words_add_events(w, value & there);
    } else if (reg == SPE_PMSDSFR) {
        say_sources(value & there, w);
    }
    if ((value & ~fields) != 0) {
        words_add(w, "bits of no field 0x%" PRIx64, value & ~fields);
    }
}

static void say_name(uint16_t enc, struct words *w)
{
    const char *name = spe_log_register_name(enc);

    if (name != NULL) {
        words_more(w, " %s", name);
    } else {
        words_more(w, " S%u_%u_C%u_C%u_%u", enc >> 14, enc >> 11 & 7u, enc >> 7 & 15u,
                   enc >> 3 & 15u, enc & 7u);
    }
}

void words_say_sysreg(const struct words_state *state, const struct spe_txn *txn, struct words *w)
{
    static const char *const outcomes[] = {[SPE_ACCESS_UNDEFINED] = "UNDEFINED",
                                           [SPE_ACCESS_TRAP_EL1] = "trapped to EL1",
                                           [SPE_ACCESS_TRAP_EL2] = "trapped to EL2",
                                           [SPE_ACCESS_TRAP_EL3] = "trapped to EL3",
                                           [SPE_ACCESS_MEMORY] = "made a memory access (NV2)"};
    const struct spe_txn_sysreg *t = &txn->u.sysreg;
    const enum spe_reg reg = words_register(state, t);

    words_add(w, "%s", t->write ? "write" : "read");
    say_name(t->enc, w);
    if (t->outcome != SPE_ACCESS_OK) {
        words_more(w, " %s",
                   t->outcome < sizeof(outcomes) / sizeof(outcomes[0]) ? outcomes[t->outcome]
                                                                       : "with no outcome");
        words_add(w, "data 0x%" PRIx64, t->data);
    } else {
        words_more(w, " 0x%" PRIx64, t->data);
        const char *name = spe_log_register_name(t->enc);
        if (reg != SPE_REGS && reg != reg_by_name(name)) {
            words_more(w, " (%s by E2H)", spe_reg_name(reg));
        }
        if (reg != SPE_REGS && reg != SPE_PMBPTR && t->data != 0) {
            words_more(w, ":");
            say_fields(state->cfg, reg, t->data, w);
        }
    }
    if (t->fgt) {
        words_add(w, "a fine-grained trap applies");
    }
}
