// SPDX-License-Identifier: Apache-2.0
//
// Decides which finished records enter the queue, and in which order: the order of the endings; for
// endings in one cycle, the order of the selections (2.2.4). One bit per pair of tags says which of
// the two goes first. Grants are combinational. Back-pressure: `room_i`; a record that is not
// granted asks again.
// Rules: dpi/timing.md, RL3.

module spu_arbiter #(
  parameter int unsigned InFlight = 1
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  /// Tags taken in this cycle. Sampled every cycle.
  input  logic [InFlight-1:0]   alloc_i,
  /// Three bits per tag: the lane that took it. Sampled with `alloc_i`.
  input  logic [3*InFlight-1:0] lane_i,
  /// Tags whose life ends in this cycle. Sampled every cycle.
  input  logic [InFlight-1:0]   ended_i,
  /// Tags whose life ended earlier. Sampled every cycle.
  input  logic [InFlight-1:0]   waiting_i,
  /// Tags that offer a record. Sampled every cycle.
  input  logic [InFlight-1:0]   want_i,
  /// Records that the queue can take. Sampled with `want_i`.
  input  logic [3:0]            room_i,
  /// Tags whose record is taken.
  output logic [InFlight-1:0]   grant_o,
  /// Two bits per tag: place of its record among the records taken in this cycle.
  output logic [2*InFlight-1:0] rank_o,
  /// Records taken in this cycle.
  output logic [2:0]            taken_o
);

  logic [InFlight*InFlight-1:0] first_q, first_d;  // [i*InFlight+j]: tag i goes before tag j

  always_comb begin
    first_d = first_q;
    for (int unsigned i = 0; i < InFlight; i++) begin
      for (int unsigned j = 0; j < InFlight; j++) begin
        if (alloc_i[i] && alloc_i[j]) begin
          first_d[i*InFlight+j] = lane_i[3*i +: 3] < lane_i[3*j +: 3];
        end else if (alloc_i[i] || alloc_i[j]) begin
          first_d[i*InFlight+j] = alloc_i[j];
        end else if (ended_i[i] && !ended_i[j] && !waiting_i[j]) begin
          first_d[i*InFlight+j] = 1'b1;
        end else if (ended_i[j] && !ended_i[i] && !waiting_i[i]) begin
          first_d[i*InFlight+j] = 1'b0;
        end
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) first_q <= '0;
    else         first_q <= first_d;
  end

  always_comb begin
    grant_o = '0;
    rank_o  = '0;
    taken_o = '0;
    if (want_i != '0) begin
      for (int unsigned i = 0; i < InFlight; i++) begin
        for (int unsigned j = 0; j < InFlight; j++) begin
          if ((i != j) && want_i[j] && first_q[j*InFlight+i]) begin
            rank_o[2*i +: 2] = rank_o[2*i +: 2] + 2'd1;
          end
        end
        if (want_i[i] && (4'(rank_o[2*i +: 2]) < room_i)) begin
          grant_o[i] = 1'b1;
          taken_o    = taken_o + 3'd1;
        end
      end
    end
  end

endmodule
