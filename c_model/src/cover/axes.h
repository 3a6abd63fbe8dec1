/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_COVER_AXES_H
#define SPE_COVER_AXES_H

#include <stddef.h>

#include "cover/table.h"

/* Axes of functional coverage; only table.c includes this file. Each value has the name that bins
 * use. Where such names are not clear, there is also a text for each value. */

#define LIST(...)                                                                                  \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }
#define COUNT_OF(x) (sizeof(x) / sizeof((x)[0]))

/* An axis whose values have names. With SAID each value also has a text. */
#define NAMES(axis, before, ...)                                                                   \
    static const char *const axis##_names[] = {__VA_ARGS__};                                       \
    static const struct cover_axis axis = {axis##_names, NULL, COUNT_OF(axis##_names), false,      \
                                           before}
#define SAID(axis, before, names, says)                                                            \
    static const char *const axis##_names[] = names;                                               \
    static const char *const axis##_says[] = says;                                                 \
    _Static_assert(COUNT_OF(axis##_names) == COUNT_OF(axis##_says), "words of " #axis);            \
    static const struct cover_axis axis = {axis##_names, axis##_says, COUNT_OF(axis##_names),      \
                                           false, before}
/* Bits: a value is the sum of the names whose bit is 1. */
#define FLAGS(axis, before, names, says)                                                           \
    static const char *const axis##_names[] = names;                                               \
    static const char *const axis##_says[] = says;                                                 \
    _Static_assert(COUNT_OF(axis##_names) == COUNT_OF(axis##_says), "words of " #axis);            \
    static const struct cover_axis axis = {axis##_names, axis##_says,                              \
                                           1u << COUNT_OF(axis##_names), true, before}
/* Numbers 0 .. n - 1. */
#define NUMBERS(axis, before, n)                                                                   \
    static const struct cover_axis axis = {NULL, NULL, n, false, before}

NAMES(reg, "", "PMSCR_EL1", "PMSNEVFR_EL1", "PMSICR_EL1", "PMSIRR_EL1", "PMSFCR_EL1", "PMSEVFR_EL1",
      "PMSLATFR_EL1", "PMSIDR_EL1", "PMBLIMITR_EL1", "PMBPTR_EL1", "PMBSR_EL1", "PMSDSFR_EL1",
      "PMBMAR_EL1", "PMBIDR_EL1", "PMSCR_EL2", "PMBSR_EL2", "PMSCR_EL12", "PMBSR_EL12",
      "PMBSR_EL3");
NAMES(direction, "", "read", "write");
NAMES(level, "at ", "EL0", "EL1", "EL2", "EL3");
SAID(outcome, "", LIST("ok", "undefined", "trap_el2", "trap_el3", "memory"),
     LIST("done", "UNDEFINED or trapped to EL1", "trapped to EL2", "trapped to EL3",
          "redirected to memory (FEAT_NV2)"));
SAID(regime, "the owning regime is ",
     LIST("ns_el10", "ns_el2", "ns_el20", "s_el10", "s_el2", "s_el20", "r_el10", "r_el2", "r_el20"),
     LIST("Non-secure EL1&0", "Non-secure EL2", "Non-secure EL2&0", "Secure EL1&0", "Secure EL2",
          "Secure EL2&0", "Realm EL1&0", "Realm EL2", "Realm EL2&0"));
FLAGS(collected, "with ", LIST("ctx1", "ctx2", "pa"),
      LIST("CONTEXTIDR_EL1", "CONTEXTIDR_EL2", "physical address"));
SAID(timestamp, "timestamp: ", LIST("none", "virtual", "physical", "offset"),
     LIST("none", "virtual counter", "physical counter", "physical counter less CNTPOFF_EL2"));
SAID(kind, "",
     LIST("other", "sve", "sme", "general", "simd_fp", "unspecified", "tag", "nv2", "extended",
          "sve_memory", "copy", "set", "gcs", "branch"),
     LIST("Other", "Other, SVE data processing", "Other, SME array",
          "load or store of general-purpose registers", "load or store of SIMD&FP registers",
          "load or store of unspecified registers", "load or store of Allocation tags",
          "System register access as a load or store (FEAT_NV2)",
          "atomic, exclusive, acquire or release", "SVE or SME load or store", "Memory Copy",
          "Memory Set", "Guarded Control Stack access", "branch"));
SAID(ending, "", LIST("retire", "exception", "squash", "nonarch", "replay"),
     LIST("retired", "with an exception", "misspeculated", "with a non-architectural exception",
          "replayed"));
FLAGS(other, "", LIST("cond", "fp", "ase"), LIST("conditional", "floating point", "Advanced SIMD"));
SAID(vector, "", LIST("data", "load", "store"), LIST("data processing", "load", "store"));
NUMBERS(evl, "EVL ", 8);
FLAGS(sve, "", LIST("pred", "fp_or_gather"),
      LIST("predicated", "floating point, or gather or scatter"));
NUMBERS(ets, "ETS ", 16);
SAID(fp, "", LIST("integer", "fp"), LIST("integer", "floating point"));
FLAGS(extended, "", LIST("store", "atomic", "exclusive", "acquire_release"),
      LIST("store", "atomic", "exclusive", "acquire or release"));
SAID(cr, "", LIST("not_recorded", "call", "return", "neither"),
     LIST("call and return not recorded", "call", "return", "no call, no return"));
FLAGS(branch, "", LIST("cond", "indirect", "gcs"),
      LIST("conditional", "indirect", "with a Guarded Control Stack access"));
NUMBERS(bit, "event ", 64);
NAMES(digit, "is ", "0", "1");
SAID(flag, "an operation ", LIST("0", "1"), LIST("without this type", "of this type"));
SAID(counter, "", LIST("total", "issue", "translation", "alternate"),
     LIST("total latency", "issue latency", "translation latency",
          "alternate clock issue latency"));
SAID(count, "", LIST("0", "1", "between", "max_less_1", "max"),
     LIST("0", "1", "above 1, below the greatest but one", "the greatest but one", "saturated"));
SAID(address, "", LIST("pc", "target", "previous", "pa"),
     LIST("PC", "branch target", "previous branch target", "data physical address"));
SAID(state, "", LIST("secure", "nonsecure", "root", "realm"),
     LIST("Secure", "Non-secure", "Root", "Realm"));
NAMES(checked, "tag ", "unchecked", "checked");
NUMBERS(pat, "PAT ", 16);
SAID(source, "", LIST("absent", "0", "nibble", "byte", "wide"),
     LIST("no packet", "source 0", "source 1 to 15", "source 16 to 255",
          "source of more than 8 bits"));
FLAGS(filters, "filters ", LIST("FE", "FT", "FL", "FnE", "FDS"),
      LIST("FE", "FT", "FL", "FnE", "FDS"));
NAMES(kept, "the sample is ", "rejected", "kept");
NAMES(type, "filter flag ", "B", "LD", "ST", "FP", "SIMD");
SAID(control, "", LIST("off", "on", "mask", "on_mask"),
     LIST("0", "1", "0 with its mask", "1 with its mask"));
SAID(mode, "", LIST("fixed", "random", "random_after"),
     LIST("fixed interval", "random part in the interval",
          "random part after the interval (FEAT_SPE_ERnd)"));
NAMES(selected, "", "sampled", "collided");
NUMBERS(lane, "lane ", 8);
SAID(page, "", LIST("inside", "to_end", "across"),
     LIST("inside of a page", "up to the end of a page", "across two pages"));
SAID(addressing, "", LIST("virtual", "physical"),
     LIST("virtual addresses", "physical addresses (FEAT_SPE_nVM)"));
SAID(room, "", LIST("0", "less", "one_record", "more"),
     LIST("none", "less than a largest record", "exactly a largest record",
          "more than a largest record"));
SAID(event, "",
     LIST("full", "denied", "size", "alignment", "abort_stage1", "abort_stage2", "gpc", "external",
          "impdef", "wrong_pointer"),
     LIST("buffer full", "record of a disabled buffer, access not allowed", "buffer too large",
          "Alignment fault of the pointer", "stage 1 Data Abort of a translation",
          "stage 2 Data Abort of a translation", "Granule Protection Check fault",
          "External abort on a write", "IMPLEMENTATION DEFINED event",
          "pointer too near to the limit or beyond it"));
NAMES(reported, "reported in ", "PMBSR_EL1", "PMBSR_EL2", "PMBSR_EL3");
SAID(fault, "",
     LIST("address_size", "translation", "access_flag", "permission", "walk_external", "gpf_walk",
          "gpf", "alignment", "tlb_conflict", "atomic_update", "walk_parity", "unsupported_access",
          "external_sync", "external_async", "other"),
     LIST("Address Size fault", "Translation fault", "Access flag fault", "Permission fault",
          "External abort on a walk", "Granule Protection Fault on a walk",
          "Granule Protection Fault, not on a walk",
          "Alignment fault, of the pointer or of a translation", "TLB conflict abort",
          "Unsupported atomic hardware update fault", "parity or ECC error on a walk",
          "Unsupported Access fault", "synchronous External abort on a write",
          "asynchronous External abort on a write", "code of no table"));
SAID(stage, "", LIST("stage1", "stage2"), LIST("stage 1", "stage 2"));
SAID(depth, "", LIST("none", "level_m2", "level_m1", "level_0", "level_1", "level_2", "level_3"),
     LIST("no level", "level -2", "level -1", "level 0", "level 1", "level 2", "level 3"));
SAID(cause, "", LIST("plain", "DirtyBit", "Overlay", "AssuredOnly", "TopLevel"),
     LIST("no bit of MSS2", "DirtyBit", "Overlay", "AssuredOnly", "TopLevel"));
SAID(place, "on ", LIST("first", "inner", "second_page"),
     LIST("its first byte", "a byte in the middle", "the first byte of its second page"));
FLAGS(syndrome, "the register then has ", LIST("DL", "EA", "COLL"), LIST("DL", "EA", "COLL"));
SAID(signal, "", LIST("PMBIRQ", "to_EL1", "to_EL2", "to_EL3"),
     LIST("PMBIRQ", "SPE Profiling exception to EL1", "SPE Profiling exception to EL2",
          "SPE Profiling exception to EL3"));
NAMES(pending, "", "pending", "taken");
NAMES(output, "", "SAMPLE_POP", "SAMPLE_FEED", "SAMPLE_FILTRATE", "SAMPLE_COLLISION", "CTI",
      "SError", "SAMPLE_BUFFER_FULL", "SAMPLE_FEED_BR", "SAMPLE_FEED_LD", "SAMPLE_FEED_ST",
      "SAMPLE_FEED_FP", "SAMPLE_FEED_SIMD", "SAMPLE_FEED_OP", "SAMPLE_FEED_EVENT",
      "SAMPLE_FEED_LAT", "SAMPLE_FEED_DS");
SAID(packet, "",
     LIST("end", "timestamp", "context_EL1", "context_EL2", "events", "operation", "data_source",
          "pc", "target", "previous", "va", "pa", "total", "issue", "translation", "alternate",
          "padding"),
     LIST("End", "Timestamp", "Context, CONTEXTIDR_EL1", "Context, CONTEXTIDR_EL2", "Events",
          "Operation Type", "Data Source", "Address, PC", "Address, branch target",
          "Address, previous branch target", "Address, data virtual address",
          "Address, data physical address", "Counter, total latency", "Counter, issue latency",
          "Counter, translation latency", "Counter, alternate clock issue latency", "Padding"));
SAID(sequence, "",
     LIST("disable_queued", "disable_writing", "disable_in_flight", "event_queued",
          "event_in_flight", "event_then_abort", "s_written", "s_cleared", "owner_in_walk",
          "owner_writing", "tlbi_in_walk", "reset_writing", "reset_in_flight", "pointer_writing",
          "wait_for_room", "two_pages", "discard_mode", "asid_cached"),
     LIST("the buffer is disabled with records queued",
          "the buffer is disabled while a record is written",
          "the buffer is disabled with a sample in flight",
          "a management event with records queued behind it",
          "a management event with a sample in flight", "an External abort with S at 1 already",
          "software sets S", "software clears S after an event",
          "the owning regime changes while a translation is asked for",
          "the owning regime changes while a record is written",
          "a TLBI while a translation is asked for", "a reset while a record is written",
          "a reset with a sample in flight", "PMBPTR_EL1 is written while a record is written",
          "an ended sample waits for room in the queue", "a record on two pages",
          "a record discarded by discard mode",
          "another ASID or VMID while a translation may be cached"));

NUMBERS(top, "AWADDR[51:48] is ", 16);
NAMES(placed, "", "record", "limit");
SAID(region, "", LIST("low", "middle", "high", "end", "wide", "tagged", "upper"),
     LIST("below 2^32", "from 2^32, below 2^47", "from 2^47, below 2^48", "at 2^48", "above 2^48",
          "with a tag in bits [63:56]", "in the upper half of the address space (bit 55)"));
SAID(interval, "INTERVAL is ", LIST("1", "2_15", "16_255", "256_4095", "4096_65535", "65536_up"),
     LIST("1", "2 to 15", "16 to 255", "256 to 4095", "4096 to 65535", "65536 or more"));
SAID(shown, "", LIST("selected", "counting"),
     LIST("an operation is selected", "a read of PMSICR_EL1 shows the counter near it"));
NUMBERS(tags, "samples in flight: ", 5);
NUMBERS(records, "records not written: ", 9);
SAID(order, "", LIST("none", "kept", "overtaken"),
     LIST("no burst waits for its response", "bursts wait for their responses",
          "a burst waits, and a younger one has its response"));
NAMES(barrier, "", "PSB", "DSB");
FLAGS(pendings, "pending: ", LIST("flight", "queued", "writing"),
      LIST("samples in flight", "records queued", "a record being written"));
SAID(enabled, "the buffer is ", LIST("on", "off", "stopped"),
     LIST("enabled", "disabled", "stopped by an event (S is 1)"));

#undef LIST
#undef NAMES
#undef SAID
#undef FLAGS
#undef NUMBERS

#endif
