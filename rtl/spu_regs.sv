// SPDX-License-Identifier: Apache-2.0
//
// System registers of the extension (chapter 4): storage, reset, RES0 and RES1, reads, direct and
// indirect writes. PMSICR_EL1 lives in spu_interval; it is read and written through here.
// Latency: reads are combinational, writes take effect in the next cycle. A direct write comes
// before the hardware update of the same cycle, which is applied to what was written; only the
// ordinary movement of PMBPTR_EL1 gives way to a write (rtl/README.md, W10). Back-pressure: none.

module spu_regs #(
  parameter bit          El2          = 1'b1,
  parameter bit          Speculative  = 1'b1,
  parameter int unsigned Granule      = 12,
  parameter int unsigned Align        = 0,
  parameter int unsigned ExtAbort     = spu_int_pkg::ABORT_SYNC,
  parameter int unsigned ResetValue   = spu_int_pkg::RESET_ZERO,
  parameter logic [63:0] EventFilters = 64'h0,
  parameter logic [63:0] Pmsidr       = 64'h0,
  parameter logic [63:0] PmbidrConst  = 64'h0
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  /// The access of this cycle; sampled with its `valid`.
  input  spe_pkg::sysreg_req_t req_i,
  /// Outcome of the access, same cycle.
  input  spe_pkg::access_e     outcome_i,
  /// The register that the access reaches, RegNone if it is not permitted; same cycle.
  input  spu_int_pkg::reg_e    reg_i,
  /// Outcome and read data, same cycle; data 0 unless a permitted read.
  output spe_pkg::sysreg_rsp_t rsp_o,
  /// PMBIDR_EL1.P for the context of the access; sampled with a read.
  input  logic                 bid_p_i,
  /// PMSICR_EL1 at the start of the cycle; sampled with a read.
  input  logic [63:0]          icr_i,
  /// PMSICR_EL1 is written with the data of the access.
  output logic                 icr_we_o,
  /// A sample collides in this cycle (3.1.4): the PMBSR_ELx that take it, by x. Sampled always.
  input  logic [3:1]           coll_i,
  /// Profiling Buffer management event of this cycle; sampled with its `event_valid`.
  input  spu_int_pkg::evt_t    evt_i,
  /// PMBPTR_EL1 moves past a record that is done in this cycle. Sampled every cycle.
  input  logic                 ptr_we_i,
  /// Where PMBPTR_EL1 moves, by `ptr_we_i` or by the event.
  input  logic [63:0]          ptr_i,
  /// Controls at the start of the cycle.
  output spu_int_pkg::ctl_t    ctl_o,
  /// Controls at the start of the next cycle; combinational.
  output spu_int_pkg::ctl_t    ctl_next_o,
  /// Filter registers at the start of the cycle.
  output spu_int_pkg::filt_t   filt_o,
  /// PMSIRR_EL1.INTERVAL at the start of the cycle.
  output logic [23:0]          interval_o,
  /// PMSIRR_EL1.RND at the start of the cycle.
  output logic                 rnd_o,
  /// Limit address (PMBLIMITR_EL1.LIMIT) at the start of the cycle.
  output logic [63:0]          limit_o,
  /// PMBPTR_EL1 at the start of the cycle.
  output logic [63:0]          ptr_o
);

  localparam bit Rst = ResetValue == spu_int_pkg::RESET_ZERO;  // or no reset

  // Bits that keep what is written; the others are RES0 or RES1. The masks are applied twice: where
  // software writes, so that `_d` is what will be read, and where a flop is read, because without a
  // reset it begins with anything. Hardware updates touch no masked bit but those of PMBPTR_EL1.
  localparam logic [63:0] SCR_MASK    = 64'h7B;
  localparam logic [63:0] SCR1_ONE    = El2 ? 64'h0 : 64'h40;
  localparam logic [63:0] SCR1_MASK   = SCR_MASK & ~SCR1_ONE;
  localparam logic [63:0] SCR2_MASK   = El2 ? SCR_MASK : 64'h0;
  localparam logic [63:0] IRR_MASK    = 64'hFFFF_FF01;
  localparam logic [63:0] FCR_MASK    = 64'h7_0007;
  localparam logic [63:0] EVFR_ONE    = Speculative ? 64'h0 : 64'h2;
  localparam logic [63:0] EVFR_MASK   = EventFilters | 64'hA8 | (Speculative ? 64'h2 : 64'h0);
  localparam logic [63:0] LATFR_MASK  = 64'hFFF;
  localparam logic [63:0] LIMIT_MASK  = ~((64'h1 << Granule) - 64'h1);
  localparam logic [63:0] FM_MASK     = 64'h6;
  localparam logic [63:0] PTR_MASK    =
      (ExtAbort == spu_int_pkg::ABORT_SYNC) ? ~64'h0 : ~((64'h1 << Align) - 64'h1);
  localparam logic [63:0] SR_MASK     = 64'hFC0F_003F;

  // `_q`, `_d`: flops. Without a suffix: the register as read.
  logic [63:0]             scr1_q, scr2_q, irr_q, fcr_q, evfr_q, latfr_q, limitr_q, ptr_q, sr_q;
  logic [63:0]             irr_d, fcr_d, evfr_d, latfr_d, ptr_d;
  logic                    e_q;  // PMBLIMITR_EL1.E, the one bit with a fixed reset value (4.2)
  spu_int_pkg::pmscr_t     scr1, scr2, scr1_d, scr2_d;
  spu_int_pkg::pmsirr_t    irr;
  spu_int_pkg::pmsfcr_t    fcr;
  spu_int_pkg::pmslatfr_t  latfr;
  spu_int_pkg::pmblimitr_t limitr, limitr_d;
  spu_int_pkg::pmbsr_t     sr, sr_base, sr_d;
  logic [63:0]             evfr, ptr;
  logic                    write, write_sr, write_ptr, take_evt;

  assign write     = req_i.valid && req_i.write;
  assign write_sr  = write && (reg_i == spu_int_pkg::RegSr);
  assign write_ptr = write && (reg_i == spu_int_pkg::RegPtr);
  assign icr_we_o  = write && (reg_i == spu_int_pkg::RegIcr);

  assign scr1   = (scr1_q & SCR1_MASK) | SCR1_ONE;
  assign scr2   = scr2_q & SCR2_MASK;
  assign irr    = irr_q & IRR_MASK;
  assign fcr    = fcr_q & FCR_MASK;
  assign evfr   = (evfr_q & EVFR_MASK) | EVFR_ONE;
  assign latfr  = latfr_q & LATFR_MASK;
  assign limitr = (limitr_q & (LIMIT_MASK | FM_MASK)) | {63'h0, e_q};
  assign ptr    = ptr_q & PTR_MASK;
  assign sr     = sr_q & SR_MASK;

  always_comb begin
    scr1_d   = scr1;
    scr2_d   = scr2;
    irr_d    = irr;
    fcr_d    = fcr;
    evfr_d   = evfr;
    latfr_d  = latfr;
    limitr_d = limitr;
    if (write) begin
      unique case (reg_i)
        spu_int_pkg::RegScr1:   scr1_d   = (req_i.wdata & SCR1_MASK) | SCR1_ONE;
        spu_int_pkg::RegScr2:   scr2_d   = req_i.wdata & SCR2_MASK;
        spu_int_pkg::RegIrr:    irr_d    = req_i.wdata & IRR_MASK;
        spu_int_pkg::RegFcr:    fcr_d    = req_i.wdata & FCR_MASK;
        spu_int_pkg::RegEvfr:   evfr_d   = (req_i.wdata & EVFR_MASK) | EVFR_ONE;
        spu_int_pkg::RegLatfr:  latfr_d  = req_i.wdata & LATFR_MASK;
        spu_int_pkg::RegLimitr: limitr_d = req_i.wdata & (LIMIT_MASK | FM_MASK | 64'h1);
        default: ;
      endcase
    end
  end

  // Once S is 1 only an asynchronous abort changes the syndrome (3.5.4), which a direct write of
  // this cycle has written. COLL is sticky (3.1.4).
  assign sr_base  = write_sr ? (req_i.wdata & SR_MASK) : sr;
  assign take_evt = evt_i.event_valid && !sr_base.s;

  always_comb begin
    sr_d = sr_base;
    if (coll_i[1]) sr_d.coll = 1'b1;
    if (take_evt) begin
      sr_d.ec  = evt_i.ec;
      sr_d.mss = evt_i.mss;
      sr_d.s   = 1'b1;
    end
    if (take_evt || (evt_i.event_valid && evt_i.late)) begin
      if (evt_i.dl) sr_d.dl = 1'b1;
      if (evt_i.ea) sr_d.ea = 1'b1;
    end
  end

  always_comb begin
    ptr_d = ptr;
    if (ptr_we_i)                    ptr_d = ptr_i;
    if (write_ptr)                   ptr_d = req_i.wdata & PTR_MASK;
    if (take_evt && evt_i.moves_ptr) ptr_d = ptr_i;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) e_q <= 1'b0;
    else         e_q <= limitr_d.e;
  end

  spu_flop #(.Reset(Rst)) u_scr1   (.clk_i(clk_i), .rst_ni(rst_ni), .d_i(scr1_d), .q_o(scr1_q));
  spu_flop #(.Reset(Rst)) u_scr2   (.clk_i(clk_i), .rst_ni(rst_ni), .d_i(scr2_d), .q_o(scr2_q));
  spu_flop #(.Reset(Rst)) u_irr    (.clk_i(clk_i), .rst_ni(rst_ni), .d_i(irr_d), .q_o(irr_q));
  spu_flop #(.Reset(Rst)) u_fcr    (.clk_i(clk_i), .rst_ni(rst_ni), .d_i(fcr_d), .q_o(fcr_q));
  spu_flop #(.Reset(Rst)) u_evfr   (.clk_i(clk_i), .rst_ni(rst_ni), .d_i(evfr_d), .q_o(evfr_q));
  spu_flop #(.Reset(Rst)) u_latfr  (.clk_i(clk_i), .rst_ni(rst_ni), .d_i(latfr_d), .q_o(latfr_q));
  spu_flop #(.Reset(Rst)) u_limitr (.clk_i(clk_i), .rst_ni(rst_ni), .d_i(limitr_d), .q_o(limitr_q));
  spu_flop #(.Reset(Rst)) u_ptr    (.clk_i(clk_i), .rst_ni(rst_ni), .d_i(ptr_d), .q_o(ptr_q));
  spu_flop #(.Reset(Rst)) u_sr     (.clk_i(clk_i), .rst_ni(rst_ni), .d_i(sr_d), .q_o(sr_q));

  always_comb begin
    rsp_o.outcome = outcome_i;
    rsp_o.rdata   = '0;
    if (req_i.valid && !req_i.write) begin
      unique case (reg_i)
        spu_int_pkg::RegScr1:   rsp_o.rdata = scr1;
        spu_int_pkg::RegScr2:   rsp_o.rdata = scr2;
        spu_int_pkg::RegIcr:    rsp_o.rdata = icr_i;
        spu_int_pkg::RegIrr:    rsp_o.rdata = irr;
        spu_int_pkg::RegFcr:    rsp_o.rdata = fcr;
        spu_int_pkg::RegEvfr:   rsp_o.rdata = evfr;
        spu_int_pkg::RegLatfr:  rsp_o.rdata = latfr;
        spu_int_pkg::RegIdr:    rsp_o.rdata = Pmsidr;
        spu_int_pkg::RegLimitr: rsp_o.rdata = limitr;
        spu_int_pkg::RegPtr:    rsp_o.rdata = ptr;
        spu_int_pkg::RegSr:     rsp_o.rdata = sr;
        spu_int_pkg::RegBidr:   rsp_o.rdata = PmbidrConst | {59'h0, bid_p_i, 4'h0};
        default: ;
      endcase
    end
  end

  assign ctl_o      = {scr1.envm, scr1.ke, scr1.ee, scr1.pct, scr1.ts, scr1.pa, scr1.cx, scr1.el,
                       scr1.el0,
                       scr2.envm, scr2.ke, scr2.ee, scr2.pct, scr2.ts, scr2.pa, scr2.cx, scr2.el,
                       scr2.el0,
                       e_q, limitr.nvm, limitr.pmfz, 2'b00, sr.s};
  assign ctl_next_o = {scr1_d.envm, scr1_d.ke, scr1_d.ee, scr1_d.pct, scr1_d.ts, scr1_d.pa,
                       scr1_d.cx, scr1_d.el, scr1_d.el0,
                       scr2_d.envm, scr2_d.ke, scr2_d.ee, scr2_d.pct, scr2_d.ts, scr2_d.pa,
                       scr2_d.cx, scr2_d.el, scr2_d.el0,
                       limitr_d.e, limitr_d.nvm, limitr_d.pmfz, 2'b00, sr_d.s};

  always_comb begin
    filt_o        = '0;
    filt_o.fe     = fcr.fe;
    filt_o.ft     = fcr.ft;
    filt_o.fl     = fcr.fl;
    filt_o.b      = fcr.b;
    filt_o.ld     = fcr.ld;
    filt_o.st     = fcr.st;
    filt_o.evfr   = evfr;
    filt_o.minlat = latfr.minlat;
  end

  assign interval_o = irr.interval;
  assign rnd_o      = irr.rnd;
  assign limit_o    = {limitr.limit, 12'h0};
  assign ptr_o      = ptr;

endmodule
