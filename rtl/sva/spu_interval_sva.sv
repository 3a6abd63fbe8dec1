// SPDX-License-Identifier: Apache-2.0
//
// Assertions on PMSICR_EL1, from the ports of spu_interval: COUNT goes down by one for each counted
// operation and is reloaded at 0 only, ECOUNT goes down in the same way, an operation is chosen
// only if a count reaches 0 (3.1).

module spu_interval_sva #(
  parameter int unsigned DispatchWidth = 1,
  parameter bit          Ernd          = 1'b0
) (
  input logic                     clk_i,
  input logic                     rst_ni,
  input logic [DispatchWidth-1:0] lane_valid_i,
  input logic                     en0_i,
  input logic                     en1_i,
  input logic                     en_next_i,
  input logic [23:0]              interval_i,
  input logic                     rnd_i,
  input logic                     we_i,
  input logic [63:0]              wdata_i,
  input logic [63:0]              icr_o,
  input logic [3:0]               draw_count_o,
  input logic [DispatchWidth-1:0] counted_o,
  input logic [DispatchWidth-1:0] chosen_o
);

  logic [31:0] count, ops;
  logic [7:0]  ecount;
  logic        running;     // the operations of this cycle do not take COUNT to 0
  logic        pending;     // nor do they take ECOUNT to 0, if it runs
  logic [31:0] load, start;  // a reload without RND; COUNT before the operations
  logic        turns_on;    // before the operations: at a change, or while the clock was stopped
  logic [31:0] exact;       // COUNT after this cycle, without RND

  // Of the cycle before, which is the last one that the clock had.
  logic        past_q;      // there was a cycle before
  logic        en_q;        // profiling enabled at its end
  logic        we_q, running_q, still_q;
  logic [63:0] icr_q;       // the written value, else the value
  logic [31:0] ops_q;
  logic        rnd_q;
  logic [23:0] interval_q;
  logic [31:0] exact_q;

  assign count   = icr_o[31:0];
  assign ecount  = icr_o[63:56];
  assign running = count > ops;
  assign pending = !rnd_i || ecount == '0 || 32'(ecount) > ops;

  always_comb begin
    ops = '0;
    if (counted_o != '0) ops = 32'($countones(counted_o));
  end

  // A reload replaces a decrement. An interval is 0, or longer than the number of operations in a
  // cycle.
  assign turns_on = (!en0_i && en1_i) || (!en_q && en0_i);

  always_comb begin
    load = {interval_i, 8'h00};
    start = (turns_on && icr_o == '0) ? load : count;
    if (ops <= start)    exact = start - ops;
    else if (load == '0) exact = '0;
    else                 exact = load + 32'd1 - (ops - start);
    if (!en1_i && en_next_i && exact == '0 && ecount == '0) exact = load;
  end

  // ECOUNT after the operations, if they do not take COUNT to 0.
  function automatic logic [7:0] ecount_after(logic [7:0] from, logic rnd, logic [31:0] steps);
    if (!rnd) ecount_after = from;
    else      ecount_after = (32'(from) > steps) ? from - 8'(steps) : '0;
  endfunction

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      past_q     <= 1'b0;
      en_q       <= 1'b0;
      we_q       <= 1'b0;
      running_q  <= 1'b0;
      still_q    <= 1'b0;
      icr_q      <= '0;
      ops_q      <= '0;
      rnd_q      <= 1'b0;
      interval_q <= '0;
      exact_q    <= '0;
    end else begin
      past_q     <= 1'b1;
      en_q       <= en_next_i;
      we_q       <= we_i;
      running_q  <= running;
      still_q    <= ops == '0 && !turns_on && en0_i == en1_i && en1_i == en_next_i;
      icr_q      <= we_i ? wdata_i : icr_o;
      ops_q      <= ops;
      rnd_q      <= rnd_i;
      interval_q <= interval_i;
      exact_q    <= exact;
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      NoHoles: assert (icr_o[55:32] == '0 && (Ernd || ecount == '0));
      // A write enables profiling, and in a cycle with an access no context changes (RG2).
      if (!en1_i && en_next_i) begin
        NoneAtLoad: assert (counted_o == '0);
      end
      if (counted_o != '0) begin
        CountedIsMember: assert ((counted_o & ~lane_valid_i) == '0);
        NoneDisabled:    assert (en0_i || en1_i);
      end
      if (chosen_o != '0) begin
        ChosenCounts: assert ((chosen_o & ~counted_o) == '0);
        ChosenAtZero: assert (!running || !pending);
      end
      if (count == ops && count != '0 && !(rnd_i && Ernd)) begin
        LastIsChosen: assert
            ($countones(chosen_o) == 1 && (chosen_o & counted_o) > (counted_o & ~chosen_o));
      end
      if (draw_count_o != '0) begin
        DrawByRnd: assert (rnd_i && !running);
      end
      if (we_q) begin
        WriteWins: assert (count == icr_q[31:0] && ecount == (icr_q[63:56] & {8{Ernd}}));
      end else if (past_q) begin
        if (still_q) begin
          NothingMoves: assert (icr_o == icr_q);
        end
        if (running_q) begin
          // If COUNT stays above 0, each operation decrements it and none reloads it.
          CountsDown: assert (count == icr_q[31:0] - ops_q);
          EcountDown: assert (!Ernd || ecount == ecount_after(icr_q[63:56], rnd_q, ops_q));
        end else begin
          // If COUNT reaches 0, it stays 0, or a reload and the operations after the reload give
          // its value. With RND the value is at most the largest interval.
          ReloadIsInterval: assert
              (rnd_q ? count <= {interval_q, Ernd ? 8'h00 : 8'hFF} : count == exact_q);
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      if (!en1_i && en_next_i) begin
        LoadAtWrite: cover (icr_o == '0);
      end
      if (!en0_i && en1_i) begin
        LoadAtChange: cover (icr_o == '0);
        LoadInBundle: cover (icr_o == '0 && counted_o != '0);
      end
      if (!en_q && en0_i) begin
        LoadAfterStop: cover (icr_o == '0);
      end
      if (count != '0 && count <= ops) begin
        ZeroInBundle: cover (count != ops);
        ZeroAtTheEnd: cover (count == ops);
        BothZero:     cover (rnd_i && count == ops && 32'(ecount) == ops);
      end
      if (chosen_o != '0) begin
        SeveralChosen: cover ($countones(chosen_o) > 1);
      end
      if (we_i) begin
        WriteAtStep: cover (counted_o != '0);
      end
    end
  end

endmodule

bind spu_interval spu_interval_sva #(
  .DispatchWidth(DispatchWidth), .Ernd(Ernd)
) u_sva (.*);
