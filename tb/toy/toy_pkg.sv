// SPDX-License-Identifier: Apache-2.0
//
// Numbers of the toy SPU: its registers have indices, not encodings.

package toy_pkg;

  typedef enum logic [3:0] {
    RegPmscr    = 4'd0,
    RegPmsicr   = 4'd1,
    RegPmsirr   = 4'd2,
    RegPmsfcr   = 4'd3,
    RegPmsevfr  = 4'd4,
    RegPmslatfr = 4'd5,
    RegPmsidr   = 4'd6,
    RegPmblimitr = 4'd7,
    RegPmbptr   = 4'd8,
    RegPmbsr    = 4'd9,
    RegPmbidr   = 4'd10
  } reg_e;

  // A retired operation, everything about it at once.
  typedef struct packed {
    logic [63:0] pc;
    logic [1:0]  kind;     // 0 other, 1 load or store, 2 branch
    logic [7:0]  sub;      // payload of the Operation Type packet (5.3.8)
    logic        taken;    // branch: has a target
    logic [63:0] addr;     // data address, or branch target
    logic [51:0] pa;       // physical data address
    logic [9:0]  ev;       // events (5.3.7)
    logic [11:0] t_all;    // latencies, saturated
    logic [11:0] t_issue;
    logic [11:0] t_mmu;
  } retired_t;

  // What the SPU keeps of a sampled operation.
  typedef struct packed {
    retired_t    op;
    logic        user;
    logic        with_pa;
    logic        with_ctx;
    logic        with_time;
    logic [31:0] ctxid;
    logic [63:0] now;
  } sample_t;

  // Deliberate faults, chosen by the bench with +break=N (README.md).
  typedef enum logic [2:0] {
    FaultNone     = 3'd0,
    FaultInterval = 3'd1,  // interval one too short
    FaultEvents   = 3'd2,  // events 3 and 5 exchanged in the record
    FaultPointer  = 3'd3,  // write pointer moves 8 bytes too far
    FaultClash    = 3'd4,  // collision not remembered in PMBSR_EL1.COLL
    FaultDrain    = 3'd5,  // DSB done at once
    FaultLength   = 3'd6,  // End packet left out
    FaultStall    = 3'd7   // address of a store wrong until it is granted
  } fault_e;

endpackage
