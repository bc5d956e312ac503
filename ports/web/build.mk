# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# WebAssembly and what JavaScript needs to use it: `make web` lays the npm
# package in build/web/rookery, with nothing in build/web that is not to be
# hosted; objects are in build/wasm32. Part of the Makefile at the top.
#
# The linker is called directly: the compiler, where it finds wasm-opt, runs it,
# and that fails on code with vectors that has no names.

.PHONY: web web-tools lint-web bench-web bench-shares

W := build/web
wasm := build/wasm32
web_cc := clang --target=wasm32
web_flags := -std=c11 -ffreestanding -O3 -msimd128 -mbulk-memory \
	$(warnings) -Werror -Wvla -DRK_SLIDERS_MAGIC -I. -Iinclude -I$(wasm)/gen
web_link := --no-entry --stack-first -z stack-size=524288 --max-memory=2147483648 \
	--gc-sections --strip-all

web_c := $(wildcard ports/web/wasm/*.c)
web_sources := $(for_page) $(web_c)
web_objects := $(patsubst %.c,$(wasm)/%.o,$(web_sources))
web_files := $(filter-out %.md,$(wildcard ports/web/api/*)) ports/web/api/README.md
web_package := $(patsubst ports/web/api/%,$(W)/rookery/%,$(web_files)) \
	$(W)/rookery/rookery-threads.wasm $(network:data/%=$(W)/rookery/%)

# The same with shared memory, for several threads; without it a module with one
# thread is all that browsers can load.
threads := build/wasm32-threads
threads_flags := -pthread -mmutable-globals
threads_objects := $(patsubst %.c,$(threads)/%.o,$(web_sources))

web: $(W)/rookery/rookery.wasm $(web_package)

web-tools:
	@tools/setup.sh web

$(web_objects) $(threads_objects): | web-tools

$(W)/rookery/rookery.wasm: $(web_objects)
	$(call say,LINK )
	$(Q)mkdir -p $(@D)
	$(Q)wasm-ld $(web_link) -o $@ $^

$(W)/rookery/rookery-threads.wasm: $(threads_objects)
	$(call say,LINK )
	$(Q)mkdir -p $(@D)
	$(Q)wasm-ld $(web_link) --shared-memory --import-memory \
		--export=__stack_pointer -o $@ $^

$(W)/rookery/%: ports/web/api/%
	$(Q)mkdir -p $(@D)
	$(Q)cp $< $@

$(W)/rookery/%.rknet: data/%.rknet
	$(Q)mkdir -p $(@D)
	$(Q)cp $< $@

$(wasm)/%.o: %.c ports/web/build.mk $(wasm)/gen/slider_tables.inc
	$(call say,CC   )
	$(Q)mkdir -p $(@D)
	$(Q)$(web_cc) $(web_flags) -MMD -MP -c -o $@ $<

$(threads)/%.o: %.c ports/web/build.mk $(wasm)/gen/slider_tables.inc
	$(call say,CC   )
	$(Q)mkdir -p $(@D)
	$(Q)$(web_cc) $(web_flags) $(threads_flags) -MMD -MP -c -o $@ $<

$(wasm)/engine/openings.o $(threads)/engine/openings.o: $(wasm)/gen/openings.inc
$(wasm)/engine/four/openings.o $(threads)/engine/four/openings.o: $(wasm)/gen/openings_four.inc
$(wasm)/gen/openings.inc $(wasm)/gen/openings_four.inc: $(wasm)/%: $(B)/%
	$(Q)mkdir -p $(@D)
	$(Q)cp $< $@

$(wasm)/gen/slider_tables.inc: $(B)/gen_sliders
	$(call say,TABLE)
	$(Q)mkdir -p $(@D)
	$(Q)$< magic > $@

-include $(foreach at,$(wasm) $(threads),$(wildcard $(at)/*/*.d $(at)/*/*/*.d \
	$(at)/*/*/*/*.d))

lint: lint-web
lint-web: $(wasm)/gen/slider_tables.inc $(wasm)/gen/openings.inc $(wasm)/gen/openings_four.inc
	@printf '%s\n' $(call few,$(web_c)) | xargs -P$$(nproc) -I{} \
		clang-tidy --quiet {} -- --target=wasm32 $(web_flags)

# What the engine promises four players, and what comes of it.
bench-shares: web
	$(record) bench/four_shares.mjs

bench-web: web $(B)/rookery
	@tools/setup.sh check
	$(record) bench/web.mjs $(B)/rookery
