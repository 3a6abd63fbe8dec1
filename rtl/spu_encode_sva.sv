// SPDX-License-Identifier: Apache-2.0
//
// Assertions on the encoder: elements in order, bytes only ahead of those already placed, the
// record fits and is aligned, done once after each start; its last packet is the one End or
// Timestamp.

module spu_encode_sva #(
  parameter int unsigned LayoutItems = 1,
  parameter int unsigned MaxSize     = 6,
  parameter int unsigned Align       = 0
) (
  input logic                             clk_i,
  input logic                             rst_ni,
  input logic                             start_i,
  input logic                             done_o,
  input logic [MaxSize:0]                 len_o,
  input logic                             busy_q,
  input logic [$clog2(LayoutItems+1)-1:0] item_q,
  input logic [12:0]                      at,
  input logic [12:0]                      off_q,
  input logic [3:0]                       size,
  input logic [71:0]                      data
);

  logic [7:0] due_q;  // cycles to the last element
  logic       over_q; // End or Timestamp has been placed
  logic       over;   // is placed in this cycle

  assign over = busy_q && size != '0 && data[7:0] inside {8'h01, 8'h71};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) over_q <= 1'b0;
    else         over_q <= (over_q || over) && !start_i;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)             due_q <= '0;
    else if (start_i)        due_q <= 8'(LayoutItems);
    else if (due_q != '0)    due_q <= due_q - 8'd1;
  end

  DoneInTime: assert property (@(posedge clk_i) disable iff (!rst_ni)
    done_o == (due_q == 8'd1));
  Aligned: assert property (@(posedge clk_i) disable iff (!rst_ni)
    $past(done_o && !start_i) |-> len_o != '0 && 32'(len_o) <= 32'(1 << MaxSize) &&
                      (32'(len_o) & (32'(1 << Align) - 32'd1)) == '0);
  ItemInLayout: assert property (@(posedge clk_i) disable iff (!rst_ni)
    busy_q |-> 32'(item_q) < LayoutItems);
  NoOverlap: assert property (@(posedge clk_i) disable iff (!rst_ni)
    (busy_q && size != '0) |-> at >= off_q);
  Fits: assert property (@(posedge clk_i) disable iff (!rst_ni)
    busy_q |-> 32'(at) + 32'(size) <= 32'(1 << MaxSize));
  NoneAfterLast: assert property (@(posedge clk_i) disable iff (!rst_ni)
    (busy_q && over_q) |-> size == '0);
  EndOrTs: assert property (@(posedge clk_i) disable iff (!rst_ni)
    done_o |-> over_q || over);

endmodule

bind spu_encode spu_encode_sva #(
  .LayoutItems(LayoutItems), .MaxSize(MaxSize), .Align(Align)
) u_sva (.*);
