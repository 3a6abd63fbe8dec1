// SPDX-License-Identifier: Apache-2.0
//
// SystemVerilog side of spe_dpi.h: the same calls, in the same order. spe/txn.h states the meaning
// of the arguments, README.md when each call is made. dpi/test/prototypes.sh keeps both sides
// equal.

package spe_dpi_pkg;

  localparam int SPE_DPI_VERSION_MAJOR = 3;
  localparam int SPE_DPI_VERSION_MINOR = 2;
  localparam int SPE_DPI_VERSION = (SPE_DPI_VERSION_MAJOR << 16) | SPE_DPI_VERSION_MINOR;

  // enum spe_txn_kind, for the sum that spe_dpi_close() checks.
  localparam int TxnReset  = 0;
  localparam int TxnClk    = 1;
  localparam int TxnSysreg = 2;
  localparam int TxnCtx    = 3;
  localparam int TxnPop    = 4;
  localparam int TxnRnd    = 5;
  localparam int TxnSel    = 6;
  localparam int TxnLife   = 7;
  localparam int TxnXlReq  = 8;
  localparam int TxnXlRsp  = 9;
  localparam int TxnAw     = 10;
  localparam int TxnW      = 11;
  localparam int TxnB      = 12;
  localparam int TxnSync   = 13;
  localparam int TxnOut    = 14;

  localparam int TagCollided = 255;    // SPE_TAG_COLLIDED
  localparam int LifeEnding = 4;       // SPE_LIFE_RETIRE: kinds from here on end a life
  localparam longint OfferedUnknown = -1;  // SPE_OFFERED_UNKNOWN
  localparam int SyncCse     = 0;      // SPE_SYNC_CSE
  localparam int SyncPsbDone = 2;      // SPE_SYNC_PSB_DONE
  localparam int SyncDsbDone = 4;      // SPE_SYNC_DSB_DONE
  localparam int SyncImpdef  = 6;      // SPE_SYNC_IMPDEF
  localparam int CountMax = 65536;     // most members in one pop, most SAMPLE_POP in one out

  // SPE_TAP_* of spe/model.h: what a binding offers.
  localparam int TapBytes = 'h01;
  localparam int TapRegs  = 'h02;
  localparam int TapLife  = 'h04;
  localparam int TapPop   = 'h08;
  localparam int TapRnd   = 'h10;
  localparam int TapOut   = 'h20;
  localparam int TapSync  = 'h40;
  localparam int TapAll   = 'h7f;

  import "DPI-C" function chandle spe_dpi_open(
      input int version, input longint config_hash, input string name, input string config_file,
      input string log_file, input int taps, input int order_free);
  import "DPI-C" function void spe_dpi_dir(input string dir, input int keep);
  import "DPI-C" function int spe_dpi_reset(
      input chandle h, input int seq, input longint cycle, input int kind);
  import "DPI-C" function int spe_dpi_clk(
      input chandle h, input int seq, input longint cycle, input int running, input int active);
  import "DPI-C" function int spe_dpi_sysreg(
      input chandle h, input int seq, input longint cycle, input longint pos, input int enc,
      input int write, input int outcome, input int fgt, input longint data);
  import "DPI-C" function int spe_dpi_ctx(
      input chandle h, input int seq, input longint cycle, input int id,
      input longint state, input int contextidr_el1, input int contextidr_el2,
      input longint cntvoff, input longint cntpoff, input longint cntpct);
  import "DPI-C" function int spe_dpi_pop(
      input chandle h, input int seq, input longint cycle, input int ctx, input int n,
      input int slot);
  import "DPI-C" function int spe_dpi_rnd(
      input chandle h, input int seq, input longint cycle, input int value, input int injected);
  import "DPI-C" function int spe_dpi_sel(
      input chandle h, input int seq, input longint cycle, input int ctx, input int slot,
      input int tag, input int flags, input longint pc, input int op);
  import "DPI-C" function int spe_dpi_life(
      input chandle h, input int seq, input longint cycle, input int tag, input int kind,
      input int flags, input int source, input longint events, input longint va, input longint pa,
      input longint target, input longint prev, input int lat_issue, input int lat_xlat,
      input int lat_total, input int lat_alt);
  import "DPI-C" function int spe_dpi_xl_req(
      input chandle h, input int seq, input longint cycle, input int id, input int regime,
      input int nvm, input int attr, input int sh, input longint va);
  import "DPI-C" function int spe_dpi_xl_rsp(
      input chandle h, input int seq, input longint cycle, input int id, input int fault,
      input int stage2, input int fsc, input int mss2, input int pas, input int attr, input int sh,
      input longint pa);
  import "DPI-C" function int spe_dpi_aw(
      input chandle h, input int seq, input longint cycle, input int id, input longint addr,
      input int len, input int size, input int burst, input int prot, input int cache,
      input longint offered);
  import "DPI-C" function int spe_dpi_w(
      input chandle h, input int seq, input longint cycle, input int word, input longint data,
      input int strb, input int last_word, input int last);
  import "DPI-C" function int spe_dpi_b(
      input chandle h, input int seq, input longint cycle, input int id, input int resp);
  import "DPI-C" function int spe_dpi_sync(
      input chandle h, input int seq, input longint cycle, input int kind, input longint pos,
      input longint data);
  import "DPI-C" function int spe_dpi_out(
      input chandle h, input int seq, input longint cycle, input int levels, input int serror,
      input int cti, input int pop, input int feed, input int filtrate, input int collision,
      input int full, input int feed_br, input int feed_ld, input int feed_st, input int feed_fp,
      input int feed_simd, input int feed_op, input int feed_event, input int feed_lat,
      input int feed_ds);
  import "DPI-C" function int spe_dpi_close(
      input chandle h, input int seq, input longint cycle, input longint calls, input int sum);

  // For a bench without a host program (dpi/README.md, "A bench in SystemVerilog only").
  import "DPI-C" function void spe_dpi_run(
      input string test, input longint seed, input longint stim_hash);
  import "DPI-C" function void spe_dpi_fail(input int status, input string why);
  import "DPI-C" function int spe_dpi_status();

  // ---- Plusargs of spe_tap.sv, which first calls plusarg_fault()

  function automatic string plusarg(int i);
    case (i)
      0: return "spe_name=";
      1: return "spe_config=";
      2: return "spe_log=";
      3: return "spe_dir=";
      4: return "spe_taps=";
      5: return "spe_keep";
      default: return "";
    endcase
  endfunction

  function automatic bit begins_plusarg(string text);
    string name;
    for (int i = 0; plusarg(i) != ""; i++) begin
      name = plusarg(i);
      if (name.len() >= text.len() && name.substr(0, text.len() - 1) == text) return 1;
    end
    return 0;
  endfunction

  // Returns `text` and one more character, `from` or greater, such that a given plusarg begins with
  // the result; "" if no plusarg does.
  function automatic string longer(string text, byte from);
    string next;
    for (byte c = from; c < 127; c++) begin
      next = $sformatf("%s%c", text, c);
      if ($test$plusargs(next) != 0) return next;
    end
    return "";
  endfunction

  function automatic string longest(string text);
    string next;
    next = text;
    while (next != "") begin
      text = next;
      next = longer(text, 33);
    end
    return text;
  endfunction

  // A given plusarg +spe_... that is not in the list above, or "". SystemVerilog cannot list the
  // plusargs, only say whether one begins with a text. So each name is followed, character by
  // character, as far as some plusarg begins with it.
  function automatic string unknown_plusarg();
    string name, text, next;
    for (int i = 0; plusarg(i) != ""; i++) begin
      name = plusarg(i);
      for (int n = 4; n <= name.len(); n++) begin
        text = name.substr(0, n - 1);
        if (name[n-1] == "=" || $test$plusargs(text) == 0) break;
        next = longer(text, 33);
        if (next == "" && n < name.len()) return text;
        while (next != "") begin
          if (!begins_plusarg(next)) return longest(next);
          next = longer(text, next[n] + 1);
        end
      end
    end
    return "";
  endfunction

  // Returns 1 if another given plusarg equals `text` in its first `from` characters and then
  // differs, or is longer. A plusarg that is shorter or equal cannot be detected; it is not used.
  function automatic bit branches(string text, int from);
    string begun, next;
    for (int n = from; n <= text.len(); n++) begin
      begun = text.substr(0, n - 1);
      next  = longer(begun, 33);
      if (next != "" && n < text.len() && next[n] == text[n]) next = longer(begun, text[n] + 1);
      if (next != "") return 1;
    end
    return 0;
  endfunction

  function automatic bit is_number(string text);
    for (int n = 0; n < text.len(); n++) if (text[n] < "0" || text[n] > "9") return 0;
    return text.len() > 0 && text.len() < 10;
  endfunction

  // The reason why the value of +NAME=VALUE is refused, or "". `taps`: the groups that are
  // connected.
  function automatic string value_fault(string name, string value, int taps);
    int mask;
    if (value == "") return "a value is needed";
    if (branches({name, value}, name.len())) return "given twice, with another value";
    if (name != "spe_taps=") return "";
    if (!is_number(value)) return "a decimal number is needed, a sum of SPE_TAP_*";
    mask = value.atoi();
    // Groups that do not exist are refused by the session.
    if ((mask & ~TapAll) == 0 && (mask & ~taps) != 0)
      return $sformatf("groups that the binding does not connect; its Taps are %0d", taps);
    return "";
  endfunction

  // The first plusarg +spe_... that is refused, with the reason, or "".
  function automatic string plusarg_fault(int taps);
    string name, value, why;
    name = unknown_plusarg();
    for (int i = 0; plusarg(i) != ""; i++)
      if ({name, "="} == plusarg(i))
        return {"+", name, ": a value is needed, as +", name, "=VALUE"};
    if (name != "") return {"+", name, ": spe_tap reads no such plusarg"};
    for (int i = 0; plusarg(i) != ""; i++) begin
      name = plusarg(i);
      if (name[name.len()-1] == "=" && $test$plusargs(name) != 0) begin
        if ($value$plusargs({name, "%s"}, value) == 0) value = "";
        why = value_fault(name, value, taps);
        if (why != "") return {"+", name, value, ": ", why};
      end
    end
    return "";
  endfunction

endpackage
