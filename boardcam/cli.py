"""The command line. Every file of `boardcam.commands` is one sub-command; this one only puts them together, and loads no other than
the one that is called.

What a user can get wrong ends in one line on standard error and exit code 2; Ctrl-C ends with 130. BOARDCAM_DEBUG=1 shows where an
inner error happened.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pkgutil import iter_modules

from boardcam import __version__, commands


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line; returns its exit code."""
    words = sys.argv[1:] if argv is None else list(argv)
    args = parser(words[0] if words else None).parse_args(words)
    try:
        return int(args.run(args))
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader of our output has left, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except OSError as error:
        return _failed(args.command, f"{error.filename or ''}: {error.strerror or error}".lstrip(": "), 2)
    except Exception as error:
        if os.environ.get("BOARDCAM_DEBUG"):
            raise
        return _failed(args.command, f"{type(error).__name__}: {error} (a fault in boardcam; BOARDCAM_DEBUG=1 shows where)", 1)


def parser(called: str | None = None) -> argparse.ArgumentParser:
    """The parser with the sub-command that is called; with every one, if none of that name is there."""
    whole = argparse.ArgumentParser(prog="boardcam", description="A camera referee for over-the-board backgammon.")
    whole.add_argument("--version", action="version", version=f"boardcam {__version__}")
    parts = whole.add_subparsers(dest="command", required=True, metavar="COMMAND")
    there = [module.name for module in iter_modules(commands.__path__)]
    for name in [called] if called in there else there:
        import_module(f"boardcam.commands.{name}").add(parts)
    return whole


def _failed(command: str, message: str, code: int) -> int:
    print(f"boardcam {command}: {message}", file=sys.stderr)
    return code
