#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""posenc's tables of models against those that transformers' own classes compute.

    python3 verify_models.py TRANSFORMERS CONFIGS [POSENC]

TRANSFORMERS is a checkout of its sources, CONFIGS a folder of JSON files, in subfolders too. For each table that
`posenc presets FILE` offers, transformers' config class is made of the file, and its rotary class of the config.
posenc's frequencies and amplitude must equal the class's, which computes in double here. A table whose rule depends
on the length is compared at the last length before the change, and one position later. A line for each table says

    equal     to BOUND
    refused   by posenc, with its message
    listed    differs for the reason that models_known.tsv gives, and is equal once the keys there are added to the file
    differs   all else, and any error of the class

The status is 1 if a table differs, if none is equal, or if no file of the default folder needs some row of models_known.tsv.
"""
import collections
import functools
import json
import os
import subprocess
import sys

import numpy as np
import transformers_classes

# Relative. The class's formulas have some ten roundings, and a power multiplies the first by ln(base): 4e-15 in the
# golden configs. In float32 they would be off by 1e-7.
BOUND = 1e-13
HERE = os.path.dirname(os.path.abspath(__file__))
GOLDEN = os.path.join(HERE, '..', 'golden', 'configs')


def offered(posenc, path):
    """The tables of a file: what --model calls each, its preset, and None or the message that refuses it."""
    run = subprocess.run([posenc, 'presets', '--json', path], capture_output=True, text=True)
    if run.returncode == 2:
        yield path, None, run.stderr.strip()
        return
    run.check_returncode()
    tables = json.loads(run.stdout)['tables']
    for table in tables:
        key = table['key'] or ('.' if len(tables) > 1 else '')
        yield (path + (':' + key if key else ''), table.get('words', {}).get('preset'),
               table.get('refused', table.get('none')))


def entries(posenc, model, positions, component):
    """The first row of a table for so many positions, one entry a pair."""
    run = subprocess.run([posenc, '--model', model, '--max-len', str(positions), '--rows', '0:1', '--component', component,
                          '--repeat', 'none', '--type', 'f64', '--format', 'raw'], capture_output=True)
    if run.returncode:
        raise ValueError(run.stderr.decode().strip())
    return np.frombuffer(run.stdout, dtype='<f8')


def parts(document, key):
    """The objects on the way to KEY, the outermost first; the names of the inner ones; the type of layers, or ''."""
    objects, names = [document], [name for name in key.split('.') if name]
    while names[len(objects) - 1:] and isinstance(objects[-1].get(names[len(objects) - 1]), dict):
        objects.append(objects[-1][names[len(objects) - 1]])
    return objects, names[:len(objects) - 1], '.'.join(names[len(objects) - 1:])


def with_keys(part, keys):
    """The part with other keys beside its own; '=a.b' is the value of its key a.b, if it has that."""
    added = {}
    for key, value in keys.items():
        if isinstance(value, str) and value.startswith('='):
            value = functools.reduce(lambda inner, name: (inner or {}).get(name), value[1:].split('.'), part)
        if value is not None or keys[key] is None:
            added[key] = value
    return {**part, **added}


def config_of(objects, names):
    """The config of the part, made as transformers does: from the outermost object that it can make a config of."""
    why = LookupError('transformers has no class for this model_type')
    for start, part in enumerate(objects):
        try:
            made = transformers_classes.config_class(part.get('model_type'))
            if made is not None:
                config = functools.reduce(getattr, names[start:], made(**json.loads(json.dumps(part))))
                return config.get_text_config()
        except Exception as error:  # of an outer class that knows no such part, for example
            why = error
    raise why


def class_tables(config, layer):
    """The class's tables: length, '' or 'longer', frequencies, amplitude; of all types of layers if none is named."""
    rotary = transformers_classes.rotary_class(config)(config)
    kind = getattr(rotary, 'rope_type', None)
    if kind in ('longrope', 'dynamic'):     # forward() decides by the length, and returns cosines and sines, each twice
        original = config.rope_parameters.get('original_max_position_embeddings')
        most = original if kind == 'longrope' else config.max_position_embeddings
        for positions, which in ((most, ''), (most + 1, 'longer')):
            at = transformers_classes.tensor([[0, 1, positions - 1]])
            cosines, sines = (np.asarray(each)[0, :, :len(rotary.inv_freq)] for each in rotary.forward(at, at))
            yield positions, which, np.arctan2(sines[1], cosines[1]), cosines[0, 0]
        return
    types = [layer] if layer else {each for each in getattr(config, 'layer_types', None) or []
                                   if hasattr(rotary, each + '_inv_freq')}
    for each in [''] if hasattr(rotary, 'inv_freq') else [each + '_' for each in sorted(types)]:
        # a class without an amplitude multiplies by none
        yield 1, '', np.asarray(getattr(rotary, each + 'inv_freq')), getattr(rotary, each + 'attention_scaling', 1.0)


def difference(posenc, model, positions, frequencies, amplitude):
    """What differs from the class's table, or None."""
    scale = entries(posenc, model, positions, 'cos')[0]
    got = entries(posenc, model, positions, 'frequency') / scale
    if len(got) != len(frequencies):
        return f'{len(got)} pairs, and {len(frequencies)} in the class'
    for pair in np.flatnonzero(~(np.abs(got - frequencies) <= BOUND * frequencies)):
        return f'pair {pair}: frequency {got[pair]!r}, and {frequencies[pair]!r} in the class'
    if not abs(scale - amplitude) <= BOUND * amplitude:
        return f'amplitude {scale!r}, and {float(amplitude)!r} in the class'
    return None


def differences(posenc, model, objects, names, layer):
    """For each length that the class distinguishes: its name, and what differs or None. An error is a difference."""
    found = {}
    try:
        for positions, which, frequencies, amplitude in class_tables(config_of(objects, names), layer):
            found[which] = found.get(which) or difference(posenc, model, positions, frequencies, amplitude)
        return found or {'': 'the class has no table for these layers'}
    except Exception as error:  # of any code of transformers
        return {'': f'{type(error).__name__}: {error}'}


def known_rows():
    """models_known.tsv: keys and reason, by model_type and length; and the rows that the default folder should need."""
    with open(os.path.join(HERE, 'models_known.tsv'), encoding='utf-8') as file:
        rows = [line.rstrip('\n').split('\t') for line in file if not line.startswith('#')]
    return ({(model_type, which.strip('-')): (keys, reason) for model_type, which, keys, _, reason in rows},
            {(model_type, which.strip('-')) for model_type, which, _, of, _ in rows if of == 'golden'})


def verify(posenc, path, known, needed):
    """The lines of a file: result, table, and why."""
    for model, preset, refusal in offered(posenc, path):
        if refusal is not None:
            yield 'refused', model, refusal
            continue
        if preset != 'rope-hf':
            yield 'listed', model, 'a table of sines, which no rotary class makes'
            continue
        with open(path, encoding='utf-8') as file:
            objects, names, layer = parts(json.load(file), model[len(path) + 1:])
        model_type = next((part['model_type'] for part in reversed(objects) if part.get('model_type')), None)
        if model_type is None:
            yield 'listed', model, 'no config of transformers'
            continue
        for which, wrong in differences(posenc, model, objects, names, layer).items():
            keys, reason = known.get((model_type, which), (None, None))
            if wrong is not None and keys is not None:
                needed.add((model_type, which))
                if keys != '-':
                    part = with_keys(objects[-1], json.loads(keys))
                    wrong = next(filter(None, differences(posenc, model, [part], [], layer).values()), None)
                if keys == '-' or wrong is None:
                    yield 'listed', model, reason
                    continue
            length = ', longer than its original length' if which else ''
            yield ('equal', model + length, '') if wrong is None else ('differs', model + length, f'{model_type}: {wrong}')


def main(transformers, configs, posenc='build/posenc'):
    (known, golden), needed, counts = known_rows(), set(), collections.Counter()
    np.seterr(all='ignore')     # torch doesn't warn either
    print('transformers', transformers_classes.sources(transformers))
    if not os.path.isdir(configs):
        raise FileNotFoundError(f'{configs}: no folder of configs')
    files = [os.path.join(folder, name) for folder, _, names in os.walk(configs) for name in names if name.endswith('.json')]
    for path in sorted(files):
        for result, model, why in verify(posenc, path, known, needed):
            counts[result] += 1
            print(result.ljust(9), model + (': ' if why else '') + why)
    unneeded = golden - needed if os.path.realpath(configs) == os.path.realpath(GOLDEN) else set()
    for row in sorted(unneeded):
        print('models_known.tsv: no table needs the row', *row)
    print(f"{counts['equal']} equal, {counts['refused']} refused, {counts['listed']} listed, {counts['differs']} differ")
    return int(counts['differs'] > 0 or counts['equal'] == 0 or len(unneeded) > 0)


if __name__ == '__main__':
    try:
        sys.exit(main(*sys.argv[1:]))
    except FileNotFoundError as missing:
        sys.exit(f'verify_models.py: {missing}')
