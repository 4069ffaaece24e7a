"""The appointment in a message: when and where it takes place."""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta

LINE = re.compile(r"^(DTSTART|DTEND|LOCATION)((?:;[^:\"]*(?:\"[^\"]*\")?)*):(.*)$", re.I | re.M)
TIME = re.compile(r"(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?")


@dataclass
class Event:
    """Times are as in ISO 8601, without an offset where the zone is known by its name only."""

    start: str = ""
    end: str = ""
    place: str = ""
    zone: str = ""


def read_time(value: str) -> str:
    found = TIME.fullmatch(value.strip())
    if not found:
        return ""
    year, month, day, hour, minute, second, utc = found.groups()
    date = f"{year}-{month}-{day}"
    return date if hour is None else f"{date}T{hour}:{minute}:{second}{utc}"


def read_event(calendar: str) -> Event | None:
    """Reads the first event of a calendar."""
    unfolded = re.sub(r"\r?\n[ \t]", "", calendar).replace("\r\n", "\n")
    inside = re.search(r"^BEGIN:VEVENT$(.*?)^END:VEVENT$", unfolded, re.I | re.M | re.S)
    if not inside:
        return None
    event = Event()
    for name, parameters, value in LINE.findall(
        re.sub(r"^BEGIN:VALARM$.*?^END:VALARM$", "", inside[1], flags=re.M | re.S)
    ):
        if name.upper() == "LOCATION":
            event.place = re.sub(r"\\([,;\\])", r"\1", re.sub(r"\\[nN]", " ", value)).strip()
        elif name.upper() == "DTSTART":
            event.start = read_time(value)
            zone = re.search(r"TZID=\"?([^\";]+)", parameters, re.I)
            event.zone = zone[1] if zone else ""
        else:
            event.end = read_time(value)
    # The day on which whole days end is the one after them.
    if re.fullmatch(r"\d{4}-\d\d-\d\d", event.end):
        try:
            event.end = (datetime.fromisoformat(event.end) - timedelta(days=1)).date().isoformat()
        except (ValueError, OverflowError):
            event.end = ""
        event.end = "" if event.end <= event.start else event.end
    return event if event.start else None


def show_time(time: str, zone: str) -> str:
    shown = re.sub(r":00(Z?)$", r"\1", time.replace("T", " ")).replace("Z", " UTC")
    return f"{shown} ({zone})" if zone and "T" in time else shown


def write_event(subject: str, start: datetime, end: datetime | None, place: str, all_day: bool) -> str:
    """Writes a calendar with one event, whose times are in UTC."""

    def write(name: str, time: datetime) -> str:
        # A whole day begins at midnight of the writer's zone, which is not known.
        if all_day:
            return f"{name};VALUE=DATE:{time + timedelta(hours=12):%Y%m%d}"
        return f"{name}:{time:%Y%m%dT%H%M%SZ}"

    def escape(text: str) -> str:
        return re.sub(r"\r?\n", r"\\n", re.sub(r"([\\,;])", r"\\\1", text))

    lines = [
        *("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Filemill//EN", "BEGIN:VEVENT"),
        f"UID:{start:%Y%m%dT%H%M%SZ}@filemill",
        f"DTSTAMP:{start:%Y%m%dT%H%M%SZ}",
        write("DTSTART", start),
        *([write("DTEND", end)] if end and end > start else []),
        f"SUMMARY:{escape(subject)}",
        *([f"LOCATION:{escape(place)}"] if place else []),
        *("END:VEVENT", "END:VCALENDAR"),
    ]
    return "\r\n".join(lines) + "\r\n"
