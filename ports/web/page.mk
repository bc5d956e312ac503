# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# The page, beside the package in build/web: any server of plain files will do,
# and rookery.html opens from the disk. Part of the Makefile at the top.

page_files := $(filter-out %.md,$(wildcard ports/web/page/*)) $(wildcard art/* art/*/*) \
	data/openings.txt data/puzzles.txt

web: $(W)/index.html

$(W)/index.html: $(page_files) $(W)/rookery/rookery.wasm $(web_package)
	$(call say,PAGE )
	$(Q)node ports/web/page/build.mjs $(W)

# Does a click get its answer while the engine thinks?
.PHONY: bench-clicks bench-drag bench-long
bench-clicks: web
	$(record) bench/web_clicks.mjs

# Does a dragged piece follow the pointer meanwhile?
bench-drag: web
	$(record) bench/web_drag.mjs

# What does a move cost the page after 600 plies?
bench-long: web
	$(record) bench/web_long.mjs
