/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Prints the tables of ports/desktop/board_piece.c as C, from the drawings named
 * on the command line: those of art/ in the order of enum rk_type. It knows the
 * SVG that art/README.md allows, and no other: paths of absolute M, L, H, V, C,
 * Q and Z, circles, and groups that only set a fill. Anything else stops the
 * build with the file and the reason. Curves come out as cubic ones.
 */
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FILE_SIZE 16384
#define SHAPES 64

/* What a shape is filled with; names in ports/desktop/board_piece.c. */
static const char *const paints[] = {"PAINT_INNER", "PAINT_BODY",
				     "PAINT_SHADE"};

struct shape {
	int paint;
	bool has_line;
	int first;
	int count;
};

struct output {
	struct shape shapes[SHAPES];
	int shape_count;
	int data_count;
	int ends[6]; /* of the shapes of each piece */
	int pieces;
};

static const char *file_name;

static _Noreturn void refuse(const char *format, ...)
{
	va_list args;

	fprintf(stderr, "%s: ", file_name);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fprintf(stderr, "\n");
	exit(1);
}

/* ---- Paths ---- */

struct pen {
	struct output *output;
	double x, y;
	double start_x, start_y;
};

static void put_header(struct pen *pen, const char *kind, int length)
{
	printf("\t{.header = {CAIRO_PATH_%s, %d}},\n", kind, length);
	pen->output->data_count++;
}

static void put_point(struct pen *pen, double x, double y)
{
	printf("\t{.point = {%.9g, %.9g}},\n", x, y);
	pen->output->data_count++;
	pen->x = x;
	pen->y = y;
}

static void move_to(struct pen *pen, double x, double y)
{
	put_header(pen, "MOVE_TO", 2);
	put_point(pen, x, y);
	pen->start_x = x;
	pen->start_y = y;
}

static void line_to(struct pen *pen, double x, double y)
{
	put_header(pen, "LINE_TO", 2);
	put_point(pen, x, y);
}

static void curve_to(struct pen *pen, const double *at)
{
	put_header(pen, "CURVE_TO", 4);
	put_point(pen, at[0], at[1]);
	put_point(pen, at[2], at[3]);
	put_point(pen, at[4], at[5]);
}

/* A quadratic curve is the cubic one with its handles two thirds as long. */
static void quadratic_to(struct pen *pen, const double *at)
{
	double cubic[6] = {
		pen->x + (at[0] - pen->x) * 2 / 3,
		pen->y + (at[1] - pen->y) * 2 / 3,
		at[2] + (at[0] - at[2]) * 2 / 3,
		at[3] + (at[1] - at[3]) * 2 / 3,
		at[2],
		at[3],
	};

	curve_to(pen, cubic);
}

static void close_path(struct pen *pen)
{
	put_header(pen, "CLOSE_PATH", 1);
	pen->x = pen->start_x;
	pen->y = pen->start_y;
}

static int numbers_of(char letter)
{
	const char *found = strchr("Z0H1V1M2L2Q4C6", letter);

	if (!letter || !found || letter < 'A')
		refuse("a path has '%c'; M L H V C Q Z are known", letter);
	return found[1] - '0';
}

static void step(struct pen *pen, char letter, const double *at)
{
	switch (letter) {
	case 'M':
		move_to(pen, at[0], at[1]);
		break;
	case 'L':
		line_to(pen, at[0], at[1]);
		break;
	case 'H':
		line_to(pen, at[0], pen->y);
		break;
	case 'V':
		line_to(pen, pen->x, at[0]);
		break;
	case 'Q':
		quadratic_to(pen, at);
		break;
	case 'C':
		curve_to(pen, at);
		break;
	default:
		close_path(pen);
	}
}

static void put_path(struct pen *pen, const char *text)
{
	if (*text != 'M')
		refuse("a path begins with '%c', not with M", *text);
	while (*text) {
		char letter = *text++;
		int count = numbers_of(letter);
		double at[6] = {0};

		for (int i = 0; i < count; i++) {
			char *end;

			at[i] = strtod(text, &end);
			if (end == text || !(fabs(at[i]) < 1000))
				refuse("expected a number at \"%.20s\"", text);
			text = end + strspn(end, " ,\n\t");
		}
		step(pen, letter, at);
		text += strspn(text, " \n\t");
	}
}

/* Four cubic curves; the usual length of their handles. */
static void put_circle(struct pen *pen, double x, double y, double r)
{
	double k = r * 0.5522847498;

	move_to(pen, x + r, y);
	curve_to(pen, (double[]){x + r, y + k, x + k, y + r, x, y + r});
	curve_to(pen, (double[]){x - k, y + r, x - r, y + k, x - r, y});
	curve_to(pen, (double[]){x - r, y - k, x - k, y - r, x, y - r});
	curve_to(pen, (double[]){x + k, y - r, x + r, y - k, x + r, y});
	close_path(pen);
}

/* ---- Elements ---- */

/* The value of an attribute in a tag's text; false if it is not there. */
static bool attribute(const char *tag, const char *name, char *value,
		      size_t size)
{
	char wanted[32];
	const char *at, *end;

	snprintf(wanted, sizeof(wanted), " %s=\"", name);
	at = strstr(tag, wanted);
	if (!at)
		return false;
	at += strlen(wanted);
	end = strchr(at, '"');
	if (!end || (size_t)(end - at) >= size)
		refuse("%s has no end, or is too long", name);
	memcpy(value, at, (size_t)(end - at));
	value[end - at] = 0;
	return true;
}

/* The paint of an element, `inherited` where it names none. */
static int paint_of(const char *tag, int inherited)
{
	char value[32];

	if (!attribute(tag, "fill", value, sizeof(value)))
		return inherited;
	if (!strcmp(value, "currentColor"))
		return 1;
	if (!strcmp(value, "#000"))
		return 2;
	refuse("the fill %s is not one that art/README.md has", value);
}

static double number(const char *tag, const char *name)
{
	char value[32], *end;
	double found;

	if (!attribute(tag, name, value, sizeof(value)))
		refuse("a circle has no %s", name);
	found = strtod(value, &end);
	if (end == value || *end)
		refuse("%s=\"%s\" is no number", name, value);
	return found;
}

static void put_shape(struct output *output, const char *tag, int inherited)
{
	static char path[FILE_SIZE];
	struct pen pen = {.output = output};
	struct shape *shape = &output->shapes[output->shape_count++];
	char value[32];

	if (output->shape_count == SHAPES)
		refuse("more than %d shapes", SHAPES);
	shape->paint = paint_of(tag, inherited);
	shape->has_line = !attribute(tag, "stroke", value, sizeof(value));
	shape->first = output->data_count;
	if (!strncmp(tag, "circle ", 7))
		put_circle(&pen, number(tag, "cx"), number(tag, "cy"),
			   number(tag, "r"));
	else if (attribute(tag, "d", path, sizeof(path)))
		put_path(&pen, path);
	else
		refuse("a path has no d");
	shape->count = output->data_count - shape->first;
}

/* The box and the line are fixed in the C code. */
static void check_head(const char *tag)
{
	char value[32];

	if (!attribute(tag, "viewBox", value, sizeof(value)) ||
	    strcmp(value, "0 0 64 64") != 0)
		refuse("the viewBox is not 0 0 64 64");
	if (!attribute(tag, "stroke-width", value, sizeof(value)) ||
	    strcmp(value, "2") != 0)
		refuse("the stroke-width is not 2");
}

static void put_element(struct output *output, const char *tag, int *inherited)
{
	if (!strncmp(tag, "svg ", 4))
		check_head(tag);
	else if (!strncmp(tag, "path ", 5) || !strncmp(tag, "circle ", 7))
		put_shape(output, tag, *inherited);
	else if (!strncmp(tag, "g ", 2))
		*inherited = paint_of(tag, 0);
	else if (!strcmp(tag, "/g"))
		*inherited = 0;
	else if (strcmp(tag, "/svg") != 0)
		refuse("unknown element <%.20s>", tag);
}

static void put_piece(struct output *output, char *text)
{
	int inherited = 0;

	printf("\t/* %s */\n", file_name);
	for (char *tag = strchr(text, '<'); tag; tag = strchr(text, '<')) {
		char *end = strchr(tag, '>');

		if (!end)
			refuse("an element has no end");
		*end = 0;
		text = end + 1;
		put_element(output, tag + 1, &inherited);
	}
	output->ends[output->pieces++] = output->shape_count;
}

static void read_file(char text[FILE_SIZE])
{
	FILE *file = fopen(file_name, "rb");
	size_t length = file ? fread(text, 1, FILE_SIZE - 1, file) : 0;

	if (!length || length == FILE_SIZE - 1 || ferror(file))
		refuse("cannot be read, or is empty, or too large");
	fclose(file);
	text[length] = 0;
}

static void put_tables(const struct output *output)
{
	printf("static const struct piece_shape piece_shapes[] = {\n");
	for (int i = 0; i < output->shape_count; i++)
		printf("\t{%s, %d, %d, %d},\n", paints[output->shapes[i].paint],
		       output->shapes[i].has_line, output->shapes[i].first,
		       output->shapes[i].count);
	printf("};\n\nstatic const uint8_t piece_ends[] = {");
	for (int i = 0; i < output->pieces; i++)
		printf("%s%d", i ? ", " : "", output->ends[i]);
	printf("};\n");
}

int main(int argc, char **argv)
{
	static char text[FILE_SIZE];
	static struct output output;

	file_name = argv[0];
	if (argc != 7)
		refuse("needs six drawings: pawn, knight, bishop, rook, queen, king");
	printf("/* Made by tools/gen_pieces.c. */\n"
	       "static const cairo_path_data_t piece_data[] = {\n");
	for (int i = 1; i < argc; i++) {
		file_name = argv[i];
		read_file(text);
		put_piece(&output, text);
	}
	printf("};\n\n");
	put_tables(&output);
	return fflush(stdout) || ferror(stdout);
}
