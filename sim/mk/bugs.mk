# SPDX-License-Identifier: Apache-2.0
# Realistic bugs of an SPU (sim/faults/library.md). Results stay in $(B)/bugs.

## bugs [RESUME JOBS]: the shortest run that finds each realistic bug of sim/faults/library.tsv, and the taps that see it
bugs:
	@sim/setup.sh run mutate nightly
	@RESUME=$(RESUME) exec sim/bugs.sh $(B)

.PHONY: bugs
