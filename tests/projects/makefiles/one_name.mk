# One name: a table in two places, a manifest of it, and bytes
$(call posenc_table,a/z.h,--max-len 9 --d-model 4)
$(call posenc_table,b/z.h,--max-len 9 --d-model 4)
$(call posenc_manifest,t.ini,gen)
$(call posenc_manifest,t.ini)
$(call posenc_table,w.bin,--max-len 9 --d-model 4 --base 7)
