// SPDX-License-Identifier: Apache-2.0
//
// Translation of buffer addresses in the owning regime, with a cache of one 4 KB page (3.4, 3.4.4).
// A record keeps the regime that owned the buffer when its first address was offered (3.4.2).
//
// The cached translation is dropped by TLB maintenance; also by a context synchronization event and
// while the buffer is disabled, because the current ASID and VMID cannot be seen here.
//
// Latency: a miss asks in the same cycle. Back-pressure: valid/ready request, one outstanding.
// Until it is taken, a request follows the owner and may be withdrawn; the response of a request
// that is no longer wanted, or was asked in another regime, is dropped, translation or fault.

module spu_xlat (
  input  logic              clk_i,
  input  logic              rst_ni,
  /// The translation of va_i is wanted
  input  logic              want_i,
  /// Address of the first byte of the burst
  input  logic [63:0]       va_i,
  /// Owning regime
  input  spe_pkg::regime_e  regime_i,
  /// Keep the regime of the cycle before: the bus has seen a part of the record
  input  logic              held_i,
  /// The cached translation is invalid from the next cycle on
  input  logic              invalidate_i,
  /// The cached translation is that of va_i
  output logic              hit_o,
  /// PA[51:12]
  output logic [39:0]       page_o,
  /// Physical address space
  output logic              ns_o,
  /// Memory attribute, as MAIR_ELx
  output logic [7:0]        attr_o,
  /// The wanted translation failed in this cycle
  output logic              fault_o,
  /// Stage of the fault
  output logic              stage2_o,
  /// Status code of the fault
  output logic [5:0]        fsc_o,
  /// Request
  output spe_pkg::xl_req_t  xl_req_o,
  /// Request taken
  input  logic              xl_ready_i,
  /// Response
  input  spe_pkg::xl_rsp_t  xl_rsp_i
);

  spu_int_pkg::xlat_state_e state_q, state_d;
  logic             valid_q, dropped_q, stale_q, ask, wanted, answer;
  logic [51:0]      asked_va_q, page_va_q;  // VA[63:12]
  spe_pkg::regime_e regime, regime_q, asked_regime_q, page_regime_q;
  logic [39:0]      page_q;
  logic             ns_q;
  logic [7:0]       attr_q;

  assign regime  = held_i ? regime_q : regime_i;
  assign hit_o   = valid_q && (page_va_q == va_i[63:12]) && (page_regime_q == regime);
  assign ask     = (state_q == spu_int_pkg::StXlIdle) && want_i && !hit_o;
  assign answer  = (state_q == spu_int_pkg::StXlWait) && xl_rsp_i.valid;
  // Whoever wanted this translation has wanted nothing else since, and wants it in its regime.
  assign wanted  = want_i && !dropped_q && (regime == asked_regime_q);
  assign fault_o = answer && wanted && xl_rsp_i.fault;

  always_comb begin
    state_d = state_q;
    unique case (state_q)
      spu_int_pkg::StXlIdle: if (ask && xl_ready_i) state_d = spu_int_pkg::StXlWait;
      spu_int_pkg::StXlWait: if (xl_rsp_i.valid)    state_d = spu_int_pkg::StXlIdle;
      default:               state_d = spu_int_pkg::StXlIdle;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q   <= spu_int_pkg::StXlIdle;
      dropped_q <= 1'b0;
      stale_q   <= 1'b0;
      valid_q   <= 1'b0;
    end else begin
      state_q   <= state_d;
      dropped_q <= (state_q == spu_int_pkg::StXlWait) && (dropped_q || !want_i);
      // What was asked for before an invalidation is not kept, but asked for again (3.4.4).
      stale_q   <= (state_d == spu_int_pkg::StXlWait) && (stale_q || invalidate_i);
      valid_q   <= !invalidate_i && ((answer && wanted && !stale_q && !xl_rsp_i.fault) ||
                                     (valid_q && !answer));
    end
  end

  always_ff @(posedge clk_i) begin
    regime_q <= regime;
    if (ask) begin
      asked_va_q     <= va_i[63:12];
      asked_regime_q <= regime;
    end
    if (answer && wanted) begin
      page_va_q     <= asked_va_q;
      page_regime_q <= asked_regime_q;
      page_q        <= xl_rsp_i.pa[51:12];
      ns_q          <= xl_rsp_i.ns;
      attr_q        <= xl_rsp_i.attr;
    end
  end

  assign page_o   = page_q;
  assign ns_o     = ns_q;
  assign attr_o   = attr_q;
  assign stage2_o = xl_rsp_i.stage2;
  assign fsc_o    = xl_rsp_i.fsc;

  assign xl_req_o = ask ? {1'b1, va_i, regime} : '0;

endmodule
