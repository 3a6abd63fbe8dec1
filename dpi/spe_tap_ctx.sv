// SPDX-License-Identifier: Apache-2.0
//
// Numbers the PE contexts for spe_tap: a context that differs from the one before gets the next id,
// modulo 16. Combinational; the memory of the last context is reset so that the first cycle after
// reset announces one.
//
// ctx_i[0] must equal ctx_i[1] of the cycle before. If it does not, the context has changed between
// two cycles, which no call can report: the change takes an id that is never sent, and the
// scoreboard finds the gap. A change while the SPU's clock is stopped is allowed.

module spe_tap_ctx #(
  parameter int unsigned Bits = 256
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 en_i,    /// the SPU's clock runs
  input  logic [1:0][Bits-1:0] ctx_i,   /// contexts of the cycle, [1] after a change in the bundle
  output logic                 new0_o,  /// ctx_i[0] must be announced
  output logic                 new1_o,  /// ctx_i[1] must be announced
  output logic                 moved_o, /// ctx_i[0] is not ctx_i[1] of the last cycle with en_i
  output logic [3:0]           id0_o,
  output logic [3:0]           id1_o
);

  logic            known_q, ran_q;
  logic [Bits-1:0] ctx_q;
  bit [3:0]        next_q;  // id of the next announcement; two-state: 0 at the start

  assign new0_o  = !known_q || (ctx_i[0] != ctx_q);
  assign new1_o  = ctx_i[1] != ctx_i[0];
  assign moved_o = known_q && new0_o;
  assign id0_o   = new0_o ? next_q + 4'(known_q && ran_q) : next_q - 4'd1;
  assign id1_o   = id0_o + 4'(new1_o);

  // A reset does not clear the ids, so two announcements in a row never have the same id by
  // accident.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      known_q <= 1'b0;
      ran_q   <= 1'b0;
      ctx_q   <= '0;
    end else begin
      ran_q <= en_i;
      if (en_i) begin
        known_q <= 1'b1;
        next_q  <= id1_o + 4'd1;
        if (new0_o || new1_o) ctx_q <= ctx_i[1];  // otherwise ctx_q is equal already
      end
    end
  end

endmodule
