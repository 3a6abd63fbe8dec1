// SPDX-License-Identifier: Apache-2.0
#ifndef TB_SEQ_DRIVE_DRIVER_HPP
#define TB_SEQ_DRIVE_DRIVER_HPP

#include "drive/seq.hpp"

namespace tb
{

/// The values that software writes to the sampling registers.
struct Settings {
    Owner owner = Owner::NsEl1;
    uint64_t interval = 1; ///< PMSIRR_EL1.INTERVAL, units of 256 operations
    bool rnd = false;
    uint64_t pmscr_el1 = pmscr_all;
    uint64_t pmscr_el2 = pmscr_all;
    uint64_t pmsfcr = 0, pmsevfr = 0, pmslatfr = 0;
    uint64_t pmsnevfr = 0, pmsdsfr = 0, pmbmar = 0; ///< written if the configuration has them
    uint64_t pmblimitr = 0;                         ///< FM, PMFZ and nVM
    uint8_t pmsee = 0;                              ///< MDCR_EL3.PMSEE
};

/// The registers that the audit sequence reads once the SPU is quiet.
struct Audit {
    uint64_t pmbptr = 0, pmsicr = 0;
    uint64_t pmbsr = 0; ///< the first PMBSR_ELx with S 1, else PMBSR_EL1
    unsigned target = 1;

    bool service() const
    {
        return (pmbsr & pmbsr_s) != 0;
    }
};

/// Software that uses the SPU as a profiler does: program the SPU, run the profiled code, handle
/// PMBIRQ, drain the Profiling Buffer and start again.
class Driver
{
  public:
    static constexpr uint64_t default_va = 0x0000004010000000;

    explicit Driver(Seq &seq);
    ~Driver();

    Settings settings;

    /// Map `pages` pages from `va` (page aligned), and up to the end of the granule, in the owner's
    /// regime. The physical pages are scattered and writable.
    void map(uint64_t va, unsigned pages);
    /// The translation that map() uses for the page of `va`. Each page is anywhere in 52 bits,
    /// depending on the seed of the run and `scatter`. A `place` (up to 4095) moves the page to
    /// where no other page of the buffer is.
    PageEntry entry_for(uint64_t va, uint64_t place = 0) const;

    /// The fault nearest to `drawn` that a PE can report for an address of the buffer. A fault of
    /// stage 2 needs an owner with a stage 2. Physical addresses have no stage 1: only an Address
    /// size fault of level 0, an Alignment fault, a granule protection check, or any fault of stage
    /// 2 is possible.
    PageEntry possible(const PageEntry &drawn) const;

    /// Choose the Profiling Buffer first .. limit - 1 (`limit` page aligned, rounded up to the
    /// granule); program() writes it. Also sets `wrap`.
    void place(uint64_t first, uint64_t limit);

    /// Write every register except the enables, at the owner's level. PMSICR_EL1 becomes `pmsicr`.
    void program(uint64_t pmsicr = 0);
    /// Set the enables and go to `target`, normally user().
    void enable(const Context &target);
    /// Sample the first operation at the owner's level, which can write registers meanwhile.
    void sample_one();
    /// program() and enable(user()).
    void start();

    /// Clear the enables of PMSCR_ELx and synchronize, at the owner's level.
    void disable();
    /// disable(), ISB, PSB CSYNC, DSB, read PMBPTR, PMBSR and PMSICR. Afterwards all accounts must
    /// balance.
    Audit audit();
    /// audit(), then PMBLIMITR_EL1.E = 0.
    Audit stop();

    /// Play n operations. When PMBIRQ rises, take the interrupt, service() it, and go on.
    void play(uint64_t n);
    /// Handle a Profiling Buffer management event: audit, give the SPU room again, clear S,
    /// resume.
    void service();
    /// Play a short session: program with PMSICR_EL1 = `pmsicr`, run `ops` operations in user(),
    /// let the sampled ones end, stop(). PMSICR_EL1 = n samples the n-th operation.
    Audit shot(uint64_t pmsicr, uint64_t ops);

    /// Write PMBPTR_EL1, clear PMBSR_EL1 and set the enables again; stays at the owner's level.
    void resume(uint64_t pmbptr);

    Context kernel() const
    {
        Context c = owner_context(settings.owner);

        c.pmsee = settings.pmsee;
        return c;
    }

    /// The context in which this software runs: kernel(); but with SPE Profiling exceptions, the
    /// highest level, which they do not interrupt.
    Context desk() const;
    /// The highest level, at which each PMBSR_ELx can be accessed.
    Context top() const;

    /// Whether the buffer's addresses are physical: PMBLIMITR_EL1.nVM is 1, and, if there is an EL2
    /// above the owner, PMSCR_EL2.EnVM is 1, too (D24.7.2, D24.7.9).
    bool physical() const;

    /// Number of the table in XlatAgent that translates the buffer's addresses.
    unsigned regime() const
    {
        return owner_regime(settings.owner) + (physical() ? XlatAgent::physical : 0);
    }

    /// The context of the profiled code: the lowest level below the owner.
    Context user() const;

    /// Write PMSFCR_EL1 and the registers that it uses.
    void write_filters();
    void write_pmscr_el1(uint64_t value);
    void write_pmscr_el2(uint64_t value);

    uint64_t services = 0, fulls = 0, faults = 0, aborts = 0;
    uint64_t first = default_va, limit = default_va + 4096;
    uint64_t wrap = default_va; ///< service() starts here again
    uint64_t scatter = 0;       ///< another value moves all pages
    uint64_t inverted = 0;      ///< bits inverted in every physical address

  private:
    void set_enables();
    void count(const Audit &a);
    void clear_syndromes();
    void read_syndromes(Audit &a);

    Seq &seq_;
};

} // namespace tb

#endif
