# How fast posenc is, and how wrong the usual code. A part of the Makefile.

bench: build/posenc build/tests/posenc-avx2 build/tests/posenc-portable build/bench/timed build/bench/write build/bench/peers
	POSENC=build/posenc sh tests/bench/run.sh

# What gcc, clang and tcc need for each C form: SIZES='0.25 1 8' millions of f32.
bench-compile: build/posenc build/bench/timed
	POSENC=build/posenc sh tests/bench/compile.sh

# What a row costs on small processors, from the tables and in the usual ways: TARGETS='m0 avr' for some of them.
bench-targets: build/posenc
	POSENC=build/posenc sh tests/targets/bench.sh

# How wrong the usual float32 code is, and rounding twice.
usual: build/posenc build/bench/usual build/bench/rounded_twice
	build/posenc --max-len 131072 --d-model 512 --format raw | build/bench/usual 131072
	build/bench/rounded_twice build/posenc

# The pictures of README and docs/: FIGURES=FOLDER for another place. What usual-ways.svg shows is measured, by
# usual_ways.py; what outputs.svg and growth.svg show, by `make bench`. The numbers are kept in docs/figures/.
FIGURES = docs/figures
bench_picture = LC_ALL=C awk -v template=templates/figure.svg -f tests/bench/svg.awk
figures: build/posenc build/bench/usual_ways
	build/posenc plot --max-len 128 --d-model 256 --layout halves --figure heatmap -o $(FIGURES)/heatmap.svg
	build/posenc plot --max-len 512 --d-model 384 -o $(FIGURES)/figures.svg
	build/bench/usual_ways docs/figures/usual-ways.tsv $(FIGURES)/usual-ways.svg
	$(bench_picture) -f tests/bench/outputs_figure.awk FS='\t' tests/bench/outputs.tsv FS=, docs/figures/bench.csv > \
	    $(FIGURES)/outputs.svg
	$(bench_picture) -f tests/bench/fit.awk -f tests/bench/growth.awk docs/figures/bench.csv > $(FIGURES)/growth.svg

build/bench/usual_ways: tests/bench/usual_ways.c $(engine) build/flags | build/bench $(deps)
	$(call say,CC $@)$(compile) $(LDFLAGS) -o $@ $< $(engine) $(LDLIBS) $(libraries)

build/bench/%: tests/bench/%.c build/flags | build/bench $(deps)
	$(call say,CC $@)$(compile) $(LDFLAGS) -o $@ $< $(LDLIBS) -lm

build/bench/peers: tests/bench/peers.c build/flags | build/bench $(deps)
	$(call say,CC $@)l="$(arb)"; $(compile) $${l:+-DWITH_ARB} $(LDFLAGS) -o $@ $< $(LDLIBS) $$l $(libraries)

.PHONY: bench bench-compile bench-targets usual figures
