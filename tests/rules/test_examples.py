"""The examples in the docstrings of the rules hold."""

from __future__ import annotations

import doctest
from importlib import import_module
from pkgutil import iter_modules

import pytest

from boardcam import rules


@pytest.mark.parametrize("name", [module.name for module in iter_modules(rules.__path__)])
def test_examples(name: str) -> None:
    assert doctest.testmod(import_module(f"boardcam.rules.{name}")).failed == 0
