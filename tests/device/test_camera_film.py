"""Films and folders of pictures as cameras."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from device.camera.film import FilmSource, read_picture
from device.camera.source import CameraError, Capture, Shot


def _grey(value: int, size: tuple[int, int] = (96, 64)) -> np.ndarray:
    frame = np.full((size[1], size[0], 3), value, np.uint8)
    frame[:, : size[0] // 2, 0] = 255 - value  # blue on the left
    return frame


def _film(path: Path, count: int, codec: str = "mp4v") -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*codec), 5, (96, 64))
    assert writer.isOpened()
    for index in range(count):
        writer.write(_grey(40 + 4 * index))
    writer.release()
    return path


def _shots(path: Path, **capture: float) -> list[Shot]:
    with FilmSource(path, Capture(**capture)) as film:  # type: ignore[arg-type]
        return list(film.shots())


def _error(path: Path) -> str:
    with pytest.raises(CameraError) as caught:
        _shots(path)
    assert caught.value.text.fr != caught.value.text.en
    return str(caught.value)


def test_a_film_gives_every_frame_with_its_number_and_time(tmp_path: Path) -> None:
    shots = _shots(_film(tmp_path / "film.mp4", 20))
    assert [shot.index for shot in shots] == list(range(20))
    assert [shot.seconds for shot in shots[:4]] == [0, 0.2, 0.4, 0.6]
    for index in (0, 10, 19):
        frame = shots[index].frame
        assert frame.shape == (64, 96, 3) and frame.dtype == np.uint8
        assert abs(int(frame[32, 80].mean()) - (40 + 4 * index)) < 6
        assert abs(int(frame[32, 20, 0]) - (215 - 4 * index)) < 12, "blue is not where it should be"


def test_a_film_can_begin_later(tmp_path: Path) -> None:
    shots = _shots(_film(tmp_path / "film.mp4", 20), first_frame=15)
    assert [shot.index for shot in shots] == [15, 16, 17, 18, 19]
    assert shots[0].seconds == 3.0
    assert abs(int(shots[0].frame[32, 80].mean()) - 100) < 6


def test_a_paced_film_keeps_its_own_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [100.0]

    def sleep(seconds: float) -> None:
        clock[0] += seconds

    monkeypatch.setattr("device.camera.film.time.monotonic", lambda: clock[0])
    monkeypatch.setattr("device.camera.film.time.sleep", sleep)
    with FilmSource(_film(tmp_path / "film.mp4", 6), Capture(pace=2)) as film:
        times = [clock[0] for _ in film.shots()]
    assert times == pytest.approx([100.0, 100.1, 100.2, 100.3, 100.4, 100.5])


def test_a_folder_plays_in_the_order_of_its_numbers(tmp_path: Path) -> None:
    for index in range(12):
        cv2.imwrite(str(tmp_path / f"{index}.png"), _grey(10 * index))
    (tmp_path / "notes.txt").write_text("not a picture")
    shots = _shots(tmp_path, frames_per_second=5)
    assert [int(shot.frame[32, 80, 1]) for shot in shots] == [10 * n for n in range(12)]
    assert shots[11].seconds == pytest.approx(2.2)


def test_a_frame_of_another_size_is_passed_on_as_it_is(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "0.png"), _grey(50))
    cv2.imwrite(str(tmp_path / "1.png"), _grey(50, (40, 30)))
    assert [shot.frame.shape for shot in _shots(tmp_path)] == [(64, 96, 3), (30, 40, 3)]


def test_grey_and_transparent_pictures_become_blue_green_red(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "grey.png"), np.full((8, 9), 77, np.uint8))
    cv2.imwrite(str(tmp_path / "alpha.png"), np.full((8, 9, 4), (10, 20, 30, 128), np.uint8))
    assert read_picture(tmp_path / "grey.png")[4, 4].tolist() == [77, 77, 77]
    assert read_picture(tmp_path / "alpha.png")[4, 4].tolist() == [10, 20, 30]


def test_a_film_that_is_no_film_says_so(tmp_path: Path) -> None:
    for name, content in (("random.mp4", bytes(range(256)) * 40), ("text.mp4", b"not a film\n" * 9)):
        path = tmp_path / name
        path.write_bytes(content)
        assert _error(path) == (f"{path} can't be opened as a film: it is damaged, cut off or no film at all; "
                                "copy it again, or name another film")


def test_a_film_without_its_end_says_so(tmp_path: Path) -> None:
    path = _film(tmp_path / "film.mp4", 40)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])  # the index is at the end
    assert _error(path).startswith(f"{path} can't be opened as a film: it is damaged, cut off")


def test_a_film_cut_in_the_middle_gives_its_frames_and_then_says_so(tmp_path: Path) -> None:
    path = _film(tmp_path / "film.avi", 40, "MJPG")
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])  # the number of frames is at the beginning
    shots = []
    with FilmSource(path) as film, pytest.raises(CameraError) as caught:
        for shot in film.shots():
            shots.append(shot)
    assert 5 < len(shots) < 30
    assert str(caught.value) == (f"the film {path} breaks off at frame {len(shots)} of 40: it was cut or is damaged; "
                                 "copy it again")


def test_an_empty_film_and_another_kind_of_file_say_so(tmp_path: Path) -> None:
    (tmp_path / "empty.mp4").touch()
    (tmp_path / "notes.txt").write_text("hello")
    assert _error(tmp_path / "empty.mp4") == f"the film {tmp_path}/empty.mp4 is empty; copy it again"
    assert _error(tmp_path / "notes.txt").startswith(f"{tmp_path}/notes.txt is no film that is known here; name a film")


def test_a_folder_without_pictures_says_so(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("hello")
    assert _error(tmp_path).startswith(f"the folder {tmp_path} holds no pictures; put some into it (.bmp, ")


@pytest.mark.parametrize("content", [b"", b"\xff\xd8\xff\xe0 not a picture", b"text"])
def test_a_damaged_picture_is_named(tmp_path: Path, content: bytes) -> None:
    cv2.imwrite(str(tmp_path / "0.png"), _grey(50))
    (tmp_path / "1.jpg").write_bytes(content)
    assert _error(tmp_path) == f"{tmp_path}/1.jpg is not a picture, or is damaged; remove it, or copy it again"


def test_a_film_is_closed_twice_and_still_has_a_name(tmp_path: Path) -> None:
    film = FilmSource(_film(tmp_path / "film.mp4", 3))
    with film:
        assert repr(film) == f"<FilmSource {tmp_path}/film.mp4 open>"
        film.close()
    film.close()
    assert repr(film) == f"<FilmSource {tmp_path}/film.mp4 closed>"
