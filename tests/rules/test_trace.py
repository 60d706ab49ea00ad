"""No rule without a test, and none that the README does not name."""

from __future__ import annotations

import re

from tests.rules.trace import NO_RULES, README, ROWS, RULES, TESTS, found


def test_every_rule_has_a_test() -> None:
    proved = found()
    assert [rule for rule in RULES if rule not in NO_RULES and not proved[f"R{rule}"]] == []
    assert list(RULES) == list(range(1, 91))


def test_every_bug_of_other_programs_has_a_test() -> None:
    proved = found()
    assert [row for row in ROWS if not proved[f"row {row}"]] == []


def test_the_readme_names_a_test_that_is_there_for_every_rule() -> None:
    """`python -m tests.rules.trace` writes it again."""
    text = README.read_text(encoding="utf-8")
    for what in [f"R{rule}" for rule in RULES if rule not in NO_RULES] + [f"row {row}" for row in ROWS]:
        assert re.search(rf"^\| {what} \| [^|]* \| `", text, re.MULTILINE), what
    for path, name in set(re.findall(r"`(rules/[\w/.]+)::(\w+)`", text)):
        assert f"def {name}(" in (TESTS / path).read_text(encoding="utf-8"), f"{path}::{name}: run python -m tests.rules.trace"
