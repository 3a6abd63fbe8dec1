// SPDX-License-Identifier: Apache-2.0
//
// Where the Profiling Buffer of a constrained-random session lies, and where it begins.

#include "random/episode.hpp"

namespace tb
{

/// The first of `pages` pages is at `base`, or ends at it, or is drawn.
struct Episode::Place {
    enum Kind : uint8_t { begins, ends, any, one_bit } kind;
    bool upper;
    uint64_t base;
};

namespace
{

constexpr uint64_t page_bytes = 4096, page_mask = ~(page_bytes - 1);
constexpr uint64_t lower_end = UINT64_C(1) << 48, upper_begin = ~(lower_end - 1);
constexpr uint64_t physical_end = UINT64_C(1) << 52;
constexpr uint64_t upper_end = upper_begin | (lower_end - 0x10000); // a limit that is no zero

constexpr Weighted<unsigned> page_counts[] = {{1, Knob::pages_one},
                                              {2, Knob::pages_two},
                                              {4, Knob::pages_four},
                                              {9, Knob::pages_nine},
                                              {16, Knob::pages_sixteen}};

/* Memory attributes of the buffer's pages, as MAIR_ELx: Normal (most often), Non-cacheable, Device.
 */
constexpr Weighted<uint8_t> attributes[] = {{0xff, Knob::attribute_ff},
                                            {0xbb, Knob::attribute_bb},
                                            {0x44, Knob::attribute_44},
                                            {0x00, Knob::attribute_00},
                                            {0x04, Knob::attribute_04}};

enum class Start : uint8_t { base, page_end, buffer_end, tight, top_byte, unaligned };
constexpr Weighted<Start> starts[] = {{Start::base, Knob::pointer_base},
                                      {Start::page_end, Knob::pointer_page_end},
                                      {Start::buffer_end, Knob::pointer_buffer_end},
                                      {Start::tight, Knob::pointer_tight},
                                      {Start::top_byte, Knob::pointer_top_byte},
                                      {Start::unaligned, Knob::pointer_unaligned}};

} // namespace

/* The EL2 regime has one range of addresses, the lower one, and so have physical addresses. */
bool Episode::place_possible(const Place &place) const
{
    return !place.upper || !(one_range(driver_.settings.owner) || driver_.physical());
}

/* The whole buffer, whose limit is a multiple of the granule, is in one half of the address space.
 * Physical addresses have 52 bits. */
uint64_t Episode::choose_base(const Place &place)
{
    const uint64_t bytes = seq_.limit_from(pages_ * page_bytes);
    const uint64_t r = any();
    const uint64_t range = driver_.physical() ? physical_end : lower_end;

    switch (place.kind) {
    case Place::begins:
        return place.base;
    case Place::ends:
        return place.base - bytes;
    case Place::any:
        return (place.upper ? upper_begin : 0) + page_bytes + (r % (range - 4 * bytes) & page_mask);
    default:
        return UINT64_C(1) << (17 + r % (driver_.physical() ? 35 : 31));
    }
}

/* The EL2 regime has one range of addresses, the lower one. */
void Episode::choose_buffer()
{
    static const Weighted<Place> places[] = {
        {{Place::begins, false, Driver::default_va}, Knob::place_usual},
        {{Place::begins, false, 0x1000}, Knob::place_low},
        {{Place::begins, false, 0xfffff000}, Knob::place_four_gigabyte},
        {{Place::begins, false, 0x00007fffffffe000}, Knob::place_half},
        {{Place::ends, false, lower_end}, Knob::place_top},
        {{Place::ends, false, lower_end - 0xf000}, Knob::place_near_top},
        {{Place::begins, true, 0xffff800020000000}, Knob::place_upper},
        {{Place::ends, true, upper_end}, Knob::place_upper_top},
        {{Place::any, false, 0}, Knob::place_any},
        {{Place::any, true, 0}, Knob::place_any_upper},
        {{Place::one_bit, false, 0}, Knob::place_one_bit},
    };

    const Place &place = choose(places, [this](const Place &p) { return place_possible(p); });
    pages_ = choose(page_counts);
    base_ = choose_base(place);
    driver_.scatter = any();
    map_buffer();
    choose_pages();
    seq_.bench.memory.heal();
    driver_.place(base_, base_ + pages_ * page_bytes);
    driver_.place(choose_pointer(), driver_.limit);
    driver_.wrap = percent(Knob::percent_wrap) ? base_ : driver_.limit - 4 * seq_.record_bytes();
}

/* The first byte: at the start, before the end of a page or of the buffer, or so that 3.4.1 is
 * broken: one largest record does not fit, the top bytes differ, or the pointer is not aligned. */
uint64_t Episode::choose_pointer()
{
    const uint64_t record = seq_.record_bytes(), align = seq_.align_bytes();
    const Start start =
        choose(starts, [this](Start s) { return s != Start::page_end || pages_ > 1; });

    switch (start) {
    case Start::base:
        return base_;
    case Start::page_end: {
        const uint64_t page = base_ + page_bytes * (1 + below(pages_ - 1));
        return (page - below(256)) & ~(align - 1);
    }
    case Start::buffer_end: {
        const uint64_t near = driver_.limit - record * (1 + below(6));
        return (near - below(2 * record)) & ~(align - 1);
    }
    default:
        break;
    }
    seq_.unpredictable("B1");
    if (start == Start::tight)
        return driver_.limit - below(record / align) * align;
    return start == Start::top_byte ? base_ ^ UINT64_C(0x80) << 56 : base_ + below(page_bytes);
}

void Episode::choose_pages()
{
    for (unsigned i = 0; i < pages_; i++) {
        const uint64_t va = base_ + i * page_bytes;
        PageEntry entry = driver_.entry_for(va);

        entry.attr = choose(attributes);
        entry.sh = static_cast<uint8_t>(below(4));
        seq_.bench.xlat.map(driver_.regime(), va, entry);
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

} // namespace tb
