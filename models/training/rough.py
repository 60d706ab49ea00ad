"""Rough handling of training pictures, colour-blind: another set, another light, another lens. Float 0…1, (h, w, 3) in and out."""

from __future__ import annotations

import sys
from pathlib import Path

import cv2
import numpy as np
import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))


def seed(number: int) -> np.random.Generator:
    """Seed everything; one thread everywhere."""
    torch.manual_seed(number)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    return np.random.default_rng(number)


def recolour(rng: np.random.Generator, image: np.ndarray) -> np.ndarray:
    """Another set in another light: channels mixed, sometimes inverted, gain and gamma."""
    if rng.random() < 0.5:
        mix = rng.dirichlet([0.6, 0.6, 0.6], 3)
        blend = rng.uniform(0, 1)
        image = image @ (blend * mix + (1 - blend) * np.eye(3)).astype(np.float32).T
    if rng.random() < 0.15:
        image = 1 - image
    image = np.clip(image * rng.uniform(0.6, 1.5) + rng.uniform(-0.12, 0.12), 0, 1)
    image = image ** rng.uniform(0.65, 1.5)
    return np.clip(image * rng.uniform(0.88, 1.12, 3), 0, 1).astype(np.float32)


def roughen(rng: np.random.Generator, image: np.ndarray) -> np.ndarray:
    """What lens, sensor and codec do: blur still or moving, noise, JPEG."""
    if rng.random() < 0.35:
        image = cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.3, 1.3)))
    if rng.random() < 0.08:
        line = np.zeros((7, 7), np.float32)
        cv2.line(line, (3, 3), tuple(int(v) for v in rng.integers(0, 7, 2)), 1.0)
        image = cv2.filter2D(image, -1, line / max(1.0, line.sum()))
    if rng.random() < 0.5:
        image = image + rng.normal(0, rng.uniform(0, 0.04), image.shape).astype(np.float32)
    image = np.clip(image, 0, 1)
    if rng.random() < 0.3:
        _, code = cv2.imencode(".jpg", (image * 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 95))])
        image = cv2.imdecode(code, cv2.IMREAD_COLOR).astype(np.float32) / 255
    return image.astype(np.float32)
