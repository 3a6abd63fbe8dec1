// SPDX-License-Identifier: Apache-2.0
//
// Assertions on spu_select: a tag that is given is free and the lowest free tag, earlier lanes get
// lower tags, and an operation collides only if no tag is free (2.2.4). In strict scope it collides
// only if a record is not written, a tag is taken, or an earlier lane of the cycle took one (RL4).
// The clock is that of the SPU, as in spu_enable_sva.

module spu_select_sva #(
  parameter int unsigned DispatchWidth = 4,
  parameter int unsigned InFlight      = 1,
  parameter bit          Strict        = 1'b0
) (
  input logic                                            clk_i,
  input logic [InFlight-1:0]                             free_i,
  input logic                                            unwritten_i,
  input logic [DispatchWidth*spe_pkg::LANE_SEL_BITS-1:0] lane_sel_o,
  input logic [InFlight-1:0]                             alloc_o,
  input logic [3*InFlight-1:0]                           lane_o,
  input logic [3:0]                                      coll_o
);

  localparam int unsigned SelBits = spe_pkg::LANE_SEL_BITS;

  logic [InFlight-1:0] left;      // tags that are free and not given
  logic                unlowest;  // a tag is given, and a lower one is left
  logic                disorder;  // a later lane got a lower tag than an earlier lane
  logic                given;     // an earlier lane got a tag
  logic                at_first;  // a lane collides, and no earlier lane got a tag

  assign left = free_i & ~alloc_o;

  always_comb begin
    unlowest = 1'b0;
    disorder = 1'b0;
    if (alloc_o != '0) begin
      for (int unsigned t = 0; t < InFlight; t++) begin
        for (int unsigned low = 0; low < t; low++) begin
          if (alloc_o[t] && left[low]) unlowest = 1'b1;
          if (alloc_o[t] && alloc_o[low] &&
              lane_o[3*low +: 3] >= lane_o[3*t +: 3]) disorder = 1'b1;
        end
      end
    end
  end

  always_comb begin
    given    = 1'b0;
    at_first = 1'b0;
    if (coll_o != '0) begin
      for (int unsigned i = 0; i < DispatchWidth; i++) begin
        if (lane_sel_o[i*SelBits + SelBits-2] && !given) at_first = 1'b1;  // coll
        if (lane_sel_o[i*SelBits + SelBits-1])           given    = 1'b1;  // sel
      end
    end
  end

  always_ff @(posedge clk_i) if (spu.rst_ni) begin
    if (alloc_o != '0) begin
      GivenIsFree:   assert (((alloc_o & ~free_i) != '0) !== 1'b1);
      GivenIsLowest: assert (unlowest !== 1'b1);
      LanesInOrder:  assert (disorder !== 1'b1);
      StrictIsOne:   assert ((Strict && (unwritten_i || (free_i != '1) ||
                                         ($countones(alloc_o) != 1))) !== 1'b1);
    end
    if (coll_o != '0) begin
      CollidesIfNone:   assert ((!Strict && (left != '0)) !== 1'b1);
      CollidesIfStrict: assert
          ((Strict && at_first && !unwritten_i && (free_i == '1)) !== 1'b1);
    end
  end

endmodule

bind spu_select spu_select_sva #(
  .DispatchWidth(DispatchWidth), .InFlight(InFlight), .Strict(Strict)
) u_sva (.clk_i(spu.clk_i), .*);
