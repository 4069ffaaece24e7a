"""Fields of Word that stand in the instruction of another field, or in a table of contents."""

from xml.etree.ElementTree import Element

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
KEPT = {W + "rPr", W + "drawing", W + "pict", W + "object"}


def drop_inner_fields(root: Element) -> None:
    """
    Drops fields in instructions: their results are parts of a condition or a sum, and Pandoc would print them before its
    result.
    """
    # For each open field, whether its instruction is being read.
    asking: list[bool] = []
    found: list[tuple[Element, Element]] = []
    for run in root.iter(W + "r"):
        for child in list(run):
            kind = child.get(W + "fldCharType") if child.tag == W + "fldChar" else None
            if kind == "begin":
                asking.append(True)
            elif not asking:
                continue
            is_letter = kind is None and child.tag != W + "instrText"
            if child.tag not in KEPT and (any(asking[:-1]) or (is_letter and asking[-1])):
                found.append((run, child))
            if kind == "separate":
                asking[-1] = False
            elif kind == "end":
                asking.pop()
                # A field without an end may be broken, so nothing in it is dropped.
                if not asking:
                    for holder, part in found:
                        holder.remove(part)
                    found = []


def drop_page_numbers(root: Element) -> None:
    """
    Drops the page numbers of a table of contents, with the tabs before them: the result has no pages, and Pandoc makes
    each a link in a link.
    """
    for link in root.iter(W + "hyperlink"):
        runs = list(link)
        kinds = [mark.get(W + "fldCharType") if (mark := run.find(W + "fldChar")) is not None else None for run in runs]
        if kinds.count("begin") != 1 or kinds.count("end") != 1:
            continue
        first, last = kinds.index("begin"), kinds.index("end")
        said = "".join(text.text or "" for run in runs[first:last] for text in run.iter(W + "instrText"))
        if said.split()[:1] != ["PAGEREF"]:
            continue
        while first and all(child.tag in (W + "rPr", W + "tab") for child in runs[first - 1]):
            first -= 1
        for run in runs[first : last + 1]:
            link.remove(run)
