"""Trains the coach's own network: python models/training/coach.py --minutes 10

Reads `.cache/coach` (coach_data.py), writes `.cache/coach.pt` (resumed when it exists; delete it to start over) and
`models/coach.onnx`, whose weights are kept in half precision.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator
from pathlib import Path

import clock
import numpy as np
import torch
from torch import Tensor, nn

from boardcam.coach.inputs import SIZE, encode
from boardcam.vision.networks import record_sum

ROOT = Path(__file__).resolve().parents[2]
WORTH = torch.tensor([2.0, 1.0, 1.0, -1.0, -1.0])
"""What a chance adds to the cubeless equity."""


class Net(nn.Module):
    """(n, SIZE) inputs → (n, 5) chances of the player on roll."""

    def __init__(self) -> None:
        super().__init__()
        self.first, self.second, self.last = nn.Linear(SIZE, 400), nn.Linear(400, 128), nn.Linear(128, 5)

    def forward(self, inputs: Tensor) -> Tensor:
        hidden = torch.relu(self.second(torch.relu(self.first(inputs))))
        with torch.autocast("cpu", enabled=False):  # equities are told apart by thousandths: too fine for bfloat16
            return torch.sigmoid(self.last(hidden.float()))


def loss(net: nn.Module, batch: tuple[Tensor, Tensor]) -> tuple[Tensor, dict[str, float]]:
    """The equity is what plays are ranked by; the chances are what it is made of."""
    inputs, wanted = batch
    error = net(inputs) - wanted
    equity, chances = (error @ WORTH).square().mean(), error.square().sum(dim=1).mean()
    rmse = math.sqrt(float(equity.detach()))
    return 10 * (equity + chances), {"equity": rmse, "chances": math.sqrt(float(chances.detach()))}


def load(folder: Path, held_out: bool) -> tuple[Tensor, Tensor]:
    """Inputs, as small floats, and chances of all files, or of those held out."""
    paths = [path for path in sorted(folder.glob("*.npz")) if (int(path.stem) // 100 % 10 == 9) is held_out]
    if not paths:
        raise SystemExit(f"nothing to learn from in {folder}; make it with models/training/coach_data.py")
    inputs, chances = [], []
    for path in paths:
        with np.load(path) as file:
            inputs.append(torch.from_numpy(encode(file["boards"])).to(torch.bfloat16))
            chances.append(torch.from_numpy(file["chances"].astype(np.float32) / 65535))
    return torch.cat(inputs), torch.cat(chances)


def batches(inputs: Tensor, chances: Tensor, size: int, rng: np.random.Generator) -> Iterator[tuple[Tensor, Tensor]]:
    """Epoch after epoch, shuffled."""
    while True:
        order = torch.from_numpy(rng.permutation(len(inputs)))
        for at in range(0, len(order) - size + 1, size):
            some = order[at : at + size]
            yield inputs[some].float(), chances[some]


def export(net: nn.Module, path: Path) -> None:
    """ONNX with weights in half precision, which is twice as wide a network for the same file."""
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    partial = path.with_suffix(".partial")
    torch.onnx.export(
        net.eval(), (torch.rand(2, SIZE),), str(partial), input_names=["inputs"], output_names=["chances"], opset_version=17,
        dynamo=False, dynamic_axes={"inputs": {0: "n"}, "chances": {0: "n"}},
    )  # fmt: skip
    model = onnx.load(str(partial))
    casts = []
    for weight in list(model.graph.initializer):
        half = numpy_helper.from_array(numpy_helper.to_array(weight).astype(np.float16), weight.name + ".half")
        casts.append(helper.make_node("Cast", [half.name], [weight.name], to=TensorProto.FLOAT))
        model.graph.initializer.remove(weight)
        model.graph.initializer.append(half)
    nodes = [*casts, *model.graph.node]
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    onnx.checker.check_model(model)
    onnx.save(model, str(partial))
    partial.replace(path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10, help="of processor time, earlier runs included")
    parser.add_argument("--until", type=clock.clock_time, default=math.inf, metavar="HH:MM", help="end earlier, by the wall clock")
    parser.add_argument("--data", type=Path, default=ROOT / ".cache/coach")
    parser.add_argument("--checkpoint", type=Path, default=ROOT / ".cache/coach.pt")
    parser.add_argument("--start", type=Path, metavar="CHECKPOINT", help="begin with the weights of an earlier training")
    parser.add_argument("--out", type=Path, default=ROOT / "models/coach.onnx")
    parser.add_argument("--rate", type=float, default=2e-3, help="of learning (default: %(default)s)")
    parser.add_argument("--batch", type=int, default=1024)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    torch.set_num_threads(1)
    inputs, chances = load(args.data, held_out=False)
    print(f"{len(inputs)} positions, {sum(p.numel() for p in Net().parameters())} weights", flush=True)
    feed = batches(inputs, chances, args.batch, np.random.default_rng(args.seed))
    net = Net()
    if args.start:
        net.load_state_dict(torch.load(args.start, weights_only=True)["mean"])
    net = clock.train(net, feed, loss, args.checkpoint, args.minutes, args.until, rate=args.rate, average=0.9995)
    export(net, args.out)
    record_sum(args.out)
    if list(args.data.glob("*9??.npz")):
        with torch.no_grad():
            print("held out:", loss(net, (load(args.data, held_out=True)[0].float(), load(args.data, held_out=True)[1]))[1])


if __name__ == "__main__":
    main()
