// SPDX-License-Identifier: Apache-2.0
//
// Assertions on selection and tags: every chosen operation takes a tag or collides, a tag is taken
// only when free, a record enters the queue only from a tag that becomes free.

module spu_sampler_sva #(
  parameter int unsigned DispatchWidth = 1,
  parameter int unsigned InFlight      = 1
) (
  input logic                           clk_i,
  input logic                           rst_ni,
  input logic [DispatchWidth-1:0]       chosen,
  input logic                           rnd_inject_valid_i,
  input logic [7:0]                     rnd_inject_i,
  input logic [3:0]                     rnd_count_o,
  input logic [8*(DispatchWidth+1)-1:0] rnd_draw_o,
  input logic [3:0]                     selected,
  input logic [3:0]                     coll_o,
  input logic [InFlight-1:0]            alloc,
  input logic [InFlight-1:0]            busy_o,
  input logic [InFlight-1:0]            freed_o,
  input logic [InFlight-1:0]            ended,
  input logic [InFlight-1:0]            waiting,
  input logic [InFlight-1:0]            grant_o
);

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      EveryDrawShown: assert (32'(rnd_count_o) <= DispatchWidth + 1);
      if (rnd_inject_valid_i) begin
        InjectedIsDrawn: assert (rnd_draw_o == {(DispatchWidth + 1){rnd_inject_i}});
      end
      if (chosen != '0 || selected != '0 || coll_o != '0) begin
        EveryChoiceAccounted: assert (32'($countones(chosen)) == 32'(selected) + 32'(coll_o));
      end
      if (alloc != '0 || selected != '0) begin
        TagPerSample: assert (32'($countones(alloc)) == 32'(selected));
        TagWasFree:   assert ((alloc & busy_o & ~freed_o) == '0);
      end
      FreedWasBusy:   assert ((freed_o & ~(ended | waiting)) == '0);
      GrantFrees:     assert ((grant_o & ~freed_o) == '0);
      EndedOrWaiting: assert ((ended & waiting) == '0);
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      AllDraw: cover (32'(rnd_count_o) == DispatchWidth + 1);
      Waits:   cover (waiting != '0);
      if (alloc != '0) begin
        EndAndTake: cover ((alloc & freed_o) != '0);
      end
    end
  end

endmodule

bind spu_sampler spu_sampler_sva #(.DispatchWidth(DispatchWidth), .InFlight(InFlight)) u_sva (.*);
