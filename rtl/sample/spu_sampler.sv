// SPDX-License-Identifier: Apache-2.0
//
// From the population to finished records: counts and chooses operations (3.1), gives them tags
// (2.2.4), follows their lives (2.2.1) and offers their records to the queue. Connects the units,
// holds no state. Latency: choice and release are combinational. Back-pressure: `room_i`; a record
// without room keeps its tag.

module spu_sampler #(
  parameter bit          Rme           = 1'b0,
  parameter bit          Mte           = 1'b0,
  parameter bit          Gcs           = 1'b0,
  parameter bit          Eft           = 1'b0,
  parameter bit          Fpf           = 1'b0,
  parameter bit          Crr           = 1'b0,
  parameter bit          Pbt           = 1'b0,
  parameter int unsigned Nv            = 0,        // 0 to 2
  parameter int unsigned Altclk        = 0,        // 0, 1, 15
  parameter int unsigned DispatchWidth = 4,        // 1 to 8
  parameter int unsigned InFlight      = 1,        // 1 to 4
  parameter int unsigned SamplePoint   = spu_int_pkg::SAMPLE_DISPATCH,  // or retire: 1
  parameter int unsigned SyncScope     = spu_int_pkg::SCOPE_STRICT,  // or at_event: 1
  parameter bit          CollideOnComplete = 1'b0,
  parameter bit          Ernd          = 1'b0,
  parameter bit          MisspecRecord = 1'b0,
  parameter int unsigned TsPoint       = spu_int_pkg::TS_SAMPLE,  // or complete: 1
  parameter bit          Lds           = 1'b1,
  parameter logic [63:0] Events        = 64'h3FF,
  parameter int unsigned LatencyRule   = 0,        // 0 exclusive, 1 inclusive
  parameter int unsigned CountSize     = 12,       // or 16
  parameter int unsigned VaTop         = 0,        // 0 zero, 1 kept
  parameter int unsigned PatUnchecked  = 0,        // 0 zero, 1 tag
  parameter int unsigned PbtOps        = 0,        // 0 taken, 1 branch, 2 any
  parameter int unsigned XlatWithoutVa = 0,        // 0 counted, 1 zero, 2 absent
  parameter int unsigned FneZero       = 0,        // 0 ignored, 1 nothing; also the next four
  parameter int unsigned FeOverlap     = 0,
  parameter int unsigned FeZero        = 0,
  parameter int unsigned FtZero        = 0,
  parameter int unsigned FlZero        = 0,
  parameter int unsigned ResetValue    = spu_int_pkg::RESET_ZERO,
  parameter int unsigned FeedPoint     = spu_int_pkg::FEED_SELECT
) (
  input  logic                                            clk_i,
  input  logic                                            rst_ni,
  /// The thread is active (2.8). Sampled every cycle; tie to 1 without threads.
  input  logic                                            thread_active_i,
  /// pe_ctx_t[2]: context before and after a change in this cycle. Sampled at a selection.
  input  logic [2*spe_pkg::PE_CTX_BITS-1:0]               ctx_i,
  /// CNTPCT_EL0. Sampled at selections or endings, by TsPoint.
  input  logic [63:0]                                     cnt_phys_i,
  /// lane_t[DispatchWidth]. Sampled every cycle.
  input  logic [DispatchWidth*spe_pkg::LANE_BITS-1:0]     lane_i,
  /// lane_sel_t[DispatchWidth]: the choice, same cycle.
  output logic [DispatchWidth*spe_pkg::LANE_SEL_BITS-1:0] lane_sel_o,
  /// life_t[InFlight]. Sampled while the tag is taken, the payload with `ended`.
  input  logic [InFlight*spe_pkg::LIFE_BITS-1:0]          life_i,
  /// Replace the draws of this cycle by `rnd_inject_i`. Tie to 0 if unused.
  input  logic                                            rnd_inject_valid_i,
  /// The value to use instead of a draw. Tie to 0 if unused.
  input  logic [7:0]                                      rnd_inject_i,
  /// Number of draws in this cycle.
  output logic [3:0]                                      rnd_count_o,
  /// The draws, first in bits [7:0]; bytes from `rnd_count_o` on have no meaning.
  output logic [8*(DispatchWidth+1)-1:0]                  rnd_draw_o,
  /// Profiling is enabled before a change of context in this cycle. Sampled every cycle.
  input  logic                                            en0_i,
  /// Profiling is enabled after the change of context. Sampled every cycle.
  input  logic                                            en1_i,
  /// Profiling is enabled at the start of the next cycle. Sampled every cycle.
  input  logic                                            en_next_i,
  /// ProfilingBufferEnabled() (3.4.6). Sampled while a record is offered.
  input  logic                                            buf_en_i,
  /// Content of a record before a change of context. Sampled at a selection.
  input  spu_int_pkg::cap_t                               cap0_i,
  /// Content of a record after the change of context. Sampled at a selection.
  input  spu_int_pkg::cap_t                               cap1_i,
  /// Filter registers. Sampled with `ended`.
  input  spu_int_pkg::filt_t                              filt_i,
  /// PMSIRR_EL1.INTERVAL. Sampled when the counter is loaded.
  input  logic [23:0]                                     interval_i,
  /// PMSIRR_EL1.RND. Sampled every cycle.
  input  logic                                            rnd_i,
  /// PMSICR_EL1 is written in this cycle.
  input  logic                                            icr_we_i,
  /// Value written. Sampled with `icr_we_i`.
  input  logic [63:0]                                     icr_wdata_i,
  /// PMSICR_EL1 at the start of the cycle.
  output logic [63:0]                                     icr_o,
  /// Lanes that count in this cycle (SAMPLE_POP).
  output logic [DispatchWidth-1:0]                        counted_o,
  /// Samples taken in this cycle, or ended, by FeedPoint (SAMPLE_FEED).
  output logic [3:0]                                      feed_o,
  /// Collisions in this cycle (SAMPLE_COLLISION).
  output logic [3:0]                                      coll_o,
  /// There are collisions, [0] before and [1] after a change of context.
  output logic [1:0]                                      coll_ctx_o,
  /// Tags whose sample passes the filters in this cycle (SAMPLE_FILTRATE).
  output logic [InFlight-1:0]                             filtrate_o,
  /// kinds_t[InFlight]: the SAMPLE_FEED_* events of the sample of each tag.
  output logic [InFlight*spu_int_pkg::KINDS_BITS-1:0]     kinds_o,
  /// A record that passed is lost, because the buffer is not enabled (D17.9.1).
  output logic                                            lost_o,
  /// Tags taken at the start of the cycle.
  output logic [InFlight-1:0]                             busy_o,
  /// Tags that become free in this cycle.
  output logic [InFlight-1:0]                             freed_o,
  /// A record is queued and not done. Sampled at a selection.
  input  logic                                            queued_i,
  /// Records that the queue can take in this cycle. Sampled every cycle.
  input  logic [3:0]                                      room_i,
  /// Tags whose record enters the queue at the end of this cycle.
  output logic [InFlight-1:0]                             grant_o,
  /// Two bits per tag: place of its record among the records that enter.
  output logic [2*InFlight-1:0]                           rank_o,
  /// Number of records that enter.
  output logic [2:0]                                      taken_o,
  /// rec_t[InFlight]: the record of each tag, valid with `grant_o`.
  output logic [InFlight*spu_int_pkg::REC_BITS-1:0]       rec_o
);

  localparam int unsigned LaneValidBit = spe_pkg::LANE_BITS - 1;  // lane_t.valid
  localparam int unsigned LaneCtxBit   = spe_pkg::LANE_BITS - 2;  // lane_t.ctx
  localparam int unsigned SelCollBit   = spe_pkg::LANE_SEL_BITS - 2;  // lane_sel_t.coll

  logic [DispatchWidth-1:0]       lane_valid, lane_ctx, lane_coll, chosen;
  logic [InFlight-1:0]            alloc, ended, waiting, want, tag_free;
  logic [3*InFlight-1:0]          alloc_lane;
  logic [3:0]                     selected, completed;  // samples taken, ended

  for (genvar g = 0; g < DispatchWidth; g++) begin : gen_lane
    assign lane_valid[g] = lane_i[g*spe_pkg::LANE_BITS + LaneValidBit];
    assign lane_ctx[g]   = lane_i[g*spe_pkg::LANE_BITS + LaneCtxBit];
    assign lane_coll[g]  = lane_sel_o[g*spe_pkg::LANE_SEL_BITS + SelCollBit];
  end

  assign coll_ctx_o = {(lane_coll & lane_ctx) != '0, (lane_coll & ~lane_ctx) != '0};

  spu_rnd #(.Draws(DispatchWidth + 1)) u_rnd (
    .clk_i          (clk_i),
    .rst_ni         (rst_ni),
    .inject_valid_i (rnd_inject_valid_i),
    .inject_i       (rnd_inject_i),
    .count_i        (rnd_count_o),
    .draw_o         (rnd_draw_o)
  );

  spu_interval #(
    .DispatchWidth(DispatchWidth), .Ernd(Ernd), .ResetValue(ResetValue)
  ) u_interval (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .lane_valid_i (lane_valid),
    .lane_ctx_i   (lane_ctx),
    .en0_i        (en0_i),
    .en1_i        (en1_i),
    .en_next_i    (en_next_i),
    .interval_i   (interval_i),
    .rnd_i        (rnd_i),
    .we_i         (icr_we_i),
    .wdata_i      (icr_wdata_i),
    .icr_o        (icr_o),
    .draw_i       (rnd_draw_o),
    .draw_count_o (rnd_count_o),
    .counted_o    (counted_o),
    .chosen_o     (chosen)
  );

  // In discard mode a record that passes is dropped, but not lost, whether or not the buffer is
  // enabled.
  assign lost_o = !buf_en_i && ((waiting | (filtrate_o & {InFlight{!filt_i.discard}})) != '0);

  // With CollideOnComplete a tag is not yet free in the cycle of the ending itself (3.1.4, RL1).
  assign tag_free = ~busy_o | (freed_o & ~(CollideOnComplete ? ended : '0));

  spu_select #(
    .DispatchWidth(DispatchWidth), .InFlight(InFlight),
    .Strict(SyncScope == spu_int_pkg::SCOPE_STRICT)
  ) u_select (
    .chosen_i    (chosen),
    .free_i      (tag_free),
    .unwritten_i (queued_i || (taken_o != '0)),
    .lane_sel_o  (lane_sel_o),
    .alloc_o     (alloc),
    .lane_o      (alloc_lane),
    .feed_o      (selected),
    .coll_o      (coll_o)
  );

  always_comb begin
    completed = '0;
    for (int unsigned t = 0; t < InFlight; t++) completed = completed + 4'(ended[t]);
  end

  assign feed_o = (FeedPoint == spu_int_pkg::FEED_SELECT) ? selected : completed;

  for (genvar g = 0; g < InFlight; g++) begin : gen_track
    spu_track #(
      .DispatchWidth(DispatchWidth), .SamplePoint(SamplePoint), .LatencyRule(LatencyRule),
      .CountSize(CountSize), .Rme(Rme), .Mte(Mte), .Gcs(Gcs), .Eft(Eft), .Fpf(Fpf), .Crr(Crr),
      .Pbt(Pbt), .Nv(Nv), .Altclk(Altclk), .MisspecRecord(MisspecRecord), .TsPoint(TsPoint),
      .Lds(Lds), .Events(Events), .VaTop(VaTop), .PatUnchecked(PatUnchecked), .PbtOps(PbtOps),
      .XlatWithoutVa(XlatWithoutVa), .FeZero(FeZero), .FneZero(FneZero), .FtZero(FtZero),
      .FlZero(FlZero), .FeOverlap(FeOverlap)
    ) u_track (
      .clk_i      (clk_i),
      .rst_ni     (rst_ni),
      .active_i   (thread_active_i),
      .alloc_i    (alloc[g]),
      .lane_idx_i (alloc_lane[3*g +: 3]),
      .lane_i     (lane_i),
      .ctx_i      (ctx_i),
      .cap0_i     (cap0_i),
      .cap1_i     (cap1_i),
      .cnt_phys_i (cnt_phys_i),
      .life_i     (life_i[g*spe_pkg::LIFE_BITS +: spe_pkg::LIFE_BITS]),
      .filt_i     (filt_i),
      .buf_en_i   (buf_en_i),
      .grant_i    (grant_o[g]),
      .busy_o     (busy_o[g]),
      .release_o  (freed_o[g]),
      .ended_o    (ended[g]),
      .waiting_o  (waiting[g]),
      .want_o     (want[g]),
      .filtrate_o (filtrate_o[g]),
      .kinds_o    (kinds_o[g*spu_int_pkg::KINDS_BITS +: spu_int_pkg::KINDS_BITS]),
      .rec_o      (rec_o[g*spu_int_pkg::REC_BITS +: spu_int_pkg::REC_BITS])
    );
  end

  spu_arbiter #(.InFlight(InFlight)) u_arbiter (
    .clk_i     (clk_i),
    .rst_ni    (rst_ni),
    .alloc_i   (alloc),
    .lane_i    (alloc_lane),
    .ended_i   (ended),
    .waiting_i (waiting),
    .want_i    (want),
    .room_i    (room_i),
    .grant_o   (grant_o),
    .rank_o    (rank_o),
    .taken_o   (taken_o)
  );

endmodule
