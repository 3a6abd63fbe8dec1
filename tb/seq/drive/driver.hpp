// SPDX-License-Identifier: Apache-2.0
#ifndef TB_SEQ_DRIVE_DRIVER_HPP
#define TB_SEQ_DRIVE_DRIVER_HPP

#include "drive/seq.hpp"

namespace tb
{

/// What software programs into the sampling registers.
struct Settings {
    Owner owner = Owner::NsEl1;
    uint64_t interval = 1; ///< PMSIRR_EL1.INTERVAL, units of 256 operations
    bool rnd = false;
    uint64_t pmscr_el1 = pmscr_all;
    uint64_t pmscr_el2 = pmscr_all;
    uint64_t pmsfcr = 0, pmsevfr = 0, pmslatfr = 0;
    uint64_t pmsnevfr = 0, pmsdsfr = 0, pmbmar = 0; ///< written where the configuration has them
    uint64_t pmblimitr = 0;                         ///< FM, PMFZ and nVM
    uint8_t pmsee = 0;                              ///< MDCR_EL3.PMSEE
};

/// What the audit sequence reads once the SPU is quiet.
struct Audit {
    uint64_t pmbptr = 0, pmsicr = 0;
    uint64_t pmbsr = 0; ///< of PMBSR_ELx the first with S 1, or PMBSR_EL1
    unsigned target = 1;

    bool service() const
    {
        return (pmbsr & pmbsr_s) != 0;
    }
};

/// Software that uses the SPU as a profiler does: programs it, runs the profiled code, handles
/// PMBIRQ, drains the Profiling Buffer and starts again.
class Driver
{
  public:
    static constexpr uint64_t default_va = 0x0000004010000000;

    explicit Driver(Seq &seq);
    ~Driver();

    Settings settings;

    /// Map `pages` pages from `va` (page aligned), and on to the end of the granule, in the owner's
    /// regime to scattered physical pages, writable.
    void map(uint64_t va, unsigned pages);
    /// Translation that map() uses for the page of `va`: of each page it is anywhere in 52 bits, by
    /// the seed of the run and `scatter`. With `place` (up to 4095) the page is elsewhere, where no
    /// other of the buffer is.
    PageEntry entry_for(uint64_t va, uint64_t place = 0) const;

    /// The Profiling Buffer is first .. limit - 1 (`limit` page aligned, rounded up to the
    /// granule); written by program(). Sets `wrap` too.
    void place(uint64_t first, uint64_t limit);

    /// Write every register but the enables, at the owner's level. PMSICR_EL1 becomes `pmsicr`.
    void program(uint64_t pmsicr = 0);
    /// Set the enables and go to `target`, normally user().
    void enable(const Context &target);
    /// One sample of the first operation at the owner's level, which can write registers meanwhile.
    void sample_one();
    /// program() and enable(user()).
    void start();

    /// Clear the enables of PMSCR_ELx and synchronize, at the owner's level.
    void disable();
    /// disable, ISB, PSB CSYNC, DSB, read PMBPTR, PMBSR, PMSICR: afterwards all accounts must
    /// balance.
    Audit audit();
    /// PMBLIMITR_EL1.E = 0 after an audit.
    Audit stop();

    /// Play n operations; take the interrupt when PMBIRQ rises, service() it, and go on.
    void play(uint64_t n);
    /// Handle a Profiling Buffer management event: audit, give the SPU room again, clear S,
    /// resume.
    void service();
    /// One short session: program with PMSICR_EL1 = `pmsicr`, run `ops` operations in user(), let
    /// the sampled ones end, stop(). PMSICR_EL1 = n makes the n-th operation the sampled one.
    Audit shot(uint64_t pmsicr, uint64_t ops);

    /// Write PMBPTR_EL1, clear PMBSR_EL1 and set the enables again; stays at the owner's level.
    void resume(uint64_t pmbptr);

    Context kernel() const
    {
        Context c = owner_context(settings.owner);

        c.pmsee = settings.pmsee;
        return c;
    }

    /// Where this software runs: kernel(), or the highest level, which no SPE Profiling exception
    /// interrupts, when there can be one.
    Context desk() const;
    /// The highest level, from which each PMBSR_ELx can be reached.
    Context top() const;

    /// The buffer's addresses are physical: PMBLIMITR_EL1.nVM is 1, and so is PMSCR_EL2.EnVM where
    /// an EL2 stands above the owner (D24.7.2, D24.7.9).
    bool physical() const;

    /// Table of XlatAgent that translates the buffer's addresses.
    unsigned regime() const
    {
        return owner_regime(settings.owner) + (physical() ? XlatAgent::physical : 0);
    }

    /// A context in which the profiled code runs: the lowest level below the owner.
    Context user() const;

    /// PMSFCR_EL1, and what it applies.
    void write_filters();
    void write_pmscr_el1(uint64_t value);
    void write_pmscr_el2(uint64_t value);

    uint64_t services = 0, fulls = 0, faults = 0, aborts = 0;
    uint64_t first = default_va, limit = default_va + 4096;
    uint64_t wrap = default_va; ///< service() starts again here
    uint64_t scatter = 0;       ///< another value: all pages are elsewhere
    uint64_t inverted = 0;      ///< bits of every physical address

  private:
    void set_enables();
    void count(const Audit &a);
    void clear_syndromes();
    void read_syndromes(Audit &a);

    Seq &seq_;
};

} // namespace tb

#endif
