// SPDX-License-Identifier: Apache-2.0
#ifndef TB_SEQ_DRIVE_HANDOVER_HPP
#define TB_SEQ_DRIVE_HANDOVER_HPP

#include "drive/seq.hpp"

namespace tb
{

/// Go to a context with another owner, register by register. The buffer is disabled in between:
/// without PSB CSYNC it would be UNPREDICTABLE which translation regime the queued records use
/// (3.6.1). Records that are queued then are lost.
void change_owner(Seq &seq, const Context &to);

/// Write all records of samples taken so far, if the buffer is enabled in this context.
void write_records(Seq &seq);

} // namespace tb

#endif
