# posenc_files and posenc_tables, as they grow
$(call posenc_table,z.c,--max-len 9 --d-model 4 --name z)
one := $(posenc_files)
$(call posenc_manifest,t.ini,gen)
two := $(posenc_files)
$(call posenc_table,z.c,--max-len 9 --d-model 4 --name z)
show: ; @echo $(one): $(two): $(posenc_files): $(filter-out %.posenc,$(posenc_tables))
clean: ; rm -f $(posenc_tables)
