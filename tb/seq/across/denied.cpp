// SPDX-License-Identifier: Apache-2.0
//
// Samples that end while the buffer is disabled: an "access not allowed" event, or no event
// (D17.9.1).

#include "loads.hpp"
#include "registry.hpp"

namespace tb
{
namespace
{

bool raises(const struct spe_config &cfg)
{
    return cfg.disabled_record == spe_cfg_disabled_record_event;
}

bool discards(const struct spe_config &cfg)
{
    return raises(cfg) && cfg.pmsver >= 3 && cfg.sync_scope != spe_cfg_sync_scope_strict;
}

/* Samples wait for room in the queue when discard mode begins. Then the buffer is disabled, and
 * their records are lost. The "access not allowed" event is still raised (D17.9.1). */
void denied_waiting(Seq &seq)
{
    Loads loads(seq);
    Driver &driver = loads.driver;
    unsigned events = 0;

    loads.begin();
    loads.end();
    seq.bench.axi.set_pressure({600, 600, 0, 40});
    for (unsigned n = 0; n < 12; n++) {
        loads.place();
        loads.begin();
        for (int i = 0; i <= seq.cfg.record_queue + seq.cfg.inflight; i++) {
            seq.drain_life();
            seq.msr(PMSICR_EL1, 1);
            seq.run(1);
        }
        seq.drain_life();
        seq.msr(PMBLIMITR_EL1, driver.limit | pmblimitr_e | pmblimitr_discard);
        seq.idle(n);
        seq.msr(PMBLIMITR_EL1, driver.limit | pmblimitr_discard);
        const Audit a = loads.end();

        events += a.service() && pmbsr_ec(a.pmbsr) == ec_other && pmbsr_mss(a.pmbsr) == bsc_denied;
    }
    seq.expect(events >= 8, "samples that waited were lost in silence");
    seq.require(&spe_totals::records, "records", 1);
    seq.require(&spe_totals::lost, "lost", 8);
}

/* A sample in discard mode ends while the buffer is disabled. Its record would not have been
 * written, so no event is raised. */
void denied_discard(Seq &seq)
{
    Loads loads(seq);
    Driver &driver = loads.driver;

    loads.begin();
    loads.end();
    driver.settings.pmblimitr = pmblimitr_discard;
    for (unsigned n = 0; n < 24; n++) {
        loads.begin();
        seq.idle(n);
        seq.msr(PMBLIMITR_EL1, driver.limit | pmblimitr_discard);
        seq.expect(!loads.end().service(), "a discarded sample raised an event");
    }
    seq.require(&spe_totals::records, "records", 1);
    seq.require(&spe_totals::samples, "samples", 25);
}

/* Software has set PMBSR_EL1.S and clears it in each cycle around the end of a sample. If S is 1 at
 * the start of the ending's cycle, the record is lost without an event (W12), otherwise it is
 * written. */
void denied_stopped(Seq &seq)
{
    Loads loads(seq);

    for (unsigned n = 0; n < 24; n++) {
        seq.bench.pe.life().hold(true);
        loads.begin();
        seq.msr(PMBSR_EL1, pmbsr_s);
        seq.bench.pe.life().hold(false);
        seq.idle(n);
        seq.msr(PMBSR_EL1, 0);
        seq.expect(!loads.end().service(), "a sample that ended with S at 1 raised an event");
    }
    seq.require(&spe_totals::records, "records", 1);
    seq.require(&spe_totals::lost, "lost", 4);
}

const TestCase cases[] = {
    {"denied_waiting", "samples that wait in discard mode, of a buffer that is disabled", discards,
     denied_waiting},
    {"denied_discard", "samples of discard mode that end in a disabled buffer", discards,
     denied_discard},
    {"denied_stopped", "samples that end around a write that clears S", raises, denied_stopped},
};

} // namespace

const TestList denied_tests = list_of(cases);

} // namespace tb
