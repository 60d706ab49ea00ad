"""`boardcam doctor`: what is here, what is missing, and what to do about it. Exit code 0 when a match can be refereed here."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path

from boardcam.doctor.examine import examine, works
from boardcam.doctor.finding import Finding
from boardcam.doctor.machine import ThisMachine
from boardcam.doctor.troubles import explained
from boardcam.table.equipment_file import PLACE

CAN = "boardcam can referee a match here."
CANNOT = "boardcam cannot referee a match here yet; see → above."


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("doctor", help="say what is here and what is missing", description=__doc__)
    parser.add_argument("--json", action="store_true", help="one JSON object: works, and a list of findings")
    parser.add_argument(
        "--equipment", type=Path, metavar="FILE", help=f"what stands at the table (default: {PLACE}, where it is there)"
    )
    parser.add_argument(
        "--explain", metavar="FILE",
        help="say what error messages mean, of any program, and what to do; - reads what is piped in: journalctl -u boardcam | "
        "boardcam doctor --explain -",
    )  # fmt: skip
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    if args.explain:
        return _explain(
            sys.stdin.read() if args.explain == "-" else Path(args.explain).read_text(encoding="utf-8", errors="replace")
        )
    findings = here(args.equipment)
    if args.json:
        print(json.dumps({"works": works(findings), "findings": [asdict(one) for one in findings]}, ensure_ascii=False, indent=1))
    else:
        print("\n".join(told(findings)))
    return 0 if works(findings) else 1


def here(table: Path | None = None) -> list[Finding]:
    """What this computer is found to have."""
    return list(examine(ThisMachine(), table or (PLACE if PLACE.exists() else None)))


def told(findings: Iterable[Finding]) -> Iterator[str]:
    """The findings as lines."""
    findings = list(findings)
    for part, title in (("base", "Needed"), ("extra", "Optional")):
        yield f"{title}:"
        for finding in findings:
            if finding.part == part:
                yield f"  {'ok    ' if finding.good else 'not ok'}  {finding.what}: {finding.detail}"
                if not finding.good:
                    yield f"          → {finding.remedy}"
    yield CAN if works(findings) else CANNOT


def _explain(text: str) -> int:
    """Every known trouble that a text tells of, once; 1 when there is none."""
    found = {trouble: line.strip() for line in text.splitlines() if (trouble := explained(line))}
    for trouble, line in found.items():
        print(f"{line[:160]}\n  {trouble.what}\n  → {trouble.remedy}")
    if not found:
        print("Nothing in this is known. boardcam report makes a bundle for a bug report.", file=sys.stderr)
    return 0 if found else 1
