// SPDX-License-Identifier: Apache-2.0
#ifndef TB_SYSTEMC_OLD_FILES_HPP
#define TB_SYSTEMC_OLD_FILES_HPP

#include <string>

namespace tb
{

/// Remove every file that a run left in `dir`. @throws RunError(exit_internal) that names the file
/// that cannot be removed.
void clear_dir(const std::string &dir);

/// Forget what an earlier run wrote in the directory of --dir: verdict, findings, bins, log, cover
/// properties, command. That also happens where the present run is refused. Files that this run
/// reads stay, as do those that another session writes and those that are not of a run. Takes a
/// command line that may be wrong.
void forget_run_before(int argc, char **argv);

} // namespace tb

#endif
