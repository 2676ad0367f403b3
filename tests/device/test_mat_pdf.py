"""The printed mat, rendered and measured."""

from pathlib import Path

import cv2
import numpy as np
import pypdfium2
import pytest

from device.cli import main
from device.errors import SettingsError
from device.mat_pdf import write_mat
from device.settings import MatSettings

PIXELS_PER_MM = 10


def pages(path: Path) -> list[np.ndarray]:
    with pypdfium2.PdfDocument(path) as document:
        return [page.render(scale=PIXELS_PER_MM * 25.4 / 72).to_numpy()[:, :, :3].copy() for page in document]


def markers(page: np.ndarray) -> dict[int, np.ndarray]:
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    corners, ids, _ = detector.detectMarkers(page)
    return {int(i): c.reshape(4, 2) / PIXELS_PER_MM for i, c in zip(ids.ravel(), corners, strict=True)}


def test_a3_mat_has_its_markers_to_a_tenth_of_a_millimetre(tmp_path: Path) -> None:
    assert main(["mat", "--paper", "a3", str(tmp_path / "mat.pdf")]) == 0
    (page,) = pages(tmp_path / "mat.pdf")
    assert abs(page.shape[0] - 2970) <= 1 and abs(page.shape[1] - 4200) <= 1
    found = markers(page)
    for number, (x, y) in enumerate([(10, 10), (380, 10), (380, 257), (10, 257)]):
        want = np.array([(x, y), (x + 30, y), (x + 30, y + 30), (x, y + 30)])
        assert np.abs(found[number] - want).max() < 0.15, number


def test_a4_sheets_side_by_side_are_the_a3_mat(tmp_path: Path) -> None:
    assert write_mat(tmp_path / "a4.pdf", "a4", MatSettings()) == 2
    left, right = pages(tmp_path / "a4.pdf")
    assert left.shape == right.shape
    found = markers(np.hstack([left[:, :2100], right]))
    assert np.abs(found[0][0] - (10, 10)).max() < 0.15
    assert np.abs(found[2][2] - (410, 287)).max() < 0.15


def test_ruler_is_100_mm_long(tmp_path: Path) -> None:
    write_mat(tmp_path / "mat.pdf", "a3", MatSettings())
    (page,) = pages(tmp_path / "mat.pdf")
    row = page[2970 - 101, :, 0] < 200
    dark = np.flatnonzero(row[500:3700]) + 500
    assert abs((dark[-1] - dark[0]) / PIXELS_PER_MM - 100) < 0.3


def test_nothing_is_printed_in_a_printers_margin(tmp_path: Path) -> None:
    write_mat(tmp_path / "a4.pdf", "a4", MatSettings())
    for page in pages(tmp_path / "a4.pdf"):
        assert page[:79].min() == page[-79:].min() == page[:, :79].min() == page[:, -79:].min() == 255


def test_a_mat_that_is_larger_than_the_paper_is_refused_with_a_remedy(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="make \\[mat\\] 420 x 297 mm or smaller"):
        write_mat(tmp_path / "mat.pdf", "a3", MatSettings(width_mm=500))


def test_unknown_paper_is_a_wrong_call(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["mat", "--paper", "letter", "x.pdf"])
    assert stop.value.code == 2
    assert "write a3, or a4" in capsys.readouterr().err


def test_a_folder_that_is_not_there_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mat", str(tmp_path / "no" / "mat.pdf")]) == 1
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and "Errno" not in said
    assert said.rstrip().endswith("check the name, that its folder is there, and your rights to it")
