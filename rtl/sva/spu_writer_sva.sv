// SPDX-License-Identifier: Apache-2.0
//
// Assertions on the buffer writer: legal states and steps, order of events. spu_buffer_sva checks
// the bytes and their addresses.

module spu_writer_sva
  import spu_int_pkg::*;
#(
  parameter int unsigned MaxSize    = 6,
  parameter int unsigned RecordDone = DONE_W,
  parameter bit          Rme        = 1'b0
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic             exc_i,  // FEAT_SPE_EXC
  input writer_state_e    state_q,
  input logic             head_i,
  input logic             buf_en_i,
  input logic             stopped_i,
  input logic             started_q,
  input logic             lost_q,
  input logic             want_o,
  input logic             fault_i,
  input logic             hit_i,
  input logic             own_err_i,
  input logic             abort_sync,
  input logic             abort_async,
  input logic             finished_i,
  input logic             done_o,
  input logic             pop_o,
  input logic             flush_o,
  input logic             discard,
  input logic             begin_rec,
  input logic             misaligned,
  input logic             no_room,
  input logic             too_large,
  input logic [MaxSize:0] len_i,
  input logic [MaxSize:0] pos_q,
  input evt_t             evt_o
);

  writer_state_e before_q;   // the state in the cycle before
  logic          flushed_q;  // idle in the cycle before, with an abort or too large a buffer
  logic          past_q;     // there was a cycle before

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      before_q  <= StWrIdle;
      flushed_q <= 1'b0;
      past_q    <= 1'b0;
    end else begin
      before_q  <= state_q;
      flushed_q <= (flush_o || (begin_rec && too_large && !exc_i)) && state_q == StWrIdle;
      past_q    <= 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      StateLegal: assert (state_q <= StWrResp);
      case (before_q)
        StWrIdle:   FromIdle:   assert (state_q inside {StWrIdle, StWrEncode});
        StWrEncode: FromEncode: assert (state_q inside {StWrIdle, StWrEncode, StWrBurst});
        StWrBurst:  FromBurst:  assert (state_q inside {StWrIdle, StWrBurst, StWrData});
        StWrData:   FromData:   assert
            (state_q inside {StWrIdle, StWrBurst, StWrData, StWrResp});
        StWrResp:   FromResp:   assert (state_q inside {StWrIdle, StWrBurst, StWrResp});
        default: ;
      endcase
      if (!past_q) begin
        OffAfterReset: assert (!buf_en_i);
      end
      // A record that begins in the cycle of an abort, or in a buffer that is too large, is
      // discarded in the next cycle, because the event disables the buffer. With FEAT_SPE_EXC the
      // event of a too large buffer need not disable it.
      if (flushed_q) begin
        FlushDisables: assert (!buf_en_i);
      end
      if (started_q) begin
        HeadStays: assert (head_i);
      end
      if (finished_i) begin
        FinishedWasOffered: assert (state_q == StWrData);
        // A record has at most two bursts. An error response in the cycle in which a burst finishes
        // answers the first burst, so the burst that finishes is the last one.
        ErrorIsLast: assert (!own_err_i || !abort_async || done_o || RecordDone != DONE_W);
      end
      if (fault_i) begin
        FaultIsOfBurst: assert (want_o);
      end
      if (fault_i || abort_sync) begin
        AbortedIsLost: assert (pop_o && !(want_o && hit_i));
      end
      if (lost_q) begin
        LostIsOnTheBus: assert (state_q == StWrData);
      end
      if (done_o) begin
        DoneWasStarted: assert (started_q);
      end
      if (state_q inside {StWrBurst, StWrData, StWrResp}) begin
        LengthFits: assert (len_i != '0 && 32'(len_i) <= 32'(1 << MaxSize) && pos_q < len_i);
      end
      // 4.3.4, D24.7.5: the codes of each class, and the codes with MSS2.
      if (evt_o.event_valid) begin
        EventHasClass: assert
            (evt_o.ec inside {EC_OTHER, EC_STAGE1, EC_STAGE2} || (evt_o.ec == EC_GPC && Rme));
        EventHasCode:  assert
            ((evt_o.ec != EC_OTHER || evt_o.mss[5:0] inside {BSC_DENIED, BSC_FULL, BSC_SIZE}) &&
             (evt_o.ec != EC_GPC || evt_o.mss == '0) && evt_o.mss[15:6] == '0);
        Mss2Permitted: assert
            (evt_o.mss2 == '0 || (evt_o.ec inside {EC_STAGE1, EC_STAGE2} &&
                                  evt_o.mss[5:2] == 4'b0011 && (evt_o.mss2 & ~24'h1E0) == '0));
        DlOneWay:      assert (!evt_o.dl || !evt_o.dl_zero);
        // 3.5.3, 3.5.4: only a fault or synchronous abort moves the pointer.
        PtrOfFault:    assert (!evt_o.moves_ptr || evt_o.ec != EC_OTHER);
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      if (done_o) begin
        StartThenDone: cover (pos_q == '0);
        SplitThenDone: cover (pos_q != '0);
        FullAfterDone: cover (evt_o.event_valid);
        FlushWithDone: cover (flush_o);
        DoneStopped:   cover (stopped_i);
      end else if (pop_o) begin
        LostInside: cover (pos_q != '0);
      end
      if (fault_i) begin
        FaultBesideAbort: cover (abort_async);
      end
      if (abort_sync) begin
        AbortOfFirst:  cover (pos_q == '0);
        AbortOfSecond: cover (pos_q != '0);
      end
      if (discard) begin
        DiscardInWalk: cover (state_q == StWrBurst && !hit_i);
      end
      if (begin_rec) begin
        BeginsMisaligned: cover (misaligned);
        BeginsWrong:      cover (no_room);
        BeginsTooLarge:   cover (too_large);
      end
    end
  end

endmodule

bind spu_writer spu_writer_sva #(.MaxSize(MaxSize), .RecordDone(RecordDone), .Rme(Rme)) u_sva (
  .exc_i(spu.Exc), .*
);
