// SPDX-License-Identifier: Apache-2.0
//
// Assertions on spu: widths of the types, and the release of the reset, a promise of the bench.
// Promises cycle by cycle: spu_pe_sva; parameters: spu_params_sva.

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

  logic clocked_q;  // rst_ni was 0 at the last rising edge

  always_ff @(posedge clk_i) clocked_q <= !rst_ni;

  // Reset is released synchronously: after a rising edge at which rst_ni was 0. The clock may be
  // high at the release, as after a synchronizer, or low.
  always_ff @(posedge rst_ni) begin
    PeResetClocked: assert (clocked_q);
  end

endmodule

bind spu spu_sva u_sva (.*);
