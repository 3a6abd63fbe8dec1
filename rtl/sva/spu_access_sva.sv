// SPDX-License-Identifier: Apache-2.0
//
// Assertions on spu_access: no outcome that its context does not allow (3.2.3, 3.4.6, 4.3, D24.7).
// The clock is that of the SPU, as in spu_enable_sva.

module spu_access_sva #(
  parameter bit          El2 = 1'b1,
  parameter bit          El3 = 1'b1,
  parameter int unsigned Nv  = 0,
  parameter bit          Fgt = 1'b0
) (
  input logic              clk_i,
  input logic              valid_i,
  input logic              write_i,
  input logic              fgt_i,
  input logic [15:0]       enc_i,
  input spe_pkg::pe_ctx_t  ctx_i,
  input spe_pkg::access_e  outcome_o,
  input spu_int_pkg::reg_e reg_o
);

  logic reached, read_only, el2_reg, el3_reg, trap_el2, trap_el3, to_memory, trap;

  assign reached   = reg_o != spu_int_pkg::RegNone;
  assign read_only = reg_o inside {spu_int_pkg::RegIdr, spu_int_pkg::RegBidr};
  assign el2_reg   = reg_o inside {spu_int_pkg::RegScr2, spu_int_pkg::RegSr2};
  assign el3_reg   = reg_o == spu_int_pkg::RegSr3;
  assign trap_el2  = outcome_o == spe_pkg::AccessTrapEl2;
  assign trap_el3  = outcome_o == spe_pkg::AccessTrapEl3;
  assign to_memory = outcome_o == spe_pkg::AccessMemory;
  assign trap      = trap_el2 || trap_el3 || to_memory;

  always_ff @(posedge clk_i) if (spu.rst_ni) begin
    if (reached) begin
      NeverFromEl0:   assert ((ctx_i.el == spe_pkg::EL0) !== 1'b1);
      NeverFromA32:   assert (ctx_i.aarch32 !== 1'b1);
      WriteReachesRw: assert ((write_i && read_only) !== 1'b1);
      Scr2FromEl2:    assert (((el2_reg && (ctx_i.el == spe_pkg::EL1)) ||
                               (el3_reg && (ctx_i.el != spe_pkg::EL3))) !== 1'b1);
    end
    if (trap) begin
      TrapEl2FromEl1:   assert ((trap_el2 && (!El2 || (ctx_i.el != spe_pkg::EL1))) !== 1'b1);
      TrapEl3FromBelow: assert ((trap_el3 && (!El3 || (ctx_i.el == spe_pkg::EL3))) !== 1'b1);
      // EDSCR.SDD keeps the debugger out of EL3.
      NoTrapInDebug:    assert ((trap_el3 && ctx_i.debug && ctx_i.sdd) !== 1'b1);
      MemoryByNv2:      assert
          ((to_memory && (Nv < 2 || !ctx_i.nvx[2] || (ctx_i.el != spe_pkg::EL1))) !== 1'b1);
      BidrUntrapped:    assert ((valid_i && (enc_i == spe_pkg::ENC_PMBIDR_EL1) &&
                                 !(trap_el2 && Fgt && fgt_i)) !== 1'b1);
    end
  end

endmodule

bind spu_access spu_access_sva #(.El2(El2), .El3(El3), .Nv(Nv), .Fgt(Fgt)) u_sva (
  .clk_i(spu.clk_i), .*
);
