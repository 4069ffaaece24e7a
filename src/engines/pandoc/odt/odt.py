"""Makes an OpenDocument text such that Pandoc reads all of it. Takes the file and the path of the copy."""

import os
import sys
import xml.etree.ElementTree as tree
import zipfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from odt_parts import NAMES, rewrite_content

NO_STYLES = f'<o:document-styles xmlns:o="{NAMES["office"]}"><o:styles/></o:document-styles>'


def main() -> None:
    source, output = sys.argv[1:3]
    for prefix, name in NAMES.items():
        tree.register_namespace(prefix, name)
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(output, "w", zipfile.ZIP_DEFLATED) as new:
        for entry in old.infolist():
            content = old.read(entry)
            if entry.filename == "content.xml":
                root = tree.fromstring(content)
                rewrite_content(root)
                content = tree.tostring(root, encoding="UTF-8")
            # Pandoc reads nothing of a file without styles.
            if entry.filename != "styles.xml" or b"office:styles" in content:
                new.writestr(entry.filename, content)
        if "styles.xml" not in new.namelist():
            new.writestr("styles.xml", NO_STYLES)


main()
