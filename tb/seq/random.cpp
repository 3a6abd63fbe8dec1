// SPDX-License-Identifier: Apache-2.0
//
// Constrained-random sessions: a mix of everything that a PE and its software may do. Where an
// action is UNPREDICTABLE in the texts (registers written without synchronization, 3.6.1; contexts
// that disable the buffer with records queued; INTERVAL 0) the configuration pins the outcome, and
// the action says so.

#include "episode.hpp"
#include "memory_map.hpp"
#include "registry.hpp"

namespace tb
{
namespace
{

constexpr uint64_t base = Driver::default_va;
constexpr unsigned pages = 4;

/* PMBSR_EL1.FSC of translations (4.3.4): each level, External aborts on walks, alignment, TLB
 * conflict, unsupported atomic update. */
constexpr uint8_t fault_codes[] = {0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07,
                                   0x08, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x0e, 0x0f,
                                   0x14, 0x15, 0x16, 0x17, 0x21, 0x30, 0x35};

} // namespace

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
    case 7:
        refused_write();
        break;
    case 8:
        other_world();
        break;
    default:
        seq_.read(all_sysregs[below(13)]); // any outcome
        break;
    }
}

/* At EL0 every access is UNDEFINED; at EL1 those of a buffer that EL1 may not touch are trapped. */
void Episode::refused_write()
{
    const Context here = seq_.context();
    const bool trapped = seq_.cfg.el2 && driver_.settings.owner == Owner::NsEl1;
    Context there = here.at(El::El0);

    if (trapped && percent(50)) {
        there = driver_.kernel();
        there.e2pb = 2;
    }
    seq_.context(there);
    const SysregResult r = seq_.write(there.el == El::El0 ? all_sysregs[below(13)] : PMBPTR_EL1,
                                      tb_rng_u64(&seq_.rng));

    seq_.expect(r.outcome != SPE_ACCESS_OK, "a write was not refused");
    seq_.context(here);
}

/* The other Security state runs for a while, entered and left through EL3. */
void Episode::other_world()
{
    const Context here = seq_.context();
    Context there = here.at(El::El3);

    if (!seq_.cfg.el3)
        return;
    there.aarch32 = there.debug = false;
    seq_.context(there);
    there.scr_ns = !here.scr_ns;
    seq_.context(there);
    seq_.context(there.at(percent(50) && !(there.tge && there.scr_ns) ? El::El1 : El::El0));
    seq_.run(below(100));
    seq_.context(there);
    there.scr_ns = here.scr_ns;
    seq_.context(there);
    seq_.context(here);
}

/* Barriers of one thread wait while other operations are on their way. */
void Episode::barrier_among_ops()
{
    const bool dsb = percent(50);

    if (percent(60) || !dsb)
        seq_.bench.pe.request_psb();
    if (dsb)
        seq_.bench.pe.request_dsb();
    seq_.run(below(120));
    seq_.psb();
    seq_.dsb();
}

/* Controls written at the owner's level among operations, without synchronization (3.6.1): the
 * write takes effect in the next cycle. */
void Episode::toggle_among_ops()
{
    const bool el2 = driver_.kernel().el == El::El2;
    const uint16_t pmscr = el2 ? PMSCR_EL2 : PMSCR_EL1;
    const uint64_t usual = el2 ? driver_.settings.pmscr_el2 : driver_.settings.pmscr_el1;

    seq_.context(driver_.kernel());
    if (percent(70)) {
        seq_.msr_among_ops(pmscr, tb_rng_u64(&seq_.rng) & pmscr_all);
        seq_.run(below(40));
        seq_.msr_among_ops(pmscr, usual);
    } else {
        seq_.msr_among_ops(PMBLIMITR_EL1, driver_.limit); // the buffer under way is disabled (S2)
        seq_.run(below(40));
        seq_.msr(PMBLIMITR_EL1, driver_.limit | pmblimitr_e);
        seq_.isb();
    }
}

/* The PE holds all lives back, or all endings. */
void Episode::hold_back()
{
    LifeDriver &life = seq_.bench.pe.life();
    const bool gather = percent(60);

    life.gather(gather);
    life.hold(!gather);
    seq_.run(below(200));
    seq_.idle(below(60));
    life.gather(false);
    life.hold(false);
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
    case 4:
        toggle_among_ops();
        break;
    case 5:
        barrier_among_ops();
        break;
    case 6:
        hold_back();
        break;
    default: // for about one draw: the draws of a run are judged as a whole
        if (driver_.settings.interval == 0)
            break;
        seq_.bench.pe.inject_draw(static_cast<int>(below(256)));
        seq_.run(below(300));
        seq_.bench.pe.inject_draw(-1);
        break;
    }
}

/* Anywhere, also while barriers wait. */
void Episode::reset()
{
    if (percent(30))
        seq_.bench.pe.request_psb();
    if (percent(30))
        seq_.bench.pe.request_dsb();
    seq_.idle(below(3));
    seq_.reset(1 + static_cast<unsigned>(below(3)));
    seq_.idle(below(2000)); // or every start would take the same draws
    over_ = true;
}

/* Something goes wrong: a fault in the way of the pointer, an aborted burst, a reset. */
void Episode::hurt()
{
    const uint64_t va = base + 4096 * below(pages);
    PageEntry entry = driver_.entry_for(va);

    if (percent(15)) {
        reset();
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
    entry.fsc = fault_codes[below(sizeof fault_codes)];
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
        quiet_action(static_cast<unsigned>(below(11)));
    else if (r < 92)
        busy_action(static_cast<unsigned>(below(8)));
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
    driver_.program(choose_counter());
    driver_.enable(profiled_context());
    for (uint64_t left = 4 + below(20); left != 0 && !over_; left--)
        act();
    if (over_)
        return;
    seq_.drain_life();
    driver_.stop();
}

namespace
{

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
