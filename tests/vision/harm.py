"""What light, lenses, cameras and people do to a picture of the table. All take and return BGR frames."""

from collections.abc import Callable, Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Frame

Harm = Callable[[Frame], Frame]


def bytes_of(values: NDArray[np.floating]) -> Frame:
    return np.clip(values, 0, 255).astype(np.uint8)


def gains(blue: float, green: float, red: float) -> Harm:
    """Multiply the channels: exposure and the lamp's colour."""
    return lambda frame: bytes_of(frame.astype(np.float32) * np.array([blue, green, red], np.float32))


def contrast(power: float) -> Harm:
    """Bend the camera's tone curve."""
    return lambda frame: bytes_of(255 * (frame.astype(np.float32) / 255) ** power)


def noise(sigma: float) -> Harm:
    """Add a sensor's noise, always the same."""
    return lambda frame: bytes_of(frame + np.random.default_rng(1).normal(0, sigma, frame.shape))


def blur(sigma: float) -> Harm:
    return lambda frame: np.asarray(cv2.GaussianBlur(frame, (0, 0), sigma), np.uint8)


def jpeg(quality: int) -> Harm:
    def harm(frame: Frame) -> Frame:
        data = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    return harm


def vignette(depth: float) -> Harm:
    """Darken towards the corners."""
    def harm(frame: Frame) -> Frame:
        h, w = frame.shape[:2]
        y, x = np.mgrid[:h, :w]
        away = ((x - w / 2) ** 2 + (y - h / 2) ** 2) / (w / 2) ** 2
        return bytes_of(frame * np.maximum(1 - depth * away, 0.1)[..., None])
    return harm


def lamp(strength: float) -> Harm:
    """Light the table from one side."""
    return lambda frame: bytes_of(frame * np.exp(strength * np.linspace(-1, 1, frame.shape[1]))[None, :, None])


def lens(k1: float) -> Harm:
    """Bend the picture as a lens of more distortion would."""
    def harm(frame: Frame) -> Frame:
        h, w = frame.shape[:2]
        focal = w / 2 / np.tan(np.radians(33))
        y, x = np.mgrid[:h, :w].astype(np.float32)
        u, v = (x - w / 2) / focal, (y - h / 2) / focal
        bend = 1 + k1 * (u * u + v * v)
        at = [(c * bend * focal + side / 2).astype(np.float32) for c, side in ((u, w), (v, h))]
        return np.asarray(cv2.remap(frame, at[0], at[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8)
    return harm


def resized(width: int, height: int) -> Harm:
    return lambda frame: np.asarray(cv2.resize(frame, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def scaled(share: float) -> Harm:
    return lambda frame: np.asarray(cv2.resize(frame, None, fx=share, fy=share, interpolation=cv2.INTER_AREA), np.uint8)


def upside_down(frame: Frame) -> Frame:
    return np.ascontiguousarray(frame[::-1, ::-1])


def mirrored(frame: Frame) -> Frame:
    return np.ascontiguousarray(frame[:, ::-1])


def chain(*harms: Harm) -> Harm:
    def harm(frame: Frame) -> Frame:
        for one in harms:
            frame = one(frame)
        return frame
    return harm


HARMS: Mapping[str, Harm] = {
    "a lamp turned low": gains(0.2, 0.2, 0.2), "almost night": gains(0.06, 0.06, 0.06),
    "warm light": gains(0.55, 0.85, 1.15), "cold light": gains(1.2, 0.95, 0.65), "green light": gains(0.8, 1.1, 0.8),
    "soft contrast": contrast(0.55), "hard contrast": contrast(2.0), "vignetting": vignette(0.6),
    "a lamp aside": lamp(0.5),
    "noise": noise(12), "dark and noisy": chain(gains(0.3, 0.3, 0.3), noise(5)), "out of focus": blur(1.6),
    "JPEG 40": jpeg(40), "barrel lens": lens(0.1), "pincushion lens": lens(-0.1),
    "1536 x 864": resized(1536, 864), "640 x 360": resized(640, 360), "upside down": upside_down,
    "all at once": chain(gains(0.4, 0.55, 0.7), vignette(0.5), lens(-0.08), blur(1.0), noise(6), jpeg(50)),
}


def hidden_markers(frame: Frame, centres_px: list[list[float]], ids: tuple[int, ...]) -> Frame:
    """Return the frame with some markers under a brown disc."""
    painted = frame.copy()
    for i in ids:
        cv2.circle(painted, (round(centres_px[i][0]), round(centres_px[i][1])), 42, (60, 80, 110), -1)
    return painted


def with_arm(frame: Frame, tip: tuple[float, float], start: tuple[float, float], width: int,
             skin: tuple[int, int, int], sleeve: tuple[int, int, int]) -> tuple[Frame, NDArray[np.uint8]]:
    """Return the frame with an arm from `start` to its fingers at `tip` (px), its shadow, and the arm's mask."""
    h, w = frame.shape[:2]
    way = np.subtract(tip, start) / np.linalg.norm(np.subtract(tip, start))
    across = np.array([-way[1], way[0]])
    wrist = np.asarray(tip) - way * width * 1.2
    mask = np.zeros((h, w), np.uint8)
    cv2.line(mask, _px(np.asarray(start)), _px(wrist), 255, width)
    cv2.ellipse(mask, _px(wrist + way * width * 0.3), (int(width * 0.9), int(width * 0.62)),
                float(np.degrees(np.arctan2(way[1], way[0]))), 0, 360, 255, -1)
    for k in (-0.4, -0.13, 0.13, 0.4):
        cv2.line(mask, _px(wrist + across * width * k), _px(np.asarray(tip) + across * width * k), 255, width // 4)
    y, x = np.mgrid[:h, :w]
    along = (x - wrist[0]) * way[0] + (y - wrist[1]) * way[1]
    colour = np.where((along < -0.3 * width)[..., None], np.array(sleeve, np.float32), np.array(skin, np.float32))
    round_ = 0.85 + 0.3 * cv2.GaussianBlur(mask, (0, 0), width / 4).astype(np.float32)[..., None] / 255
    shade = np.roll(cv2.GaussianBlur(mask, (0, 0), 12), (8, 10), (0, 1)).astype(np.float32)[..., None] / 255
    cover = cv2.GaussianBlur(mask, (0, 0), 1.0).astype(np.float32)[..., None] / 255
    return bytes_of(frame * (1 - 0.45 * shade) * (1 - cover) + colour * round_ * cover), mask


def _px(point: NDArray[np.float64]) -> tuple[int, int]:
    return round(float(point[0])), round(float(point[1]))
