// SPDX-License-Identifier: Apache-2.0
//
// Assertions on spu_packet: the size of a packet is the size that its header states (5.2.1), the
// bits above are 0, and a record ends with either End or Timestamp. They are checked while a record
// is encoded. The clock is that of the SPU, as in spu_enable_sva.

module spu_packet_sva #(
  parameter bit TsPlaced = 1'b0
) (
  input logic               clk_i,
  input spu_int_pkg::kind_e kind_i,
  input spu_int_pkg::rec_t  rec_i,
  input logic [71:0]        data_o,
  input logic [3:0]         size_o
);

  localparam logic [7:0] END = 8'h01;
  localparam logic [7:0] TS  = 8'h71;

  logic [7:0] header;

  assign header = data_o[7:0];

  // Bytes by the header: SZ in bits [5:4], END has no payload.
  function automatic logic [3:0] stated(logic [7:0] head);
    stated = (head == END) ? 4'd1 : 4'd1 + (4'd1 << head[5:4]);
  endfunction

  always_ff @(posedge clk_i) if (spu.rst_ni && spu_encode.busy_q) begin
    if (size_o != '0) begin
      EndWithoutTs:  assert (((header == END) && rec_i.ts_on) !== 1'b1);
      TsIfCollected: assert (((header == TS) && !rec_i.ts_on) !== 1'b1);
      SizeIsStated:  assert ((size_o != stated(header)) !== 1'b1);
      NothingAbove:  assert (((data_o >> {size_o, 3'b000}) != '0) !== 1'b1);
    end else begin
      LastIsThere: assert
          (((kind_i == spu_int_pkg::KindEnd) && !(TsPlaced && rec_i.ts_on)) !== 1'b1);
    end
  end

endmodule

bind spu_packet spu_packet_sva #(.TsPlaced(TsPlaced)) u_sva (.clk_i(spu.clk_i), .*);
