// SPDX-License-Identifier: Apache-2.0
#include "drive/driver.hpp"

#include <algorithm>

#include "memory_map.hpp"

namespace tb
{
namespace
{

constexpr uint64_t enables = pmscr_e0 | pmscr_e1;
constexpr unsigned interrupt_latency = 20; ///< most cycles from PMBIRQ to the handler

} // namespace

Driver::Driver(Seq &seq) : seq_(seq)
{
}

Driver::~Driver() = default;

Context Driver::user() const
{
    return kernel().at(El::El0);
}

bool Driver::physical() const
{
    return seq_.cfg.nvm && (settings.pmblimitr & pmblimitr_nvm) != 0 &&
           (!owner_has_stage2(seq_.cfg, settings.owner) || (settings.pmscr_el2 & pmscr_envm) != 0);
}

PageEntry Driver::possible(const PageEntry &drawn) const
{
    const bool two_stages = owner_has_stage2(seq_.cfg, settings.owner);
    PageEntry entry = drawn;

    entry.stage2 = drawn.stage2 && two_stages;
    if (!physical() || entry.stage2 || entry.gpc || entry.fsc == fsc_alignment)
        return entry;
    if (is_gpf(entry.fsc))
        entry.fsc = fsc_gpf; // not on a walk
    else if (two_stages)
        entry.stage2 = true;
    else
        entry.fsc = fsc_address_size_level0;
    return entry;
}

/* Choose physical pages so that errors are visible. Neighbouring virtual pages are far apart: a
 * burst that ignores the page boundary goes to a wrong page. Their addresses share no bits, so that
 * a part of an old translation is visible. Each regime has its own pages. Every second page of
 * Secure and Realm state is in Non-secure memory. */
PageEntry Driver::entry_for(uint64_t va, uint64_t place) const
{
    const uint64_t page = (va >> 12 & 0xfffffffff) | uint64_t{owner_regime(settings.owner)} << 36;
    const uint64_t key = tb_mix64(tb_mix64(seq_.options.seed) ^ scatter);
    const unsigned state = owner_state(settings.owner);
    PageEntry entry;

    entry.pa = (tb_scatter40(page ^ place << 24, key) << 12) ^ inverted;
    entry.ns = (state & 1u) != 0;
    entry.nse = (state & 2u) != 0;
    if (physical() && owned_by_el2(settings.owner))
        entry.pa = va & UINT64_C(0x000ffffffffff000); // no translation
    else if (((page ^ scatter) & 1u) != 0)
        entry.ns = true, entry.nse = false;
    return entry;
}

void Driver::map(uint64_t va, unsigned pages)
{
    const uint64_t bytes = seq_.limit_from(va + pages * 4096u) - va;

    for (unsigned i = 0; i < bytes / 4096; i++) {
        const PageEntry entry = entry_for(va + i * 4096u);

        seq_.bench.xlat.map(regime(), va + i * 4096u, entry);
        seq_.bench.memory.open(entry.pa | entry.space());
    }
}

void Driver::place(uint64_t from, uint64_t to)
{
    first = wrap = from;
    limit = seq_.limit_from(to);
}

void Driver::write_pmscr_el1(uint64_t value)
{
    seq_.msr(owned_by_host(settings.owner) ? PMSCR_EL12 : PMSCR_EL1, value);
}

void Driver::write_pmscr_el2(uint64_t value)
{
    if (!owner_has_el2(seq_.cfg, settings.owner))
        return; // no EL2 in this PE or Security state: the register has no effect
    const Context here = seq_.context();

    seq_.context(here.at(std::max(here.el, El::El2)));
    seq_.msr(PMSCR_EL2, value);
    seq_.context(here);
}

Context Driver::top() const
{
    const bool el2 = owner_has_el2(seq_.cfg, settings.owner); // Secure state may be without

    return kernel().at(seq_.cfg.el3 ? El::El3 : el2 ? El::El2 : El::El1);
}

Context Driver::desk() const
{
    return seq_.cfg.exc && (settings.pmsee != 0 || !seq_.cfg.el3) ? top() : kernel();
}

/* Clear all syndrome registers: with FEAT_SPE_EXC an event may be in any of three. */
void Driver::clear_syndromes()
{
    const Context here = seq_.context();

    seq_.msr(PMBSR_EL1, 0);
    if (!seq_.cfg.exc)
        return;
    seq_.context(top());
    seq_.msr(PMBSR_EL1, 0);
    if (seq_.cfg.el2 && top().el != El::El1)
        seq_.msr(PMBSR_EL2, 0);
    if (seq_.cfg.el3)
        seq_.msr(PMBSR_EL3, 0);
    seq_.context(here);
}

void Driver::read_syndromes(Audit &a)
{
    static const uint16_t registers[] = {PMBSR_EL1, PMBSR_EL2, PMBSR_EL3};
    const unsigned count = static_cast<unsigned>(top().el);
    const Context here = seq_.context();

    seq_.context(top());
    for (unsigned i = 0; i < count; i++) {
        const uint64_t value = seq_.mrs(registers[i]);

        if (i != 0 && (a.service() || (value & pmbsr_s) == 0))
            continue;
        a.pmbsr = value;
        a.target = i + 1;
    }
    seq_.context(here);
}

void Driver::write_filters()
{
    seq_.msr(PMSFCR_EL1, settings.pmsfcr);
    seq_.msr(PMSEVFR_EL1, settings.pmsevfr);
    seq_.msr(PMSLATFR_EL1, settings.pmslatfr);
    if (seq_.cfg.fne)
        seq_.msr(PMSNEVFR_EL1, settings.pmsnevfr);
    if (seq_.cfg.fds)
        seq_.msr(PMSDSFR_EL1, settings.pmsdsfr);
}

void Driver::program(uint64_t pmsicr)
{
    seq_.context(desk());
    write_pmscr_el1(settings.pmscr_el1 & ~enables);
    write_pmscr_el2(settings.pmscr_el2 & ~enables);
    seq_.msr(PMSICR_EL1, pmsicr);
    seq_.msr(PMSIRR_EL1, pmsirr_interval(settings.interval) | (settings.rnd ? pmsirr_rnd : 0));
    write_filters();
    if (seq_.cfg.nvm)
        seq_.msr(PMBMAR_EL1, settings.pmbmar);
    seq_.msr(PMBPTR_EL1, first);
    clear_syndromes();
    seq_.msr(PMBLIMITR_EL1, limit | settings.pmblimitr | pmblimitr_e);
    seq_.isb();
}

void Driver::set_enables()
{
    if (owned_by_el2(settings.owner))
        write_pmscr_el2(settings.pmscr_el2);
    write_pmscr_el1(settings.pmscr_el1);
    seq_.isb();
}

void Driver::enable(const Context &target)
{
    set_enables();
    seq_.context(target);
}

void Driver::sample_one()
{
    program(1);
    enable(kernel());
    seq_.run(1);
}

void Driver::start()
{
    program();
    enable(user());
}

void Driver::disable()
{
    seq_.context(desk());
    write_pmscr_el1(settings.pmscr_el1 & ~enables);
    if (owned_by_el2(settings.owner))
        write_pmscr_el2(settings.pmscr_el2 & ~enables);
    seq_.isb();
}

Audit Driver::audit()
{
    Audit a;

    disable();
    if (seq_.bench.pe.psb_pending() || seq_.bench.pe.dsb_pending()) {
        seq_.psb(); // an earlier request need not wait for later samples
        seq_.dsb();
    }
    seq_.psb();
    seq_.dsb();
    a.pmbptr = seq_.mrs(PMBPTR_EL1);
    if (seq_.cfg.exc)
        read_syndromes(a);
    else
        a.pmbsr = seq_.mrs(PMBSR_EL1);
    a.pmsicr = seq_.mrs(PMSICR_EL1);
    return a;
}

Audit Driver::stop()
{
    const Audit a = audit();

    seq_.msr(PMBLIMITR_EL1, limit);
    seq_.isb();
    return a;
}

Audit Driver::shot(uint64_t pmsicr, uint64_t ops)
{
    program(pmsicr);
    enable(user());
    seq_.run(ops);
    seq_.drain_life();
    return stop();
}

void Driver::count(const Audit &a)
{
    const bool abort =
        pmbsr_mss(a.pmbsr) == fsc_sync_abort || pmbsr_mss(a.pmbsr) == fsc_async_abort;

    services++;
    if (pmbsr_ec(a.pmbsr) == ec_other)
        fulls += pmbsr_mss(a.pmbsr) == bsc_full;
    else if (abort)
        aborts++;
    else
        faults++;
}

void Driver::resume(uint64_t pmbptr)
{
    seq_.msr(PMBPTR_EL1, pmbptr);
    clear_syndromes();
    seq_.isb();
    set_enables();
}

void Driver::service()
{
    seq_.bench.pe.prof().handled();
    const Audit a = audit();

    if (a.service())
        count(a);
    resume(wrap);
}

void Driver::play(uint64_t n)
{
    uint64_t left = n;

    while (left != 0) {
        const uint64_t played = seq_.run(left);

        left -= played < left ? played : left;
        if (seq_.bench.pe.irq() || seq_.bench.pe.prof().taken() != 0) {
            const Context interrupted =
                seq_.bench.pe.prof().taken() != 0 ? seq_.bench.pe.interrupted() : seq_.context();

            left -= seq_.run(tb_rng_below(&seq_.rng, interrupt_latency) % (left + 1));
            service();
            seq_.context(interrupted);
        } else if (played == 0) {
            return; // the source has ended
        }
    }
}

} // namespace tb
