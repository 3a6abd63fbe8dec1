// SPDX-License-Identifier: Apache-2.0
//
// Sample interval counter PMSICR_EL1 (3.1, 4.3.10) over all lanes of a cycle: load on enabling,
// step, zero event, random part, choice of the operation. The choice is combinational, the counter
// is updated at the end of the cycle. Back-pressure: none.

module spu_interval #(
  parameter int unsigned DispatchWidth = 4,
  parameter bit          Ernd          = 1'b0,
  parameter int unsigned ResetValue    = spu_int_pkg::RESET_ZERO,
  parameter logic [63:0] RstPoison     = 64'h0
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,
  /// Members of the population
  input  logic [DispatchWidth-1:0]       lane_valid_i,
  /// Context each of them executes in
  input  logic [DispatchWidth-1:0]       lane_ctx_i,
  /// Profiling enabled before the change of context
  input  logic                           en0_i,
  /// Profiling enabled after it
  input  logic                           en1_i,
  /// Profiling enabled at the start of the next cycle
  input  logic                           en_next_i,
  /// PMSIRR_EL1.INTERVAL
  input  logic [23:0]                    interval_i,
  /// PMSIRR_EL1.RND
  input  logic                           rnd_i,
  /// Direct write of PMSICR_EL1, wins over counting
  input  logic                           we_i,
  /// Value written
  input  logic [63:0]                    wdata_i,
  /// PMSICR_EL1 at the start of the cycle
  output logic [63:0]                    icr_o,
  /// Random draws on offer, first in bits [7:0]
  input  logic [8*(DispatchWidth+1)-1:0] draw_i,
  /// Draws taken in this cycle
  output logic [3:0]                     draw_count_o,
  /// Lanes that count (SAMPLE_POP)
  output logic [DispatchWidth-1:0]       counted_o,
  /// Lanes that are chosen for sampling
  output logic [DispatchWidth-1:0]       chosen_o
);

  localparam logic [63:0] MASK   = Ernd ? 64'hFF00_0000_FFFF_FFFF : 64'h0000_0000_FFFF_FFFF;
  localparam logic [63:0] POISON =
      (ResetValue == spu_int_pkg::RESET_ZERO) ? 64'h0 : (RstPoison & MASK);

  logic [31:0] count_q, count_d, count;  // at the start, for the next cycle, after the lanes
  logic [7:0]  ecount_q, ecount;
  logic        enabling, load_next;
  logic        draw_on_reload, two_stage;
  logic [3:0]  draws;                    // taken by loading and lanes of this cycle

  assign draw_on_reload = rnd_i && !Ernd;
  assign two_stage      = rnd_i && Ernd;
  assign icr_o          = {ecount_q, 24'h0, count_q};

  assign counted_o     = lane_valid_i & ((lane_ctx_i & {DispatchWidth{en1_i}}) |
                                         (~lane_ctx_i & {DispatchWidth{en0_i}}));
  // With profiling off before the change no earlier lane of the cycle counts: the load can come
  // first (3.1.1).
  assign enabling      = !en0_i && en1_i;

  always_comb begin
    count    = count_q;
    ecount   = ecount_q;
    chosen_o = '0;
    draws    = '0;
    if (enabling && (count_q == '0) && (ecount_q == '0)) begin
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
            ecount    = ecount - 8'd1;
            chosen_o[i] = ecount == '0;
          end
          // The zero event: the operation is chosen, or the random part begins (3.1.2).
          if (count == '0) begin
            if (two_stage) begin
              ecount = draw_i[8*draws +: 8];
              draws    = draws + 4'd1;
              if (ecount == '0) chosen_o[i] = 1'b1;
            end else begin
              chosen_o[i] = 1'b1;
            end
          end
        end
      end
    end
  end

  // Enabled by a direct write: loaded now, so that the value can be read in the next cycle.
  assign load_next    = !en1_i && en_next_i && (count == '0) && (ecount == '0);
  assign draw_count_o = draws + 4'(load_next && draw_on_reload);

  always_comb begin
    count_d = count;
    if (load_next) count_d = {interval_i, draw_on_reload ? draw_i[8*draws +: 8] : 8'h0};
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      count_q  <= POISON[31:0];
      ecount_q <= POISON[63:56];
    end else if (we_i) begin
      count_q  <= wdata_i[31:0];
      ecount_q <= wdata_i[63:56] & MASK[63:56];
    end else begin
      count_q  <= count_d;
      ecount_q <= ecount;
    end
  end

endmodule
