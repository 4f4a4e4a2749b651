"""The destination of the upload is judged."""

from pathlib import Path

from table_firmware.service.areas import upload
from tests.service.areas import brief


def test_the_destination_is_tried_with_a_file_that_goes_again(tmp_path: Path) -> None:
    (found,) = upload.checks(tmp_path)
    assert (found.level, found.said) in (("ok", "there"), ("warning", "there"))
    assert list(tmp_path.iterdir()) == []


def test_a_destination_that_is_missing_unmounted_or_closed(tmp_path: Path) -> None:
    assert brief(upload.checks(tmp_path / "gone")[0]) == ("info", "absent", "")
    assert brief(upload.checks(tmp_path, mounted=False)[0]) == ("warning", "unmounted", "TBL-606")
    (tmp_path / f"{upload.PROBE}~").mkdir()
    assert brief(upload.checks(tmp_path)[0]) == ("fault", "failed", "TBL-604")


def test_a_table_without_network_does_not_judge_a_server() -> None:
    assert brief(upload.elsewhere("https://club.example")) == ("info", "elsewhere", "")
