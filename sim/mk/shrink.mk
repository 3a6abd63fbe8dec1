# SPDX-License-Identifier: Apache-2.0
# The smallest part of a run that fails as it does (tb/README.md, "A smaller run").

## shrink [RUN LIST BUDGET SVA JOBS]: the smallest part of the run in the directory RUN that fails as it does; with LIST a row of that list; the search takes 30 s, or BUDGET=5m; SVA=0: as it fails without assertions
shrink:
	@sim/failed-run.sh $(call quoted,$(RUN))
	@sim/setup.sh run nightly
	@$(ENGINE_SH) build $(B)/bin/shrink $(B)/bin/launch $$(sim/failed-run.sh $(call quoted,$(RUN)) $(B))
	@SVA=$(SVA) exec sim/shrink.sh $(B) $(call quoted,$(RUN)) $(call quoted,$(LIST)) $(BUDGET)

.PHONY: shrink
