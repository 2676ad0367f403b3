"""A report of a wrong read, from a phone, and the same folder taken as a case."""

import json
import time
import urllib.request
from pathlib import Path

import cv2

from device.reports import Report, write_report
from tests.device.test_appliance import settings_file, started, state
from tests.patience import PATIENCE
from vision.reading import Reading


def post(host_link: str, address: str, name: str, args: dict[str, object]) -> dict[str, object]:
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    opener.open(host_link, timeout=PATIENCE).close()
    request = urllib.request.Request(f"{address}command/{name}", json.dumps(args).encode(), {
        "Content-Type": "application/json", "Origin": address.rstrip("/")})
    with opener.open(request, timeout=PATIENCE) as answer:
        return dict(json.load(answer))


def test_a_host_reports_a_wrong_read_from_the_phone(tmp_path: Path) -> None:
    with started("run", "--port", "0", "--settings", settings_file(tmp_path), "--source", "simulated") as (
            _, address, host):
        end = time.monotonic() + PATIENCE
        while not (now := state(address)["referee"])["seen"] or now["state"] != "ready":  # the eye has looked
            assert time.monotonic() < end
            time.sleep(0.1)
        answer = post(host, address, "report", {"note": "a red ring", "table": {"4.large": "red"}})
        assert answer["ok"] is True
    (folder,) = (tmp_path / "reports").iterdir()
    facts = json.loads((folder / "report.json").read_text())
    assert facts["game"] == "otrio" and facts["note"] == "a red ring" and facts["status"] == "still"
    assert facts["decided"]["4.large"] is None and facts["right"]["4.large"] == "red"
    assert facts["right"]["4.small"] is None
    frame = cv2.imread(str(folder / "frame.png"))
    assert frame is not None and frame.shape == (720, 1280, 3)


def test_each_report_gets_a_folder_of_its_own_whatever_the_clock_says(tmp_path: Path) -> None:
    report = Report("otrio", {}, Reading("still"), {}, {})
    places = [write_report(tmp_path, report, b"png").name for _ in range(3)]
    assert places == ["otrio-1", "otrio-2", "otrio-3"]
    (tmp_path / "otrio-1").rename(tmp_path / "taken")
    assert write_report(tmp_path, report, b"png").name == "otrio-4"
    assert sorted(file.name for file in (tmp_path / "otrio-4").iterdir()) == ["frame.png", "report.json"]
