/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * How the window looks: light or dark, by the system or by choice, and its
 * zoom, which multiplies every measure. Sizes in the style sheet are in em, so
 * that they follow the one font size that is set here.
 */
#include <math.h>

#include "ports/desktop/gtk/window.h"

#define WIDTH 900 /* of the window at a zoom of 1 */
#define HEIGHT 720
#define FONT_SIZE 10.5 /* points */
#define LEAST_ZOOM 5   /* tenths */

static const char style[] =
	".rookery { background-color: %s; color: %s; font-size: %spt; }"
	".rookery headerbar { background: %s; color: %s; min-height: 2.4em;"
	" box-shadow: none; border-bottom: 1px solid alpha(currentColor, 0.12); }"
	".rookery .dim { color: %s; }"
	".rookery .seat { padding: 0.3em 0.6em; border-radius: 0.5em; }"
	".rookery .seat.turn { background-color: alpha(%s, 0.16); }"
	".rookery .seat-name { font-weight: bold; }"
	".rookery .clock { font-weight: bold; font-size: 1.25em;"
	" font-feature-settings: 'tnum'; padding: 0.05em 0.5em;"
	" border-radius: 0.35em; background-color: alpha(currentColor, 0.08); }"
	".rookery .turn .clock { background-color: %s; color: %s; }"
	".rookery .card { background-color: alpha(currentColor, 0.04);"
	" border-radius: 0.5em; padding: 0.3em; }"
	".rookery button.listed { padding: 0.1em 0.35em; min-height: 1.5em;"
	" font-weight: normal; border-radius: 0.3em; transition: none; }"
	".rookery button.listed.current { background-color: %s; color: %s;"
	" font-weight: bold; }"
	".rookery .status { padding: 0.35em 0.6em; min-height: 1.4em; }"
	".rookery .opening { font-weight: bold; }"
	".rookery .question { background-color: alpha(%s, 0.2);"
	" border-radius: 0.5em; padding: 0.3em 0.6em; }"
	".rookery .line-score { font-weight: bold;"
	" font-feature-settings: 'tnum'; }"
	".rookery .defect { color: %s; }"
	".rookery .palette button { padding: 0.15em; min-width: 0;"
	" min-height: 0; }"
	".rookery .palette button:checked { background: %s; }"
	".rookery square, .rookery board { transition: none; outline: none; }"
	".rookery tooltip { font-size: 10pt; }";

bool desk_style_is_dark(const struct desk_window *window)
{
	return window->settings.style == 2 ||
	       (window->settings.style == 0 && window->system_is_dark);
}

static const char *hex(char text[8], board_colour colour)
{
	g_snprintf(text, 8, "#%06x", colour >> 8);
	return text;
}

static int zoom_of(const struct desk_window *window)
{
	return window->settings.zoom ? window->settings.zoom : 10;
}

void desk_style_apply(struct desk_window *window)
{
	bool dark = desk_style_is_dark(window);
	const char *accent = dark ? "#d9a25f" : "#8a5a24";
	const char *on_accent = dark ? "#1c1917" : "#ffffff";
	char ground[8], ink[8], soft[8], *text;
	char size[G_ASCII_DTOSTR_BUF_SIZE]; /* no comma, whatever the locale */

	hex(ground, board_ground(dark));
	hex(ink, board_ink(dark));
	hex(soft, board_soft_ink(dark));
	g_ascii_formatd(size, sizeof(size), "%.2f",
			FONT_SIZE * zoom_of(window) / 10);
	text = g_strdup_printf(style, ground, ink, size, ground, ink, soft,
			       accent, accent, on_accent, accent, on_accent,
			       accent, dark ? "#ff9d8a" : "#a3201a", accent);
	gtk_css_provider_load_from_data(window->css, text, -1);
	g_free(text);
	g_object_set(gtk_settings_get_default(),
		     "gtk-application-prefer-dark-theme", dark, NULL);
}

/* ---- Zoom ---- */

/* The largest zoom, in tenths, at which the window fits on its screen. */
static int largest_zoom(const struct desk_window *window)
{
	GdkDisplay *display = gtk_widget_get_display(window->window);
	GdkSurface *surface =
		gtk_native_get_surface(GTK_NATIVE(window->window));
	GdkMonitor *monitor =
		surface ? gdk_display_get_monitor_at_surface(display, surface)
			: NULL;
	GdkRectangle room = {0, 0, 1920, 1080};
	double fits;

	if (monitor)
		gdk_monitor_get_geometry(monitor, &room);
	fits = fmin((double)room.width / WIDTH, (double)room.height / HEIGHT);
	return CLAMP((int)(fits * 10), LEAST_ZOOM, HOST_WINDOW_MOST_ZOOM);
}

void desk_style_zoom(struct desk_window *window, int tenths)
{
	int most = largest_zoom(window);
	char *text;

	if (tenths < LEAST_ZOOM || tenths > most) {
		text = g_strdup_printf("The zoom goes from %d %% to %d %% on "
				       "this screen.",
				       LEAST_ZOOM * 10, most * 10);
		desk_window_say(window, text);
		g_free(text);
		tenths = CLAMP(tenths, LEAST_ZOOM, most);
	}
	window->settings.zoom = (uint8_t)tenths;
	desk_style_apply(window);
	gtk_window_set_default_size(GTK_WINDOW(window->window),
				    WIDTH * tenths / 10, HEIGHT * tenths / 10);
	desk_window_keep(window);
}

/* ---- What the system prefers ---- */

static void prefer(struct desk_window *window, guint32 scheme)
{
	window->system_is_dark = scheme == 1;
	if (!window->seen)
		return;
	desk_style_apply(window);
	desk_window_update(window);
}

static void take_variant(struct desk_window *window, GVariant *value)
{
	GVariant *inner;

	while (value && g_variant_is_of_type(value, G_VARIANT_TYPE_VARIANT)) {
		inner = g_variant_get_variant(value);
		g_variant_unref(value);
		value = inner;
	}
	if (value && g_variant_is_of_type(value, G_VARIANT_TYPE_UINT32))
		prefer(window, g_variant_get_uint32(value));
	if (value)
		g_variant_unref(value);
}

static void changed(GDBusConnection *bus, const char *sender, const char *path,
		    const char *interface, const char *signal,
		    GVariant *parameters, gpointer self)
{
	const char *space, *key;
	GVariant *value;

	(void)bus;
	(void)sender;
	(void)path;
	(void)interface;
	(void)signal;
	if (!g_variant_is_of_type(parameters, G_VARIANT_TYPE("(ssv)")))
		return;
	g_variant_get(parameters, "(&s&s@v)", &space, &key, &value);
	if (!g_strcmp0(space, "org.freedesktop.appearance") &&
	    !g_strcmp0(key, "color-scheme"))
		take_variant(self, g_variant_ref(value));
	g_variant_unref(value);
}

static void answered(GObject *source, GAsyncResult *result, gpointer self)
{
	GVariant *answer =
		g_dbus_connection_call_finish(G_DBUS_CONNECTION(source), result,
					      NULL);
	GVariant *value;

	if (!answer)
		return;
	g_variant_get(answer, "(@v)", &value);
	take_variant(self, value);
	g_variant_unref(answer);
}

static void ask(GObject *source, GAsyncResult *result, gpointer self)
{
	GDBusConnection *bus = g_bus_get_finish(result, NULL);

	(void)source;
	if (!bus)
		return;
	g_dbus_connection_signal_subscribe(
		bus, NULL, "org.freedesktop.portal.Settings", "SettingChanged",
		"/org/freedesktop/portal/desktop", NULL,
		G_DBUS_SIGNAL_FLAGS_NONE, changed, self, NULL);
	g_dbus_connection_call(bus, "org.freedesktop.portal.Desktop",
			       "/org/freedesktop/portal/desktop",
			       "org.freedesktop.portal.Settings", "Read",
			       g_variant_new("(ss)",
					     "org.freedesktop.appearance",
					     "color-scheme"),
			       G_VARIANT_TYPE("(v)"), G_DBUS_CALL_FLAGS_NONE,
			       1000, NULL, answered, self);
	g_object_unref(bus);
}

/* Asked while the window is already there: a slow bus delays nothing. */
void desk_style_init(struct desk_window *window)
{
	char *theme = NULL;
	gboolean dark = FALSE;

	g_object_get(gtk_settings_get_default(), "gtk-theme-name", &theme,
		     "gtk-application-prefer-dark-theme", &dark, NULL);
	window->system_is_dark = dark ||
				 (theme && g_str_has_suffix(theme, "-dark"));
	g_free(theme);
	window->css = gtk_css_provider_new();
	gtk_style_context_add_provider_for_display(
		gtk_widget_get_display(window->window),
		GTK_STYLE_PROVIDER(window->css),
		GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
	gtk_widget_add_css_class(window->window, "rookery");
	gtk_window_set_default_size(GTK_WINDOW(window->window),
				    WIDTH * zoom_of(window) / 10,
				    HEIGHT * zoom_of(window) / 10);
	desk_style_apply(window);
	g_bus_get(G_BUS_TYPE_SESSION, NULL, ask, window);
}
