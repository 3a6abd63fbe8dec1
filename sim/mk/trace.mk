# SPDX-License-Identifier: Apache-2.0
# Operation traces: the QEMU plugin and the tool that prints a trace.

TRACE_SRC := $(wildcard tb/trace/*.c)
TRACE_OBJECTS := $(call objects,obj,$(TRACE_SRC))

# The plugin is built for the interface of the emulator at hand (qemu.id).
$(B)/lib/libspetrace.so: $(foreach f,spetrace.c qemu_api.h api.sh,$(call sum,tb/plugin/$f)) $(B)/qemu.id $(B)/cc.id $(TRACE_OBJECTS)
	@mkdir -p $(@D)
	@api=$$(tb/plugin/api.sh) && $(CC) $(CFLAGS) -DSPE_QEMU_API=$$api -Ic_model/include -Itb -shared \
	  tb/plugin/spetrace.c $(TRACE_OBJECTS) -lzstd -lm -o $@.new && mv $@.new $@

$(B)/bin/trace_dump: $(call objects,obj,tb/tools/trace_dump.c) $(TRACE_OBJECTS)
	@mkdir -p $(@D)
	@$(CC) $^ -lzstd -lm -o $@.new && mv $@.new $@
