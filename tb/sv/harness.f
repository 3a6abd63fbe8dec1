// SPDX-License-Identifier: Apache-2.0
// The bench's top. Paths from the top of the repository.
tb/sv/harness.vlt
tb/sv/spu_harness.sv
