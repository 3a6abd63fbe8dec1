// SPDX-License-Identifier: Apache-2.0
//
// Assertions on spu_select: a tag that is given is free and the lowest free tag, earlier lanes get
// lower tags, and an operation collides only if no tag is free (2.2.4). The clock is that of the
// SPU, as in spu_enable_sva.

module spu_select_sva #(
  parameter int unsigned InFlight = 1,
  parameter bit          Strict   = 1'b0
) (
  input logic                  clk_i,
  input logic [InFlight-1:0]   free_i,
  input logic                  unwritten_i,
  input logic [InFlight-1:0]   alloc_o,
  input logic [3*InFlight-1:0] lane_o,
  input logic [3:0]            coll_o
);

  logic [InFlight-1:0] left;      // tags that are free and not given
  logic                unlowest;  // a tag is given, and a lower one is left
  logic                disorder;  // a later lane got a lower tag than an earlier lane

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

  always_ff @(posedge clk_i) if (spu.rst_ni) begin
    if (alloc_o != '0) begin
      GivenIsFree:   assert (((alloc_o & ~free_i) != '0) !== 1'b1);
      GivenIsLowest: assert (unlowest !== 1'b1);
      LanesInOrder:  assert (disorder !== 1'b1);
      StrictIsOne:   assert ((Strict && (unwritten_i || (free_i != '1) ||
                                         ($countones(alloc_o) != 1))) !== 1'b1);
    end
    if (coll_o != '0) begin
      CollidesIfNone: assert ((!Strict && (left != '0)) !== 1'b1);
    end
  end

endmodule

bind spu_select spu_select_sva #(
  .InFlight(InFlight), .Strict(Strict)
) u_sva (.clk_i(spu.clk_i), .*);
