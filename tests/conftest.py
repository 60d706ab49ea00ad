"""What holds for every test: none touches what belongs to the user who runs it, and each does the same whenever and wherever it is
run."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import settings

settings.register_profile("the same each time", derandomize=True, deadline=None)
settings.load_profile("the same each time")


@pytest.fixture(autouse=True, scope="session")
def _nothing_of_the_user(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Matches that tests referee are kept in an archive of their own, also by the programs that they start."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        patch.setenv("LC_ALL", "C.UTF-8")
        yield
