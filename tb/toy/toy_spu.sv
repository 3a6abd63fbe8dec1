// SPDX-License-Identifier: Apache-2.0
//
// A small SPU of foreign make, the other end of README.md: it samples at retire, one lane, one
// sample at a time, has registers by index, an 8-byte store port, no EL2, EL3, Secure state, faults
// or visible random draws. It shares no file, type or name with rtl/.

module toy_spu
  import toy_pkg::*;
(
  input  logic        clk,
  input  logic        nreset,
  input  logic        reg_stb,   /// register access, at EL1 only
  input  logic        reg_wr,
  input  logic [3:0]  reg_num,   /// reg_e
  input  logic [63:0] reg_wd,
  output logic [63:0] reg_rd,    /// in the same cycle
  input  logic        user,      /// EL0, else EL1
  input  logic [31:0] ctxid,     /// CONTEXTIDR_EL1
  input  logic [63:0] now,       /// system counter
  input  logic        ret,       /// an operation retires
  input  retired_t    ret_op,
  output logic        ret_pick,  /// it is sampled, in the same cycle
  output logic        ret_clash, /// it was chosen, but the sample before is not done
  output logic        mmu_ask,   /// translate mmu_va; held until mmu_ok
  output logic [63:0] mmu_va,
  input  logic        mmu_ok,
  input  logic [51:0] mmu_pa,    /// with mmu_ok
  output logic        st_req,    /// store 8 bytes; held until st_gnt
  output logic [51:0] st_adr,
  output logic [63:0] st_dat,
  input  logic        st_gnt,
  input  logic        st_ack,    /// the store has reached memory
  input  logic        flush,     /// PSB CSYNC; held until flushed
  output logic        flushed,
  input  logic        drain,     /// DSB; held until drained
  output logic        drained,
  output logic        irq,
  output logic        ev_pop,    /// PMU events of this cycle
  output logic        ev_feed,
  output logic        ev_kept,
  output logic        ev_clash,
  output logic        trig,      /// a record was written
  input  fault_e      fault      /// deliberate fault; tie to FaultNone
);

  logic [5:0]  scr;
  logic [31:0] count, count_d, reload;
  logic [18:0] filter;
  logic [7:0]  evmask;
  logic [11:0] minlat;
  logic [63:0] ptr, ptr_d;
  logic        buf_on, count_we, on, hit, done, full, quiet, load;

  toy_regs u_regs (
    .clk, .nreset, .wr(reg_stb && reg_wr), .num(reg_num), .wd(reg_wd), .rd(reg_rd),
    .clash(ret_clash && (fault != FaultClash)), .count_we, .count_d, .ptr_we(done), .ptr_d,
    .scr, .count, .reload, .filter, .evmask, .minlat, .ptr, .buf_on, .irq);

  assign on = buf_on && (user ? scr[0] : scr[1]);
  toy_pick u_pick (
    .clk, .nreset, .on, .op(ret), .count, .reload, .short_one(fault == FaultInterval),
    .hit, .count_we, .count_d);

  // The sampled operation: `fresh_q` in the cycle in which its life ends, then held until the
  // writer takes it.
  sample_t s_q;
  logic    held_q, fresh_q, pass, leave;

  assign leave     = held_q && ((fresh_q && !pass) || !buf_on || !full);
  assign ret_pick  = hit && (!held_q || leave);
  assign ret_clash = hit && held_q && !leave;
  assign load      = held_q && pass && buf_on && !full;

  // Filters (3.2.3); registers as they were when the life ended.
  logic pass_d, pass_q, by_type;
  always_comb begin
    unique case (s_q.op.kind)
      2'd1:    by_type = s_q.op.sub[0] ? filter[18] : filter[17];
      2'd2:    by_type = filter[16];
      default: by_type = 1'b0;
    endcase
    pass_d = 1'b1;
    if (filter[0] && ((evmask & ~(s_q.op.ev[7:0] | 8'h02)) != 0)) pass_d = 1'b0;
    if (filter[1] && (filter[18:16] != 0) && !by_type) pass_d = 1'b0;
    if (filter[2] && (s_q.op.t_all < minlat)) pass_d = 1'b0;
  end
  assign pass = fresh_q ? pass_d : pass_q;

  always_ff @(posedge clk or negedge nreset) begin
    if (!nreset) begin
      {s_q, held_q, fresh_q, pass_q, trig} <= '0;
    end else begin
      trig    <= done;
      fresh_q <= ret_pick;
      pass_q  <= pass;
      if (ret_pick) begin
        held_q <= 1'b1;
        s_q    <= {ret_op, user, scr[4], scr[3], scr[5], ctxid, now};
      end else if (leave) begin
        held_q <= 1'b0;
      end
    end
  end

  logic [511:0] bytes;
  logic [3:0]   words;
  toy_pack u_pack (.s(s_q), .fault, .bytes, .words);

  toy_store u_store (
    .clk, .nreset, .fault, .load, .bytes, .words, .buf_on, .ptr, .full, .done, .ptr_d, .quiet,
    .mmu_ask, .mmu_va, .mmu_ok, .mmu_pa, .st_req, .st_adr, .st_dat, .st_gnt, .st_ack);

  assign flushed  = flush && !held_q && !full;
  assign drained  = drain && (quiet || (fault == FaultDrain));
  assign ev_pop   = on && ret;
  assign ev_feed  = ret_pick;
  assign ev_kept  = fresh_q && pass_d;
  assign ev_clash = ret_clash;

endmodule
