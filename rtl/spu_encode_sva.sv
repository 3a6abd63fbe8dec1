// SPDX-License-Identifier: Apache-2.0
//
// Assertions on the encoder: elements in order, bytes only ahead of those already placed, the
// record fits.

module spu_encode_sva #(
  parameter int unsigned LayoutItems = 1,
  parameter int unsigned MaxSize     = 6
) (
  input logic                             clk_i,
  input logic                             rst_ni,
  input logic                             busy_q,
  input logic [$clog2(LayoutItems+1)-1:0] item_q,
  input logic [12:0]                      at,
  input logic [12:0]                      off_q,
  input logic [12:0]                      next_off,
  input logic [3:0]                       size
);

  ItemInLayout: assert property (@(posedge clk_i) disable iff (!rst_ni)
    busy_q |-> 32'(item_q) < LayoutItems);
  NoOverlap: assert property (@(posedge clk_i) disable iff (!rst_ni)
    (busy_q && size != '0) |-> at >= off_q);
  Fits: assert property (@(posedge clk_i) disable iff (!rst_ni)
    busy_q |-> 32'(next_off) <= 32'(1 << MaxSize));

endmodule

bind spu_encode spu_encode_sva #(.LayoutItems(LayoutItems), .MaxSize(MaxSize)) u_sva (.*);
