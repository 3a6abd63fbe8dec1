// SPDX-License-Identifier: Apache-2.0
//
// Constrained-random sessions: a mix of everything that a PE and its software may do. Where an
// action is UNPREDICTABLE in the texts (registers written without synchronization, 3.6.1; contexts
// that disable the buffer with records queued) the configuration pins the outcome, and the action
// says so.

#include "driver.hpp"
#include "memory_map.hpp"
#include "registry.hpp"

namespace tb
{
namespace
{

constexpr uint64_t base = Driver::default_va;
constexpr unsigned pages = 4;
constexpr Owner owners[] = {Owner::NsEl1, Owner::NsEl1, Owner::NsEl2, Owner::NsEl2Host,
                            Owner::SecureEl1};

/// One session with one owner and one setting, and random actions in it.
class Episode
{
  public:
    Episode(Seq &seq, Driver &driver) : seq_(seq), driver_(driver)
    {
    }

    void play();

  private:
    uint64_t below(uint64_t n)
    {
        return tb_rng_below(&seq_.rng, n);
    }

    bool percent(unsigned p)
    {
        return tb_rng_percent(&seq_.rng, p);
    }

    void choose_settings();
    void choose_filters();
    void choose_operations();
    void choose_surroundings();
    void choose_buffer();
    Context profiled_context();
    void act();
    void quiet_action(unsigned kind);
    void busy_action(unsigned kind);
    void hurt();
    void service();

    Seq &seq_;
    Driver &driver_;
    bool over_ = false;
};

void Episode::choose_filters()
{
    const bool filtered = percent(40);
    const uint64_t r = tb_rng_u64(&seq_.rng);

    driver_.settings.pmsfcr = filtered ? (r & 7) | (r >> 3 & 7) << 16 : 0;
    driver_.settings.pmsevfr = percent(50) ? r >> 8 & 0xaa : tb_rng_u64(&seq_.rng) & r;
    driver_.settings.pmslatfr = below(percent(80) ? 40 : 4096);
}

void Episode::choose_settings()
{
    Settings &s = driver_.settings;

    do {
        s.owner = owners[below(5)];
    } while (!owner_possible(seq_.cfg, s.owner));
    s.interval = 1 + below(2);
    s.rnd = percent(60);
    s.pmscr_el1 = percent(60) ? pmscr_all : tb_rng_u64(&seq_.rng) | pmscr_e0;
    s.pmscr_el2 = percent(60) ? pmscr_all : tb_rng_u64(&seq_.rng) | pmscr_e0;
    s.pmscr_el1 &= pmscr_all;
    s.pmscr_el2 &= pmscr_all;
    choose_filters();
}

void Episode::choose_operations()
{
    OpMix &mix = seq_.ops.mix;

    mix = OpMix();
    mix.lane_fill = static_cast<unsigned>(30 + below(71));
    mix.bubble = static_cast<unsigned>(below(40));
    mix.usual_latency = static_cast<uint32_t>(4 + below(percent(80) ? 60 : 400));
    mix.slow = percent(30) ? 4 : 0;
    mix.mispredict = static_cast<unsigned>(below(20));
    mix.ns = driver_.settings.owner != Owner::SecureEl1;
}

void Episode::choose_surroundings()
{
    const bool slow = percent(40);
    const unsigned aw = static_cast<unsigned>(slow ? below(20) : 0);
    const unsigned w = static_cast<unsigned>(slow ? below(20) : 0);

    seq_.bench.axi.set_pressure({aw, w, 0, static_cast<unsigned>(slow ? below(200) : 0)});
    seq_.bench.xlat.set_latency(1, static_cast<unsigned>(1 + below(slow ? 60 : 8)), slow ? 6 : 0);
}

void Episode::choose_buffer()
{
    const uint64_t align = seq_.align_bytes();
    const uint64_t limit = base + pages * 4096u;
    const uint64_t near = percent(50) ? limit - 1024 : base + 4096 - 256;
    const uint64_t first = percent(30) ? base : near + below(256);

    driver_.map(base, pages);
    seq_.bench.memory.heal();
    driver_.place(first & ~(align - 1), limit);
    driver_.wrap = base;
}

/* A context in which the owner may profile; the levels above it, and others, come by actions. */
Context Episode::profiled_context()
{
    Context c = driver_.kernel();

    c.el = percent(60) ? El::El0 : driver_.kernel().el;
    if (driver_.settings.owner == Owner::NsEl2 && percent(40))
        c.el = El::El1;
    c.contextidr_el1 = static_cast<uint32_t>(below(4));
    c.contextidr_el2 = static_cast<uint32_t>(below(4));
    c.tbi0 = percent(30);
    c.tbi1 = percent(30);
    c.cnt_en = percent(90);
    return c;
}

void Episode::quiet_action(unsigned kind)
{
    switch (kind) {
    case 0:
        seq_.idle(below(100));
        break;
    case 1:
        seq_.isb();
        break;
    case 2:
        seq_.psb();
        break;
    case 3:
        seq_.dsb();
        break;
    case 4:
        seq_.tlbi();
        break;
    case 5:
        seq_.bench.stop_clock(1 + below(1000));
        break;
    case 6:
        seq_.bench.pe.set_thread_active(false);
        seq_.idle(1 + below(60));
        seq_.bench.pe.set_thread_active(true);
        break;
    default:
        seq_.read(all_sysregs[below(13)]); // any outcome
        break;
    }
}

void Episode::busy_action(unsigned kind)
{
    const unsigned slot = static_cast<unsigned>(below(static_cast<uint64_t>(seq_.cfg.width) + 1));

    switch (kind) {
    case 0:
        seq_.context(profiled_context());
        break;
    case 1:
        seq_.context_in_bundle(profiled_context(), slot);
        break;
    case 2: // without synchronization (3.6.1): takes effect in the next cycle
        seq_.context(driver_.kernel());
        seq_.msr_among_ops(PMSFCR_EL1, tb_rng_u64(&seq_.rng) & 0x70007);
        break;
    case 3:
        seq_.context(driver_.kernel());
        seq_.msr_among_ops(PMSICR_EL1, 1 + below(40));
        break;
    case 4: // disables the buffer under way (S2)
        seq_.context(driver_.kernel());
        seq_.msr_among_ops(PMBLIMITR_EL1, driver_.limit);
        seq_.run(below(40));
        seq_.msr(PMBLIMITR_EL1, driver_.limit | pmblimitr_e);
        seq_.isb();
        break;
    default: // for about one draw: the draws of a run are judged as a whole
        seq_.bench.pe.inject_draw(static_cast<int>(below(256)));
        seq_.run(below(300));
        seq_.bench.pe.inject_draw(-1);
        break;
    }
}

/* Something goes wrong: a fault in the way of the pointer, an aborted burst, a reset. */
void Episode::hurt()
{
    const uint64_t va = base + 4096 * below(pages);
    PageEntry entry = driver_.entry_for(va);

    if (percent(10)) {
        seq_.reset(1 + static_cast<unsigned>(below(3)));
        seq_.idle(below(2000)); // or every start would take the same draws
        over_ = true;
        return;
    }
    if (percent(50)) {
        seq_.bench.memory.fail_nth(1 + static_cast<unsigned>(below(4)),
                                   percent(50) ? tlm::TLM_GENERIC_ERROR_RESPONSE
                                               : tlm::TLM_ADDRESS_ERROR_RESPONSE);
        return;
    }
    entry.fault = true;
    entry.stage2 = percent(40);
    entry.fsc = static_cast<uint8_t>(below(16));
    seq_.bench.xlat.map(owner_regime(driver_.settings.owner), va, entry);
    seq_.tlbi();
}

void Episode::service()
{
    const Context interrupted = seq_.context();

    driver_.map(base, pages);
    seq_.bench.memory.heal();
    seq_.tlbi();
    driver_.service();
    seq_.context(interrupted);
}

void Episode::act()
{
    const unsigned r = static_cast<unsigned>(below(100));

    if (r < 50)
        seq_.run(below(300));
    else if (r < 70)
        quiet_action(static_cast<unsigned>(below(9)));
    else if (r < 92)
        busy_action(static_cast<unsigned>(below(6)));
    else
        hurt();
    if (!over_ && seq_.bench.pe.irq())
        service();
}

void Episode::play()
{
    choose_settings();
    choose_operations();
    choose_surroundings();
    choose_buffer();
    driver_.program(percent(50) ? 1 + below(60) : 0);
    driver_.enable(profiled_context());
    for (uint64_t left = 4 + below(20); left != 0 && !over_; left--)
        act();
    if (over_)
        return;
    seq_.drain_life();
    driver_.stop();
}

void random(Seq &seq)
{
    Driver driver(seq);
    const uint64_t ops = seq.options.ops != 0 ? seq.options.ops : 60000;

    while (seq.bench.pe.ops() < ops) {
        Episode episode(seq, driver);

        episode.play();
    }
    seq.require(&spe_totals::samples, "samples", ops / 2000);
    seq.require(&spe_totals::records, "records", ops / 10000);
}

const TestCase cases[] = {
    {"random", "constrained-random sessions (--ops N)", nullptr, random},
};

} // namespace

const TestList random_tests = list_of(cases);

} // namespace tb
