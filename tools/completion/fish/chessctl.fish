# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# Completion of chessctl for fish; options and lines are those that it lists.

function __chessctl_lines
	env LC_ALL=C chessctl --help 2>/dev/null |
		sed -n '/^Lines:/,$s/^  \([a-z][a-z]*\)\( .*\|$\)/\1/p'
end

function __chessctl_options
	env LC_ALL=C chessctl --help 2>/dev/null |
		string match -arg '(?:^|[[ ,])(--?[a-z][a-z-]*)' | sort -u
end

complete -c chessctl -a '(__chessctl_lines)'
complete -c chessctl -n 'string match -q -- "-*" (commandline -ct)' -a '(__chessctl_options)'
