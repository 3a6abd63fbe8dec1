// SPDX-License-Identifier: Apache-2.0
//
// Writes one record at PMBPTR_EL1, 8 bytes at a time, each acknowledged before the next. Asks for a
// translation at the start of the record and of each 4 KB page. A record not yet offered is dropped
// when the buffer is disabled.

module toy_store
  import toy_pkg::*;
(
  input  logic         clk,
  input  logic         nreset,
  input  fault_e       fault,
  input  logic         load,     /// take a record; only while !full
  input  logic [511:0] bytes,
  input  logic [3:0]   words,
  input  logic         buf_on,
  input  logic [63:0]  ptr,
  output logic         full,     /// a record is here and not done
  output logic         done,     /// last acknowledge of a record, in its cycle
  output logic [63:0]  ptr_d,    /// with done: the pointer after the record
  output logic         quiet,    /// nothing translated waits to be written or acknowledged
  output logic         mmu_ask,  /// held until mmu_ok
  output logic [63:0]  mmu_va,
  input  logic         mmu_ok,
  input  logic [51:0]  mmu_pa,
  output logic         st_req,   /// held until st_gnt
  output logic [51:0]  st_adr,
  output logic [63:0]  st_dat,
  input  logic         st_gnt,
  input  logic         st_ack
);

  typedef enum logic [1:0] {StIdle, StAsk, StPut, StAck} state_e;

  state_e       state_q, state_d;
  logic [511:0] bytes_q;
  logic [3:0]   left_q, at_q;
  logic         lost_q;
  logic [39:0]  page_q;
  logic [63:0]  va, next;
  logic         first, last;

  assign va    = ptr + {57'b0, at_q, 3'b000};
  assign next  = va + 64'd8;
  assign first = at_q == 0;
  assign last  = left_q == 1;

  assign full    = state_q != StIdle;
  assign done    = (state_q == StAck) && st_ack && last;
  assign ptr_d   = next + ((fault == FaultPointer) ? 64'd8 : 64'd0);
  assign quiet   = (state_q == StIdle) || ((state_q == StAsk) && first && !mmu_ok);
  assign mmu_ask = state_q == StAsk;
  assign mmu_va  = va;
  assign st_req  = state_q == StPut;
  assign st_adr  = {page_q, va[11:0] ^ ((fault == FaultStall && !st_gnt) ? 12'h8 : 12'h0)};
  assign st_dat  = bytes_q[63:0];

  always_comb begin
    state_d = state_q;
    unique case (state_q)
      StIdle: if (load) state_d = StAsk;
      StAsk:  if (mmu_ok) state_d = (lost_q || (first && !buf_on)) ? StIdle : StPut;
      StPut:  if (st_gnt) state_d = StAck;
      StAck:  if (st_ack) state_d = last ? StIdle : (next[11:0] == 0) ? StAsk : StPut;
      default: state_d = StIdle;
    endcase
  end

  always_ff @(posedge clk or negedge nreset) begin
    if (!nreset) begin
      state_q <= StIdle;
      {bytes_q, left_q, at_q, lost_q, page_q} <= '0;
    end else begin
      state_q <= state_d;
      if (state_q == StIdle) begin
        {bytes_q, left_q, at_q, lost_q} <= {bytes, words, 4'd0, 1'b0};
      end
      if (state_q == StAsk) begin
        page_q <= mmu_pa[51:12];
        if (first && !buf_on) lost_q <= 1'b1;
      end
      if ((state_q == StAck) && st_ack) begin
        bytes_q <= bytes_q >> 64;
        left_q  <= left_q - 4'd1;
        at_q    <= at_q + 4'd1;
      end
    end
  end

endmodule
