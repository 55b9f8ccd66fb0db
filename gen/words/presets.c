#include "words/presets.h"
#include "base/text.h"

#include <stddef.h>
#include <string.h>

/* name, words; repository, path, function, revision; what distinguishes it; its parameters */
const struct preset presets[] = {
    {"vaswani",
     {[ODD] = "error"},
     "harvardnlp/annotated-transformer",
     "the_annotated_transformer.py",
     "PositionalEncoding.__init__",
     "debc9fd747bb2123160a98046ad1c2d4da44a567",
     "The table of \"Attention is all you need\": sine and cosine of each pair side by side, "
     "frequencies 10000^(-2i/d). These are the defaults, except that an odd d-model is refused, "
     "because most code of this kind fails for one; where it doesn't, the last column is a sine "
     "(--odd sin).",
     ""},
    {"per-column",
     {[SPACING] = "column"},
     "facebookarchive/caffe2",
     "caffe2/operators/sinusoid_position_encoding_op.h",
     "SinusoidPositionEncodingOp.DoRunWithType",
     "0bc36b1478931fc7b1e6698c2c81e2adcb023160",
     "Each column j has its own exponent j/d, so a cosine turns slower than the sine beside it. Of "
     "the systems that were read only Caffe2 has this table; elsewhere it is a slip of tutorials "
     "and notebooks. Later revisions of Caffe2 take the logarithm of the position, so their "
     "positions are 1 and more.",
     "alpha is --base, amplitude is --amplitude, embedding_size is --d-model."},
    {"double-column",
     {[SPACING] = "column", [BASE] = "100000000", [ODD] = "error"},
     "SamLynnEvans/Transformer",
     "Embed.py",
     "PositionalEncoder.__init__",
     "8f9de975e57f00c08b675d0fddb12d228b837aeb",
     "Each column j has the exponent 2j/d, twice that of per-column, because the column number is "
     "taken for the pair number. It is written with base 10000 squared; its frequencies come near "
     "1e-8.",
     ""},
    {"timescale",
     {[SPACING] = "endpoint", [LAYOUT] = "halves", [ODD] = "error"},
     "openai/whisper",
     "whisper/model.py",
     "sinusoids",
     "c0d2f624c09dc18e709e37c2ad90c039a4eb72a2",
     "Frequencies from exactly 1 to exactly 1/base, all sines before all cosines. The last "
     "exponent is 1; that of spacing pair stops short of 1.",
     "max_timescale is --base."},
    {"tensor2tensor",
     {[SPACING] = "endpoint", [LAYOUT] = "halves", [ODD] = "zero"},
     "tensorflow/tensor2tensor",
     "tensor2tensor/layers/common_attention.py",
     "add_timing_signal_1d",
     "017f83a91da0a4f481834fa0eac44d446774acfe",
     "The table of timescale, with a last column of zeros if d-model is odd.",
     "max_timescale is --base, start_index is --first. With a min_timescale m other than 1, --base "
     "is max_timescale/m, --step is m and --first is start_index*m, because the code multiplies by "
     "m."},
    {"tensor2tensor-2d",
     {[SPACING] = "endpoint", [LAYOUT] = "halves", [ODD] = "zero", [GRID_COLUMNS] = "yx"},
     "tensorflow/tensor2tensor",
     "tensor2tensor/layers/common_attention.py",
     "add_timing_signal_nd",
     "017f83a91da0a4f481834fa0eac44d446774acfe",
     "Two axes, the rows of the image before its columns, each with floor(d/4) pairs as in "
     "tensor2tensor; what is left of d-model is zero.",
     "The image's size is --grid HxW. max_timescale is --base. With a min_timescale m other than "
     "1, --base is max_timescale/m and --step is m."},
    {"fairseq",
     {[SPACING] = "endpoint", [LAYOUT] = "halves", [ODD] = "zero", [ZERO_ROWS] = "1"},
     "facebookresearch/fairseq",
     "fairseq/modules/sinusoidal_positional_embedding.py",
     "SinusoidalPositionalEmbedding.get_embedding",
     "3d262bb25690e4eb2e7d3c1309b1e9c406ca4b99",
     "The table of tensor2tensor, with the row of the padding index zero. The first token uses the "
     "row after the padding index, so with padding index 1 max-len is the number of tokens + 2.",
     "padding_idx is --zero-rows (1 in its dictionaries); padding_idx=None is --zero-rows none."},
    {"m2m100",
     {[SPACING] = "endpoint", [LAYOUT] = "halves", [ODD] = "zero", [ZERO_ROWS] = "1"},
     "huggingface/transformers",
     "src/transformers/models/m2m_100/modeling_m2m_100.py",
     "M2M100SinusoidalPositionalEmbedding.get_embedding",
     "593e8aa53900afea1d92e97d91b97e425b16a4c5",
     "The table of fairseq. Its weights have two rows more than max_position_embeddings says: 1026 "
     "rows for 1024.",
     "padding_idx is --zero-rows."},
    {"opennmt-tf",
     {[SPACING] = "endpoint", [LAYOUT] = "halves", [FIRST] = "1", [ODD] = "error"},
     "OpenNMT/OpenNMT-tf",
     "opennmt/layers/position.py",
     "SinusoidalPositionEncoder.encode",
     "034c0e52af29b20ea0117c40201d717a6fd5bdaa",
     "The table of timescale with positions from 1: position 0 is that of padding.",
     ""},
    {"marian",
     {[SPACING] = "endpoint", [LAYOUT] = "halves", [ODD] = "error"},
     "marian-nmt/marian-dev",
     "src/graph/node_initializers.cpp",
     "sinusoidalPositionEmbeddings",
     "15b0d1bd7d59981cf77a1354e561de3805675755",
     "The table of timescale. For an odd d-model its code overwrites columns, so that is refused "
     "here.",
     "start, the position that a decoder has reached, is --first."},
    {"hf-marian",
     {[LAYOUT] = "halves"},
     "huggingface/transformers",
     "src/transformers/models/marian/modeling_marian.py",
     "MarianSinusoidalPositionalEmbedding._init_weight",
     "00b676f8f0489b88652a31d70751cc540dd06305",
     "Halves like marian, but the exponents 2i/d stop short of 1, where marian has i/(n-1). So "
     "its table differs from that of the program whose weights it runs. It is computed in float64.",
     ""},
    {"ctrl",
     {[LAYOUT] = "halves"},
     "salesforce/ctrl",
     "pytorch_transformer.py",
     "positional_encoding",
     "a089a0c5956a84f229e5ece9d5da0bc4689dded0",
     "The pairs of vaswani, with all sines before all cosines, computed in float64. It is the "
     "table of hf-marian.",
     ""},
    {"sockeye",
     {[LAYOUT] = "halves", [ODD] = "error"},
     "awslabs/sockeye",
     "sockeye/layers.py",
     "get_positional_embeddings",
     "0117d53087a4a869197d815f5a9afdc8029ae05e",
     "The table of ctrl, for an even d-model only. Its transformers multiply the input by sqrt(d) "
     "and leave the positions alone; with scale_down_positions it is the table of x-transformers.",
     "scale_down_positions is --amplitude sqrt(1/d)."},
    {"transformer-xl",
     {[LAYOUT] = "halves", [FIRST] = "max-len-1", [STEP] = "-1", [ODD] = "extend"},
     "kimiyoung/transformer-xl",
     "pytorch/mem_transformer.py",
     "PositionalEmbedding.forward",
     "44781ed21dbaec88b280f74d9ae2877f52b492a5",
     "Distances instead of positions: row 0 is the farthest, max-len - 1, and the last row is "
     "distance 0. An odd d-model becomes d-model + 1 columns with the exponents of d-model.",
     "clamp_len N is --clamp :N."},
    {"whisper",
     {[SPACING] = "endpoint", [LAYOUT] = "halves", [ODD] = "error"},
     "openai/whisper",
     "whisper/model.py",
     "sinusoids",
     "c0d2f624c09dc18e709e37c2ad90c039a4eb72a2",
     "The table of timescale. Its encoder has 1500 rows.",
     "max_timescale is --base."},
    {"musicgen",
     {[SPACING] = "endpoint", [LAYOUT] = "halves", [ORDER] = "cos-sin", [ODD] = "error"},
     "facebookresearch/audiocraft",
     "audiocraft/modules/transformer.py",
     "create_sin_embedding",
     "896ec7c47f5e5d1e5aa1e4b260c4405328bf009d",
     "The table of timescale with the cosines first.",
     "max_period is --base."},
    {"fastspeech2",
     {[ZERO_ROWS] = "0"},
     "ming024/FastSpeech2",
     "transformer/Models.py",
     "get_sinusoid_encoding_table",
     "d4e79eb52e8b01d24703b2dfc0385544092958f3",
     "The table of vaswani, computed in float64, with row 0 zero, cosines included: what the "
     "function returns for padding_idx=0. An odd d-model ends with a sine. The encoder and the "
     "decoder call the function without padding_idx: add --zero-rows none.",
     "padding_idx is --zero-rows; padding_idx=None is --zero-rows none."},
    {"keras-hub",
     {[ODD] = "sin"},
     "keras-team/keras-hub",
     "keras_hub/src/layers/modeling/sine_position_encoding.py",
     "SinePositionEncoding.call",
     "0e1444fdfbc088d2e736a43927f4719a30becd19",
     "The table of vaswani, and an odd d-model ends with a sine. The code computes powers of "
     "1/max_wavelength in the compute type, so in half precision it is far from its own formula.",
     "max_wavelength is --base, start_index is --first."},
    {"espnet-rel",
     {[FIRST] = "max-len/2-1/2", [STEP] = "-1", [ODD] = "error"},
     "facebookresearch/fairseq",
     "fairseq/modules/positional_encoding.py",
     "RelPositionalEncoding.extend_pe",
     "3d262bb25690e4eb2e7d3c1309b1e9c406ca4b99",
     "Distances from T-1 down to -(T-1) in 2T-1 rows; the sines of negative distances are "
     "negative. max-len is 2T-1, an odd number.",
     ""},
    {"speechbrain-rel",
     {[FIRST] = "max-len/2-1/2", [STEP] = "-1", [POSITIONS] = "absolute", [ODD] = "error"},
     "speechbrain/speechbrain",
     "speechbrain/nnet/attention.py",
     "RelPosEncXL.make_pe",
     "9c826ef3937bac885c8a6ca86c6889a30f256fb5",
     "The table of espnet-rel with |distance|: the sines of the second half are not negated, so "
     "the table is its own mirror image, and past and future look alike.",
     ""},
    {"coqui",
     {[SPACING] = "over:-d/2", [AXES] = "channel-major", [ODD] = "error"},
     "coqui-ai/TTS",
     "TTS/tts/layers/generic/pos_encoding.py",
     "PositionalEncoding.__init__",
     "dbf1a08a0d4e47fdad6172e433eeb34bc6b13b4e",
     "Positive exponents: frequencies rise from 1 to nearly base, which is kept for released "
     "weights. Channels come first. The float32 code is off by 1.6e-2 at 48 x 32 already.",
     ""},
    {"ddpm",
     {[SPACING] = "endpoint", [LAYOUT] = "halves", [ODD] = "zero"},
     "hojonathanho/diffusion",
     "diffusion_tf/nn.py",
     "get_timestep_embedding",
     "c46129977747dad96f91709bcb3f0f7480686004",
     "The table of tensor2tensor, with diffusion steps as positions.",
     "Fractional timesteps and schedules are --positions-file."},
    {"guided-diffusion",
     {[SPACING] = "over:n", [LAYOUT] = "halves", [ORDER] = "cos-sin", [ODD] = "zero"},
     "openai/guided-diffusion",
     "guided_diffusion/nn.py",
     "timestep_embedding",
     "22e0df8183507e13a7813f8d38d51b072ca1e67c",
     "Cosines first, and exponents i/n with n = floor(d/2); for an even d-model they are those of "
     "spacing pair.",
     "max_period is --base. Fractional timesteps and schedules are --positions-file."},
    {"diffusers",
     {[SPACING] = "endpoint", [LAYOUT] = "halves", [ODD] = "zero"},
     "huggingface/diffusers",
     "src/diffusers/models/embeddings.py",
     "get_timestep_embedding",
     "58eb52c0803ea9af3abec60841c2a093bdf1f951",
     "get_timestep_embedding with its default arguments makes the table of ddpm. The time "
     "embeddings of its UNet models pass flip_sin_to_cos=True and downscale_freq_shift=0; that is "
     "the table of guided-diffusion.",
     "max_period is --base, flip_sin_to_cos=True is --order cos-sin, downscale_freq_shift s is "
     "--spacing over:n-s. scale multiplies the angle, so it goes into both --first and --step: "
     "timesteps from 14 with scale 3 are --first 42 --step 3. Fractional timesteps and schedules "
     "are --positions-file."},
    {"diffusers-1d",
     {[LAYOUT] = "halves", [ODD] = "error"},
     "huggingface/diffusers",
     "src/diffusers/models/embeddings.py",
     "get_1d_sincos_pos_embed_from_grid_np",
     "58eb52c0803ea9af3abec60841c2a093bdf1f951",
     "The table of sockeye, computed in float64.",
     "flip_sin_to_cos=True is --order cos-sin."},
    {"diffusers-2d",
     {[LAYOUT] = "halves", [GRID_COLUMNS] = "xy", [ODD] = "error"},
     "huggingface/diffusers",
     "src/diffusers/models/embeddings.py",
     "get_2d_sincos_pos_embed",
     "58eb52c0803ea9af3abec60841c2a093bdf1f951",
     "Sines and cosines of x, then of y, with x and y stretched to base_size.",
     "grid_size (H,W) is --grid HxW. base_size b and interpolation_scale s are --step y,x with y = "
     "b/H/s and x = b/W/s: --step 1,1/2 for 16x32 and base_size 16. cls_token with extra_tokens is "
     "--zero-rows: 0, or 0,1 for two, which max-len counts too."},
    {"diffusers-3d",
     {[LAYOUT] = "halves", [GRID_COLUMNS] = "t2x3y3", [ODD] = "error"},
     "huggingface/diffusers",
     "src/diffusers/models/embeddings.py",
     "get_3d_sincos_pos_embed",
     "58eb52c0803ea9af3abec60841c2a093bdf1f951",
     "A quarter of the columns for time, then three eighths for x and three eighths for y.",
     "temporal_size T and spatial_size (W,H), in that order, are --grid TxHxW. "
     "temporal_interpolation_scale a and spatial_interpolation_scale b are --step 1/a,1/b,1/b."},
    {"x-transformers",
     {[LAYOUT] = "halves", [AMPLITUDE] = "sqrt(1/d)", [ODD] = "error"},
     "lucidrains/x-transformers",
     "x_transformers/x_transformers.py",
     "ScaledSinusoidalEmbedding.forward",
     "9252ed7838021ee61e6c5be0930b3a9a88efdf06",
     "The table of sockeye times 1/sqrt(d), the start value of a scale that is learned.",
     "theta is --base; the learned scale is --amplitude."},
    {"mlx",
     {[SPACING] = "endpoint", [LAYOUT] = "halves", [AMPLITUDE] = "sqrt(2/d)", [ODD] = "drop"},
     "ml-explore/mlx",
     "python/mlx/nn/layers/positional_encoding.py",
     "SinusoidalPositionalEncoding",
     "05ddf3ff481fce2e9610bb98753d8dda414dad7d",
     "The table of timescale times sqrt(2/d), so that a row has length 1 for an even d-model. An "
     "odd d-model loses a column but keeps its amplitude; later revisions refuse it.",
     "scale is --amplitude, cos_first is --order cos-sin, full_turns is --step 2pi. max_freq M and "
     "min_freq m are --base M/m and --step M."},
    {"mae",
     {[LAYOUT] = "halves", [GRID_COLUMNS] = "xy", [ZERO_ROWS] = "0", [ODD] = "error"},
     "facebookresearch/mae",
     "util/pos_embed.py",
     "get_2d_sincos_pos_embed",
     "efb2a8062c206524e35e47d04501ed4f544c0ae8",
     "The table of diffusers-2d on whole patches, after one row of zeros for the class token; "
     "max-len is H*W + 1.",
     "grid_size N is --grid NxN. cls_token=False is --zero-rows none, with max-len H*W."},
    {"timm-2d",
     {[LAYOUT] = "halves", [GRID_COLUMNS] = "yx", [GRID_NESTING] = "middle", [ODD] = "error"},
     "huggingface/pytorch-image-models",
     "timm/layers/pos_embed_sincos.py",
     "build_sincos2d_pos_embed",
     "aa4b5850c1543fa488abf260f18390eda46cf85d",
     "Sines of y and x, then cosines of y and x, with exponents i/n, n = d/4.",
     "feat_shape [H, W] is --grid HxW, temperature is --base, reverse_coord is --grid-columns xy "
     "--grid-rows xy, interleave_sin_cos is --grid-nesting outer."},
    {"simple-vit",
     {[SPACING] = "endpoint", [LAYOUT] = "halves", [GRID_COLUMNS] = "xy", [ODD] = "error"},
     "google-research/big_vision",
     "big_vision/models/vit.py",
     "posemb_sincos_2d",
     "0127fb6b337ee2a27bf4e54dea79cff176527356",
     "Each axis is a table of timescale, x before y: exponents i/(n-1), where mae and timm-2d have "
     "i/n.",
     "h and w are --grid HxW, temperature is --base."},
    {"vit-3d",
     {[SPACING] = "endpoint", [LAYOUT] = "halves", [GRID_COLUMNS] = "xyt", [ODD] = "zero"},
     "lucidrains/vit-pytorch",
     "vit_pytorch/simple_vit_3d.py",
     "posemb_sincos_3d",
     "69d24fe9e3024c0d4b02761123b8583a24ebed1e",
     "The table of simple-vit with frames as a third axis, floor(d/6) pairs an axis and columns of "
     "zeros at the end.",
     "Frames, height and width are --grid TxHxW, temperature is --base."},
    {"detr",
     {[GRID_COLUMNS] = "yx", [FIRST] = "1", [AXES] = "channel-major", [ODD] = "error"},
     "facebookresearch/detr",
     "models/position_encoding.py",
     "PositionEmbeddingSine.forward",
     "29901c51d7fe8712168b8d0d64351170bc0f83e0",
     "Interleaved y, then interleaved x, pixels counted from 1, channels first. A mask that is "
     "not empty makes another table.",
     "The image's size is --grid HxW, temperature is --base, num_pos_feats is half of --d-model. "
     "The models set normalize=True, which no preset can know, as it depends on the size: for H x "
     "W with the default scale 2*pi (and the code's 1e-6) add --first 2pi/H.000001,2pi/W.000001 "
     "and the same --step."},
    {"deformable-detr",
     {[GRID_COLUMNS] = "yx", [FIRST] = "1/2", [AXES] = "channel-major", [ODD] = "error"},
     "fundamentalvision/Deformable-DETR",
     "models/position_encoding.py",
     "PositionEmbeddingSine.forward",
     "48092c507c9db61da4cd4ffda819da757d349a82",
     "The table of detr with pixel centres at k - 1/2, normalised by the image. Without "
     "normalize=True the code has no offset and is detr: these words alone make none of "
     "its tables.",
     "The image's size is --grid HxW, temperature is --base. For normalize=True with the default "
     "scale 2*pi add --first pi/H.000001,pi/W.000001 --step 2pi/H.000001,2pi/W.000001."},
    {"loftr",
     {[GRID_COLUMNS] = "xy",
      [GRID_NESTING] = "middle",
      [FIRST] = "1",
      [AXES] = "channel-major",
      [ODD] = "error"},
     "zju3dv/LoFTR",
     "src/loftr/utils/position_encoding.py",
     "PositionEncodingSine.__init__",
     "df7ca80f917334b94cfbe32cc2901e09a80e70a8",
     "sin x, cos x, sin y, cos y of each frequency side by side, pixels counted from 1, channels "
     "first.",
     "temp_bug_fix=True is the table of these words. Released weights were trained with False, a "
     "misplaced bracket: their frequencies are exp(-2i), which --base 'exp(2)' --spacing over:1 "
     "gives."},
    {"ggml-timestep",
     {[SPACING] = "over:n", [LAYOUT] = "halves", [ORDER] = "cos-sin", [ODD] = "zero"},
     "ggml-org/llama.cpp",
     "ggml/src/ggml-cpu/ops.cpp",
     "ggml_compute_forward_timestep_embedding_f32",
     "1f08e2d662715ead7987c365eced4f273d90e431",
     "The table of guided-diffusion.",
     "max_period is --base. Fractional timesteps and schedules are --positions-file."},
    {"nerf",
     {[BASE] = "1/2", [SPACING] = "over:1", [ODD] = "error"},
     "bmild/nerf",
     "run_nerf_helpers.py",
     "Embedder.create_embedding_fn",
     "14c55567a6d0fbd75d3fd12b0411f98160ba3237",
     "Sines and cosines of 2^i * x for one coordinate x, which --first and --step give: rows for x "
     "from -1 in steps of 1/256 are --first -1 --step 1/256. The code puts x itself before them, "
     "and each sine or cosine of all coordinates side by side. The paper multiplies x by pi; its "
     "code doesn't.",
     "multires L, which is num_freqs, is --d-model 2L: 20 for places, 8 for directions. Where the "
     "angle is pi * 2^i * x, pi goes into both --first and --step."},
    {"rope-hf",
     {[COMPONENT] = "cos", [REPEAT] = "halves", [ODD] = "error"},
     "huggingface/transformers",
     "src/transformers/models/llama/modeling_llama.py",
     "LlamaRotaryEmbedding.forward",
     "5dd4a63548857797727ae73eeb6a6e886ea02a3e",
     "The cosine cache of rotary embeddings: every frequency stands in both halves of a row. The "
     "sine cache is the same with --component sin; --component cos,sin makes both. For an odd head "
     "the code makes one column more than the head has, silently (--odd extend).",
     "rope_theta is --base. d-model is the rotary width of a head: head_dim, or head_dim * "
     "partial_rotary_factor. The first of position_ids is --first, rope_scaling is --scaling."},
    {"rope-neox",
     {[COMPONENT] = "cos", [REPEAT] = "halves", [ODD] = "error"},
     "EleutherAI/gpt-neox",
     "megatron/model/positional_embeddings.py",
     "RotaryEmbedding.forward",
     "007003aae8d00e9526fa7babf564ea4751d64018",
     "The caches of rope-hf, for an odd head too.",
     "base is --base, dim is --d-model: the rotary width of a head."},
    {"rope-ggml",
     {[ORDER] = "cos-sin", [ODD] = "error"},
     "ggml-org/llama.cpp",
     "ggml/src/ggml-cpu/ops.cpp",
     "ggml_rope_cache_init",
     "1f08e2d662715ead7987c365eced4f273d90e431",
     "Pairs of cosine and sine, the same cache for both ways to pair the columns of a head. The "
     "code multiplies in float again and again, so its angles drift. Backward passes negate the "
     "sines.",
     "freq_base is --base, n_dims is --d-model, freq_scale s is --scaling linear:factor=1/s."},
    {"rope-meta",
     {[ORDER] = "cos-sin", [ODD] = "error"},
     "meta-llama/llama3",
     "llama/model.py",
     "precompute_freqs_cis",
     "a0940f9cf7065d45bb6675660f80d305c041a754",
     "Complex numbers cos + i sin, stored as pairs. For an odd head the code silently drops "
     "the last column (--odd drop).",
     "theta is --base (Llama 3 has --base 500000), dim is --d-model, end is --max-len."},
    {"rope-vllm",
     {[LAYOUT] = "halves", [ORDER] = "cos-sin", [ODD] = "error"},
     "vllm-project/vllm",
     "vllm/model_executor/layers/rotary_embedding/base.py",
     "RotaryEmbedding._compute_cos_sin_cache",
     "04458da08417899fc04046216c986d28abeb85af",
     "One row [cosines | sines] for both rotation styles, no frequency twice. The code then casts "
     "it to the type of the model.",
     "base is --base, rotary_dim is --d-model, max_position_embeddings is --max-len."},
    {"rope-gptj",
     {[LAYOUT] = "halves", [ODD] = "error"},
     "huggingface/transformers",
     "src/transformers/models/gptj/modeling_gptj.py",
     "create_sinusoidal_positions",
     "cb6cd7e984c1482cfcf62aeb3b2921bfeca71e95",
     "The table of rope-vllm with the sines first, [sines | cosines], repeated only when it is "
     "applied. It is the table of sockeye.",
     "rotary_dim (64) is --d-model."},
    {"dinov3",
     {[COMPONENT] = "cos",
      [REPEAT] = "halves",
      [GRID_COLUMNS] = "yx",
      [BASE] = "100",
      [FIRST] = "2pi/size-2pi",
      [STEP] = "4pi/size",
      [ODD] = "error"},
     "facebookresearch/dinov3",
     "dinov3/layers/rope_position_encoding.py",
     "RopePositionEmbedding.forward",
     "6876159a11b4df116f30f667f8c9888617df0751",
     "A rotary cache of cosines, [y x | y x]. Positions are the centres of patches from -1 to 1 "
     "along each axis, times 2 pi; size is that of the axis. "
     "The sine cache is the same with --component sin. Shift, jitter and rescale are of training.",
     "H and W are --grid HxW, base is --base, embed_dim/num_heads is --d-model. normalize_coords "
     "max and min take one size M, the larger or the smaller, for both axes: --first 2pi/M-2pi "
     "--step 4pi/M. min_period p and max_period P are --base P/p --spacing endpoint, with both "
     "divided by p: --first 2pi/size/p-2pi/p --step 4pi/size/p."},
    {"eva02",
     {[COMPONENT] = "cos",
      [REPEAT] = "interleave",
      [GRID_COLUMNS] = "yx",
      [STEP] = "16/size",
      [ODD] = "error"},
     "baaivision/EVA",
     "EVA-02/asuka/rope.py",
     "VisionRotaryEmbeddingFast.__init__",
     "5623d08bb08a8268c7bc18e1d9b8b4bd651fe4d9",
     "A rotary cache of cosines, [y y x x] with every column twice. The grid of the image is "
     "stretched to the 16 x 16 patches of pretraining. freqs_sin is the same with --component sin.",
     "dim is half of --d-model. ft_seq_len N is --grid NxN, and pt_seq_len P is --step P/size; "
     "without ft_seq_len, as with intp_freq=False, it is --step 1. theta is --base. freqs_for "
     "pixel and constant are other tables."},
    {"sam2",
     {[ORDER] = "cos-sin", [GRID_COLUMNS] = "xy", [ODD] = "error"},
     "facebookresearch/sam2",
     "sam2/modeling/position_encoding.py",
     "compute_axial_cis",
     "2b90b9f5ceec907a1c18123530e92e794ad901a4",
     "Complex numbers cos + i sin, stored as pairs, the pairs of x before those of y. It is the "
     "rotary cache of the memory attention.",
     "end_x W and end_y H are --grid HxW, theta is --base, dim is --d-model: 256 for a grid of "
     "64x64."},
    {"vjepa2",
     {[COMPONENT] = "cos", [REPEAT] = "axis", [GRID_COLUMNS] = "tyx", [ODD] = "drop"},
     "facebookresearch/vjepa2",
     "src/models/utils/modules.py",
     "rotate_queries_or_keys",
     "c2963a47433ecca0ad4f06ec28bcfa8cb5b5cefb",
     "A rotary cache of cosines, each axis by itself twice: [t t y y x x]. The code applies it to "
     "neighbouring columns, which is an error that released weights need. The columns of a head "
     "that no axis has are left alone, and are none here: 60 columns for a head of 64. The sine "
     "cache is the same with --component sin.",
     "Frames, height and width in patches are --grid TxHxW, head_dim is --d-model."},
    {"pixtral",
     {[ORDER] = "cos-sin",
      [GRID_COLUMNS] = "yx",
      [GRID_FREQUENCIES] = "shared",
      [GRID_NESTING] = "middle",
      [ODD] = "error"},
     "mistralai/mistral-inference",
     "src/mistral_inference/rope.py",
     "precompute_freqs_cis_2d",
     "2557e12d0e1878a1562ece30434820f80aa3e12a",
     "Complex numbers cos + i sin, stored as pairs. One list of frequencies for both axes: y has "
     "every other of them from the first, x those between.",
     "height and width are --grid HxW, theta is --base, dim is --d-model."},
    {"qwen2-vl-vision",
     {[COMPONENT] = "cos",
      [REPEAT] = "halves",
      [GRID_COLUMNS] = "yx",
      [GRID_BLOCKS] = "2x2",
      [ODD] = "error"},
     "huggingface/transformers",
     "src/transformers/models/qwen2_vl/modeling_qwen2_vl.py",
     "Qwen2VisionTransformerPretrainedModel.rot_pos_emb",
     "00b676f8f0489b88652a31d70751cc540dd06305",
     "A rotary cache of cosines, [y x | y x], for an image, or frame by frame: its patches come in "
     "the blocks of 2x2 that the tower merges. The sine cache is the same with --component sin.",
     "grid_thw (1,H,W) is --grid HxW, (T,H,W) is --grid TxHxW, embed_dim/num_heads is --d-model, "
     "theta is --base. spatial_merge_size M is --grid-blocks MxM; none has the patches in rows."},
    {"qwen2-vl",
     {[COMPONENT] = "cos",
      [REPEAT] = "halves",
      [GRID_COLUMNS] = "t16y24x24",
      [GRID_FREQUENCIES] = "shared",
      [BASE] = "1000000",
      [ODD] = "error"},
     "huggingface/transformers",
     "src/transformers/models/qwen2_vl/modeling_qwen2_vl.py",
     "apply_multimodal_rotary_pos_emb",
     "00b676f8f0489b88652a31d70751cc540dd06305",
     "M-RoPE, the cosines of the language model for an image or a video: one list of frequencies, "
     "the first 16 pairs for t, 24 for y and 24 for x, repeated as in rope-hf. The sine cache is "
     "the same with --component sin. Text has the same position on all axes: its table is "
     "rope-hf.",
     "d-model is 128, the width of a head. The sizes of the image after merging are --grid TxHxW, "
     "and the position of its first token is --first. mrope_section is the shares of "
     "--grid-columns, rope_theta is --base."},
    {"qwen3-vl",
     {[COMPONENT] = "cos",
      [REPEAT] = "halves",
      [GRID_COLUMNS] = "t24y20x20",
      [GRID_FREQUENCIES] = "shared",
      [GRID_NESTING] = "inner",
      [BASE] = "5000000",
      [ODD] = "error"},
     "huggingface/transformers",
     "src/transformers/models/qwen3_vl/modeling_qwen3_vl.py",
     "Qwen3VLTextRotaryEmbedding.forward",
     "00709b862bb8f14a5435bb7195592579168496e4",
     "The M-RoPE of qwen2-vl with the axes in turn: pair i belongs to axis i mod 3, and the last "
     "four pairs, when y and x have their 20, to t.",
     "d-model is 128, the width of a head. The sizes of the image after merging are --grid TxHxW, "
     "and the position of its first token is --first. mrope_section is the shares of "
     "--grid-columns. rope_theta is --base: 5000000 in the released models, 500000 if a config "
     "doesn't tell."},
    {"flux",
     {[COMPONENT] = "cos", [REPEAT] = "interleave", [GRID_COLUMNS] = "t16y56x56", [ODD] = "error"},
     "huggingface/diffusers",
     "src/diffusers/models/transformers/transformer_flux.py",
     "FluxPosEmbed.forward",
     "58eb52c0803ea9af3abec60841c2a093bdf1f951",
     "A rotary cache of cosines with every column twice, computed in float64: 16 columns for t, 56 "
     "for y, 56 for x. The sine cache is the same with --component sin. The code of Black Forest "
     "Labs, in float32, stores the matrix [cos -sin; sin cos] of each pair instead; with --repeat "
     "none these are its cosines and sines.",
     "d-model is 128. The image's size in patches is --grid 1xHxW; for another first id than 0 on "
     "an axis say --first. theta is --base, axes_dim is the shares of --grid-columns. Tokens of "
     "text have position 0: they have the first row."},
    {"flux2",
     {[COMPONENT] = "cos",
      [REPEAT] = "interleave",
      [GRID_COLUMNS] = "tyxs",
      [GRID_ROWS] = "tyxs",
      [BASE] = "2000",
      [ODD] = "error"},
     "huggingface/diffusers",
     "src/diffusers/models/transformers/transformer_flux2.py",
     "Flux2PosEmbed.forward",
     "58eb52c0803ea9af3abec60841c2a093bdf1f951",
     "The table of flux with a fourth axis, the sequence of text, whose columns come last: t, y, x "
     "and s have 32 columns each. The code of Black Forest Labs stores the matrix [cos -sin; sin "
     "cos] of each pair instead; with --repeat none these are its cosines and sines.",
     "d-model is 128. An image is --grid 1x1xHxW, and the k-th reference image the same with "
     "--first 0,10k,0,0. L tokens of text are --grid Lx1x1x1. theta is --base, axes_dim is the "
     "shares of --grid-columns."},
    {"wan",
     {[ORDER] = "cos-sin", [GRID_COLUMNS] = "t22y21x21", [ODD] = "error"},
     "Wan-Video/Wan2.1",
     "wan/modules/model.py",
     "rope_apply",
     "9737cba9c1c3c4d04b33fcad41c111989865d315",
     "Complex numbers cos + i sin, stored as pairs, computed in float64: 22 pairs for t, 21 for y, "
     "21 for x.",
     "d-model is 128. The video's size in patches is --grid TxHxW, theta is --base. The shares of "
     "another head d are t(d/2-2n)yNxN with n = floor(d/6), for both N."},
    {"hunyuan-video",
     {[COMPONENT] = "cos",
      [REPEAT] = "interleave",
      [GRID_COLUMNS] = "t16y56x56",
      [BASE] = "256",
      [ODD] = "error"},
     "Tencent/HunyuanVideo",
     "hyvideo/modules/posemb_layers.py",
     "get_nd_rotary_pos_embed",
     "fa14b001c18f37191c938a9ef6baad3b9b472759",
     "The table of flux with base 256 and frames: freqs_cos. freqs_sin is the same with "
     "--component sin.",
     "d-model is 128. rope_sizes (T,H,W) is --grid TxHxW, theta is --base, rope_dim_list is the "
     "shares of --grid-columns, interpolation_factor f is --step f, start is --first; with start, "
     "stop and num, --step is (stop-start)/num. use_real=False is --preset wan with these columns "
     "and base."},
    {"cogvideox",
     {[COMPONENT] = "cos", [REPEAT] = "interleave", [GRID_COLUMNS] = "t2y3x3", [ODD] = "error"},
     "THUDM/CogVideo",
     "sat/dit_video_concat.py",
     "Rotary3DPositionEmbeddingMixin.__init__",
     "e519eced782c08db81f45e5eb40baa45958087ae",
     "A rotary cache of cosines with every column twice: a quarter of the columns for t, three "
     "eighths for y, three eighths for x. freqs_sin is the same with --component sin.",
     "compressed_num_frames, height and width are --grid TxHxW, hidden_size_head (64) is "
     "--d-model, theta is --base. The interpolations are not read."},
    {"lumina",
     {[ORDER] = "cos-sin", [GRID_COLUMNS] = "yx", [GRID_NESTING] = "middle", [ODD] = "error"},
     "Alpha-VLLM/Lumina-T2X",
     "lumina_next_t2i/models/model.py",
     "NextDiT.precompute_freqs_cis",
     "1c606962f95899da711633ee3a333d21c753e2d9",
     "Lumina-Next: complex numbers cos + i sin, stored as pairs, y and x of each frequency side by "
     "side. The code makes 384 x 384 positions and takes the first H x W of them.",
     "The image's size in patches is --grid HxW, dim is --d-model: 72 in the 2B model. theta is "
     "--base. scale_factor s is --scaling linear:factor=s before the watershed, --base 10000*s "
     "after it."},
    {NULL, {NULL}, NULL, NULL, NULL, NULL, NULL, NULL},
};

const struct preset *preset_named(const char *name) {
    for (const struct preset *p = presets; p->name; p++)
        if (strcmp(p->name, name) == 0)
            return p;
    return NULL;
}

char *preset_words(const char *const given[WORDS]) {
    struct text text = {NULL, 0, 0};
    for (int k = 0; k < WORDS; k++) {
        if (!given[k])
            continue;
        text_print(&text, text.used ? " --" : "--");
        text_print(&text, words[k].name);
        text_print(&text, " ");
        text_print(&text, given[k]);
    }
    text_add(&text, "", 1);
    return text.bytes;
}
