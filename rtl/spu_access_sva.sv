// SPDX-License-Identifier: Apache-2.0
//
// Assertions on spu_access: outcomes that no context allows (3.2.3, 3.4.6, 4.3). The clock is that
// of the SPU, as in spu_enable_sva.

module spu_access_sva #(
  parameter bit El2 = 1'b1,
  parameter bit El3 = 1'b1
) (
  input logic              clk_i,
  input logic              valid_i,
  input logic              write_i,
  input logic [15:0]       enc_i,
  input spe_pkg::pe_ctx_t  ctx_i,
  input spe_pkg::access_e  outcome_o,
  input spu_int_pkg::reg_e reg_o
);

  logic reached, read_only, trap_el2, trap_el3, trap;

  assign reached   = reg_o != spu_int_pkg::RegNone;
  assign read_only = (reg_o == spu_int_pkg::RegIdr) || (reg_o == spu_int_pkg::RegBidr);
  assign trap_el2  = outcome_o == spe_pkg::AccessTrapEl2;
  assign trap_el3  = outcome_o == spe_pkg::AccessTrapEl3;
  assign trap      = trap_el2 || trap_el3;

  always_ff @(posedge clk_i) begin
    if (reached) begin
      NeverFromEl0:   assert ((ctx_i.el == spe_pkg::EL0) !== 1'b1);
      NeverFromA32:   assert (ctx_i.aarch32 !== 1'b1);
      WriteReachesRw: assert ((write_i && read_only) !== 1'b1);
      Scr2FromEl2:    assert (((reg_o == spu_int_pkg::RegScr2) &&
                               (ctx_i.el == spe_pkg::EL1)) !== 1'b1);
    end
    if (trap) begin
      TrapEl2FromEl1:   assert ((trap_el2 && (!El2 || !ctx_i.scr_ns ||
                                              (ctx_i.el != spe_pkg::EL1))) !== 1'b1);
      TrapEl3FromBelow: assert ((trap_el3 && (!El3 || (ctx_i.el == spe_pkg::EL3))) !== 1'b1);
      BidrUntrapped:    assert ((valid_i && (enc_i == spe_pkg::ENC_PMBIDR_EL1)) !== 1'b1);
    end
  end

endmodule

bind spu_access spu_access_sva #(.El2(El2), .El3(El3)) u_sva (.clk_i(spu.clk_i), .*);
