// SPDX-License-Identifier: Apache-2.0
//
// One wrong parameter, or pair, per instance of spu_params_sva; the instance has the name of the
// one assertion that must fail in it, with `_2` if another instance breaks the other half of its
// condition. `Good` is the configuration as it is, `Limits` is legal at its limits, `Spev1p4` has
// Data Source without its filter, and FEAT_SPE_nVM.
// sim/params.sh checks this with configuration neoverse.

module params;

  import spe_cfg_pkg::*;
  import spu_int_pkg::*;

  localparam int unsigned N = LayoutItems;
  typedef logic [N*ITEM_BITS-1:0] layout_t;

  // The layout with element `place` replaced.
  function automatic layout_t with_item(layout_t layout, int unsigned place, item_t value);
    with_item = layout;
    with_item[place*ITEM_BITS +: ITEM_BITS] = value;
  endfunction

  function automatic item_t at(layout_t layout, int unsigned place);
    at = layout[place*ITEM_BITS +: ITEM_BITS];
  endfunction

  // The layout without an own place for any packet, so that more packets fit, in 128 bytes.
  function automatic layout_t loose();
    for (int unsigned i = 0; i < N; i++) begin
      loose[i*ITEM_BITS +: ITEM_BITS] = {Layout[i*ITEM_BITS + ITEM_KIND +: 5], 12'h0};
    end
  endfunction

  localparam item_t       PAD_3 = {KindPad, 1'b0, 3'd0, 4'd5, 4'd0};
  localparam layout_t     LOOSE = loose();
  localparam logic [63:0] IDR_7 = Pmsidr & ~64'hF000 | 64'h7000;  // MaxSize 7

  spu_params_sva Good ();
  spu_params_sva #(
    .DispatchWidth(1), .InFlight(4), .RecordQueue(8), .AxiBytes(8), .Align(11), .MaxSize(11),
    .Granule(16), .EventBytes(8), .Events(64'hFFFF_0000_FF00_F7FF), .DsBytes(2), .Layout(LOOSE),
    .EventFilters(64'hFFFF_0000_FF00_F714), .Pmsidr(Pmsidr & ~64'hFF00 | 64'hB800),
    .PmbidrConst(64'h2B)
  ) Limits ();
  spu_params_sva #(
    .Pmsver(5), .Events(Events | 64'h800), .Fne(1'b1), .Nvm(1'b1), .Pmsidr(Pmsidr | 64'h40),
    .PmbidrConst(PmbidrConst | 64'h220), .ExtAbort(ABORT_SERROR)
  ) Spev1p4 ();

  spu_params_sva #(.DispatchWidth(9)) RangeWidth ();
  spu_params_sva #(.InFlight(5)) RangeInFlight ();
  spu_params_sva #(.RecordQueue(0)) RangeQueue ();
  spu_params_sva #(.SamplePoint(2), .Speculative(1'b0)) RangeSample ();
  spu_params_sva #(.SyncScope(2)) RangeScope ();
  spu_params_sva #(.TsPoint(2)) RangeTsPoint ();
  spu_params_sva #(.TsStopped(2)) RangeTsStopped ();
  spu_params_sva #(.DsBytes(3)) RangeSource ();
  spu_params_sva #(.EventBytes(3)) RangeEvents ();
  spu_params_sva #(.LatencyRule(2)) RangeLatency ();
  spu_params_sva #(.CountSize(13), .Pmsidr(Pmsidr | 64'h10000)) RangeCount ();
  spu_params_sva #(.VaTop(2)) RangeVaTop ();
  spu_params_sva #(.PatUnchecked(2)) RangePat ();
  spu_params_sva #(.PbtOps(3)) RangePbtOps ();
  spu_params_sva #(.XlatWithoutVa(3)) RangeXlat ();
  spu_params_sva #(
    .Pmsver(2), .Events(Events | 64'h800), .Altclk(2), .MaxSize(7),
    .Pmsidr(IDR_7 | 64'h2000_0000), .LayoutItems(N + 1), .Layout({LOOSE, KindAlt, 12'h0})
  ) RangeAltclk ();
  spu_params_sva #(.FeedPoint(2)) RangeFeed ();
  spu_params_sva #(.FneZero(2)) RangeFne ();
  spu_params_sva #(.FeOverlap(2)) RangeOverlap ();
  spu_params_sva #(.FeZero(2)) RangeFe ();
  spu_params_sva #(.FtZero(2)) RangeFt ();
  spu_params_sva #(.FlZero(2)) RangeFl ();
  spu_params_sva #(.Align(7), .PmbidrConst(64'h7)) RangeAlign ();
  spu_params_sva #(.MaxSize(12), .Pmsidr(Pmsidr & ~64'hF000 | 64'hC000)) RangeMaxSize ();
  spu_params_sva #(.Granule(13)) RangeGranule ();
  spu_params_sva #(.ExtAbort(4), .Pmsver(2), .Events(Events | 64'h800)) RangeAbort ();
  spu_params_sva #(.RecordDone(2)) RangeDone ();
  spu_params_sva #(.ResetValue(2)) RangeReset ();
  spu_params_sva #(.AxiBytes(24)) RangeBus ();
  spu_params_sva #(.Pmsver(0)) RangeVersion ();
  spu_params_sva #(.Nv(3)) RangeNv ();
  spu_params_sva #(.Ecv(3)) RangeEcv ();
  spu_params_sva #(
    .Pmsver(2), .MaxBuffSize(16384), .PmbidrConst(PmbidrConst | 64'h4000_0000_0000),
    .Events(Events | 64'h800)
  ) RangeSize ();
  spu_params_sva #(.NspbReserved(4)) RangeNspb ();
  spu_params_sva #(.EeReserved(2)) RangeEe ();
  spu_params_sva #(.DisabledRecord(2)) RangeDisabled ();
  spu_params_sva #(.WrongPointer(5)) RangePointer ();
  spu_params_sva #(.Misaligned(2)) RangeMisalign ();
  spu_params_sva #(.DlBoundary(3)) RangeBoundary ();
  spu_params_sva #(.IrqMin(1), .IrqMax(0)) RangeIrq ();
  spu_params_sva #(.RecordOrder(RecordOrderPopulation), .InFlight(2)) RangeOrder ();
  spu_params_sva #(.EventMin(2)) LagEvent ();
  spu_params_sva #(.PmuMin(2)) LagPmu ();
  spu_params_sva #(.PmuMax(0)) LagPmu_2 ();
  spu_params_sva #(.CtiMin(2)) LagCti ();
  spu_params_sva #(.CtiMax(0)) LagCti_2 ();
  spu_params_sva #(.SerrorMin(2)) LagSerror ();
  spu_params_sva #(.SerrorMax(0)) LagSerror_2 ();
  spu_params_sva #(.El2(1'b0)) VheNeedsEl2 ();
  spu_params_sva #(.El2(1'b0), .Vhe(1'b0), .Sel2(1'b1)) El2OfFeatures ();
  spu_params_sva #(.El3(1'b0), .Rme(1'b1)) RmeNeedsEl3 ();
  spu_params_sva #(.Secure(1'b0)) SecureStates ();
  spu_params_sva #(.NspbReserved(NSPB_REALM)) NspbExists ();
  spu_params_sva #(.EeReserved(EE_OFF)) EeOffNeedsExc ();
  spu_params_sva #(.Fne(1'b1), .Pmsidr(Pmsidr | 64'h40)) VersionFne ();
  spu_params_sva #(.Fds(1'b1), .Pmsidr(Pmsidr | 64'h80)) VersionFds ();
  spu_params_sva #(
    .Pmsver(5), .Events(Events | 64'h800), .Fne(1'b1), .Fds(1'b1), .Lds(1'b0),
    .Pmsidr(Pmsidr & ~64'h10 | 64'hC0), .PmbidrConst(PmbidrConst | 64'h220),
    .ExtAbort(ABORT_SERROR)
  ) VersionFds_2 ();
  spu_params_sva #(
    .Pmsver(6), .Events(Events | 64'h800), .Fne(1'b1), .Pmsidr(Pmsidr | 64'h40),
    .PmbidrConst(PmbidrConst | 64'h220), .ExtAbort(ABORT_SERROR)
  ) FdsOfLds ();
  spu_params_sva #(
    .Pbt(1'b1), .MaxSize(7), .Pmsidr(IDR_7 | 64'h100_0000), .LayoutItems(N + 1),
    .Layout({LOOSE, KindPbt, 12'h0})
  ) VersionPbt ();
  spu_params_sva #(.Eft(1'b1), .Pmsidr(Pmsidr | 64'h400_0000)) VersionIdr ();
  spu_params_sva #(.The(1'b1)) VersionMss2 ();
  spu_params_sva #(
    .CountSize(16), .Pmsidr(Pmsidr & ~64'hF_0000 | 64'h3_0000)
  ) VersionCount ();
  spu_params_sva #(.Mops(1'b1)) VersionMops ();
  spu_params_sva #(
    .Gcs(1'b1), .MaxSize(7), .Pmsidr(IDR_7), .Layout(LOOSE)
  ) VersionGcs ();
  spu_params_sva #(.SpeSme(1'b1), .Pmsidr(Pmsidr | 64'h1_0000_0000)) VersionSme ();
  spu_params_sva #(
    .Pmsver(2), .Altclk(1), .MaxSize(7), .Pmsidr(IDR_7 | 64'h1000_0000),
    .Events(Events | 64'h800), .LayoutItems(N + 1), .Layout({LOOSE, KindAlt, 12'h0})
  ) AltclkOfSme ();
  spu_params_sva #(.Exc(1'b1)) VersionExc ();
  spu_params_sva #(.Nvm(1'b1)) VersionNvm ();
  spu_params_sva #(.Speculative(1'b0)) DispatchSpeculates ();
  spu_params_sva #(.SamplePoint(1)) DispatchSpeculates_2 ();
  spu_params_sva #(.ExtAbort(3)) AbortVersion ();
  spu_params_sva #(.RouteAsync(1'b1)) AsyncNeedsExc ();
  spu_params_sva #(.ExtAbort(ABORT_SYNC), .RecordDone(DONE_W)) SyncNeedsB ();
  spu_params_sva #(
    .Events(Events | 64'h8_0000), .EventBytes(4), .MaxSize(7), .Pmsidr(IDR_7), .Layout(LOOSE)
  ) EventsKnown ();
  spu_params_sva #(.Events(Events & ~64'h80)) EventsBase ();
  spu_params_sva #(.Events(Events | 64'h1_0000_0000_0000)) EventsFit ();
  spu_params_sva #(.EventFilters(64'h20)) FiltersKnown ();
  spu_params_sva #(.EventFilters(64'h2000)) FiltersEvents ();
  spu_params_sva #(.Pmsidr(Pmsidr & ~64'h4)) IdrFilters ();
  spu_params_sva #(.Lds(!Lds)) IdrLds ();
  spu_params_sva #(.Ernd(!Ernd)) IdrErnd ();
  spu_params_sva #(.Pmsidr(Pmsidr & ~64'hF00 | 64'h900)) IdrInterval ();
  spu_params_sva #(.Pmsidr(Pmsidr & ~64'hF00 | 64'h100)) IdrInterval_2 ();
  spu_params_sva #(.MaxSize(MaxSize + 1)) IdrMaxSize ();
  spu_params_sva #(.Pmsidr(Pmsidr | 64'h10000)) IdrCountSize ();
  spu_params_sva #(.Pmsidr(Pmsidr | 64'h40)) IdrFilterBits ();
  spu_params_sva #(.Pmsidr(Pmsidr | 64'h200_0000)) IdrOptions ();
  spu_params_sva #(.Pmsidr(Pmsidr | 64'h10_0000)) IdrRes0 ();
  spu_params_sva #(.Align(Align - 1)) BidrAlign ();
  spu_params_sva #(
    .Pmsver(4), .Events(Events | 64'h800), .Fne(1'b1), .Pmsidr(Pmsidr | 64'h40),
    .PmbidrConst(PmbidrConst | 64'h200), .ExtAbort(ABORT_SERROR)
  ) BidrFlags ();
  spu_params_sva #(.PmbidrConst(PmbidrConst | 64'h100)) BidrEa ();
  spu_params_sva #(.PmbidrConst(PmbidrConst | 64'h1_0000_0000)) BidrSize ();
  spu_params_sva #(.PmbidrConst(PmbidrConst | 64'h10)) BidrRes0 ();
  spu_params_sva #(
    .Layout(with_item(Layout, 1, at(Layout, 1) - item_t'(1)))
  ) LayoutPlaced ();
  spu_params_sva #(
    .Layout(with_item(Layout, N - 1, at(Layout, N - 1) + item_t'(1)))
  ) LayoutFits ();
  spu_params_sva #(.LayoutItems(N + 1), .Layout({Layout, PAD_3})) LayoutKnown ();
  spu_params_sva #(
    .MaxSize(7), .Pmsidr(IDR_7), .Layout(with_item(LOOSE, 1, at(LOOSE, 0)))
  ) LayoutFull ();
  spu_params_sva #(.Layout(with_item(Layout, N - 1, item_t'(16)))) LayoutEnd ();
  spu_params_sva #(
    .MaxSize(7), .Pmsidr(IDR_7),
    .Layout({at(LOOSE, N - 1), LOOSE[(N-2)*ITEM_BITS-1 : ITEM_BITS], at(LOOSE, N - 2),
             at(LOOSE, 0)})
  ) LayoutTs ();

  // All assertions are at time 0; nothing else happens.
  initial #1 $finish;

endmodule
