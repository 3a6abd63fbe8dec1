// SPDX-License-Identifier: Apache-2.0
#include "drive/steps.hpp"

#include <cinttypes>
#include <cstdio>

#include "bench.hpp"
#include "drive/regs.hpp"

namespace tb
{
namespace
{

struct SysregName {
    uint16_t enc;
    const char *name;
};

constexpr SysregName sysreg_names[] = {
    {PMSCR_EL1, "PMSCR_EL1"},   {PMSICR_EL1, "PMSICR_EL1"},       {PMSIRR_EL1, "PMSIRR_EL1"},
    {PMSFCR_EL1, "PMSFCR_EL1"}, {PMSEVFR_EL1, "PMSEVFR_EL1"},     {PMSLATFR_EL1, "PMSLATFR_EL1"},
    {PMSIDR_EL1, "PMSIDR_EL1"}, {PMBLIMITR_EL1, "PMBLIMITR_EL1"}, {PMBPTR_EL1, "PMBPTR_EL1"},
    {PMBSR_EL1, "PMBSR_EL1"},   {PMBIDR_EL1, "PMBIDR_EL1"},       {PMSCR_EL2, "PMSCR_EL2"},
    {PMSCR_EL12, "PMSCR_EL12"}, {PMSNEVFR_EL1, "PMSNEVFR_EL1"},   {PMSDSFR_EL1, "PMSDSFR_EL1"},
    {PMBMAR_EL1, "PMBMAR_EL1"}, {PMBSR_EL2, "PMBSR_EL2"},         {PMBSR_EL12, "PMBSR_EL12"},
    {PMBSR_EL3, "PMBSR_EL3"},
};

void print(uint64_t number, uint64_t cycle, const StepText &text)
{
    std::fprintf(stderr, "step %" PRIu64 " cycle %" PRIu64 " %s", number, cycle, text.what);
    if (text.name != nullptr)
        std::fprintf(stderr, " %s", text.name);
    if (text.valued)
        std::fprintf(stderr, text.name != nullptr ? " 0x%" PRIx64 : " %" PRIu64, text.value);
    std::fputc('\n', stderr);
}

} // namespace

const char *sysreg_name(uint16_t enc)
{
    for (const SysregName &row : sysreg_names) {
        if (row.enc == enc)
            return row.name;
    }
    return "another";
}

/* A loop of the test may wait for the effect of a step that is left out: TestOver ends the loop
 * after the last step of the list. */
bool Steps::begin(uint64_t cycle, const StepText &text)
{
    const uint64_t number = count_++;
    if (list_.given() && (number > list_.last() || (whole_ != nullptr && number >= whole_->size())))
        throw TestOver();
    if (telling())
        told_.emplace_back();
    const bool played = telling() || list_.contains(number);

    if (played && print_)
        print(number, cycle, text);
    return played;
}

void Steps::check() const
{
    if (!list_.given() || whole_ == nullptr)
        return;
    if (whole_->empty())
        throw RunError(exit_internal, "--steps: the whole run cannot be played");
    if (list_.last() >= whole_->size())
        throw RunError(exit_usage, "--steps: the test has " + std::to_string(whole_->size()) +
                                       " steps, numbered from 0");
}

} // namespace tb
