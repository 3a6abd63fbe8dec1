// SPDX-License-Identifier: Apache-2.0
//
// Assertions on spu: widths of the types, and the release of the reset, which the bench owes. Cycle
// by cycle it owes spu_pe_sva; parameters: spu_params_sva.

module spu_sva (
  input logic clk_i,
  input logic rst_ni
);

  initial begin
    BitsCtx:    assert ($bits(spe_pkg::pe_ctx_t) == spe_pkg::PE_CTX_BITS);
    BitsLane:   assert ($bits(spe_pkg::lane_t) == spe_pkg::LANE_BITS);
    BitsSel:    assert ($bits(spe_pkg::lane_sel_t) == spe_pkg::LANE_SEL_BITS);
    BitsLife:   assert ($bits(spe_pkg::life_t) == spe_pkg::LIFE_BITS);
    BitsRecord: assert ($bits(spu_int_pkg::rec_t) == spu_int_pkg::REC_BITS);
    BitsKinds:  assert ($bits(spu_int_pkg::kinds_t) == spu_int_pkg::KINDS_BITS);
    BitsItem:   assert
        ($bits(spu_int_pkg::item_t) == spu_int_pkg::ITEM_BITS &&
         $bits(spu_int_pkg::kind_e) == spu_int_pkg::ITEM_BITS - spu_int_pkg::ITEM_KIND);
  end

  logic clocked_q;  // the last rising edge came in reset

  always_ff @(posedge clk_i) clocked_q <= !rst_ni;

  // Released synchronously: behind a rising edge that saw it. The clock may be high then, as behind
  // a synchronizer, or low.
  always_ff @(posedge rst_ni) begin
    PeResetClocked: assert (clocked_q);
  end

endmodule

bind spu spu_sva u_sva (.*);
