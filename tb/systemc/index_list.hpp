// SPDX-License-Identifier: Apache-2.0
#ifndef TB_SYSTEMC_INDEX_LIST_HPP
#define TB_SYSTEMC_INDEX_LIST_HPP

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace tb
{

/// A list of numbers and ranges, such as "0,3-5", in rising order without repetitions. If the
/// option is not given, the list holds every number.
class IndexList
{
  public:
    IndexList() = default;

    /// @throws RunError(exit_usage) that names the option.
    IndexList(const char *option, const char *text);

    /// Whether the option was given.
    bool given() const
    {
        return !ranges_.empty();
    }

    bool contains(uint64_t index) const;

    /// The numbers as ranges, "0-0,3-5"; "" for every number.
    std::string text() const;

    /// The lowest number in the list.
    uint64_t first() const
    {
        return given() ? ranges_.front().first : 0;
    }

    /// The highest number in the list; if the list holds every number, the largest value.
    uint64_t last() const
    {
        return given() ? ranges_.back().second : UINT64_MAX;
    }

  private:
    std::vector<std::pair<uint64_t, uint64_t>> ranges_; // both ends included
};

} // namespace tb

#endif
