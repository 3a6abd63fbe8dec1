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
/// properties, command. Do so even if the present run will be refused. Keep files that this run
/// reads, files that another session writes, and files that no run wrote. The command line may be
/// wrong.
void forget_run_before(int argc, char **argv);

} // namespace tb

#endif
