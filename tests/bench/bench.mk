# SPDX-License-Identifier: MIT
# How fast posenc is, and how wrong the usual code. A part of the Makefile.

## bench: compares posenc with other programs
bench: build/posenc build/tests/posenc-avx2 build/tests/posenc-portable build/bench/timed build/bench/write build/bench/peers
	POSENC=build/posenc sh $Stests/bench/run.sh

## bench-compile: what gcc, clang and tcc need for each C form; SIZES='0.25 1 8' millions of f32
bench-compile: build/posenc build/bench/timed
	POSENC=build/posenc sh $Stests/bench/compile.sh

## bench-targets: what a row costs on small, emulated processors, from tables and in the usual ways; TARGETS='m0 avr' for some
bench-targets: build/posenc
	POSENC=build/posenc sh $Stests/targets/bench.sh

## usual: how wrong the usual float32 code is, and rounding twice
usual: build/posenc build/bench/usual build/bench/rounded_twice
	build/posenc --max-len 131072 --d-model 512 --format raw | build/bench/usual 131072
	build/bench/rounded_twice build/posenc

## figures: the pictures of README and docs/; FIGURES=FOLDER for another place
# What usual-ways.svg shows is measured, by usual_ways.py; what outputs.svg and growth.svg show, by `make bench`. The numbers are
# kept in docs/figures/.
FIGURES = $Sdocs/figures
bench_picture = LC_ALL=C awk -v template=$Stemplates/figure.svg -f $Stests/bench/svg.awk
figures: build/posenc build/bench/usual_ways
	build/posenc plot --max-len 128 --d-model 256 --layout halves --figure heatmap -o $(FIGURES)/heatmap.svg
	build/posenc plot --max-len 512 --d-model 384 -o $(FIGURES)/figures.svg
	build/bench/usual_ways $Sdocs/figures/usual-ways.tsv $(FIGURES)/usual-ways.svg
	$(bench_picture) -f $Stests/bench/outputs_figure.awk FS=, $Sdocs/figures/bench.csv > $(FIGURES)/outputs.svg
	$(bench_picture) -f $Stests/bench/interpolation.awk > $(FIGURES)/interpolation.svg
	$(bench_picture) -f $Stests/bench/fit.awk -f $Stests/bench/growth.awk $Sdocs/figures/bench.csv > $(FIGURES)/growth.svg

build/bench/usual_ways: $Stests/bench/usual_ways.c $(engine) build/flags | build/bench
	$(call say,CC $@)$(compile) $(LDFLAGS) -o $@ $< $(engine) $(LDLIBS) $(libraries)

build/bench/%: $Stests/bench/%.c build/flags | build/bench
	$(call say,CC $@)$(compile) $(LDFLAGS) -o $@ $< $(LDLIBS) -lm

build/bench/peers: $Stests/bench/peers.c build/flags | build/bench
	$(call say,CC $@)l="$(arb)"; $(compile) $${l:+-DWITH_ARB} $(LDFLAGS) -o $@ $< $(LDLIBS) $$l $(libraries)

.PHONY: bench bench-compile bench-targets usual figures
