# Words of variables
N = 4
$(call posenc_table,z.h,--max-len $(N) --d-model 4 --name z)
$(call posenc_table,y.h,--max-len 4 --d-model 4 --name y $(WORDS))
