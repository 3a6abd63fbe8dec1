// SPDX-License-Identifier: Apache-2.0
//
// One PMBSR_ELx (4.3.4, D24.7.5 to 7): storage, direct writes, collisions and Profiling Buffer
// management events. A direct write takes effect before the hardware update of the same cycle: the
// update is applied to the written value (dpi/timing.md, W10). Latency: takes effect in the next
// cycle. Back-pressure: none.

module spu_syndrome #(
  parameter logic [63:0] Mask  = 64'h0,  // bits that keep a written value; 0: the register is RES0
  parameter bit          Reset = 1'b1
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  /// The register is written with `wdata_i`.
  input  logic                we_i,
  /// Value written. Sampled with `we_i`.
  input  logic [63:0]         wdata_i,
  /// COLL is set. Sampled every cycle.
  input  logic                coll_i,
  /// `evt_i` is for this register. Sampled every cycle.
  input  logic                event_i,
  /// The event. Sampled with `event_i`.
  input  spu_int_pkg::evt_t   evt_i,
  /// The register at the start of the cycle.
  output spu_int_pkg::pmbsr_t sr_o,
  /// S at the start of the next cycle.
  output logic                s_next_o,
  /// The event is recorded, because S was 0.
  output logic                taken_o
);

  logic [63:0]         sr_q;
  spu_int_pkg::pmbsr_t base, sr_d;

  // The mask is applied to writes, so that `sr_d` is the value that will be read, and to the flop,
  // because a flop without reset powers up with any value.
  assign sr_o    = sr_q & Mask;
  assign base    = we_i ? (wdata_i & Mask) : sr_o;
  assign taken_o = event_i && !base.s;

  // While S is 1, an asynchronous abort is the only event that changes the register (3.5.4). `base`
  // already includes a direct write of this cycle. COLL is sticky (3.1.4).
  always_comb begin
    sr_d = base;
    if (coll_i) sr_d.coll = 1'b1;
    if (taken_o) begin
      sr_d.ec   = evt_i.ec;
      sr_d.mss  = evt_i.mss;
      sr_d.mss2 = evt_i.mss2;
      sr_d.s    = 1'b1;
    end
    if (taken_o || (event_i && evt_i.late)) begin
      if (evt_i.dl) sr_d.dl = 1'b1;
      if (evt_i.dl_zero) sr_d.dl = 1'b0;
      if (evt_i.ea) sr_d.ea = 1'b1;
    end
  end

  assign s_next_o = sr_d.s;

  spu_flop #(.Reset(Reset)) u_sr (.clk_i(clk_i), .rst_ni(rst_ni), .d_i(sr_d), .q_o(sr_q));

endmodule
