// SPDX-License-Identifier: Apache-2.0
//
// Assertions on spu_packet: the size of a packet is the one that its header states (5.2.1), nothing
// lies above it, and a record ends with either End or Timestamp. Without a clock, as
// spu_enable_sva.

module spu_packet_sva (
  input spu_int_pkg::kind_e kind_i,
  input spu_int_pkg::rec_t  rec_i,
  input logic               ts_seen_i,
  input logic [71:0]        data_o,
  input logic [3:0]         size_o
);

  localparam logic [7:0] END = 8'h01;
  localparam logic [7:0] TS  = 8'h71;

  logic [7:0] header;
  logic [3:0] stated;  // bytes by the header: SZ in bits [5:4], END has no payload
  logic       on, last;

  assign on     = size_o != '0;
  assign last   = kind_i == spu_int_pkg::KindEnd;
  assign header = data_o[7:0];
  assign stated = (header == END) ? 4'd1 : 4'd1 + (4'd1 << header[5:4]);

  always_comb begin
    LastIsThere:   assert final ((last && !on && !ts_seen_i) !== 1'b1);
    SizeIsStated:  assert final ((on && (size_o != stated)) !== 1'b1);
    NothingAbove:  assert final (((data_o >> {size_o, 3'b000}) != '0) !== 1'b1);
    EndWithoutTs:  assert final ((on && (header == END) && rec_i.ts_on) !== 1'b1);
    TsIfCollected: assert final ((on && (header == TS) && !rec_i.ts_on) !== 1'b1);
  end

endmodule

bind spu_packet spu_packet_sva u_sva (.*);
