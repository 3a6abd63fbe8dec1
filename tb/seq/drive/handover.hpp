// SPDX-License-Identifier: Apache-2.0
#ifndef TB_SEQ_DRIVE_HANDOVER_HPP
#define TB_SEQ_DRIVE_HANDOVER_HPP

#include "drive/seq.hpp"

namespace tb
{

/// Go to a context with another owner, register by register. Without PSB CSYNC the buffer is
/// disabled in between, or it would be UNPREDICTABLE which translation regime the queued records
/// use (3.6.1); what is queued then is lost.
void change_owner(Seq &seq, const Context &to);

/// What was sampled so far reaches memory, if the buffer is enabled in this context.
void write_records(Seq &seq);

} // namespace tb

#endif
