// SPDX-License-Identifier: Apache-2.0
//
// Address and data of a burst in either order: a slave may wait for WVALID before AWREADY and may
// take all data before the address (IHI 0022, A3.3.1).

#include "drive/driver.hpp"
#include "memory_map.hpp"
#include "registry.hpp"

namespace tb
{
namespace
{

constexpr uint64_t base = Driver::default_va;

void prepare(Seq &seq, Driver &driver)
{
    driver.map(base, 2);
    seq.ops.mix.slow = 0;
    seq.ops.mix.nonarch = seq.ops.mix.replay = seq.ops.mix.mispredict = 0;
    seq.ops.mix.usual_latency = 16;
}

/* Write a few records; if alignment permits, the first one is split over two pages. */
void train(Seq &seq, Driver &driver, unsigned samples)
{
    driver.place(base + 4096 - seq.align_bytes(), base + 2 * 4096);
    driver.program(1);
    driver.enable(driver.user());
    seq.run_samples(samples);
}

/* Each order of the channels, without waits and with long ones. */
void axi_w_first(Seq &seq)
{
    static const AxiOrder orders[] = {AxiOrder::after_wvalid, AxiOrder::data_first,
                                      AxiOrder::address_first, AxiOrder::mixed};
    Driver driver(seq);

    prepare(seq, driver);
    for (AxiOrder order : orders) {
        for (unsigned wait : {0u, 3u, 60u}) {
            const uint64_t bursts = seq.bench.axi.bursts(), early = seq.bench.axi.data_first();

            seq.bench.axi.set_pressure({wait, wait / 4, 0, wait, order});
            train(seq, driver, 5);
            seq.drain_life();
            driver.stop();
            const uint64_t ahead = seq.bench.axi.data_first() - early;

            if (order == AxiOrder::data_first)
                seq.expect_eq(ahead, seq.bench.axi.bursts() - bursts, "data taken first");
            if (order == AxiOrder::address_first)
                seq.expect_eq(ahead, 0, "data taken first");
        }
    }
    seq.require(&spe_totals::records, "records", 12);
}

/* @return whether data came before their address; with a mixed order not every burst does that. */
bool wait_ahead(Seq &seq)
{
    for (unsigned n = 0; n < 300 && !seq.bench.axi.waits_for_address(); n++)
        seq.idle(1);
    return seq.bench.axi.waits_for_address();
}

/* While the data of a burst are ahead of its address: a barrier, the buffer disabled, an abort, or
 * reset. */
void disturb(Seq &seq, Driver &driver, unsigned kind)
{
    switch (kind) {
    case 0:
        seq.psb();
        break;
    case 1:
        seq.dsb();
        break;
    case 2: // an offered record is finished, the others are discarded (S2)
        seq.context(driver.kernel());
        seq.msr(PMBLIMITR_EL1, driver.limit);
        seq.isb();
        break;
    case 3:
        seq.bench.memory.fail_nth(1 + static_cast<unsigned>(tb_rng_below(&seq.rng, 3)),
                                  tlm::TLM_GENERIC_ERROR_RESPONSE);
        break;
    default:
        seq.reset(1);
        break;
    }
}

void axi_w_ahead(Seq &seq)
{
    Driver driver(seq);
    uint64_t ahead = 0;

    prepare(seq, driver);
    for (unsigned i = 0; i < 100; i++) {
        const AxiOrder order = i % 2 != 0 ? AxiOrder::data_first : AxiOrder::mixed;

        seq.bench.axi.set_pressure({40, 2, 0, 40, order});
        train(seq, driver, 1 + i % 3);
        ahead += wait_ahead(seq);
        seq.idle(tb_rng_below(&seq.rng, 30));
        disturb(seq, driver, i / 2 % 5);
        seq.drain_life();
        driver.stop();
        seq.bench.memory.heal();
    }
    seq.expect(ahead >= 50, "data were too seldom ahead");
    seq.require(&spe_totals::records, "records", 40);
    seq.require(&spe_totals::resets, "resets", 20);
}

/* Move the pages of the buffer while a burst is held up. That burst still goes to the old place
 * (3.4.4). */
void move_pages(Seq &seq, Driver &driver, unsigned n)
{
    const unsigned regime = owner_regime(driver.settings.owner);

    for (uint64_t va = base; va < driver.limit; va += 4096) {
        const PageEntry entry = driver.entry_for(va, 1 + n);

        seq.bench.memory.open(entry.pa | nonsecure_space);
        seq.bench.xlat.map(regime, va, entry);
    }
    seq.tlbi();
    seq.isb();
}

/* Step until the bus holds up an address, a beat or a response. @return whether it does. */
bool wait_held(Seq &seq)
{
    const AxiSlave &axi = seq.bench.axi;
    const uint64_t aw = axi.aw_stalls(), w = axi.w_stalls();

    for (unsigned n = 0; n < 300; n++) {
        if (axi.aw_stalls() != aw || axi.w_stalls() != w || axi.outstanding() != 0)
            return true;
        seq.idle(1);
    }
    return false;
}

/* Hold up address, data and response for long, in turn: an offered burst stays unchanged, whatever
 * happens meanwhile. */
void axi_stall(Seq &seq)
{
    const AxiSlave &axi = seq.bench.axi;
    Driver driver(seq);
    constexpr uint64_t w_stalls = 200;
    uint64_t held = 0, late = 0;

    prepare(seq, driver);
    for (unsigned i = 0; i < 72 || (axi.w_stalls() < w_stalls && i < 720); i++) {
        const unsigned channel = i % 3;

        seq.bench.axi.set_pressure({channel == 0 ? 50u : 0, channel == 1 ? 20u : 0,
                                    channel == 2 ? 60u : 0, channel == 2 ? 120u : 0});
        train(seq, driver, 1 + i / 3 % 3);
        held += wait_held(seq);
        late += channel == 2 && axi.outstanding() != 0;
        seq.idle(tb_rng_below(&seq.rng, 8));
        if (i / 3 % 6 < 5)
            disturb(seq, driver, i / 3 % 6);
        else
            move_pages(seq, driver, i);
        seq.drain_life();
        driver.stop();
        seq.bench.memory.heal();
        driver.map(base, 2);
        seq.tlbi();
    }
    seq.expect(held >= 60 && late >= 20, "too little was held up");
    seq.expect(axi.aw_stalls() >= 400, "too few cycles with an address held up");
    seq.expect(axi.w_stalls() >= w_stalls, "too few cycles with data held up");
    seq.require(&spe_totals::records, "records", 40);
    seq.require(&spe_totals::resets, "resets", 12);
}

/* Responses take longer than many records. The SPU must not have more bursts outstanding than it
 * can count, and DSB waits for all of them (3.4.4). */
void axi_outstanding(Seq &seq)
{
    constexpr unsigned wait = 1500, samples = 24;
    Driver driver(seq);

    prepare(seq, driver);
    seq.bench.axi.set_pressure({0, 0, wait, wait});
    driver.place(base, base + 2 * 4096);
    driver.program(1);
    driver.enable(driver.kernel());
    for (unsigned i = 0; i < samples; i++) {
        seq.run(1);
        seq.idle(wait / samples);
        seq.msr(PMSICR_EL1, 1);
    }
    seq.dsb();
    seq.expect_eq(seq.bench.axi.outstanding(), 0, "bursts outstanding after DSB");
    seq.drain_life();
    driver.stop();
    seq.require(&spe_totals::records, "records", 2);
}

/* What happens around the response of a record's first burst. */
enum class Beside : uint8_t { next_record, full, translation, dsb };
constexpr Beside besides[] = {Beside::next_record, Beside::full, Beside::translation, Beside::dsb};

void place_beside(Seq &seq, Driver &driver, Beside beside)
{
    driver.place(base, base + 2 * 4096);
    if (beside == Beside::full)
        driver.place(driver.limit - seq.record_bytes(), driver.limit);
    else if (beside == Beside::translation)
        driver.place(base + 4096 - seq.align_bytes(), driver.limit);
}

/* Take as many samples as there are tags. They end together, so that their records follow each
 * other. */
void end_together(Seq &seq)
{
    seq.bench.pe.life().gather(true);
    for (int i = 0; i < seq.cfg.inflight; i++) {
        seq.msr(PMSICR_EL1, 1);
        seq.run(1);
    }
    seq.idle(40);
    seq.bench.pe.life().gather(false);
}

/* Write some records; with `error`, the response of the first burst is an error. DSB is requested
 * `wait` cycles after the first address. */
void soon_beside(Seq &seq, Driver &driver, Beside beside, bool error, unsigned wait)
{
    const uint64_t bursts = seq.bench.axi.bursts();

    driver.map(base, 2);
    seq.tlbi();
    place_beside(seq, driver, beside);
    if (error)
        seq.bench.memory.fail_nth(1, tlm::TLM_GENERIC_ERROR_RESPONSE);
    driver.program(0);
    driver.enable(driver.kernel());
    end_together(seq);
    seq.step_until("AWREADY", [&] { return seq.bench.axi.bursts() != bursts; });
    seq.idle(wait);
    if (beside == Beside::dsb)
        seq.dsb();
    seq.drain_life();
    driver.stop();
    seq.bench.memory.heal();
}

/* B is valid 1 to 5 cycles after the last handshake of a burst. Some memories are that quick. */
void axi_soon(Seq &seq)
{
    Driver driver(seq);
    uint64_t trains = 0;

    prepare(seq, driver);
    for (unsigned cycles = 0; cycles <= 4; cycles++) {
        seq.bench.axi.set_access(cycles, cycles);
        for (Beside beside : besides) {
            for (unsigned n = 0; n < 8; n++, trains++)
                soon_beside(seq, driver, beside, n % 2 != 0, n / 2);
        }
    }
    seq.expect(seq.bench.axi.errors() >= trains / 2, "too few errors");
    seq.require(&spe_totals::records, "records", trains / 4);
}

const TestCase cases[] = {
    {"axi_outstanding", "many records whose responses keep out",
     [](const struct spe_config &c) { return c.sync_scope != spe_cfg_sync_scope_strict; },
     axi_outstanding},
    {"axi_soon", "responses 1 to 5 cycles after their bursts", nullptr, axi_soon},
    {"axi_stall", "address, data and response held up for long", nullptr, axi_stall},
    {"axi_w_first", "AWREADY after WVALID or all data, WREADY after AW, in turn", nullptr,
     axi_w_first},
    {"axi_w_ahead", "barriers, disabling, aborts and reset with data ahead", nullptr, axi_w_ahead},
};

} // namespace

const TestList axi_tests = list_of(cases);

} // namespace tb
