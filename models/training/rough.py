"""Rough handling of training pictures, colour-blind: another set, another light, another lens. (h, w, 3) uint8 in and out."""

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
    cv2.setRNGSeed(number)
    cv2.setNumThreads(1)
    return np.random.default_rng(number)


def recolour(rng: np.random.Generator, image: np.ndarray) -> np.ndarray:
    """Another set in another light: channels mixed, sometimes inverted, gain and gamma."""
    if rng.random() < 0.5:
        blend = rng.uniform(0, 1)
        mix = blend * rng.dirichlet([0.6, 0.6, 0.6], 3) + (1 - blend) * np.eye(3)
        image = cv2.transform(image, mix)
    level = np.arange(256) / 255.0
    if rng.random() < 0.15:
        level = 1 - level
    level = np.clip(level * rng.uniform(0.7, 1.35) + rng.uniform(-0.08, 0.08), 0, 1) ** rng.uniform(0.7, 1.4)
    curves = np.clip(255 * level[:, None] * rng.uniform(0.88, 1.12, 3), 0, 255)
    return cv2.LUT(image, curves.astype(np.uint8)[None])


def roughen(rng: np.random.Generator, image: np.ndarray) -> np.ndarray:
    """What lens, sensor and codec do: blur still or moving, noise, JPEG."""
    if rng.random() < 0.35:
        image = cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.3, 1.3)))
    if rng.random() < 0.08:
        line = np.zeros((7, 7), np.float32)
        cv2.line(line, (3, 3), tuple(int(v) for v in rng.integers(0, 7, 2)), 1.0)
        image = cv2.filter2D(image, -1, line / max(1.0, line.sum()))
    if rng.random() < 0.5:
        noise = cv2.randn(np.empty(image.shape, np.int16), (0.0, 0.0, 0.0), (float(rng.uniform(0, 10)),) * 3)
        image = cv2.add(image, noise, dtype=cv2.CV_8U)
    if rng.random() < 0.3:
        _, code = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 95))])
        image = cv2.imdecode(code, cv2.IMREAD_COLOR)
    return image
