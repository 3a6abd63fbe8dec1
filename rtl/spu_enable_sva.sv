// SPDX-License-Identifier: Apache-2.0
//
// Assertions on spu_enable: what Table 3 (3.2.1), 3.4.1 and 3.4.6 exclude whatever the context is.
// The module has no clock: the assertions are deferred to the end of the time step and say nothing
// of unknown values (`!==`).

module spu_enable_sva (
  input spe_pkg::pe_ctx_t  ctx_i,
  input spu_int_pkg::ctl_t ctl_i,
  input logic              owner_secure_o,
  input logic              owner_el2_o,
  input spe_pkg::regime_e  regime_o,
  input logic              buf_en_o,
  input logic              prof_en_o
);

  logic secure_regime;

  assign secure_regime = regime_o == spe_pkg::RegimeSEl10;

  always_comb begin
    NeverAtEl3:      assert final ((prof_en_o && (ctx_i.el == spe_pkg::EL3)) !== 1'b1);
    NeverInDebug:    assert final ((prof_en_o && ctx_i.debug) !== 1'b1);
    NeverInAArch32:  assert final ((prof_en_o && ctx_i.aarch32) !== 1'b1);
    NeverWithS:      assert final ((buf_en_o && ctl_i.s) !== 1'b1);
    NeverWithoutE:   assert final ((buf_en_o && !ctl_i.e) !== 1'b1);
    NeverWithoutBuf: assert final ((prof_en_o && !buf_en_o) !== 1'b1);
    // The buffer is not written while the PE is in the Security state that does not own it.
    NeverByOther:    assert final ((buf_en_o && (owner_secure_o == ctx_i.scr_ns)) !== 1'b1);
    OneOwner:        assert final ((owner_secure_o && owner_el2_o) !== 1'b1);
    RegimeOfOwner:   assert final ((secure_regime != owner_secure_o) !== 1'b1);
  end

endmodule

bind spu_enable spu_enable_sva u_sva (.*);
