// SPDX-License-Identifier: Apache-2.0
// The tap bound to the top of the bench; after rtl/rtl.f. Paths from the top of the repository.
-f dpi/tap_spu.f
tb/sv/harness_tap.sv
