// SPDX-License-Identifier: Apache-2.0
//
// Constrained-random sessions: a mix of everything that a PE and its software may do. Some actions
// are UNPREDICTABLE in the texts: registers written without synchronization (3.6.1), contexts that
// disable the buffer with records queued, INTERVAL 0. For these the configuration settles the
// outcome, and the action names the choice. No action does what software must not do (3.6):
// PMBPTR_EL1 is written only with no record on its way, and the owner changes only after PSB CSYNC.

#include "drive/regs.hpp"
#include "legal.hpp"
#include "memory_map.hpp"
#include "random/episode.hpp"

namespace tb
{
namespace
{

constexpr uint64_t registers = sizeof all_sysregs / sizeof *all_sysregs;
constexpr uint64_t later_registers = sizeof later_sysregs / sizeof *later_sysregs;

} // namespace

void Episode::idle_some()
{
    seq_.idle(below(100));
}

void Episode::synchronize()
{
    switch (below(4)) {
    case 0:
        seq_.isb();
        break;
    case 1:
        seq_.psb();
        break;
    case 2:
        seq_.dsb();
        break;
    default:
        seq_.tlbi();
        break;
    }
}

void Episode::synchronize_among_ops()
{
    if (percent(Knob::percent_cse))
        seq_.bench.pe.pulse_cse();
    else
        seq_.bench.pe.pulse_tlbi();
    seq_.run(below(60));
}

/* Barriers of one thread wait while other operations are in progress, some of them sampled. */
void Episode::barriers_among_ops()
{
    const bool dsb = percent(Knob::percent_dsb);

    if (percent(Knob::percent_barrier_sample)) {
        go(driver_.kernel());
        seq_.msr_among_ops(PMSICR_EL1, choose_counter());
    }
    for (unsigned i = 0; dsb && i < 100 && seq_.bench.axi.outstanding() == 0; i++)
        seq_.step_among_ops();
    if (percent(Knob::percent_psb) || !dsb)
        seq_.bench.pe.request_psb();
    if (dsb)
        seq_.bench.pe.request_dsb();
    seq_.run(below(200));
    seq_.psb();
    seq_.dsb();
}

uint16_t Episode::any_register()
{
    const uint64_t n = below(registers + (later() ? later_registers : 0));

    return n < registers ? all_sysregs[n] : later_sysregs[n - registers];
}

/* AArch32 state has no names for these registers. */
void Episode::read_any()
{
    if (!seq_.context().aarch32)
        seq_.read(any_register()); // any outcome
}

void Episode::read_among_ops()
{
    if (seq_.context().aarch32)
        return;
    seq_.bench.pe.access(any_register(), false, 0);
    seq_.run(1 + below(20));
}

/* Write at a level where the write is refused: at EL0 every access is UNDEFINED; at EL1 accesses to
 * a buffer that EL1 may not use are trapped. */
void Episode::refused_write()
{
    const Context here = seq_.context();
    const bool trapped = has_guest();
    Context there = here.at(El::El0);

    there.aarch32 = false;
    if (trapped && percent(Knob::percent_trapped)) {
        there = driver_.kernel();
        there.e2pb = 2;
    }
    go(there);
    const uint64_t data = any();
    const SysregResult r = seq_.write(there.el == El::El0 ? any_register() : PMBPTR_EL1, data);

    seq_.expect(r.outcome != SPE_ACCESS_OK, "a write was not refused");
    go(here);
}

void Episode::stop_clock()
{
    if (percent(Knob::percent_clock_sample))
        seq_.run_samples(1, 300);
    seq_.run(below(30));
    const uint64_t cycles =
        up_to(Knob::number_clock_stop) * (percent(Knob::percent_clock_short) ? 1 : 16);

    if (!percent(Knob::percent_clock_context)) {
        seq_.stop_clock(cycles);
        return;
    }
    const Context to = profiled_context();

    follow(to);
    seq_.stop_clock(cycles, &to);
    seq_.step_among_ops();
}

void Episode::stop_thread()
{
    seq_.run(below(30));
    seq_.bench.pe.set_thread_active(false);
    seq_.idle(1 + below(60));
    seq_.bench.pe.set_thread_active(true);
}

void Episode::new_context()
{
    go(profiled_context());
}

void Episode::visit_el3()
{
    Context there = seq_.context().at(El::El3);

    there.aarch32 = there.debug = false;
    if (seq_.cfg.el3)
        visit(there);
}

void Episode::visit_debug()
{
    Context there = seq_.context();

    there.debug = true;
    visit(there);
}

/* The other Security state runs for a while, entered and left through EL3. Queued records are lost,
 * unless PSB CSYNC comes before (S2). */
void Episode::visit_other_state()
{
    Context there = seq_.context();

    if (!seq_.cfg.el3)
        return;
    there.debug = there.aarch32 = false;
    if (later())
        later_state(there);
    else
        there.scr_ns = !there.scr_ns;
    there.el = percent(Knob::percent_visit_el1) && !(there.tge && there.scr_ns) ? El::El1 : El::El0;
    if (later())
        there = legal(seq_.cfg, there);
    if (percent(Knob::percent_state_psb)) {
        go(driver_.kernel());
        seq_.psb();
    }
    visit(there);
    settle();
}

/* EL2 runs a guest: a host owner's guest, a guest in AArch32 state, or both. The regime stays, so
 * records may be on their way. If EL1 owns the buffer, AArch32 state disables the buffer, and such
 * records are lost (S2). */
void Episode::visit_guest()
{
    const Context here = seq_.context();
    Context there = driver_.kernel().at(percent(Knob::percent_guest_el1) ? El::El1 : El::El0);

    if (!owner_has_el2(seq_.cfg, driver_.settings.owner))
        return;
    there.tge = false;
    const bool el1 = !owned_by_el2(driver_.settings.owner);

    there.e2h = there.e2h || (el1 && seq_.cfg.vhe && percent(Knob::percent_guest_e2h));
    there.el1_aarch32 = there.aarch32 = percent(Knob::percent_guest_aarch32);
    go(driver_.kernel().at(El::El2));
    if (percent(Knob::percent_guest_psb)) {
        seq_.psb();
        seq_.dsb();
    }
    go(there);
    seq_.run(below(weights_[Knob::number_journey]));
    there.aarch32 = false;
    go(there.at(El::El2));
    seq_.psb();
    seq_.dsb();
    go(here);
}

/* Write filters at the owner's level, among operations and without synchronization (3.6.1): they
 * take effect in the next cycle. */
void Episode::write_filters()
{
    seq_.unpredictable("S1");
    const uint64_t r = any();

    go(driver_.kernel());
    switch (below(3)) {
    case 0:
        seq_.msr_among_ops(PMSFCR_EL1, r & 0x70007);
        break;
    case 1:
        seq_.msr_among_ops(PMSEVFR_EL1, r >> 8 & r);
        break;
    default:
        seq_.msr_among_ops(PMSLATFR_EL1, r % (percent(Knob::percent_minimum) ? 40 : 4096));
        break;
    }
    restore_filters();
}

/* Restore the filters, or leave them to the end of the episode. */
void Episode::restore_filters()
{
    if (!percent(Knob::percent_restore))
        return;
    sample_next(profiled_context());
    go(driver_.kernel());
    driver_.write_filters();
}

void Episode::write_counter()
{
    const Context here = seq_.context();

    go(driver_.kernel());
    seq_.msr_among_ops(PMSICR_EL1, choose_counter());
    go(percent(Knob::percent_counter_here) ? here : profiled_context());
    seq_.run(below(100));
}

void Episode::write_interval()
{
    const Settings &s = driver_.settings;
    const uint64_t interval = s.interval == 0 ? 0 : 1 + below(2 * s.interval);

    go(driver_.kernel());
    seq_.msr_among_ops(PMSIRR_EL1, pmsirr_interval(interval) |
                                       (percent(Knob::percent_interval_rnd) ? pmsirr_rnd : 0));
}

void Episode::toggle_sampling()
{
    const bool el2 = driver_.kernel().el == El::El2;
    const uint16_t pmscr = el2 ? PMSCR_EL2 : PMSCR_EL1;
    const uint64_t usual = el2 ? driver_.settings.pmscr_el2 : driver_.settings.pmscr_el1;

    go(driver_.kernel());
    seq_.msr_among_ops(pmscr, any() & pmscr_all);
    seq_.run(below(40));
    seq_.msr_among_ops(pmscr, usual);
}

void Episode::toggle_buffer()
{
    seq_.unpredictable("S2");
    const uint64_t word = driver_.limit | driver_.settings.pmblimitr;

    go(driver_.kernel());
    // The buffer is disabled while in use (S2): as Linux does it, or with LIMIT unchanged.
    seq_.msr_among_ops(PMBLIMITR_EL1, percent(Knob::percent_limit_zero) ? 0 : word);
    seq_.run(below(40));
    seq_.msr(PMBLIMITR_EL1, word | pmblimitr_e);
    seq_.isb();
    settle();
}

/* The buffer was off: wait until the fate of its records is known, before other records follow. */
void Episode::settle()
{
    if (!percent(Knob::percent_settle))
        return;
    seq_.psb();
    seq_.dsb();
}

/* Software sets S to ask for service itself: PMBIRQ rises, and queued records are lost (B16). Or it
 * clears COLL. */
void Episode::write_syndrome()
{
    const bool host = seq_.cfg.exc && owned_by_host(driver_.settings.owner);
    const uint16_t pmbsr = host ? PMBSR_EL12 : PMBSR_EL1;

    go(driver_.kernel());
    if (attention())
        return;
    seq_.unpredictable("B16");
    if (percent(Knob::percent_syndrome_s))
        seq_.msr_among_ops(pmbsr, pmbsr_s | (any() & (pmbsr_ea | pmbsr_dl)));
    else
        seq_.msr_among_ops(pmbsr, 0);
    seq_.run(below(60));
}

/* Move the pointer while the buffer stays enabled, with nothing sampled and nothing on its way. */
void Episode::new_pointer()
{
    go(driver_.kernel());
    const Audit a = driver_.audit();

    if (a.service())
        return; // service() follows
    seq_.run(below(30));
    driver_.resume(choose_pointer());
    go(profiled_context());
}

/* Give a page of the buffer another physical page, which no other page has: chosen by the number of
 * the action. */
bool Episode::move_to_other(uint64_t va, PageEntry &old)
{
    const unsigned regime = driver_.regime();
    const PageEntry *found = seq_.bench.xlat.find(regime, va);

    if (found == nullptr || found->fault)
        return false;
    PageEntry entry = driver_.entry_for(va, 1 + action_);

    old = *found;
    entry.attr = old.attr;
    entry.sh = old.sh;
    seq_.bench.memory.open(entry.pa | entry.space());
    seq_.bench.xlat.map(regime, va, entry);
    return entry.pa != old.pa; // without translation they are equal
}

/* Whether there are processes or guests to switch: EL2's translation regime has no ASID, the
 * regimes of EL2 no VMID. With physical addresses a stage 2 has a VMID (3.4.2). */
bool Episode::has_process() const
{
    const Owner owner = driver_.settings.owner;

    if (driver_.physical())
        return has_guest();
    return !owned_by_el2(owner) || owned_by_host(owner);
}

bool Episode::has_guest() const
{
    return owner_has_stage2(seq_.cfg, driver_.settings.owner);
}

void Episode::next_process()
{
    seq_.bench.pe.ids += has_guest() && (driver_.physical() || below(2) != 0) ? 1u << 16 : 1;
}

/* Give every page of the buffer another physical page. */
void Episode::all_elsewhere(std::vector<PageEntry> &old)
{
    PageEntry page;

    for (uint64_t va = base_; va < base_ + 4096 * pages_; va += 4096) {
        if (move_to_other(va, page))
            old.push_back(page);
    }
}

/* Switch to another process or guest. All records are written before (3.6.1); then the context
 * synchronization event alone makes each page of the buffer another one (3.4.2). */
void Episode::other_process()
{
    std::vector<PageEntry> old;

    go(driver_.kernel());
    if (driver_.audit().service())
        return; // service() follows
    seq_.run(below(30));
    all_elsewhere(old);
    for (const PageEntry &page : old)
        seq_.bench.memory.close(page.pa | page.space());
    next_process();
    seq_.isb();
    driver_.enable(driver_.kernel());
    go(profiled_context());
}

/* Move a page: after TLBI and DSB the old page must not be written (3.4.4). */
void Episode::move_page()
{
    PageEntry old;

    if (has_process() && percent(Knob::percent_process)) {
        other_process();
        return;
    }
    const bool moved = move_to_other(base_ + 4096 * below(pages_), old);

    seq_.bench.pe.pulse_tlbi();
    seq_.run(1 + below(20));
    seq_.bench.pe.request_dsb();
    seq_.run(below(60));
    seq_.dsb();
    if (moved)
        seq_.bench.memory.close(old.pa | old.space());
}

/* Inject a value for about one draw. More would spoil the distribution of draws, which is judged
 * over the run. */
void Episode::inject()
{
    if (driver_.settings.interval == 0)
        return;
    seq_.bench.pe.inject_draw(static_cast<int>(below(256)));
    seq_.run(below(300));
    seq_.bench.pe.inject_draw(-1);
}

/* The PE holds back all lives, or all endings. */
void Episode::hold_back()
{
    LifeDriver &life = seq_.bench.pe.life();
    const bool gather = percent(Knob::percent_gather);

    life.gather(gather);
    life.hold(!gather);
    seq_.run(below(200));
    seq_.idle(below(60));
    life.gather(false);
    life.hold(false);
}

/* Reset anywhere, also while barriers wait and while the clock stands still. */
void Episode::reset()
{
    seq_.run(below(60));
    if (percent(Knob::percent_reset_psb))
        seq_.bench.pe.request_psb();
    if (percent(Knob::percent_reset_dsb))
        seq_.bench.pe.request_dsb();
    seq_.idle(below(3));
    const bool stopped = percent(Knob::percent_reset_stopped);
    seq_.reset(1 + static_cast<unsigned>(below(3)), stopped);
    seq_.idle(below(weights_[Knob::number_reset_idle])); // else every start takes the same draws
    over_ = true;
}

} // namespace tb
