// SPDX-License-Identifier: Apache-2.0
//
// System registers and the functions of these registers and of the PE's context: outcome of
// accesses (3.2.3, 4.3), owner and enables (3.4.2), events and levels (3.5, D17.8). Connects the
// units, holds no state. Latency: accesses and enables are combinational, levels as [irq_min];
// writes and events take effect in the next cycle. Back-pressure: none.

module spu_control #(
  parameter int unsigned Pmsver        = 1,
  parameter bit          El2           = 1'b1,
  parameter bit          El3           = 1'b1,
  parameter bit          Vhe           = 1'b1,
  parameter bit          Secure        = 1'b1,
  parameter bit          Sel2          = 1'b0,
  parameter bit          Rme           = 1'b0,
  parameter int unsigned Nv            = 0,
  parameter bit          Fgt           = 1'b0,
  parameter bit          SddPriority   = 1'b0,
  parameter bit          DebugStops    = 1'b0,
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
  parameter int unsigned TsStopped     = spu_int_pkg::TS_STOPPED_END,
  parameter logic [63:0] Events        = 64'h3FF,
  parameter logic [63:0] EventFilters  = 64'h0,
  parameter logic [63:0] DsFilters     = ~64'h0,
  parameter bit          FilterSme     = 1'b1,
  parameter int unsigned CountSize     = 12,
  parameter int unsigned Align         = 0,
  parameter int unsigned Granule       = 12,
  parameter int unsigned ExtAbort      = spu_int_pkg::ABORT_SYNC,
  parameter bit          WalkEa        = 1'b1,
  parameter bit          ImpdefEvent   = 1'b0,
  parameter bit          E2speHidden   = 1'b0,
  parameter int unsigned ResetValue    = spu_int_pkg::RESET_ZERO,
  parameter int unsigned NspbReserved  = spu_int_pkg::NSPB_NONE,
  parameter int unsigned EeReserved    = 0,
  parameter bit          RouteAsync    = 1'b0,
  parameter int unsigned DisabledRecord = 0,
  parameter int unsigned IrqMin        = 0,
  parameter logic [63:0] Pmsidr        = 64'h0,
  parameter logic [63:0] PmbidrConst   = 64'h0
) (
  input  logic                                clk_i,
  input  logic                                rst_ni,
  /// pe_ctx_t[2]: context before and after a change in this cycle. Sampled every cycle.
  input  logic [2*spe_pkg::PE_CTX_BITS-1:0]   ctx_i,
  /// System register access; sampled with its `valid`.
  input  spe_pkg::sysreg_req_t                sysreg_req_i,
  /// Outcome and read data, same cycle.
  output spe_pkg::sysreg_rsp_t                sysreg_rsp_o,
  /// PMSICR_EL1 at the start of the cycle; sampled with a read.
  input  logic [63:0]                         icr_i,
  /// PMSICR_EL1 is written with the data of the access.
  output logic                                icr_we_o,
  /// Samples collide in this cycle, [0] before and [1] after the change of context. Sampled always.
  input  logic [1:0]                          coll_i,
  /// Profiling Buffer management event of the writer; sampled with its `event_valid`.
  input  spu_int_pkg::evt_t                   evt_i,
  /// A record is discarded or lost because the buffer is not enabled (D17.9.1). Sampled always.
  input  logic                                lost_i,
  /// Event for an IMPLEMENTATION DEFINED reason; sampled with its `valid`. Tie to 0 if unused.
  input  spe_pkg::impdef_t                    impdef_i,
  /// PMBPTR_EL1 moves past a record that is done in this cycle. Sampled every cycle.
  input  logic                                ptr_we_i,
  /// New value of PMBPTR_EL1, for `ptr_we_i` or for the event.
  input  logic [63:0]                         ptr_i,
  /// Filter registers at the start of the cycle.
  output spu_int_pkg::filt_t                  filt_o,
  /// PMSIRR_EL1.INTERVAL at the start of the cycle.
  output logic [23:0]                         interval_o,
  /// PMSIRR_EL1.RND at the start of the cycle.
  output logic                                rnd_o,
  /// Limit address (PMBLIMITR_EL1.LIMIT) at the start of the cycle.
  output logic [63:0]                         limit_o,
  /// PMBPTR_EL1 at the start of the cycle.
  output logic [63:0]                         ptr_o,
  /// ProfilingBufferEnabled() at the start of the cycle.
  output logic                                buf_en_o,
  /// SPEProfilingStopped() at the start of the cycle.
  output logic                                stopped_o,
  /// Owning translation regime at the start of the cycle.
  output spe_pkg::regime_e                    regime_o,
  /// Effective PMBLIMITR_EL1.nVM at the start of the cycle, as the next two.
  output logic                                nvm_o,
  /// PMBMAR_EL1.SH.
  output logic [1:0]                          sh_o,
  /// PMBMAR_EL1.Attr.
  output logic [7:0]                          mem_attr_o,
  /// Profiling is enabled before the change of context.
  output logic                                en0_o,
  /// Profiling is enabled after the change of context.
  output logic                                en1_o,
  /// Profiling is enabled at the start of the next cycle.
  output logic                                en_next_o,
  /// Content of a record before the change, valid with `en0_o`.
  output spu_int_pkg::cap_t                   cap0_o,
  /// Content of a record after the change, valid with `en1_o`.
  output spu_int_pkg::cap_t                   cap1_o,
  /// A buffer full event sets S in this cycle.
  output logic                                full_o,
  /// PMBIRQ.
  output logic                                pmbirq_o,
  /// SPE Profiling exceptions by target.
  output spe_pkg::prof_t                      prof_o,
  /// PMU counters are to stop.
  output logic                                pmu_freeze_o
);

  spe_pkg::pe_ctx_t     ctx0, ctx1;
  spe_pkg::access_e     outcome;
  spu_int_pkg::reg_e    reg_sel;
  spu_int_pkg::ctl_t    ctl, ctl_next;
  spu_int_pkg::own_t    own0, own1;
  spu_int_pkg::pmbmar_t mar;
  spu_int_pkg::evt_t    evt;
  logic                 prohibited, envm, taken, full;
  logic [3:1]           coll;

  assign ctx0 = ctx_i[0 +: spe_pkg::PE_CTX_BITS];
  assign ctx1 = ctx_i[spe_pkg::PE_CTX_BITS +: spe_pkg::PE_CTX_BITS];

  spu_access #(
    .El2(El2), .El3(El3), .Vhe(Vhe), .Rme(Rme), .Nv(Nv), .Fgt(Fgt), .SddPriority(SddPriority),
    .Fne(Fne), .Fds(Fds), .Exc(Exc), .Nvm(Nvm)
  ) u_access (
    .valid_i   (sysreg_req_i.valid),
    .write_i   (sysreg_req_i.write),
    .fgt_i     (sysreg_req_i.fgt),
    .enc_i     (sysreg_req_i.enc),
    .ctx_i     (ctx0),
    .own_i     (own0),
    .scr1_ee_i (ctl.scr1.ee),
    .outcome_o (outcome),
    .reg_o     (reg_sel)
  );

  spu_sysregs #(
    .Pmsver(Pmsver), .El2(El2), .El3(El3), .Nv(Nv), .Ecv(Ecv), .Sve(Sve), .Sme(Sme), .The(The),
    .Poe(Poe), .Pie(Pie), .Fne(Fne), .Fds(Fds), .Eft(Eft), .SpeSme(SpeSme), .Exc(Exc), .Nvm(Nvm),
    .Speculative(Speculative), .MisspecRecord(MisspecRecord), .Events(Events),
    .EventFilters(EventFilters), .DsFilters(DsFilters), .FilterSme(FilterSme),
    .CountSize(CountSize), .Granule(Granule), .Align(Align), .ExtAbort(ExtAbort), .WalkEa(WalkEa),
    .ImpdefEvent(ImpdefEvent), .E2speHidden(E2speHidden), .ResetValue(ResetValue), .Pmsidr(Pmsidr),
    .PmbidrConst(PmbidrConst)
  ) u_sysregs (
    .clk_i      (clk_i),
    .rst_ni     (rst_ni),
    .req_i      (sysreg_req_i),
    .outcome_i  (outcome),
    .reg_i      (reg_sel),
    .rsp_o      (sysreg_rsp_o),
    .bid_p_i    (prohibited),
    .envm_i     (envm),
    .e2pb_i     (ctx0.e2pb),
    .icr_i      (icr_i),
    .icr_we_o   (icr_we_o),
    .coll_i     (coll),
    .evt_i      (evt),
    .taken_o    (taken),
    .ptr_we_i   (ptr_we_i),
    .ptr_i      (ptr_i),
    .ctl_o      (ctl),
    .ctl_next_o (ctl_next),
    .filt_o     (filt_o),
    .interval_o (interval_o),
    .rnd_o      (rnd_o),
    .limit_o    (limit_o),
    .mar_o      (mar),
    .ptr_o      (ptr_o)
  );

  spu_context #(
    .El2(El2), .El3(El3), .Vhe(Vhe), .Secure(Secure), .Sel2(Sel2), .Rme(Rme), .Nv(Nv), .Exc(Exc),
    .Nvm(Nvm), .DebugStops(DebugStops), .NspbReserved(NspbReserved), .EeReserved(EeReserved),
    .Ecv(Ecv), .TsStopped(TsStopped)
  ) u_context (
    .ctx0_i       (ctx0),
    .ctx1_i       (ctx1),
    .ctl_i        (ctl),
    .ctl_next_i   (ctl_next),
    .buf_en_o     (buf_en_o),
    .regime_o     (regime_o),
    .own0_o       (own0),
    .own1_o       (own1),
    .prohibited_o (prohibited),
    .envm_o       (envm),
    .en0_o        (en0_o),
    .en1_o        (en1_o),
    .en_next_o    (en_next_o),
    .cap0_o       (cap0_o),
    .cap1_o       (cap1_o)
  );

  spu_management #(
    .El3(El3), .Rme(Rme), .Exc(Exc), .RouteAsync(RouteAsync), .DisabledRecord(DisabledRecord),
    .ImpdefEvent(ImpdefEvent)
  ) u_management (
    .ctx0_i    (ctx0),
    .ctx1_i    (ctx1),
    .own0_i    (own0),
    .own1_i    (own1),
    .coll_i    (coll_i),
    .evt_i     (evt_i),
    .lost_i    (lost_i),
    .discard_i (filt_o.discard),
    .impdef_i  (impdef_i),
    .evt_o     (evt),
    .full_o    (full),
    .coll_o    (coll)
  );

  spu_levels #(
    .El3(El3), .Exc(Exc), .Pmsver(Pmsver), .Lag(IrqMin), .ResetValue(ResetValue)
  ) u_levels (
    .clk_i, .rst_ni,
    .ctx_i (ctx0),
    .ctl_i (ctl),
    .own_i (own0),
    .pmbirq_o, .prof_o, .pmu_freeze_o
  );

  assign full_o     = full && taken;
  assign stopped_o  = own0.stopped;
  assign nvm_o      = own0.nvm;
  assign sh_o       = mar.sh;
  assign mem_attr_o = mar.attr;

endmodule
