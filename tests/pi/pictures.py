"""Cuts a film into the pictures that the virtual camera shows: python -m tests.pi.pictures FILM FOLDER."""

import sys
from pathlib import Path

import cv2

SIZE = (1280, 720)
"""The only size that the virtual camera knows."""
LEAD = 30
"""How often the first picture is shown, while the camera settles."""


def cut(film: Path, folder: Path) -> int:
    """Write the film's frames as 0.jpg, 1.jpg, ...; return how many pictures there are."""
    folder.mkdir(parents=True)
    capture = cv2.VideoCapture(str(film))
    count = 0
    while (got := capture.read())[0]:
        picture = cv2.resize(got[1], SIZE, interpolation=cv2.INTER_CUBIC)
        for _ in range(1 if count else LEAD):
            cv2.imwrite(str(folder / f"{count}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, 95])
            count += 1
    capture.release()
    return count


if __name__ == "__main__":
    print(cut(Path(sys.argv[1]), Path(sys.argv[2])))
