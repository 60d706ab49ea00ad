"""Pins without a Pi."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest


def factory_of() -> Any:
    """gpiozero's mock factory; skips the test where gpiozero is not installed."""
    pytest.importorskip("gpiozero", reason="gpiozero is not installed")
    from gpiozero.pins.mock import MockFactory, MockPWMPin

    return MockFactory(pin_class=MockPWMPin)


@pytest.fixture
def mock() -> Iterator[Any]:
    """gpiozero's mock factory; its pins say what was done to them and can be driven."""
    factory = factory_of()
    yield factory
    factory.reset()
    factory.close()
