// SPDX-License-Identifier: Apache-2.0
//
// Assertions on the record queue, against a count of its own: no overflow, nothing leaves an empty
// queue, each record has its own place, the head stays until it leaves.

module spu_queue_sva #(
  parameter int unsigned InFlight = 1,
  parameter int unsigned Depth    = 1
) (
  input logic                  clk_i,
  input logic                  rst_ni,
  input logic [InFlight-1:0]   push_i,
  input logic [2*InFlight-1:0] rank_i,
  input logic [2:0]            taken_i,
  input logic                  pop_i,
  input logic                  flush_i,
  input logic                  keep_head_i,
  input logic [3:0]            room_o,
  input logic                  valid_o,
  input logic [3:0]            count_q,
  input spu_int_pkg::rec_t     head_o
);

  logic [7:0]  here_q, stay;  // records in the queue; records that stay
  logic [63:0] ts_q;          // timestamp and PC of the head stand for its record
  logic [55:0] pc_q;
  logic        held_q, held;  // the head stayed in the cycle before; stays in this one

  assign held = valid_o && !pop_i && (!flush_i || keep_head_i);

  always_comb begin
    stay = here_q;
    if (flush_i) stay = (keep_head_i && here_q != '0) ? 8'd1 : 8'd0;
    if (pop_i && stay != '0) stay = stay - 8'd1;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      here_q <= '0;
      held_q <= 1'b0;
      ts_q   <= '0;
      pc_q   <= '0;
    end else begin
      here_q <= stay + 8'($countones(push_i));
      held_q <= held;
      if (held && !held_q) begin
        ts_q <= head_o.ts;
        pc_q <= head_o.pc;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      NoOverflow:    assert (4'(taken_i) <= room_o && 32'(here_q) <= Depth);
      CountIsTrue:   assert (8'(count_q) == here_q && valid_o == (here_q != '0) &&
                             32'(room_o) + 32'(here_q) == Depth);
      CountOfPushes: assert (32'($countones(push_i)) == 32'(taken_i));
      if (held_q) begin
        HeadKept: assert (valid_o && head_o.ts == ts_q && head_o.pc == pc_q);
      end
      if (pop_i || keep_head_i) begin
        NoUnderflow: assert (valid_o);
      end
    end
  end

  for (genvar g = 0; g < InFlight; g++) begin : gen_tag
    always_ff @(posedge clk_i) begin
      if (rst_ni && push_i[g]) begin
        RankInRange: assert ({1'b0, rank_i[2*g +: 2]} < taken_i);
      end
    end
    for (genvar h = 0; h < g; h++) begin : gen_pair
      always_ff @(posedge clk_i) begin
        if (rst_ni && push_i[g] && push_i[h]) begin
          RankUnique: assert (rank_i[2*g +: 2] != rank_i[2*h +: 2]);
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      if (flush_i) begin
        FlushBehind: cover (keep_head_i && here_q > 8'd1);
      end
      if (push_i != '0) begin
        PopAndPush:   cover (pop_i);
        SeveralEnter: cover (taken_i > 3'd1);
      end
      QueueFull:    cover (room_o == '0);
    end
  end

endmodule

bind spu_queue spu_queue_sva #(.InFlight(InFlight), .Depth(Depth)) u_sva (.*);
