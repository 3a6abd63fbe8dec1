// SPDX-License-Identifier: Apache-2.0
//
// Reset in every phase of a sample's life and of a record's way to memory.

#include "drive/driver.hpp"
#include "registry.hpp"

namespace tb
{
namespace
{

constexpr uint64_t base = Driver::default_va;

void prepare(Seq &seq, Driver &driver)
{
    driver.map(base, 4);
    driver.place(base, base + 2 * 4096);
    seq.bench.axi.set_pressure({6, 6, 5, 40});
    seq.bench.xlat.set_latency(2, 20, 4);
    seq.ops.mix.slow = 0;
    seq.ops.mix.usual_latency = 20;
}

/* After reset, profiling is off until software programs it again. */
void check_quiet(Seq &seq, Driver &driver)
{
    seq.context(driver.kernel());
    seq.expect_eq(seq.mrs(PMBLIMITR_EL1) & pmblimitr_e, 0, "PMBLIMITR_EL1.E after reset");
    seq.run(20);
    for (uint16_t enc : sysregs_of(seq.cfg))
        seq.read(enc);
}

/* Take samples and wait `delay` cycles; the caller then resets the SPU. */
void go_on(Seq &seq, Driver &driver, unsigned samples, uint64_t delay)
{
    driver.place(base + 4096 - seq.record_bytes(), base + 2 * 4096);
    driver.program(1);
    driver.enable(driver.user());
    seq.run_samples(samples, 3000);
    seq.idle(delay);
}

void reset_phases(Seq &seq)
{
    Driver driver(seq);
    uint64_t outstanding = 0, in_flight = 0;

    prepare(seq, driver);
    for (unsigned i = 0; i < 150 || ((outstanding == 0 || in_flight == 0) && i < 1500); i++) {
        const unsigned delay = i % 150;

        go_on(seq, driver, 1 + delay % 4, delay);
        outstanding += seq.bench.axi.outstanding() != 0;
        in_flight += seq.bench.pe.life().busy();
        seq.reset(1 + delay % 3);
        check_quiet(seq, driver);
    }
    seq.expect(outstanding != 0, "no reset with a burst outstanding");
    seq.expect(in_flight != 0, "no reset with a sample in flight");
    driver.place(base, base + 2 * 4096);
    driver.shot(1, 1000);
    seq.require(&spe_totals::resets, "resets", 150);
    seq.require(&spe_totals::records, "records", 1);
}

/* Reset while records wait behind a bus that accepts nothing. */
void reset_queue(Seq &seq)
{
    Driver driver(seq);

    prepare(seq, driver);
    for (unsigned i = 0; i < 10; i++) {
        seq.bench.axi.set_pressure({200, 400, 100, 400});
        go_on(seq, driver, 3 + i % 4, 10 + 30 * i);
        seq.reset(2);
        check_quiet(seq, driver);
    }
    seq.bench.axi.set_pressure({});
    driver.place(base, base + 2 * 4096);
    driver.shot(1, 1000);
    seq.require(&spe_totals::resets, "resets", 10);
    seq.require(&spe_totals::records, "records", 1);
}

/* Reset during a barrier, a register access, a context change and an interrupt. */
void reset_corners(Seq &seq)
{
    Driver driver(seq);

    prepare(seq, driver);
    for (unsigned i = 0; i < 24; i++) {
        driver.place(base + 4096, base + 2 * 4096);
        driver.program(1);
        driver.enable(driver.user());
        seq.run_samples(2, 3000);
        if (i % 4 == 0)
            seq.bench.pe.request_psb();
        if (i % 4 == 1)
            seq.bench.pe.request_dsb();
        if (i % 4 == 2)
            seq.msr_among_ops(PMBSR_EL1, pmbsr_s); // refused at EL0
        if (i % 4 == 3) {
            seq.context(driver.kernel());
            seq.msr(PMBSR_EL1, pmbsr_s);
        }
        seq.idle(1 + i);
        seq.reset(1);
        seq.expect(!seq.bench.pe.irq() || seq.cfg.reset_value == spe_cfg_reset_value_unknown,
                   "PMBIRQ after reset");
        check_quiet(seq, driver);
    }
    driver.place(base, base + 2 * 4096);
    driver.shot(1, 1000);
    seq.require(&spe_totals::resets, "resets", 24);
}

/* The bits of fsm_o (tb/sv/spu_harness.sv). */
const char *const state_names[] = {
    "writer StIdle", "writer StEncode", "writer StBurst", "writer StData", "writer StResp",
    "xlat StIdle",   "xlat StWait",     "encoder busy",   "beats due",     "response due",
    "record queued", "PSB CSYNC waits", "tag 0 StFree",   "tag 0 StLive",  "tag 0 StWait",
    "tag 1 StFree",  "tag 1 StLive",    "tag 1 StWait",   "tag 2 StFree",  "tag 2 StLive",
    "tag 2 StWait",  "tag 3 StFree",    "tag 3 StLive",   "tag 3 StWait"};

/* Play operations until the SPU is in all states of `mask`. INTERVAL is 0, so every operation is
 * selected (P15, as in slot_several): tags and queue fill up. In the end a PSB CSYNC waits for
 * them. */
bool reach(Seq &seq, Driver &driver, uint32_t mask)
{
    const unsigned period = 64 + 8 * seq.more_beats(); // the first half writes some records

    driver.place(base + 2 * 4096 - 3 * seq.usual_bytes(), base + 4 * 4096);
    driver.program(1);
    driver.enable(driver.user());
    for (unsigned i = 0; i < 400 + 12 * seq.more_beats() && (seq.bench.states() & mask) != mask;
         i++) {
        seq.bench.pe.life().gather(i % period >= period / 2);
        seq.run(1);
    }
    seq.bench.pe.life().gather(false);
    if ((seq.bench.states() & mask) != mask)
        seq.bench.pe.request_psb();
    for (unsigned i = 0; i < 100 && (seq.bench.states() & mask) != mask; i++)
        seq.idle(1);
    return (seq.bench.states() & mask) == mask;
}

/* Reset in the states of `mask`, with the bus slow, slower, nearly stuck, and at full speed. */
bool reset_in(Seq &seq, Driver &driver, uint32_t mask)
{
    static const AxiPressure pressures[] = {{6, 6, 5, 40}, {60, 30, 60, 200}, {300, 100, 0, 0}, {}};
    unsigned reached = 0;

    for (AxiPressure pressure : pressures) {
        pressure.w_max = seq.beat_wait(pressure.w_max);
        seq.bench.axi.set_pressure(pressure);
        reached += reach(seq, driver, mask);
        seq.reset(1 + static_cast<unsigned>(tb_rng_below(&seq.rng, 3)));
        check_quiet(seq, driver);
    }
    return reached != 0;
}

/* Whether the configuration can be in a state. If a record is done with its data, nothing waits for
 * a response. In strict scope one sample is in flight, and it is taken only when there is room for
 * its record. */
bool reachable(const struct spe_config &cfg, unsigned bit)
{
    const bool waits = (Bench::states_tag_waits >> bit & 1u) != 0;
    const bool second = bit >= 15 && (Bench::states_tag_live >> bit & 1u) != 0;

    if (bit == 4)
        return cfg.record_done == spe_cfg_record_done_b;
    return (!waits && !second) || cfg.sync_scope != spe_cfg_sync_scope_strict;
}

/* A bus that is quick by chance may not lead to a state at once: the limit of trials. */
constexpr unsigned max_rounds = 20;

void reset_states(Seq &seq)
{
    Driver driver(seq);
    constexpr uint32_t busy =
        Bench::states_outstanding | Bench::states_queued | 1u << 13; // and tag 0 in StLive
    const unsigned bits = 12 + 3 * static_cast<unsigned>(seq.cfg.inflight);
    unsigned states = 0;

    prepare(seq, driver);
    driver.settings.interval = 0;
    for (unsigned bit = 0; bit < bits; bit++) {
        if (!reachable(seq.cfg, bit))
            continue;
        states++;
        bool reached = false;
        uint64_t count = 0;

        for (unsigned round = 0; round < max_rounds && (!reached || count == 0); round++) {
            reached |= reset_in(seq, driver, 1u << bit);
            count = seq.bench.reset_states()[bit];
        }

        std::fprintf(stderr, "reset in %-16s %llu\n", state_names[bit],
                     static_cast<unsigned long long>(count));
        seq.expect(reached && count != 0, std::string("no reset in ") + state_names[bit]);
    }
    const bool strict = seq.cfg.sync_scope == spe_cfg_sync_scope_strict;
    bool all = reset_in(seq, driver, busy);

    for (unsigned round = 1; round < max_rounds && !all && !strict; round++)
        all = reset_in(seq, driver, busy);
    seq.expect(all || strict,
               "no reset with a burst outstanding, a record queued and a sample in flight");
    seq.bench.axi.set_pressure({});
    driver.settings.interval = 1;
    driver.place(base, base + 2 * 4096);
    driver.shot(1, 1000);
    seq.require(&spe_totals::resets, "resets", 4 * (states + 1));
    seq.require(&spe_totals::records, "records", 1);
}

/* A context from which all registers can be reached. */
Context reach_all(const struct spe_config &cfg)
{
    Context c;

    c.el = cfg.el3 ? El::El3 : cfg.el2 ? El::El2 : El::El1;
    return c;
}

/* Every register, except the enable of the buffer, holds `pattern` at reset. After reset, a read
 * returns what a read returns after a write of 0, or what the register held (4.2, E6). */
void reset_from(Seq &seq, uint64_t pattern)
{
    const std::vector<uint16_t> list = sysregs_of(seq.cfg);
    std::vector<uint64_t> expected;

    seq.context(reach_all(seq.cfg));
    for (uint16_t enc : list) {
        seq.write(enc, 0);
        expected.push_back(seq.read(enc).data);
        seq.write(enc, enc == PMBLIMITR_EL1 ? pattern & ~pmblimitr_e : pattern);
        if (seq.cfg.reset_value == spe_cfg_reset_value_unknown)
            expected.back() = seq.read(enc).data;
    }
    seq.reset(1 + static_cast<unsigned>(tb_rng_below(&seq.rng, 3)));
    seq.context(reach_all(seq.cfg));
    for (size_t i = 0; i < list.size(); i++) {
        const SysregResult r = seq.read(list[i]);

        if (r.outcome == SPE_ACCESS_OK)
            seq.expect_eq(r.data, expected[i], "register after reset");
    }
}

/* Nothing has written the registers since power-up. Whatever they hold, RES0 bits are 0 (4.2, E6):
 * the scoreboard compares each read. */
void read_unwritten(Seq &seq)
{
    seq.context(reach_all(seq.cfg));
    for (uint16_t enc : sysregs_of(seq.cfg))
        seq.read(enc);
}

void reset_values(Seq &seq)
{
    Driver driver(seq);

    read_unwritten(seq);
    prepare(seq, driver);
    for (uint64_t pattern :
         {UINT64_MAX, UINT64_C(0x5555555555555555), UINT64_C(0xaaaaaaaaaaaaaaaa)})
        reset_from(seq, pattern);
    const uint64_t before = seq.bench.memory.bytes_written();
    for (unsigned i = 0; i < 20 && (i == 0 || seq.bench.memory.bytes_written() == before); i++) {
        driver.place(base, base + 2 * 4096);
        driver.shot(1, 1000);
    }
    seq.require(&spe_totals::resets, "resets", 3);
    seq.require(&spe_totals::records, "records", 1);
    seq.require_check(SPE_CHECK_REG_READ, 36);
}

const TestCase cases[] = {
    {"reset_phases", "reset after every number of cycles from the selection", nullptr,
     reset_phases},
    {"reset_queue", "reset with records queued behind a stalled bus", nullptr, reset_queue},
    {"reset_states", "reset in every state of every FSM, and with everything busy", nullptr,
     reset_states},
    {"reset_values", "every register read at power-up; written, and read after a reset", nullptr,
     reset_values},
    {"reset_corners", "reset during barriers, accesses and interrupts", nullptr, reset_corners},
};

} // namespace

const TestList reset_tests = list_of(cases);

} // namespace tb
