# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Ranks of rookery-mpi on one machine: how to start them, and which they are."""
import os
import re

# Inside one machine, as root or not, with more ranks than processors.
VARIABLES = {
    "openmpi": {
        "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
        "OMPI_MCA_rmaps_base_oversubscribe": "1",
        "OMPI_MCA_hwloc_base_binding_policy": "none",
        "OMPI_MCA_btl": "self,vader", "OMPI_MCA_oob_tcp_if_include": "lo",
        "OMPI_MCA_plm_rsh_agent": "false", "OMPI_MCA_orte_abort_print_stack": "0",
    },
    "mpich": {"HYDRA_IFACE": "lo", "MPICH_OFI_INTERFACE": "lo", "FI_PROVIDER": "tcp",
              "MPIR_CVAR_NOLOCAL": "0"},
}


def pids_of(mark):
    """The ranks that have this among their variables, by their numbers."""
    found = {}
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/environ", "rb") as file:
                variables = file.read().split(b"\0")
            program = os.readlink(f"/proc/{pid}/exe")
        except OSError:
            continue
        if mark.encode() in variables and "rookery-mpi" in program:
            ranks = [text.partition(b"=")[2] for text in variables
                     if text.startswith((b"OMPI_COMM_WORLD_RANK=", b"PMI_RANK="))]
            found[int(ranks[0])] = int(pid)
    return found


def own_lines(errors):
    """Without what mpirun has to say, and without the report at the end."""
    lines, is_ours = [], True
    for line in errors.splitlines():
        if re.match("-{60,}$", line):
            is_ours = not is_ours
        elif is_ours and not re.match(r"rookery-mpi: \d+ pieces, |\[\S+:\d+\] |mpirun: ", line):
            lines.append(line)
    return [line for line in lines if line]
