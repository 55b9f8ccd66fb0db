# A table of a model
$(call posenc_table,model.h,--model config.json:full_attention --max-len 9)
