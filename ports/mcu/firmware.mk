# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# Images for boards with a microcontroller: `make firmware` builds all of them
# below build/mcu, says what each takes of its chip, and fails where that is too
# much. Part of the Makefile at the top. A board is a header, FAMILY/boards/BOARD.h,
# which begins with what is read here.
#
# The layers are compiled once for each processor, the port once for each board.
# Every file leaves its call graph behind; tools/mcu-size.py makes of them the
# proof of how much stack there must be, and the linker reserves just that.

.PHONY: firmware flash mcu-lint

N := build/mcu
mcu_headers := $(wildcard ports/mcu/*/boards/*.h)
mcu_boards := $(basename $(notdir $(mcu_headers)))
mcu_header = $(filter %/$(1).h,$(mcu_headers))
mcu_family = $(word 3,$(subst /, ,$(call mcu_header,$(1))))
# What "make: WORD = ..." in the header of a board says.
mcu_says = $(shell sed -n 's,^ \* make: $(2) = ,,p' $(call mcu_header,$(1)))
$(foreach board,$(mcu_boards),$(eval mcu_core.$(board) := $(call mcu_says,$(board),core)))
$(foreach board,$(mcu_boards),$(eval mcu_uses.$(board) := $(call mcu_says,$(board),parts)))

# Micro:bit v1 knows two players, and is told that memory is short.
mcu_flags.m0 := -mcpu=cortex-m0 -DRK_TWO_PLAYERS -DRK_SMALL
mcu_flags.m4 := -mcpu=cortex-m4 -mfloat-abi=soft
mcu_flags.m33 := -mcpu=cortex-m33 -mfloat-abi=soft

# What is compiled for speed: on the smallest chip what a search spends its time in,
# and of that in one copy what would be too large in two or more; on the nRF52 these
# files and the search itself with more inlining, and without what moves code to where
# registers are short. The flags are those that served a core best, by
# `make bench-nrf`.
mcu_speed.m0 := -Os
mcu_speed.m4 := -O2
mcu_speed.m33 := -O2
mcu_fast.m0 := $(patsubst %,engine/%.c,eval history makemove movepick node pawns psqt \
	qsearch see tt) core/make.c core/movegen.c core/status.c
mcu_fast_once.m0 := core/attacks.c core/legal.c
mcu_fast.m4 := $(mcu_fast.m0) engine/control.c engine/search.c core/legal.c
mcu_faster.m0 := -O2 -fira-algorithm=priority -fno-move-loop-invariants -fno-tree-loop-im
mcu_faster.m4 := -O3 --param max-inline-insns-auto=60 $(patsubst %,-fno-%,schedule-insns \
	schedule-insns2 move-loop-invariants tree-loop-im gcse forward-propagate tree-reassoc)
mcu_speed_of = $(if $(filter $(2),$(mcu_fast.$(1))),$(mcu_faster.$(1)),\
	$(if $(filter $(2),$(mcu_fast_once.$(1))),$(mcu_faster.$(1)) -DRK_BY_SIZE,\
	$(mcu_speed.$(1))))

mcu_without.m0 := $(for_four) $(not_if_small)

# Of the openings it has only those of a few moves: words, numbers included.
mcu_openings.m0 := 2
mcu_played.m0 := B1|C4|C5|D3

# Sources of which a board has some: its header names those.
mcu_parts := serial_ring lights_leds lights_matrix nrf/serial_uart nrf/serial_uarte
mcu_not = $(patsubst %,ports/mcu/%.c,$(filter-out $(mcu_uses.$(1)),$(mcu_parts)))

mcu_cc := arm-none-eabi-gcc
mcu_usual := -std=c11 -mthumb -ffreestanding -ffunction-sections -fdata-sections \
	$(warnings) -Werror -Wframe-larger-than=512 -Wvla -fcallgraph-info=su -g \
	-fno-tree-loop-distribute-patterns -DRK_UCI_ONLY=64 -DRK_NO_FILES -DRK_NO_NETWORK \
	-I. -Iinclude
mcu_link := -nostdlib -nostartfiles -Wl,--gc-sections -Wl,--build-id=none

mcu_layers = $(filter-out $(mcu_without.$(1)),$(for_chips))
mcu_own = $(filter-out $(call mcu_not,$(1)),\
	$(wildcard ports/mcu/*.c ports/mcu/$(call mcu_family,$(1))/*.c))
mcu_objects = $(patsubst %.c,$(N)/$(mcu_core.$(1))/%.o,$(call mcu_layers,$(mcu_core.$(1)))) \
	$(patsubst ports/mcu/%.c,$(N)/$(1)/%.o,$(call mcu_own,$(1)))

define mcu_core_rules
$(N)/$(1)/%.o: %.c ports/mcu/firmware.mk
	$$(call say,CC   )
	$(Q)mkdir -p $$(@D)
	$(Q)$(mcu_cc) $(mcu_usual) -I$(N)/$(1)/gen $(mcu_flags.$(1)) \
		$$(call mcu_speed_of,$(1),$$<) $$(mcu_more) -MMD -MP -c -o $$@ $$<

$(N)/$(1)/engine/openings.o: $(N)/$(1)/gen/openings.inc
$(N)/$(1)/gen/openings.inc: data/openings.txt $(B)/gen_openings ports/mcu/firmware.mk
	$$(call say,TABLE)
	$(Q)mkdir -p $$(@D)
	$(Q)awk -F '\t' -v most=$(or $(mcu_openings.$(1)),99) -v played='^($(mcu_played.$(1)))' \
		'/^setup/ || split($$$$3, words, " ") <= most || ($$$$4 != "-" && $$$$1 ~ played)' \
		$$< > $$@.txt
	$(Q)$(B)/gen_openings $$@.txt > $$@
endef

define mcu_board_rules
$(N)/$(1)/%.o: ports/mcu/%.c ports/mcu/firmware.mk
	$$(call say,CC   )
	$(Q)mkdir -p $$(@D)
	$(Q)$(mcu_cc) $(mcu_usual) $(mcu_flags.$(mcu_core.$(1))) \
		$$(if $$(filter ports/mcu/memory.c,$$<),-O2,-Os) \
		-include $(call mcu_header,$(1)) -MMD -MP -c -o $$@ $$<

$(N)/$(1)/link.ld: ports/mcu/link.ld.S $(call mcu_header,$(1)) $(N)/$(1)/stack
	$(Q)$(mcu_cc) -E -P -x assembler-with-cpp -include $(call mcu_header,$(1)) \
		-DMCU_STACK=$$$$(cat $(N)/$(1)/stack) -o $$@ $$<

$(N)/$(1)/stack: $(call mcu_objects,$(1)) ports/mcu/calls.txt tools/mcu-size.py tools/stack.py
	$$(call say,STACK)
	$(Q)tools/mcu-size.py stack ports/mcu/calls.txt $(call mcu_header,$(1)) \
		$(call mcu_objects,$(1)) > $$@ 2> $$@.chain || { tail -1 $$@.chain >&2; false; }

$(N)/$(1)/rookery.elf: $(N)/$(1)/link.ld $(call mcu_objects,$(1))
	$$(call say,LINK )
	$(Q)$(mcu_cc) $(mcu_flags.$(mcu_core.$(1))) -mthumb $(mcu_link) -T $$^ -lgcc \
		-Wl,-Map=$(N)/$(1)/rookery.map -o $$@

-include $$(wildcard $(N)/$(1)/*.d $(N)/$(1)/*/*.d)
endef

$(foreach core,m0 m4 m33,$(eval $(call mcu_core_rules,$(core))))
$(foreach board,$(mcu_boards),$(eval $(call mcu_board_rules,$(board))))
-include $(wildcard $(N)/m*/*/*.d $(N)/m*/*/*/*.d)

$(N)/%/rookery.hex: $(N)/%/rookery.elf
	$(call say,HEX  )
	$(Q)arm-none-eabi-objcopy -O ihex $< $@

firmware:
	@tools/setup.sh nrf
	@$(MAKE) --no-print-directory $(mcu_boards:%=$(N)/%/rookery.hex)
	@$(record) tools/mcu-size.py table $(N) $(mcu_boards)

# The port's own files, for the boards that they are about.
mcu_tidy = $(1:%=ports/mcu/%.c) -- -std=c11 -ffreestanding -I. -Iinclude $(warnings) \
	-include $(call mcu_header,$(2))
mcu_check = cppcheck --quiet --std=c11 --enable=warning,performance,portability --inline-suppr \
	--error-exitcode=1 --suppress=comparePointers:ports/mcu/start.c -I. -Iinclude

lint: mcu-lint
mcu-lint:
	@$(mcu_check) --include=$(call mcu_header,nrf5340dk) \
		$(call few,$(filter-out %_matrix.c,$(wildcard ports/mcu/*.c ports/mcu/nrf/*.c)))
	@$(mcu_check) --include=$(call mcu_header,netduinoplus2) $(wildcard ports/mcu/stm32/*.c)
	@clang-tidy --quiet $(call mcu_tidy,$(call few,$(filter-out lights_leds nrf/serial_uarte,\
		$(patsubst ports/mcu/%.c,%,\
		$(wildcard ports/mcu/*.c ports/mcu/nrf/*.c)))),microbit1) \
		--target=thumbv6m-none-eabi -DRK_TWO_PLAYERS -DRK_SMALL
	@clang-tidy --quiet $(call mcu_tidy,lights_leds nrf/serial_uarte,nrf5340dk) \
		--target=thumbv8m.main-none-eabi
	@clang-tidy --quiet $(call mcu_tidy,stm32/chip stm32/flash stm32/serial,netduinoplus2) \
		--target=thumbv7em-none-eabi

# Onto a board at the USB port of this machine; see docs/firmware.md.
flash:
	@$(if $(filter $(BOARD),$(mcu_boards)),tools/setup.sh nrf && \
		$(MAKE) --no-print-directory $(N)/$(BOARD)/rookery.hex &&) \
		tools/flash.sh '$(BOARD)' '$(mcu_boards)' $(N)

# In front of a micro:bit v1 that QEMU pretends to be.
play-nrf:
	@tools/setup.sh nrf
	@$(MAKE) --no-print-directory $(N)/microbit1/rookery.elf
	@RK_FIRMWARE=$(N) tools/play-nrf.py
