// SPDX-License-Identifier: Apache-2.0
//
// What a constrained-random session is like: settings, operations, surroundings, buffer.

#include "episode.hpp"

namespace tb
{
namespace
{

constexpr Weighted<Owner> owners[] = {
    {Owner::NsEl1, 4}, {Owner::NsEl2, 2}, {Owner::NsEl2Host, 3}, {Owner::SecureEl1, 2}};

/* PMSIRR_EL1.INTERVAL. 0: UNKNOWN interval (4.3.12), pinned to "as written" (P15): an operation in
 * 1, or in 128. */
constexpr Weighted<unsigned> intervals[] = {{0, 8}, {1, 45}, {2, 30}, {5, 5}, {19, 4}, {70, 2}};

/* Where the buffer lies: low, in the middle, across a power of two, at the top of the lower half of
 * the address space and in the upper half. */
struct Place {
    uint64_t base;
    unsigned pages;
};
constexpr Weighted<Place> places[] = {
    {{Driver::default_va, 4}, 10}, {{Driver::default_va + 0x7000, 1}, 4},
    {{0x0000000000001000, 2}, 3},  {{0x00000000fffff000, 2}, 3},
    {{0x00007fffffffe000, 4}, 3},  {{0x0000fffffffe8000, 9}, 3},
    {{0xffff800020000000, 4}, 3},  {{0xffffffffff000000, 3}, 3},
};

/* Memory attributes of the buffer's pages, as MAIR_ELx: Normal (most often), Non-cacheable, Device.
 */
constexpr Weighted<uint8_t> attributes[] = {{0xff, 4}, {0xbb, 1}, {0x44, 1}, {0x00, 1}, {0x04, 1}};

/* How the memory behaves: waits of AW and W, of B, of translations. */
struct Memory {
    unsigned channels, b, walk, ready;
};
constexpr Weighted<Memory> memories[] = {
    {{0, 0, 8, 0}, 5},   {{3, 8, 8, 1}, 2},    {{20, 200, 60, 6}, 2},
    {{8, 20, 8, 30}, 1}, {{150, 30, 4, 2}, 1},
};

} // namespace

void Episode::choose_filters()
{
    const bool filtered = percent(40);
    const uint64_t r = tb_rng_u64(rng_);

    driver_.settings.pmsfcr = filtered ? (r & 7) | (r >> 3 & 7) << 16 : 0;
    driver_.settings.pmsevfr = percent(50) ? r >> 8 & 0xaa : tb_rng_u64(rng_) & r;
    driver_.settings.pmslatfr = below(percent(80) ? 40 : 4096);
}

/* Filters of zeros (3.2.3). */
void Episode::note_filters()
{
    const Settings &s = driver_.settings;
    const uint64_t types = pmsfcr_b | pmsfcr_ld | pmsfcr_st;
    const uint64_t events = seq_.cfg.misspec_record ? 0xaa : 0xa8;

    if ((s.pmsfcr & pmsfcr_fe) != 0 && (s.pmsevfr & events) == 0 && seq_.cfg.speculative)
        seq_.unpredictable("L1");
    if ((s.pmsfcr & pmsfcr_ft) != 0 && (s.pmsfcr & types) == 0 && !seq_.cfg.eft)
        seq_.unpredictable("L2");
    if ((s.pmsfcr & pmsfcr_fl) != 0 && s.pmslatfr == 0)
        seq_.unpredictable("L3");
}

void Episode::choose_settings()
{
    Settings &s = driver_.settings;

    do {
        s.owner = draw(*rng_, owners);
    } while (!owner_possible(seq_.cfg, s.owner));
    if (later() && percent(60))
        s.owner = later_owner();
    s.interval = draw(*rng_, intervals);
    if (s.interval == 0)
        seq_.unpredictable("P15");
    stretch_ = s.interval < 4 ? 240 : s.interval * 40;
    s.rnd = percent(60);
    s.pmscr_el1 = percent(60) ? pmscr_all : tb_rng_u64(rng_) | pmscr_e0;
    s.pmscr_el2 = percent(60) ? pmscr_all : tb_rng_u64(rng_) | pmscr_e0;
    s.pmscr_el1 &= pmscr_all;
    s.pmscr_el2 &= pmscr_all;
    choose_filters();
    if (later()) {
        choose_later_settings();
        choose_exceptions();
    }
    note_filters();
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
    mix.nonarch = mix.replay = static_cast<unsigned>(1 + below(4));
    mix.ns = (owner_state(driver_.settings.owner) & 1u) != 0;
    mix.nse = (owner_state(driver_.settings.owner) & 2u) != 0;
}

void Episode::choose_surroundings()
{
    const Memory &m = draw(*rng_, memories);
    const unsigned aw = static_cast<unsigned>(below(m.channels + 1u));
    const unsigned w = static_cast<unsigned>(below(m.channels + 1u));

    seq_.bench.axi.set_pressure({aw, w, 0, static_cast<unsigned>(below(m.b + 1u)),
                                 percent(50) ? AxiOrder::mixed : AxiOrder::any, AxiPattern::mixed});
    seq_.bench.xlat.set_latency(1, static_cast<unsigned>(1 + below(m.walk)), m.ready);
    seq_.bench.xlat.set_slow(percent(20) ? 600 : 0);
    seq_.bench.xlat.set_walk(XlatAgent::Walk::any);
}

/* The first byte: at the start, before the end of a page or of the buffer, or so that 3.4.1 is
 * broken: one largest record does not fit, the top bytes differ, or the pointer is not aligned. */
uint64_t Episode::choose_pointer()
{
    const uint64_t record = seq_.record_bytes(), align = seq_.align_bytes();
    const uint64_t r = below(100);

    if (r < 25)
        return base_;
    if (r < 55 && pages_ > 1) {
        const uint64_t page = base_ + 4096 * (1 + below(pages_ - 1));
        return (page - below(256)) & ~(align - 1);
    }
    if (r < 94) {
        const uint64_t near = driver_.limit - record * (1 + below(6));
        return (near - below(2 * record)) & ~(align - 1);
    }
    seq_.unpredictable("B1");
    if (r < 96)
        return driver_.limit - below(record / align) * align;
    if (r < 97)
        return base_ ^ UINT64_C(0x80) << 56;
    return base_ + below(4096);
}

void Episode::choose_pages()
{
    for (unsigned i = 0; i < pages_; i++) {
        PageEntry entry = driver_.entry_for(base_ + i * 4096u);

        entry.attr = draw(*rng_, attributes);
        entry.sh = static_cast<uint8_t>(below(4));
        seq_.bench.xlat.map(driver_.regime(), base_ + i * 4096u, entry);
    }
    seq_.tlbi();
}

/* What EL2 runs as a guest goes through the EL2 regime, which has the host's pages as well, as far
 * as it has their addresses. */
void Episode::map_buffer()
{
    Settings &s = driver_.settings;

    driver_.map(base_, pages_);
    if (!owned_by_host(s.owner) || base_ >> 63 != 0)
        return;
    const Owner host = s.owner;

    s.owner = guest_owner(host);
    driver_.map(base_, pages_);
    s.owner = host;
}

/* The EL2 regime has one range of addresses, the lower one. */
void Episode::choose_buffer()
{
    Place place;

    do {
        place = draw(*rng_, places);
    } while (place.base >> 63 != 0 && (one_range(driver_.settings.owner) || driver_.physical()));
    base_ = place.base;
    pages_ = place.pages;
    map_buffer();
    choose_pages();
    seq_.bench.memory.heal();
    driver_.place(base_, base_ + pages_ * 4096u);
    driver_.place(choose_pointer(), driver_.limit);
    driver_.wrap = percent(50) ? base_ : driver_.limit - 4 * seq_.record_bytes();
}

/* PMSICR_EL1 before enabling: zero is loaded, small values expire soon. */
uint64_t Episode::choose_counter()
{
    const uint64_t ecount = seq_.cfg.ernd && percent(30) ? below(256) : 0;

    return percent(50) ? ecount << 56 | (1 + below(60)) : 0;
}

/* A context in which the owner may profile, or in which nobody may (AArch32). Traps of accesses
 * change, ownership does not. */
Context Episode::profiled_context()
{
    Context c = driver_.kernel();

    c.el = percent(60) ? El::El0 : driver_.kernel().el;
    if (one_range(driver_.settings.owner) && percent(40))
        c.el = El::El1;
    if (one_range(driver_.settings.owner) && c.el != El::El1)
        c.tge = percent(30);
    if (c.e2pb == 3 && seq_.cfg.el2 && percent(25))
        c.e2pb = 2;
    if (seq_.cfg.el3 && percent(25))
        c.nspb &= 2u;
    c.aarch32 = c.el == El::El0 && percent(6);
    c.contextidr_el1 = static_cast<uint32_t>(below(4));
    c.contextidr_el2 = static_cast<uint32_t>(below(4));
    c.cntvoff = percent(70) ? c.cntvoff : tb_rng_u64(rng_);
    c.tbi0 = percent(30);
    c.tbi1 = percent(30);
    c.cnt_en = percent(90);
    if (later())
        later_context(c);
    return c;
}

} // namespace tb
