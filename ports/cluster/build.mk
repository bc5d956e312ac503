# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# rookery-mpi: analysis, games and tuning on many machines. Only transport.c knows
# MPI; MPICC compiles it and links the program, with the compiler of all the rest
# behind it. $(B)/rookery-mpi.mpich is the same program with MPICH.

.PHONY: cluster bench-cluster bench-cluster-uci

MPICC = mpicc
flags_of_mpi = $(patsubst -I%,-isystem %,$(shell mpicc.openmpi --showme:compile 2>/dev/null))
mpi_cc = OMPI_CC='$(CC)' MPICH_CC='$(CC)' $(1)

cluster_host := $(wildcard ports/host/analyse*.c ports/host/pool*.c) $(patsubst \
	%,ports/host/%.c,bench book child clock input look network output pgn_complain \
	progress refuse tables_none term text uci)
cluster_tools := $(patsubst %,tools/%.c,selfplay_game selfplay_file searcher)
cluster_files := $(filter-out %/transport.c,$(wildcard ports/cluster/*.c))
cluster_objects := $(call objects,$(cluster_files) $(cluster_host) $(cluster_tools))

$(B)/mpi/%/transport.o: ports/cluster/transport.c $(B)/flags
	$(call say,MPICC)
	$(Q)mkdir -p $(@D)
	$(Q)$(call mpi_cc,$*) $(flags) -MMD -MP -c -o $@ $<

$(B)/rookery-mpi: $(B)/mpi/$(MPICC)/transport.o $(cluster_objects) $(linked)
	$(call say,LINK )
	$(Q)$(call mpi_cc,$(MPICC)) $(flags) -o $@ $^ -pthread

$(B)/rookery-mpi.%: $(B)/mpi/mpicc.%/transport.o $(cluster_objects) $(linked)
	$(call say,LINK )
	$(Q)$(call mpi_cc,mpicc.$*) $(flags) -o $@ $^ -pthread

$(B)/fast/rookery-mpi: $(B)/mpi/$(MPICC)/transport.o $(cluster_objects) \
		$(call objects,$(others)) $(fast)
	$(call say,LINK )
	$(Q)$(call mpi_cc,$(MPICC)) $(flags) $$(cat $(B)/train/link) -o $@ $^ -pthread

rookery-mpi: $(usual)/rookery-mpi FORCE
	$(Q)test $< -ef $@ || ln -f $< $@

# With the program that tells match and tune the rules, so that no rank has to build it.
cluster:
	@tools/setup.sh cluster
	@$(MAKE) --no-print-directory $(at_once) rookery-mpi $(B)/referee

bench-cluster: cluster
	@tools/setup.sh bench
	$(record) bench/cluster.py ./rookery-mpi

bench-cluster-uci: cluster
	@tools/setup.sh bench
	$(record) bench/cluster_uci.py ./rookery-mpi
