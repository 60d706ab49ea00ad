"""Networks are opened once, checked, and refused with a sentence that says what to do."""

from pathlib import Path

import numpy as np
import pytest

from boardcam.vision import networks

onnx = pytest.importorskip("onnx")


def tiny(path: Path, shape: list[object]) -> None:
    """A network that returns its input."""
    from onnx import TensorProto, helper

    ends = [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name in ("picture", "out")]
    graph = helper.make_graph([helper.make_node("Identity", ["picture"], ["out"])], "tiny", ends[:1], ends[1:])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    path.write_bytes(model.SerializeToString())


def test_a_listed_network_runs(tmp_path: Path) -> None:
    tiny(tmp_path / "eye.onnx", ["n", 3, 8, 8])
    networks.record_sum(tmp_path / "eye.onnx")
    opened = networks.load(("eye",), folder=tmp_path)
    picture = np.full((8, 8, 3), 51, np.uint8)
    (out,) = opened.run("eye", networks.blob(picture))
    assert out.shape == (1, 3, 8, 8)
    assert out == pytest.approx(0.2)
    assert "eye" in opened
    with pytest.raises(networks.NetworkMissing, match="not loaded"):
        opened.run("ear", networks.blob(picture))


def test_a_missing_file_is_named_with_a_remedy(tmp_path: Path) -> None:
    with pytest.raises(networks.NetworkMissing, match=r"eye\.onnx: No such file or directory; install boardcam again, or train"):
        networks.load(("eye",), folder=tmp_path)


def test_a_half_copied_file_is_refused(tmp_path: Path) -> None:
    tiny(tmp_path / "eye.onnx", ["n", 3, 8, 8])
    networks.record_sum(tmp_path / "eye.onnx")
    (tmp_path / "eye.onnx").write_bytes((tmp_path / "eye.onnx").read_bytes()[:-3])
    with pytest.raises(networks.NetworkMissing, match="SHA256SUMS"):
        networks.load(("eye",), folder=tmp_path)


def test_a_foreign_network_is_refused(tmp_path: Path) -> None:
    tiny(tmp_path / "eye.onnx", ["n", 12])
    with pytest.raises(networks.NetworkMissing, match="not a network of ours"):
        networks.load(("eye",), folder=tmp_path)
    (tmp_path / "ear.onnx").write_bytes(b"no network")
    with pytest.raises(networks.NetworkMissing, match="cannot be opened"):
        networks.load(("ear",), folder=tmp_path)
