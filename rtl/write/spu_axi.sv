// SPDX-License-Identifier: Apache-2.0
//
// AXI4 write master for one burst at a time: address channel, then the beats with the strobes of an
// unaligned first and last byte. Only bytes of the record are strobed.
//
// Latency: the address is offered in the cycle of `burst_i`, the first beat in the next cycle,
// whether or not the address was taken: a slave may wait for either (IHI 0022, A3.3.1).
// Back-pressure: both channels hold valid and payload until ready, and may end in any order.

module spu_axi #(
  parameter int unsigned AxiBytes = 8,
  parameter int unsigned BeatBits = 7   // bits of a beat's number in the record
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  /// A new record begins: its beats count from 0. Sampled every cycle.
  input  logic                        first_i,
  /// Offer a burst from this cycle on. Sampled when no burst is on offer; `addr_i` to `tail_i` stay
  /// until `finished_o`.
  input  logic                        burst_i,
  /// Physical address of the first byte.
  input  logic [51:0]                 addr_i,
  /// Physical address space.
  input  spe_pkg::pas_e               pas_i,
  /// Memory attribute, as MAIR_ELx.
  input  logic [7:0]                  attr_i,
  /// Beats of the burst, less one.
  input  logic [7:0]                  beats_i,
  /// Byte lane of the last byte. Sampled with `burst_i`.
  input  logic [$clog2(AxiBytes)-1:0] tail_i,
  /// Address and last beat are taken, the later of them in this cycle.
  output logic                        finished_o,
  /// The beat `beat_o` of the record is wanted.
  output logic                        read_o,
  /// Number of the beat in the record.
  output logic [BeatBits-1:0]         beat_o,
  /// Bytes of the beat, same cycle. Sampled with `read_o`.
  input  logic [8*AxiBytes-1:0]       data_i,
  /// AXI4 write address channel. Stable until `awready_i`.
  output logic                        awvalid_o,
  /// Address taken. Sampled with `awvalid_o`.
  input  logic                        awready_i,
  /// Always 0.
  output logic [3:0]                  awid_o,
  /// Address of the first byte; 0 without a burst, as the payload below.
  output logic [51:0]                 awaddr_o,
  /// Beats of the burst, less one.
  output logic [7:0]                  awlen_o,
  /// log2(AxiBytes).
  output logic [2:0]                  awsize_o,
  /// INCR.
  output logic [1:0]                  awburst_o,
  /// From the memory attribute.
  output logic [3:0]                  awcache_o,
  /// [1] Non-secure, [0] privileged.
  output logic [2:0]                  awprot_o,
  /// NSE of the physical address space.
  output logic                        awnse_o,
  /// AXI4 write data channel. Stable until `wready_i`.
  output logic                        wvalid_o,
  /// Data taken. Sampled with `wvalid_o`.
  input  logic                        wready_i,
  /// Byte i of the bus in bits [8*i+7:8*i].
  output logic [8*AxiBytes-1:0]       wdata_o,
  /// Bytes of the record in this beat.
  output logic [AxiBytes-1:0]         wstrb_o,
  /// Last beat of the burst.
  output logic                        wlast_o
);

  localparam int unsigned LaneBits = $clog2(AxiBytes);

  // Memory attributes (MAIR_ELx) and values of AWCACHE (IHI 0022, A4.4).
  localparam logic [3:0] ATTR_DEVICE     = 4'h0;   // bits [7:4]
  localparam logic [3:0] ATTR_NGNRNE     = 4'h0;   // bits [3:0] of Device memory
  localparam logic [7:0] ATTR_NC         = 8'h44;
  localparam logic [3:0] CACHE_DEVICE_NB = 4'b0000;
  localparam logic [3:0] CACHE_DEVICE    = 4'b0001;
  localparam logic [3:0] CACHE_NC        = 4'b0011;
  localparam logic [3:0] CACHE_WB        = 4'b1111;
  localparam logic [1:0] BURST_INCR      = 2'b01;

  logic                addr_q, addr_d;   // the address was offered and not taken
  logic                data_q, data_d;   // beats of a burst are due
  logic                head_q, head_d;   // the next beat is the first of the burst
  logic [7:0]          left_q, left_d;   // beats after the next one
  logic [BeatBits-1:0] beat_q, beat_d;
  logic [LaneBits-1:0] head_lane_q, tail_lane_q;

  assign finished_o = (addr_q || data_q) && (!addr_q || awready_i) &&
                      (!data_q || (wready_i && wlast_o));
  assign awvalid_o  = burst_i || addr_q;
  assign awid_o     = '0;
  assign awsize_o   = 3'(LaneBits);
  assign awburst_o  = BURST_INCR;

  always_comb begin
    awaddr_o  = '0;
    awlen_o   = '0;
    awcache_o = '0;
    awprot_o  = '0;
    awnse_o   = 1'b0;
    if (awvalid_o) begin
      awaddr_o = addr_i;
      awlen_o  = beats_i;
      awprot_o = {1'b0, pas_i[0], 1'b1};
      awnse_o  = pas_i[1];
      // Attributes that AXI4 cannot express become Write-Back: rtl/README.md, "The write port".
      if (attr_i[7:4] == ATTR_DEVICE) begin
        awcache_o = (attr_i[3:0] == ATTR_NGNRNE) ? CACHE_DEVICE_NB : CACHE_DEVICE;
      end else begin
        awcache_o = (attr_i == ATTR_NC) ? CACHE_NC : CACHE_WB;
      end
    end
  end

  assign wvalid_o = data_q;
  assign wlast_o  = data_q && (left_q == '0);
  assign read_o   = data_q;
  assign beat_o   = beat_q;
  assign wdata_o  = data_i;

  always_comb begin
    wstrb_o = '0;
    if (data_q) begin
      wstrb_o = '1;
      if (head_q)         wstrb_o = wstrb_o << head_lane_q;
      if (left_q == '0)   wstrb_o = wstrb_o & ({AxiBytes{1'b1}} >> ~tail_lane_q);
    end
  end

  always_comb begin
    addr_d = awvalid_o && !awready_i;
    data_d = data_q;
    head_d = head_q;
    left_d = left_q;
    beat_d = beat_q;
    if (burst_i) begin
      data_d = 1'b1;
      head_d = 1'b1;
      left_d = beats_i;
    end else if (wvalid_o && wready_i) begin
      data_d = left_q != '0;
      head_d = 1'b0;
      left_d = left_q - 8'd1;
      beat_d = beat_q + BeatBits'(1);
    end
    if (first_i) beat_d = '0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      addr_q <= 1'b0;
      data_q <= 1'b0;
      head_q <= 1'b0;
      left_q <= '0;
      beat_q <= '0;
    end else begin
      addr_q <= addr_d;
      data_q <= data_d;
      head_q <= head_d;
      left_q <= left_d;
      beat_q <= beat_d;
    end
  end

  always_ff @(posedge clk_i) begin
    if (burst_i) begin
      head_lane_q <= addr_i[LaneBits-1:0];
      tail_lane_q <= tail_i;
    end
  end

endmodule
