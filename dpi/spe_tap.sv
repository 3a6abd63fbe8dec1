// SPDX-License-Identifier: Apache-2.0
//
// The module that a binding connects: plain signals of one SPU in, calls of spe_dpi.h out.
//
// Implements dpi/README.md; the functions that make the calls are in spe_tap_calls.svh. All inputs
// are sampled at the rising edge of clk_i, with the values just before it; the tap drives nothing.
// Inputs of a tap group (SPE_TAP_* of spe/model.h) that `Taps` leaves out are ignored: tie them to
// 0. A cycle in which only members are counted costs one population count, one addition and no
// call.
//
// If the SPU's clock can stop, clk_i must run on, and running_i says at each edge of clk_i whether
// the SPU's clock has an edge, too. At an edge with running_i 0 the tap reads only active_i and
// reports only changes of these two inputs; no handshake takes place.

module spe_tap
  import spe_dpi_pkg::*;
#(
  parameter string       Name       = "spu",   // session; +spe_name=NAME wins
  parameter longint      ConfigHash = 0,       // of the RTL's configuration; 0: not compared
  parameter int          Taps       = TapAll,  // connected groups; +spe_taps=N removes some
  parameter bit          OrderFree  = 1'b0,    // compare the packets of a record as a set
  parameter int unsigned Width      = 1,       // lanes of the population, 1 to 8
  parameter int unsigned InFlight   = 1,       // tags, 1 to 4
  parameter int unsigned AxiBytes   = 16,      // 8, 16, 32 or 64
  parameter bit          AwOffered  = 1'b1,    // 0: awvalid_i is made by the binding
  parameter bit          Translated = 1'b1     // 0: the write port takes virtual addresses
) (
  input logic clk_i,
  input logic rst_ni,

  input logic running_i,  /// 0: no edge of the SPU's own clock at this edge of clk_i; tie to 1
  input logic active_i,   /// the thread is active and can issue; tie to 1

  // Group REGS: a System register access, in the one cycle in which the SPU takes or answers it.
  input logic        sysreg_valid_i,    /// an access; the other sysreg_* are of that cycle
  input logic        sysreg_write_i,    /// 1 write, 0 read
  input logic [15:0] sysreg_enc_i,      /// op0:op1:CRn:CRm:op2
  input logic [2:0]  sysreg_outcome_i,  /// enum spe_access, as the SPU answered
  input logic [63:0] sysreg_wdata_i,    /// written value, with sysreg_write_i
  input logic [63:0] sysreg_rdata_i,    /// value that the SPU answers, without sysreg_write_i
  input logic        sysreg_fgt_i,      /// a fine-grained trap to EL2 applies; tie to 0

  // Groups REGS, LIFE and POP: [0] is the context at the start of the cycle, equal to [1] of the
  // cycle before, unless the clock was stopped between. [1] is the context after a change inside
  // the bundle; without one it equals [0].
  input logic [1:0][63:0] ctx_state_i,    /// SPE_CTX_* of spe/txn_ctx.h
  input logic [1:0][31:0] ctx_idr1_i,     /// CONTEXTIDR_EL1
  input logic [1:0][31:0] ctx_idr2_i,     /// CONTEXTIDR_EL2; tie to 0 without EL2
  input logic [1:0][63:0] ctx_cntvoff_i,  /// CNTVOFF_EL2; tie to 0 without EL2
  input logic [1:0][63:0] ctx_cntpoff_i,  /// offset of the physical counter; tie to 0
  input logic [63:0]      cntpct_i,       /// CNTPCT_EL0

  // Group POP: members of the population by lane, from the PE, never from the SPU.
  input logic [Width-1:0] lane_valid_i,  /// the lane has a member in this cycle
  input logic [Width-1:0] lane_ctx_i,    /// executes in context [0] or [1]; 0 if it cannot change

  // Group LIFE: the SPU's choice by lane, in the cycle in which the operation is in the lane.
  input logic [Width-1:0]       lane_sel_i,   /// chosen, and got a tag
  input logic [Width-1:0]       lane_coll_i,  /// chosen, but collided
  input logic [Width-1:0][7:0]  lane_tag_i,   /// valid with lane_sel_i
  input logic [Width-1:0][63:0] lane_pc_i,    /// valid with lane_sel_i or lane_coll_i
  input logic [Width-1:0][15:0] lane_op_i,    /// the same; CLASS << 8 | Operation Type payload
  input logic [Width-1:0][3:0]  lane_flags_i, /// the same; SPE_OP_* of spe/txn.h; tie to 0

  // Group LIFE: life of the sampled operations by tag. With [sample_point] = retire tie the pulses
  // to 0, otherwise tie the PE's counts to 0.
  input logic [InFlight-1:0][3:0]  life_pulse_i,  /// {complete, xlat_end, xlat_start, issue}
  input logic [InFlight-1:0]       life_ended_i,  /// the life ends; everything below is valid
  input logic [InFlight-1:0][2:0]  life_end_i,    /// end_e of spe_pkg
  input logic [InFlight-1:0][31:0] life_flags_i,  /// SPE_LIFE_* of spe/txn.h: what is valid
  input logic [InFlight-1:0][63:0] life_events_i, /// Events packet; [1:0] ignored
  input logic [InFlight-1:0][63:0] life_va_i,     /// data virtual address, all of its bits
  input logic [InFlight-1:0][63:0] life_pa_i,     /// data physical address
  input logic [InFlight-1:0][63:0] life_target_i, /// branch target
  input logic [InFlight-1:0][63:0] life_prev_i,   /// target of the branch before; tie to 0
  input logic [InFlight-1:0][15:0] life_source_i, /// Data Source packet; tie to 0 without [lds]
  input logic [InFlight-1:0][31:0] lat_issue_i,   /// issue latency in cycles, counted by the PE
  input logic [InFlight-1:0][31:0] lat_xlat_i,    /// translation latency, the same
  input logic [InFlight-1:0][31:0] lat_total_i,   /// total latency, the same
  input logic [InFlight-1:0][31:0] lat_alt_i,     /// at both sample points; tie to 0

  // Group RND: the SPU's random draws.
  input logic [3:0]          rnd_count_i,     /// draws in this cycle, 0 to Width + 1
  input logic [Width:0][7:0] rnd_draw_i,      /// first in [0]; one more than lanes, for the load
  input logic                rnd_injected_i,  /// the bench put in rnd_draw_i; tie to 0

  // Group BYTES: translation and AXI write channels. Inputs that have no meaning for a translation
  // with a fault (xl_pa_i and the like) may have any known value. The binding maps any other kind
  // of write port to these inputs. With Translated 0 the tap itself reports, for each address, a
  // translation to the same address, in the cycle in which the offer of the address begins.
  // xl_regime_i, xl_pas_i, xl_attr_i and xl_sh_i are of that cycle, constants or signals; tie the
  // other xl_* to 0.
  input logic        xl_req_valid_i,  /// a request; it is told in a cycle with valid and ready
  input logic        xl_req_ready_i,  /// the MMU takes it; the values below are of that cycle
  input logic [7:0]  xl_req_id_i,     /// tie to 0: one outstanding request
  input logic [3:0]  xl_regime_i,     /// enum spe_regime of spe/txn_bus.h
  input logic        xl_nvm_i,        /// physical address mode; tie to 0, as the next two
  input logic [7:0]  xl_req_attr_i,   /// PMBMAR_EL1.Attr with xl_nvm_i, else 0
  input logic [1:0]  xl_req_sh_i,     /// PMBMAR_EL1.SH with xl_nvm_i, else 0
  input logic [63:0] xl_va_i,         /// of a 4 KB page; [11:0] matter for faults only
  input logic        xl_rsp_valid_i,  /// pulse: the answer; the values below are of that cycle
  input logic [7:0]  xl_rsp_id_i,     /// tie to 0
  input logic [1:0]  xl_fault_i,      /// enum spe_xl_fault
  input logic        xl_stage2_i,     /// the fault is of stage 2; tie to 0 without EL2
  input logic [5:0]  xl_fsc_i,        /// fault status code, as PMBSR_EL1.FSC
  input logic [8:5]  xl_mss2_i,       /// SPE_MSS2_* of spe/txn_bus.h; tie to 0
  input logic [1:0]  xl_pas_i,        /// address space, enum spe_pas: 1 Non-secure
  input logic [7:0]  xl_attr_i,       /// memory attribute, as MAIR_ELx: 8'hFF Normal Write-Back
  input logic [1:0]  xl_sh_i,         /// shareability: 0 none, 2 Outer, 3 Inner; not compared
  input logic [63:0] xl_pa_i,         /// physical address; [11:0] do not matter
  // AW, W and B are sampled in the cycle of their handshake, and stay as they are until then.
  input logic        awvalid_i,  /// an address is on offer; since when counts, too
  input logic        awready_i,  /// the offer is accepted
  input logic [7:0]  awid_i,     /// ID of the burst; tie to 0 if there is one ID
  input logic [63:0] awaddr_i,   /// physical address; with Translated 0 a virtual one
  input logic [7:0]  awlen_i,    /// beats of the burst, less 1
  input logic [2:0]  awsize_i,   /// log2 of the bytes of a beat
  input logic [1:0]  awburst_i,  /// tie to 1, INCR
  input logic [2:0]  awprot_i,   /// [1]: Non-secure; tie [2] to 0, data; [0] to 1, privileged
  input logic        awnse_i,    /// with awprot_i[1] the address space; tie to 0
  input logic [3:0]  awcache_i,  /// memory type, one that xl_attr_i permits
  input logic        wvalid_i,   /// a beat of write data is on offer
  input logic        wready_i,   /// the beat is accepted
  input logic        wlast_i,    /// last beat of its burst
  input logic [8*AxiBytes-1:0] wdata_i,  /// byte i of the bus in bits [8*i+7:8*i]
  input logic [AxiBytes-1:0]   wstrb_i,  /// byte i is written
  input logic        bvalid_i,   /// a response; without any the cycle after the last beat
  input logic        bready_i,   /// the response is accepted; tie to 1
  input logic [7:0]  bid_i,      /// ID of the burst; tie to 0 if there is one ID
  input logic [1:0]  bresp_i,    /// 0 OKAY, 2 SLVERR, 3 DECERR; tie to 0 if there are no errors

  // Group SYNC: barriers; requests are levels, held until the cycle in which done is 1.
  input logic        cse_i,       /// pulse: context synchronization event (ISB, ERET ...)
  input logic [32:0] cse_ids_i,   /// {valid, VMID, ASID} behind it, of the owning regime; tie to 0
  input logic        psb_req_i,   /// level: a PSB CSYNC waits
  input logic        psb_done_i,  /// the SPU ends the wait, in this cycle
  input logic        dsb_req_i,   /// level: a DSB that applies to loads and stores waits
  input logic        dsb_done_i,  /// the SPU ends the wait, in this cycle
  input logic        tlbi_i,      /// pulse: a TLBI that affects the buffer, also of another PE
  input logic        impdef_i,    /// management event of the system; tie to 0
  input logic [39:0] impdef_data_i,  /// its {MSS2, MSS}

  // Group OUT: outputs of the SPU, as they are in each cycle. PMU counts are of this cycle.
  input logic       pmbirq_i,             /// level: the interrupt
  input logic       serror_i,             /// pulse: SError for an External abort; tie to 0
  input logic       cti_i,                /// pulse: CTI trigger, a record is done
  input logic [2:0] prof_pending_i,       /// exceptions to EL1, EL2, EL3; tie to 0, as the next two
  input logic [2:0] prof_take_i,          /// those that are to be taken
  input logic       pmu_freeze_i,         /// level: PMU counters stop
  input logic [3:0] pmu_pop_i,            /// SAMPLE_POP
  input logic [3:0] pmu_feed_i,           /// SAMPLE_FEED
  input logic [3:0] pmu_filtrate_i,       /// SAMPLE_FILTRATE
  input logic [3:0] pmu_collision_i,      /// SAMPLE_COLLISION
  input logic [3:0] pmu_full_i,           /// SAMPLE_BUFFER_FULL; tie to 0, as the next
  input logic [8:0][3:0] pmu_feed_kind_i  /// SAMPLE_FEED_BR ... _DS: enum spe_feed_kind
);

  localparam int unsigned Words = AxiBytes / 8;

  // ---- What happens in this cycle

  // A call has two states, so an unknown bit is reported as 0. Changes are those of what is
  // reported.
  bit [1:0][255:0] ctx;
  assign ctx = {ctx_state_i[1], ctx_idr1_i[1], ctx_idr2_i[1], ctx_cntvoff_i[1], ctx_cntpoff_i[1],
                ctx_state_i[0], ctx_idr1_i[0], ctx_idr2_i[0], ctx_cntvoff_i[0], ctx_cntpoff_i[0]};

  logic new0, new1, moved;
  logic [3:0] id0, id1;
  spe_tap_ctx #(.Bits(256)) u_ctx (
    .clk_i, .rst_ni, .en_i(running_i),
    .ctx_i(ctx),
    .new0_o(new0), .new1_o(new1), .moved_o(moved), .id0_o(id0), .id1_o(id1));

  logic [6:0] sync;
  spe_tap_sync u_sync (
    .clk_i, .rst_ni, .en_i(running_i), .cse_i, .psb_req_i, .psb_done_i, .dsb_req_i, .dsb_done_i,
    .tlbi_i, .impdef_i, .event_o(sync));

  int taps = 0;  // groups in use, once the session is open

  logic out_send, barrier_done;
  bit [7:0] levels, levels_said;  // SPE_OUT_* of spe/txn.h; two-state, as ctx
  assign levels = {pmu_freeze_i, prof_take_i, prof_pending_i, pmbirq_i};
  logic [31:0] out_pop, out_held;
  assign barrier_done = ((taps & TapSync) != 0) && (sync[SyncPsbDone] || sync[SyncDsbDone]);
  spe_tap_out u_out (
    .clk_i, .rst_ni, .en_i(running_i), .levels_i(levels),
    .pulse_i(serror_i || cti_i || (|{pmu_feed_i, pmu_filtrate_i, pmu_collision_i,
                                         pmu_full_i, pmu_feed_kind_i})),
    .pop_i(pmu_pop_i), .force_i(barrier_done),
    .send_o(out_send), .pop_o(out_pop), .held_o(out_held), .levels_o(levels_said));

  logic chosen, busy, written, clk_changed, xl_same, xl_accepted;
  assign chosen    = |{lane_sel_i, lane_coll_i};
  assign written   = sysreg_write_i && (sysreg_outcome_i == 3'd0);
  assign xl_accepted = xl_req_valid_i && xl_req_ready_i;
  assign busy = sysreg_valid_i || new0 || new1 || chosen || (|life_pulse_i) || (|life_ended_i) ||
                (rnd_count_i != 0) || xl_accepted || xl_rsp_valid_i ||
                xl_same || (awvalid_i && awready_i) || (wvalid_i && wready_i) ||
                (bvalid_i && bready_i) || (|sync) || out_send;

  bit [2:0] clk_said = 0;   // as last reported; [2]: reported since reset
  assign clk_changed = clk_said != {1'b1, running_i, active_i};

  longint cycle_q;  // two-state: 0 at the start; reset does not clear the count
  always_ff @(posedge clk_i) cycle_q <= cycle_q + 1;

  // The cycle in which the current offer of an address began.
  logic   aw_open_q;
  longint aw_since, aw_since_q;
  assign aw_since = aw_open_q ? aw_since_q : cycle_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      aw_open_q  <= 1'b0;
      aw_since_q <= 0;
    end else if (running_i) begin
      aw_open_q  <= awvalid_i && !awready_i;
      aw_since_q <= aw_since;
    end
  end

  // A translation request was accepted in an earlier cycle, and waits for its answer.
  logic xl_open_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      xl_open_q <= 1'b0;
    end else if (running_i) begin
      xl_open_q <= xl_rsp_valid_i ? xl_open_q && xl_accepted : xl_open_q || xl_accepted;
    end
  end

  // Without translation the tap itself reports one, in the cycle in which the offer of an address
  // begins, as if the MMU had just answered.
  assign xl_same = !Translated && awvalid_i && !aw_open_q;

  logic [InFlight-1:0][495:0] life_payload;
  for (genvar t = 0; t < int'(InFlight); t++) begin : gen_payload
    assign life_payload[t] = {life_flags_i[t], life_events_i[t], life_va_i[t], life_pa_i[t],
                              life_target_i[t], life_prev_i[t], life_source_i[t],
                              lat_issue_i[t], lat_xlat_i[t], lat_total_i[t], lat_alt_i[t]};
  end

  spe_tap_sva #(
    .Taps(Taps), .Width(Width), .InFlight(InFlight), .AxiBytes(AxiBytes)
  ) u_sva (
    .clk_i, .rst_ni, .running_i, .active_i, .sysreg_valid_i, .sysreg_outcome_i,
    .sysreg_i({sysreg_write_i, sysreg_fgt_i, sysreg_enc_i,
               sysreg_write_i ? sysreg_wdata_i : sysreg_rdata_i}),
    .pstate_i({ctx_state_i[1][4:0], ctx_state_i[0][4:0]}),
    .pmsee_i({ctx_state_i[1][21:20], ctx_state_i[0][21:20]}), .ctx_moved_i(moved), .cntpct_i,
    .lane_valid_i, .lane_ctx_i, .lane_sel_i, .lane_coll_i, .lane_tag_i,
    .lane_pc_i, .lane_op_i, .lane_flags_i, .life_pulse_i, .life_ended_i, .life_end_i,
    .life_i(life_payload), .rnd_count_i, .rnd_draw_i, .xl_req_valid_i, .xl_req_ready_i,
    .xl_req_i({xl_req_id_i, xl_regime_i, xl_nvm_i, xl_req_attr_i, xl_req_sh_i, xl_va_i[63:12]}),
    .xl_rsp_valid_i,
    .xl_rsp_i({xl_rsp_id_i, xl_fault_i, xl_stage2_i, xl_fsc_i, xl_mss2_i, xl_pas_i, xl_attr_i,
               xl_sh_i, xl_pa_i}),
    .awvalid_i, .awready_i,
    .aw_i({awid_i, awaddr_i, awlen_i, awsize_i, awburst_i, awprot_i, awnse_i, awcache_i}),
    .wvalid_i, .wready_i, .wlast_i, .wstrb_i, .wdata_i,
    .bvalid_i, .bready_i, .b_i({bid_i, bresp_i}),
    .psb_req_i, .psb_done_i, .dsb_req_i, .dsb_done_i, .sync_i({cse_i, tlbi_i, impdef_i}),
    .cse_ids_i, .impdef_data_i,
    .pmbirq_i,
    .out_i({serror_i, cti_i, pmu_pop_i, pmu_feed_i, pmu_filtrate_i, pmu_collision_i,
            pmu_full_i, pmu_feed_kind_i}));

  // ---- State of the one process that makes the calls

  chandle   h;
  bit       opened = 0;
  bit       in_reset = 0;
  int       seq = 0;
  int       sum = 0;
  longint   calls = 0;
  int       budget = 1;     // members up to and including the next predicted selection
  int       gathered = 0;   // members counted and not yet reported
  bit [3:0] gathered_id = 0;
  bit [Width-1:0] gathered_last = 0;  // lanes of the last cycle with a member
  longint   pos = 0;        // members counted
  longint   cntpct_said = 0;

  function automatic void open_session();
    string name, config_file, log_file, dir, fault;
    int    mask;
    opened = 1;
    fault = plusarg_fault(Taps);
    if (fault != "") begin
      $fdisplay(32'h8000_0002, "spe_tap: %s", fault);
      spe_dpi_fail(2, fault);
      taps = 0;
      $finish;
      return;
    end
    if ($value$plusargs("spe_name=%s", name) == 0) name = Name;
    if ($value$plusargs("spe_config=%s", config_file) == 0) config_file = "";
    if ($value$plusargs("spe_log=%s", log_file) == 0) log_file = "";
    if ($value$plusargs("spe_dir=%s", dir) == 0) dir = "";
    if ($value$plusargs("spe_taps=%d", mask) == 0) mask = TapAll;
    taps = mask & (Taps | ~TapAll);  // bits of unknown groups stay: the session refuses them
    spe_dpi_dir(dir, int'($test$plusargs("spe_keep") != 0));
    h = spe_dpi_open(SPE_DPI_VERSION, ConfigHash, name, config_file, log_file, taps,
                     int'(OrderFree));
    if (h == null) begin
      taps = 0;
      $finish;
    end
  endfunction

  function automatic void told(int kind, int answer);
    sum    = sum * 31 + kind;
    seq    = seq + 1;
    calls  = calls + 1;
    budget = answer;
  endfunction

  `include "spe_tap_calls.svh"

  // ---- One cycle

  function automatic void tell_cycle();
    if ((taps & TapRegs) != 0 && sysreg_valid_i && !written) tell_sysreg();
    if (clk_changed) tell_clk();
    tell_ctx();
    if ((taps & TapLife) != 0) for (int tag = 0; tag < int'(InFlight); tag++) tell_life(tag);
    if ((taps & TapRnd) != 0) tell_draws();
    tell_lanes();
    if ((taps & TapBytes) != 0) tell_bus();
    if ((taps & TapRegs) != 0 && sysreg_valid_i && written) tell_sysreg();
    tell_end_of_cycle();
  endfunction

  function automatic void enter_reset();
    in_reset = 1;
    // Before the first reset the count of SAMPLE_POP has no meaning.
    if ((taps & TapOut) != 0 && calls != 0 && out_held != 0) tell_held();
    flush();
    told(TxnReset, spe_dpi_reset(h, seq, cycle_q, 0));
    clk_said[2] = 0;
  endfunction

  function automatic void leave_reset();
    in_reset = 0;
    told(TxnReset, spe_dpi_reset(h, seq, cycle_q, 1));
  endfunction

  always @(posedge clk_i or negedge rst_ni) begin : one_process
    bit counted;
    if (!opened) open_session();
    if (h != null) begin
      if (!rst_ni) begin
        if (!in_reset) enter_reset();
      end else begin
        if (in_reset) leave_reset();
        if (!running_i) begin
          if (clk_changed) tell_clk();
        end else begin
          counted = 0;
          if (!busy && !clk_changed) counted = count_cycle();
          if (!counted) tell_cycle();
        end
      end
    end
  end

  final begin
    if (h != null) begin
      if ((taps & TapOut) != 0 && !in_reset) tell_held();
      flush();
      void'(spe_dpi_close(h, seq, cycle_q, calls, sum));
    end
  end

endmodule
