// SPDX-License-Identifier: Apache-2.0
//
// Writes the records of the queue at PMBPTR_EL1, one after the other: pointer check (3.4.1),
// encoding, a burst per page with its translation, Profiling Buffer management events (3.5), whose
// syndrome spu_cause gives.
//
// Latency: LayoutItems cycles and the translation before the address of the first burst. By
// RecordDone, a record is done when its last address and beat are taken, or with its last response.
// Back-pressure: AXI and translation; the queue waits.
// Rules: dpi/timing.md, W1, W2, W4 to W9, W11, W14.

module spu_writer #(
  parameter int unsigned MaxSize      = 6,
  parameter int unsigned Align        = 0,
  parameter int unsigned AxiBytes     = 8,
  parameter int unsigned ExtAbort     = spu_int_pkg::ABORT_SYNC,
  parameter int unsigned RecordDone   = 1,
  parameter bit          Rme          = 1'b0,
  parameter bit          The          = 1'b0,
  parameter bit          Poe          = 1'b0,
  parameter bit          Pie          = 1'b0,
  parameter bit          WalkEa       = 1'b1,
  parameter int unsigned DlBoundary   = 0,
  parameter int unsigned WrongPointer = 0,
  parameter int unsigned Misaligned   = 0,
  parameter int unsigned MaxBuffSize  = 0
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  /// The queue has a record. Sampled every cycle.
  input  logic                        head_i,
  /// ProfilingBufferEnabled() (3.4.6). Sampled every cycle.
  input  logic                        buf_en_i,
  /// SPEProfilingStopped() at the start of the cycle. Sampled when a record is done.
  input  logic                        stopped_i,
  /// Encode no record while 1; the pointer is checked all the same. Sampled while idle; tie to 0 if
  /// unused.
  input  logic                        hold_i,
  /// PMBPTR_EL1. Sampled when a record begins.
  input  logic [63:0]                 ptr_i,
  /// Limit address. Sampled when a record begins and when it is done.
  input  logic [63:0]                 limit_i,
  /// PMBPTR_EL1 moves to `ptr_o`: a record is done and the pointer is not retained.
  output logic                        ptr_we_o,
  /// The byte after the record that is done, else the byte of the fault or abort in `evt_o`.
  output logic [63:0]                 ptr_o,
  /// Profiling Buffer management event of this cycle, without its target.
  output spu_int_pkg::evt_t           evt_o,
  /// Pulse: External abort to be taken as SError.
  output logic                        serror_o,
  /// The record is done in this cycle.
  output logic                        done_o,
  /// The head leaves the queue in this cycle, done or lost.
  output logic                        pop_o,
  /// A fault or abort in this cycle: the queue is lost.
  output logic                        flush_o,
  /// The bus sees the head in this cycle or has seen it, so the head survives a flush.
  output logic                        holding_o,
  /// The bus has seen the head in an earlier cycle.
  output logic                        started_o,
  /// A translated record waits to be written.
  output logic                        translated_o,
  /// Encode the head from the next cycle on.
  output logic                        enc_start_o,
  /// The head is encoded at the end of this cycle. Sampled while it is encoded.
  input  logic                        enc_done_i,
  /// Length of the head in bytes. Sampled once it is encoded.
  input  logic [MaxSize:0]            len_i,
  /// The translation of `va_o` is wanted.
  output logic                        want_o,
  /// First byte not yet offered.
  output logic [63:0]                 va_o,
  /// The translation of `va_o` is at hand. Sampled with `want_o`.
  input  logic                        hit_i,
  /// The translation of `va_o` failed. Sampled with `want_o`.
  input  logic                        fault_i,
  /// The answer with the fault. Sampled with `fault_i`.
  input  spe_pkg::xl_rsp_t            rsp_i,
  /// Offer the burst at `va_o`, from this cycle on.
  output logic                        burst_o,
  /// Beats of the burst, less one.
  output logic [7:0]                  beats_o,
  /// Byte lane of the last byte of the burst.
  output logic [$clog2(AxiBytes)-1:0] tail_o,
  /// The later of address and last beat is taken in this cycle. Sampled while a burst is on offer.
  input  logic                        finished_i,
  /// One more burst may be outstanding. Sampled every cycle; tie to 1 without a bound.
  input  logic                        room_i,
  /// The last outstanding response of this record arrives. Sampled every cycle.
  input  logic                        own_last_i,
  /// An error response of this record arrives. Sampled every cycle.
  input  logic                        own_err_i,
  /// An error response of any record arrives. Sampled every cycle.
  input  logic                        err_i
);

  localparam int unsigned LaneBits = $clog2(AxiBytes);
  // A burst does not cross a page. On a narrow bus it does not cross a multiple of 256 beats.
  localparam int unsigned EdgeBits =
      ((1 << MaxSize) + AxiBytes > 256 * AxiBytes) ? LaneBits + 8 : 12;
  localparam logic [63:0] SIZE       = 64'h1 << MaxSize;
  localparam logic [63:0] ALIGN_MASK = (64'h1 << Align) - 64'h1;
  // PMBIDR_EL1.MaxBuffSize: mantissa in [8:0], exponent in [13:9] (D24.7.1).
  localparam int unsigned EXPONENT   = MaxBuffSize / 512;
  localparam int unsigned MANTISSA   = MaxBuffSize % 512 + ((EXPONENT == 0) ? 0 : 512);
  localparam logic [63:0] MAX_BUFFER = 64'(MANTISSA) << (12 + ((EXPONENT == 0) ? 0 : EXPONENT - 1));

  spu_int_pkg::writer_state_e state_q, state_d;

  logic [63:0]       addr_q;                // PMBPTR_EL1 when the record began
  logic [63:0]       next_ptr;              // PMBPTR_EL1 when the record is done
  logic [MaxSize:0]  pos_q, pos_d;          // bytes of the record before the burst
  logic [MaxSize:0]  rest, bytes;           // bytes of the record from pos_q on, bytes of the burst
  logic [EdgeBits:0] to_edge;               // bytes to the edge that a burst must not cross
  logic              last;                  // the burst holds the last byte of the record
  logic              started_q, started_d;  // an address of the record was offered
  logic              lost_q, lost_d, lost;  // an asynchronous abort hit this record
  logic              misaligned, no_room, too_large, begin_rec, discard, full, end_lost;
  logic              abort_sync, abort_async;

  // Pointer checks of 3.4.1. They are combinational on PMBPTR_EL1 and read only while a record is
  // to begin.
  assign misaligned = (ptr_i & ALIGN_MASK) != '0;
  assign no_room    = ({1'b0, ptr_i} + {1'b0, SIZE} > {1'b0, limit_i}) ||
                      (ptr_i[63:56] != limit_i[63:56]);
  assign too_large  = (MaxBuffSize != 0) && (limit_i - ptr_i > MAX_BUFFER);
  assign begin_rec  = (state_q == spu_int_pkg::StWrIdle) && head_i && buf_en_i;

  // The burst: from the first byte not yet offered to the end of the record or to the edge.
  assign va_o    = addr_q + 64'(pos_q);
  assign rest    = len_i - pos_q;
  assign to_edge = {1'b1, {EdgeBits{1'b0}}} - {1'b0, va_o[EdgeBits-1:0]};
  assign last    = 32'(rest) <= 32'(to_edge);
  assign bytes   = last ? rest : (MaxSize+1)'(to_edge);
  assign beats_o = 8'((32'(va_o[LaneBits-1:0]) + 32'(bytes) - 32'd1) >> LaneBits);
  assign tail_o  = va_o[LaneBits-1:0] + LaneBits'(bytes) - LaneBits'(1);

  // The first burst of a record may only be offered while the buffer is enabled (3.6.1).
  assign want_o  = (state_q == spu_int_pkg::StWrBurst) && (started_q || buf_en_i);
  assign burst_o = want_o && hit_i && room_i;

  assign holding_o    = started_q || burst_o;
  assign started_o    = started_q;
  assign translated_o = started_q || ((state_q == spu_int_pkg::StWrBurst) && hit_i);
  assign discard      = ((state_q == spu_int_pkg::StWrEncode) ||
                         (state_q == spu_int_pkg::StWrBurst)) &&
                        !holding_o && (!buf_en_i || flush_o);

  assign abort_sync  = own_err_i && (ExtAbort == spu_int_pkg::ABORT_SYNC);
  assign abort_async = err_i && (ExtAbort == spu_int_pkg::ABORT_ASYNC);
  assign serror_o    = err_i && (ExtAbort == spu_int_pkg::ABORT_SERROR);
  assign lost        = lost_q || (own_err_i && abort_async);
  assign flush_o     = fault_i || abort_sync || abort_async;

  always_comb begin
    state_d  = state_q;
    pos_d    = pos_q;
    done_o   = 1'b0;
    end_lost = 1'b0;
    unique case (state_q)
      spu_int_pkg::StWrIdle: begin
        pos_d = '0;
        if (enc_start_o) state_d = spu_int_pkg::StWrEncode;
      end
      spu_int_pkg::StWrEncode: begin
        if (enc_done_i) state_d = spu_int_pkg::StWrBurst;
      end
      spu_int_pkg::StWrBurst: begin
        if (burst_o)              state_d = spu_int_pkg::StWrData;
        else if (fault_i || lost) end_lost = 1'b1;
      end
      spu_int_pkg::StWrData: begin
        if (finished_i) begin
          if (last && (RecordDone == spu_int_pkg::DONE_W) && !lost_q) begin
            done_o = 1'b1;
          end else if (lost) begin
            end_lost = 1'b1;
          end else if (last || (ExtAbort == spu_int_pkg::ABORT_SYNC)) begin
            state_d = spu_int_pkg::StWrResp;
          end else begin
            state_d = spu_int_pkg::StWrBurst;
            pos_d   = pos_q + bytes;
          end
        end
      end
      spu_int_pkg::StWrResp: begin
        if (abort_sync || lost) begin
          end_lost = 1'b1;
        end else if (own_last_i) begin
          if (last) begin
            done_o = 1'b1;
          end else begin
            state_d = spu_int_pkg::StWrBurst;
            pos_d   = pos_q + bytes;
          end
        end
      end
      default: state_d = spu_int_pkg::StWrIdle;
    endcase
    if (discard || done_o || end_lost) state_d = spu_int_pkg::StWrIdle;
  end

  assign pop_o       = done_o || end_lost;
  assign enc_start_o = begin_rec && !misaligned && !no_room && !too_large && !flush_o && !hold_i;
  assign next_ptr    = addr_q + 64'(len_i);
  // No full event while stopped: the pointer does not move, so the room does not change.
  assign full        = ptr_we_o && ({1'b0, next_ptr} + {1'b0, SIZE} > {1'b0, limit_i});

  spu_cause #(
    .Rme(Rme), .The(The), .Poe(Poe), .Pie(Pie), .WalkEa(WalkEa), .DlBoundary(DlBoundary),
    .WrongPointer(WrongPointer), .Misaligned(Misaligned)
  ) u_cause (
    .fault_i       (fault_i),
    .rsp_i         (rsp_i),
    .inside_i      (pos_q != '0),
    .abort_sync_i  (abort_sync),
    .abort_async_i (abort_async),
    .misaligned_i  (begin_rec && misaligned),
    .wrong_i       (begin_rec && no_room),
    .too_large_i   (begin_rec && too_large),
    .full_i        (full),
    .evt_o         (evt_o)
  );

  // While stopped PMBPTR_EL1 is retained: it is the fault address of the event that set S (3.5).
  assign ptr_we_o = done_o && !stopped_i;
  assign ptr_o    = done_o ? next_ptr : va_o;

  assign started_d = holding_o && !pop_o;
  assign lost_d    = lost && (state_q != spu_int_pkg::StWrIdle) && !pop_o;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q   <= spu_int_pkg::StWrIdle;
      pos_q     <= '0;
      started_q <= 1'b0;
      lost_q    <= 1'b0;
    end else begin
      state_q   <= state_d;
      pos_q     <= pos_d;
      started_q <= started_d;
      lost_q    <= lost_d;
    end
  end

  always_ff @(posedge clk_i) begin
    if (begin_rec) addr_q <= ptr_i;
  end

endmodule
