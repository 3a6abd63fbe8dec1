// SPDX-License-Identifier: Apache-2.0
//
// Encodes one record into bytes, one element of the layout per cycle (5.1.2, parameter Layout). The
// bytes stand in the buffer as on the bus: the first one at the byte lane of its address. Absent
// packets of a fixed place and padding are zero bytes (5.3.9); the record is padded to 2^Align
// (4.3.1).
//
// Latency: LayoutItems cycles from `start_i` to `done_o`. Back-pressure: none; one record at a
// time.

module spu_encode #(
  parameter int unsigned LayoutItems = 1,
  parameter logic [LayoutItems*16-1:0] Layout = '0,
  parameter int unsigned MaxSize    = 6,
  parameter int unsigned Align      = 0,
  parameter int unsigned AxiBytes   = 8,
  parameter int unsigned EventBytes = 2,
  parameter int unsigned DsBytes    = 1
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  /// Encode `rec_i` from the next cycle on
  input  logic                        start_i,
  /// Byte lane of the first byte, sampled with start_i
  input  logic [$clog2(AxiBytes)-1:0] base_i,
  /// Record, sampled with start_i
  input  spu_int_pkg::rec_t           rec_i,
  /// Last element in this cycle; outputs below are valid from the next
  output logic                        done_o,
  /// Bytes of the record
  output logic [MaxSize:0]            len_o,
  /// A beat is wanted
  input  logic                        read_i,
  /// Its number in the record
  input  logic [MaxSize:0]            beat_i,
  /// The beat; 0 unless wanted
  output logic [8*AxiBytes-1:0]       data_o
);

  localparam int unsigned BufBytes = (1 << MaxSize) + AxiBytes;
  localparam int unsigned ItemBits = $clog2(LayoutItems + 1);
  localparam logic [12:0] ALIGN_MASK = 13'((1 << Align) - 1);

  logic [8*BufBytes-1:0]       buf_q;
  spu_int_pkg::rec_t           rec_q;
  logic [$clog2(AxiBytes)-1:0] base_q;
  logic [ItemBits-1:0]         item_q;
  logic [12:0]                 off_q, off_d, at, pad_mask, padded;
  logic [15:0]                 item;
  logic                        busy_q, ts_seen_q;
  logic [3:0]                  kind;  // spu_int_pkg::kind_e
  logic [71:0]                 data;
  logic [3:0]                  size;

  always_comb begin
    item = '0;
    if (busy_q) item = Layout[item_q*16 +: 16];
  end
  assign kind = item[15:12];

  spu_packet #(
    .EventBytes(EventBytes),
    .DsBytes   (DsBytes)
  ) u_packet (
    .kind_i    (kind),
    .rec_i     (rec_q),
    .ts_seen_i (ts_seen_q),
    .data_o    (data),
    .size_o    (size)
  );

  // A pad moves on until (offset + phase) is a multiple of its alignment.
  assign pad_mask = (13'd1 << item[7:4]) - 13'd1;
  assign padded   = ((off_q + 13'(item[3:0]) + pad_mask) & ~pad_mask) - 13'(item[3:0]);
  assign at       = item[11] ? 13'(item[10:0]) : off_q;

  always_comb begin
    off_d = off_q;
    if (kind == spu_int_pkg::KindPad) off_d = padded;
    else if (size != '0)              off_d = at + 13'(size);
  end

  assign done_o = busy_q && (item_q == ItemBits'(LayoutItems - 1));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q <= 1'b0;
      item_q <= '0;
    end else if (start_i) begin
      busy_q <= 1'b1;
      item_q <= '0;
    end else if (busy_q) begin
      busy_q <= !done_o;
      item_q <= item_q + ItemBits'(1);
    end
  end

  always_ff @(posedge clk_i) begin
    if (start_i) begin
      buf_q     <= (8*BufBytes)'(1'b0);
      rec_q     <= rec_i;
      base_q    <= base_i;
      off_q     <= '0;
      ts_seen_q <= 1'b0;
    end else if (busy_q) begin
      // Every byte is written at most once over the zeros of the start.
      if (size != '0) begin
        buf_q <= buf_q | ((8*BufBytes)'(data) << {at + 13'(base_q), 3'b000});
      end
      off_q     <= off_d;
      ts_seen_q <= ts_seen_q || ((kind == spu_int_pkg::KindTs) && (size != '0));
    end
  end

  assign len_o = (MaxSize+1)'((off_q + ALIGN_MASK) & ~ALIGN_MASK);

  always_comb begin
    data_o = '0;
    if (read_i) data_o = buf_q[beat_i*8*AxiBytes +: 8*AxiBytes];
  end

endmodule
