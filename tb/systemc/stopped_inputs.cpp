// SPDX-License-Identifier: Apache-2.0
#include "stopped_inputs.hpp"

#include <type_traits>

#include "op.hpp"
#include "pins.hpp"

namespace tb
{
namespace
{

constexpr uint64_t bits(unsigned n)
{
    return n == 64 ? UINT64_MAX : (UINT64_C(1) << n) - 1;
}

template <class Use> void each_lane(Pins &p, Use use)
{
    use(p.lane_valid_i, bits(8));
    use(p.lane_ctx_i, bits(8));
    for (unsigned i = 0; i < max_lanes; i++) {
        use(p.lane_pc_i[i], bits(64));
        use(p.lane_op_i[i], bits(10));
        use(p.lane_flags_i[i], bits(4));
    }
}

template <class Use> void each_life(Pins &p, Use use)
{
    use(p.life_pulse_i, bits(20));
    for (unsigned t = 0; t < max_tags; t++) {
        use(p.life_end_kind_i[t], bits(3));
        use(p.life_flags_i[t], bits(21));
        use(p.life_source_i[t], bits(16));
        use(p.life_events_i[t], bits(64));
        use(p.life_va_i[t], bits(64));
        use(p.life_pa_i[t], bits(56));
        use(p.life_target_i[t], bits(56));
        use(p.life_prev_i[t], bits(56));
        use(p.life_lat_issue_i[t], bits(32));
        use(p.life_lat_xlat_i[t], bits(32));
        use(p.life_lat_total_i[t], bits(32));
        use(p.life_lat_alt_i[t], bits(32));
    }
}

template <class Use> void each_of_bus(Pins &p, Use use)
{
    use(p.xl_ready_i, 1);
    use(p.xl_rsp_valid_i, 1);
    use(p.xl_rsp_fault_i, bits(2));
    use(p.xl_rsp_stage2_i, 1);
    use(p.xl_rsp_fsc_i, bits(6));
    use(p.xl_rsp_mss2_i, bits(4));
    use(p.xl_rsp_pas_i, bits(2));
    use(p.xl_rsp_sh_i, bits(2));
    use(p.xl_rsp_attr_i, bits(8));
    use(p.xl_rsp_pa_i, bits(52));
    use(p.awready_i, 1);
    use(p.wready_i, 1);
    use(p.bvalid_i, 1);
    use(p.bid_i, bits(4));
    use(p.bresp_i, bits(2));
}

/* Call `use` with each input and its largest value. */
template <class Use> void each(Pins &p, Use use)
{
    use(p.sysreg_valid_i, 1);
    use(p.sysreg_write_i, 1);
    use(p.sysreg_fgt_i, 1);
    use(p.sysreg_enc_i, bits(16));
    use(p.sysreg_wdata_i, bits(64));
    each_lane(p, use);
    each_life(p, use);
    use(p.rnd_inject_valid_i, 1);
    use(p.rnd_inject_i, bits(8));
    each_of_bus(p, use);
    use(p.cse_i, 1);
    use(p.cse_ids_i, bits(33));
    use(p.psb_req_i, 1);
    use(p.dsb_req_i, 1);
    use(p.tlbi_i, 1);
    use(p.impdef_valid_i, 1);
    use(p.impdef_mss_i, bits(16));
    use(p.impdef_mss2_i, bits(24));
}

} // namespace

StoppedInputs::StoppedInputs(Pins &pins) : pins_(pins)
{
    each(pins_, [this](const auto &input, uint64_t) { kept_.push_back(input); });
}

void StoppedInputs::poison(struct tb_rng &rng)
{
    each(pins_, [&rng](auto &input, uint64_t most) {
        input = static_cast<std::decay_t<decltype(input)>>(tb_rng_u64(&rng) & most);
    });
}

void StoppedInputs::restore()
{
    size_t i = 0;

    each(pins_, [this, &i](auto &input, uint64_t) {
        input = static_cast<std::decay_t<decltype(input)>>(kept_[i++]);
    });
}

} // namespace tb
