/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A game as an animation. Frames are drawn twice: some of them for the colours,
 * then all of them, one at a time, so that memory does not depend on the game.
 */
#include <cairo.h>
#include <errno.h>
#include <stdlib.h>

#include "ports/desktop/gif.h"
#include "ports/desktop/picture.h"

#define USUAL_DELAY 1000
#define COLOUR_FRAMES 16 /* whose colours are counted */

/* One image for all frames. */
struct canvas {
	cairo_surface_t *surface;
	cairo_t *cr;
	const uint32_t *pixels;
};

/* Lines of such an image have no gaps between them: pixels have four bytes. */
static bool canvas_new(struct canvas *canvas,
		       const struct picture_layout *layout)
{
	canvas->surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24,
						     layout->width,
						     layout->height);
	canvas->cr = cairo_create(canvas->surface);
	canvas->pixels =
		(const uint32_t *)(const void *)cairo_image_surface_get_data(
			canvas->surface);
	return canvas->pixels && !cairo_status(canvas->cr);
}

static void canvas_free(struct canvas *canvas)
{
	cairo_destroy(canvas->cr);
	cairo_surface_destroy(canvas->surface);
}

static void draw(struct canvas *canvas, const struct picture_sheet *sheet,
		 const struct picture_layout *layout, int page)
{
	picture_draw_page(canvas->cr, sheet, layout, page);
	cairo_surface_flush(canvas->surface);
}

static void choose_colours(struct gif_palette *palette, struct canvas *canvas,
			   const struct picture_sheet *sheet,
			   const struct picture_layout *layout)
{
	size_t pixels = (size_t)layout->width * (size_t)layout->height;
	int step = layout->pages / COLOUR_FRAMES + 1;

	for (int page = 0; page < layout->pages; page += step) {
		draw(canvas, sheet, layout, page);
		gif_palette_see(palette, canvas->pixels, pixels);
	}
	gif_palette_choose(palette);
}

/* The last board stays longer, before all begins again. */
static int delay_of(const struct picture_task *task, int page, int pages)
{
	int delay = (int)(task->delay ? task->delay : USUAL_DELAY) / 10;

	return page + 1 < pages || delay > 300 ? delay : 300;
}

bool picture_write_gif(const struct picture_sheet *sheet,
		       const struct picture_task *task,
		       const struct picture_layout *layout, FILE *file)
{
	struct gif_palette *palette = calloc(1, sizeof(*palette));
	struct canvas canvas;
	struct gif gif;
	bool good = canvas_new(&canvas, layout) && palette;

	if (good)
		choose_colours(palette, &canvas, sheet, layout);
	good = good && palette->count &&
	       gif_open(&gif, file, palette, layout->width, layout->height);
	errno = 0;
	if (good) {
		for (int page = 0; page < layout->pages && !ferror(file);
		     page++) {
			draw(&canvas, sheet, layout, page);
			gif_add(&gif, canvas.pixels,
				delay_of(task, page, layout->pages));
		}
		gif_close(&gif);
	}
	canvas_free(&canvas);
	free(palette);
	return good && !ferror(file);
}
