// SPDX-License-Identifier: Apache-2.0
//
// System registers of the extension (chapter 4): storage, reset, RES0 and RES1, reads, direct and
// indirect writes. PMSICR_EL1 lives in spu_interval; it is read and written through here. A direct
// write takes effect in the next cycle and wins over a hardware update of the same register.
// Back-pressure: none.

module spu_regs #(
  parameter bit          El2          = 1'b1,
  parameter bit          Speculative  = 1'b1,
  parameter int unsigned Granule      = 12,
  parameter int unsigned Align        = 0,
  parameter int unsigned ExtAbort     = spu_int_pkg::ABORT_SYNC,
  parameter int unsigned ResetValue   = spu_int_pkg::RESET_ZERO,
  parameter logic [63:0] RstPoison    = 64'h0,
  parameter logic [63:0] EventFilters = 64'h0,
  parameter logic [63:0] Pmsidr       = 64'h0,
  parameter logic [63:0] PmbidrConst  = 64'h0
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  /// The access
  input  spe_pkg::sysreg_req_t req_i,
  /// Its outcome
  input  spe_pkg::access_e     outcome_i,
  /// The register it reaches, RegNone if not permitted
  input  spu_int_pkg::reg_e    reg_i,
  /// Answer, same cycle
  output spe_pkg::sysreg_rsp_t rsp_o,
  /// PMBIDR_EL1.P for this context
  input  logic                 bid_p_i,
  /// PMSICR_EL1
  input  logic [63:0]          icr_i,
  /// Direct write of PMSICR_EL1
  output logic                 icr_we_o,
  /// A sample collided in this cycle
  input  logic                 coll_i,
  /// Update of PMBSR_EL1 by the buffer writer
  input  spu_int_pkg::evt_t    evt_i,
  /// Update of PMBPTR_EL1 by the buffer writer
  input  logic                 ptr_we_i,
  /// Its value
  input  logic [63:0]          ptr_i,
  /// Controls at the start of the cycle
  output spu_int_pkg::ctl_t    ctl_o,
  /// Controls of the next cycle
  output spu_int_pkg::ctl_t    ctl_next_o,
  /// Filters
  output spu_int_pkg::filt_t   filt_o,
  /// PMSIRR_EL1.INTERVAL
  output logic [23:0]          interval_o,
  /// PMSIRR_EL1.RND
  output logic                 rnd_o,
  /// PMBLIMITR_EL1.LIMIT, as an address
  output logic [63:0]          limit_o,
  /// PMBPTR_EL1
  output logic [63:0]          ptr_o
);

  // Bits that keep what is written; the others are RES0 or RES1.
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
  localparam logic [63:0] LIMITR_MASK = LIMIT_MASK | 64'h7;
  localparam logic [63:0] PTR_MASK    =
      (ExtAbort == spu_int_pkg::ABORT_SYNC) ? ~64'h0 : ~((64'h1 << Align) - 64'h1);
  localparam logic [63:0] SR_MASK     = 64'hFC0F_003F;
  localparam logic [63:0] POISON      = (ResetValue == spu_int_pkg::RESET_ZERO) ? 64'h0 : RstPoison;

  // Bits of PMBSR_EL1 (4.3.4).
  localparam int unsigned SR_S  = 17;
  localparam int unsigned SR_EA = 18;
  localparam int unsigned SR_DL = 19;

  logic [63:0] scr1_q, scr2_q, irr_q, fcr_q, evfr_q, latfr_q, limitr_q, ptr_q, sr_q;
  logic [63:0] scr1_d, scr2_d, limitr_d, ptr_d, sr_d;
  logic        write;

  assign write    = req_i.valid && req_i.write;
  assign icr_we_o = write && (reg_i == spu_int_pkg::RegIcr);

  always_comb begin
    scr1_d   = scr1_q;
    scr2_d   = scr2_q;
    limitr_d = limitr_q;
    ptr_d    = ptr_q;
    if (ptr_we_i) ptr_d = ptr_i & PTR_MASK;
    if (write) begin
      unique case (reg_i)
        spu_int_pkg::RegScr1:   scr1_d   = (req_i.wdata & SCR1_MASK) | SCR1_ONE;
        spu_int_pkg::RegScr2:   scr2_d   = req_i.wdata & SCR2_MASK;
        spu_int_pkg::RegLimitr: limitr_d = req_i.wdata & LIMITR_MASK;
        spu_int_pkg::RegPtr:    ptr_d    = req_i.wdata & PTR_MASK;
        default: ;
      endcase
    end
  end

  // Once S is 1 only an asynchronous abort changes the syndrome (3.5.4). COLL is sticky (3.1.4).
  always_comb begin
    sr_d = sr_q;
    if (coll_i) sr_d[16] = 1'b1;
    if (evt_i.event_valid) begin
      if (!sr_q[SR_S]) begin
        sr_d[31:26] = evt_i.ec;
        sr_d[5:0]   = evt_i.code;
        sr_d[SR_S]  = 1'b1;
      end
      if (!sr_q[SR_S] || evt_i.late) begin
        if (evt_i.dl) sr_d[SR_DL] = 1'b1;
        if (evt_i.ea) sr_d[SR_EA] = 1'b1;
      end
    end
    if (write && (reg_i == spu_int_pkg::RegSr)) sr_d = req_i.wdata & SR_MASK;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      scr1_q   <= (POISON & SCR1_MASK) | SCR1_ONE;
      scr2_q   <= POISON & SCR2_MASK;
      limitr_q <= POISON & LIMITR_MASK & ~64'h1;
      ptr_q    <= POISON & PTR_MASK;
      sr_q     <= POISON & SR_MASK;
    end else begin
      scr1_q   <= scr1_d;
      scr2_q   <= scr2_d;
      limitr_q <= limitr_d;
      ptr_q    <= ptr_d;
      sr_q     <= sr_d;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      irr_q   <= POISON & IRR_MASK;
      fcr_q   <= POISON & FCR_MASK;
      evfr_q  <= (POISON & EVFR_MASK) | EVFR_ONE;
      latfr_q <= POISON & LATFR_MASK;
    end else if (write) begin
      if (reg_i == spu_int_pkg::RegIrr)   irr_q   <= req_i.wdata & IRR_MASK;
      if (reg_i == spu_int_pkg::RegFcr)   fcr_q   <= req_i.wdata & FCR_MASK;
      if (reg_i == spu_int_pkg::RegEvfr)  evfr_q  <= (req_i.wdata & EVFR_MASK) | EVFR_ONE;
      if (reg_i == spu_int_pkg::RegLatfr) latfr_q <= req_i.wdata & LATFR_MASK;
    end
  end

  always_comb begin
    rsp_o.outcome = outcome_i;
    rsp_o.rdata   = '0;
    if (req_i.valid && !req_i.write) begin
      unique case (reg_i)
        spu_int_pkg::RegScr1:   rsp_o.rdata = scr1_q;
        spu_int_pkg::RegScr2:   rsp_o.rdata = scr2_q;
        spu_int_pkg::RegIcr:    rsp_o.rdata = icr_i;
        spu_int_pkg::RegIrr:    rsp_o.rdata = irr_q;
        spu_int_pkg::RegFcr:    rsp_o.rdata = fcr_q;
        spu_int_pkg::RegEvfr:   rsp_o.rdata = evfr_q;
        spu_int_pkg::RegLatfr:  rsp_o.rdata = latfr_q;
        spu_int_pkg::RegIdr:    rsp_o.rdata = Pmsidr;
        spu_int_pkg::RegLimitr: rsp_o.rdata = limitr_q;
        spu_int_pkg::RegPtr:    rsp_o.rdata = ptr_q;
        spu_int_pkg::RegSr:     rsp_o.rdata = sr_q;
        spu_int_pkg::RegBidr:   rsp_o.rdata = PmbidrConst | {59'h0, bid_p_i, 4'h0};
        default: ;
      endcase
    end
  end

  assign ctl_o      = {scr1_q[6:3], scr1_q[1:0], scr2_q[6:3], scr2_q[1:0], limitr_q[0], sr_q[SR_S]};
  assign ctl_next_o = {scr1_d[6:3], scr1_d[1:0], scr2_d[6:3], scr2_d[1:0], limitr_d[0], sr_d[SR_S]};
  assign filt_o     = {fcr_q[0], fcr_q[1], fcr_q[2], fcr_q[16], fcr_q[17], fcr_q[18], evfr_q,
                       latfr_q[11:0]};
  assign interval_o = irr_q[31:8];
  assign rnd_o      = irr_q[0];
  assign limit_o    = limitr_q & LIMIT_MASK;
  assign ptr_o      = ptr_q;

endmodule
