// SPDX-License-Identifier: Apache-2.0
#ifndef TB_PE_LEGAL_HPP
#define TB_PE_LEGAL_HPP

#include "context.hpp"
#include "rng.h"

namespace tb
{

/// EL2 is implemented and enabled in the Security state of `c` (EL2Enabled).
bool el2_enabled(const struct spe_config &cfg, const Context &c);

/// HCR_EL2.TGE has an effect: there is no EL1.
bool no_el1(const struct spe_config &cfg, const Context &c);

/// `c`, with what no PE of this configuration can have replaced: a state, level or control that it
/// lacks, levels in AArch32 state above one in AArch64 state, Effective values that contradict
/// others.
Context legal(const struct spe_config &cfg, const Context &c);

/// A context of that kind with every control drawn, in AArch64 state and not in Debug state.
Context any_context(const struct spe_config &cfg, struct tb_rng &rng);

/// The configuration has what came after SPEv1p0: in its PE, or in its SPU.
bool later(const struct spe_config &cfg);

} // namespace tb

#endif
