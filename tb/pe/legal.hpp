// SPDX-License-Identifier: Apache-2.0
#ifndef TB_PE_LEGAL_HPP
#define TB_PE_LEGAL_HPP

#include "context.hpp"
#include "rng.h"

namespace tb
{

/// Whether EL2 is implemented and enabled in the Security state of `c` (EL2Enabled).
bool el2_enabled(const struct spe_config &cfg, const Context &c);

/// Whether HCR_EL2.TGE takes effect. If so, the PE has no EL1.
bool no_el1(const struct spe_config &cfg, const Context &c);

/// `c`, with legal values in place of everything that no PE of this configuration can have: for
/// example a state, a level or a control that the PE lacks, a level in AArch32 state above one in
/// AArch64 state, and Effective values that contradict each other.
/// @param secure  a PE without EL3 is in Secure state.
Context legal(const struct spe_config &cfg, const Context &c, bool secure = false);

/// A legal context with all controls drawn, in AArch64 state and outside Debug state.
Context any_context(const struct spe_config &cfg, struct tb_rng &rng, bool secure = false);

/// Whether the PE has no EL3, and its one state may be Secure state (DDI 0586A 3.4.2). With a
/// Secure EL2 the PE stays in Non-secure state: owner_context() of Secure EL1 has no EL2 in its
/// state.
bool may_be_secure(const struct spe_config &cfg);

/// Whether the PE or the SPU of the configuration has anything newer than SPEv1p0.
bool later(const struct spe_config &cfg);

} // namespace tb

#endif
