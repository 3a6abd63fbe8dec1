/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "bytes/shape.h"
#include "judge/report.h"
#include "state/model.h"
#include "state/queue.h"

/* Checks of bursts against AXI4, and against the translations that they use. They only report:
 * nothing changes. */

uint64_t buffer_bad_bus(struct spe_model *m, const char *where, const char *fmt, ...)
{
    struct spe_finding f = model_finding(m, SPE_CHECK_BUS_PROTOCOL, "AMBA AXI4; rtl/README.md");
    va_list ap;

    va_start(ap, fmt);
    (void)vsnprintf(f.text, sizeof(f.text), fmt, ap);
    va_end(ap);
    FMT(f.where, "%s", where);
    model_emit(m, &f);
    return f.number;
}

#define CACHE(code) (1u << (code))

/* AWCACHE codes for the inner or outer half of a Normal attribute: any allocation hint. */
static unsigned normal_caches(unsigned half)
{
    if (half == 0x4) { /* Non-cacheable, bufferable or not */
        return CACHE(0x2) | CACHE(0x3);
    }
    return (half & 0x4u) != 0 ? CACHE(0x7) | CACHE(0xB) | CACHE(0xF) /* Write-Back */
                              : CACHE(0x6) | CACHE(0xA) | CACHE(0xE);
}

/* AWCACHE codes that AXI4 permits for a memory attribute, as a set. A port need not tell the
 * inner from the outer one, nor Write-Through from Write-Back (rtl/README.md, "Ports"). */
static unsigned caches_of(unsigned attr)
{
    if (attr == 0x00) {
        return CACHE(0x0);
    }
    if ((attr & 0xF0u) == 0) { /* early acknowledgement is permitted, not required */
        return CACHE(0x0) | CACHE(0x1);
    }
    return normal_caches(attr >> 4) | normal_caches(attr & 0xFu) | (attr == 0x44 ? 0 : CACHE(0xF));
}

static void bad_cache(struct spe_model *m, unsigned cache, unsigned attr)
{
    char list[80] = "";
    size_t used = 0;

    for (unsigned code = 0; code < 16 && used < sizeof(list); code++) {
        if ((caches_of(attr) & CACHE(code)) != 0) {
            used += (size_t)snprintf(list + used, sizeof(list) - used, "%s0x%x",
                                     used == 0 ? "" : " or ", code);
        }
    }
    uint64_t finding = buffer_bad_bus(m, "AWCACHE", "0x%x for memory attribute 0x%02x, expected %s",
                                      cache, attr, list);
    if (caches_of(attr) == CACHE(0)) {
        model_correct(m, finding, SPE_EDIT_AW_CACHE, 0, UINT64_MAX);
    }
}

void buffer_shape(struct spe_model *m, const struct spe_txn_aw *t)
{
    uint64_t bytes = (uint64_t)1 << t->size;
    uint64_t last = (t->addr & ~(bytes - 1)) + bytes * ((uint64_t)t->len + 1) - 1, finding;

    (void)model_eval(m, SPE_CHECK_BUS_PROTOCOL);
    if (bytes > (uint64_t)m->cfg.axi_bytes) {
        buffer_bad_bus(m, "AWSIZE", "beats of %" PRIu64 " bytes on a bus of %d bytes", bytes,
                       m->cfg.axi_bytes);
    } else if (t->addr >> 12 != last >> 12) { /* of beats of a right size */
        buffer_bad_bus(m, "AWLEN",
                       "the burst from 0x%" PRIx64 " to 0x%" PRIx64 " crosses a 4 KB boundary",
                       t->addr, last);
    }
    if (t->burst != SPE_AW_INCR) {
        finding = buffer_bad_bus(m, "AWBURST", "%u, bursts are INCR (1)", t->burst);
        model_correct(m, finding, SPE_EDIT_AW_BURST, SPE_AW_INCR, UINT64_MAX);
    }
    if ((t->prot & (SPE_AW_PRIVILEGED | SPE_AW_INSTRUCTION)) != SPE_AW_PRIVILEGED) {
        finding =
            buffer_bad_bus(m, "AWPROT", "0x%x, expected is a privileged data access", t->prot);
        model_correct(m, finding, SPE_EDIT_AW_PROT, SPE_AW_PRIVILEGED,
                      SPE_AW_PRIVILEGED | SPE_AW_INSTRUCTION);
    }
    if (m->cfg.axi_one_id && m->spu->buf.burst[0].id != t->id) {
        buffer_bad_bus(m, "AWID", "%u, and a burst with ID %u waits for its response [axi_one_id]",
                       t->id, m->spu->buf.burst[0].id);
    }
    if (buffer_waits(m) && m->spu->buf.n_bursts > 1) {
        buffer_bad_bus(m, "AWVALID",
                       "a burst follows before the response of the one before, although"
                       " External aborts are synchronous [abort_wait]");
    }
}

void buffer_attributes(struct spe_model *m, const struct spe_txn_aw *t, const struct xl *x)
{
    static const char *const name[] = {"Secure", "Non-secure", "Root", "Realm"};
    const unsigned pas =
        ((t->prot & SPE_AW_NONSECURE) != 0 ? 1u : 0u) | ((t->prot & SPE_AW_NSE) != 0 ? 2u : 0u);

    (void)model_eval(m, SPE_CHECK_BUS_PROTOCOL);
    if (pas != x->pas) {
        uint64_t finding =
            buffer_bad_bus(m, ((pas ^ x->pas) & 1u) != 0 ? "AWPROT[1]" : "AWNSE",
                           "the burst is %s, the translation gave %s", name[pas], name[x->pas]);
        model_correct(m, finding, SPE_EDIT_AW_PROT,
                      ((x->pas & 1u) != 0 ? SPE_AW_NONSECURE : 0) |
                          ((x->pas & 2u) != 0 ? SPE_AW_NSE : 0),
                      SPE_AW_NONSECURE | SPE_AW_NSE);
    } else if ((caches_of(x->attr) & CACHE(t->cache)) == 0) {
        bad_cache(m, t->cache, x->attr);
    }
}
