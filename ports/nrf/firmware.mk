# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# Images for Nordic boards: `make firmware` builds all of them below
# build/nrf, says what each takes of its chip, and fails where that is too
# much. Part of the Makefile at the top.
#
# The layers are compiled once for each processor, the port once for each board.
# Every file leaves its call graph behind; tools/nrf-size.py makes of them the
# proof of how much stack there must be, and the linker reserves just that.

.PHONY: firmware flash nrf-lint

N := build/nrf
nrf_boards := microbit1 microbit2 nrf52840dk nrf5340dk

nrf_core.microbit1 := m0
nrf_core.microbit2 := m4
nrf_core.nrf52840dk := m4
nrf_core.nrf5340dk := m33

# Micro:bit v1 knows two players, and is told that memory is short.
nrf_flags.m0 := -mcpu=cortex-m0 -DRK_TWO_PLAYERS -DRK_SMALL
nrf_flags.m4 := -mcpu=cortex-m4 -mfloat-abi=soft
nrf_flags.m33 := -mcpu=cortex-m33 -mfloat-abi=soft

# What is compiled for speed: on the smallest chip what a search spends its time in,
# and of that in one copy what would be too large in two or more. The flags are those
# that served a core with eight registers best, by `make bench-nrf`.
nrf_speed.m0 := -Os
nrf_speed.m4 := -O2
nrf_speed.m33 := -O2
nrf_fast.m0 := $(patsubst %,engine/%.c,control endings eval history makemove movepick pawns \
	psqt qsearch see tt) core/make.c core/status.c
nrf_fast_once.m0 := core/attacks.c core/legal.c core/movegen.c
nrf_faster := -O2 -fira-algorithm=priority -fno-move-loop-invariants -fno-tree-loop-im
nrf_speed_of = $(if $(filter $(2),$(nrf_fast.$(1))),$(nrf_faster),\
	$(if $(filter $(2),$(nrf_fast_once.$(1))),$(nrf_faster) -DRK_BY_SIZE,$(nrf_speed.$(1))))

nrf_without.m0 := $(for_four) $(not_if_small)

# Of the openings it has only those of a few moves: words, numbers included.
nrf_openings.m0 := 2
nrf_played.m0 := B1|C4|C5|D3

nrf_serial.microbit1 := uart
nrf_lights.microbit1 := matrix
nrf_lights.microbit2 := matrix
nrf_not = $(filter-out serial_$(or $(nrf_serial.$(1)),uarte) lights_$(or $(nrf_lights.$(1)),leds),\
	serial_uart serial_uarte lights_leds lights_matrix)

nrf_cc := arm-none-eabi-gcc
nrf_usual := -std=c11 -mthumb -ffreestanding -ffunction-sections -fdata-sections \
	$(warnings) -Werror -Wframe-larger-than=512 -Wvla -fcallgraph-info=su -g \
	-fno-tree-loop-distribute-patterns -DRK_UCI_ONLY=64 -DRK_NO_FILES -DRK_NO_NETWORK \
	-I. -Iinclude
nrf_link := -nostdlib -nostartfiles -Wl,--gc-sections -Wl,--build-id=none

nrf_layers = $(filter-out $(nrf_without.$(1)),$(for_chips))
nrf_own = $(filter-out $(patsubst %,ports/nrf/%.c,$(call nrf_not,$(1))),$(wildcard ports/nrf/*.c))
nrf_objects = $(patsubst %.c,$(N)/$(nrf_core.$(1))/%.o,$(call nrf_layers,$(nrf_core.$(1)))) \
	$(patsubst ports/nrf/%.c,$(N)/$(1)/%.o,$(call nrf_own,$(1)))

define nrf_core_rules
$(N)/$(1)/%.o: %.c ports/nrf/firmware.mk
	$$(call say,CC   )
	$(Q)mkdir -p $$(@D)
	$(Q)$(nrf_cc) $(nrf_usual) -I$(N)/$(1)/gen $(nrf_flags.$(1)) $$(call nrf_speed_of,$(1),$$<) \
		$$(nrf_more) -MMD -MP -c -o $$@ $$<

$(N)/$(1)/engine/openings.o: $(N)/$(1)/gen/openings.inc
$(N)/$(1)/gen/openings.inc: data/openings.txt $(B)/gen_openings ports/nrf/firmware.mk
	$$(call say,TABLE)
	$(Q)mkdir -p $$(@D)
	$(Q)awk -F '\t' -v most=$(or $(nrf_openings.$(1)),99) -v played='^($(nrf_played.$(1)))' \
		'/^setup/ || split($$$$3, words, " ") <= most || ($$$$4 != "-" && $$$$1 ~ played)' \
		$$< > $$@.txt
	$(Q)$(B)/gen_openings $$@.txt > $$@
endef

define nrf_board_rules
$(N)/$(1)/%.o: ports/nrf/%.c ports/nrf/firmware.mk
	$$(call say,CC   )
	$(Q)mkdir -p $$(@D)
	$(Q)$(nrf_cc) $(nrf_usual) $(nrf_flags.$(nrf_core.$(1))) \
		$$(if $$(filter ports/nrf/memory.c,$$<),-O2,-Os) -include ports/nrf/boards/$(1).h -MMD -MP -c -o $$@ $$<

$(N)/$(1)/link.ld: ports/nrf/link.ld.S ports/nrf/boards/$(1).h $(N)/$(1)/stack
	$(Q)$(nrf_cc) -E -P -x assembler-with-cpp -include ports/nrf/boards/$(1).h \
		-DNRF_STACK=$$$$(cat $(N)/$(1)/stack) -o $$@ $$<

$(N)/$(1)/stack: $(call nrf_objects,$(1)) ports/nrf/calls.txt tools/nrf-size.py tools/stack.py
	$$(call say,STACK)
	$(Q)tools/nrf-size.py stack ports/nrf/calls.txt ports/nrf/boards/$(1).h \
		$(call nrf_objects,$(1)) > $$@ 2> $$@.chain || { tail -1 $$@.chain >&2; false; }

$(N)/$(1)/rookery.elf: $(N)/$(1)/link.ld $(call nrf_objects,$(1))
	$$(call say,LINK )
	$(Q)$(nrf_cc) $(nrf_flags.$(nrf_core.$(1))) -mthumb $(nrf_link) -T $$^ -lgcc \
		-Wl,-Map=$(N)/$(1)/rookery.map -o $$@

-include $$(wildcard $(N)/$(1)/*.d)
endef

$(foreach core,m0 m4 m33,$(eval $(call nrf_core_rules,$(core))))
$(foreach board,$(nrf_boards),$(eval $(call nrf_board_rules,$(board))))
-include $(wildcard $(N)/m*/*/*.d $(N)/m*/*/*/*.d)

$(N)/%/rookery.hex: $(N)/%/rookery.elf
	$(call say,HEX  )
	$(Q)arm-none-eabi-objcopy -O ihex $< $@

firmware:
	@tools/setup.sh nrf
	@$(MAKE) --no-print-directory $(nrf_boards:%=$(N)/%/rookery.hex)
	@$(record) tools/nrf-size.py table $(N) $(nrf_boards)

# The port's own files, for the boards that they are about.
nrf_tidy = $(1:%=ports/nrf/%.c) -- -std=c11 -ffreestanding -I. -Iinclude $(warnings) \
	-include ports/nrf/boards/$(2).h

lint: nrf-lint
nrf-lint:
	@cppcheck --quiet --std=c11 --enable=warning,performance,portability --inline-suppr \
		--error-exitcode=1 --suppress=comparePointers:ports/nrf/start.c -I. -Iinclude \
		--include=ports/nrf/boards/nrf5340dk.h \
		$(call few,$(filter-out %_matrix.c,$(wildcard ports/nrf/*.c)))
	@clang-tidy --quiet $(call nrf_tidy,$(call few,$(filter-out lights_leds serial_uarte,\
		$(patsubst ports/nrf/%.c,%,$(wildcard ports/nrf/*.c)))),microbit1) \
		--target=thumbv6m-none-eabi -DRK_TWO_PLAYERS -DRK_SMALL
	@clang-tidy --quiet $(call nrf_tidy,lights_leds serial_uarte,nrf5340dk) \
		--target=thumbv8m.main-none-eabi

# Onto a board at the USB port of this machine; see docs/firmware.md.
flash:
	@$(if $(filter $(BOARD),$(nrf_boards)),tools/setup.sh nrf && \
		$(MAKE) --no-print-directory $(N)/$(BOARD)/rookery.hex &&) \
		tools/flash.sh '$(BOARD)' '$(nrf_boards)' $(N)

# In front of a micro:bit v1 that QEMU pretends to be.
play-nrf:
	@tools/setup.sh nrf
	@$(MAKE) --no-print-directory $(N)/microbit1/rookery.elf
	@RK_FIRMWARE=$(N) tools/play-nrf.py
