// SPDX-License-Identifier: Apache-2.0
//
// Records that wait to be written (2.2.4). The head stays in the queue until it is done, lost or
// discarded. The queue takes as many records per cycle as there are tags; the space of a record
// that leaves can be used in the next cycle. The queue also keeps the place up to which PSB CSYNC
// waits (3.6).
// Latency: a record is the head from the cycle after it entered. Back-pressure: `room_o`.
// Rules: dpi/timing.md, RL2, W1.

module spu_queue #(
  parameter int unsigned InFlight = 1,
  parameter int unsigned Depth    = 2
) (
  input  logic                                      clk_i,
  input  logic                                      rst_ni,
  /// Tags whose record enters the queue. Sampled every cycle.
  input  logic [InFlight-1:0]                       push_i,
  /// Two bits per tag: place of its record among the records that enter. Sampled with `push_i`.
  input  logic [2*InFlight-1:0]                     rank_i,
  /// Number of records that enter. Sampled every cycle.
  input  logic [2:0]                                taken_i,
  /// rec_t[InFlight]: record of each tag. Sampled with `push_i`.
  input  logic [InFlight*spu_int_pkg::REC_BITS-1:0] rec_i,
  /// The head leaves the queue. Sampled every cycle.
  input  logic                                      pop_i,
  /// All records leave the queue. Sampled every cycle.
  input  logic                                      flush_i,
  /// A flush keeps the head, because the bus has seen this record. Sampled with `flush_i`.
  input  logic                                      keep_head_i,
  /// PSB CSYNC waits for all records queued at the start of this cycle. Sampled every cycle; tie to
  /// 0 if unused.
  input  logic                                      mark_all_i,
  /// PSB CSYNC waits for the records of these tags. Sampled with `push_i`; tie to 0 if unused.
  input  logic [InFlight-1:0]                       mark_i,
  /// A record that PSB CSYNC waits for is in the queue, at the start of the cycle.
  output logic                                      marked_o,
  /// Free places at the start of the cycle.
  output logic [3:0]                                room_o,
  /// There is a head.
  output logic                                      valid_o,
  /// There is a record after the head.
  output logic                                      more_o,
  /// The head, valid with `valid_o`.
  output spu_int_pkg::rec_t                         head_o
);

  localparam logic [3:0]  DEPTH   = 4'(Depth);
  localparam int unsigned IdxBits = (Depth > 1) ? $clog2(Depth) : 1;

  // As many places as the index can name: Yosys leaves a read beyond the array without a driver.
  logic [spu_int_pkg::REC_BITS-1:0] mem_q [1 << IdxBits];
  logic [3:0]                       count_q, count_d, kept, base;
  logic [3:0]                       mark_q, mark_d, last;  // records up to the last marked one
  logic [IdxBits-1:0]               head_q, head_d;
  logic                             leaves;
  logic [InFlight*IdxBits-1:0]      slot;  // where the record of each tag would go

  // Place `n` places after `from`, both below Depth.
  function automatic logic [IdxBits-1:0] place(logic [IdxBits-1:0] from, logic [3:0] n);
    logic [4:0] sum;
    sum = 5'(from) + 5'(n);
    place = (sum >= 5'(DEPTH)) ? IdxBits'(sum - 5'(DEPTH)) : IdxBits'(sum);
  endfunction

  always_comb begin
    base   = count_q;
    leaves = pop_i;
    if (flush_i) begin
      base   = keep_head_i ? 4'd1 : 4'd0;
      leaves = pop_i && keep_head_i;
    end
    kept    = base - 4'(leaves);
    count_d = kept + 4'(taken_i);
    head_d  = leaves ? place(head_q, 4'd1) : head_q;
  end

  always_comb begin
    mark_d = mark_all_i ? count_q : mark_q;
    if (mark_d > base)            mark_d = base;
    if (leaves && (mark_d != '0)) mark_d = mark_d - 4'd1;
    last = '0;
    for (int unsigned i = 0; i < InFlight; i++) begin
      last = kept + 4'(rank_i[2*i +: 2]) + 4'd1;
      if (push_i[i] && mark_i[i] && (last > mark_d)) mark_d = last;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      count_q <= '0;
      head_q  <= '0;
      mark_q  <= '0;
    end else begin
      count_q <= count_d;
      head_q  <= head_d;
      mark_q  <= mark_d;
    end
  end

  always_comb begin
    for (int unsigned i = 0; i < InFlight; i++) begin
      slot[i*IdxBits +: IdxBits] = place(head_q, base + 4'(rank_i[2*i +: 2]));
    end
  end

  // The index is a signal, because Verilator 5.032 refuses a function call in an index.
  always_ff @(posedge clk_i) begin
    for (int unsigned i = 0; i < InFlight; i++) begin
      if (push_i[i]) begin
        mem_q[slot[i*IdxBits +: IdxBits]] <=
            rec_i[i*spu_int_pkg::REC_BITS +: spu_int_pkg::REC_BITS];
      end
    end
  end

  assign room_o  = DEPTH - count_q;
  assign valid_o = count_q != '0;
  assign more_o  = count_q > 4'd1;
  assign head_o  = mem_q[head_q];

  assign marked_o = mark_q != '0;

endmodule
