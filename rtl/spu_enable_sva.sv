// SPDX-License-Identifier: Apache-2.0
//
// Assertions on spu_enable: what Table 3 (3.2.1), 3.4.1 and 3.4.6 exclude whatever the context is.
// The module has no clock: the assertions take that of the SPU. They hold in reset too, and say
// nothing of unknown values (`!==`).

module spu_enable_sva (
  input logic              clk_i,
  input spe_pkg::pe_ctx_t  ctx_i,
  input spu_int_pkg::ctl_t ctl_i,
  input logic              owner_secure_o,
  input logic              owner_el2_o,
  input spe_pkg::regime_e  regime_o,
  input logic              buf_en_o,
  input logic              prof_en_o
);

  always_ff @(posedge clk_i) begin
    if (prof_en_o) begin
      NeverAtEl3:      assert ((ctx_i.el == spe_pkg::EL3) !== 1'b1);
      NeverInDebug:    assert (ctx_i.debug !== 1'b1);
      NeverInAArch32:  assert (ctx_i.aarch32 !== 1'b1);
      NeverWithoutBuf: assert (buf_en_o !== 1'b0);
    end
    if (buf_en_o) begin
      NeverWithS:      assert (ctl_i.s !== 1'b1);
      NeverWithoutE:   assert (ctl_i.e !== 1'b0);
      // The buffer is not written while the PE is in the Security state that does not own it.
      NeverByOther:    assert ((owner_secure_o == ctx_i.scr_ns) !== 1'b1);
    end
    OneOwner:      assert ((owner_secure_o && owner_el2_o) !== 1'b1);
    RegimeOfOwner: assert (((regime_o == spe_pkg::RegimeSEl10) != owner_secure_o) !== 1'b1);
  end

endmodule

bind spu_enable spu_enable_sva u_sva (.clk_i(spu.clk_i), .*);
