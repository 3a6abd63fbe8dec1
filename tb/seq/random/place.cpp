// SPDX-License-Identifier: Apache-2.0
//
// The place of the Profiling Buffer of a constrained-random session, and of the first record.

#include "random/episode.hpp"

namespace tb
{

/// A place: `base` is the start of the first of `pages` pages, or the end of the last one, or the
/// place is drawn.
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
constexpr uint64_t upper_end = upper_begin | (lower_end - 0x10000); // a limit other than zero

constexpr Weighted<unsigned> page_counts[] = {{1, Knob::pages_one},
                                              {2, Knob::pages_two},
                                              {4, Knob::pages_four},
                                              {9, Knob::pages_nine},
                                              {16, Knob::pages_sixteen}};

/* Memory attributes of the buffer's pages, as in MAIR_ELx: most often Normal, sometimes
 * Non-cacheable or Device. */
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

/* Whether the place is possible: the EL2 regime and physical addresses have only the lower range.
 */
bool Episode::place_possible(const Place &place) const
{
    return !place.upper || !(one_range(driver_.settings.owner) || driver_.physical());
}

/* Choose the base so that the whole buffer, with a limit that is a multiple of the granule, is in
 * one half of the address space. Physical addresses have 52 bits. */
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

/* The EL2 regime has only the lower range of addresses. */
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
    driver_.map(base_, pages_);
    choose_pages();
    seq_.bench.memory.heal();
    driver_.place(base_, base_ + pages_ * page_bytes);
    driver_.place(choose_pointer(), driver_.limit);
    driver_.wrap = percent(Knob::percent_wrap) ? base_ : driver_.limit - 4 * seq_.record_bytes();
}

/* The first byte: at the start of the buffer; before the end of a page or of the buffer; or at a
 * place that breaks 3.4.1. There, one largest record does not fit, the top bytes differ, or the
 * pointer is not aligned. */
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

} // namespace tb
