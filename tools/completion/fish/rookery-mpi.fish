# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# Completion of rookery-mpi for fish. The options of `analyse` are those of `rookery
# analyse`, which is asked for them; rookery-mpi itself takes a while to answer.

function __rookery_mpi_options
	set -l shared --silence --limit --progress --piece --restart
	switch (commandline -opc)[2]
		case analyse
			printf "%s\n" $shared
			env LC_ALL=C rookery help analyse 2>/dev/null |
				string match -arg '(?:^|[[ |,])(--?[a-z][a-z0-9-]*)' |
				string match -v -- --infinite | sort -u
		case match
			printf "%s\n" $shared --checkpoint
		case selfplay tune
			printf "%s\n" $shared
		case uci
			echo --silence
	end
end

function __rookery_mpi_is_first
	test (count (commandline -opc)) -eq 1
end

complete -c rookery-mpi -n __rookery_mpi_is_first \
	-a 'analyse selfplay match tune uci help --version'
complete -c rookery-mpi -n 'string match -q -- "-*" (commandline -ct)' \
	-a '(__rookery_mpi_options)'
complete -c rookery-mpi -n 'string match -q "selfplay" (commandline -opc)[2]' \
	-a 'games nodes seed chess960 seconds network'
