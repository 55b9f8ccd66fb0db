# SPDX-License-Identifier: MIT
"""Tables as PyTorch code makes them. Run in this folder: python3 torch_tables.py"""

import math

import torch


def write(table, name):
    """bf16 and f16 as their bits."""
    table = table.contiguous()
    if table.element_size() == 2:
        table = table.view(torch.int16)
    table.numpy().tofile(name)


# torch's tutorial on the transformer.
def encoding(position, d):
    position = position.float().unsqueeze(1)
    div_term = torch.exp(torch.arange(0, d, 2).float() * (-math.log(10000.0) / d))
    pe = torch.zeros(len(position), d)
    pe[:, 0::2] = torch.sin(position * div_term)
    pe[:, 1::2] = torch.cos(position * div_term)
    return pe


write(encoding(torch.arange(0, 96), 64), "torch-exp-96x64.f32")
write(encoding(torch.arange(0, 96), 64).to(torch.bfloat16), "torch-exp-96x64.bf16")

# fairseq's SinusoidalPositionalEmbedding.
half = 32
emb = math.log(10000) / (half - 1)
emb = torch.exp(torch.arange(half, dtype=torch.float) * -emb)
emb = torch.arange(64, dtype=torch.float).unsqueeze(1) * emb.unsqueeze(0)
write(torch.cat([torch.sin(emb), torch.cos(emb)], dim=1), "torch-fairseq-64x64.f32")

# diffusers' get_timestep_embedding, downscale_freq_shift=0, of every tenth step.
half = 20
exponent = -math.log(10000) * torch.arange(start=0, end=half, dtype=torch.float32)
emb = torch.exp(exponent / (half - 0))
emb = torch.arange(0, 1000, 12)[:, None].float() * emb[None, :]
write(torch.cat([torch.cos(emb), torch.sin(emb)], dim=-1), "torch-timesteps-84x40.f32")


# Rotary tables as in transformers: inv_freq is float32.
def inv_freq(d, base):
    return 1.0 / (base ** (torch.arange(0, d, 2).float() / d))


far = torch.arange(60000, 60100, dtype=torch.float32)
write(torch.outer(far, inv_freq(64, 500000.0)).cos(), "torch-rope-100x32.f32")
near = torch.arange(0, 256, dtype=torch.float32)
write(torch.outer(near, inv_freq(32, 10000.0)).sin().to(torch.bfloat16), "torch-rope-256x16.bf16")
write(torch.outer(near, inv_freq(32, 10000.0)).sin().to(torch.float16), "torch-rope-256x16.f16")
write(inv_freq(128, 500000.0), "torch-inv_freq-64.f32")

# model.to(torch.bfloat16) rounds inv_freq; the forward pass computes in float32.
rounded = inv_freq(32, 10000.0).to(torch.bfloat16)
write(torch.outer(near[:160], rounded.float()).cos(), "torch-bf16_inv_freq-160x16.f32")

# Positions in bf16, which collide from 256 on.
t = torch.arange(0, 320, dtype=torch.float32).to(torch.bfloat16)
write(torch.outer(t.float(), inv_freq(32, 10000.0)).cos(), "torch-bf16_positions-320x16.f32")

# Both in bf16, and so the angles: t = arange(n, dtype=inv_freq.dtype).
t = torch.arange(0, 320).to(torch.bfloat16)
write((t[:, None] * rounded[None, :]).cos(), "torch-bf16_throughout-320x16.bf16")

# The same in float16, from 2000 on; torch 1.13 has no float16 cosine on a CPU, which would compute in float32 too.
t = torch.arange(2000, 2200).to(torch.float16)
angle = torch.outer(t.float(), inv_freq(32, 10000.0).to(torch.float16).float()).to(torch.float16)
write(angle.float().cos().to(torch.float16), "torch-f16_throughout-200x16.f16")

# Linear scaling of transformers divides inv_freq; dynamic scaling takes another base.
write(torch.outer(near[:100], inv_freq(32, 10000.0) / 3.0).cos(), "torch-linear-100x16.f32")
base = 10000.0 * ((2.0 * 3000 / 2048) - (2.0 - 1)) ** (32 / (32 - 2))
write(torch.outer(near[:100], inv_freq(32, base)).cos(), "torch-dynamic-100x16.f32")

# What is rounded to bf16 or float16 and kept in float32: .bfloat16().float(), or an upcast checkpoint.
table = torch.outer(near[:100], inv_freq(32, 10000.0)).cos()
write(table.bfloat16().float(), "torch-kept_bf16-100x16.f32")
write(table.half().float(), "torch-kept_f16-100x16.f32")

# Positions and frequencies in bf16; their product in float32.
t = torch.arange(100, 300, dtype=torch.float32).to(torch.bfloat16)
write(torch.outer(t.float(), rounded.float()).cos(), "torch-bf16_both-200x16.f32")


# llama3 and yarn as in transformers' modeling_rope_utils.py.
def llama3(inv_freq, factor, low, high, original):
    low_wavelen = original / low
    high_wavelen = original / high
    wavelen = 2 * math.pi / inv_freq
    scaled = torch.where(wavelen > low_wavelen, inv_freq / factor, inv_freq)
    smooth = (original / wavelen - low) / (high - low)
    smoothed = (1 - smooth) * scaled / factor + smooth * scaled
    medium = ~(wavelen < high_wavelen) * ~(wavelen > low_wavelen)
    return torch.where(medium, smoothed, scaled)


def yarn(d, base, factor, original, truncate=True, beta_fast=32, beta_slow=1):
    def correction(turns):
        return (d * math.log(original / (turns * 2 * math.pi))) / (2 * math.log(base))

    low, high = correction(beta_fast), correction(beta_slow)
    if truncate:
        low, high = math.floor(low), math.ceil(high)
    low, high = max(low, 0), min(high, d - 1)
    if low == high:
        high += 0.001
    ramp = torch.clamp((torch.arange(d // 2, dtype=torch.float32) - low) / (high - low), 0, 1)
    pos_freqs = base ** (torch.arange(0, d, 2).float() / d)
    kept = 1 - ramp
    return (1.0 / (factor * pos_freqs)) * (1 - kept) + (1.0 / pos_freqs) * kept


inv = llama3(inv_freq(128, 500000.0), 8.0, 1.0, 4.0, 8192)
write(inv, "torch-llama3-64.f32")
write(torch.outer(far[:50], inv).cos(), "torch-llama3-50x64.f32")
inv = yarn(64, 1000000.0, 4.0, 32768)
write(inv, "torch-yarn-32.f32")
write(torch.outer(far, inv).cos() * (0.1 * math.log(4.0) + 1.0), "torch-yarn-100x32.f32")
inv = yarn(64, 150000.0, 32.0, 4096, truncate=False)
write(torch.outer(far, inv).cos() * (0.1 * math.log(32.0) + 1.0), "torch-yarn_untruncated-100x32.f32")
