/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_STATE_MODES_H
#define SPE_STATE_MODES_H

#include <stdbool.h>
#include <stdint.h>

#define MAX_MODES 32        /* bits of rec.modes */
#define MODE_NONE MAX_MODES /* no mode that occurred */

/* How addresses of the buffer are translated (W3): in the owner's regime; or, with nvm, without its
 * stage 1 and with the attributes of PMBMAR_EL1 (D24.7.2). */
struct xl_mode {
    uint8_t regime, nvm, attr, sh; /* attr, sh: 0 without nvm */
    uint8_t open;                  /* MODE_OPEN_*: since reset nothing has told these fields */
};

/* Bits of xl_mode.open ([reset_value] = unknown). An open field is 0. */
enum {
    MODE_OPEN_NVM = 1, /* PMSCR_EL2.EnVM: nvm; with nvm 1, attr and sh are those of PMBMAR_EL1 */
    MODE_OPEN_ATTR = 2 /* PMBMAR_EL1: attr, sh */
};

/* The modes that occurred, by number; the last ones if there were more. */
struct modes {
    struct xl_mode of[MAX_MODES];
    unsigned n, next;
};

/** Whether the open mode may turn out to be `is`, in which nothing is open. */
static inline bool modes_can_be(const struct xl_mode *open, const struct xl_mode *is)
{
    if (open->open == 0 || is->open != 0 || is->regime != open->regime ||
        (is->nvm != open->nvm && !(open->open & MODE_OPEN_NVM))) {
        return false;
    }
    return is->nvm == 0 ? is->attr == 0 && is->sh == 0
                        : (open->open & MODE_OPEN_ATTR) != 0 ||
                              (is->attr == open->attr && is->sh == open->sh);
}

/** Whether a translation of mode `is` is one of `mode`, or may be. */
static inline bool modes_fit(const struct modes *modes, unsigned is, unsigned mode)
{
    return is == mode || modes_can_be(&modes->of[mode], &modes->of[is]);
}

/** The owner of a mode: a number for each Security state and Exception level. txn_bus.h lists three
 * regimes for each state, that of EL1 first. */
static inline unsigned modes_owner(const struct modes *modes, unsigned mode)
{
    const unsigned regime = modes->of[mode].regime;

    return regime / 3 * 2 + (regime % 3 != 0);
}

#endif
