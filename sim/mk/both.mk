# SPDX-License-Identifier: Apache-2.0
# The scoreboard beside that of an earlier commit (c_model/both.md). The logs stay in $(B)/both.

## both [BASE JOBS]: the scoreboard of the commit BASE and that of this tree judge the same logs: every difference is said
both:
	@$(if $(BASE),,echo "make both: BASE=COMMIT is needed" >&2 && exit 2)
	@sim/setup.sh run mutate
	@$(ENGINE_SH) build $(B)/bin/spe-both $(B)/bin/launch
	@JOBS=$(JOBS) $(B)/bin/launch --cpu 0 --stall 0 sim/both.sh $(B) $(call quoted,$(BASE)) $(which)

## both-quick [BASE JOBS]: the same of a few of the logs, in seconds
both-quick: which = quick
both-quick: both

.PHONY: both both-quick
