"""The user's module, loaded so that its own imports find what they find in its home repository."""

import importlib
import importlib.util
import os
import sys
import types


def add_paths(file):
    """The working directory, the folder above the module's folder, and its folder, after all that is installed."""
    folder = os.path.dirname(file)
    for place in (os.getcwd(), os.path.dirname(folder), folder):
        if place not in sys.path:
            sys.path.append(place)


def load_module(file):
    """The folder is a package, with or without `__init__.py`: relative imports work, and so does `import <folder>.x`."""
    folder, name = os.path.split(file)
    package = os.path.basename(folder).replace(".", "_")
    while not package or package in sys.modules:
        package += "_"
    init = os.path.join(folder, "__init__.py")
    if os.path.exists(init):
        spec = importlib.util.spec_from_file_location(package, init, submodule_search_locations=[folder])
        sys.modules[package] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[package])
    else:
        sys.modules[package] = types.ModuleType(package)
        sys.modules[package].__path__ = [folder]
    return importlib.import_module(package + "." + os.path.splitext(name)[0])


def member(module, name):
    """Something that the module must define."""
    found = getattr(module, name, None)
    if not callable(found):
        raise AttributeError("{} defines no {}".format(module.__file__, name))
    return found
