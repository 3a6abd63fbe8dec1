// SPDX-License-Identifier: Apache-2.0
#ifndef TB_SEQ_RANDOM_SETTINGS_HPP
#define TB_SEQ_RANDOM_SETTINGS_HPP

#include <string>

#include "random/weights.hpp"

namespace tb
{

/// The weights with which a random session draws only the settings in `list`, as "memory,filters".
/// The others are plain: no filters, a quick memory, the usual place. "none": all settings are
/// plain; empty: all are drawn.
/// @throws RunError(exit_usage) for an unknown name.
Weights draw_settings_alone(Weights weights, const std::string &list);

/// Names of all settings, with commas.
std::string setting_names();

} // namespace tb

#endif
