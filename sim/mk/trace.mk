# SPDX-License-Identifier: Apache-2.0
# Operation traces: the QEMU plugin and the tool that prints a trace.

TRACE_SRC := $(wildcard tb/trace/*.c)
TRACE_OBJECTS := $(call objects,obj,$(TRACE_SRC))

# The plugin is built for the interface of the emulator at hand.
$(B)/lib/libspetrace.so: tb/plugin/spetrace.c tb/plugin/qemu_api.h $(TRACE_OBJECTS)
	@mkdir -p $(@D)
	@api=$$(tb/plugin/api.sh) && $(CC) $(CFLAGS) -DSPE_QEMU_API=$$api -Ic_model/include -Itb -shared \
	  tb/plugin/spetrace.c $(TRACE_OBJECTS) -lzstd -lm -o $@

$(B)/bin/trace_dump: $(call objects,obj,tb/tools/trace_dump.c) $(TRACE_OBJECTS)
	@mkdir -p $(@D)
	@$(CC) $^ -lzstd -lm -o $@
