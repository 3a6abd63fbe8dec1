// SPDX-License-Identifier: Apache-2.0
//
// Assertions on the encoder: elements are in order; bytes are placed only behind the bytes already
// placed; the record fits and is aligned; done_o is 1 once after each start; the last packet is the
// only End or Timestamp. An absent packet places no byte; an absent packet with its own place moves
// no other packet.

module spu_encode_sva #(
  parameter int unsigned LayoutItems = 1,
  parameter int unsigned MaxSize     = 6,
  parameter int unsigned Align       = 0,
  parameter int unsigned BufBytes    = 1
) (
  input logic                             clk_i,
  input logic                             rst_ni,
  input logic                             start_i,
  input logic                             done_o,
  input logic [MaxSize:0]                 len_o,
  input logic                             busy_q,
  input logic [$clog2(LayoutItems+1)-1:0] item_q,
  input spu_int_pkg::item_t               item,
  input logic [12:0]                      at,
  input logic [12:0]                      off_q,
  input logic [3:0]                       size,
  input logic [71:0]                      data,
  input logic [8*BufBytes-1:0]            buf_q,
  input logic [8*BufBytes-1:0]            buf_d,
  input logic                             read_i
);

  logic [7:0] due_q;     // cycles to the last element
  logic       done_q;    // done_o was 1 in the cycle before, and no record was started
  logic       over_q;    // End or Timestamp has been placed
  logic       over;      // End or Timestamp is placed in this cycle
  logic       open_q;    // the last element was placed, but no End or Timestamp
  logic       absent_q;  // the element before has its own place and is absent

  function automatic logic [12:0] whole(logic [12:0] bytes);
    whole = (bytes + 13'((1 << Align) - 1)) >> Align;
  endfunction

  assign over = busy_q && size != '0 && data[7:0] inside {8'h01, 8'h71};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      over_q   <= 1'b0;
      done_q   <= 1'b0;
      open_q   <= 1'b0;
      absent_q <= 1'b0;
      due_q    <= '0;
    end else begin
      over_q   <= (over_q || over) && !start_i;
      done_q   <= done_o && !start_i;
      open_q   <= done_o && !over_q && !over;
      absent_q <= busy_q && item.placed && size == '0 && !done_o && !start_i;
      if (start_i)             due_q <= 8'(LayoutItems);
      else if (due_q != '0)    due_q <= due_q - 8'd1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      DoneInTime: assert (done_o == (due_q == 8'd1));
      if (read_i) begin
        ReadAfterDone: assert (!busy_q);
      end
      if (done_q) begin
        Aligned: assert (len_o != '0 && 32'(len_o) <= 32'(1 << MaxSize) &&
                         (32'(len_o) & (32'(1 << Align) - 32'd1)) == '0);
      end
      EndOrTs: assert (!open_q);
      if (busy_q) begin
        ItemInLayout:  assert (32'(item_q) < LayoutItems);
        NoneAfterLast: assert (!over_q || size == '0);
        NoOverlap:     assert (size == '0 || at >= off_q);
        Fits:          assert (32'(at) + 32'(size) <= 32'(1 << MaxSize));
        if (absent_q) begin
          PlacedFollows: assert (item.placed);
        end
        // The data of a packet of size 0 have no effect.
        if (size == '0 && !start_i) begin
          NothingPlaced: assert (buf_d == buf_q);
        end
        if (item.placed && size == '0 && done_o) begin
          AbsentIsPadding: assert (whole(at) == whole(off_q));
        end
      end
    end
  end

endmodule

bind spu_encode spu_encode_sva #(
  .LayoutItems(LayoutItems), .MaxSize(MaxSize), .Align(Align), .BufBytes(BufBytes)
) u_sva (.*);
