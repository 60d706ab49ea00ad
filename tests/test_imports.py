"""Importing any module needs no optional package and touches no hardware: it works on any laptop."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
SCRIPT = """
import builtins, sys
from importlib import import_module
from importlib.abc import MetaPathFinder
from pkgutil import walk_packages

OPTIONAL = {"moderngl", "av", "torch", "onnx", "gpiozero", "lgpio", "picamera2", "libcamera", "luma",
            "bgsage", "ogxm", "gvformat", "hypothesis", "pytest"}

class Blocked(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in OPTIONAL:
            raise ModuleNotFoundError(f"{name} is optional", name=name)

sys.meta_path.insert(0, Blocked())
opened = builtins.open
def watch(file, *args, **kwargs):
    if str(file).startswith("/dev/"):
        raise AssertionError(f"{file} was opened on import")
    return opened(file, *args, **kwargs)
builtins.open = watch

import boardcam
failed = []
def broken(name):
    failed.append(name)
modules = walk_packages(boardcam.__path__, "boardcam.", onerror=broken)
names = [module.name for module in modules if not module.name.endswith("__main__")]
for name in names:
    try:
        import_module(name)
    except Exception as error:
        failed.append(f"{name}: {type(error).__name__}: {error}")
print(len(names))
sys.exit("\\n".join(failed) or 0)
"""


def test_every_module_imports_bare() -> None:
    run = subprocess.run([sys.executable, "-W", "error", "-c", SCRIPT], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert int(run.stdout) > 50
