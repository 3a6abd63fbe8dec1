# SPDX-License-Identifier: Apache-2.0
# From a run that failed to a picture of its first finding (c_model/wave.md).

## debug [RUN JOBS]: explain the first finding of the run in the directory RUN; lay its waves beside what was predicted
debug:
	@sim/failed-run.sh $(call quoted,$(RUN))
	@sim/setup.sh run
	@$(ENGINE_SH) build $(B)/bin/spe $(B)/bin/spe-wave $(B)/bin/launch
	@exec sim/debug.sh $(B) $(call quoted,$(RUN))

.PHONY: debug
