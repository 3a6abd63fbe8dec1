// SPDX-License-Identifier: Apache-2.0
#ifndef TB_SYSTEMC_UNPREDICTABLE_HPP
#define TB_SYSTEMC_UNPREDICTABLE_HPP

#include <set>
#include <string>

namespace tb
{

/// The beginning of the line that names the cases, left open by the texts, that a run has met.
constexpr char unpredictable_mark[] = "unpredictable=";

/// Print on stderr the choice ids of the open cases that the stimulus met. If there is a directory,
/// also write the ids to the file `unpredictable` in it. Without any ids, print and write nothing.
/// @throws RunError(exit_internal)
void tell_unpredictable(const std::string &dir, const std::set<std::string> &choices);

/// Write the file `unpredictable`; for an empty text, no file. @throws RunError(exit_internal)
void write_unpredictable(const std::string &dir, const std::string &choices);

} // namespace tb

#endif
