/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The input line, in the last row of the screen. If it is longer than the row,
 * the part around the cursor is shown. Characters are UTF-8 and taken to be one
 * column wide; the cursor is never inside one. The arrows recall earlier lines.
 */
#include "proto/tty_inside.h"
#include "rookery/panel.h"
#include "rookery/theme.h"

#define CTRL(letter) ((letter)&31)
#define ERASE 127
#define ESCAPE 27
#define NARROW 24 /* columns, too few for a name in the prompt */
#define MOST_PARAMETER 9999

/* State within an escape sequence; from CSI on it counts parameters. */
enum { NO_ESCAPE, AFTER_ESCAPE, SS3, CSI, CSI_LAST = CSI + 2 };

/* ---- Drawing the line ---- */

static const char *prompt_name(const struct rk_tty *tty)
{
	if (tty->columns < NARROW)
		return "";
	return tty->covered ? "Enter: the board"
			    : rk_panel_prompt(tty->console);
}

/* Columns of the prompt, and of the visible line. */
static int prompt_width(const struct rk_tty *tty)
{
	return (int)rk_text_length(prompt_name(tty)) + 3;
}

static int line_width(const struct rk_tty *tty)
{
	return tty->columns - 1 - prompt_width(tty);
}

static int cursor_column(const struct rk_tty *tty)
{
	return rk_text_columns(tty->line, tty->cursor);
}

/*
 * The first visible column of the line. It moves by half a row, so that pasted
 * text is mostly just appended.
 */
static int first_column(const struct rk_tty *tty)
{
	int width = line_width(tty), column = cursor_column(tty);

	return column < width
		       ? 0
		       : ((column - width) / (width / 2) + 1) * (width / 2);
}

/* The byte at which that column of the line starts. */
static int byte_at(const struct rk_tty *tty, int column)
{
	int at = 0;

	while (at < tty->length &&
	       rk_text_columns(tty->line, (size_t)at + 1) <= column)
		at++;
	return at;
}

void rk_tty_draw_line(struct rk_tty *tty)
{
	const struct rk_out *out = &tty->out;
	int first = first_column(tty), start = byte_at(tty, first);
	int end = byte_at(tty, first + line_width(tty));
	int back = rk_text_columns(tty->line + tty->cursor,
				   (size_t)(end - tty->cursor));

	if (tty->said_column)
		rk_tty_put(tty, "\r\n");
	tty->said_column = 0;
	rk_out_parts(out,
		     (const char *const[]){
			     "\r" RK_TEXT_BOLD, prompt_name(tty), " ",
			     tty->console->look.glyphs ? "\xe2\x80\xba" : ">",
			     RK_TEXT_NORMAL " ", NULL});
	rk_out_bytes(out, tty->line + start, (size_t)(end - start));
	rk_tty_put(tty, "\x1b[K");
	if (back)
		rk_out_parts(out,
			     (const char *const[]){
				     "\x1b[", rk_number((uint32_t)back).text,
				     "D", NULL});
	tty->prompted = true;
}

/* ---- Characters ---- */

static bool is_continuation(char c)
{
	return (c & 0xc0) == 0x80;
}

/* The characters before and after the cursor, in bytes. */
static int left_size(const struct rk_tty *tty)
{
	int size = tty->cursor > 0;

	while (size < tty->cursor &&
	       is_continuation(tty->line[tty->cursor - size]))
		size++;
	return size;
}

static int right_size(const struct rk_tty *tty)
{
	int size = tty->cursor < tty->length;

	while (tty->cursor + size < tty->length &&
	       is_continuation(tty->line[tty->cursor + size]))
		size++;
	return size;
}

/* Deletes `size` bytes before the cursor. */
static void erase(struct rk_tty *tty, int size)
{
	memmove(tty->line + tty->cursor - size, tty->line + tty->cursor,
		(size_t)(tty->length - tty->cursor));
	tty->cursor = (uint16_t)(tty->cursor - size);
	tty->length = (uint16_t)(tty->length - size);
}

static void erase_after(struct rk_tty *tty, int size)
{
	tty->cursor = (uint16_t)(tty->cursor + size);
	erase(tty, size);
}

static int word_size(const struct rk_tty *tty)
{
	int size = 0;

	while (size < tty->cursor && tty->line[tty->cursor - size - 1] == ' ')
		size++;
	while (size < tty->cursor && tty->line[tty->cursor - size - 1] != ' ')
		size++;
	return size;
}

static void insert(struct rk_tty *tty, char byte)
{
	int first = first_column(tty);

	memmove(tty->line + tty->cursor + 1, tty->line + tty->cursor,
		(size_t)(tty->length - tty->cursor));
	tty->line[tty->cursor++] = byte;
	tty->length++;
	if (tty->letter_left)
		return;
	if (tty->cursor == tty->length && first_column(tty) == first) {
		int size = left_size(tty);

		rk_out_bytes(&tty->out, tty->line + tty->length - size,
			     (size_t)size);
	} else {
		rk_tty_draw_line(tty);
	}
}

/* The bytes of a character that starts with this one; 0: none does. */
static int letter_size(uint8_t byte)
{
	if (byte < 0x80)
		return 1;
	if (byte < 0xc2 || byte > 0xf4)
		return 0;
	return byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
}

static void type(struct rk_tty *tty, uint8_t byte)
{
	int size = letter_size(byte);

	if (tty->letter_left && is_continuation((char)byte)) {
		tty->letter_left--;
		insert(tty, (char)byte);
		return;
	}
	if (!size)
		return;
	if (tty->length + size > RK_TTY_LINE) {
		tty->spoiled = true;
		rk_tty_put(tty, "\a");
		return;
	}
	tty->letter_left = (uint8_t)(size - 1);
	insert(tty, (char)byte);
}

/* Deletes a character whose last bytes never came. */
static void drop_partial_character(struct rk_tty *tty, uint8_t byte)
{
	if (!tty->letter_left || is_continuation((char)byte))
		return;
	tty->letter_left = 0;
	erase(tty, left_size(tty));
}

/* ---- History ---- */

/* The start of the line before the one that starts here. */
static int older_line(const struct rk_tty *tty, int at)
{
	if (at > 0)
		at--;
	while (at > 0 && tty->history[at - 1])
		at--;
	return at;
}

static int newer_line(const struct rk_tty *tty, int at)
{
	while (at < tty->history_length && tty->history[at])
		at++;
	return at + (at < tty->history_length);
}

static void recall(struct rk_tty *tty, int at)
{
	tty->recalled = (uint16_t)at;
	tty->length = 0;
	tty->spoiled = false;
	while (at < tty->history_length && tty->history[at])
		tty->line[tty->length++] = tty->history[at++];
	tty->cursor = tty->length;
}

static bool is_newest(const struct rk_tty *tty)
{
	int at = older_line(tty, tty->history_length);

	return tty->history_length - at == tty->length + 1 &&
	       !memcmp(tty->history + at, tty->line, tty->length);
}

void rk_tty_remember(struct rk_tty *tty)
{
	size_t size = (size_t)tty->length + 1;

	if (tty->length && !tty->spoiled && size <= RK_TTY_HISTORY &&
	    !is_newest(tty)) {
		while (tty->history_length + size > RK_TTY_HISTORY) {
			int gone = newer_line(tty, 0);

			tty->history_length =
				(uint16_t)(tty->history_length - gone);
			memmove(tty->history, tty->history + gone,
				tty->history_length);
		}
		memcpy(tty->history + tty->history_length, tty->line,
		       tty->length);
		tty->history_length = (uint16_t)(tty->history_length + size);
		tty->history[tty->history_length - 1] = '\0';
	}
	tty->recalled = tty->history_length;
}

/* ---- Keys ---- */

/* Editing commands, by their control character; false: there is none. */
static bool edit(struct rk_tty *tty, int key)
{
	switch (key) {
	case CTRL('A'):
		tty->cursor = 0;
		break;
	case CTRL('B'):
		tty->cursor = (uint16_t)(tty->cursor - left_size(tty));
		break;
	case CTRL('C'):
		tty->length = tty->cursor = 0;
		break;
	case CTRL('D'):
		erase_after(tty, right_size(tty));
		break;
	case CTRL('E'):
		tty->cursor = tty->length;
		break;
	case CTRL('F'):
		tty->cursor = (uint16_t)(tty->cursor + right_size(tty));
		break;
	case CTRL('H'):
	case ERASE:
		erase(tty, left_size(tty));
		break;
	case CTRL('K'):
		tty->length = tty->cursor;
		break;
	case CTRL('N'):
		recall(tty, newer_line(tty, tty->recalled));
		break;
	case CTRL('P'):
		recall(tty, older_line(tty, tty->recalled));
		break;
	case CTRL('U'):
		erase(tty, tty->cursor);
		break;
	case CTRL('W'):
		erase(tty, word_size(tty));
		break;
	default:
		return false;
	}
	return true;
}

static void edit_and_draw(struct rk_tty *tty, int key)
{
	if (!edit(tty, key))
		return;
	tty->spoiled = false; /* the user sees the line as it is now */
	rk_tty_draw_line(tty);
}

/* The control character that an arrow or a key beside it stands for. */
static int meaning(const struct rk_tty *tty, uint8_t last)
{
	static const char letters[] = "ABCDHF", does[] = "PNFBAE";
	static const char numbers[] = "13478", of_number[] = "ADEAE";
	const char *from = letters, *to = does;

	if (last == '~') {
		if (tty->parameters[0] > 9)
			return 0;
		last = (uint8_t)('0' + tty->parameters[0]);
		from = numbers;
		to = of_number;
	}
	for (int i = 0; from[i]; i++)
		if ((uint8_t)from[i] == last)
			return CTRL(to[i]);
	return 0;
}

static void end_sequence(struct rk_tty *tty, uint8_t last)
{
	bool csi = tty->escape >= CSI;

	tty->escape = NO_ESCAPE;
	if (csi && last == 'R')
		rk_tty_answer(tty, tty->parameters[0], tty->parameters[1]);
	else
		edit_and_draw(tty, meaning(tty, last));
}

static void add_digit(struct rk_tty *tty, uint8_t byte)
{
	uint16_t *parameter = &tty->parameters[tty->escape - CSI];
	int number = *parameter * 10 + byte - '0';

	*parameter =
		(uint16_t)(number > MOST_PARAMETER ? MOST_PARAMETER : number);
}

/* Handles a byte of an escape sequence. */
static void follow(struct rk_tty *tty, uint8_t byte)
{
	if (tty->escape == AFTER_ESCAPE) {
		tty->escape = byte == '[' ? CSI : byte == 'O' ? SS3 : NO_ESCAPE;
		tty->parameters[0] = tty->parameters[1] = 0;
	} else if (tty->escape == SS3 || (byte >= '@' && byte < ERASE)) {
		end_sequence(tty, byte);
	} else if (byte == ';' && tty->escape < CSI_LAST) {
		tty->escape++;
	} else if (byte >= '0' && byte <= '9' && tty->escape < CSI_LAST) {
		add_digit(tty, byte);
	}
}

/* Returns true if the line is complete. LF after CR is not another line. */
static bool control(struct rk_tty *tty, uint8_t byte)
{
	bool lf_of_cr = byte == '\n' && tty->after_cr;

	tty->escape = byte == ESCAPE ? AFTER_ESCAPE : NO_ESCAPE;
	tty->after_cr = byte == '\r';
	if (byte == '\r' || byte == '\n')
		return !lf_of_cr;
	if (byte == CTRL('L'))
		rk_tty_ask(tty);
	else if (byte == '\t')
		type(tty, ' ');
	else
		edit_and_draw(tty, byte);
	return false;
}

bool rk_tty_key(struct rk_tty *tty, uint8_t byte)
{
	drop_partial_character(tty, byte);
	if (byte < ' ' || (byte == ERASE && !tty->escape))
		return control(tty, byte);
	tty->after_cr = false;
	if (tty->escape)
		follow(tty, byte);
	else
		type(tty, byte);
	return false;
}
