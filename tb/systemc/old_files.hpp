// SPDX-License-Identifier: Apache-2.0
#ifndef TB_SYSTEMC_OLD_FILES_HPP
#define TB_SYSTEMC_OLD_FILES_HPP

#include <string>

namespace tb
{

/// Remove what a run has left in `dir`, whatever it is. @throws RunError(exit_internal) that names
/// the file that stays.
void clear_dir(const std::string &dir);

/// What a run before has said in the directory of --dir is gone, also where this one is refused:
/// verdict, findings, bins, log, cover properties, command. What this one reads stays, what another
/// session writes, and what is no file of a run. Takes a command line that may be wrong.
void forget_run_before(int argc, char **argv);

} // namespace tb

#endif
