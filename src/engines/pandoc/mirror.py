"""
Makes an OpenDocument text run from right to left, which Pandoc's writer does not. Takes the file and the path of the
copy.
"""

import re
import sys
import zipfile

# These set the direction of pages, and of every paragraph that does not say otherwise.
PLACES = re.compile(
    rb'(<style:page-layout-properties\b|<style:default-style\b[^>]*style:family="paragraph"[^>]*>\s*<style:paragraph-properties\b)([^>]*)'
)
DIRECTION = re.compile(rb'\s*(style:writing-mode|fo:text-align)="[^"]*"')
# LibreOffice takes "start" for the left whichever way the text runs.
START = re.compile(rb'fo:text-align="(start|left)"')


def mirror(place: re.Match[bytes]) -> bytes:
    side = b"" if b"page-layout" in place[1] else b' fo:text-align="right"'
    return place[1] + b' style:writing-mode="rl-tb"' + side + DIRECTION.sub(b"", place[2])


def main() -> None:
    source, output = sys.argv[1:3]
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(output, "w", zipfile.ZIP_DEFLATED) as new:
        for entry in old.infolist():
            content = old.read(entry)
            if entry.filename == "styles.xml":
                content = PLACES.sub(mirror, START.sub(b'fo:text-align="right"', content))
            new.writestr(entry, content)


main()
