"""The one building block of the networks: plain residual convolutions, batch norm folded away on export."""

from __future__ import annotations

import copy
from functools import partial
from pathlib import Path

import torch
from torch import nn
from torch.nn.utils.fusion import fuse_conv_bn_eval


class Conv(nn.Sequential):
    """Convolution and batch norm, then ReLU unless `flat`."""

    def __init__(self, inside: int, outside: int, size: int = 3, stride: int = 1, flat: bool = False):
        layers: list[nn.Module] = [
            nn.Conv2d(inside, outside, size, stride, size // 2, bias=False),
            nn.BatchNorm2d(outside),
        ]
        super().__init__(*layers, *([] if flat else [nn.ReLU(inplace=True)]))


class Block(nn.Module):
    """x + two convolutions of x; a stride or a change of width goes through a 1x1 convolution."""

    def __init__(self, inside: int, outside: int, stride: int = 1):
        super().__init__()
        self.body = nn.Sequential(Conv(inside, outside, stride=stride), Conv(outside, outside, flat=True))
        same = stride == 1 and inside == outside
        self.short = nn.Identity() if same else Conv(inside, outside, 1, stride, flat=True)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.relu(self.short(x) + self.body(x))


def stage(inside: int, outside: int, blocks: int) -> nn.Sequential:
    """Half the resolution, then `blocks` blocks in all."""
    return nn.Sequential(Block(inside, outside, 2), *(Block(outside, outside) for _ in range(blocks - 1)))


def folded(net: nn.Module) -> nn.Module:
    """A copy without batch norms: each is folded into the convolution before it."""
    net = copy.deepcopy(net).eval()
    for part in net.modules():
        if isinstance(part, nn.Sequential) and len(part) > 1 and isinstance(part[1], nn.BatchNorm2d):
            part[0] = fuse_conv_bn_eval(part[0], part[1])
            part[1] = nn.Identity()
    return net


def begin(net: nn.Module, path: Path, *batch: torch.Tensor) -> None:
    """Give `net` the weights of an exported network, where names and shapes are the same. The batch norms that were folded away
    are found again from one batch: they undo what they do to it."""
    import onnx
    from onnx import numpy_helper

    given = {one.name: torch.tensor(numpy_helper.to_array(one)) for one in onnx.load(str(path)).graph.initializer}
    own = net.state_dict()
    net.load_state_dict(
        {name: value for name, value in given.items() if name in own and own[name].shape == value.shape}, strict=False
    )
    hooks = []
    for name, part in net.named_modules():
        if isinstance(part, nn.Sequential) and len(part) > 1 and isinstance(part[1], nn.BatchNorm2d) and f"{name}.0.bias" in given:
            hooks.append(part[1].register_forward_pre_hook(partial(_undo, given[f"{name}.0.bias"])))
    with torch.no_grad():
        net.eval()(*batch)
    for hook in hooks:
        hook.remove()


def _undo(bias: torch.Tensor, norm: nn.Module, inputs: tuple[torch.Tensor]) -> None:
    """Make a batch norm of this input the addition of `bias`."""
    assert isinstance(norm, nn.BatchNorm2d)
    assert norm.running_mean is not None
    assert norm.running_var is not None
    variance, mean = torch.var_mean(inputs[0], (0, 2, 3))
    norm.running_mean.copy_(mean)
    norm.running_var.copy_(variance)
    norm.weight.copy_((variance + norm.eps).sqrt())
    norm.bias.copy_(mean + bias)


def export(
    net: nn.Module,
    example: torch.Tensor | tuple[torch.Tensor, ...],
    path: Path,
    outputs: list[str],
    free: dict[int, str],
    inputs: tuple[str, ...] = ("image",),
) -> None:
    """Write ONNX (opset 17) with the axes `free` of every tensor left open; compares with onnxruntime before it is kept."""
    import numpy as np
    import onnxruntime

    plain = folded(net).to(memory_format=torch.contiguous_format)
    draft = path.with_suffix(".partial")
    examples = example if isinstance(example, tuple) else (example,)
    torch.onnx.export(
        plain, examples, str(draft), input_names=list(inputs), output_names=outputs, opset_version=17, dynamo=False,
        dynamic_axes=dict.fromkeys([*inputs, *outputs], free),
    )  # fmt: skip
    session = onnxruntime.InferenceSession(str(draft), providers=["CPUExecutionProvider"])
    with torch.no_grad():
        expected = plain(*examples)
    wanted = (expected,) if isinstance(expected, torch.Tensor) else expected
    for got, want in zip(
        session.run(None, {name: one.numpy() for name, one in zip(inputs, examples, strict=True)}), wanted, strict=True
    ):
        np.testing.assert_allclose(got, want.numpy(), rtol=1e-3, atol=1e-3)
    draft.replace(path)
