# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# Completion of rookery for fish. The program itself is asked for its commands and
# options, so that they are always those of the version that is there.

function __rookery_commands
	env LC_ALL=C rookery help 2>/dev/null | awk '
		/^  [a-z]/ { name = $1; next }
		/^      / && name { sub(/^ +/, ""); print name "\t" $0; name = "" }'
end

# The command of the line so far; play if there is none.
function __rookery_command
	set -l words (commandline -opc)
	if set -q words[2]; and string match -qr '^[a-z]' -- $words[2]
		echo $words[2]
	else
		echo play
	end
end

function __rookery_options
	env LC_ALL=C rookery help (__rookery_command) 2>/dev/null |
		string match -arg '(?:^|[[ |,])(--?[a-z][a-z0-9-]*)' | sort -u
	echo --help
end

function __rookery_values
	switch (commandline -opc)[-1]
		case --players
			echo 2\n4
		case --rules
			string split ' ' 'standard casual minors ffa still last teams'
		case --level
			seq 12
		case --start
			string split ' ' 'modern classic by byg rg'
		case --theme
			string split ' ' 'wood sea grass slate'
		case --below
			string split ' ' 'white black red blue yellow green'
	end
end

function __rookery_is_first
	test (count (commandline -opc)) -eq 1
end

complete -c rookery -n __rookery_is_first -a '(__rookery_commands)'
complete -c rookery -n __rookery_is_first -a '--version'
complete -c rookery -n 'test (__rookery_command) = help' -f -a '(__rookery_commands)'
complete -c rookery -n 'string match -q -- "-*" (commandline -ct)' -a '(__rookery_options)'
complete -c rookery -n 'test -n "(__rookery_values)"' -f -a '(__rookery_values)'
