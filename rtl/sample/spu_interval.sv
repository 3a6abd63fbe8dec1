// SPDX-License-Identifier: Apache-2.0
//
// Sample interval counter PMSICR_EL1 (3.1, 4.3.10) over all lanes of a cycle: load on enabling,
// step, zero event, random part, choice of the operation. The choice is combinational, the counter
// is updated at the end of the cycle. Back-pressure: none.
// Rules: dpi/timing.md, LN3 to LN8.

module spu_interval #(
  parameter int unsigned DispatchWidth = 4,
  parameter bit          Ernd          = 1'b0,
  parameter int unsigned ResetValue    = spu_int_pkg::RESET_ZERO
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,
  /// Members of the population. Sampled every cycle.
  input  logic [DispatchWidth-1:0]       lane_valid_i,
  /// Context that each lane executes in: 1 after the change. Sampled with `lane_valid_i`.
  input  logic [DispatchWidth-1:0]       lane_ctx_i,
  /// Profiling is enabled before a change of context in this cycle. Sampled every cycle.
  input  logic                           en0_i,
  /// Profiling is enabled after the change of context. Sampled every cycle.
  input  logic                           en1_i,
  /// Profiling is enabled at the start of the next cycle. Sampled every cycle.
  input  logic                           en_next_i,
  /// PMSIRR_EL1.INTERVAL. Sampled when the counter is loaded.
  input  logic [23:0]                    interval_i,
  /// PMSIRR_EL1.RND. Sampled every cycle.
  input  logic                           rnd_i,
  /// PMSICR_EL1 is written; the value replaces what the operations of this cycle leave.
  input  logic                           we_i,
  /// Value written. Sampled with `we_i`.
  input  logic [63:0]                    wdata_i,
  /// PMSICR_EL1 at the start of the cycle.
  output logic [63:0]                    icr_o,
  /// Random draws on offer, first in bits [7:0]. The first `draw_count_o` draws are sampled.
  input  logic [8*(DispatchWidth+1)-1:0] draw_i,
  /// Draws taken in this cycle.
  output logic [3:0]                     draw_count_o,
  /// Lanes that count in this cycle (SAMPLE_POP).
  output logic [DispatchWidth-1:0]       counted_o,
  /// Lanes that are chosen for sampling in this cycle.
  output logic [DispatchWidth-1:0]       chosen_o
);

  localparam logic [7:0] ECOUNT_MASK = Ernd ? 8'hFF : 8'h00;  // ECOUNT is RES0 without ERnd

  logic [31:0]          count_q, count_d;    // at the start of this cycle and of the next one
  logic [7:0]           ecount_q, ecount_d, ecount_start;
  logic [31:0]          count;               // while lane after lane is counted
  logic [7:0]           ecount;
  spu_int_pkg::pmsicr_t written;
  logic        en_q;                     // `en_next_i` of the last cycle that the clock had
  logic        enabling, load_next;
  logic        draw_on_reload, two_stage;
  logic [3:0]  draws;                    // taken so far by the load and the lanes

  assign draw_on_reload = rnd_i && !Ernd;
  assign two_stage      = rnd_i && Ernd;
  assign ecount_start   = ecount_q & ECOUNT_MASK;
  assign icr_o          = {ecount_start, 24'h0, count_q};
  assign written        = wdata_i;

  assign counted_o     = lane_valid_i & ((lane_ctx_i & {DispatchWidth{en1_i}}) |
                                         (~lane_ctx_i & {DispatchWidth{en0_i}}));
  // While the clock is stopped the context may change (RG2). Then profiling may be off at the end
  // of the last cycle and on at the start of this one. If profiling is off before a change, no lane
  // before the change counts. So the load can be done before all lanes (3.1.1).
  assign enabling      = (!en_q && en0_i) || (!en0_i && en1_i);

  always_comb begin
    count    = count_q;
    ecount   = ecount_start;
    chosen_o = '0;
    draws    = '0;
    if (enabling && (count_q == '0) && (ecount_start == '0)) begin
      count = {interval_i, draw_on_reload ? draw_i[7:0] : 8'h0};
      if (draw_on_reload) draws = 4'd1;
    end
    if (counted_o != '0) begin
      for (int unsigned i = 0; i < DispatchWidth; i++) begin
        if (counted_o[i]) begin
          if (count != '0) begin
            count = count - 32'd1;
          end else begin
            count = {interval_i, draw_on_reload ? draw_i[8*draws +: 8] : 8'h0};
            if (draw_on_reload) draws = draws + 4'd1;
          end
          if (two_stage && (ecount != '0)) begin
            ecount      = ecount - 8'd1;
            chosen_o[i] = ecount == '0;
          end
          // The zero event: the operation is chosen, or the random part begins (3.1.2).
          if (count == '0) begin
            if (two_stage) begin
              ecount = draw_i[8*draws +: 8];
              draws  = draws + 4'd1;
              if (ecount == '0) chosen_o[i] = 1'b1;
            end else begin
              chosen_o[i] = 1'b1;
            end
          end
        end
      end
    end
  end

  // A direct write enables profiling: load now, so that the value can be read in the next cycle.
  assign load_next    = !en1_i && en_next_i && (count == '0) && (ecount == '0);
  assign draw_count_o = draws + 4'(load_next && draw_on_reload);

  always_comb begin
    count_d  = count;
    ecount_d = ecount;
    if (load_next) count_d = {interval_i, draw_on_reload ? draw_i[8*draws +: 8] : 8'h0};
    if (we_i) begin
      count_d  = written.count;
      ecount_d = written.ecount;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) en_q <= 1'b0;
    else         en_q <= en_next_i;
  end

  spu_flop #(.Bits(40), .Reset(ResetValue == spu_int_pkg::RESET_ZERO)) u_count (
    .clk_i(clk_i), .rst_ni(rst_ni), .d_i({ecount_d, count_d}), .q_o({ecount_q, count_q})
  );

endmodule
