# SPDX-License-Identifier: Apache-2.0
# One make at a time in an output directory. What writes there starts itself again under the lock; the goals below take it for
# the parts that they build, or need none.
UNLOCKED := help setup run trace test lint layers testplan install mutate regress bench fuzz doctor clean distclean $(LATER)
locked_goals := $(filter-out $(UNLOCKED),$(MAKECMDGOALS))
ifneq ($(locked_goals),)
  ifeq ($(SPE_LOCKED),$(abspath $(B)))
    locked_goals :=
  endif
endif

ifneq ($(locked_goals),)
  marked := $(shell sim/sums.sh $(B) 2>&1 && echo ok)
  ifneq ($(lastword $(marked)),ok)
    $(error $(marked))
  endif
  .PHONY: $(MAKECMDGOALS) under-lock
  $(MAKECMDGOALS): under-lock ;
  under-lock:
	@SPE_LOCKED=$(abspath $(B)) exec flock -F $(B)/sum/.build $(MAKE) $(MAKECMDGOALS)
endif
