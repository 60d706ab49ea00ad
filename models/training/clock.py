"""Training by the clock: so many minutes of one processor, saved every minute, resumed where it stopped, the average of the
weights kept. Processor time makes a busy machine train as well as an idle one; `until` ends it earlier by the wall clock."""

from __future__ import annotations

import copy
import math
import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path

import torch
from torch import nn

Batch = tuple[torch.Tensor, ...]
SAVE = 60.0
"""Seconds between checkpoints."""


def train(
    net: nn.Module,
    batches: Iterator[Batch],
    loss: Callable[[nn.Module, Batch], tuple[torch.Tensor, dict[str, float]]],
    checkpoint: Path,
    minutes: float,
    until: float = math.inf,
    rate: float = 2e-3,
    average: float = 0.998,
) -> nn.Module:
    """Train `net` until `minutes` of processor time are spent, those of earlier runs included, or the wall clock (seconds since
    1970) says `until`. Returns the averaged network."""
    torch.set_num_threads(1)
    net = net.to(memory_format=torch.channels_last).train()
    mean = copy.deepcopy(net)
    optimiser = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=1e-2)
    step, spent = _resume(checkpoint, net, mean, optimiser)
    last = saved = time.process_time()
    budget, first = max(1e-9, minutes * 60), step
    started, begun = time.time(), spent / budget
    sums: dict[str, float] = {}
    while (share := _share(spent / budget, begun, started, until)) < 1.0:
        for group in optimiser.param_groups:
            group["lr"] = rate * min(1.0, (step + 1) / 200) * (0.02 + 0.49 * (1 + math.cos(math.pi * share)))
        batch = next(batches)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            value, parts = loss(net, batch)
        optimiser.zero_grad(set_to_none=True)
        value.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        step += 1
        _blend(mean, net, min(average, (step + 1) / (step + 10)))
        for name, part in parts.items():
            sums[name] = 0.98 * sums.get(name, part) + 0.02 * part
        now = time.process_time()
        spent, last = spent + now - last, now
        if step % 100 == 0:
            print(f"{spent:7.0f} s  step {step:6d}  " + "  ".join(f"{k} {v:.4f}" for k, v in sums.items()), flush=True)
        if now - saved > SAVE:
            _save(checkpoint, net, mean, optimiser, step, spent)
            saved = now
    if step > first:
        _save(checkpoint, net, mean, optimiser, step, spent)
    return mean


def _share(spent: float, begun: float, started: float, until: float) -> float:
    """0…1: how much of the training is over, by whichever of both clocks runs out first."""
    wall = 0.0 if until == math.inf else (time.time() - started) / max(1.0, until - started)
    return max(spent, begun + (1.0 - begun) * wall)


def clock_time(text: str) -> float:
    """ "11:45" → seconds since 1970, the next time it is so late here."""
    hour, minute = (int(part) for part in text.split(":"))
    now = datetime.now()
    then = now.replace(hour=hour, minute=minute, second=0, microsecond=0)
    return (then if then > now else then + timedelta(days=1)).timestamp()


def _blend(mean: nn.Module, net: nn.Module, keep: float) -> None:
    with torch.no_grad():
        for old, new in zip(mean.state_dict().values(), net.state_dict().values(), strict=True):
            if old.dtype.is_floating_point:
                old.lerp_(new, 1 - keep)
            else:
                old.copy_(new)


def _save(path: Path, net: nn.Module, mean: nn.Module, optimiser: torch.optim.Optimizer, step: int, spent: float) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    state = {"net": net.state_dict(), "mean": mean.state_dict(), "optimiser": optimiser.state_dict(), "step": step, "spent": spent}
    torch.save(state, path.with_suffix(".partial"))
    path.with_suffix(".partial").replace(path)


def _resume(path: Path, net: nn.Module, mean: nn.Module, optimiser: torch.optim.Optimizer) -> tuple[int, float]:
    if not path.exists():
        return 0, 0.0
    state = torch.load(path, weights_only=True)
    net.load_state_dict(state["net"])
    mean.load_state_dict(state["mean"])
    optimiser.load_state_dict(state["optimiser"])
    return int(state["step"]), float(state["spent"])
