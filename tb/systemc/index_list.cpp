// SPDX-License-Identifier: Apache-2.0
#include "index_list.hpp"

#include <sstream>

#include "options.hpp"

namespace tb
{

IndexList::IndexList(const char *option, const char *text)
{
    const std::string all = text;
    std::istringstream items(all + ",");
    std::string item;

    while (std::getline(items, item, ',')) {
        const size_t dash = item.find('-');
        const uint64_t first = parse_number(option, item.substr(0, dash).c_str());
        const uint64_t last =
            dash == std::string::npos ? first : parse_number(option, item.substr(dash + 1).c_str());

        if (last < first || (given() && first <= this->last()))
            throw RunError(exit_usage, std::string(option) + ": '" + all +
                                           "' is not in rising order, as 0,3-5 is");
        ranges_.emplace_back(first, last);
    }
}

bool IndexList::contains(uint64_t index) const
{
    for (const auto &range : ranges_) {
        if (index >= range.first && index <= range.second)
            return true;
    }
    return !given();
}

std::string IndexList::text() const
{
    std::string text;

    for (const auto &range : ranges_)
        text += (text.empty() ? "" : ",") + std::to_string(range.first) + "-" +
                std::to_string(range.second);
    return text;
}

} // namespace tb
