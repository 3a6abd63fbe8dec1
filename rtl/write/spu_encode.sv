// SPDX-License-Identifier: Apache-2.0
//
// Encodes one record into bytes, one element of the layout per cycle (5.1.2, parameter Layout). The
// bytes are in the buffer as on the bus: the first byte is at the byte lane of its address. Absent
// packets of a fixed place and padding are zero bytes (5.3.9); the record is padded to 2^Align
// (4.3.1).
//
// Latency: LayoutItems cycles from `start_i` to `done_o`. Back-pressure: none; one record at a
// time.

module spu_encode #(
  parameter int unsigned LayoutItems = 2,
  parameter logic [LayoutItems*spu_int_pkg::ITEM_BITS-1:0] Layout = '0,
  parameter int unsigned MaxSize    = 6,
  parameter int unsigned Align      = 0,
  parameter int unsigned AxiBytes   = 8,
  parameter int unsigned EventBytes = 2,
  parameter int unsigned DsBytes    = 1
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  /// Encode `rec_i` from the next cycle on. Sampled every cycle.
  input  logic                        start_i,
  /// Byte lane of the first byte. Sampled with `start_i`.
  input  logic [$clog2(AxiBytes)-1:0] base_i,
  /// The record. Sampled with `start_i`.
  input  spu_int_pkg::rec_t           rec_i,
  /// The last element is placed in this cycle; the outputs below are valid from the next cycle on.
  output logic                        done_o,
  /// Bytes of the record, padding included.
  output logic [MaxSize:0]            len_o,
  /// A beat is wanted. Sampled every cycle.
  input  logic                        read_i,
  /// Number of the beat in the record. Sampled with `read_i`.
  input  logic [MaxSize:0]            beat_i,
  /// The beat, same cycle; 0 without `read_i`.
  output logic [8*AxiBytes-1:0]       data_o
);

  localparam int unsigned BufBytes = (1 << MaxSize) + AxiBytes;
  localparam int unsigned ItemBits = $clog2(LayoutItems + 1);
  localparam logic [12:0] ALIGN_MASK = 13'((1 << Align) - 1);

  // The layout has a place for Timestamp, directly before the place of End.
  localparam int unsigned TS_BIT = (LayoutItems-2)*spu_int_pkg::ITEM_BITS + spu_int_pkg::ITEM_KIND;
  localparam bit TS_PLACED = Layout[TS_BIT +: 5] == spu_int_pkg::KindTs;

  logic [8*BufBytes-1:0]       buf_q, buf_d;
  spu_int_pkg::rec_t           rec_q;  // a copy of the head: no path from the queue to the packets
  logic [$clog2(AxiBytes)-1:0] base_q;
  logic [ItemBits-1:0]         item_q, item_d;
  logic [12:0]                 off_q, off_d, next_off;  // bytes placed so far
  logic [12:0]                 at, pad_mask, padded;
  spu_int_pkg::item_t          item;
  logic                        busy_q, busy_d;
  logic [71:0]                 data;
  logic [3:0]                  size;

  always_comb begin
    item = '0;
    if (busy_q) item = Layout[item_q*spu_int_pkg::ITEM_BITS +: spu_int_pkg::ITEM_BITS];
  end

  spu_packet #(
    .TsPlaced  (TS_PLACED),
    .EventBytes(EventBytes),
    .DsBytes   (DsBytes)
  ) u_packet (
    .kind_i    (item.kind),
    .rec_i     (rec_q),
    .data_o    (data),
    .size_o    (size)
  );

  assign pad_mask = (13'd1 << item.pad_log2) - 13'd1;
  assign padded   = ((off_q + 13'(item.phase) + pad_mask) & ~pad_mask) - 13'(item.phase);
  assign at       = item.placed ? 13'({item.offset_hi, item.pad_log2, item.phase}) : off_q;

  always_comb begin
    next_off = off_q;
    if (item.kind == spu_int_pkg::KindPad) next_off = padded;
    else if (size != '0)                   next_off = at + 13'(size);
  end

  assign done_o = busy_q && (item_q == ItemBits'(LayoutItems - 1));

  always_comb begin
    busy_d = busy_q;
    item_d = item_q;
    off_d  = off_q;
    buf_d  = buf_q;
    if (start_i) begin
      busy_d = 1'b1;
      item_d = '0;
      off_d  = '0;
      buf_d  = (8*BufBytes)'(1'b0);
    end else if (busy_q) begin
      busy_d = !done_o;
      item_d = item_q + ItemBits'(1);
      off_d  = next_off;
      // The buffer starts with zeros, and each byte is written at most once.
      if (size != '0) begin
        buf_d = buf_q | ((8*BufBytes)'(data) << {at + 13'(base_q), 3'b000});
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q <= 1'b0;
      item_q <= '0;
    end else begin
      busy_q <= busy_d;
      item_q <= item_d;
    end
  end

  always_ff @(posedge clk_i) begin
    off_q <= off_d;
    buf_q <= buf_d;
    if (start_i) begin
      rec_q  <= rec_i;
      base_q <= base_i;
    end
  end

  assign len_o = (MaxSize+1)'((off_q + ALIGN_MASK) & ~ALIGN_MASK);

  always_comb begin
    data_o = '0;
    if (read_i) data_o = buf_q[beat_i*8*AxiBytes +: 8*AxiBytes];
  end

endmodule
