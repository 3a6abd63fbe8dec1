# SPDX-License-Identifier: Apache-2.0
# The smallest part of a run that fails as it does (tb/README.md, "A smaller run").

## shrink [RUN LIST BUDGET JOBS]: the smallest part of the run in the directory RUN that fails as it does; with LIST a row of that list; the search takes 30 s, or BUDGET=5m
shrink:
	@sim/setup.sh run nightly
	@$(ENGINE_SH) build $(B)/bin/shrink $(B)/bin/launch
	@exec sim/shrink.sh $(B) $(call quoted,$(RUN)) $(call quoted,$(LIST)) $(BUDGET)

.PHONY: shrink
