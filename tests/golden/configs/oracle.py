#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the configs beside this file mean, to 25 digits: python3 oracle.py [FOLDER] writes NAME.tsv for each into FOLDER.

Written from the formulas of transformers' modeling_rope_utils.py (commit decba1d2ea4ed3cbf0495d1828abad4b2dba1846) and
of the papers, not from posenc. The numbers of a config are taken as the decimals that it has.
A line is: part of the file ('.' for all of it), number of positions that the table is for ('-' for any), what, value.
What is d-model, base, max-len, attention, or the number of a pair, whose value is its inverse frequency; a fifth column
has this times the attention factor.
"""
import json
import os
import sys
from decimal import Decimal
from mpmath import mp, mpf, ceil, floor, log, nstr, pi, sqrt

mp.dps = 60

# Defaults of the classes, read in the files configuration_*.py of that commit.
BASE = {'jina_embeddings_v3': 20000, 'gpt_oss': 150000, 'llama4_text': 500000, 'mixtral': 1000000, 'nomic_bert': 1000,
        'mllama_text_model': 500000, 'smollm3': 2000000, 'lfm2': 1000000}
TWO_BASES = {'gemma3_text': (1000000, 10000), 'modernbert': (160000, 10000), 'mimo_v2_flash': (5000000, 10000)}
SHARE = {'mimo_v2_flash': '0.334', 'gpt_neox': '0.25', 'stablelm': '0.25', 'phi': '0.5', 'persimmon': '0.5', 'glm4': '0.5', 'nemotron': '0.5',
         'fuyu': '0.5',
         'qwen3_next': '0.25', 'qwen3_5_text': '0.25', 'qwen3_5_moe_text': '0.25', 'chatglm': '0.5'}
HEAD = {'gemma': 256, 'gemma2': 256, 'gemma3_text': 256, 'gemma4_text': 256, 'qwen3': 128, 'glm4': 128, 'gpt_oss': 64,
        'ministral3': 128, 'llama4_text': 128, 'qwen3_vl_text': 128, 'qwen3_next': 256, 'qwen3_5_text': 256,
        'qwen3_5_moe_text': 256}
SIZES = {'llama': (4096, 32)}   # hidden_size and num_attention_heads
LENGTH = {'falcon': 2048, 'falcon_h1': 8192, 'gemma3_text': 131072, 'cohere2': 8192}    # max_position_embeddings
PARTS = ('text_config', 'language_config')
MORE_PARTS = {'dia': ('encoder_config', 'decoder_config'), 'lasr_ctc': ('encoder_config',),
              'blt': ('patcher_config', 'encoder_config', 'decoder_config', 'global_config')}
FULL, SLIDING = 'full_attention', 'sliding_attention'


def number(value):
    return mpf(str(value))


def first(*values):
    return next((value for value in values if value is not None), None)


def length_of(config):
    given = (config.get(key) for key in ('max_position_embeddings', 'n_positions', 'seq_length', 'max_seq_len',
                                                  'max_context_length'))
    return first(*given, LENGTH.get(config.get('model_type')))


def kind(rule):
    name = first(rule.get('rope_type'), rule.get('type'), 'default')
    return {'su': 'longrope', 'mrope': 'default'}.get(name, name)


def width(config, layer, rule):
    model = config.get('model_type')
    head = config.get('head_dim')
    if model == 'zamba2':
        return 2 * config['hidden_size'] // config['num_attention_heads']
    if layer == FULL and config.get('global_head_dim'):
        head = config['global_head_dim']
    elif layer == SLIDING and config.get('swa_head_dim'):
        head = config['swa_head_dim']
    elif layer == FULL and config.get('per_layer_config'):
        head, = {each['head_dim'] for each in config['per_layer_config'].values()}
    if head is None:
        head = config.get('kv_channels', HEAD.get(model))
    if head is None:
        size, heads = SIZES.get(model, (None, None))
        head = Decimal(first(config.get('hidden_size'), config.get('n_embd'), config.get('d_model'), size)) / \
            first(config.get('num_attention_heads'), config.get('n_head'), config.get('n_heads'),
                  config.get('encoder_num_attention_heads'), heads)
    if config.get('qk_rope_head_dim'):
        return int(config['qk_rope_head_dim'])
    if kind(rule) == 'proportional':
        return int(head)
    if config.get('rotary_dim'):
        return int(config['rotary_dim'])
    share = first(rule.get('partial_rotary_factor'), config.get('partial_rotary_factor'), config.get('rotary_pct'),
                  SHARE.get(model), 1)
    d = int(head * Decimal(share))
    assert d % 2 == 0, d
    return d


def base(config, layer, rule):
    model = config.get('model_type')
    local = first(config.get('rope_local_base_freq'), config.get('local_rope_theta'),
                  config.get('swa_rope_theta'))
    if rule.get('rope_theta') is not None:
        return number(rule['rope_theta'])
    if layer == SLIDING and local is not None:
        return number(local)
    if layer == FULL and config.get('global_rope_theta') is not None:
        return number(config['global_rope_theta'])
    if layer == SLIDING and model in TWO_BASES:
        return number(TWO_BASES[model][1])
    given = first(config.get('rope_theta'), config.get('rotary_emb_base'), config.get('rotary_embedding_base'),
                  config.get('rope_freq_constant'), config.get('rope_embedding_base'),
                  config.get('attn_config', {}).get('rope_theta'))
    if given is None and model in TWO_BASES:
        given = TWO_BASES[model][0]
    return number(first(given, BASE.get(model), 10000))


def llama3(w, rule, original):
    factor, low, high = (number(rule[key]) for key in ('factor', 'low_freq_factor', 'high_freq_factor'))
    turns = original * w / (2 * pi)
    if turns > high:
        return w
    if turns < low:
        return w / factor
    smooth = (turns - low) / (high - low)
    return (1 - smooth) * w / factor + smooth * w


def yarn_ramp(d, b, rule, original):
    def pair(turns):
        return d * log(original / (turns * 2 * pi)) / (2 * log(b))
    low, high = pair(number(rule.get('beta_fast') or 32)), pair(number(rule.get('beta_slow') or 1))
    if rule.get('truncate', True):
        low, high = floor(low), ceil(high)
    low, high = max(low, mpf(0)), min(high, mpf(d - 1))
    if low == high:
        high += mpf('0.001')
    return lambda i: min(max((i - low) / (high - low), mpf(0)), mpf(1))


def yarn_attention(rule, factor):
    def stretch(m):
        return mpf(1) if factor <= 1 else 1 + m * log(factor) / 10
    one, all_dim = rule.get('mscale'), rule.get('mscale_all_dim')
    if rule.get('attention_factor') is not None:
        return number(rule['attention_factor'])
    return stretch(number(one)) / stretch(number(all_dim)) if one and all_dim else stretch(1)


def tables(config, layer, rule):
    """(number of positions or '-', d, base, attention, inverse frequencies) of each table"""
    d, b = width(config, layer, rule), base(config, layer, rule)
    pairs = range(d // 2)
    length = length_of(config)
    original = first(rule.get('original_max_position_embeddings'),
                     config.get('original_max_position_embeddings'), length)
    plain = [b ** (-mpf(2 * i) / d) for i in pairs]
    name, factor = kind(rule), rule.get('factor')
    if factor is not None:
        factor = number(factor)
    elif name in ('yarn', 'longrope'):
        factor = number(length) / original
    if config.get('rotary_scaling_factor'):     # nomic's own rule, beyond the length of the training
        yield config.get('max_trained_positions', 2048), d, b, mpf(1), plain
    elif name == 'default':
        yield '-', d, b, mpf(1), plain
    elif name == 'linear':
        yield '-', d, b, mpf(1), [w / factor for w in plain]
    elif name == 'llama3':
        yield '-', d, b, mpf(1), [llama3(w, rule, mpf(original)) for w in plain]
    elif name == 'yarn':
        ramp = yarn_ramp(d, b, rule, mpf(original))
        yield '-', d, b, yarn_attention(rule, factor), \
            [w / factor * ramp(i) + w * (1 - ramp(i)) for i, w in enumerate(plain)]
    elif name == 'dynamic' and rule.get('alpha'):
        power = mpf(d) / (d - 2)
        yield '-', d, b, mpf(1), [(b * number(rule['alpha']) ** power) ** (-mpf(2 * i) / d) for i in pairs]
    elif name == 'dynamic':
        yield length, d, b, mpf(1), plain
        more = b * (factor * (length + 1) / length - (factor - 1)) ** (mpf(d) / (d - 2))
        yield length + 1, d, b, mpf(1), [more ** (-mpf(2 * i) / d) for i in pairs]
    elif name == 'longrope':
        for n, part in ((original, 'short'), (original + 1, 'long')):
            own = first(rule.get('attention_factor'), rule.get(part + '_mscale'))
            attention = number(own) if own is not None else \
                mpf(1) if factor <= 1 else sqrt(1 + log(factor) / log(mpf(original)))
            factors = rule[part + '_factor']
            assert len(factors) == len(plain)
            yield n, d, b, attention, [w / number(f) for w, f in zip(plain, factors)]
    elif name == 'proportional':
        turning = int(floor(number(rule.get('partial_rotary_factor', 1)) * d / 2))
        yield '-', d, b, mpf(1), [w / (factor or 1) if i < turning else mpf(0) for i, w in enumerate(plain)]
    else:
        raise SystemExit('unknown type ' + name)


def layers(config):
    """(type of layer or '', its rule)"""
    model = config.get('model_type')
    rule = config.get('rope_scaling') or config.get('rope_parameters') or {}
    if any(isinstance(value, dict) for value in rule.values()):
        yield from ((layer, own) for layer, own in rule.items() if isinstance(own, dict))
    elif model == 'gemma3_text' or model == 'olmo3':
        yield FULL, rule
        yield SLIDING, {}
    elif model in ('modernbert', 'mimo_v2_flash'):
        yield FULL, rule
        yield SLIDING, rule
    elif model in ('exaone4', 'exaone4_5_text', 'cohere2', 'afmoe') and config.get('sliding_window'):
        yield SLIDING, rule     # full attention: no rope
    else:
        yield '', rule


def parts(config, path=()):
    """(keys that lead to it, config) of each config with a table"""
    if config.get('model_type') == 'fuyu':      # its text_config is the same decoder
        own = {key: value for key, value in config['text_config'].items() if key != 'model_type'}
        config = {key: value for key, value in {**config, **own}.items() if key != 'text_config'}
    inner = [key for key in PARTS + MORE_PARTS.get(config.get('model_type'), ()) if key in config]
    for key in inner:
        yield from parts(config[key], (*path, key))
    if not inner:
        yield path, config


def lines(config):
    for path, inner in parts(config):
        for layer, rule in layers(inner):
            for positions, d, b, attention, frequencies in tables(inner, layer, rule):
                length = '-' if inner.get('rotary_scaling_factor') else first(length_of(inner), '-')
                rows = [('d-model', d), ('base', nstr(b, 17).removesuffix('.0')), ('max-len', length),
                        ('attention', nstr(attention, 25))]
                rows += [(i, f'{nstr(w, 25)}\t{nstr(attention * w, 25)}') for i, w in enumerate(frequencies)]
                for what, value in rows:
                    yield f"{'.'.join(filter(None, (*path, layer))) or '.'}\t{positions}\t{what}\t{value}\n"


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    folder = sys.argv[1] if len(sys.argv) > 1 else here
    with open(os.path.join(here, 'index.tsv'), encoding='utf-8') as index:
        rows = [line.rstrip('\n').split('\t') for line in index if not line.startswith('#')]
    for name, _, _, refused in rows:
        if refused != '-':
            continue
        with open(os.path.join(here, name + '.json'), encoding='utf-8') as file:
            config = json.load(file, parse_float=Decimal)
        with open(os.path.join(folder, name + '.tsv'), 'w', encoding='utf-8') as out:
            out.writelines(lines(config))


main()
