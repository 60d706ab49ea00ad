"""Pins without a Pi."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest


@pytest.fixture
def mock() -> Iterator[Any]:
    """gpiozero's mock factory; its pins say what was done to them and can be driven."""
    pytest.importorskip("gpiozero", reason="gpiozero is not installed")
    from gpiozero.pins.mock import MockFactory, MockPWMPin

    factory = MockFactory(pin_class=MockPWMPin)
    yield factory
    factory.reset()
    factory.close()
