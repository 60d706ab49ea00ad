"""`boardcam plays`, as a program that reads it would use it, and `boardcam bench rules`."""

from __future__ import annotations

import gzip
import io
import json
import sys
from pathlib import Path

import pytest

from boardcam.cli import main
from boardcam.rules import gnuid, xgid
from boardcam.rules.situation import Situation
from tests.rules.corpus import answer, position, records

START = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"


def _ask(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, list[dict[str, object]]]:
    code = main(["plays", "--json", *args])
    return code, [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_one_object_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    code, (found,) = _ask(capsys, START)
    assert (code, found["xgid"], len(found["plays"])) == (0, START, 16)
    assert {"play": "8/5 6/5", "xgid": "XGID=-b---BD-B---eE---c-e----B-:0:0:1:00:0:0:0:7:10"} in found["plays"]


def test_a_turn_of_minus_one_is_answered_for_the_top(capsys: pytest.CaptureFixture[str]) -> None:
    _, (found,) = _ask(capsys, START.replace(":1:31", ":-1:31"))
    assert {"play": "8/5 6/5", "xgid": "XGID=-b----E-C---eE---b-db---B-:0:0:-1:00:0:0:0:7:10"} in found["plays"]


def test_lines_are_answered_in_order_and_bad_ones_in_their_place(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [START, START.replace("31", "00"), "", "nonsense", "4HPwATDgc/ABMA:cAkFAAAAAAAA", START.replace("B-", "B?")]
    over = "XGID=-b------------------------:0:0:1:31:0:0:0:7:10"
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join([*lines, over])))
    code, found = _ask(capsys)
    assert code == 2
    assert [record.get("xgid") or record["input"] for record in found] == [line for line in [*lines, over] if line]
    assert [record["error"]["field"] for record in found if "error" in record] == ["dice", "fields", "position", "position"]
    assert len(found[3]["plays"]) == 15


def test_a_dance_has_no_plays(capsys: pytest.CaptureFixture[str]) -> None:
    closed = "XGID=-F-----------------bbbbbbA:0:0:1:61:0:0:0:7:10"
    assert _ask(capsys, closed) == (0, [{"xgid": closed, "plays": []}])


def test_the_variant(capsys: pytest.CaptureFixture[str]) -> None:
    hidden = "XGID=-b-Ba---A-----------------:0:0:1:41:0:0:0:0:10"
    standard, caucasian = (_ask(capsys, "--variant", variant, hidden)[1][0]["plays"] for variant in ("standard", "caucasian"))
    assert len(standard) == len(caucasian) + 1


def test_bytes_that_are_no_text_are_a_bad_line(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff\xfe:x\n" + START.encode()), encoding="ascii"))
    code, found = _ask(capsys)
    assert (code, "error" in found[0], len(found[1]["plays"])) == (2, True, 16)


def test_people_are_shown_a_board(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plays", START, START.replace("31", "00"), "XGID=-F-----------------bbbbbbA:0:0:1:61:0:0:0:7:10"]) == 2
    shown = capsys.readouterr().out
    assert "+13-14-15" in shown
    assert "O to play 31: 16 legal plays" in shown
    assert "8/5 6/5" in shown
    assert "dice: nothing has been rolled" in shown
    assert "no legal play, the turn is lost" in shown


def test_the_corpus_through_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    some = records("plays.jsonl.gz")[::10]
    ids = [gnuid.format(Situation(position(record["pos"]), dice=tuple(record["dice"]))) for record in some]
    code, found = _ask(capsys, *ids)
    assert code == 0
    for record, one in zip(some, found, strict=True):
        assert {xgid.parse(play["xgid"]).position for play in one["plays"]} == answer(record)


def test_the_bench_measures_and_agrees(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    few = tmp_path / "few.jsonl.gz"
    few.write_bytes(gzip.compress("\n".join(map(json.dumps, records("plays.jsonl.gz")[::15])).encode()))
    assert main(["bench", "rules", "--rounds", "1", "--corpus", str(few)]) == 0
    assert "ms a question   197 of 197 answers exact" in capsys.readouterr().out


def test_the_bench_tells_a_wrong_answer(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.jsonl.gz"
    wrong.write_bytes(gzip.compress(json.dumps({**records("plays.jsonl.gz")[0], "legal": []}).encode()))
    assert main(["bench", "rules", "--rounds", "1", "--corpus", str(wrong)]) == 1
    assert "0 of 1 answers exact" in capsys.readouterr().out


def test_the_bench_wants_a_corpus(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["bench", "rules", "--corpus", str(tmp_path / "none.gz")]) == 2
    assert "no corpus at" in capsys.readouterr().out
