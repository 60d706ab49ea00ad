"""The sub-commands, one file each: `add` registers it, `run` is its exit code."""
