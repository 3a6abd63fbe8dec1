// SPDX-License-Identifier: Apache-2.0
//
// Assertions on the bytes that reach memory. They count the strobed bytes of each record and check
// place, limit, size and the movement of PMBPTR_EL1 (3.4.1, 4.3.1), and that all records are
// drained at the end.

module spu_buffer_sva #(
  parameter int unsigned MaxSize    = 6,
  parameter int unsigned Align      = 0,
  parameter int unsigned AxiBytes   = 8,
  parameter int unsigned RecordDone = 1
) (
  input logic                clk_i,
  input logic                rst_ni,
  input logic                enc_start,  // a record begins, at ptr_i
  input logic                pop,        // the record leaves the queue
  input logic                done_o,
  input logic                queued_o,
  input logic                quiet_o,
  input logic                buf_en_i,
  input logic [63:0]         ptr_i,
  input logic [63:0]         limit_i,
  input logic                ptr_we_o,
  input logic [63:0]         ptr_o,
  input logic                awvalid_o,
  input logic                awready_i,
  input logic [51:0]         awaddr_o,
  input logic                wvalid_o,
  input logic                wready_i,
  input logic [MaxSize:0]    beat,       // number of the beat that is read
  input logic [AxiBytes-1:0] wstrb_o,
  input logic                bvalid_i
);

  localparam logic [12:0] SIZE = 13'd1 << MaxSize;
  localparam logic [12:0] STEP = (13'd1 << Align) - 13'd1;

  logic [63:0] start_q, limit_q, next;
  logic [12:0] bytes_q, bytes;  // strobed and taken: before this cycle, with this cycle
  logic        offered_q;       // the address was on offer in the cycle before
  logic [7:0]  open_q, open;    // addresses offered without a response
  logic        fresh_q;         // no beat of the record was taken

  assign bytes = bytes_q + (wvalid_o && wready_i ? 13'($countones(wstrb_o)) : 13'd0);
  assign open  = open_q + 8'(awvalid_o && !offered_q) - 8'(bvalid_i);
  assign next  = start_q + 64'(bytes_q);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      start_q   <= '0;
      limit_q   <= '0;
      bytes_q   <= '0;
      offered_q <= 1'b0;
      open_q    <= '0;
      fresh_q   <= 1'b0;
    end else begin
      if (enc_start) begin
        start_q <= ptr_i;
        limit_q <= limit_i;
      end
      bytes_q   <= (enc_start || pop) ? '0 : bytes;
      offered_q <= awvalid_o && !awready_i;
      open_q    <= open;
      fresh_q   <= enc_start || (fresh_q && !(wvalid_o && wready_i));
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      if (awvalid_o && !offered_q) begin
        // Bursts follow each other without a gap.
        BurstFollows:  assert (awaddr_o[11:0] == next[11:0]);
        // 3.6.1: a record begins while the buffer is enabled.
        FirstInBuffer: assert (bytes_q != '0 || buf_en_i);
      end
      if (wvalid_o) begin
        BeatsFromZero: assert (!fresh_q || beat == '0);
        BelowLimit: assert ({1'b0, next} + 65'($countones(wstrb_o)) <= {1'b0, limit_q});
        SizeAtMost: assert (bytes_q + 13'($countones(wstrb_o)) <= SIZE);
      end
      if (enc_start) begin
        RoomForLargest: assert
            ({1'b0, ptr_i} + 65'(SIZE) <= {1'b0, limit_i} && (ptr_i & 64'(STEP)) == '0);
      end
      if (done_o) begin
        DoneIsAnswered: assert (RecordDone == spu_int_pkg::DONE_W || open == '0);
        DoneIsWritten:  assert (bytes != '0 && (bytes & STEP) == '0);
        PtrByBytes:     assert (!ptr_we_o || ptr_o == start_q + 64'(bytes));
      end
    end
  end

  // A run ends with an audit: buffer disabled, PSB CSYNC, DSB.
  final begin
    DrainedAtEnd: assert (buf_en_i || (!queued_o && quiet_o && !awvalid_o && !wvalid_o));
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      if (done_o) begin
        LargestRecord: cover (bytes == SIZE);
        DoneAtLimit:   cover (ptr_o == limit_q);
      end
      if (enc_start) begin
        ExactRoom: cover (ptr_i + 64'(SIZE) == limit_i);
      end
    end
  end

endmodule

bind spu_buffer spu_buffer_sva #(
  .MaxSize(MaxSize), .Align(Align), .AxiBytes(AxiBytes), .RecordDone(RecordDone)
) u_sva (.*);
