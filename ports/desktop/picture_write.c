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

typedef cairo_surface_t *make_surface(cairo_write_func_t write, void *file,
				      double width, double height);

struct format {
	const char *ending;
	make_surface *make; /* NULL: an image that is written at the end */
};

static const struct format formats[] = {
	{".png", NULL},
	{".svg", cairo_svg_surface_create_for_stream},
	{".pdf", cairo_pdf_surface_create_for_stream},
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

int picture_board_size(const struct picture_sheet *sheet,
		       const struct picture_task *task)
{
	const struct board_view *view = &sheet->frames[0].view;

	if (task->size)
		return (int)task->size;
	return view->rules->files * (view->rules->players > 2 ? 56 : 80);
}

void picture_draw_board(cairo_t *cr, const struct board_view *view, int size)
{
	double fit = board_fit(view, size);
	double margin = (double)((size - (int)fit) / 2);

	board_set_colour(cr, board_ground(view->dark));
	cairo_rectangle(cr, 0, 0, size, size);
	cairo_fill(cr);
	cairo_save(cr);
	cairo_translate(cr, margin, margin);
	board_draw(cr, view, fit);
	cairo_restore(cr);
}

static cairo_status_t write_bytes(void *file, const unsigned char *bytes,
				  unsigned int length)
{
	return fwrite(bytes, 1, length, file) == length
		       ? CAIRO_STATUS_SUCCESS
		       : CAIRO_STATUS_WRITE_ERROR;
}

static cairo_status_t write_cairo(const struct picture_sheet *sheet,
				  const struct picture_task *task,
				  const struct format *format, FILE *file)
{
	int size = picture_board_size(sheet, task);
	cairo_surface_t *surface =
		format->make ? format->make(write_bytes, file, size, size)
			     : cairo_image_surface_create(CAIRO_FORMAT_RGB24,
							  size, size);
	cairo_t *cr = cairo_create(surface);
	cairo_status_t status;

	if (cairo_surface_get_type(surface) == CAIRO_SURFACE_TYPE_SVG)
		cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX);
	picture_draw_board(cr, &sheet->frames[0].view, size);
	cairo_show_page(cr);
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

enum host_exit picture_write(const struct picture_sheet *sheet,
			     const struct picture_task *task)
{
	const struct format *format = find_format(task->output);
	struct host_output output;
	cairo_status_t status;
	int reason;

	if (!host_output_open(&output, task->output))
		return fail(task->output, strerror(errno));
	errno = 0;
	status = write_cairo(sheet, task, format, output.file);
	reason = errno;
	if (host_output_close(&output, !status))
		return HOST_OK;
	if (!status || status == CAIRO_STATUS_WRITE_ERROR)
		return fail(task->output, strerror(reason ? reason : errno));
	return fail(task->output, cairo_status_to_string(status));
}
