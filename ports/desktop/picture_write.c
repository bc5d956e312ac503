/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Writes pictures as files, a row of a table for each format. A file appears
 * when it is complete: what fails before leaves none, and an old one stays.
 */
#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <cairo.h>
#include <errno.h>
#include <string.h>
#include <strings.h>

#include "ports/desktop/picture.h"
#include "ports/host/output.h"

/* More than that is a slip of the pen, or more than viewers take. */
#define MAX_SIDE 32000
#define MAX_PIXELS 100000000L

typedef cairo_surface_t *make_surface(cairo_write_func_t write, void *file,
				      double width, double height);

static const struct format {
	const char *ending;
	enum picture_medium medium;
	make_surface *make; /* NULL: pixels, which are written at the end */
} formats[] = {
	{".png", PICTURE_SCREEN, NULL},
	{".svg", PICTURE_SCREEN, cairo_svg_surface_create_for_stream},
	{".pdf", PICTURE_PAPER, cairo_pdf_surface_create_for_stream},
	{".gif", PICTURE_ANIMATION, NULL},
};

static const struct format *find_format(const char *name)
{
	size_t length = strlen(name);

	for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++) {
		size_t end = strlen(formats[i].ending);

		if (length > end &&
		    !strcasecmp(name + length - end, formats[i].ending))
			return &formats[i];
	}
	return NULL;
}

bool picture_can_write(const char *name)
{
	return find_format(name) != NULL;
}

static cairo_status_t write_bytes(void *file, const unsigned char *bytes,
				  unsigned int length)
{
	return fwrite(bytes, 1, length, file) == length
		       ? CAIRO_STATUS_SUCCESS
		       : CAIRO_STATUS_WRITE_ERROR;
}

static cairo_status_t write_pages(const struct picture_sheet *sheet,
				  const struct picture_layout *layout,
				  const struct format *format, FILE *file)
{
	cairo_surface_t *surface =
		format->make ? format->make(write_bytes, file, layout->width,
					    layout->height)
			     : cairo_image_surface_create(CAIRO_FORMAT_RGB24,
							  layout->width,
							  layout->height);
	cairo_t *cr = cairo_create(surface);
	cairo_status_t status;

	if (cairo_surface_get_type(surface) == CAIRO_SURFACE_TYPE_SVG)
		cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX);
	for (int page = 0; page < layout->pages; page++) {
		picture_draw_page(cr, sheet, layout, page);
		cairo_show_page(cr);
	}
	status = cairo_status(cr);
	cairo_destroy(cr);
	if (!status && !format->make)
		status = cairo_surface_write_to_png_stream(surface, write_bytes,
							   file);
	cairo_surface_finish(surface);
	if (!status)
		status = cairo_surface_status(surface);
	cairo_surface_destroy(surface);
	return status;
}

static enum host_exit fail(const char *name, const char *reason)
{
	host_refuse("cannot write %s: %s", name, reason);
	return HOST_FAILED;
}

/* NULL, or what went wrong. */
static const char *write_file(const struct picture_sheet *sheet,
			      const struct picture_task *task,
			      const struct picture_layout *layout, FILE *file)
{
	const struct format *format = find_format(task->output);
	cairo_status_t status;

	errno = 0;
	if (format->medium == PICTURE_ANIMATION) {
		if (picture_write_gif(sheet, task, layout, file))
			return NULL;
		return strerror(errno ? errno : ENOMEM);
	}
	status = write_pages(sheet, layout, format, file);
	if (!status)
		return NULL;
	return status == CAIRO_STATUS_WRITE_ERROR && errno
		       ? strerror(errno)
		       : cairo_status_to_string(status);
}

/* As an image the whole page is in memory. */
static bool is_too_large(const struct picture_layout *layout)
{
	return layout->width > MAX_SIDE || layout->height > MAX_SIDE ||
	       (long)layout->width * layout->height > MAX_PIXELS;
}

enum host_exit picture_write(const struct picture_sheet *sheet,
			     const struct picture_task *task)
{
	struct picture_layout layout;
	struct host_output output;
	const char *reason;

	picture_lay_out(&layout, sheet, task,
			find_format(task->output)->medium);
	if (is_too_large(&layout))
		return host_refuse("that would be %d by %d pixels; a smaller "
				   "--size or a larger --every helps",
				   layout.width, layout.height);
	if (!host_output_open(&output, task->output))
		return fail(task->output, strerror(errno));
	reason = write_file(sheet, task, &layout, output.file);
	if (host_output_close(&output, !reason))
		return HOST_OK;
	return fail(task->output, reason ? reason : strerror(errno));
}
