"""The clock of the day and the battery clock are judged."""

from table_firmware.service.areas import hours
from tests.service.areas import Computer, brief

RTC = "sys/class/rtc/rtc0/since_epoch"
UNIX = 1_800_000_000


def test_the_clock_of_the_day(computer: Computer) -> None:
    assert brief(hours.day(computer(unix=0))) == ("fault", "past", "TBL-722")
    assert brief(hours.day(computer())) == ("warning", "alone", "TBL-721")
    assert brief(hours.day(computer({RTC: str(UNIX)}))) == ("info", "battery", "")
    assert brief(hours.day(computer({hours.SYNCHRONISED: ""}))) == ("ok", "synchronised", "")


def test_the_battery_clock(computer: Computer) -> None:
    assert brief(hours.battery(computer())) == ("info", "none", "")
    assert brief(hours.battery(computer({RTC: str(UNIX + 5)}))) == ("ok", "measured", "")
    late = hours.battery(computer({RTC: str(UNIX - 90)}))
    assert brief(late) == ("warning", "measured", "TBL-723")
    assert late.values["apart"] == -90
