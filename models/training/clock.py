"""Training by the clock: so many minutes, saved every minute, resumed where it stopped, the average of the weights kept."""

from __future__ import annotations

import copy
import math
import time
from collections.abc import Callable, Iterator
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
    rate: float = 2e-3,
    average: float = 0.998,
) -> nn.Module:
    """Train `net` until `minutes` of wall clock are spent, those of earlier runs included. Returns the averaged network."""
    torch.set_num_threads(1)
    net = net.to(memory_format=torch.channels_last).train()
    mean = copy.deepcopy(net)
    optimiser = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=1e-2)
    step, spent = _resume(checkpoint, net, mean, optimiser)
    last = saved = time.monotonic()
    sums: dict[str, float] = {}
    while spent < minutes * 60:
        share = min(1.0, spent / (minutes * 60))
        for group in optimiser.param_groups:
            group["lr"] = rate * min(1.0, (step + 1) / 200) * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * share)))
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
        now = time.monotonic()
        spent, last = spent + now - last, now
        if step % 100 == 0:
            print(f"{spent:7.0f} s  step {step:6d}  " + "  ".join(f"{k} {v:.4f}" for k, v in sums.items()), flush=True)
        if now - saved > SAVE:
            _save(checkpoint, net, mean, optimiser, step, spent)
            saved = now
    _save(checkpoint, net, mean, optimiser, step, spent)
    return mean


def averaged(net: nn.Module, checkpoint: Path) -> nn.Module:
    """The averaged network of a checkpoint."""
    net.load_state_dict(torch.load(checkpoint, weights_only=True)["mean"])
    return net


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
