// SPDX-License-Identifier: Apache-2.0
//
// What a constrained-random session is like: settings, operations, surroundings, buffer.

#include "episode.hpp"

namespace tb
{
namespace
{

constexpr uint64_t base = Driver::default_va;
constexpr unsigned pages = 4;
constexpr Owner owners[] = {Owner::NsEl1, Owner::NsEl1, Owner::NsEl2, Owner::NsEl2Host,
                            Owner::SecureEl1};

/* Memory attributes of the buffer's pages, as MAIR_ELx: Normal (most often), Non-cacheable, Device.
 */
constexpr uint8_t attributes[] = {0xff, 0xff, 0xff, 0xff, 0xbb, 0x44, 0x00, 0x04};

} // namespace

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
    // 0: UNKNOWN interval (4.3.12), pinned to "as written" (P15): an operation in 1, or in 128
    s.interval = percent(8) ? 0 : 1 + below(2);
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

/* The first byte: at the start, before the end of a page or of the buffer, or so that 3.4.1 is
 * broken: one largest record does not fit, or the pointer is not aligned. */
uint64_t Episode::choose_pointer()
{
    const uint64_t limit = base + pages * 4096u;
    const uint64_t record = seq_.record_bytes(), align = seq_.align_bytes();
    const uint64_t r = below(100);

    if (r < 25)
        return base;
    if (r < 55)
        return (base + 4096 * (1 + below(pages - 1)) - below(256)) & ~(align - 1);
    if (r < 94)
        return (limit - record * (1 + below(6)) - below(2 * record)) & ~(align - 1);
    if (r < 96)
        return limit - below(record / align) * align;
    if (r < 97)
        return base | UINT64_C(0x80) << 56;
    return base + below(4096);
}

void Episode::choose_pages()
{
    for (unsigned i = 0; i < pages; i++) {
        PageEntry entry = driver_.entry_for(base + i * 4096u);

        entry.attr = attributes[below(sizeof attributes)];
        entry.sh = static_cast<uint8_t>(below(4));
        seq_.bench.xlat.map(owner_regime(driver_.settings.owner), base + i * 4096u, entry);
    }
    seq_.tlbi();
}

void Episode::choose_buffer()
{
    driver_.map(base, pages);
    choose_pages();
    seq_.bench.memory.heal();
    driver_.place(choose_pointer(), base + pages * 4096u);
    driver_.wrap = percent(50) ? base : driver_.limit - 4 * seq_.record_bytes();
}

/* PMSICR_EL1 before enabling: zero is loaded, small values expire soon. */
uint64_t Episode::choose_counter()
{
    const uint64_t ecount = seq_.cfg.ernd && percent(30) ? below(256) : 0;

    return percent(50) ? ecount << 56 | (1 + below(60)) : 0;
}

/* A context in which the owner may profile, or in which nobody may (AArch32, Debug state). Traps of
 * accesses change, ownership does not. */
Context Episode::profiled_context()
{
    Context c = driver_.kernel();

    c.el = percent(60) ? El::El0 : driver_.kernel().el;
    if (driver_.settings.owner == Owner::NsEl2 && percent(40))
        c.el = El::El1;
    if (driver_.settings.owner == Owner::NsEl2 && c.el != El::El1)
        c.tge = percent(30);
    if (c.e2pb == 3 && seq_.cfg.el2 && percent(25))
        c.e2pb = 2;
    if (seq_.cfg.el3 && percent(25))
        c.nspb &= 2u;
    c.aarch32 = c.el == El::El0 && percent(6);
    c.debug = percent(4);
    c.contextidr_el1 = static_cast<uint32_t>(below(4));
    c.contextidr_el2 = static_cast<uint32_t>(below(4));
    c.cntvoff = percent(70) ? c.cntvoff : tb_rng_u64(&seq_.rng);
    c.tbi0 = percent(30);
    c.tbi1 = percent(30);
    c.cnt_en = percent(90);
    return c;
}

} // namespace tb
