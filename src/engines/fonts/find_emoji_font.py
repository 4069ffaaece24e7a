"""Finds the installed font of emoji, for all engines that print them."""

import subprocess

FAMILY = "Noto Color Emoji"


def find_emoji_font() -> str | None:
    """Returns the path of the font; None if it is not installed."""
    try:
        found = subprocess.run(
            ["fc-match", "-f", "%{family}\n%{file}", FAMILY], capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return None
    family, _, path = found.stdout.partition("\n")
    return path if family == FAMILY else None
