# SPDX-License-Identifier: MIT
"""Random tables for `posenc audit --guess`: guess_random.py POSENC AWK SEED COUNT FOLDER

Tables of random words, by posenc itself (kinds own-*), by NumPy in the usual ways (f32, f64, f16, bf16, kept), printed with 4 to 9
places (text*), and arrays that are no such table (none). The last line says which took longest. Each line: kind, tables, named, none, wrong. A table is named wrongly if
the exit status is 0, but the command of the first line makes other entries than the array has, further off than the way that it was
made rounds; what is no table may not be named at all. Wrong ones are shown. The exit status is 1 if there are any."""
import os, re, shlex, subprocess, sys, time
import numpy as np

posenc, awk, seed, count, folder = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), sys.argv[5]
rng = np.random.default_rng(seed)
npy, c_source, again = (os.path.join(folder, n) for n in ('t.npy', 't.c', 'again.npy'))
f32, f64 = np.float32, np.float64


def pick(*choices):
    return choices[rng.integers(len(choices))]


def bf16_bits(x):
    bits = x.astype(f32).view(np.uint32).astype(np.uint64)
    return ((bits + 0x7fff + (bits >> 16 & 1)) >> 16).astype(np.uint16)


def from_bf16(bits):
    return (bits.astype(np.uint32) << 16).view(f32)


# --- words that NumPy computes

def plain_words():
    """A table of one axis: what it means, and its words."""
    d = int(pick(8, 12, 16, 32, 64, 96, 128))
    rows = int(pick(64, 65, 100, 128, 200, 512, 1500))
    base = float(pick(10000, 10000, 10000, 500000, 1000000, 100, 150000, 10000.5, 7777, 160000, 2e7))
    spacing = pick('pair', 'pair', 'pair', 'endpoint')
    first, step = pick((0, 1), (0, 1), (0, 1), (1, 1), (2, 1), (7, 1), (0, 2), (0, 10), (0, .5), (-1, 1), (0, .1), (0, np.pi / 64),
                       (rows - 1, -1), (.5, 1), (100, 1))
    scaling = pick(*['none'] * 6, 'llama3:8:8192', 'llama3:32:8192', 'linear:4', 'yarn:4:32768', 'ntk:4')
    if scaling != 'none':
        spacing, first, step, d, base = 'pair', 0, 1, int(pick(64, 128)), float(pick(500000, 1000000, 10000))
    shape = pick('sin-cos', 'sin-cos', 'cos-sin', 'halves', 'halves-cos', 'cos', 'sin', 'cos-halves', 'cos-interleave')
    if shape in ('cos', 'sin', 'cos-halves', 'cos-interleave') and spacing == 'endpoint':
        spacing = 'pair'
    amplitude = pick(1, 1, 1, 1, 'sqrt(2/d)', 2, .02) if scaling == 'none' else 1
    grid = 0, 0
    if spacing == 'pair' and scaling == 'none' and first + rows != 1 and 'cos' in shape and pick(0, 0, 0, 1) == 1:
        grid = int(pick(8, 9, 14, 16, 24)), int(pick(8, 10, 14, 16, 27))
    return dict(grid=grid, front=int(pick(0, 0, 0, 0, 0, 1, 3)), unrotated=bool(pick(0, 1)), transposed=pick(0, 0, 0, 0, 0, 1) == 1, d=d, rows=rows, base=base, spacing=spacing, first=first, step=step, scaling=scaling, shape=shape,
                amplitude=np.sqrt(2 / d) if isinstance(amplitude, str) else amplitude)


def scaled(w, t, f):
    rule, *numbers = t['scaling'].split(':')
    n = [f(x) for x in numbers]
    if rule == 'linear':
        return w / n[0], 1
    if rule == 'llama3':
        length = f(2 * np.pi) / w
        s = (n[1] / length - f(1)) / f(3)
        mid = (f(1) - s) * w / n[0] + s * w
        return np.where(length < n[1] / 4, w, np.where(length > n[1], w / n[0], mid)).astype(f), 1
    if rule == 'yarn':
        def end(beta):
            return t['d'] * np.log(float(numbers[1]) / (beta * 2 * np.pi)) / (2 * np.log(t['base']))
        low, high = max(np.floor(end(32)), 0), min(np.ceil(end(1)), t['d'] - 1)
        ramp = np.clip((np.arange(t['d'] // 2, dtype=f) - f(low)) / f(high - low), 0, 1).astype(f)
        return (w / n[0] * ramp + w * (f(1) - ramp)).astype(f), .1 * np.log(float(numbers[0])) + 1
    return w, 1


def compute(t, f, method):
    """The table in steps of one format; and the bound of its errors: what such steps add up to."""
    d, n = t['d'], t['d'] // 2
    over = n - 1 if t['spacing'] == 'endpoint' else d / 2
    base = t['base'] * 4 ** (d / (d - 2)) if t['scaling'].startswith('ntk') else t['base']
    k = np.arange(n, dtype=f)
    if method == 'exp':
        w = np.exp(k * f(-np.log(base) / over))
    elif method == '1/pow':
        w = f(1) / np.power(f(base), k / f(over))
    else:
        w = np.power(f(base), -k / f(over))
    w, times = scaled(w.astype(f), t, f)
    p = (f(t['first']) + np.arange(t['rows'], dtype=f) * f(t['step'])).astype(f)
    angle = np.outer(p, w).astype(f)
    sine, cosine = np.sin(angle), np.cos(angle)
    zero = np.zeros_like
    shape = t['shape']
    def weave(a, b):
        return np.stack([a, b], -1).reshape(len(p), -1)
    def join(a, b):
        return np.concatenate([a, b], -1)
    def arrange(s, c):
        return {'sin-cos': lambda: weave(s, c), 'cos-sin': lambda: weave(c, s), 'halves': lambda: join(s, c),
                'halves-cos': lambda: join(c, s), 'cos': lambda: c, 'sin': lambda: s, 'cos-halves': lambda: join(c, c),
                'cos-interleave': lambda: weave(c, c)}[shape]()
    a = f(t['amplitude'] * times)
    logs = 2 + 2 * np.abs(np.log(np.maximum(w.astype(f64), 1e-30)))
    bound = np.abs(angle.astype(f64)) * np.finfo(f).eps * (logs + 6)
    return (arrange(sine, cosine) * a).astype(f), (arrange(bound, bound) + 8 * np.finfo(f).eps) * float(a)


def table(t, f, method):
    """The table and the bound of its errors; some are grids of two axes, have rows of zeros in front (grids also rows of angle 0,
    which without a grid are those of position 0, moved), or are transposed."""
    def with_all(part):
        rows, columns = t['grid']
        if not rows:
            return part(t)
        y, x = part(dict(t, rows=rows)), part(dict(t, rows=columns))
        return np.concatenate([np.repeat(y, columns, 0), np.tile(x, (rows, 1))], 1)
    parts = []
    for k in range(2):
        x = with_all(lambda of: compute(of, f, method)[k])
        fixed = with_all(lambda of: compute(dict(of, first=0, step=0), f, method)[k])[:t['front']]
        x = np.concatenate([fixed if t['unrotated'] and t['grid'][0] else 0 * fixed, x])
        parts.append(x.T.copy() if t['transposed'] else x)
    return parts


# --- one table

def exact_of(command, like):
    """What the command makes, in f64, as numbers in the array's order, cosines before sines; None if it makes none."""
    words = shlex.split(command)[1:]
    words = [w for k, w in enumerate(words) if w != '--type' and (k == 0 or words[k - 1] != '--type')]
    tables = []
    for part in ('cos', 'sin') if 'cos,sin' in words else ('cos,sin',):
        own = [part if w == 'cos,sin' else w for w in words]
        if subprocess.run([posenc, *own, '--type', 'f64', '--format', 'npy', '-o', again], capture_output=True).returncode != 0:
            return None
        tables.append(np.load(again).astype(f64).reshape(-1))
    x = np.concatenate(tables)
    return x if x.size == like.size else None


def guess(*options):
    """Status and output. What takes longer than LIMIT seconds counts as no answer."""
    try:
        ran = subprocess.run([posenc, 'audit', *options, '--guess'], capture_output=True, text=True,
                             timeout=float(os.environ.get('LIMIT', 120)))
    except subprocess.TimeoutExpired:
        return 1, 'no match: too slow'
    return ran.returncode, ran.stdout


tally, shown, longest = {}, [], [0, '']


def judge(kind, got, bound, what, options):
    begun = time.monotonic()
    status, said = guess(*options)
    longest[:] = max(longest, [round(time.monotonic() - begun), what])
    line = said.split('\n')[0]
    fate = 'none'
    if status == 0:
        exact = exact_of(line, got) if bound is not None else None
        right = exact is not None and bool(np.all(np.abs(exact - got.reshape(-1)) <= np.asarray(bound).reshape(-1)))
        fate = 'named' if right else 'wrong'
    elif status != 1 or not line.startswith('no match'):
        fate = 'wrong'
    row = tally.setdefault(kind, [0, 0, 0])
    row[['named', 'none', 'wrong'].index(fate)] += 1
    if fate == 'wrong' or os.environ.get('SHOW') == fate:
        shown.append(f'{fate} {kind}: {what}\n    {chr(10).join(said.split(chr(10))[:4])}')


def text_of(x, form):
    flat = [form % v for v in x.reshape(-1)]
    rows = [', '.join(flat[k:k + x.shape[1]]) for k in range(0, len(flat), x.shape[1])]
    with open(c_source, 'w') as out:
        out.write(f'const double t[{x.shape[0]}][{x.shape[1]}] = {{\n' + ',\n'.join('{' + r + '}' for r in rows) + '\n};\n')


def printed(x, form):
    """What the text of the table says, and the unit of its last place."""
    text_of(x, form)
    got = np.array([float(form % v) for v in x.reshape(-1)]).reshape(x.shape)
    places = int(form[2:-1])
    tens = np.floor(np.log10(np.maximum(np.abs(got), 1e-300))) + 1
    return got, 10.0 ** (-places if form[-1] == 'f' else tens - places)


def numpy_table(kind):
    t, method = plain_words(), pick('exp', '1/pow', 'pow')
    what = f'{t} {method}'
    if kind.startswith('text'):
        places = int(kind[4:])
        x, bound = table(t, pick(f32, f64), method)
        form = pick('%%.%df', '%%.%dg', '%%.%df') % places
        got, unit = printed(x.astype(f64), form)
        judge(kind, got, 2 * bound + .51 * unit, what + ' ' + form, [c_source])
        return
    x, bound = table(t, f64 if kind == 'f64' else f32, method)
    got, options, ulp = x, [npy], 0
    if kind == 'f16':
        got = x.astype(np.float16)
        ulp = 2.0 ** -10
    if kind in ('bf16', 'kept'):
        got = from_bf16(bf16_bits(x))
        ulp = 2.0 ** -7
    if kind == 'bf16':
        np.save(npy, bf16_bits(x).view(np.int16))
        options = [npy, '--type', 'bf16']
    else:
        np.save(npy, got)
    got = got.astype(f64)
    judge(kind, got, 2 * bound + ulp * np.abs(got) + (6e-8 if kind == 'f16' else 0), what, options)


def says_nothing(words, x):
    """Files say some words, and nothing shows others: positions beyond what a double's angles tell apart, the factors of a rule
    without its frequencies, and rows that are all alike, since their positions don't move. Rows of frequencies are alike too, so
    nothing shows the sizes of a grid, and a base of 1 leaves one number. One frequency that moves doesn't show its base."""
    if any(w in words for w in ('--frequencies', '--positions-file', '1e15', 'factor')) or 'longrope' in ' '.join(words):
        return True
    live = x[np.any(x != 0, axis=1)]
    if len(live) == 0 or 'frequency' in words:
        return len(live) == 0 or '--grid' in words or bool(np.all(live == live[0, 0]))
    return np.sum(np.any(live != live[0], axis=0)) <= 2


def own_tables(count, start):
    """posenc's own, of the whole language without files, of at least 8 rows and 4 columns."""
    done, seed_now = 0, start
    while done < count:
        lines = subprocess.run(['awk', '-v', f'seed={seed_now}', '-v', f'count={2 * count}', '-f', awk], capture_output=True, text=True).stdout
        seed_now += 1
        for line in lines.split('\n'):
            words = shlex.split(line)[1:]
            if done >= count or not words:
                continue
            kind = pick('f32', 'f64', 'bf16', 'f16')
            if subprocess.run([posenc, *words, '--type', kind, '--format', 'npy', '-o', npy], capture_output=True).returncode != 0:
                continue
            x = np.load(npy)
            if x.ndim != 2 or x.shape[0] < 8 or x.shape[1] < 4 or says_nothing(words, x):
                continue
            got = from_bf16(x.view(np.uint16)) if kind == 'bf16' else x
            got = got.astype(f64)
            ulp = {'f32': 2.0 ** -22, 'f64': 2.0 ** -51, 'bf16': 2.0 ** -7, 'f16': 2.0 ** -10}[kind]
            size = float(np.max(np.abs(got)))
            bound = ulp * np.abs(got) + (4e-6 if kind != 'f64' else 1e-11) * size
            if kind in ('bf16', 'f16'):
                bound = ulp * np.maximum(np.abs(got), size / 4) + (6e-8 if kind == 'f16' else 0)
            options = [npy] + (['--type', 'bf16'] if kind == 'bf16' else [])
            form = pick('', '', '', 'other')
            if form and kind in ('f16', 'bf16'):
                np.save(npy, got.astype(f32))
                kind, options = 'kept', [npy]
            elif form:
                places = int(pick(4, 5, 6, 7, 8, 9))
                got, unit = printed(got, ('%%.%df' if size >= .5 and pick(0, 1) else '%%.%dg') % places)
                kind, options, bound = 'text', [c_source], bound + .51 * unit
            judge('own-' + kind, got, bound, line, options)
            done += 1


def no_table():
    n, m = int(pick(8, 16, 32, 64)), int(pick(8, 16, 32, 64))
    kind = pick('alibi', 'ones', 'hadamard', 'dft', 'mel', 'normal', 'small', 'edm', 'uniform', 'identity', 'ramp', 'window')
    i, j = np.arange(n), np.arange(m)
    if kind == 'alibi':
        x = -np.outer(2.0 ** (-8 * (np.arange(m) + 1) / m), i) if pick(0, 1) else 2.0 ** (-8 * (np.arange(n) + 1) / n)
    elif kind == 'ones':
        x = np.ones((n, m))
    elif kind == 'hadamard':
        x = np.array([[1 - 2 * (bin(a & b).count('1') & 1) for b in range(n)] for a in range(n)], dtype=float)
    elif kind == 'dft':
        x = pick(np.cos, np.sin)(2 * np.pi * np.outer(np.arange(n), np.arange(n)) / n)
    elif kind == 'mel':
        edges = 700 * (10 ** (np.linspace(0, 2595 * np.log10(1 + 8000 / 700), n + 2) / 2595) - 1)
        f = np.linspace(0, 8000, 201)
        x = np.maximum(0, np.minimum((f - edges[:-2, None]) / (edges[1:-1] - edges[:-2])[:, None],
                                     (edges[2:, None] - f) / (edges[2:] - edges[1:-1])[:, None]))
    elif kind == 'edm':
        x = (80 ** (1 / 7) + np.arange(n) / (n - 1) * (.002 ** (1 / 7) - 80 ** (1 / 7))) ** 7
        x = x if pick(0, 1) else np.tile(x[:, None], (1, m))
    elif kind == 'normal':
        x = rng.normal(size=(n, m))
    elif kind == 'small':
        x = .02 * rng.normal(size=(n, m))
    elif kind == 'uniform':
        x = rng.uniform(-1, 1, size=(n, m))
    elif kind == 'identity':
        x = np.eye(n)
    elif kind == 'window':
        x = np.tile((.5 - .5 * np.cos(2 * np.pi * i / n))[:, None], (1, m)) * rng.uniform(.5, 1, size=m)
    else:
        x = np.outer(i, np.ones(m)) / n
    x = x.astype(pick(f32, f64))
    np.save(npy, x)
    judge('none', x, None, f'{kind} {x.shape} {x.dtype}', [npy])


parts = {'f32': 20, 'f64': 10, 'f16': 8, 'bf16': 8, 'kept': 5, 'text4': 4, 'text5': 3, 'text6': 6, 'text7': 2, 'text8': 2, 'text9': 2,
         'none': 10}
only = os.environ.get('KINDS', '').split()
for kind, part in parts.items():
    for _ in range(max(1, count * part // 100) if not only or kind in only else 0):
        no_table() if kind == 'none' else numpy_table(kind)
if not only or 'own' in only:
    own_tables(max(1, count * 20 // 100), 1000 * seed)
print('kind\ttables\tnamed\tnone\twrong')
for kind, row in sorted(tally.items()):
    print(kind, sum(row), *row, sep='\t')
print(*shown, f'longest: {longest[0]} s: {longest[1]}', sep='\n')
sys.exit(1 if any(row[2] for row in tally.values()) else 0)
