"""What `boardcam.vision.flow` makes of the network's answer, for training: many boards at once, and with gradients."""

from __future__ import annotations

import torch

from boardcam.vision.flow import ASKED, CELLS, GOAL, SCALE, STIFF, SURE, UNIT, UNSURE

_ASKED = torch.tensor(ASKED)
_CELLS, _GOAL = torch.tensor(CELLS, dtype=torch.float32), torch.tensor(GOAL, dtype=torch.float32)


def corners(flow: torch.Tensor) -> torch.Tensor:
    """(n, 4, 2): how far away the corners are by flows (n, 4, rows, columns), in UNIT px."""
    each = flow[:, :, _ASKED].transpose(1, 2)
    theta = fitted(_CELLS, each[:, :, :2] * (UNIT / SCALE), torch.exp(-each[:, :, 2:].clamp(SURE, UNSURE)))
    return moved(theta, _GOAL) * (SCALE / UNIT)


def unlikely(flow: torch.Tensor, away: torch.Tensor) -> torch.Tensor:
    """How unlikely it is by the flows that the corners are so far away (n, 4, 2), UNIT px: the mean over all parts, to a constant,
    by Laplace's distribution."""
    ones = torch.ones(len(flow), 4, 2)
    true = moved(fitted(_GOAL, away * (UNIT / SCALE), ones), _CELLS) * (SCALE / UNIT)
    each = flow[:, :, _ASKED].transpose(1, 2)
    doubt = each[:, :, 2:].clamp(SURE, UNSURE)
    return ((each[:, :, :2] - true).abs() * torch.exp(-doubt) + doubt).mean()


def fitted(at: torch.Tensor, away: torch.Tensor, weights: torch.Tensor) -> torch.Tensor:
    """(n, 8): `flow.fitted` of points (m, 2) that move by (n, m, 2), with weights (n, m, 2)."""
    x, y = at.expand_as(away).unbind(-1)
    u, v = (at + away).unbind(-1)
    none, one = torch.zeros_like(x), torch.ones_like(x)
    across = torch.stack([x, y, one, none, none, none, -u * x, -u * y], -1)
    down = torch.stack([none, none, none, x, y, one, -v * x, -v * y], -1)
    rows, rest, weight = torch.cat([across, down], 1), away.transpose(1, 2).flatten(1), weights.transpose(1, 2).flatten(1)
    weighted = rows * (weight / weight.mean(1, keepdim=True) / rows.shape[1])[:, :, None]
    left = weighted.transpose(1, 2) @ rows + STIFF * torch.eye(8)
    return torch.linalg.solve(left, weighted.transpose(1, 2) @ rest[:, :, None])[:, :, 0]


def moved(theta: torch.Tensor, at: torch.Tensor) -> torch.Tensor:
    """(n, m, 2): by how much points (m, 2) move."""
    a, b, c, d, e, f, g, h = theta[:, :, None].unbind(1)
    x, y = at.unbind(-1)
    far = 1.0 + g * x + h * y
    return torch.stack([((1.0 + a) * x + b * y + c) / far - x, (d * x + (1.0 + e) * y + f) / far - y], -1)
