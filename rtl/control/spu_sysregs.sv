// SPDX-License-Identifier: Apache-2.0
//
// System registers of the extension (chapter 4, D24.7): storage, reset, RES0 and RES1, reads,
// direct and indirect writes. spu_interval holds PMSICR_EL1; its accesses pass through here.
// Latency: reads are combinational, writes take effect in the next cycle. A direct write takes
// effect before the hardware update of the same cycle; only the ordinary movement of PMBPTR_EL1
// gives way to a write (dpi/timing.md, W10). Back-pressure: none.

module spu_sysregs #(
  parameter int unsigned Pmsver        = 1,
  parameter bit          El2           = 1'b1,
  parameter bit          El3           = 1'b1,
  parameter int unsigned Nv            = 0,
  parameter int unsigned Ecv           = 0,
  parameter bit          Sve           = 1'b0,
  parameter bit          Sme           = 1'b0,
  parameter bit          The           = 1'b0,
  parameter bit          Poe           = 1'b0,
  parameter bit          Pie           = 1'b0,
  parameter bit          Fne           = 1'b0,
  parameter bit          Fds           = 1'b0,
  parameter bit          Eft           = 1'b0,
  parameter bit          SpeSme        = 1'b0,
  parameter bit          Exc           = 1'b0,
  parameter bit          Nvm           = 1'b0,
  parameter bit          Speculative   = 1'b1,
  parameter bit          MisspecRecord = 1'b0,
  parameter logic [63:0] Events        = 64'h3FF,
  parameter logic [63:0] EventFilters  = 64'h0,
  parameter logic [63:0] DsFilters     = ~64'h0,
  parameter bit          FilterSme     = 1'b1,
  parameter int unsigned CountSize     = 12,
  parameter int unsigned Granule       = 12,
  parameter int unsigned Align         = 0,
  parameter int unsigned ExtAbort      = spu_int_pkg::ABORT_SYNC,
  parameter bit          WalkEa        = 1'b1,
  parameter bit          ImpdefEvent   = 1'b0,
  parameter bit          E2speHidden   = 1'b0,
  parameter int unsigned ResetValue    = spu_int_pkg::RESET_ZERO,
  parameter logic [63:0] Pmsidr        = 64'h0,
  parameter logic [63:0] PmbidrConst   = 64'h0
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
  /// Effective PMSCR_EL2.EnVM for the context of the access; sampled with a read.
  input  logic                 envm_i,
  /// MDCR_EL2.E2PB. Sampled with an access to PMSCR_EL2.
  input  logic [1:0]           e2pb_i,
  /// PMSICR_EL1 at the start of the cycle; sampled with a read.
  input  logic [63:0]          icr_i,
  /// PMSICR_EL1 is written with the data of the access.
  output logic                 icr_we_o,
  /// Bit x: a collision of this cycle sets PMBSR_ELx.COLL (3.1.4). Sampled always.
  input  logic [3:1]           coll_i,
  /// Profiling Buffer management event of this cycle; sampled with its `event_valid`.
  input  spu_int_pkg::evt_t    evt_i,
  /// The event sets S.
  output logic                 taken_o,
  /// PMBPTR_EL1 moves past a record that is done in this cycle. Sampled every cycle.
  input  logic                 ptr_we_i,
  /// New value of PMBPTR_EL1, for `ptr_we_i` or for the event.
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
  /// PMBMAR_EL1 at the start of the cycle.
  output spu_int_pkg::pmbmar_t mar_o,
  /// PMBPTR_EL1 at the start of the cycle.
  output logic [63:0]          ptr_o
);

  localparam bit Rst   = ResetValue == spu_int_pkg::RESET_ZERO;  // else no reset
  // PMSCR_ELx.EE of the highest Exception level is 0 after reset (D24.7.8, D24.7.9).
  localparam bit Rst1  = Rst || (!El2 && !El3);
  localparam bit Rst2  = Rst || !El3;
  localparam bit NoEa  = !WalkEa && (ExtAbort != spu_int_pkg::ABORT_SYNC) &&
                         (ExtAbort != spu_int_pkg::ABORT_ASYNC);
  localparam bit V1    = Pmsver >= 2;  // SPEv1p1
  localparam bit V2    = Pmsver >= 3;
  localparam bit V4    = Pmsver >= 5;

  // Bits that keep a written value; the others are RES0 or RES1. The masks are applied twice: to
  // writes, so that `_d` is the value that will be read, and to flops, because a flop without reset
  // powers up with any value. Of the hardware only updates of PMBPTR_EL1 set masked bits.
  localparam logic [63:0] EE_MASK     = Exc ? 64'h300 : 64'h0;
  localparam logic [63:0] SCR_MASK    = 64'h3B | (Exc ? 64'h700 : 64'h0);
  localparam logic [63:0] PCT_MASK    = El2 ? ((Ecv >= 1) ? 64'hC0 : 64'h40) : 64'h0;
  localparam logic [63:0] SCR1_ONE    = El2 ? 64'h0 : 64'h40;
  localparam logic [63:0] SCR1_MASK   = SCR_MASK | PCT_MASK |
                                        ((Nvm && (Nv >= 1)) ? 64'h800 : 64'h0);
  localparam logic [63:0] SCR2_MASK   = El2 ? (SCR_MASK | PCT_MASK | (Nvm ? 64'h800 : 64'h0)) :
                                              64'h0;
  localparam logic [63:0] IRR_MASK    = 64'hFFFF_FF01;
  localparam logic [63:0] FCR_MASK    = 64'h7_0007 | (Fne ? 64'h8 : 64'h0) |
                                        (Fds ? 64'h10 : 64'h0) |
                                        (Eft ? 64'h1F_0000_0018_0000 : 64'h0);
  // E[1] is ignored if records of misspeculated operations are always discarded (D24.7.11).
  localparam logic [63:0] EVFR_IGNORE = (Speculative && !MisspecRecord) ? 64'h2 : 64'h0;
  // Events that both filters know (D24.7.11).
  localparam logic [63:0] EVENT_MASK  =
      64'hA8 | (Fne ? 64'h40 : 64'h0) | (V1 ? 64'h800 : 64'h0) |
      (V4 ? (64'h14 | (Events & 64'hF8_0700)) : 64'h0) |
      ((V1 && (Sve || (Sme && FilterSme))) ? 64'h6_0000 : 64'h0) |
      ((V4 && SpeSme) ? (Events & 64'h300_0000) : 64'h0) |
      (EventFilters & (V4 ? 64'hFFFF_0000_0000_F714 : 64'hFFFF_0000_FF00_F714));
  localparam logic [63:0] EVFR_ONE    = Speculative ? 64'h0 : 64'h2;
  localparam logic [63:0] EVFR_MASK   = EVENT_MASK | (Speculative ? 64'h2 : 64'h0);
  localparam logic [63:0] NEVFR_MASK  =
      Fne ? (EVENT_MASK | ((Speculative && MisspecRecord) ? 64'h2 : 64'h0)) : 64'h0;
  localparam logic [63:0] DSFR_MASK   = Fds ? DsFilters : 64'h0;
  localparam logic [63:0] LATFR_MASK  = (CountSize == 16) ? 64'hFFFF : 64'hFFF;
  localparam logic [63:0] LIMIT_MASK  = ~((64'h1 << Granule) - 64'h1);
  localparam logic [63:0] MODE_MASK   = 64'h6 | (Nvm ? 64'h80 : 64'h0) | (V2 ? 64'h20 : 64'h0);
  localparam logic [63:0] MAR_MASK    = Nvm ? 64'h3FF : 64'h0;
  localparam logic [63:0] PTR_MASK    =
      (ExtAbort == spu_int_pkg::ABORT_SYNC) ? ~64'h0 : ~((64'h1 << Align) - 64'h1);
  localparam logic [63:0] MSS2_MASK   =
      ImpdefEvent ? 64'hFF_FFFF_0000_0000 :
      ((The ? 64'h180_0000_0000 : 64'h0) | (Poe ? 64'h40_0000_0000 : 64'h0) |
       (Pie ? 64'h20_0000_0000 : 64'h0));
  localparam logic [63:0] SR_MASK     = 64'hFC0B_003F | (NoEa ? 64'h0 : 64'h4_0000) | MSS2_MASK |
                                        (ImpdefEvent ? 64'hFFC0 : 64'h0);

  // `_q`, `_d`: flops. Without a suffix: the register as read.
  logic [63:0]             scr1_q, scr2_q, irr_q, fcr_q, evfr_q, nevfr_q, dsfr_q, latfr_q;
  logic [63:0]             limitr_q, ptr_q, mar_q;
  logic [1:0]              ee1_q, ee2_q;  // PMSCR_ELx.EE
  logic [63:0]             irr_d, fcr_d, evfr_d, nevfr_d, dsfr_d, latfr_d, ptr_d, mar_d;
  logic                    e_q;  // PMBLIMITR_EL1.E: 0 after reset in every configuration (4.2)
  spu_int_pkg::pmscr_t     scr1, scr2, scr1_d, scr2_d;
  spu_int_pkg::pmsirr_t    irr;
  spu_int_pkg::pmsfcr_t    fcr;
  spu_int_pkg::pmslatfr_t  latfr;
  spu_int_pkg::pmblimitr_t limitr, limitr_d;
  spu_int_pkg::pmbsr_t     sr1, sr2, sr3;
  logic [63:0]             evfr, nevfr, dsfr, ptr, mar, bidr;
  logic [63:0]             scr2_hidden;
  logic                    write, write_ptr;
  logic [3:1]              write_sr, event_sr, take_evt, s_next;

  assign write     = req_i.valid && req_i.write;
  assign write_ptr = write && (reg_i == spu_int_pkg::RegPtr);
  assign icr_we_o  = write && (reg_i == spu_int_pkg::RegIcr);

  // PMSCR_EL2.{E2SPE, E0HSPE}, if they are RES0 while E2PB is not 0b00 (E5).
  assign scr2_hidden = (E2speHidden && (e2pb_i != 2'b00)) ? 64'h3 : 64'h0;

  assign scr1   = (scr1_q & SCR1_MASK & ~EE_MASK) | SCR1_ONE | (64'({ee1_q, 8'h0}) & EE_MASK);
  assign scr2   = (scr2_q & SCR2_MASK & ~EE_MASK) | (64'({ee2_q, 8'h0}) & SCR2_MASK & EE_MASK);
  assign irr    = irr_q & IRR_MASK;
  assign fcr    = fcr_q & FCR_MASK;
  assign evfr   = (evfr_q & EVFR_MASK) | EVFR_ONE;
  assign nevfr  = nevfr_q & NEVFR_MASK;
  assign dsfr   = dsfr_q & DSFR_MASK;
  assign latfr  = latfr_q & LATFR_MASK;
  assign limitr = (limitr_q & (LIMIT_MASK | MODE_MASK)) | {63'h0, e_q};
  assign ptr    = ptr_q & PTR_MASK;
  assign mar    = mar_q & MAR_MASK;

  always_comb begin
    bidr    = PmbidrConst;
    bidr[4] = bid_p_i;
    bidr[6] = Nvm && envm_i && !bid_p_i;  // AddrMode
  end

  always_comb begin
    scr1_d   = scr1;
    scr2_d   = scr2;
    irr_d    = irr;
    fcr_d    = fcr;
    evfr_d   = evfr;
    nevfr_d  = nevfr;
    dsfr_d   = dsfr;
    latfr_d  = latfr;
    limitr_d = limitr;
    mar_d    = mar;
    if (write) begin
      unique case (reg_i)
        spu_int_pkg::RegScr1:   scr1_d   = (req_i.wdata & SCR1_MASK) | SCR1_ONE;
        spu_int_pkg::RegScr2:   scr2_d   = (scr2 & scr2_hidden) |
                                           (req_i.wdata & SCR2_MASK & ~scr2_hidden);
        spu_int_pkg::RegIrr:    irr_d    = req_i.wdata & IRR_MASK;
        spu_int_pkg::RegFcr:    fcr_d    = req_i.wdata & FCR_MASK;
        spu_int_pkg::RegEvfr:   evfr_d   = (req_i.wdata & EVFR_MASK) | EVFR_ONE;
        spu_int_pkg::RegNevfr:  nevfr_d  = req_i.wdata & NEVFR_MASK;
        spu_int_pkg::RegDsfr:   dsfr_d   = req_i.wdata & DSFR_MASK;
        spu_int_pkg::RegLatfr:  latfr_d  = req_i.wdata & LATFR_MASK;
        spu_int_pkg::RegLimitr: limitr_d = req_i.wdata & (LIMIT_MASK | MODE_MASK | 64'h1);
        spu_int_pkg::RegMar:    mar_d    = req_i.wdata & MAR_MASK;
        default: ;
      endcase
    end
  end

  // PMBSR_ELx: a write to one of them, or an event for one of them, changes no other.
  assign write_sr = {write && (reg_i == spu_int_pkg::RegSr3),
                     write && (reg_i == spu_int_pkg::RegSr2),
                     write && (reg_i == spu_int_pkg::RegSr)};
  assign event_sr = evt_i.event_valid ? {evt_i.target == 2'd3, evt_i.target == 2'd2,
                                         evt_i.target == 2'd1} : 3'b000;

  spu_syndrome #(.Mask(SR_MASK), .Reset(Rst)) u_sr1 (
    .clk_i    (clk_i),
    .rst_ni   (rst_ni),
    .we_i     (write_sr[1]),
    .wdata_i  (req_i.wdata),
    .coll_i   (coll_i[1]),
    .event_i  (event_sr[1]),
    .evt_i    (evt_i),
    .sr_o     (sr1),
    .s_next_o (s_next[1]),
    .taken_o  (take_evt[1])
  );

  spu_syndrome #(.Mask((Exc && El2) ? SR_MASK : 64'h0), .Reset(Rst)) u_sr2 (
    .clk_i    (clk_i),
    .rst_ni   (rst_ni),
    .we_i     (write_sr[2]),
    .wdata_i  (req_i.wdata),
    .coll_i   (coll_i[2]),
    .event_i  (event_sr[2]),
    .evt_i    (evt_i),
    .sr_o     (sr2),
    .s_next_o (s_next[2]),
    .taken_o  (take_evt[2])
  );

  spu_syndrome #(.Mask((Exc && El3) ? SR_MASK : 64'h0), .Reset(Rst)) u_sr3 (
    .clk_i    (clk_i),
    .rst_ni   (rst_ni),
    .we_i     (write_sr[3]),
    .wdata_i  (req_i.wdata),
    .coll_i   (coll_i[3]),
    .event_i  (event_sr[3]),
    .evt_i    (evt_i),
    .sr_o     (sr3),
    .s_next_o (s_next[3]),
    .taken_o  (take_evt[3])
  );

  assign taken_o = take_evt != '0;

  always_comb begin
    ptr_d = ptr;
    if (ptr_we_i)                   ptr_d = ptr_i;
    if (write_ptr)                  ptr_d = req_i.wdata & PTR_MASK;
    if (taken_o && evt_i.moves_ptr) ptr_d = ptr_i;
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
  spu_flop #(.Reset(Rst)) u_nevfr  (.clk_i(clk_i), .rst_ni(rst_ni), .d_i(nevfr_d), .q_o(nevfr_q));
  spu_flop #(.Reset(Rst)) u_dsfr   (.clk_i(clk_i), .rst_ni(rst_ni), .d_i(dsfr_d), .q_o(dsfr_q));
  spu_flop #(.Reset(Rst)) u_latfr  (.clk_i(clk_i), .rst_ni(rst_ni), .d_i(latfr_d), .q_o(latfr_q));
  spu_flop #(.Reset(Rst)) u_limitr (.clk_i(clk_i), .rst_ni(rst_ni), .d_i(limitr_d), .q_o(limitr_q));
  spu_flop #(.Reset(Rst)) u_ptr    (.clk_i(clk_i), .rst_ni(rst_ni), .d_i(ptr_d), .q_o(ptr_q));
  spu_flop #(.Reset(Rst)) u_mar    (.clk_i(clk_i), .rst_ni(rst_ni), .d_i(mar_d), .q_o(mar_q));

  spu_flop #(.Bits(2), .Reset(Rst1)) u_ee1 (
    .clk_i(clk_i), .rst_ni(rst_ni), .d_i(scr1_d.ee), .q_o(ee1_q)
  );
  spu_flop #(.Bits(2), .Reset(Rst2)) u_ee2 (
    .clk_i(clk_i), .rst_ni(rst_ni), .d_i(scr2_d.ee), .q_o(ee2_q)
  );

  always_comb begin
    rsp_o.outcome = outcome_i;
    rsp_o.rdata   = '0;
    if (req_i.valid && !req_i.write) begin
      unique case (reg_i)
        spu_int_pkg::RegScr1:   rsp_o.rdata = scr1;
        spu_int_pkg::RegScr2:   rsp_o.rdata = scr2 & ~scr2_hidden;
        spu_int_pkg::RegIcr:    rsp_o.rdata = icr_i;
        spu_int_pkg::RegIrr:    rsp_o.rdata = irr;
        spu_int_pkg::RegFcr:    rsp_o.rdata = fcr;
        spu_int_pkg::RegEvfr:   rsp_o.rdata = evfr;
        spu_int_pkg::RegNevfr:  rsp_o.rdata = nevfr;
        spu_int_pkg::RegDsfr:   rsp_o.rdata = dsfr;
        spu_int_pkg::RegLatfr:  rsp_o.rdata = latfr;
        spu_int_pkg::RegIdr:    rsp_o.rdata = Pmsidr;
        spu_int_pkg::RegLimitr: rsp_o.rdata = limitr;
        spu_int_pkg::RegPtr:    rsp_o.rdata = ptr;
        spu_int_pkg::RegMar:    rsp_o.rdata = mar;
        spu_int_pkg::RegSr:     rsp_o.rdata = sr1;
        spu_int_pkg::RegSr2:    rsp_o.rdata = sr2;
        spu_int_pkg::RegSr3:    rsp_o.rdata = sr3;
        spu_int_pkg::RegBidr:   rsp_o.rdata = bidr;
        default: ;
      endcase
    end
  end

  always_comb begin
    ctl_o.scr1.envm = scr1.envm;
    ctl_o.scr1.ke   = scr1.ke;
    ctl_o.scr1.ee   = scr1.ee;
    ctl_o.scr1.pct  = scr1.pct;
    ctl_o.scr1.ts   = scr1.ts;
    ctl_o.scr1.pa   = scr1.pa;
    ctl_o.scr1.cx   = scr1.cx;
    ctl_o.scr1.el   = scr1.el;
    ctl_o.scr1.el0  = scr1.el0;
    ctl_o.scr2.envm = scr2.envm;
    ctl_o.scr2.ke   = scr2.ke;
    ctl_o.scr2.ee   = scr2.ee;
    ctl_o.scr2.pct  = scr2.pct;
    ctl_o.scr2.ts   = scr2.ts;
    ctl_o.scr2.pa   = scr2.pa;
    ctl_o.scr2.cx   = scr2.cx;
    ctl_o.scr2.el   = scr2.el;
    ctl_o.scr2.el0  = scr2.el0;
    ctl_o.e         = e_q;
    ctl_o.nvm       = limitr.nvm;
    ctl_o.pmfz      = limitr.pmfz;
    {ctl_o.s3, ctl_o.s2, ctl_o.s1} = {sr3.s, sr2.s, sr1.s};
  end

  always_comb begin
    ctl_next_o.scr1.envm = scr1_d.envm;
    ctl_next_o.scr1.ke   = scr1_d.ke;
    ctl_next_o.scr1.ee   = scr1_d.ee;
    ctl_next_o.scr1.pct  = scr1_d.pct;
    ctl_next_o.scr1.ts   = scr1_d.ts;
    ctl_next_o.scr1.pa   = scr1_d.pa;
    ctl_next_o.scr1.cx   = scr1_d.cx;
    ctl_next_o.scr1.el   = scr1_d.el;
    ctl_next_o.scr1.el0  = scr1_d.el0;
    ctl_next_o.scr2.envm = scr2_d.envm;
    ctl_next_o.scr2.ke   = scr2_d.ke;
    ctl_next_o.scr2.ee   = scr2_d.ee;
    ctl_next_o.scr2.pct  = scr2_d.pct;
    ctl_next_o.scr2.ts   = scr2_d.ts;
    ctl_next_o.scr2.pa   = scr2_d.pa;
    ctl_next_o.scr2.cx   = scr2_d.cx;
    ctl_next_o.scr2.el   = scr2_d.el;
    ctl_next_o.scr2.el0  = scr2_d.el0;
    ctl_next_o.e         = limitr_d.e;
    ctl_next_o.nvm       = limitr_d.nvm;
    ctl_next_o.pmfz      = limitr_d.pmfz;
    {ctl_next_o.s3, ctl_next_o.s2, ctl_next_o.s1} = s_next;
  end

  always_comb begin
    filt_o.discard = V2 && (limitr.fm == 2'b10);
    filt_o.fe      = fcr.fe;
    filt_o.ft      = fcr.ft;
    filt_o.fl      = fcr.fl;
    filt_o.fne     = fcr.fne;
    filt_o.fds     = fcr.fds;
    filt_o.b       = fcr.b;
    filt_o.ld      = fcr.ld;
    filt_o.st      = fcr.st;
    filt_o.fp      = fcr.fp;
    filt_o.simd    = fcr.simd;
    filt_o.bm      = fcr.bm;
    filt_o.ldm     = fcr.ldm;
    filt_o.stm     = fcr.stm;
    filt_o.fpm     = fcr.fpm;
    filt_o.simdm   = fcr.simdm;
    filt_o.evfr    = evfr & ~EVFR_IGNORE;
    filt_o.nevfr   = nevfr;
    filt_o.dsfr    = dsfr;
    filt_o.minlat  = latfr.minlat;
    filt_o.one     = !Speculative;
  end

  assign interval_o = irr.interval;
  assign rnd_o      = irr.rnd;
  assign limit_o    = {limitr.limit, 12'h0};
  assign mar_o      = mar;
  assign ptr_o      = ptr;

endmodule
