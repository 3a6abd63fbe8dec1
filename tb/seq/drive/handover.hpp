// SPDX-License-Identifier: Apache-2.0
#ifndef TB_SEQ_DRIVE_HANDOVER_HPP
#define TB_SEQ_DRIVE_HANDOVER_HPP

#include "drive/seq.hpp"

namespace tb
{

/// Go to a context with another owner, register by register. The buffer is disabled meanwhile, and
/// queued records are lost: without PSB CSYNC, the translation regime of these records would be
/// UNPREDICTABLE (3.6.1).
void change_owner(Seq &seq, const Context &to);

/// Write all records of samples taken so far, if the buffer is enabled in this context.
void write_records(Seq &seq);

} // namespace tb

#endif
