// SPDX-License-Identifier: Apache-2.0
//
// A stream of retired operations for the toy bench, all fields from one random number. Changes at
// the falling edge. Marks the operation that the SPU picks and says one cycle later that its life
// has ended: what the monitors learn of a sampled operation comes from here, not from the SPU.

module toy_pe
  import toy_pkg::*;
(
  input  logic        clk,
  input  logic        nreset,
  input  logic [31:0] seed,
  input  logic        run,    /// operations retire
  input  logic        roam,   /// the PE may enter EL0 and switch processes; else it returns to EL1
  output logic        ret,
  output retired_t    op,
  output logic        user,
  output logic [31:0] ctxid,
  output logic [63:0] now,
  input  logic        pick,      /// the SPU samples `op`; sampled at the end of its cycle
  output logic        fin,       /// the life of the sampled operation ends
  output retired_t    fin_op,    /// with fin; as it retired
  output logic        fin_user   /// with fin; it retired at EL0
);

  logic [63:0] x;
  toy_noise u_noise (.clk, .restart(!nreset), .seed, .x);

  logic [63:0] pc;
  logic [11:0] t_issue, t_mmu, t_extra;
  retired_t    next;

  // Three of eight operations access memory, two are branches; four of five branches are taken.
  logic [1:0] kind;
  logic       taken, cond;
  always_comb begin
    case (x[2:0])
      3'd0, 3'd1, 3'd2: kind = 2'd1;
      3'd3, 3'd4:       kind = 2'd2;
      default:          kind = 2'd0;
    endcase
    cond    = x[3];
    taken   = !cond || (x[6:4] < 3'd5);
    t_issue = (x[9:7] == 0) ? 12'(x[20:10]) : 12'(x[13:10]);
    t_extra = (x[23:21] == 0) ? x[35:24] : {8'b0, x[27:24]};
    t_mmu   = (kind == 2'd1) ? {6'b0, x[45:40]} : 12'd0;
  end

  // Latencies saturate at 12 bits (5.3.4).
  logic [12:0] t_all;
  assign t_all = {1'b0, t_issue} + {1'b0, t_extra};

  always_comb begin
    next         = '0;
    next.pc      = pc;
    next.kind    = kind;
    next.taken   = (kind == 2'd2) && taken;
    next.t_issue = t_issue;
    next.t_mmu   = t_mmu;
    next.t_all   = t_all[12] ? 12'hFFF : t_all[11:0];
    next.ev[1]   = 1'b1;
    unique case (kind)
      2'd1: begin
        next.sub     = {5'b0, x[46], 1'b0, x[47]};
        next.addr    = {8'b0, {16{x[48]}}, x[39:3], 3'b0};
        next.pa      = {4'b0, x[50:3]};
        next.ev[5:2] = {x[51] & x[52], 1'b1, x[53] & x[54], 1'b1};
        next.ev[9:8] = {x[55] & x[53] & x[54], x[53] & x[54]};
      end
      2'd2: begin
        next.sub   = {6'b0, x[46], cond};
        next.addr  = {8'b0, pc[55:20], x[39:22], 2'b00};
        next.ev[6] = !taken;
        next.ev[7] = x[51] & x[52];
      end
      default: begin
        next.sub   = {7'b0, cond};
        next.ev[6] = cond && !taken;
      end
    endcase
  end

  always_ff @(posedge clk or negedge nreset) begin
    if (!nreset) begin
      {fin, fin_op, fin_user} <= '0;
    end else begin
      fin      <= ret && pick;
      fin_op   <= op;
      fin_user <= user;
    end
  end

  always @(negedge clk) begin
    now <= nreset ? now + 64'd1 : 64'h1000;
    if (!nreset) begin
      {ret, op, user} <= '0;
      pc    <= 64'h0000_0000_0040_0000;
      ctxid <= 32'h100;
    end else begin
      ret <= run && (x[57:56] != 0);
      op  <= next;
      if (!roam) user <= 1'b0;
      else if (x[63:56] == 0) user <= !user;
      // Who accesses registers does not switch processes meanwhile (RG2).
      if (roam && x[63:54] == 10'h3FF) ctxid <= ctxid + 32'd1;
      pc  <= (next.taken && ret) ? next.addr : pc + 64'd4;
    end
  end

endmodule
