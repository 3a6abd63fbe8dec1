// SPDX-License-Identifier: Apache-2.0
#ifndef TB_SYSTEMC_COVERAGE_HPP
#define TB_SYSTEMC_COVERAGE_HPP

namespace tb
{

/// Write the simulator's coverage to the file that COV_FILE names, in a build that collects it.
void write_coverage();

} // namespace tb

#endif
