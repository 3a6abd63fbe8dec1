// SPDX-License-Identifier: Apache-2.0
//
// Assertions on the order of finished records (2.2.4): as many enter the queue as there is room
// for; earlier endings go first; if endings are in one cycle, the earlier selection goes first. The
// assertions compare the times of endings and selections, which spu_arbiter does not keep.

module spu_arbiter_sva #(
  parameter int unsigned InFlight = 1
) (
  input logic                  clk_i,
  input logic                  rst_ni,
  input logic [InFlight-1:0]   alloc_i,
  input logic [3*InFlight-1:0] lane_i,
  input logic [InFlight-1:0]   ended_i,
  input logic [InFlight-1:0]   want_i,
  input logic [3:0]            room_i,
  input logic [InFlight-1:0]   grant_o,
  input logic [2*InFlight-1:0] rank_o
);

  logic [31:0]            now_q;
  logic [35*InFlight-1:0] selected_q;  // cycle and lane of each tag's selection
  logic [32*InFlight-1:0] ended_q;     // cycle of its ending
  logic [31:0]            wants;

  assign wants = 32'($countones(want_i));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      now_q      <= '0;
      selected_q <= '0;
      ended_q    <= '0;
    end else begin
      now_q <= now_q + 32'd1;
      for (int unsigned t = 0; t < InFlight; t++) begin
        if (ended_i[t]) ended_q[32*t +: 32] <= now_q;
        if (alloc_i[t]) selected_q[35*t +: 35] <= {now_q, lane_i[3*t +: 3]};
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni && (want_i != '0 || grant_o != '0)) begin
      GrantAllThatFit: assert
          (32'($countones(grant_o)) == ((wants < 32'(room_i)) ? wants : 32'(room_i)));
    end
  end

  // Age of the ending, age of the selection, and lane of a tag: the greater value goes first. Ages
  // are compared, because the count of cycles wraps in an hour of simulation.
  function automatic logic [66:0] order(logic ends, logic [31:0] now, logic [31:0] ended,
                                        logic [34:0] selected);
    order = {ends ? 32'd0 : now - ended, now - selected[34:3], ~selected[2:0]};
  endfunction

  for (genvar g = 0; g < InFlight; g++) begin : gen_tag
    for (genvar h = 0; h < InFlight; h++) begin : gen_pair
      if (g != h) begin : gen_two
        always_ff @(posedge clk_i) begin
          if (rst_ni && want_i[g] && grant_o[h]) begin
            OldestFirst: assert
                (order(ended_i[g], now_q, ended_q[32*g +: 32], selected_q[35*g +: 35]) <=
                 order(ended_i[h], now_q, ended_q[32*h +: 32], selected_q[35*h +: 35]) ||
                 (grant_o[g] && rank_o[2*g +: 2] < rank_o[2*h +: 2]));
          end
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      if (want_i != '0) begin
        ShortOfRoom: cover (wants > 32'(room_i));
      end
      if (ended_i != '0) begin
        EndTogether: cover ($countones(ended_i) > 1);
      end
    end
  end

endmodule

bind spu_arbiter spu_arbiter_sva #(.InFlight(InFlight)) u_sva (.*);
