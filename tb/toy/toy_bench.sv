// SPDX-License-Identifier: Apache-2.0
//
// Bench of the toy SPU, in SystemVerilog alone: programs the registers, serves the buffer full
// interrupt, ends each phase with barriers and reads. Checks nothing itself: the scoreboard does.
// Drives at the falling edge.
//
// +seed=N stimulus, +break=N deliberate fault (toy_pkg), +phases=N phases of 40,000 cycles.

module toy_bench
  import toy_pkg::*;
  import spe_dpi_pkg::*;
;

  localparam logic [63:0] Buffer = 64'h0000_5555_0000_0F40;  // 70 records or more, over two pages
  localparam logic [63:0] Limit  = 64'h0000_5555_0000_2000;
  localparam int PhaseCycles = 40000;
  localparam int DsbEvery = 97;
  localparam int Patience = 5000;
  localparam logic [63:0] Basis = 64'hCBF2_9CE4_8422_2325;

  bit          clk;
  logic        nreset = 1'b0;
  logic        reg_stb = 1'b0, reg_wr = 1'b0, flush = 1'b0, drain = 1'b0, slow = 1'b0;
  logic        run = 1'b0, roam = 1'b0;
  logic [3:0]  reg_num = '0;
  logic [63:0] reg_wd = '0;
  logic [31:0] seed = 32'd1;
  fault_e      fault = FaultNone;
  bit [63:0]   stim; // XOR Basis: it begins at 0, with every version of Verilator

  // What the bench itself does not need is for the monitor (toy_bind.sv).
  logic [63:0] reg_rd, now, mmu_va, st_dat;
  logic [51:0] st_adr, mmu_pa;
  logic [31:0] ctxid;
  logic        user, ret, flushed, drained, irq, mmu_ask, mmu_ok, st_req, st_gnt, st_ack;
  retired_t    op, fin_op;
  logic        ret_pick, ret_clash, fin, fin_user, ev_pop, ev_feed, ev_kept, ev_clash, trig;

  always #5 clk = !clk;

  toy_pe u_pe (
    .clk, .nreset, .seed, .run, .roam, .ret, .op, .user, .ctxid, .now, .pick(ret_pick), .fin,
    .fin_op, .fin_user);
  toy_mem u_mem (
    .clk, .nreset, .seed, .slow, .mmu_ask, .mmu_va, .mmu_ok, .mmu_pa, .st_req, .st_gnt, .st_ack);
  toy_spu u_spu (
    .clk, .nreset, .reg_stb, .reg_wr, .reg_num, .reg_wd, .reg_rd, .user, .ctxid, .now, .ret,
    .ret_op(op), .ret_pick, .ret_clash, .mmu_ask, .mmu_va, .mmu_ok, .mmu_pa, .st_req, .st_adr,
    .st_dat, .st_gnt, .st_ack, .flush, .flushed, .drain, .drained, .irq, .ev_pop, .ev_feed,
    .ev_kept, .ev_clash, .trig, .fault);

  task automatic cycles(int n);
    repeat (n) @(negedge clk);
  endtask

  task automatic access(bit write, reg_e num, logic [63:0] data);
    reg_stb = 1'b1;
    reg_wr  = write;
    reg_num = num;
    reg_wd  = data;
    cycles(1);
    reg_stb = 1'b0;
  endtask

  task automatic give_up(string why);
    spe_dpi_fail(3, why);
    $finish;
  endtask

  // PSB CSYNC. Done is sampled as the SPU's clock samples it.
  task automatic psb();
    int n;
    n = 0;
    flush = 1'b1;
    do begin
      @(posedge clk);
      n++;
    end while (!flushed && n < Patience);
    @(negedge clk);
    flush = 1'b0;
    if (n == Patience) give_up("PSB CSYNC does not end");
  endtask

  task automatic dsb();
    int n;
    n = 0;
    drain = 1'b1;
    do begin
      @(posedge clk);
      n++;
    end while (!drained && n < Patience);
    @(negedge clk);
    drain = 1'b0;
    if (n == Patience) give_up("DSB does not end");
  endtask

  // The audit: everything that the scoreboard can only compare when read.
  task automatic audit();
    psb();
    dsb();
    for (int i = 0; i <= int'(RegPmbidr); i++) access(1'b0, reg_e'(i), '0);
  endtask

  // To EL1, where registers can be accessed; the PE needs a cycle to get there.
  task automatic enter_el1();
    roam = 1'b0;
    cycles(2);
  endtask

  task automatic serve_irq();
    enter_el1();
    audit();
    access(1'b1, RegPmbptr, Buffer);
    access(1'b1, RegPmbsr, '0);
    roam = 1'b1;
  endtask

  task automatic set_up(logic [63:0] scr, logic [63:0] irr, logic [63:0] fcr, logic [63:0] evfr,
                        logic [63:0] latfr);
    access(1'b1, RegPmsicr, '0);
    access(1'b1, RegPmsirr, irr);
    access(1'b1, RegPmsfcr, fcr);
    access(1'b1, RegPmsevfr, evfr);
    access(1'b1, RegPmslatfr, latfr);
    access(1'b1, RegPmbptr, Buffer);
    access(1'b1, RegPmbsr, '0);
    access(1'b1, RegPmblimitr, Limit | 64'd1);
    access(1'b1, RegPmscr, scr);
  endtask

  task automatic wind_down();
    enter_el1();
    access(1'b1, RegPmscr, '0);
    audit();
    access(1'b1, RegPmblimitr, Limit);
    audit();
  endtask

  // Six kinds of phase: everything; random intervals; filters by type, event and latency; slow
  // memory with collisions.
  task automatic program_phase(int i);
    slow = (i % 6) == 5;
    case (i % 6)
      0: set_up(64'h3B, 64'h100, 64'h0, 64'h0, 64'h0);
      1: set_up(64'h2A, 64'h101, 64'h0, 64'h0, 64'h0);
      2: set_up(64'h33, 64'h101, 64'h2_0002, 64'h0, 64'h0);
      3: set_up(64'h1B, 64'h100, 64'h5_0003, 64'hA8, 64'h0);
      4: set_up(64'h03, 64'h101, 64'h4, 64'h0, 64'h40);
      default: set_up(64'h3B, 64'h100, 64'h0, 64'h0, 64'h0);
    endcase
  endtask

  task automatic phase(int i);
    program_phase(i);
    roam = 1'b1;
    for (int n = 0; n < PhaseCycles; n++) begin
      cycles(1);
      if (irq) serve_irq();
      else if (n % DsbEvery == 0) dsb();  // alone, with a record on its way or not
    end
    wind_down();
  endtask

  initial begin
    int phases;
    logic [2:0] broken;
    if ($value$plusargs("seed=%d", seed) == 0) seed = 32'd1;
    if ($value$plusargs("break=%d", broken) != 0) fault = fault_e'(broken);
    if ($value$plusargs("phases=%d", phases) == 0) phases = 12;
    spe_dpi_run("toy", longint'(seed), 0);
    cycles(4);
    nreset = 1'b1;
    cycles(4);
    run = 1'b1;
    for (int i = 0; i < phases; i++) begin
      // Half way, a reset with whatever is in flight.
      if (i == phases / 2) begin
        program_phase(0);
        cycles(700);
        nreset = 1'b0;
        cycles(3);
        nreset = 1'b1;
        cycles(3);
      end
      phase(i);
    end
    spe_dpi_run("toy", longint'(seed), stim ^ Basis);
    $finish;
  end

  // Hash of the stimulus: FNV-1a, a word at a time, over the retired operations.
  always @(posedge clk) begin
    if (ret) begin
      stim <= ((stim ^ Basis ^ op.pc ^ {op.addr[31:0], op.addr[63:32]}) * 64'h0000_0100_0000_01B3) ^
              Basis;
    end
  end

endmodule
