// SPDX-License-Identifier: Apache-2.0
//
// The Statistical Profiling Unit of one PE thread, SPEv1p0 to SPEv1p5 (DDI 0586A; Arm ARM D17, D18,
// D24.7). Top: connects the units, holds no state.
//
// Latency and order of everything that crosses a port: dpi/timing.md.
// Back-pressure: none towards the PE. A sample that finds no free tag is a collision (2.2.4), a
// record that finds no room keeps its tag. AXI and translation channels are valid/ready.
//
// Array ports are one vector, element 0 in the least significant bits.

module spu #(
  parameter int unsigned Pmsver = spe_cfg_pkg::Pmsver,
  parameter bit El2 = (spe_cfg_pkg::El2 != 0),
  parameter bit El3 = (spe_cfg_pkg::El3 != 0),
  parameter bit Vhe = (spe_cfg_pkg::Vhe != 0),
  parameter bit Secure = (spe_cfg_pkg::Secure != 0),
  parameter bit Sel2 = (spe_cfg_pkg::Sel2 != 0),
  parameter bit Rme = (spe_cfg_pkg::Rme != 0),
  parameter int unsigned Nv = spe_cfg_pkg::Nv,
  parameter int unsigned Ecv = spe_cfg_pkg::Ecv,
  parameter bit Fgt = (spe_cfg_pkg::Fgt != 0),
  parameter bit SddPriority = (spe_cfg_pkg::SddPriority != 0),
  parameter bit DebugStops = (spe_cfg_pkg::DebugStops != 0),
  parameter bit Sve = (spe_cfg_pkg::Sve != 0),
  parameter bit Sme = (spe_cfg_pkg::Sme != 0),
  parameter bit Mte = (spe_cfg_pkg::Mte != 0),
  parameter bit Mops = (spe_cfg_pkg::Mops != 0),
  parameter bit Gcs = (spe_cfg_pkg::Gcs != 0),
  parameter bit The = (spe_cfg_pkg::The != 0),
  parameter bit Poe = (spe_cfg_pkg::Poe != 0),
  parameter bit Pie = (spe_cfg_pkg::Pie != 0),
  parameter bit Fne = (spe_cfg_pkg::Fne != 0),
  parameter bit Fds = (spe_cfg_pkg::Fds != 0),
  parameter bit Eft = (spe_cfg_pkg::Eft != 0),
  parameter bit Fpf = (spe_cfg_pkg::Fpf != 0),
  parameter bit Crr = (spe_cfg_pkg::Crr != 0),
  parameter bit Pbt = (spe_cfg_pkg::Pbt != 0),
  parameter bit SpeSme = (spe_cfg_pkg::SpeSme != 0),
  parameter int unsigned Altclk = spe_cfg_pkg::Altclk,
  parameter bit Exc = (spe_cfg_pkg::Exc != 0),
  parameter bit Nvm = (spe_cfg_pkg::Nvm != 0),
  parameter int unsigned MaxBuffSize = spe_cfg_pkg::MaxBuffSize,
  parameter int unsigned DispatchWidth = spe_cfg_pkg::DispatchWidth,
  parameter int unsigned InFlight = spe_cfg_pkg::InFlight,
  parameter int unsigned RecordQueue = spe_cfg_pkg::RecordQueue,
  parameter int unsigned SamplePoint = spe_cfg_pkg::SamplePoint,
  parameter int unsigned SyncScope = spe_cfg_pkg::SyncScope,
  parameter bit Speculative = (spe_cfg_pkg::Speculative != 0),
  parameter bit Ernd = (spe_cfg_pkg::Ernd != 0),
  parameter bit CollideOnComplete = (spe_cfg_pkg::CollideOnComplete != 0),
  parameter bit MisspecRecord = (spe_cfg_pkg::MisspecRecord != 0),
  parameter int unsigned TsPoint = spe_cfg_pkg::TsPoint,
  parameter int unsigned TsStopped = spe_cfg_pkg::TsStopped,
  parameter bit Lds = (spe_cfg_pkg::Lds != 0),
  parameter int unsigned DsBytes = spe_cfg_pkg::DsBytes,
  parameter int unsigned EventBytes = spe_cfg_pkg::EventBytes,
  parameter logic [63:0] Events = spe_cfg_pkg::Events,
  parameter logic [63:0] EventFilters = spe_cfg_pkg::EventFilters,
  parameter logic [63:0] DsFilters = spe_cfg_pkg::DsFilters,
  parameter int unsigned LatencyRule = spe_cfg_pkg::LatencyRule,
  parameter int unsigned CountSize = spe_cfg_pkg::CountSize,
  parameter int unsigned VaTop = spe_cfg_pkg::VaTop,
  parameter int unsigned PatUnchecked = spe_cfg_pkg::PatUnchecked,
  parameter int unsigned PbtOps = spe_cfg_pkg::PbtOps,
  parameter int unsigned XlatWithoutVa = spe_cfg_pkg::XlatWithoutVa,
  parameter int unsigned FeZero = spe_cfg_pkg::FeZero,
  parameter int unsigned FtZero = spe_cfg_pkg::FtZero,
  parameter int unsigned FlZero = spe_cfg_pkg::FlZero,
  parameter int unsigned FneZero = spe_cfg_pkg::FneZero,
  parameter int unsigned FeOverlap = spe_cfg_pkg::FeOverlap,
  parameter bit FilterSme = (spe_cfg_pkg::FilterSme != 0),
  parameter int unsigned LayoutItems = spe_cfg_pkg::LayoutItems,
  parameter logic [LayoutItems*spu_int_pkg::ITEM_BITS-1:0] Layout = spe_cfg_pkg::Layout,
  parameter int unsigned Align = spe_cfg_pkg::Align,
  parameter int unsigned MaxSize = spe_cfg_pkg::MaxSize,
  parameter int unsigned Granule = spe_cfg_pkg::Granule,
  parameter int unsigned AxiBytes = spe_cfg_pkg::AxiBytes,
  parameter int unsigned ExtAbort = spe_cfg_pkg::ExtAbort,
  parameter int unsigned RecordDone = spe_cfg_pkg::RecordDone,
  parameter int unsigned DisabledRecord = spe_cfg_pkg::DisabledRecord,
  parameter int unsigned WrongPointer = spe_cfg_pkg::WrongPointer,
  parameter int unsigned Misaligned = spe_cfg_pkg::Misaligned,
  parameter int unsigned DlBoundary = spe_cfg_pkg::DlBoundary,
  parameter bit WalkEa = (spe_cfg_pkg::WalkEa != 0),
  parameter bit RouteAsync = (spe_cfg_pkg::RouteAsync != 0),
  parameter bit ImpdefEvent = (spe_cfg_pkg::ImpdefEvent != 0),
  parameter bit E2speHidden = (spe_cfg_pkg::E2speHidden != 0),
  parameter int unsigned NspbReserved = spe_cfg_pkg::NspbReserved,
  parameter int unsigned EeReserved = spe_cfg_pkg::EeReserved,
  parameter int unsigned ResetValue = spe_cfg_pkg::ResetValue,
  parameter int unsigned FeedPoint = spe_cfg_pkg::FeedPoint,
  parameter bit PmuFull = (spe_cfg_pkg::PmuFull != 0),
  parameter bit PmuFeed = (spe_cfg_pkg::PmuFeed != 0),
  parameter int unsigned IrqMin = spe_cfg_pkg::IrqMin,
  parameter int unsigned IrqMax = spe_cfg_pkg::IrqMax,
  parameter logic [63:0] Pmsidr = spe_cfg_pkg::Pmsidr,
  parameter logic [63:0] PmbidrConst = spe_cfg_pkg::PmbidrConst
) (
  input  logic clk_i,
  input  logic rst_ni,

  /// The thread is active and can issue (2.8). Sampled every cycle; tie to 1 without threads.
  input  logic                                                thread_active_i,
  /// pe_ctx_t[2]: context before and after a change inside this cycle's bundle. Sampled always.
  input  logic [2*spe_pkg::PE_CTX_BITS-1:0]                   ctx_i,
  /// CNTPCT_EL0. Sampled at selections or endings, by [ts_point].
  input  logic [63:0]                                         cnt_phys_i,

  /// System register access; `sysreg_rsp_o` answers in the same cycle.
  input  spe_pkg::sysreg_req_t                                sysreg_req_i,
  /// Outcome and read data of the access in this cycle; AccessOk and 0 without an access.
  output spe_pkg::sysreg_rsp_t                                sysreg_rsp_o,

  /// lane_t[DispatchWidth]: members of the population, program order by index. Sampled every cycle.
  input  logic [DispatchWidth*spe_pkg::LANE_BITS-1:0]         lane_i,
  /// lane_sel_t[DispatchWidth]: the choice, same cycle; `tag` is valid with `sel`.
  output logic [DispatchWidth*spe_pkg::LANE_SEL_BITS-1:0]     lane_sel_o,
  /// life_t[InFlight]: life of the sampled operations, by tag. Payload sampled with `ended`.
  input  logic [InFlight*spe_pkg::LIFE_BITS-1:0]              life_i,

  /// Replace every random draw of this cycle by `rnd_inject_i`. Tie to 0.
  input  logic                                                rnd_inject_valid_i,
  /// The value to use instead of a draw. Tie to 0.
  input  logic [7:0]                                          rnd_inject_i,
  /// Number of draws in this cycle.
  output logic [3:0]                                          rnd_count_o,
  /// The draws, first in bits [7:0]; bytes from `rnd_count_o` on have no meaning. With INTERVAL 0
  /// the load on enabling and each lane can draw.
  output logic [8*(DispatchWidth+1)-1:0]                      rnd_draw_o,

  /// Translation request, one outstanding. It may change or be withdrawn until it is taken.
  output spe_pkg::xl_req_t                                    xl_req_o,
  /// The request is taken in this cycle.
  input  logic                                                xl_ready_i,
  /// Translation response, at the earliest in the cycle after the request; always taken.
  input  spe_pkg::xl_rsp_t                                    xl_rsp_i,

  /// AXI4 write address channel: INCR, never across 4 KB, ID 0. Stable until `awready_i`.
  output logic                                                awvalid_o,
  /// Address taken. Sampled with `awvalid_o`.
  input  logic                                                awready_i,
  /// Always 0.
  output logic [3:0]                                          awid_o,
  /// Address of the first byte; need not be aligned to the bus.
  output logic [51:0]                                         awaddr_o,
  /// Beats of the burst, less one.
  output logic [7:0]                                          awlen_o,
  /// log2(AxiBytes).
  output logic [2:0]                                          awsize_o,
  /// INCR.
  output logic [1:0]                                          awburst_o,
  /// From the memory attribute of the translation (3.4.3).
  output logic [3:0]                                          awcache_o,
  /// [1] physical address space (1 Non-secure), [0] privileged.
  output logic [2:0]                                          awprot_o,
  /// AWNSE of AXI5: with `awprot_o[1]` the physical address space.
  output logic                                                awnse_o,
  /// AXI4 write data channel; valid from the cycle after `awvalid_o` rose. Stable until `wready_i`.
  output logic                                                wvalid_o,
  /// Data taken. Sampled with `wvalid_o`.
  input  logic                                                wready_i,
  /// Byte i of the bus in bits [8*i+7:8*i].
  output logic [8*AxiBytes-1:0]                               wdata_o,
  /// Bytes of the record in this beat.
  output logic [AxiBytes-1:0]                                 wstrb_o,
  /// Last beat of the burst.
  output logic                                                wlast_o,
  /// AXI4 write response channel. Sampled every cycle.
  input  logic                                                bvalid_i,
  /// Always 1: the SPU always has room for a response.
  output logic                                                bready_o,
  /// Not used: responses come in the order of the bursts.
  input  logic [3:0]                                          bid_i,
  /// SLVERR and DECERR are External aborts (3.5.4). Sampled with `bvalid_i`.
  input  logic [1:0]                                          bresp_i,

  /// A context synchronization event in this cycle. Tie to 0 if unused.
  input  logic                                                cse_i,
  /// PSB CSYNC waits; held until the cycle of `psb_done_o`.
  input  logic                                                psb_req_i,
  /// PSB CSYNC completes in this cycle (3.6).
  output logic                                                psb_done_o,
  /// DSB (loads and stores) waits; held until the cycle of `dsb_done_o`.
  input  logic                                                dsb_req_i,
  /// DSB completes in this cycle (3.4.4).
  output logic                                                dsb_done_o,
  /// TLB maintenance: cached translations are invalid from the next cycle on.
  input  logic                                                tlbi_i,

  /// PMBIRQ, level: PMBSR_EL1.S while the interrupt is enabled (3.5, D17.8 RTSJRP).
  output logic                                                pmbirq_o,
  /// SPE Profiling exceptions by target: pending, and unmasked for the context of this cycle.
  output spe_pkg::prof_t                                      prof_o,
  /// PMU counters that FZS and HPMFZS select are to stop (PMBLIMITR_EL1.PMFZ).
  output logic                                                pmu_freeze_o,
  /// IMPLEMENTATION DEFINED management event (D17.8.6), one pulse. Tie to 0 if unused.
  input  spe_pkg::impdef_t                                    impdef_i,
  /// Pulse: an External abort is to be taken as an SError interrupt (3.5.4).
  output logic                                                serror_o,
  /// Counts of PMU events (2.6, D17.8.2), one cycle after the events.
  output spe_pkg::pmu_t                                       pmu_o,
  /// Pulse: a record was written (2.7), one cycle after it was done.
  output logic                                                cti_o
);

  // Contexts and registers.
  spu_int_pkg::filt_t  filt;
  spu_int_pkg::cap_t   cap0, cap1;
  spu_int_pkg::evt_t   evt;
  spe_pkg::regime_e    regime;
  logic [63:0]         icr, limit, ptr, ptr_new;
  logic [23:0]         interval;
  logic                icr_we, rnd, ptr_we, buf_en, stopped, en0, en1, en_next, nvm, full;
  logic                lost, dropped;  // lost to a disabled buffer: ended, queued records
  logic [1:0]          sh;
  logic [7:0]          mem_attr;

  // Samples and records.
  logic [DispatchWidth-1:0]                  counted;
  logic [3:0]                                feed, coll, room;
  logic [1:0]                                coll_ctx;
  logic [InFlight-1:0]                       busy, freed, grant, filtrate;
  logic [2*InFlight-1:0]                     rank;
  logic [2:0]                                taken;
  logic [InFlight*spu_int_pkg::REC_BITS-1:0] rec;
  logic [InFlight*spu_int_pkg::KINDS_BITS-1:0] kinds;
  logic [InFlight-1:0]                       mark;
  logic                                      queued, done, serror, translated, quiet;
  logic                                      mark_all, marked, hold;
  logic                                      unused_bid;

  // One ID: responses come in the order of the bursts.
  assign unused_bid = ^bid_i;

  spu_control #(
    .Pmsver(Pmsver), .El2(El2), .El3(El3), .Vhe(Vhe), .Secure(Secure), .Sel2(Sel2), .Rme(Rme),
    .Nv(Nv), .Fgt(Fgt), .SddPriority(SddPriority), .DebugStops(DebugStops), .Ecv(Ecv), .Sve(Sve),
    .Sme(Sme), .The(The), .Poe(Poe), .Pie(Pie), .Fne(Fne), .Fds(Fds), .Eft(Eft), .SpeSme(SpeSme),
    .Exc(Exc), .Nvm(Nvm), .Speculative(Speculative), .MisspecRecord(MisspecRecord),
    .TsStopped(TsStopped), .Events(Events), .EventFilters(EventFilters), .DsFilters(DsFilters),
    .FilterSme(FilterSme), .CountSize(CountSize), .Align(Align), .Granule(Granule),
    .ExtAbort(ExtAbort), .WalkEa(WalkEa), .ImpdefEvent(ImpdefEvent), .E2speHidden(E2speHidden),
    .ResetValue(ResetValue), .NspbReserved(NspbReserved), .EeReserved(EeReserved),
    .RouteAsync(RouteAsync), .DisabledRecord(DisabledRecord), .IrqMin(IrqMin),
    .Pmsidr(Pmsidr), .PmbidrConst(PmbidrConst)
  ) u_control (
    .clk_i, .rst_ni, .ctx_i, .sysreg_req_i, .sysreg_rsp_o,
    .icr_i      (icr),
    .icr_we_o   (icr_we),
    .coll_i     (coll_ctx),
    .evt_i      (evt),
    .lost_i     (dropped || lost),
    .impdef_i,
    .ptr_we_i   (ptr_we),
    .ptr_i      (ptr_new),
    .filt_o     (filt),
    .interval_o (interval),
    .rnd_o      (rnd),
    .limit_o    (limit),
    .ptr_o      (ptr),
    .buf_en_o   (buf_en),
    .stopped_o  (stopped),
    .regime_o   (regime),
    .nvm_o      (nvm),
    .sh_o       (sh),
    .mem_attr_o (mem_attr),
    .en0_o      (en0),
    .en1_o      (en1),
    .en_next_o  (en_next),
    .cap0_o     (cap0),
    .cap1_o     (cap1),
    .full_o     (full),
    .pmbirq_o, .prof_o, .pmu_freeze_o
  );

  spu_sampler #(
    .Rme(Rme), .Mte(Mte), .Gcs(Gcs), .Eft(Eft), .Fpf(Fpf), .Crr(Crr), .Pbt(Pbt), .Nv(Nv),
    .Altclk(Altclk), .DispatchWidth(DispatchWidth), .InFlight(InFlight),
    .SamplePoint(SamplePoint), .SyncScope(SyncScope), .CollideOnComplete(CollideOnComplete),
    .Ernd(Ernd), .MisspecRecord(MisspecRecord), .TsPoint(TsPoint), .Lds(Lds), .Events(Events),
    .LatencyRule(LatencyRule), .CountSize(CountSize), .VaTop(VaTop), .PatUnchecked(PatUnchecked),
    .PbtOps(PbtOps), .XlatWithoutVa(XlatWithoutVa), .FneZero(FneZero), .FeOverlap(FeOverlap),
    .FeZero(FeZero), .FtZero(FtZero), .FlZero(FlZero), .ResetValue(ResetValue),
    .FeedPoint(FeedPoint)
  ) u_sampler (
    .clk_i, .rst_ni, .thread_active_i, .ctx_i, .cnt_phys_i, .lane_i, .lane_sel_o, .life_i,
    .rnd_inject_valid_i, .rnd_inject_i, .rnd_count_o, .rnd_draw_o,
    .en0_i              (en0),
    .en1_i              (en1),
    .en_next_i          (en_next),
    .buf_en_i           (buf_en),
    .cap0_i             (cap0),
    .cap1_i             (cap1),
    .filt_i             (filt),
    .interval_i         (interval),
    .rnd_i              (rnd),
    .icr_we_i           (icr_we),
    .icr_wdata_i        (sysreg_req_i.wdata),
    .icr_o              (icr),
    .counted_o          (counted),
    .feed_o             (feed),
    .coll_o             (coll),
    .coll_ctx_o         (coll_ctx),
    .filtrate_o         (filtrate),
    .kinds_o            (kinds),
    .lost_o             (lost),
    .busy_o             (busy),
    .freed_o            (freed),
    .queued_i           (queued),
    .room_i             (room),
    .grant_o            (grant),
    .rank_o             (rank),
    .taken_o            (taken),
    .rec_o              (rec)
  );

  spu_buffer #(
    .InFlight(InFlight), .RecordQueue(RecordQueue), .LayoutItems(LayoutItems), .Layout(Layout),
    .MaxSize(MaxSize), .Align(Align), .EventBytes(EventBytes), .DsBytes(DsBytes),
    .AxiBytes(AxiBytes), .ExtAbort(ExtAbort), .RecordDone(RecordDone), .Rme(Rme), .The(The),
    .Poe(Poe), .Pie(Pie), .WalkEa(WalkEa), .DlBoundary(DlBoundary), .WrongPointer(WrongPointer),
    .Misaligned(Misaligned), .MaxBuffSize(MaxBuffSize)
  ) u_buffer (
    .clk_i, .rst_ni,
    .push_i       (grant),
    .rank_i       (rank),
    .taken_i      (taken),
    .rec_i        (rec),
    .room_o       (room),
    .queued_o     (queued),
    .buf_en_i     (buf_en),
    .stopped_i    (stopped),
    .hold_i       (hold),
    .cse_i, .tlbi_i,
    .mark_all_i   (mark_all),
    .mark_i       (mark),
    .marked_o     (marked),
    .regime_i     (regime),
    .nvm_i        (nvm),
    .sh_i         (sh),
    .mem_attr_i   (mem_attr),
    .ptr_i        (ptr),
    .limit_i      (limit),
    .ptr_we_o     (ptr_we),
    .ptr_o        (ptr_new),
    .evt_o        (evt),
    .dropped_o    (dropped),
    .serror_o     (serror),
    .done_o       (done),
    .translated_o (translated),
    .quiet_o      (quiet),
    .xl_req_o, .xl_ready_i, .xl_rsp_i,
    .awvalid_o, .awready_i, .awid_o, .awaddr_o, .awlen_o, .awsize_o, .awburst_o, .awcache_o,
    .awprot_o, .awnse_o, .wvalid_o, .wready_i, .wdata_o, .wstrb_o, .wlast_o, .bvalid_i, .bready_o,
    .bresp_i
  );

  spu_sync #(.InFlight(InFlight)) u_sync (
    .clk_i, .rst_ni, .psb_req_i, .psb_done_o, .dsb_req_i, .dsb_done_o,
    .hold_o       (hold),
    .busy_i       (busy),
    .release_i    (freed),
    .mark_all_o   (mark_all),
    .mark_o       (mark),
    .marked_i     (marked),
    .translated_i (translated),
    .quiet_i      (quiet)
  );

  spu_events #(
    .DispatchWidth(DispatchWidth), .InFlight(InFlight), .PmuFeed(PmuFeed)
  ) u_events (
    .clk_i      (clk_i),
    .rst_ni     (rst_ni),
    .counted_i  (counted),
    .feed_i     (feed),
    .filtrate_i (filtrate),
    .kinds_i    (kinds),
    .coll_i     (coll),
    .full_i     (PmuFull && full),
    .done_i     (done && !stopped),
    .serror_i   (serror),
    .pmu_o      (pmu_o),
    .cti_o      (cti_o),
    .serror_o   (serror_o)
  );

endmodule
