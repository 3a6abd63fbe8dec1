// SPDX-License-Identifier: Apache-2.0
//
// Gives each chosen operation a tag, or reports a collision (2.2.4, 3.1.4). Lanes in program order
// take the lowest free tag. Combinational. Back-pressure: none, an operation without a tag
// collides.
// Rules: dpi/timing.md, RL4, LN9, LN10.

module spu_select #(
  parameter int unsigned DispatchWidth = 4,
  parameter int unsigned InFlight      = 1,
  parameter bit          Strict        = 1'b0  // one sample at a time, until it is written (3.5)
) (
  /// Lanes chosen by the counter.
  input  logic [DispatchWidth-1:0]                        chosen_i,
  /// Tags free in this cycle. Sampled with `chosen_i`.
  input  logic [InFlight-1:0]                             free_i,
  /// A record is queued and not done. Sampled with `chosen_i`, if Strict; else tie to 0.
  input  logic                                            unwritten_i,
  /// lane_sel_t[DispatchWidth]: the choice; `tag` is valid with `sel`.
  output logic [DispatchWidth*spe_pkg::LANE_SEL_BITS-1:0] lane_sel_o,
  /// Tags taken in this cycle.
  output logic [InFlight-1:0]                             alloc_o,
  /// Three bits per tag: the lane that took it, valid with `alloc_o`.
  output logic [3*InFlight-1:0]                           lane_o,
  /// Operations that got a tag.
  output logic [3:0]                                      feed_o,
  /// Operations that collided.
  output logic [3:0]                                      coll_o
);

  // {sel, coll} of lane_sel_t; Yosys 0.23 knows no assignment patterns.
  localparam logic [1:0] TAKEN    = 2'b10;
  localparam logic [1:0] COLLIDED = 2'b01;

  logic [InFlight-1:0] avail;
  logic                found;

  always_comb begin
    lane_sel_o = '0;
    alloc_o    = '0;
    lane_o     = '0;
    feed_o     = '0;
    coll_o     = '0;
    found      = 1'b0;
    avail      = free_i;
    if (Strict && (unwritten_i || (free_i != '1))) avail = '0;
    if (chosen_i != '0) begin
      for (int unsigned i = 0; i < DispatchWidth; i++) begin
        if (chosen_i[i]) begin
          found = 1'b0;
          for (int unsigned t = 0; t < InFlight; t++) begin
            if (!found && avail[t]) begin
              found            = 1'b1;
              avail[t]         = 1'b0;
              alloc_o[t]       = 1'b1;
              lane_o[3*t +: 3] = 3'(i);
              lane_sel_o[spe_pkg::LANE_SEL_BITS*i +: spe_pkg::LANE_SEL_BITS] = {TAKEN, 2'(t)};
            end
          end
          if (found) begin
            feed_o = feed_o + 4'd1;
            if (Strict) avail = '0;
          end else begin
            coll_o = coll_o + 4'd1;
            lane_sel_o[spe_pkg::LANE_SEL_BITS*i +: spe_pkg::LANE_SEL_BITS] = {COLLIDED, 2'd0};
          end
        end
      end
    end
  end

endmodule
