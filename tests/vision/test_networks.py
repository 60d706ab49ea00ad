"""Networks are opened once, checked, and refused with a sentence that says what to do."""

import sys
from pathlib import Path

import numpy as np
import pytest

from boardcam.vision import networks, observe

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


@pytest.fixture
def no_onnxruntime(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)


@pytest.mark.parametrize("name", sorted({*observe.NETWORKS, "finder"}))
def test_without_onnxruntime_opencv_gives_the_same_answers(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("onnxruntime")
    usual = networks.load((name,))
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    instead = networks.load((name,))
    assert usual.remark is None
    assert instead.remark is not None
    assert "pip install onnxruntime" in instead.remark
    rng = np.random.default_rng(3)
    for many in (3, 1):
        shape = {"dice": (4, 64, 64), "strips": (3, 256, 64), "cube": (3, 48, 48), "spots": (3, 448, 576)}.get(name, (3, 96, 96))
        more = {"strips": (2,), "dice": (4, 48, 48)}.get(name)
        batches = [rng.random((many, *size), np.float32) for size in (shape, more) if size]
        for a, b in zip(usual.run(name, *batches), instead.run(name, *batches), strict=True):
            assert a.shape == b.shape
            assert a == pytest.approx(b, abs=1e-3)


@pytest.mark.usefixtures("no_onnxruntime")
def test_without_onnxruntime_broken_files_are_refused_as_well(tmp_path: Path) -> None:
    with pytest.raises(networks.NetworkMissing, match=r"eye\.onnx: No such file"):
        networks.load(("eye",), folder=tmp_path)
    (tmp_path / "ear.onnx").write_bytes(b"no network")
    with pytest.raises(networks.NetworkMissing, match="cannot be opened by OpenCV"):
        networks.load(("ear",), folder=tmp_path)


def test_an_onnxruntime_that_would_end_the_program_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """As 1.21.0 did on a Pi 4: "Illegal instruction", as soon as it was imported."""
    assert networks.kills("import os, signal; os.kill(os.getpid(), signal.SIGILL)")
    assert not networks.kills("import sys; sys.exit(3)")
    monkeypatch.setattr(networks.platform, "machine", lambda: "aarch64")
    monkeypatch.setattr(networks, "IMPORT", "import os, signal; os.kill(os.getpid(), signal.SIGILL)")
    found = networks.load(())
    assert found.remark is not None
    assert "built for another processor" in found.remark
    monkeypatch.setattr(networks, "IMPORT", "pass")
    assert networks.load(()).remark is None


def test_what_a_network_is_quite_sure_of_is_no_warning() -> None:
    said = networks.chances(np.array([-500.0, 0.0, 500.0], np.float32))
    assert said == pytest.approx([0.0, 0.5, 1.0])
