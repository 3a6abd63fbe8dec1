// SPDX-License-Identifier: Apache-2.0
//
// Assertions on spu_enable: combinations that Table 3 (3.2.1), 3.4.1, 3.4.6 and D17.4 exclude in
// every context. spu_enable has no clock: the assertions use the clock of the SPU. They are checked
// only out of reset, because before a reset flops hold any value. Unknown values do not fail them
// (`!==`).

module spu_enable_sva #(
  parameter bit El2  = 1'b1,
  parameter bit Sel2 = 1'b0,
  parameter bit Rme  = 1'b0,
  parameter bit Exc  = 1'b0
) (
  input logic              clk_i,
  input spe_pkg::pe_ctx_t  ctx_i,
  input spu_int_pkg::ctl_t ctl_i,
  input spu_int_pkg::own_t own_o,
  input spe_pkg::regime_e  regime_o,
  input logic              buf_en_o,
  input logic              prof_en_o,
  input logic              prohibited_o,
  input logic              owner_a32
);

  logic level2;  // the regime is one of EL2

  assign level2 = regime_o inside {spe_pkg::RegimeEl2, spe_pkg::RegimeEl20, spe_pkg::RegimeSEl2,
                                   spe_pkg::RegimeSEl20, spe_pkg::RegimeREl2,
                                   spe_pkg::RegimeREl20};

  always_ff @(posedge clk_i) if (spu.rst_ni) begin
    if (prof_en_o) begin
      NeverAtEl3:      assert ((ctx_i.el == spe_pkg::EL3) !== 1'b1);
      // While profiling is enabled, the buffer may be programmed, except by EL1 if EL2 owns it.
      NeverElsewhere:  assert ((prohibited_o && !own_o.el2) !== 1'b1);
    end
    if (buf_en_o) begin
      NeverWithS:      assert ((ctl_i.s1 || own_o.stopped) !== 1'b1);
      NeverWithoutE:   assert (ctl_i.e !== 1'b0);
      NeverNarrow:     assert (owner_a32 !== 1'b1);
      // The buffer is not written while the PE is in a Security state that does not own it.
      NeverByOther:    assert ((!own_o.exists || (own_o.state[0] != ctx_i.scr_ns) ||
                                (Rme && (own_o.state[1] != ctx_i.scr_nse))) !== 1'b1);
    end
    OneOwner:      assert ((own_o.el2 && !(El2 && (Sel2 || own_o.state != '0))) !== 1'b1);
    RegimeOfOwner: assert ((level2 != own_o.el2) !== 1'b1);
    // Without FEAT_SPE_EXC one register and the interrupt report all events.
    LevelsOfExc:   assert (((!Exc && own_o.ee2 != '0) || (own_o.ee1[1] != own_o.ee1[0]) ||
                            (own_o.ee1 != '0 && own_o.ee2 == '0)) !== 1'b1);
  end

endmodule

bind spu_enable spu_enable_sva #(
  .El2(El2), .Sel2(Sel2), .Rme(Rme), .Exc(Exc)
) u_sva (
  .clk_i(spu.clk_i), .*
);
