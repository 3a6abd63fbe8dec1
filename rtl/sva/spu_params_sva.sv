// SPDX-License-Identifier: Apache-2.0
//
// Assertions on the parameters of spu: the values that the RTL supports, and parameters that depend
// on each other. `spe config` refuses other values earlier; these assertions stop a parent that
// sets parameters itself. rtl/test/params.sv breaks each assertion.

module spu_params_sva #(
  parameter int unsigned Pmsver        = spe_cfg_pkg::Pmsver,
  parameter bit          El2           = (spe_cfg_pkg::El2 != 0),
  parameter bit          El3           = (spe_cfg_pkg::El3 != 0),
  parameter bit          Vhe           = (spe_cfg_pkg::Vhe != 0),
  parameter bit          Secure        = (spe_cfg_pkg::Secure != 0),
  parameter bit          Sel2          = (spe_cfg_pkg::Sel2 != 0),
  parameter bit          Rme           = (spe_cfg_pkg::Rme != 0),
  parameter int unsigned Nv            = spe_cfg_pkg::Nv,
  parameter int unsigned Ecv           = spe_cfg_pkg::Ecv,
  parameter bit          Sve           = (spe_cfg_pkg::Sve != 0),
  parameter bit          Sme           = (spe_cfg_pkg::Sme != 0),
  parameter bit          Mops          = (spe_cfg_pkg::Mops != 0),
  parameter bit          Gcs           = (spe_cfg_pkg::Gcs != 0),
  parameter bit          The           = (spe_cfg_pkg::The != 0),
  parameter bit          Poe           = (spe_cfg_pkg::Poe != 0),
  parameter bit          Pie           = (spe_cfg_pkg::Pie != 0),
  parameter bit          Fne           = (spe_cfg_pkg::Fne != 0),
  parameter bit          Fds           = (spe_cfg_pkg::Fds != 0),
  parameter bit          Eft           = (spe_cfg_pkg::Eft != 0),
  parameter bit          Fpf           = (spe_cfg_pkg::Fpf != 0),
  parameter bit          Crr           = (spe_cfg_pkg::Crr != 0),
  parameter bit          Pbt           = (spe_cfg_pkg::Pbt != 0),
  parameter bit          SpeSme        = (spe_cfg_pkg::SpeSme != 0),
  parameter int unsigned Altclk        = spe_cfg_pkg::Altclk,
  parameter bit          Exc           = (spe_cfg_pkg::Exc != 0),
  parameter bit          Nvm           = (spe_cfg_pkg::Nvm != 0),
  parameter int unsigned MaxBuffSize   = spe_cfg_pkg::MaxBuffSize,
  parameter int unsigned NspbReserved  = spe_cfg_pkg::NspbReserved,
  parameter int unsigned EeReserved    = spe_cfg_pkg::EeReserved,
  parameter int unsigned DisabledRecord = spe_cfg_pkg::DisabledRecord,
  parameter int unsigned WrongPointer  = spe_cfg_pkg::WrongPointer,
  parameter int unsigned Misaligned    = spe_cfg_pkg::Misaligned,
  parameter int unsigned DlBoundary    = spe_cfg_pkg::DlBoundary,
  parameter bit          RouteAsync    = (spe_cfg_pkg::RouteAsync != 0),
  parameter int unsigned IrqMin        = spe_cfg_pkg::IrqMin,
  parameter int unsigned IrqMax        = spe_cfg_pkg::IrqMax,
  parameter int unsigned EventMin      = spe_cfg_pkg::EventMin,
  parameter int unsigned PmuMin        = spe_cfg_pkg::PmuMin,
  parameter int unsigned PmuMax        = spe_cfg_pkg::PmuMax,
  parameter int unsigned CtiMin        = spe_cfg_pkg::CtiMin,
  parameter int unsigned CtiMax        = spe_cfg_pkg::CtiMax,
  parameter int unsigned SerrorMin     = spe_cfg_pkg::SerrorMin,
  parameter int unsigned SerrorMax     = spe_cfg_pkg::SerrorMax,
  parameter int unsigned DispatchWidth = spe_cfg_pkg::DispatchWidth,
  parameter int unsigned InFlight      = spe_cfg_pkg::InFlight,
  parameter int unsigned RecordOrder   = spe_cfg_pkg::RecordOrder,
  parameter int unsigned RecordQueue   = spe_cfg_pkg::RecordQueue,
  parameter int unsigned SamplePoint   = spe_cfg_pkg::SamplePoint,
  parameter bit          Speculative   = (spe_cfg_pkg::Speculative != 0),
  parameter int unsigned SyncScope     = spe_cfg_pkg::SyncScope,
  parameter bit          Ernd          = (spe_cfg_pkg::Ernd != 0),
  parameter int unsigned TsPoint       = spe_cfg_pkg::TsPoint,
  parameter int unsigned TsStopped     = spe_cfg_pkg::TsStopped,
  parameter bit          Lds           = (spe_cfg_pkg::Lds != 0),
  parameter int unsigned DsBytes       = spe_cfg_pkg::DsBytes,
  parameter int unsigned EventBytes    = spe_cfg_pkg::EventBytes,
  parameter logic [63:0] Events        = spe_cfg_pkg::Events,
  parameter logic [63:0] EventFilters  = spe_cfg_pkg::EventFilters,
  parameter int unsigned LatencyRule   = spe_cfg_pkg::LatencyRule,
  parameter int unsigned CountSize     = spe_cfg_pkg::CountSize,
  parameter int unsigned VaTop         = spe_cfg_pkg::VaTop,
  parameter int unsigned PatUnchecked  = spe_cfg_pkg::PatUnchecked,
  parameter int unsigned PbtOps        = spe_cfg_pkg::PbtOps,
  parameter int unsigned XlatWithoutVa = spe_cfg_pkg::XlatWithoutVa,
  parameter int unsigned FeedPoint     = spe_cfg_pkg::FeedPoint,
  parameter int unsigned FeZero        = spe_cfg_pkg::FeZero,
  parameter int unsigned FneZero       = spe_cfg_pkg::FneZero,
  parameter int unsigned FeOverlap     = spe_cfg_pkg::FeOverlap,
  parameter int unsigned FtZero        = spe_cfg_pkg::FtZero,
  parameter int unsigned FlZero        = spe_cfg_pkg::FlZero,
  parameter int unsigned LayoutItems   = spe_cfg_pkg::LayoutItems,
  parameter logic [LayoutItems*spu_int_pkg::ITEM_BITS-1:0] Layout = spe_cfg_pkg::Layout,
  parameter int unsigned Align         = spe_cfg_pkg::Align,
  parameter int unsigned MaxSize       = spe_cfg_pkg::MaxSize,
  parameter int unsigned Granule       = spe_cfg_pkg::Granule,
  parameter int unsigned ExtAbort      = spe_cfg_pkg::ExtAbort,
  parameter int unsigned RecordDone    = spe_cfg_pkg::RecordDone,
  parameter int unsigned ResetValue    = spe_cfg_pkg::ResetValue,
  parameter logic [63:0] Pmsidr        = spe_cfg_pkg::Pmsidr,
  parameter logic [63:0] PmbidrConst   = spe_cfg_pkg::PmbidrConst,
  parameter int unsigned AxiBytes      = spe_cfg_pkg::AxiBytes
) ();

  import spu_int_pkg::*;

  // KNOWN: events that the version and the features define (5.3.7, D18.2.6). BASE: those of them
  // that are always implemented.
  localparam bit          V1p1   = Pmsver >= 2;
  localparam bit          V1p4   = Pmsver >= 5;
  localparam logic [63:0] VECTOR = (V1p1 && (Sve || Sme)) ? 64'h6_0000 : 64'h0;
  localparam logic [63:0] BASE   = 64'hFF | (V1p1 ? 64'h800 : 64'h0) | VECTOR |
                                   ((V1p4 && SpeSme) ? 64'h100_0000 : 64'h0);
  localparam logic [63:0] IMPDEF = 64'hFFFF_0000_0000_F000 | (V1p4 ? 64'h0 : 64'hFF00_0000);
  localparam logic [63:0] KNOWN  = BASE | IMPDEF | 64'h700 | (V1p4 ? 64'hF8_0000 : 64'h0) |
                                   ((V1p4 && SpeSme) ? 64'h200_0000 : 64'h0);

  // Places of packets of one kind.
  function automatic int unsigned places(kind_e kind);
    places = 0;
    for (int unsigned i = 0; i < LayoutItems; i++) begin
      if (Layout[i*ITEM_BITS + ITEM_KIND +: 5] == kind) places++;
    end
  endfunction

  // A packet of every record has one place. Any other packet has at most one place, and one if a
  // record can have the packet. A packet of an option that is off has no place.
  function automatic bit complete();
    complete = places(KindCtx1) == 1 && places(KindTot) == 1 && places(KindIssue) == 1 &&
               places(KindXlat) == 1 && places(KindPc) == 1 && places(KindTgt) == 1 &&
               places(KindVa) == 1 && places(KindPa) == 1 && places(KindType) == 1 &&
               places(KindEv) == 1 && places(KindCtx2) <= 1 && places(KindDs) <= 1 &&
               (!El2 || places(KindCtx2) == 1) && (!Lds || places(KindDs) == 1) &&
               places(KindPbt) == 32'(Pbt) && places(KindAlt) == 32'(Altclk != 0);
  endfunction

  // Each pad moves to a multiple of 2, 4, 8 or 16 bytes, with a phase below it; each kind of
  // element is known.
  function automatic bit items_known();
    item_t item;
    items_known = 1'b1;
    for (int unsigned i = 0; i < LayoutItems; i++) begin
      item = Layout[i*ITEM_BITS +: ITEM_BITS];
      if (item.kind > KindAlt) items_known = 1'b0;
      if (item.kind == KindPad &&
          (item.placed || item.offset_hi != '0 || !(item.pad_log2 inside {[4'd1:4'd4]}) ||
           32'(item.phase) >= (32'd1 << item.pad_log2))) items_known = 1'b0;
    end
  endfunction

  // Bytes of a packet in a record of this sort: a memory access, a branch, with a timestamp (5.2,
  // D18.2). 0: such a record does not have the packet.
  function automatic int unsigned bytes(kind_e kind, bit access, bit branch, bit stamped);
    case (kind)
      KindCtx1:           bytes = 5;
      KindCtx2:           bytes = El2 ? 5 : 0;
      KindTot, KindIssue: bytes = 3;
      KindXlat:           bytes = access ? 3 : 0;
      KindAlt:            bytes = (Altclk != 0) ? 3 : 0;
      KindPc:             bytes = 9;
      KindVa, KindPa:     bytes = access ? 9 : 0;
      KindTgt:            bytes = branch ? 9 : 0;
      KindPbt:            bytes = (Pbt && (branch || PbtOps == PBT_ANY)) ? 9 : 0;
      KindDs:             bytes = (access && Lds) ? DsBytes + 1 : 0;
      KindType:           bytes = 2;
      KindEv:             bytes = EventBytes + 1;
      KindTs:             bytes = stamped ? 9 : 0;
      KindEnd:            bytes = !stamped ? 1 : (places(KindTs) == 0) ? 9 : 0;
      default:            bytes = 0;
    endcase
  endfunction

  // Bytes of the largest record of this sort. 0: a packet with its own place overlaps an element
  // before it.
  function automatic int unsigned longest(bit access, bit branch, bit stamped);
    item_t       item;
    int unsigned size, at, step;
    longest = 0;
    for (int unsigned i = 0; i < LayoutItems; i++) begin
      item = Layout[i*ITEM_BITS +: ITEM_BITS];
      size = bytes(item.kind, access, branch, stamped);
      step = 32'd1 << item.pad_log2;
      at   = item.placed ? 32'({item.offset_hi, item.pad_log2, item.phase}) : longest;
      if (item.kind == KindPad) longest = (longest + 32'(item.phase) + step - 1) / step * step -
                                          32'(item.phase);
      else if (size != 0) begin
        if (at < longest) return 0;
        longest = at + size;
      end
    end
  endfunction

  // A branch that uses the Guarded Control Stack is an access, too (D18.2.7).
  function automatic bit placed();
    placed = 1'b1;
    for (int unsigned sort = 0; sort < 8; sort++) begin
      if ((sort[1:0] != 2'b11 || Gcs) && longest(sort[0], sort[1], sort[2]) == 0) placed = 1'b0;
    end
  endfunction

  function automatic bit fits();
    fits = 1'b1;
    for (int unsigned sort = 0; sort < 8; sort++) begin
      if ((sort[1:0] != 2'b11 || Gcs) &&
          longest(sort[0], sort[1], sort[2]) > (32'd1 << MaxSize)) fits = 1'b0;
    end
  endfunction

  initial begin
    RangeWidth:     assert (DispatchWidth >= 1 && DispatchWidth <= 8);
    RangeInFlight:  assert (InFlight >= 1 && InFlight <= 4);
    RangeQueue:     assert (RecordQueue >= 1 && RecordQueue <= 8);
    RangeSample:    assert (SamplePoint <= 1);
    RangeScope:     assert (SyncScope <= 1);
    RangeTsPoint:   assert (TsPoint <= 1);
    RangeTsStopped: assert (TsStopped <= 1);
    RangeSource:    assert (DsBytes inside {1, 2});
    RangeEvents:    assert (EventBytes inside {1, 2, 4, 8});
    RangeLatency:   assert (LatencyRule <= 1);
    RangeCount:     assert (CountSize inside {12, LAT_BITS});
    RangeVaTop:     assert (VaTop <= 1);
    RangePat:       assert (PatUnchecked <= 1);
    RangePbtOps:    assert (PbtOps <= 2);
    RangeXlat:      assert (XlatWithoutVa <= 2);
    RangeAltclk:    assert (Altclk inside {0, 1, 15});
    RangeFeed:      assert (FeedPoint <= 1);
    RangeFne:       assert (FneZero <= 1);
    RangeOverlap:   assert (FeOverlap <= 1);
    RangeFe:        assert (FeZero <= 1);
    RangeFt:        assert (FtZero <= 1);
    RangeFl:        assert (FlZero <= 1);
    RangeAlign:     assert (Align <= MaxSize);
    RangeMaxSize:   assert (MaxSize >= 6 && MaxSize <= 11);
    RangeGranule:   assert (Granule inside {12, 14, 16});
    RangeAbort:     assert (ExtAbort <= 3);
    RangeDone:      assert (RecordDone <= 1);
    RangeReset:     assert (ResetValue <= 1);
    RangeBus:       assert (AxiBytes inside {8, 16, 32, 64});

    RangeVersion:   assert (Pmsver >= 1 && Pmsver <= 6);
    RangeNv:        assert (Nv <= 2);
    RangeEcv:       assert (Ecv <= 2);
    RangeSize:      assert (MaxBuffSize <= 16383);
    RangeNspb:      assert (NspbReserved <= NSPB_REALM);
    RangeEe:        assert (EeReserved <= EE_OFF);
    // The predictor also permits `write` and `any`; this SPU does not implement them.
    RangeDisabled:  assert (DisabledRecord <= DISABLED_EVENT);
    RangePointer:   assert (WrongPointer <= WRONG_DENIED);
    RangeMisalign:  assert (Misaligned <= ALIGN_AS_WRONG);
    RangeBoundary:  assert (DlBoundary <= BOUNDARY_ONE);
    RangeIrq:       assert (IrqMin <= IrqMax && IrqMax <= 64);
    // spu_arbiter takes records in the order of the endings, which `any` permits.
    RangeOrder:     assert (RecordOrder != spe_cfg_pkg::RecordOrderPopulation || InFlight == 1);
    // Events, counts and pulses are one cycle late.
    LagEvent:       assert (EventMin <= 1);
    LagPmu:         assert (PmuMin <= 1 && PmuMax >= 1);
    LagCti:         assert (CtiMin <= 1 && CtiMax >= 1);
    LagSerror:      assert (SerrorMin <= 1 && SerrorMax >= 1);

    VheNeedsEl2:   assert (El2 || !Vhe);
    El2OfFeatures: assert (El2 || (!Sel2 && !Rme && Nv == 0 && Ecv == 0));
    RmeNeedsEl3:   assert (El3 || !Rme);
    SecureStates:  assert (Secure || (!Sel2 && (Rme || !El3)));
    NspbExists:    assert
        ((NspbReserved != NSPB_REALM || Rme) && (NspbReserved != NSPB_SECURE || Secure));
    EeOffNeedsExc: assert (EeReserved != EE_OFF || (Exc && Nv == 0));
    // Options need their version (D17.8, D24.7.1, D24.7.14).
    VersionFne:    assert (Fne == (Pmsver >= 3));
    VersionFds:    assert (!Fds || (Pmsver >= 5 && Lds));
    FdsOfLds:      assert (Pmsver < 6 || Fds == Lds);
    VersionPbt:    assert (!Pbt || Pmsver >= 3);
    VersionIdr:    assert (Pmsver >= 2 || !(Eft || Fpf || Crr || Altclk != 0 || MaxBuffSize != 0));
    VersionMss2:   assert (Pmsver >= 2 || !(The || Poe || Pie));
    // DDI 0586A, 4.3.11: only 12 bits. D18.2.7: payloads of MOPS and GCS.
    VersionCount:  assert (Pmsver >= 2 || CountSize != 16);
    VersionMops:   assert (Pmsver >= 4 || !Mops);
    VersionGcs:    assert (Pmsver >= 5 || !Gcs);
    VersionSme:    assert (!SpeSme || (Sme && Pmsver >= 5));
    AltclkOfSme:   assert (Altclk != 1 || SpeSme);
    VersionExc:    assert (Pmsver == 6 || !Exc);
    VersionNvm:    assert (Pmsver >= 5 || !Nvm);
    // At dispatch it is not yet known which path is the right one (2.2.5).
    DispatchSpeculates: assert (Speculative == (SamplePoint == SAMPLE_DISPATCH));
    AbortVersion:  assert (ExtAbort <= ABORT_SERROR || Pmsver >= 2);
    AsyncNeedsExc: assert (!RouteAsync || Exc);
    SyncNeedsB:    assert (ExtAbort != ABORT_SYNC || RecordDone != DONE_W);

    // Bits that events can have; a filter bit needs its event (4.3.8).
    EventsKnown:   assert ((Events & ~KNOWN) == '0);
    EventsBase:    assert ((BASE & ~Events) == '0);
    EventsFit:     assert (EventBytes > 7 || (Events >> (8*EventBytes)) == '0);
    FiltersKnown:  assert ((EventFilters & ~(IMPDEF | (V1p4 ? 64'h0 : 64'h714))) == '0);
    FiltersEvents: assert ((EventFilters & ~Events) == '0);

    // 4.3.11, 4.3.1: the identification registers say what the SPU does.
    IdrFilters:    assert (Pmsidr[2:0] == '1);
    IdrLds:        assert (Pmsidr[4] == Lds);
    IdrErnd:       assert (Pmsidr[5] == Ernd);
    IdrInterval:   assert (Pmsidr[11:8] inside {4'd0, [4'd2:4'd8]});
    IdrMaxSize:    assert (32'(Pmsidr[15:12]) == MaxSize);
    IdrCountSize:  assert (Pmsidr[19:16] == ((CountSize == 12) ? 4'd2 : 4'd3));
    IdrFilterBits: assert (Pmsidr[7:6] == {Fds, Fne});
    IdrOptions:    assert
        (Pmsidr[32:24] == {SpeSme, 4'(Altclk), Fpf, Eft, Crr, Pbt});
    IdrRes0:       assert (Pmsidr[23:20] == '0 && Pmsidr[63:33] == '0);
    BidrAlign:     assert (32'(PmbidrConst[3:0]) == Align);
    BidrFlags:     assert (PmbidrConst[5] || Pmsver < 4);
    BidrEa:        assert
        ((PmbidrConst[11:8] == '0 && Pmsver < 4) ||
         (PmbidrConst[11:8] == ((ExtAbort == ABORT_SERROR) ? 4'd2 : 4'd1) &&
          ExtAbort >= ABORT_SERROR && Pmsver >= 2));
    BidrSize:      assert (32'(PmbidrConst[47:32]) == MaxBuffSize);
    BidrRes0:      assert
        (PmbidrConst[4] == '0 && PmbidrConst[7:6] == '0 && PmbidrConst[31:12] == '0 &&
         PmbidrConst[63:48] == '0);

    // A layout with an illegal packet size is not judged.
    if (DsBytes inside {1, 2} && EventBytes inside {1, 2, 4, 8}) begin
      LayoutPlaced: assert (placed());
      LayoutFits:   assert (fits());
    end
    LayoutKnown:   assert (items_known());
    LayoutFull:    assert (complete());
    LayoutEnd:     assert
        (places(KindEnd) == 1 && Layout[(LayoutItems-1)*ITEM_BITS + ITEM_KIND +: 5] == KindEnd);
    // spu_encode looks for Timestamp directly before End.
    LayoutTs:      assert
        (places(KindTs) == 0 ||
         (places(KindTs) == 1 && Layout[(LayoutItems-2)*ITEM_BITS + ITEM_KIND +: 5] == KindTs));
  end

endmodule

bind spu spu_params_sva #(
  .Pmsver(Pmsver), .El2(El2), .El3(El3), .Vhe(Vhe), .Secure(Secure), .Sel2(Sel2), .Rme(Rme),
  .Nv(Nv), .Ecv(Ecv), .The(The), .Poe(Poe), .Pie(Pie), .Exc(Exc), .Nvm(Nvm),
  .MaxBuffSize(MaxBuffSize), .NspbReserved(NspbReserved), .EeReserved(EeReserved),
  .DisabledRecord(DisabledRecord), .WrongPointer(WrongPointer), .Misaligned(Misaligned),
  .DlBoundary(DlBoundary), .RouteAsync(RouteAsync), .IrqMin(IrqMin), .IrqMax(IrqMax),
  .Sve(Sve), .Sme(Sme), .Mops(Mops), .Gcs(Gcs), .Fne(Fne), .Fds(Fds), .Eft(Eft),
  .Fpf(Fpf), .Crr(Crr), .Pbt(Pbt), .SpeSme(SpeSme), .Altclk(Altclk), .DispatchWidth(DispatchWidth),
  .InFlight(InFlight), .RecordQueue(RecordQueue), .SamplePoint(SamplePoint),
  .Speculative(Speculative), .SyncScope(SyncScope), .Ernd(Ernd), .TsPoint(TsPoint),
  .TsStopped(TsStopped), .Lds(Lds), .DsBytes(DsBytes), .EventBytes(EventBytes), .Events(Events),
  .EventFilters(EventFilters), .LatencyRule(LatencyRule), .CountSize(CountSize), .VaTop(VaTop),
  .PatUnchecked(PatUnchecked), .PbtOps(PbtOps), .XlatWithoutVa(XlatWithoutVa),
  .FeedPoint(FeedPoint), .FeZero(FeZero), .FneZero(FneZero), .FeOverlap(FeOverlap),
  .FtZero(FtZero), .FlZero(FlZero), .LayoutItems(LayoutItems), .Layout(Layout), .Align(Align),
  .MaxSize(MaxSize), .Granule(Granule), .ExtAbort(ExtAbort), .RecordDone(RecordDone),
  .ResetValue(ResetValue), .Pmsidr(Pmsidr), .PmbidrConst(PmbidrConst), .AxiBytes(AxiBytes)
) u_params_sva ();
