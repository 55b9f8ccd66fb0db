# SPDX-License-Identifier: MIT
"""Runs transformers' config classes and rotary classes from their sources, without torch and without installing anything.

The files that decide about frequencies are imported as they are: configuration_utils, modeling_rope_utils, and each
model's configuration_*.py and modeling_*.py. NumPy stands in for the few functions of torch that these formulas call,
and computes in double precision, where torch would use float32. Everything else that the files import is an Unused: a
decorator that changes nothing, an empty base class, a type in an annotation. An Unused in a formula is an error.
"""
import importlib
import importlib.abc
import importlib.machinery
import inspect
import os
import re
import sys
import types
import numpy as np

REAL = re.compile(r'transformers\.(configuration_utils|modeling_rope_utils|integrations\.heterogeneity\.configuration_utils|'
                  r'models\.auto\.(configuration_auto|auto_mappings)|models\.(?!auto\.)\w+\.(configuration|modeling)_\w+)$')
PACKAGE = re.compile(r'transformers(\.models(\.\w+)?|\.integrations(\.heterogeneity)?)?$')


class Unused:
    def __call__(self, *args, **named):
        decorates = len(args) == 1 and not named and isinstance(args[0], (type, types.FunctionType, staticmethod))
        return args[0] if decorates else self

    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(name)
        return self

    def __iter__(self):
        return iter(())

    def __mro_entries__(self, bases):
        return ()

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return None

    def __or__(self, other):
        return self

    __ror__ = __getitem__ = __or__

    def __setitem__(self, key, value):
        pass


class Tensor(np.ndarray):
    device = Unused()

    def to(self, *args, **named):
        return self

    float = to

    def clone(self):
        return self.copy()

    def expand(self, *sizes):
        return np.broadcast_to(self, [old if new < 0 else new for old, new in zip(self.shape, sizes)], subok=True)

    def transpose(self, a, b):
        return self.swapaxes(a, b)

    def cos(self):
        return np.cos(self)

    def sin(self):
        return np.sin(self)


class Module:
    def register_buffer(self, name, tensor, persistent=True):
        setattr(self, name, tensor)


def tensor(values, **named):
    return np.array(values, dtype=float).view(Tensor)


class PushToHubMixin:
    def push_to_hub(self):
        pass


# What is needed of modules that aren't imported.
GIVEN = {
    'torch': {
        'Tensor': Tensor,
        'tensor': tensor,
        'arange': lambda *args, **named: tensor(np.arange(*args)),
        'max': np.max,
        'maximum': np.maximum,
        'empty_like': np.empty_like,
        'zeros': lambda size, **named: tensor(np.zeros(size)),
        'cat': lambda parts, dim=0: tensor(np.concatenate(parts, axis=dim)),
        'clamp': lambda x, low, high: tensor(np.clip(x, low, high)),
        'where': lambda which, a, b: tensor(np.where(which, a, b)),
    },
    'torch.nn': {'Module': Module, 'Buffer': lambda tensor, persistent=True: tensor},
    'transformers.utils.type_validators': {'interval': lambda **bounds: lambda default: default},
    'transformers.integrations': {'use_kernelized_func': lambda function: Unused()},
    'transformers.utils': {'PushToHubMixin': PushToHubMixin},
}


class Stub(types.ModuleType):
    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(name)
        return Unused()


class Package(types.ModuleType):
    """A folder of transformers: its names are those of its file of configs, and the others are unused."""

    def __getattr__(self, name):
        last = self.__name__.split('.')[-1]
        for file in ('configuration_' + last, 'configuration_utils'):
            if not name.startswith('__') and os.path.exists(os.path.join(self.__path__[0], file + '.py')):
                found = getattr(importlib.import_module(f'{self.__name__}.{file}'), name, None)
                if found is not None:
                    return found
        if name.startswith('__') or name.endswith('Config'):
            raise AttributeError(name)
        return Unused()


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def __init__(self, folder):
        self.folder = folder

    def find_spec(self, name, path, target=None):
        top = name.split('.')[0]
        if top in sys.stdlib_module_names or top == 'numpy' or REAL.match(name):
            return None
        return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec):
        folder = os.path.join(self.folder, *spec.name.split('.')[1:])
        module = Stub(spec.name)
        if PACKAGE.match(spec.name) and os.path.isdir(folder):
            spec.submodule_search_locations.append(folder)
            module = Package(spec.name)
        module.__dict__.update(GIVEN.get(spec.name, {}))
        return module

    def exec_module(self, module):
        if module.__name__ == 'transformers':
            module.__version__ = '0'


def sources(folder):
    """Imports transformers from a checkout, or from the folder of the package itself, and returns its version."""
    for package in (os.path.join(folder, 'src', 'transformers'), folder):
        if os.path.exists(os.path.join(package, 'modeling_rope_utils.py')):
            sys.meta_path.insert(0, Finder(os.path.abspath(package)))
            importlib.import_module('torch.nn')
            with open(os.path.join(package, '__init__.py'), encoding='utf-8') as file:
                return re.search(r'^__version__ = "(.*)"', file.read(), re.M)[1]
    raise FileNotFoundError(f'{folder}: no src/transformers/modeling_rope_utils.py is there')


def config_class(model_type):
    """The class of a model_type, or None."""
    mapping = importlib.import_module('transformers.models.auto.configuration_auto').CONFIG_MAPPING
    return mapping[model_type] if model_type in mapping else None


def rotary_class(config):
    """The rotary class of a config: one whose argument is annotated with the config's class, or else one that isn't for
    images or sound; of several the one whose name begins most like the config's."""
    module = importlib.import_module(type(config).__module__.replace('.configuration_', '.modeling_'))
    argument = {value: inspect.signature(value.__init__).parameters.get('config') for name, value in vars(module).items()
                if inspect.isclass(value) and issubclass(value, Module) and re.search('Rotary|Rope', name)}
    rotary = [each for each in argument if argument[each] is not None]
    exact = [each for each in rotary if argument[each].annotation in type(config).__mro__]
    found = exact or [each for each in rotary if not re.search('Vision|Audio|DiT', each.__name__)]
    if not found:
        raise LookupError(f'no rotary class in {module.__name__} takes a config')
    return max(found, key=lambda each: len(os.path.commonprefix([each.__name__, type(config).__name__])))
