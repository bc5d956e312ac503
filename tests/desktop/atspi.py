#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""What a screen reader sees of the window, for tests/desktop/window.py.

A line on standard input asks, a line of JSON answers. "tree" lists everything that
is visible, in order: role, name, description, states, place in its window. "do NAME"
calls the first action of what has this name. Debian's python3 has the bindings."""

import json
import sys

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi  # noqa: E402


def windows():
    desktop = Atspi.get_desktop(0)
    for index in range(desktop.get_child_count()):
        application = desktop.get_child_at_index(index)
        if application is None or "Rookery" not in (application.get_name() or ""):
            continue
        for at in range(application.get_child_count()):
            yield application.get_child_at_index(at)


def walk(node, depth=0):
    if node is None or depth > 40:
        return
    node.clear_cache()
    states = node.get_state_set()
    if not states.contains(Atspi.StateType.VISIBLE):
        return
    yield node, states
    for index in range(node.get_child_count()):
        yield from walk(node.get_child_at_index(index), depth + 1)


def place(node):
    try:
        box = Atspi.Component.get_extents(node, Atspi.CoordType.WINDOW)
        return [box.x, box.y, box.width, box.height]
    except Exception:  # not everything has a place
        return None


def text_of(node):
    try:
        return Atspi.Text.get_text(node, 0, Atspi.Text.get_character_count(node))
    except Exception:
        return None


def describe(window, node, states):
    return {
        "window": window, "role": node.get_role_name(), "name": node.get_name() or "",
        "description": node.get_description() or "", "place": place(node),
        "text": text_of(node),
        "states": [name for name in ("focused", "enabled", "sensitive", "checked", "pressed",
                                     "selected", "active")
                   if states.contains(getattr(Atspi.StateType, name.upper()))]}


def tree():
    found = []
    for number, top in enumerate(windows()):
        for node, states in walk(top):
            found.append(describe(number, node, states))
    return found


def act(name):
    for top in reversed(list(windows())):  # a dialog first
        for node, _ in walk(top):
            if node.get_name() == name and node.get_action_iface():
                return bool(node.do_action(0))
    return False


def main():
    for line in sys.stdin:
        order, _, rest = line.rstrip("\n").partition(" ")
        try:
            answer = tree() if order == "tree" else act(rest)
        except Exception as error:  # a window that closes meanwhile
            answer = {"error": str(error)}
        print(json.dumps(answer), flush=True)


main()
