// SPDX-License-Identifier: Apache-2.0
#ifndef TB_SYSTEMC_UNPREDICTABLE_HPP
#define TB_SYSTEMC_UNPREDICTABLE_HPP

#include <set>
#include <string>

namespace tb
{

/// What the line begins with that names the open cases of the texts which a run came into.
constexpr char unpredictable_mark[] = "unpredictable=";

/// Say on stderr which ones the stimulus led into, by their choice ids, and leave them, alone, as
/// `unpredictable` in the directory, if there is one. Nothing where there are none.
/// @throws RunError(exit_internal)
void tell_unpredictable(const std::string &dir, const std::set<std::string> &choices);

/// The file `unpredictable`. Nothing for an empty text. @throws RunError(exit_internal)
void write_unpredictable(const std::string &dir, const std::string &choices);

} // namespace tb

#endif
