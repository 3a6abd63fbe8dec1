// SPDX-License-Identifier: Apache-2.0
#ifndef TB_SYSTEMC_UNPREDICTABLE_HPP
#define TB_SYSTEMC_UNPREDICTABLE_HPP

#include <set>
#include <string>

namespace tb
{

/// The beginning of the line that names the open cases of the texts that a run came into.
constexpr char unpredictable_mark[] = "unpredictable=";

/// Name on stderr the choice ids of the open cases that the stimulus led into. If there is a
/// directory, write the ids alone to the file `unpredictable` in it. Without any, nothing is
/// written.
/// @throws RunError(exit_internal)
void tell_unpredictable(const std::string &dir, const std::set<std::string> &choices);

/// Write the file `unpredictable`; nothing for an empty text. @throws RunError(exit_internal)
void write_unpredictable(const std::string &dir, const std::string &choices);

} // namespace tb

#endif
