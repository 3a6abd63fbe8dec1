// SPDX-License-Identifier: Apache-2.0
//
// Translation of buffer addresses in the owning regime, with a cache of one 4 KB page (3.4, 3.4.4).
// A record keeps the regime that owned the buffer when its first address was offered (3.4.2), and
// with it the address mode: virtual, or physical with the attributes of PMBMAR_EL1 (D24.7.2, 3).
//
// TLB maintenance drops the cached translation. A context synchronization event and a disabled
// buffer drop it, too, because no port shows the current ASID and VMID. A translation that was
// requested before one of these is not kept. Only TLB maintenance drops a fault, because it may
// have made the page accessible (3.4.4).
//
// Latency: a miss asks in the same cycle. Back-pressure: valid/ready request, one outstanding.
// Until a request is taken, it follows the owner and may be withdrawn. The response, translation or
// fault, is dropped if it is no longer wanted, or if the request was made in another regime or
// mode.
// Rules: dpi/timing.md, W3, BR6, BR7.

module spu_xlat (
  input  logic             clk_i,
  input  logic             rst_ni,
  /// The translation of `va_i` is wanted. Sampled every cycle.
  input  logic             want_i,
  /// Address of the first byte of the burst. Sampled with `want_i`.
  input  logic [63:0]      va_i,
  /// Owning regime. Sampled every cycle.
  input  spe_pkg::regime_e regime_i,
  /// Physical address mode: Effective PMBLIMITR_EL1.nVM. Sampled every cycle, as the next two; tie
  /// to 0 without it.
  input  logic             nvm_i,
  /// PMBMAR_EL1.SH.
  input  logic [1:0]       sh_i,
  /// PMBMAR_EL1.Attr.
  input  logic [7:0]       mem_attr_i,
  /// Keep regime and mode of the cycle before: the bus has seen a part of the record. Sampled every
  /// cycle.
  input  logic             held_i,
  /// The context may have changed: the cached translation is invalid from the next cycle on.
  /// Sampled every cycle; tie to 0 if unused.
  input  logic             invalidate_i,
  /// TLB maintenance: as above; also drops a fault that was requested in this cycle or before.
  /// Sampled every cycle; tie to 0 if unused.
  input  logic             tlbi_i,
  /// The cached translation is that of `va_i`.
  output logic             hit_o,
  /// PA[51:12] of the cached translation; changes only while one is wanted.
  output logic [39:0]      page_o,
  /// Physical address space, as `page_o`.
  output spe_pkg::pas_e    pas_o,
  /// Memory attribute as MAIR_ELx, as `page_o`.
  output logic [7:0]       attr_o,
  /// The wanted translation failed in this cycle.
  output logic             fault_o,
  /// Translation request; may change or be withdrawn until it is taken.
  output spe_pkg::xl_req_t xl_req_o,
  /// Request taken. Sampled with the request.
  input  logic             xl_ready_i,
  /// Translation response. Sampled with its `valid`.
  input  spe_pkg::xl_rsp_t xl_rsp_i
);

  spu_int_pkg::xlat_state_e state_q, state_d;
  logic             valid_q, valid_d;       // a translation is cached
  logic             dropped_q, dropped_d;   // want_i was 0 in a cycle since the request
  logic             stale_q, stale_d;       // requested before an invalidation
  logic             flushed_q, flushed_d;   // requested before TLB maintenance
  logic             ask, wanted, answer, keep, drop;
  logic [51:0]      asked_va_q, page_va_q;  // VA[63:12]
  logic [39:0]      page_q;
  spe_pkg::pas_e    pas_q;
  logic [7:0]       attr_q;
  spu_int_pkg::mode_t mode_now, mode, mode_q, asked_mode_q, page_mode_q;

  always_comb begin
    mode_now.regime = regime_i;
    mode_now.nvm    = nvm_i;
    // Without physical address mode PMBMAR_EL1 is ignored.
    mode_now.sh     = nvm_i ? sh_i : 2'b00;
    mode_now.attr   = nvm_i ? mem_attr_i : 8'h00;
  end

  assign mode = held_i ? mode_q : mode_now;

  assign hit_o   = valid_q && (page_va_q == va_i[63:12]) && (page_mode_q == mode);
  assign ask     = (state_q == spu_int_pkg::StXlIdle) && want_i && !hit_o;
  assign answer  = (state_q == spu_int_pkg::StXlWait) && xl_rsp_i.valid;
  assign drop    = invalidate_i || tlbi_i;
  // The answer is used only if `want_i` stayed 1 since the request, and the mode is still that of
  // the request.
  assign wanted  = want_i && !dropped_q && (mode == asked_mode_q);
  assign keep    = answer && wanted && (xl_rsp_i.fault == spe_pkg::XlOk) && !stale_q && !drop;
  assign fault_o = answer && wanted && (xl_rsp_i.fault != spe_pkg::XlOk) && !flushed_q && !tlbi_i;

  always_comb begin
    state_d = state_q;
    unique case (state_q)
      spu_int_pkg::StXlIdle: if (ask && xl_ready_i) state_d = spu_int_pkg::StXlWait;
      default:               if (xl_rsp_i.valid)    state_d = spu_int_pkg::StXlIdle; // StXlWait
    endcase
  end

  always_comb begin
    dropped_d = (state_q == spu_int_pkg::StXlWait) && (dropped_q || !want_i);
    // A translation requested before an invalidation is not kept, but requested again (3.4.4).
    stale_d   = (state_d == spu_int_pkg::StXlWait) && (stale_q || drop);
    flushed_d = (state_d == spu_int_pkg::StXlWait) && (flushed_q || tlbi_i);
    valid_d   = keep || (valid_q && !drop);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q   <= spu_int_pkg::StXlIdle;
      dropped_q <= 1'b0;
      stale_q   <= 1'b0;
      flushed_q <= 1'b0;
      valid_q   <= 1'b0;
    end else begin
      state_q   <= state_d;
      dropped_q <= dropped_d;
      stale_q   <= stale_d;
      flushed_q <= flushed_d;
      valid_q   <= valid_d;
    end
  end

  always_ff @(posedge clk_i) begin
    mode_q <= mode;
    if (ask) begin
      asked_va_q   <= va_i[63:12];
      asked_mode_q <= mode;
    end
    if (keep) begin
      page_va_q   <= asked_va_q;
      page_mode_q <= asked_mode_q;
      page_q      <= xl_rsp_i.pa[51:12];
      pas_q       <= xl_rsp_i.pas;
      attr_q      <= xl_rsp_i.attr;
    end
  end

  assign page_o   = page_q;
  assign pas_o    = pas_q;
  assign attr_o   = attr_q;

  assign xl_req_o = ask ? {1'b1, va_i, mode} : '0;

endmodule
