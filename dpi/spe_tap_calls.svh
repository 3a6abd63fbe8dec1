// SPDX-License-Identifier: Apache-2.0
//
// A part of spe_tap.sv, included only there: the calls that its one process makes for each group of
// signals. The functions use the ports and the state of that module.

// ---- Population

function automatic void flush();
  int n, slot;
  n = gathered;
  slot = 0;
  gathered = 0;
  if (n == 0) return;
  for (int i = 0; i < int'(Width); i++) if (gathered_last[i]) slot = i;
  told(TxnPop, spe_dpi_pop(h, seq, cycle_q, int'(gathered_id), n, slot));
endfunction

function automatic void gather(bit [3:0] id, int lane);
  if (gathered_id != id) flush();
  gathered_id = id;
  gathered_last = Width'(1) << lane;
  gathered = gathered + 1;
  pos = pos + 1;
  if (gathered >= budget || gathered >= CountMax) flush();
endfunction

// Count the members of a cycle in which nothing else happens. Returns 0, and does nothing, if the
// count would reach the budget.
function automatic bit count_cycle();
  int n;
  if ((taps & TapPop) == 0) return 1;
  n = $countones(lane_valid_i);
  if (gathered + n >= budget || gathered + n >= CountMax) return 0;
  gathered = gathered + n;
  if (n != 0) gathered_last = lane_valid_i;
  pos = pos + longint'(n);
  return 1;
endfunction

function automatic void tell_lanes();
  for (int i = 0; i < int'(Width); i++) begin
    bit [3:0] id;
    id = lane_ctx_i[i] ? id1 : id0;
    if (lane_valid_i[i] && (taps & TapPop) != 0) gather(id, i);
    if ((taps & TapLife) != 0) begin
      if (lane_sel_i[i]) tell_choice(i, int'(id), int'(lane_tag_i[i]));
      if (lane_coll_i[i]) tell_choice(i, int'(id), TagCollided);
    end
  end
  // After a cycle with a change of context, no member of the old context can follow.
  if (gathered_id != id1) flush();
  gathered_id = id1;
endfunction

function automatic void tell_choice(int lane, int id, int tag);
  flush();
  told(TxnSel, spe_dpi_sel(h, seq, cycle_q, id, lane, tag, int'(lane_flags_i[lane]),
                           lane_pc_i[lane], int'(lane_op_i[lane])));
endfunction

// ---- Clock, context, registers

function automatic void tell_clk();
  clk_said = {1'b1, running_i, active_i};
  flush();
  told(TxnClk, spe_dpi_clk(h, seq, cycle_q, int'(running_i), int'(active_i)));
endfunction

function automatic void tell_one_ctx(bit i, bit [3:0] id);
  flush();
  cntpct_said = cntpct_i;
  told(TxnCtx, spe_dpi_ctx(h, seq, cycle_q, int'(id), ctx_state_i[i], ctx_idr1_i[i],
                           ctx_idr2_i[i], ctx_cntvoff_i[i], ctx_cntpoff_i[i], cntpct_i));
endfunction

// Report a context when it changes. Report it again, with the same id, if the model may need
// CNTPCT_EL0 of this cycle. A draw is a reason, too, because a draw can move the predicted
// selection into this cycle.
function automatic void tell_ctx();
  bit refresh;
  if ((taps & (TapRegs | TapLife | TapPop)) == 0) return;
  refresh = ((taps & TapLife) != 0 && (chosen || (|life_ended_i))) ||
            ((taps & TapRnd) != 0 && rnd_count_i != 0) ||
            ((taps & TapPop) != 0 && gathered + $countones(lane_valid_i) >= budget);
  if (new0) tell_one_ctx(1'b0, id0);
  else if (refresh && !new1 && cntpct_i != cntpct_said) tell_one_ctx(1'b0, id0);
  if (new1) tell_one_ctx(1'b1, id1);
endfunction

function automatic void tell_sysreg();
  flush();
  told(TxnSysreg, spe_dpi_sysreg(h, seq, cycle_q, pos, int'(sysreg_enc_i), int'(sysreg_write_i),
                                 int'(sysreg_outcome_i), int'(sysreg_fgt_i),
                                 sysreg_write_i ? sysreg_wdata_i : sysreg_rdata_i));
endfunction

// ---- Sampled operations

function automatic void tell_life(int tag);
  for (int kind = 0; kind < LifeEnding; kind++) begin
    if (life_pulse_i[tag][kind]) begin
      flush();
      told(TxnLife, spe_dpi_life(h, seq, cycle_q, tag, kind, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                                 0));
    end
  end
  if (life_ended_i[tag]) begin
    flush();
    told(TxnLife, spe_dpi_life(h, seq, cycle_q, tag, LifeEnding + int'(life_end_i[tag]),
                               int'(life_flags_i[tag]), int'(life_source_i[tag]),
                               life_events_i[tag], life_va_i[tag], life_pa_i[tag],
                               life_target_i[tag], life_prev_i[tag], lat_issue_i[tag],
                               lat_xlat_i[tag], lat_total_i[tag], lat_alt_i[tag]));
  end
endfunction

function automatic void tell_draws();
  for (int i = 0; i < int'(rnd_count_i); i++) begin
    flush();
    told(TxnRnd, spe_dpi_rnd(h, seq, cycle_q, i <= int'(Width) ? int'(rnd_draw_i[i]) : 0,
                             int'(rnd_injected_i)));
  end
endfunction

// ---- Profiling Buffer

function automatic void tell_itself();
  told(TxnXlReq, spe_dpi_xl_req(h, seq, cycle_q, 0, int'(xl_regime_i), 0, 0, 0, awaddr_i));
  told(TxnXlRsp, spe_dpi_xl_rsp(h, seq, cycle_q, 0, 0, 0, 0, 0, int'(xl_pas_i),
                                int'(xl_attr_i), int'(xl_sh_i), awaddr_i));
endfunction

function automatic void tell_request();
  told(TxnXlReq, spe_dpi_xl_req(h, seq, cycle_q, int'(xl_req_id_i), int'(xl_regime_i),
                                int'(xl_nvm_i), int'(xl_req_attr_i), int'(xl_req_sh_i), xl_va_i));
endfunction

function automatic void tell_answer();
  if (xl_fault_i != 0) flush();
  told(TxnXlRsp, spe_dpi_xl_rsp(h, seq, cycle_q, int'(xl_rsp_id_i), int'(xl_fault_i),
                                int'(xl_stage2_i), int'(xl_fsc_i), int'({xl_mss2_i, 5'b0}),
                                int'(xl_pas_i), int'(xl_attr_i), int'(xl_sh_i), xl_pa_i));
endfunction

// An answer belongs to the request that is open at the start of the cycle. If none is open, the
// answer belongs to the request of its own cycle.
function automatic void tell_translation();
  if (xl_open_q && xl_rsp_valid_i) tell_answer();
  if (xl_accepted) tell_request();
  if (!xl_open_q && xl_rsp_valid_i) tell_answer();
endfunction

function automatic void tell_beat();
  for (int i = 0; i < int'(Words); i++) begin
    bit end_of_beat;
    end_of_beat = i == int'(Words) - 1;
    if (end_of_beat && wlast_i) flush();
    if (end_of_beat || wstrb_i[8*i+:8] != 0)
      told(TxnW, spe_dpi_w(h, seq, cycle_q, i, wdata_i[64*i+:64], int'(wstrb_i[8*i+:8]),
                           int'(end_of_beat), int'(wlast_i)));
  end
endfunction

function automatic void tell_bus();
  if (xl_same) tell_itself();
  else if (Translated) tell_translation();
  if (awvalid_i && awready_i) begin
    flush();  // an address accepted after its data can end the record, too
    told(TxnAw, spe_dpi_aw(h, seq, cycle_q, int'(awid_i), awaddr_i, int'(awlen_i),
                           int'(awsize_i), int'(awburst_i), int'({awnse_i, awprot_i}),
                           int'(awcache_i), AwOffered ? aw_since : OfferedUnknown));
  end
  if (wvalid_i && wready_i) tell_beat();
  if (bvalid_i && bready_i) begin
    flush();
    told(TxnB, spe_dpi_b(h, seq, cycle_q, int'(bid_i), int'(bresp_i)));
  end
endfunction

// ---- Barriers and outputs

function automatic void tell_out();
  flush();
  told(TxnOut, spe_dpi_out(h, seq, cycle_q, int'(levels), int'(serror_i), int'(cti_i), out_pop,
                           int'(pmu_feed_i), int'(pmu_filtrate_i), int'(pmu_collision_i),
                           int'(pmu_full_i), int'(pmu_feed_kind_i[0]), int'(pmu_feed_kind_i[1]),
                           int'(pmu_feed_kind_i[2]), int'(pmu_feed_kind_i[3]),
                           int'(pmu_feed_kind_i[4]), int'(pmu_feed_kind_i[5]),
                           int'(pmu_feed_kind_i[6]), int'(pmu_feed_kind_i[7]),
                           int'(pmu_feed_kind_i[8])));
endfunction

// Report the counts that are held back. No cycle follows.
function automatic void tell_held();
  flush();
  told(TxnOut, spe_dpi_out(h, seq, cycle_q, int'(levels_said), 0, 0, out_held, 0, 0, 0, 0, 0, 0,
                           0, 0, 0, 0, 0, 0, 0));
endfunction

function automatic longint sync_data(int kind);
  if (kind == SyncImpdef) return longint'(impdef_data_i);
  return kind == SyncCse && cse_ids_i[32] ? longint'({31'b0, cse_ids_i}) : 0;
endfunction

function automatic void tell_sync();
  for (int kind = 0; kind < 7; kind++) begin
    if (sync[kind]) begin
      flush();
      told(TxnSync, spe_dpi_sync(h, seq, cycle_q, kind, pos,
                                 sync_data(kind)));
    end
  end
endfunction

// The outputs of a cycle are reported last. If a barrier is done in this cycle, the outputs are
// reported before the barrier.
function automatic void tell_end_of_cycle();
  bit out;
  out = out_send && (taps & TapOut) != 0;
  if (out && barrier_done) tell_out();
  if ((taps & TapSync) != 0) tell_sync();
  if (out && !barrier_done) tell_out();
endfunction
